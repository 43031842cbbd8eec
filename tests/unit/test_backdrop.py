"""What a slice begins with: the profile, what must never be forgotten, what happened before."""

from zoneinfo import ZoneInfo

import pytest

from memory.slices import ClosedBy, Slice
from memory.store import Store
from memory.stores.in_memory import InMemoryStore
from memory.timeline import Timeline
from previously_bot.backdrop import PROFILE, Backdrop
from tests.strategies import user
from tests.timelines import edit, opened, put


def backdrop(timeline: Timeline, store: Store, language: str = "en") -> Backdrop:
    return Backdrop(timeline, store, zone=ZoneInfo("Europe/Berlin"), language=language)


def begun(timeline: Timeline, text: str, minute: float) -> Slice:
    timeline.close(ClosedBy.USER)
    timeline.add(user(text, minute))
    open_slice = timeline.open_slice
    assert open_slice is not None
    return open_slice


def test_facts_of_all_slices_are_told_those_of_this_one_as_later_ones() -> None:
    store = InMemoryStore()
    timeline = opened(store)
    begun(timeline, "I'm allergic to penicillin", 0)
    here = begun(timeline, "I take ibuprofen every day", 60)
    behind = backdrop(timeline, store)
    assert [one.kind for one in behind.standing(here).facts] == ["allergy"]
    assert [one.kind for one in behind.later_facts(here)] == ["medication"]
    timeline.add(user("My blood type is A negative", 61))
    assert [one.kind for one in behind.standing(here).facts] == ["allergy"]
    assert [one.kind for one in behind.later_facts(here)] == ["medication", "blood_type"]


def test_a_fact_said_again_after_it_was_revoked_is_told_again() -> None:
    store = InMemoryStore()
    timeline = opened(store)
    begun(timeline, "I'm allergic to penicillin", 0)
    here = begun(timeline, "I'm no longer allergic to penicillin", 60)
    behind = backdrop(timeline, store)
    behind.standing(here)
    timeline.add(user("I'm allergic to penicillin", 61))
    said = [one.says for one in behind.later_facts(here)]
    assert said == ["I'm no longer allergic to penicillin", "I'm allergic to penicillin"]


def test_what_the_person_took_out_of_a_slice_is_gone_with_the_next_slice() -> None:
    store = InMemoryStore()
    timeline = opened(store)
    first = begun(timeline, "I'm allergic to penicillin", 0)
    begun(timeline, "Hello", 60)
    behind = backdrop(timeline, store)
    path = timeline.path(first.slice_id)
    edit(store, path, "kind: allergy", "kind: diet")
    timeline.read(first.slice_id)
    here = begun(timeline, "Hello again", 120)
    assert [one.kind for one in behind.standing(here).facts] == ["diet"]


def test_the_recap_is_that_of_the_slice_s_beginning_also_after_a_start() -> None:
    store = InMemoryStore()
    timeline = opened(store)
    begun(timeline, "The lamp is broken", 0)
    here = begun(timeline, "Hello", 60)
    told = backdrop(timeline, store).standing(here).recap
    assert told == "**Previously on you:**\n- Today at 17:58: about The lamp is broken"
    timeline.add(user("More", 85))
    again = opened(store)
    assert again.open_slice is not None
    assert backdrop(again, store).standing(again.open_slice).recap == told
    assert backdrop(again, store, "zh").standing(again.open_slice).recap.startswith("**前情")


def test_without_a_past_there_is_no_recap() -> None:
    store = InMemoryStore()
    timeline = opened(store)
    here = begun(timeline, "Hello", 0)
    known = backdrop(timeline, store).standing(here)
    assert (known.recap, known.profile, list(known.facts)) == ("", "", [])


@pytest.mark.parametrize(
    ("path", "content", "profile"),
    [
        (PROFILE, "Mara builds boats.", "Mara builds boats."),
        (PROFILE, b"Mara \xff", "Mara \ufffd"),
        (f"{PROFILE}/notes.md", "a folder in its place", ""),
    ],
)
def test_a_profile_is_told_as_far_as_it_can_be_read(
    path: str, content: bytes | str, profile: str
) -> None:
    store = InMemoryStore()
    put(store, path, content)
    timeline = opened(store)
    here = begun(timeline, "Hello", 0)
    assert backdrop(timeline, store).standing(here).profile == profile


def test_a_fact_that_is_taken_back_is_told_no_more_in_the_same_slice() -> None:
    store = InMemoryStore()
    timeline = opened(store)
    timeline.add(user("I'm allergic to penicillin", 0, "telegram 8812/1"))
    here = begun(timeline, "What may I take?", 60)
    behind = backdrop(timeline, store)
    assert [one.kind for one in behind.standing(here).facts] == ["allergy"]
    timeline.alterations.redact("telegram 8812/1")
    assert behind.standing(here).facts == []
    assert "penicillin" not in behind.standing(here).recap
