"""Messages that their person edits, deletes or forgets: the turn, and what was made of it."""

from dataclasses import replace

import pytest

from memory.errors import DamagedSlice
from memory.slices import REDACTED, Amendment, ClosedBy, Safety, Slice
from memory.store import Change
from memory.stores.in_memory import InMemoryStore
from memory.timeline import Timeline
from previously_bot.models.extractive.marks import mark
from tests.strategies import SLICE_ID, agent, at, user
from tests.timelines import FIRST, derived, edit, files, opened, put, rebuilt, with_turns

ONE, TWO = "telegram 8812/1", "telegram 8812/2"


def talk(store: InMemoryStore, *, closed: bool = True) -> Timeline:
    timeline = with_turns(
        store,
        user("Lisbon it is, on 3 October 2026", 0, ONE),
        agent("Noted.", 1, f"answers {ONE}"),
        user("I'm allergic to penicillin", 2, TWO),
    )
    if closed:
        timeline.close(ClosedBy.USER)
    return timeline


def only(timeline: Timeline) -> Slice:
    (entry,) = timeline.entries()
    return timeline.read(entry.slice_id)


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("near", [at(0), None])
def test_an_edited_message_has_its_new_words_under_its_old_header(closed, near) -> None:
    store = InMemoryStore()
    timeline = talk(store, closed=closed)
    before = only(timeline).turns
    done = timeline.alterations.revise(ONE, "Porto it is, on 4 October 2026", near)
    assert done is not None
    assert only(opened(store)).turns == (
        replace(before[0], text="Porto it is, on 4 October 2026"),
        *before[1:],
    )
    assert "Lisbon" not in "".join(content.decode() for content in files(store).values())
    assert derived(store) == rebuilt(store)


def test_what_a_closed_slice_says_of_the_old_words_is_told_anew() -> None:
    store = InMemoryStore()
    timeline = talk(store)
    timeline.alterations.revise(ONE, "Porto it is, on 4 October 2026")
    now = only(timeline)
    assert now.mark.focus == "about Porto it is, on 4 October 2026"
    assert now.mark.tags == ("I'm", "Noted.", "Porto")
    assert [one.start for one in now.occurrences] == ["2026-10-04"]
    assert [one.says for one in now.safety] == ["I'm allergic to penicillin"]


def test_a_fact_that_is_taken_back_is_forgotten_and_a_new_one_is_known() -> None:
    timeline = talk(InMemoryStore())
    timeline.alterations.revise(TWO, "I'm allergic to nuts")
    assert [(one.says, one.turn) for one in only(timeline).safety] == [
        ("I'm allergic to nuts", "3")
    ]


def test_a_fact_that_the_person_deleted_does_not_come_back_with_an_edit() -> None:
    timeline = talk(InMemoryStore())
    timeline.annotate(SLICE_ID, lambda one: replace(one, safety=()))
    timeline.alterations.revise(TWO, "I'm allergic to penicillin!")
    assert only(timeline).safety == ()


@pytest.mark.parametrize("closed", [True, False])
def test_a_deleted_message_is_a_turn_without_words(closed: bool) -> None:
    store = InMemoryStore()
    timeline = talk(store, closed=closed)
    before = only(timeline).turns
    timeline.alterations.redact(TWO, at(2))
    now = only(opened(store))
    assert now.turns == (*before[:2], replace(before[2], text=REDACTED))
    assert now.safety == ()
    everything = "".join(content.decode() for content in files(store).values())
    assert "penicillin" not in everything
    assert "allergi" not in everything
    assert derived(store) == rebuilt(store)


def test_what_another_turn_says_as_well_is_still_known() -> None:
    store = InMemoryStore()
    timeline = talk(store, closed=False)
    timeline.add(user("As I said: I'm allergic to penicillin", 3, "telegram 8812/3"))
    timeline.add(user("On 3 October 2026, then", 4, "telegram 8812/4"))
    timeline.close(ClosedBy.USER)
    timeline.alterations.redact(TWO)
    timeline.alterations.redact(ONE)
    now = only(timeline)
    assert [(one.says, one.turn) for one in now.safety] == [("I'm allergic to penicillin", "4")]
    assert [(one.start, one.turn) for one in now.occurrences] == [("2026-10-03", "5")]


def test_marks_of_a_model_go_where_they_hold_deleted_words_and_stay_elsewhere() -> None:
    timeline = talk(InMemoryStore())

    def by_flash(slice_: Slice) -> Slice:
        return replace(
            slice_,
            mark=replace(
                slice_.mark,
                focus="Penicillin allergies",
                summary="Lisbon in October",
                tags=("allergy", "lisbon"),
                decisions=("Lisbon",),
                open_loops=("Ask about penicillin",),
            ),
            amendments=(Amendment("It was Porto"),),
        )

    timeline.annotate(SLICE_ID, by_flash)
    timeline.alterations.redact(TWO)
    now = only(timeline)
    assert now.mark.focus == "about Lisbon it is, on 3 October 2026"
    assert now.mark.summary == "Lisbon in October"
    assert now.mark.tags == ("lisbon",)
    assert now.mark.decisions == ("Lisbon",)
    assert now.mark.open_loops == ()
    assert now.amendments == (Amendment("It was Porto"),)


def test_what_was_deleted_stays_deleted() -> None:
    timeline = talk(InMemoryStore())
    timeline.alterations.redact(TWO)
    timeline.alterations.revise(TWO, "I'm allergic to nuts")
    assert only(timeline).turns[2].text == REDACTED


@pytest.mark.parametrize("closed", [True, False])
def test_an_edit_is_kept_beside_what_the_person_made_of_the_turn_in_the_file(
    closed: bool,
) -> None:
    store = InMemoryStore()
    timeline = talk(store, closed=closed)
    if closed:
        race(store, "Lisbon it is", "Faro it is")
    else:
        edit(store, FIRST, "Lisbon it is", "Faro it is")
    done = timeline.alterations.revise(ONE, "Porto it is")
    assert done is not None
    assert done.is_twofold
    faro = "Faro it is, on 3 October 2026\n\n(edited in the app: {})"
    assert only(opened(store)).turns[0].text == faro.format("Porto it is")
    for again in ("Porto it is", "Braga it is"):
        done = timeline.alterations.revise(ONE, again)
        assert done is not None
        assert done.is_twofold
        assert only(opened(store)).turns[0].text == faro.format(again)


def test_a_file_that_came_with_a_message_is_named_once_in_both_versions() -> None:
    file = "[photo a.png](/memory/attachments/2026/07/07/155803-a-1f0c2a9e.png)"
    store = InMemoryStore()
    timeline = with_turns(store, user(f"My barn\n\n{file}", 0, ONE))
    edit(store, FIRST, "My barn", "My old barn")
    timeline.alterations.revise(ONE, f"My big barn\n\n{file}")
    both = f"My old barn\n\n{file}\n\n(edited in the app: My big barn)"
    assert only(opened(store)).turns[0].text == both


@pytest.mark.parametrize("closed", [True, False])
def test_an_edit_goes_in_beside_what_the_person_changed_elsewhere(closed: bool) -> None:
    store = InMemoryStore()
    timeline = talk(store, closed=closed)
    race(store, "Noted.", "Noted, said I.")
    done = timeline.alterations.revise(ONE, "Porto it is")
    assert done is not None
    assert not done.is_twofold
    assert [turn.text for turn in only(opened(store)).turns] == [
        "Porto it is",
        "Noted, said I.",
        "I'm allergic to penicillin",
    ]


@pytest.mark.parametrize("closed", [True, False])
def test_a_deleted_message_is_gone_whatever_the_file_made_of_it(closed: bool) -> None:
    store = InMemoryStore()
    timeline = talk(store, closed=closed)
    race(store, "I'm allergic to penicillin\n", "I'm allergic to ampicillin\n")
    timeline.alterations.redact(TWO)
    assert "ampicillin" not in "".join(content.decode() for content in files(store).values())


def race(store: InMemoryStore, old: str, new: str) -> None:
    """The person edits the slice between our reading and our writing."""
    write = store.write

    def first_by_hand(batch, **more):
        store.write = write  # type: ignore[method-assign]
        edit(store, FIRST, old, new)
        return write(batch, **more)

    store.write = first_by_hand  # type: ignore[method-assign]


def test_an_unknown_message_changes_nothing() -> None:
    store = InMemoryStore()
    timeline = talk(store)
    before = files(store)
    assert timeline.alterations.revise("telegram 1/1", "x") is None
    assert timeline.alterations.redact("telegram 1/1") is None
    assert files(store) == before


def test_a_slice_that_cannot_be_read_whole_is_left_as_it_is() -> None:
    store = InMemoryStore()
    timeline = talk(store)
    put(store, FIRST, files(store)[FIRST] + b"\xff")
    before = files(store)
    for act in (
        lambda: timeline.alterations.redact(TWO),
        lambda: timeline.alterations.revise(TWO, "x"),
        lambda: timeline.alterations.remove(SLICE_ID, lambda _: True),
    ):
        with pytest.raises(DamagedSlice):
            act()
    assert files(store) == before


@pytest.mark.parametrize("closed", [True, False])
def test_a_slice_that_is_removed_leaves_nothing_behind(closed: bool) -> None:
    store = InMemoryStore()
    timeline = talk(store, closed=closed)
    assert timeline.alterations.remove(SLICE_ID, lambda _: True)
    assert files(store) in ({}, {"memory/episodic/strands.json": b"{}\n"})
    assert timeline.entries() == []
    assert timeline.add(user("Anew", 5)).opened
    assert timeline.alterations.remove(SLICE_ID, lambda _: True) is True


def test_a_slice_that_is_not_what_was_meant_stays() -> None:
    store = InMemoryStore()
    timeline = talk(store)
    before = files(store)
    assert not timeline.alterations.remove(SLICE_ID, lambda one: len(one.turns) == 2)
    assert files(store) == before


@pytest.mark.parametrize("act", ["redact", "remove"])
def test_ended_between_slice_and_indexes_it_is_finished_by_the_next_try(act: str) -> None:
    whole = InMemoryStore()
    talk(whole)
    for made in range(1, 4):
        store = InMemoryStore(files(whole))
        do(opened(store), act, only_first=made, store=store)
        do(opened(store), act)
        assert "penicillin" not in "".join(each.decode() for each in files(store).values())
        assert derived(store) == rebuilt(store)


def do(timeline: Timeline, act: str, *, only_first: int | None = None, store=None) -> None:
    """Do it, or as much as `only_first` files of it, as if killed then."""
    write = store.write if store else None

    def part(batch: list[Change], **more):
        write(batch[:only_first], **more)
        raise KeyboardInterrupt

    if store:
        store.write = part
    try:
        if act == "redact":
            timeline.alterations.redact(TWO)
        else:
            timeline.alterations.remove(SLICE_ID, lambda _: True)
    except KeyboardInterrupt:
        pass
    if store:
        store.write = write


def test_a_slice_all_of_which_was_deleted_is_marked_as_one_without_words() -> None:
    store = InMemoryStore()
    timeline = Timeline(store, zone="UTC", mark=mark)
    timeline.add(user("Lisbon it is", 0, ONE))
    timeline.alterations.redact(ONE)
    timeline.close(ClosedBy.SILENCE)
    assert only(timeline).mark.focus == ""
    assert only(timeline).mark.tags == ()


def test_a_fact_of_unknown_kind_goes_with_the_turn_it_names() -> None:
    timeline = talk(InMemoryStore())
    by_hand = Safety("allergy", "penicillin: a rash", 1.0, "3")
    timeline.annotate(SLICE_ID, lambda one: replace(one, safety=(*one.safety, by_hand)))
    timeline.alterations.redact(TWO)
    assert only(timeline).safety == ()
