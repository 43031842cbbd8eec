"""What is wrong with a repository elsewhere, said in the language of whoever it concerns."""

import ast
import inspect
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeGuard
from zoneinfo import ZoneInfo

import pytest

import memory
import previously_bot
from memory import errors
from memory.errors import LimitReached, RemoteError, RepositoryPublic
from memory.standing import Standing, standing_of
from previously_bot.complaining import in_words_of
from previously_bot.errors import MissingSecret, NotDoneThere, SyncedElsewhere
from previously_bot.people import Person
from previously_bot.texts import remotes, syncing
from previously_bot.texts.reasons import in_chinese

BERLIN = ZoneInfo("Europe/Berlin")
UNTIL = datetime(2026, 7, 7, 16, 30, tzinfo=UTC)
NOW = datetime(2026, 7, 7, 16, 0, tzinfo=UTC)
GIVEN = {
    "name": "mara/zh",
    "branch": "trunk",
    "until": UNTIL,
    "commit": "0123456789abcdef",
}
REASON = {
    "why": "it answers with 502",
    "what": "write there",
    "remedy": "name another repository",
}
SHOWN = {"name": "mara/zh", "branch": "trunk", "until": "2026年7月7日星期二18:30", "why": "502"}
# What a person reads in any language: names, commands, options, and how a setting is written.
NAMES = re.compile(r"`[^`]*`|“[^”]*”|mara/zh|mara|MARA_TOKEN|trunk|GitHub|JSON")


def classes(base: type[RemoteError] = RemoteError) -> Iterator[type[RemoteError]]:
    for one in base.__subclasses__():
        yield one
        yield from classes(one)


ALL = sorted(classes(), key=lambda one: one.__name__)


def made(kind: type[RemoteError]) -> RemoteError:
    """One of them, with a value of ours for all that it needs to be told."""
    asked = inspect.signature(kind).parameters.values()
    return kind(
        **{
            one.name: {**GIVEN, **REASON}[one.name]
            for one in asked
            if one.name in GIVEN
            or (one.default is one.empty and one.kind is not one.VAR_KEYWORD)
        }
    )


def english(said: str) -> list[str]:
    return re.findall(r"[A-Za-z]{2,}", NAMES.sub("", said))


@pytest.mark.parametrize("kind", ALL)
def test_in_chinese_each_has_a_sentence_with_all_its_facts(kind: type[RemoteError]) -> None:
    error = made(kind)
    said = remotes.in_words(error, BERLIN, "zh")
    assert said != str(error)
    assert said.endswith("。")
    assert not english(said)
    for fact in inspect.signature(kind).parameters.values():
        if fact.name in SHOWN and fact.default is fact.empty:
            assert SHOWN[fact.name] in said, fact.name


@pytest.mark.parametrize("kind", ALL)
def test_what_is_to_be_typed_is_the_same_in_both_languages(kind: type[RemoteError]) -> None:
    error = made(kind)
    typed = re.compile(r"`[^`]*`")
    assert set(typed.findall(remotes.in_words(error, BERLIN, "zh"))) == set(
        typed.findall(str(error))
    )


@pytest.mark.parametrize("kind", [one for one in ALL if one is not LimitReached])
def test_in_english_each_is_said_as_it_says_itself(kind: type[RemoteError]) -> None:
    assert remotes.in_words(made(kind), BERLIN, "en") == str(made(kind))


@pytest.mark.parametrize("kind", ALL)
def test_what_is_kept_says_as_much_in_chinese(kind: type[RemoteError]) -> None:
    error = made(kind)
    kept = standing_of(Standing().after(error, "", NOW).facts)
    said = syncing.in_the_way(kept, BERLIN, "zh")
    if kind is LimitReached:
        assert SHOWN["until"] in said
    else:
        assert said == remotes.in_words(error, BERLIN, "zh")
    assert not english(said)
    over = kept.after(None, "", NOW)
    assert syncing.in_the_way(standing_of(over.facts), BERLIN, "zh") == ""


def test_a_limit_is_told_in_the_persons_own_time() -> None:
    said = remotes.in_words(LimitReached("mara/zh", UNTIL), BERLIN, "en")
    assert said == (
        "mara/zh takes no more requests for now; wait until Tuesday 7 July 2026, 18:30."
    )


def test_what_an_earlier_version_kept_is_told_as_it_was() -> None:
    error = RepositoryPublic("mara/zh")
    facts = {"trouble": str(error), "kind": "RepositoryPublic"}
    assert syncing.in_the_way(standing_of(facts), BERLIN, "zh") == str(error)
    assert syncing.in_the_way(standing_of({"trouble": str(error)}), BERLIN, "zh") == str(error)


def reasons() -> Iterator[str]:
    """What our own code gives such an error to say, as far as it stands there in words."""
    kinds = {one.__name__ for one in ALL}
    for package in (memory, previously_bot):
        (root,) = package.__path__
        for path in sorted(Path(root).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in kinds:
                    yield from (text for one in node.args for text in _literals(one))
                elif path.parent.name == "github" and _names_a_reason(node):
                    yield from _literals(node.value)
    for kind in ALL:
        yield from (
            one.default
            for one in inspect.signature(kind).parameters.values()
            if isinstance(one.default, str)
        )


def _names_a_reason(node: ast.AST) -> TypeGuard[ast.Assign]:
    is_assigned = isinstance(node, ast.Assign)
    return is_assigned and getattr(node.targets[0], "id", "") in ("what", "why")


def _literals(node: ast.expr) -> Iterator[str]:
    """The texts that it may be, with a number for each hole in one."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(
            str(one.value) if isinstance(one, ast.Constant) else "500" for one in node.values
        )
    elif isinstance(node, ast.IfExp):
        yield from (*_literals(node.body), *_literals(node.orelse))
    elif isinstance(node, ast.BoolOp):
        yield from (text for one in node.values for text in _literals(one))


def test_the_reasons_that_stand_in_the_code_are_found() -> None:
    found = set(reasons())
    assert {"no download begins there", "it answers with 500", "write there"} <= found
    assert {"of its own", "the download answers with 500"} <= found


# Those that are put together, or named, before they are given.
_BY_VARIABLE = (
    "it took too long",
    "no connection",
    "the proxy refuses",
    "the connection broke",
    "what should be a list is none",
    "what should be a text is none",
    "what should be a yes or no is none",
    "name another repository",
    "write there before it is authorized for the organization's single sign-on",
    "read it before it is authorized for the organization's single sign-on",
    "authorize it there, in the settings of your tokens under “Configure SSO”",
)


_PUT_TOGETHER = {"what should be a 500 is none"}


@pytest.mark.parametrize("reason", sorted({*reasons(), *_BY_VARIABLE} - _PUT_TOGETHER))
def test_every_reason_is_said_in_chinese(reason: str) -> None:
    assert re.search("[一-鿿]", in_chinese(reason))
    assert not english(in_chinese(reason))


def test_what_the_place_itself_said_is_quoted() -> None:
    error = errors.ChangeRefused("mara/zh", "422: Path is too long")
    assert "422，原话：“Path is too long”" in remotes.in_words(error, BERLIN, "zh")


@pytest.mark.parametrize(
    ("error", "shown"),
    [
        (MissingSecret("MARA_TOKEN"), ["MARA_TOKEN"]),
        (MissingSecret("MARA_TOKEN", "mara’s repository mara/zh"), ["MARA_TOKEN", "mara/zh"]),
        (
            SyncedElsewhere("mara/zh", "`previously-bot` (process 12 on `hut`)"),
            ["mara/zh", "`previously-bot`", "12", "`hut`"],
        ),
    ],
)
def test_a_command_says_what_is_wrong_as_its_person_reads(
    error: Exception, shown: list[str]
) -> None:
    with pytest.raises(NotDoneThere) as told, in_words_of(Person("mara", BERLIN, "zh")):
        raise error
    said = str(told.value)
    assert not english(said)
    assert all(one in said for one in shown)
    with (
        pytest.raises(NotDoneThere, match=re.escape(str(error))),
        in_words_of(Person("mara", BERLIN, "en")),
    ):
        raise error
