"""The bot as a process, with a timeline on GitHub: messages edited there and in the app, and
what is taken back or forgotten."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest

from memory.kept import FORGOTTEN
from memory.slices import REDACTED
from previously_bot.model import Call
from previously_bot.texts import forgetting
from tests.documents import JPEG
from tests.end_to_end.house import House, house
from tests.end_to_end.model import PlayedModel
from tests.end_to_end.on_github import said_in
from tests.end_to_end.process import Bot
from tests.made_up_secrets import tokens
from tests.servers.github import GitHubServer, Repository, github_server

NAME = "mara/timeline"
KEY = tokens()["github"][1]


@pytest.fixture
def server() -> Iterator[GitHubServer]:
    with github_server(now=lambda: datetime.now(UTC)) as server:
        yield server


def on(server: GitHubServer) -> Callable[[House], None]:
    """Mara's timeline lies there."""

    def prepare(home: House) -> None:
        home.settle_on(f"{{github: {NAME}, token_env: GH, api_url: {server.url}}}")
        home.variables["GH"] = server.token
        home.secrets.append(server.token)

    return prepare


def edit_there(there: Repository, *edits: tuple[str, str]) -> None:
    (path,) = (one for one in there.files() if "/slices/" in one and one.endswith(".md"))
    text = there.files()[path].decode()
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    there.push({path: text})


async def test_what_was_made_of_a_turn_there_stays_when_the_app_edits_it_too(
    bot: Bot, server: GitHubServer
) -> None:
    there = server.repository(NAME)
    async with house(bot, prepare=on(server)) as home:
        photo = home.mara.sends_photo(JPEG, "The front of the shop")
        await home.answered(on_telegram=2)
        key = home.mara.says(f"The key is {KEY}, for the shed")
        await home.answered(on_telegram=4)
        album, _ = home.mara.sends_album([JPEG, JPEG + b"2"], "Two views of the barn")
        await home.answered(on_telegram=6)
        gone = home.mara.sends_photo(JPEG, "My neighbour at night")
        await home.answered(on_telegram=8)
        assert await home.end() == 0
        before = said_in(there.files())
        edit_there(
            there,
            ("The front of the shop\n", "The back of the shop\n"),
            ("for the shed\n", "for the mill\n"),
            ("Two views of the barn\n", "Three views of the barn\n"),
            ("My neighbour at night\n", "A neighbour of mine\n"),
        )
        await home.begin()
        home.mara.edits(photo, "The side of the shop")
        home.mara.edits(key, f"The key is {KEY}, for the cellar")
        home.mara.edits(album, "Three views of the barn")
        home.mara.edits(gone, "Somebody at night")
        home.mara.says("And now the next one")
        await home.told_here("And now the next one")
        assert await home.end() == 0
    first, masked, views, last = said_in(there.files())[:4]
    photo_line = before[0].partition("\n\n")[2]
    label = before[1].removeprefix("The key is ").partition(",")[0]
    assert first == (
        f"The back of the shop\n\n{photo_line}\n\n(edited in the app: The side of the shop)"
    )
    assert masked == (
        f"The key is {label}, for the mill\n\n"
        f"(edited in the app: The key is {label}, for the cellar)"
    )
    assert views == before[2].replace("Two", "Three")
    assert last.startswith("A neighbour of mine\n\n")
    assert last.endswith("\n\n(edited in the app: Somebody at night)")
    assert REDACTED not in said_in(there.files())
    everywhere = [one.read_bytes() for one in bot.home.rglob("*") if one.is_file()]
    assert not any(KEY.encode() in content for content in everywhere)
    assert not any(KEY.encode() in content for content in there.files().values())


async def test_what_is_undone_and_forgotten_goes_from_there_each_in_one_commit(
    bot: Bot, server: GitHubServer
) -> None:
    there, model = server.repository(NAME), PlayedModel()
    async with house(bot, model=model, prepare=on(server)) as home:
        written = json.dumps({"path": "tasks/trip.md", "content": "Book Zanzibar"})
        model.calls("pro", Call("call-1", "write_file", written))
        home.mara.says("Remind me of Zanzibar")
        await home.told_here("Answer 2 ")
        assert await home.end() == 0
        assert there.files()["tasks/trip.md"] == b"Book Zanzibar"
        before = there.log()
        await home.begin()
        home.mara.says("/undo")
        await home.told_here("tasks/trip.md is gone")
        home.mara.says("/forget zanzibar")
        await home.told_here("Zanzibar")
        await home.presses(forgetting.FORGET_IT.en)
        await home.told_here(NAME)
        assert await home.end() == 0
    after = there.log()[: -len(before)]
    assert after.count(FORGOTTEN) == 1
    assert len([one for one in after if one.startswith("Take back what was written at ")]) == 1
    assert not any("anzibar" in one or "trip" in one for one in after)
    assert not [path for path, content in there.files().items() if b"anzibar" in content]
    left = [one for one in (bot.home / "state").rglob("*") if one.is_file()]
    assert not [one.name for one in left if b"anzibar" in one.read_bytes()]
