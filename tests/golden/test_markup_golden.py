"""Answers in Markdown, and how each platform is sent them; read by eye, then kept."""

from pathlib import Path

import pytest

from adapters.markup import discord_parts, telegram_parts
from tests.telegram_grammar import parsed

FOLDER = Path(__file__).parent / "markup"
ANSWERS = sorted(file.stem for file in FOLDER.glob("*.md"))


def content(name: str) -> str:
    return (FOLDER / name).read_bytes().decode()


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_on_telegram(name: str) -> None:
    (part,) = telegram_parts(content(f"{name}.md"))
    assert part.html == content(f"{name}.telegram.html")
    parsed(part.html)


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_on_discord(name: str) -> None:
    (part,) = discord_parts(content(f"{name}.md"))
    assert part == content(f"{name}.discord.txt")
