"""Scenes with the real process: what is said, what is answered, what the repository holds."""

import os
import signal
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memory import markdown
from memory.slices import Slice, Speaker, Turn
from tests.end_to_end.process import Bot


def write_past(bot: Bot, text: str, *, ago: timedelta) -> None:
    """A slice that was left open by a process that is no more."""
    at = (datetime.now(UTC) - ago).replace(microsecond=0)
    turn = Turn("1", at, Speaker.USER, text, "console terminal/1-1")
    slice_ = Slice(f"{at:%Y-%m-%d-%H%M}", at, at, (turn,), channels=("console",))
    path = bot.repo / f"memory/episodic/slices/{at:%Y/%m/%d/%H%M}.md"
    path.parent.mkdir(parents=True)
    path.write_bytes(markdown.encode(slice_))


def test_a_new_person_is_greeted_and_what_they_say_is_in_a_file(bot: Bot) -> None:
    shown = bot.chat("I bought a green lamp for the hall.")
    assert "I am Previously" in shown
    assert "No language model is configured" in shown
    assert bot.said() == ["I bought a green lamp for the hall."]


def test_what_was_said_before_is_found_by_its_words(bot: Bot) -> None:
    bot.chat("The lease of the workshop ends in October.", "/close")
    shown = bot.chat("What did I say about the lease?")
    assert "The lease of the workshop ends in October." in shown
    assert "today at" in shown


def test_what_was_said_is_found_by_the_day_it_was_said(bot: Bot) -> None:
    yesterday = datetime.now(UTC) - timedelta(days=1)
    write_past(bot, "We cooked dumplings.", ago=timedelta(days=1))
    shown = bot.chat(f"What did we talk about on {yesterday:%Y-%m-%d}?")
    assert "We cooked dumplings." in shown
    nothing = bot.chat("What did we talk about on 1999-01-01?")
    assert "Nothing was said then: “1999-01-01”" in nothing


def test_chinese_is_answered_in_chinese(bot: Bot) -> None:
    bot.chat("我今天买了一盏绿色的台灯。", "/close")
    shown = bot.chat("我说过什么关于台灯的事？")
    assert "我今天买了一盏绿色的台灯。" in shown
    assert "没有" in shown


def test_a_slice_that_fell_silent_meanwhile_is_closed_and_recapped_on_return(bot: Bot) -> None:
    write_past(bot, "The cello is in the attic.", ago=timedelta(hours=3))
    shown = bot.chat("Hello")
    assert "Previously on you" in shown
    assert "The cello is in the attic" in shown
    first, second = bot.json("timeline")
    assert (first["status"], first["turns"]) == ("closed", 1)
    assert first["end"] == first["start"]
    assert first["focus"]
    assert (second["status"], second["turns"]) == ("active", 2)


def test_there_is_no_recap_in_the_middle_of_a_conversation(bot: Bot) -> None:
    write_past(bot, "The cello is in the attic.", ago=timedelta(minutes=5))
    assert "Previously on you" not in bot.chat("Hello")
    assert len(bot.json("timeline")) == 1


def test_the_commands_of_a_chat_answer_and_are_no_turns(bot: Bot) -> None:
    shown = bot.chat(
        "A note.", "/help", "/timeline", "/recall note", "/recap", "/close", "/unknown", "/quit"
    )
    for expected in ("/recall QUESTION", "A note", "Closed.", "/unknown"):
        assert expected in shown
    assert bot.said() == ["A note."]


def test_lines_after_quit_are_not_taken(bot: Bot) -> None:
    bot.chat("One.", "/quit", "Two.")
    assert bot.said() == ["One."]


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("## Turn 1 — 2026-07-07T15:58:03.120Z (user)", None),
        ("---", None),
        ("\x1b[31mred\x00\x07", None),
        ("x" * 1_000_000, None),
        ("a\udcffb", "a�b"),
        ("carriage return\r", "carriage return"),
        ("👩‍👩‍👧‍👦 🇵🇹 \u202eright to left", None),
    ],
    ids=["header", "fence", "control", "megabyte", "surrogate", "crlf", "emoji"],
)
def test_any_line_is_kept_as_it_was_said(bot: Bot, line: str, kept: str | None) -> None:
    ended = bot.run("chat", said=f"{line}\n".encode("utf-8", "surrogateescape"))
    assert ended.returncode == 0
    entry = bot.json("timeline")[0]
    text = (bot.repo / entry["path"]).read_text(encoding="utf-8")
    said = markdown.parse(text, entry["slice_id"])
    assert said.turns[0].text == (kept or line)
    assert bot.json("check")["problems"] == []


def test_white_space_alone_is_no_message(bot: Bot) -> None:
    bot.chat("   ", "", "\t")
    assert bot.json("timeline") == []


def test_a_second_process_on_one_repository_gets_a_clear_sentence(bot: Bot) -> None:
    first = bot.start()
    try:
        answered(first, "A lamp.")
        second = bot.run("chat", said="Me too\n")
        assert second.returncode == 1
        sentence = second.stderr.decode()
        assert "is in use by previously-bot chat" in sentence
        assert str(first.pid) in sentence
        assert sentence.count("\n") == 1
    finally:
        first.communicate(timeout=30)
    assert bot.said() == ["A lamp."]


def test_a_second_process_on_one_state_gets_a_clear_sentence_whatever_its_repository(
    bot: Bot,
) -> None:
    for name in ("one", "other"):
        repository = f"repository: {{folder: ./{name}}}"
        person = f"{{name: mara, timezone: UTC, language: en, {repository}}}"
        settings = f"people:\n  - {person}\nstate: ./state\n"
        (bot.home / f"{name}.yaml").write_text(settings)
    first = bot.start("--config", "one.yaml")
    try:
        answered(first, "A lamp.")
        other = bot.run("chat", "--config", "other.yaml", said="Me too\n", repo=False)
        assert other.returncode == 1
        sentence = other.stderr.decode()
        assert "The state folder " in sentence
        assert f"is in use by previously-bot chat (process {first.pid} " in sentence
        assert not (bot.home / "other").exists()
        assert bot.run("pair", "--config", "one.yaml", repo=False).returncode == 0
    finally:
        first.kill()
        first.communicate(timeout=30)
    ended = bot.run("chat", "--config", "other.yaml", said="A chair.\n", repo=False)
    assert ended.returncode == 0, ended.stderr.decode()


def test_a_repository_that_refuses_a_turn_is_told_of_and_the_turn_comes_later(
    bot: Bot, tmp_path: Path
) -> None:
    bot.chat("First.")
    day = (bot.repo / bot.json("timeline")[0]["path"]).parent
    aside = tmp_path / "aside"
    day.rename(aside)
    day.write_text("a file where the folder of today should be")
    ended = bot.run("chat", said="Second.\n")
    assert ended.returncode == 1
    assert b"comes at the next start" in ended.stderr
    assert ended.stderr.count(b"\n") == 1
    assert "Your message is kept" in ended.stdout.decode()
    day.unlink()
    aside.rename(day)
    bot.chat()
    assert bot.said() == ["First.", "Second."]


def answered(chat: "subprocess.Popen[bytes]", line: str) -> None:
    """Say a line, and wait until it is acknowledged."""
    assert chat.stdin is not None
    assert chat.stdout is not None
    chat.stdin.write(f"{line}\n".encode())
    chat.stdin.flush()
    while line.encode() not in (shown := chat.stdout.readline()):
        assert shown, "the chat ended"


@pytest.mark.parametrize("pause", range(6))
def test_killed_in_the_middle_every_message_is_on_the_timeline_once(
    bot: Bot, pause: int
) -> None:
    chat = bot.start()
    for number in range(3):
        answered(chat, f"Message {number}.")
    assert chat.stdin is not None
    chat.stdin.write(b"Unanswered.\n")
    chat.stdin.flush()
    with pytest.raises(subprocess.TimeoutExpired):
        # From "not read yet" to "being answered", by the number of milliseconds.
        chat.wait(timeout=pause * 0.004)
    os.kill(chat.pid, signal.SIGKILL)
    chat.communicate()
    bot.chat("Back again.")
    said = bot.said()
    answers = [turn.text for turn in bot.turns() if turn.speaker is Speaker.AGENT]
    assert sum("Message 1." in answer for answer in answers) == 1
    assert sum("Unanswered." in answer for answer in answers) <= 1
    expected = [f"Message {number}." for number in range(3)]
    assert said in ([*expected, "Back again."], [*expected, "Unanswered.", "Back again."])
    assert bot.json("check")["problems"] == []


def test_the_demo_has_a_past_to_ask_about(bot: Bot) -> None:
    ended = bot.run("chat", "--demo", said="What did I say about the cello?\n", repo=False)
    shown = ended.stdout.decode()
    assert ended.returncode == 0
    assert "Previously on you" in shown
    assert "rented a cello" in shown
