"""The real process with models of the settings: a mock server of others on loopback."""

import socket
from pathlib import Path
from typing import Any

import pytest
from llmock.scenarios import Match, Reply

from memory.slices import Speaker
from previously_bot import texts
from tests.end_to_end.process import Bot
from tests.talks import glance

KEY = "sk-Secret0123456789abcdef"
ANSWERS = ("It is **noted**, in 3 lines.", "You bought a lamp.")


def configured(bot: Bot, url: str) -> str:
    """The path of settings with two models at an address; their key has a variable."""
    path = bot.home / "previously.yaml"
    models = "\n".join(
        f"  {role}: {{base_url: {url}, model: {role}, api_key_env: MODEL_KEY}}"
        for role in ("flash", "pro")
    )
    path.write_text(
        f"people:\n  - name: mara\n    timezone: UTC\n    language: en\n"
        f"    repository: {{folder: {bot.repo}}}\nstate: {bot.home}/state\nmodels:\n{models}\n"
    )
    return str(path)


def chat(bot: Bot, url: str, *lines: str, key: str | None = KEY) -> tuple[int, str, str]:
    """The status, what was shown, and what was complained of."""
    ended = bot.run(
        *("chat", "--config", configured(bot, url)),
        said="".join(f"{line}\n" for line in lines),
        repo=False,
        variables={} if key is None else {"MODEL_KEY": key},
    )
    shown, complained = ended.stdout.decode(), ended.stderr.decode()
    assert KEY not in shown + complained
    return ended.returncode, shown, complained


def nowhere() -> str:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return f"http://127.0.0.1:{taken.getsockname()[1]}/v1"


def holding(folder: Path, what: str) -> list[Path]:
    """The files below a folder in which something stands."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert files
    return [path for path in files if what.encode() in path.read_bytes()]


@pytest.fixture
def served(llmock: Any) -> Any:
    """Flash and Pro, told apart by their names."""
    llmock.add(Reply(text=glance(), times=None, match=Match(model="flash")))
    for answer in ANSWERS:
        llmock.add(Reply(text=answer, match=Match(model="pro")))
    return llmock


def test_models_answer_and_what_they_said_is_on_the_timeline(bot: Bot, served: Any) -> None:
    status, shown, complained = chat(
        bot, served.base_url("openai"), "I bought a lamp", "What did I buy?", "/why"
    )
    assert (status, complained) == (0, ""), complained
    assert [answer for answer in ANSWERS if answer in shown] == list(ANSWERS)
    assert texts.NO_MODEL.en not in shown
    assert "pro" in shown.rpartition(ANSWERS[1])[2]
    assert [record.model for record in served.requests] == ["flash", "pro"] * 2
    turns = bot.turns()
    assert [turn.text for turn in turns if turn.speaker is Speaker.AGENT] == list(ANSWERS)
    assert bot.said() == ["I bought a lamp", "What did I buy?"]
    assert bot.json("check")["problems"] == []
    assert holding(bot.home, ANSWERS[0])
    assert holding(bot.home, KEY) == []


def test_what_was_waiting_is_not_asked_again_at_the_next_start(bot: Bot, served: Any) -> None:
    chat(bot, served.base_url("openai"), "I bought a lamp")
    assert len(served.requests) == 2
    status, shown, _ = chat(bot, served.base_url("openai"))
    assert status == 0
    assert ANSWERS[0] not in shown
    assert len(served.requests) == 2


def test_with_the_server_gone_memory_answers_and_says_so(bot: Bot, served: Any) -> None:
    chat(bot, served.base_url("openai"), "The cello is in the attic", "/close")
    status, shown, complained = chat(bot, nowhere(), "Where did I say the cello is?")
    assert (status, complained) == (0, "")
    assert "“The cello is in the attic”" in shown
    assert shown.count(texts.MODEL_DOWN.en) == 1
    status, shown, _ = chat(bot, served.base_url("openai"), "And the lamp?")
    assert status == 0
    assert ANSWERS[1] in shown
    assert texts.MODEL_DOWN.en not in shown
    answers = [turn.text for turn in bot.turns() if turn.speaker is Speaker.AGENT]
    assert len(answers) == 3
    assert holding(bot.home, KEY) == []


def test_a_key_that_is_refused_is_told_by_why_and_never_shown(bot: Bot, llmock: Any) -> None:
    llmock.fail(401, times=None, message=f"Incorrect API key provided: {KEY}")
    status, shown, complained = chat(bot, llmock.base_url("openai"), "I bought a lamp", "/why")
    assert (status, complained) == (0, "")
    assert texts.MODEL_REFUSES.en in shown
    assert "look whether the key is right" in shown
    assert [record.model for record in llmock.requests] == ["flash", "pro"]
    assert holding(bot.home, KEY) == []


@pytest.mark.parametrize("key", [None, "", "  "])
def test_a_missing_key_is_one_sentence_at_the_start(bot: Bot, llmock: Any, key: str) -> None:
    status, shown, complained = chat(bot, llmock.base_url("openai"), "I bought a lamp", key=key)
    assert status == 1
    assert shown == ""
    assert complained.count("\n") == 1
    assert "MODEL_KEY" in complained
    assert "set it and start again" in complained
    assert llmock.requests == []
    assert not bot.repo.exists() or bot.said() == []


def test_a_key_that_can_be_none_is_one_sentence_without_the_key(bot: Bot, llmock: Any) -> None:
    status, shown, complained = chat(
        bot, llmock.base_url("openai"), "I bought a lamp", key=f"{KEY}-ключ"
    )
    assert (status, shown) == (1, "")
    assert complained.count("\n") == 1
    assert "look whether the key was copied whole" in complained
    assert llmock.requests == []


def test_other_commands_need_no_key(bot: Bot, llmock: Any) -> None:
    """Only a talk asks a model."""
    bot.chat("I bought a lamp")
    config = configured(bot, llmock.base_url("openai"))
    ended = bot.run("timeline", "--config", config, "--json", repo=False)
    assert ended.returncode == 0, ended.stderr.decode()
    assert llmock.requests == []
