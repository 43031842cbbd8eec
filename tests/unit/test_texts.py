"""The sentences shown in a chat: complete in both languages, and harmless to fill."""

import importlib
import pkgutil
import re
from datetime import UTC, datetime
from string import Formatter
from zoneinfo import ZoneInfo

import pytest

from memory.file_merge import Outcome
from memory.recap import Recap, RecapScene
from previously_bot import slash, texts
from previously_bot.sessions import sentences
from previously_bot.texts import (
    Sentence,
    commands,
    inline,
    merging,
    placeholders,
    previously,
)

CATALOGUE = [
    importlib.import_module(found.name)
    for found in pkgutil.walk_packages(texts.__path__, f"{texts.__name__}.")
]
ALL = {
    f"{module.__name__}.{name}": value
    for module in (texts, *CATALOGUE, sentences)
    for name, value in vars(module).items()
    if isinstance(value, Sentence)
}
BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 3, 29, 7, 0, tzinfo=UTC)  # the morning after the clocks went forward


@pytest.mark.parametrize("name", ALL)
def test_both_languages_have_every_sentence_with_the_same_placeholders(name: str) -> None:
    sentence = ALL[name]
    assert sentence.en.strip()
    assert sentence.zh.strip()
    assert sentence.zh != sentence.en
    assert placeholders(sentence.en) == placeholders(sentence.zh)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_sentence_can_be_said_and_shows_what_it_was_filled_with(
    name: str, language: str
) -> None:
    sentence = ALL[name]
    counted = {key for _, key, words, _ in Formatter().parse(sentence.en) if words}
    values: dict[str, object] = {
        key: 4711 if key in counted else f"<{key} {{0}}>" for key in placeholders(sentence.en)
    }
    said = sentence.say(language, **values)
    assert all(str(value) in said for value in values.values())


@pytest.mark.parametrize("name", ALL)
def test_one_is_never_counted_as_several(name: str) -> None:
    wanted = placeholders(ALL[name].en)
    values = {key: "Lin" if key in ("name", "other") else 1 for key in wanted}
    said = ALL[name].say("en", **values)
    assert not re.search(
        r"\b1 (?:\w+ )?(?:conversations|files|turns|messages|have|are)\b", said
    )


def test_a_count_chooses_its_word() -> None:
    counted = Sentence("{count} {count:file|files}", "{count} 个文件")
    assert [counted.say("en", count=nth) for nth in (0, 1, 2)] == [
        "0 files",
        "1 file",
        "2 files",
    ]
    assert counted.say("zh", count=1) == "1 个文件"
    assert counted.say("en", count="{0}|") == "{0}| files"


def test_a_wrong_set_of_values_is_an_error_at_once() -> None:
    with pytest.raises(KeyError):
        commands.UNKNOWN_COMMAND.say("en")
    with pytest.raises(KeyError):
        texts.KEPT.say("en", words="x")


@pytest.mark.parametrize(("count", "said"), [(0, "0 files"), (1, "1 file"), (2, "2 files")])
def test_a_number_has_the_word_that_goes_with_it(count: int, said: str) -> None:
    assert (
        texts.Sentence("{count} {count:file|files}", "{count} 个").say("en", count=count)
        == said
    )


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("command", [*slash.NAMES, "/quit"])
def test_the_help_names_every_command(language: str, command: str) -> None:
    assert f"- {command} " in commands.HELP.say(language)


def scene(hour: int, day: int, about: str) -> RecapScene:
    at = datetime(2026, 3, day, hour, tzinfo=UTC)
    return RecapScene(f"2026-03-{day:02}-{hour:02}00", at, at, about)


def test_a_recap_tells_when_and_what_and_what_is_still_open() -> None:
    scenes = (scene(9, 7, "The boat"), scene(9, 26, "The lease"), scene(19, 28, "The boiler"))
    told = Recap(scenes, scenes[-1].end, ("Call Otto.", "Measure\nthe pipe"))
    assert previously(told, NOW, BERLIN, "en") == (
        "**Previously on you:**\n"
        "- 3 weeks ago: The boat\n"
        "- 3 days ago: The lease\n"
        "- Yesterday evening: The boiler\n"
        "\n"
        "Still open: Call Otto; Measure the pipe"
    )
    assert previously(told, NOW, BERLIN, "zh") == (
        "**前情提要：**\n"
        "- 3周前：The boat\n"
        "- 3天前：The lease\n"
        "- 昨天晚上：The boiler\n"
        "\n"
        "还没了结：Call Otto；Measure the pipe"
    )


def test_a_recap_with_nothing_open_says_nothing_of_it() -> None:
    told = Recap((scene(19, 28, "The boiler"),), NOW, ())
    assert previously(told, NOW, BERLIN, "en").endswith("Yesterday evening: The boiler")


def test_what_a_scene_was_about_stays_on_its_own_line() -> None:
    told = Recap((scene(19, 28, "one\n# two\n```\nthree"), scene(20, 28, "four")), NOW, ())
    lines = previously(told, NOW, BERLIN, "en").splitlines()
    assert lines[1:] == ["- Yesterday evening: one # two ` three", "- Yesterday evening: four"]


def test_words_in_the_middle_of_a_line_are_short_and_open_no_fence() -> None:
    assert inline("a\n````python b", 40) == "a `python b"
    assert len(inline("word " * 100, 40)) <= 40


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("outcome", Outcome)
def test_whatever_became_of_a_file_is_said_with_its_names(
    outcome: Outcome, language: str
) -> None:
    said = merging.became(outcome, "memory/a.md", "memory/b.md", language)
    assert "memory/a.md" in said
    assert ("memory/b.md" in said) == (outcome in (Outcome.BESIDE, Outcome.ANEW))


def test_of_very_many_files_that_went_some_are_named_and_the_rest_counted() -> None:
    gone = [f"notes/{n:02}.md" for n in range(23)]
    first, *named, rest, replaced = merging.adopted(gone, 1, "en")
    assert first == "Gone here, because gone there (23 files):"
    assert named == [f"  {path}" for path in gone[:20]]
    assert rest == "  and 3 more"
    assert replaced == "1 file here now says what it says there."
    assert merging.adopted([], 0, "zh") == []
