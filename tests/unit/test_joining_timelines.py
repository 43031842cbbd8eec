"""Two timelines made into one: each turn once, and what front matter says goes with it."""

from dataclasses import replace

import pytest

from memory.errors import WriteRefused
from memory.joining import Joining
from memory.slices import Amendment, ClosedBy, Mark, Occurrence, Safety
from memory.stores.in_memory import InMemoryStore
from tests.strategies import SLICE_ID, agent, user
from tests.timelines import derived, files, opened, rebuilt, said, slices, with_turns

LATER = "2026-07-07-1658"


@pytest.fixture
def hers() -> InMemoryStore:
    store = InMemoryStore()
    timeline = with_turns(store, user("a", origin="t 1"), agent("b", 1), user("c", 60))
    timeline.close(ClosedBy.SILENCE)
    return store


def join(hers: InMemoryStore, mine: InMemoryStore) -> None:
    from_, into = opened(hers), opened(mine)
    past = [from_.read(entry.slice_id) for entry in from_.entries()]
    joining = Joining(into)
    joining.bring(past)
    for slice_ in past:
        joining.settle(slice_)


def test_slices_that_meet_none_come_whole_with_their_ids(hers: InMemoryStore) -> None:
    marked = Mark("The cello", "She sold it.", ("cello",), ("sell it",), ("ask Ines",), "mixed")
    opened(hers).annotate(
        SLICE_ID,
        lambda one: replace(
            one,
            mark=marked,
            amendments=(Amendment("It was a viola", "2026-07-08", LATER),),
            safety=(Safety("allergy", "allergic to nuts", 0.5, "1"),),
            occurrences=(Occurrence("2026-05-01", "2026-05-02", "1 May", "1"),),
            related_slices=(LATER,),
            extra={"colour": "colour: red"},
        ),
    )
    before, mine = slices(hers), InMemoryStore()
    with_turns(mine, user("now", 900))
    join(hers, mine)
    assert {name: slices(mine)[name] for name in before} == before
    assert slices(mine)["2026-07-08-0658"].is_open
    assert derived(mine) == rebuilt(mine)


def test_slices_of_one_minute_become_one_with_what_both_say(hers: InMemoryStore) -> None:
    mine = InMemoryStore()
    ours = with_turns(mine, user("x", 0.5), agent("y", 2))
    ours.annotate(
        SLICE_ID,
        lambda one: replace(
            one,
            mark=Mark("The lamp", tags=("lamp",), emotional_tone="positive"),
            safety=(Safety("allergy", "allergic to cats", 1.0, "2"),),
        ),
    )
    opened(hers).annotate(
        SLICE_ID,
        lambda one: replace(
            one,
            mark=Mark("The cello", "Sold.", ("cello",), emotional_tone="negative"),
            amendments=(Amendment("a viola"),),
            safety=(Safety("allergy", "allergic to nuts", 1.0, "2"),),
            related_slices=(LATER,),
        ),
    )
    join(hers, mine)
    assert said(mine) == {SLICE_ID: ["a", "x", "b", "y"], LATER: ["c"]}
    one = slices(mine)[SLICE_ID]
    assert one.mark == Mark(
        "The lamp; The cello", "Sold.", ("lamp", "cello"), emotional_tone="mixed"
    )
    assert one.amendments == (Amendment("a viola"),)
    assert one.related_slices == (LATER,)
    by_label = {turn.label: turn.text for turn in one.turns}
    assert {(fact.says, by_label[fact.turn]) for fact in one.safety} == {
        ("allergic to cats", "y"),
        ("allergic to nuts", "b"),
    }


def test_a_fact_that_the_person_deleted_does_not_come_back(hers: InMemoryStore) -> None:
    store = InMemoryStore()
    with_turns(store, user("I am allergic to nuts."))
    opened(store).annotate(SLICE_ID, lambda one: replace(one, safety=()))
    mine = InMemoryStore()
    with_turns(mine, user("x", 1))
    join(store, mine)
    (home,) = slices(mine).values()
    assert [turn.text for turn in home.turns] == ["I am allergic to nuts.", "x"]
    assert home.safety == ()


def test_references_follow_slices_that_took_another_name(hers: InMemoryStore) -> None:
    opened(hers).annotate(
        LATER,
        lambda one: replace(
            one, related_slices=(SLICE_ID,), amendments=(Amendment("d", by=SLICE_ID),)
        ),
    )
    mine = InMemoryStore()
    with_turns(mine, user("earlier", -10), user("x", 5))
    join(hers, mine)
    home = next(name for name, texts in said(mine).items() if "a" in texts)
    assert home != SLICE_ID
    assert slices(mine)[LATER].related_slices == (home,)
    assert slices(mine)[LATER].amendments == (Amendment("d", by=home),)


def test_joined_again_nothing_changes_and_the_other_is_untouched(hers: InMemoryStore) -> None:
    mine, before = InMemoryStore(), files(hers)
    with_turns(mine, user("x", 0.5), user("y", 61))
    join(hers, mine)
    kept = files(mine)
    join(hers, mine)
    assert files(mine) == kept
    assert files(hers) == before


@pytest.mark.parametrize("room", range(9))
def test_a_disk_that_is_full_half_way_is_made_up_for(hers: InMemoryStore, room: int) -> None:
    whole, mine = InMemoryStore(), InMemoryStore()
    for store in (whole, mine):
        with_turns(store, user("x", 0.5), user("y", 200))
    join(hers, whole)
    mine.fail_after(room)
    try:
        join(hers, mine)
    except WriteRefused:
        mine.fail_after(None)
        join(hers, mine)
    mine.fail_after(None)
    opened(mine).rebuild()
    opened(whole).rebuild()
    assert files(mine) == files(whole)


def test_a_conversation_that_is_still_going_on_goes_on_here() -> None:
    hers, mine = InMemoryStore(), InMemoryStore()
    with_turns(hers, user("a"))
    join(hers, mine)
    opened(mine).add(user("b", 10))
    assert said(mine) == {SLICE_ID: ["a", "b"]}


def test_many_come_whole() -> None:
    hers, mine = InMemoryStore(), InMemoryStore()
    list(opened(hers).bring([[user(f"turn {n}", 60 * n)] for n in range(500)]))
    with_turns(mine, user("x", 30.5))
    join(hers, mine)
    assert sum(map(len, said(mine).values())) == 501
    assert derived(mine) == rebuilt(mine)
