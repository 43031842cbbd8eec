"""What must not be forgotten: how it is said, where it is kept, and what never costs much."""

import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memory import catalog
from memory.catalog import Entry
from memory.errors import BadSliceId, DamagedSlice
from memory.merge import merge
from memory.safety import MOST, Kind, Stated, stated
from memory.safety.facts import facts
from memory.slices import Amendment, ClosedBy, Safety, Slice, Status
from memory.stores.in_memory import InMemoryStore
from tests.recalling import ask, days, index, said
from tests.strategies import SLICE_ID, agent, at, user
from tests.timelines import FIRST, derived, edit, opened, put, rebuilt, slices, with_turns


@pytest.fixture
def store() -> InMemoryStore:
    return InMemoryStore()


def written(store: InMemoryStore) -> str:
    stored = store.read(FIRST)
    assert stored is not None
    return stored.content.decode()


@pytest.mark.parametrize(
    ("text", "says", "confidence"),
    [
        ("Well, I'm allergic to penicillin!", "I'm allergic to penicillin", 1.0),
        ("I’m allergic to nuts, what now?", "I’m allergic to nuts", 1.0),
        ("I think I'm allergic to nuts.", "I think I'm allergic to nuts", 0.5),
        ("Our son Ben is allergic to nuts.", "Our son Ben is allergic to nuts", 0.9),
        ("Meet my son Ben. He's allergic to nuts.", "my son Ben: He's allergic to nuts", 0.9),
        ("我女儿三岁，对花生过敏。", "我女儿: 对花生过敏", 0.9),
        ("I'm no longer allergic to nuts.", "I'm no longer allergic to nuts", 1.0),
        ("Allergic to nuts!", "Allergic to nuts", 0.9),
        ("Sulfa drugs give me anaphylaxis.", "Sulfa drugs give me anaphylaxis", 1.0),
    ],
)
def test_it_is_said_in_the_words_of_the_person(text: str, says: str, confidence: float) -> None:
    assert stated(text) == [Stated(Kind.ALLERGY, says, confidence)]


def test_it_is_short_and_there_is_an_end_to_it() -> None:
    (one,) = stated("I'm allergic to " + "very " * 70 + "old cheese")
    assert len(one.says) == 160
    assert one.says.endswith("…")
    many = stated("\n".join(f"I'm allergic to pill{nth}." for nth in range(40)))
    assert len(many) == MOST


@pytest.mark.parametrize(
    "text",
    [
        "“" * 100_000,
        "I'm allergic to nuts. " * 5_000,
        "am I allergic to nuts, and " * 4_000,
        "I have " + "very " * 20_000 + "allergy",
        "我对" * 50_000 + "过敏",
        "我过敏" * 33_000,
        "🥜" * 100_000,
        "'I'm a 'b " * 10_000,
        "My My My allergy " * 6_000,
        "My emergency contact is Jo" + ", " * 50_000,
        "紧急联系人：李梅" + "，" * 100_000,
        "I can't have " * 8_000,
        "医生说我不能吃" * 15_000,
    ],
)
def test_no_text_takes_long(text: str) -> None:
    started = time.perf_counter()
    stated(text)
    assert time.perf_counter() - started < 1.0


# On the timeline


def test_it_goes_into_the_slice_with_the_turn(store: InMemoryStore) -> None:
    with_turns(
        store,
        user("hello"),
        user("I'm allergic to nuts", 1),
        agent("I'm allergic to cats", 2),
        user("I'm ALLERGIC to nuts", 3),
    )
    assert slices(store)[SLICE_ID].safety == (
        Safety("allergy", "I'm allergic to nuts", 1.0, "2"),
    )


def test_what_was_deleted_by_hand_does_not_come_back(store: InMemoryStore) -> None:
    timeline = with_turns(store, user("I'm allergic to nuts"))
    put(store, FIRST, "\n".join(without_safety(written(store))))
    timeline.add(user("I have a pacemaker", 1))
    assert [one.kind for one in slices(store)[SLICE_ID].safety] == ["implant"]


def without_safety(text: str) -> list[str]:
    return [line for line in text.split("\n") if not line.startswith("safety:")]


def test_a_past_that_is_brought_is_looked_through_too(store: InMemoryStore) -> None:
    timeline = opened(store)
    list(timeline.bring([[user("I'm allergic to nuts"), user("I'm pregnant", 1)]]))
    assert [one.turn for one in slices(store)[SLICE_ID].safety] == ["1", "2"]
    (entry,) = timeline.entries()
    assert [one.kind for one in entry.safety] == ["allergy", "pregnancy"]


def test_a_merge_keeps_what_both_sides_found() -> None:
    base = Slice("2026-07-07-1558", at(0), at(0), safety=(Safety("diet", "I'm vegan"),))
    ours = replace(base, safety=(*base.safety, Safety("doctor", "my GP is Dr X")))
    theirs = replace(base, safety=(Safety("phobia", "no clowns"),))
    assert [one.kind for one in merge(base, ours, theirs).safety] == ["phobia", "doctor"]


# Front matter alone


def amended(slice_: Slice) -> Slice:
    return replace(slice_, amendments=(*slice_.amendments, Amendment("It was March")))


@pytest.mark.parametrize("is_closed", [False, True])
def test_an_annotation_changes_the_front_matter(store: InMemoryStore, is_closed: bool) -> None:
    timeline = with_turns(store, user("barn roof"))
    if is_closed:
        timeline.close(ClosedBy.USER)
    result = timeline.annotate(SLICE_ID, amended)
    assert result == slices(store)[SLICE_ID]
    assert [one.amendments for one in timeline.entries()] == [(Amendment("It was March"),)]
    assert derived(store) == rebuilt(store)
    assert opened(store).entries() == timeline.entries()


def test_an_annotation_is_merged_with_an_edit(store: InMemoryStore) -> None:
    timeline = with_turns(store, user("barn roof"))
    edit(store, FIRST, "timezone: Europe/Berlin", "timezone: UTC")
    result = timeline.annotate(SLICE_ID, amended)
    assert result is not None
    assert (result.timezone, len(result.amendments)) == ("UTC", 1)
    assert slices(store)[SLICE_ID] == result


def test_an_annotation_that_changes_nothing_writes_nothing(store: InMemoryStore) -> None:
    timeline = with_turns(store, user("barn roof"))
    before = store.read(FIRST)
    assert timeline.annotate(SLICE_ID, lambda slice_: slice_) == slices(store)[SLICE_ID]
    assert store.read(FIRST) == before


@pytest.mark.parametrize(
    "change",
    [
        lambda one: replace(one, turns=()),
        lambda one: replace(one, status=Status.CLOSED),
        lambda one: replace(one, slice_id="2026-07-07-1559"),
    ],
)
def test_what_was_said_is_not_annotated_away(
    store: InMemoryStore, change: Callable[[Slice], Slice]
) -> None:
    timeline = with_turns(store, user("barn roof"))
    with pytest.raises(ValueError, match=SLICE_ID):
        timeline.annotate(SLICE_ID, change)


def test_neither_an_unknown_nor_a_damaged_slice_is_annotated(store: InMemoryStore) -> None:
    timeline = with_turns(store, user("barn roof"))
    with pytest.raises(BadSliceId):
        timeline.annotate("2020-01-01-0000", amended)
    timeline.close(ClosedBy.USER)
    put(store, FIRST, written(store).partition("## Turn")[0])
    before = store.read(FIRST)
    with pytest.raises(DamagedSlice):
        timeline.annotate(SLICE_ID, amended)
    assert store.read(FIRST) == before


# In the catalog


def entry(day: int, *says: str) -> Entry:
    moment = datetime(2026, 7, day, 12, tzinfo=UTC)
    found = tuple(Safety("allergy", one) for one in says)
    return Entry(f"2026-07-{day:02}-1200", moment, moment, 1, Status.CLOSED, safety=found)


def test_an_index_says_all_that_matters_and_an_older_one_does_not() -> None:
    one = replace(entry(7, "nuts"), amendments=(Amendment("It was March", "2026-07-09"),))
    content = catalog.dump("2026-07", [one])
    assert catalog.parse(content) == [one]
    for name in (b'"safety"', b'"amendments"'):
        assert catalog.parse(content.replace(name, b'"else"')) == []


def test_of_all_facts_the_newest_is_the_last() -> None:
    entries = [
        entry(9, "no nuts"),
        entry(8, "nuts"),
        entry(7, "Nuts", "eggs"),
        entry(10, "nuts"),
    ]
    found = facts(entries)
    assert [(one.says, one.slice_id[8:10]) for one in found] == [
        ("eggs", "07"),
        ("no nuts", "09"),
        ("nuts", "10"),
    ]


# In recall


def test_a_correction_outranks_the_old_words() -> None:
    wrong = said(
        "2026-02-02",
        "The recital of Clara is in January",
        amendments=(Amendment("The recital of Clara is in March"),),
    )
    old = [said(f"2026-02-{day:02}", "recital of Clara, Clara recital") for day in (3, 4, 5)]
    correcting = said("2026-02-09", "No, the recital of Clara is in March")
    found = ask(index(wrong, *old, correcting), "When is the recital of Clara?")
    assert days(found)[0] == "02-02"
    assert "was corrected" in found.pointers[0].reason
    assert "02-09" in days(found)


def test_no_pattern_is_compiled_before_a_message_needs_it() -> None:
    code = """
import re
compiled, compile_ = [], re.compile
re.compile = lambda *given: compiled.append(given) or compile_(*given)
import memory.safety
assert len(compiled) < 20, len(compiled)
"""
    subprocess.run(
        [sys.executable, "-c", code], check=True, timeout=60, cwd=Path(__file__).parents[2]
    )
