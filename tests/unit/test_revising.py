"""Messages that their person edits or deletes in the app: while they wait, while they are being
answered, and afterwards."""

import json
from pathlib import Path

import pytest

from adapters.base import Chat, Deleted, Edited
from memory.slices import REDACTED, ClosedBy
from previously_bot.choreography import Cast
from previously_bot.database import Database
from previously_bot.models.scripted import ScriptedModel
from previously_bot.texts import merging
from tests.fakes import CHAT, NOON, boxes, message
from tests.talks import glance, talk
from tests.timelines import edit, files
from tests.unit.test_conversation import Scene, scene


def edited(text: str, message_id: str = "1") -> Edited:
    return Edited(message(text, message_id, NOON))


async def revise(now: Scene, *events: Edited | Deleted) -> None:
    """All of it has come before anything is done."""
    for event in events:
        now.boxes.revisions.put(event, "mara", received=NOON)
    now.conversation.tick()
    await now.conversation.settled()
    assert now.conversation.failure is None


async def test_an_edited_message_that_was_answered_changes_on_the_timeline_alone(
    tmp_path: Path,
) -> None:
    async with scene(tmp_path) as now:
        await now.say("I bought a lamp")
        await revise(now, edited("I bought a lantern"))
        # Nobody is asked again; but an answer does not repeat what is not said any more.
        assert now.turns() == [
            ("user", "I bought a lantern"),
            ("agent", "[I bought a lantern]"),
        ]
        assert len(now.model.asked) == 1
        assert now.telegram.texts == ["[I bought a lamp]"]
        assert now.boxes.revisions.waiting("mara") == []
        kept = now.boxes.inbox.find(CHAT, "1")
        assert kept is not None
        assert kept.incoming.text == "I bought a lantern"


async def test_a_deleted_message_that_was_answered_is_a_turn_without_words(
    tmp_path: Path,
) -> None:
    async with scene(tmp_path) as now:
        await now.say("I bought a lamp")
        await revise(now, Deleted(CHAT, "1"))
        assert now.turns()[0] == ("user", REDACTED)
        assert len(now.model.asked) == 1
        kept = now.boxes.inbox.find(CHAT, "1")
        assert kept is not None
        assert kept.incoming.text == ""
    assert b"I bought a lamp" not in inbox_of(tmp_path)


def inbox_of(state: Path) -> bytes:
    """What the state keeps of incoming messages, as anybody could read it."""
    database = Database(state)
    try:
        with database.reading() as connection:
            rows = connection.exec_driver_sql("SELECT text, quoted FROM inbox").all()
            rows += connection.exec_driver_sql("SELECT now, '' FROM revisions").all()
        return b"".join(bytes(row[0]) for row in rows)
    finally:
        database.close()


async def test_a_message_that_waits_is_answered_as_it_is_now(tmp_path: Path) -> None:
    async with scene(tmp_path) as now:
        now.boxes.inbox.put(message("I bought a lamp", "1", NOON), "mara", received=NOON)
        await revise(now, edited("I bought a lam"), edited("I bought a lantern"))
        assert now.turns() == [
            ("user", "I bought a lantern"),
            ("agent", "[I bought a lantern]"),
        ]


async def test_messages_that_were_all_deleted_are_not_answered(tmp_path: Path) -> None:
    async with scene(tmp_path) as now:
        for nth in "12":
            now.boxes.inbox.put(message(f"word {nth}", nth, NOON), "mara", received=NOON)
        await revise(now, Deleted(CHAT, "1"), Deleted(CHAT, "2"))
        assert now.turns() == []
        assert now.telegram.texts == []
        assert now.boxes.inbox.waiting("mara") == []
        await now.conversation.receive(message("word 1", "1", NOON))
        await now.conversation.settled()
        assert now.turns() == []


async def test_of_messages_that_wait_together_the_others_are_answered(tmp_path: Path) -> None:
    async with scene(tmp_path) as now:
        for nth in "12":
            now.boxes.inbox.put(message(f"word {nth}", nth, NOON), "mara", received=NOON)
        await revise(now, Deleted(CHAT, "1"))
        assert now.turns() == [("user", "word 2"), ("agent", "[word 2]")]


async def test_an_answer_at_hand_goes_on_and_the_timeline_changes(tmp_path: Path) -> None:
    async with scene(tmp_path) as now:
        asked = now.model.pause()
        await now.conversation.receive(message("I bought a lamp", "1", NOON))
        await asked.wait()
        await now.conversation.receive(message("and a chair", "2", NOON))
        for event in (edited("I bought a lantern"), Deleted(CHAT, "2")):
            await now.conversation.revise(event)
        now.model.go_on()
        await now.conversation.settled()
        assert now.conversation.failure is None
        assert sorted(now.turns()) == [
            ("agent", "[I bought a lantern]"),
            ("user", "I bought a lantern"),
            ("user", REDACTED),
        ]
        assert now.telegram.texts == ["[I bought a lamp]"]


@pytest.mark.parametrize(("was", "now_is"), [("/help", "hello"), ("hello", "/close")])
async def test_edits_of_commands_and_into_commands_do_nothing(
    tmp_path: Path, was: str, now_is: str
) -> None:
    async with scene(tmp_path) as now:
        await now.say(was)
        before, sent = now.turns(), now.telegram.texts
        await revise(now, edited(now_is))
        assert now.turns() == before
        assert now.telegram.texts == sent
        assert now.boxes.revisions.waiting("mara") == []


async def test_what_the_person_made_of_the_turn_in_the_file_stays_and_they_are_told(
    tmp_path: Path,
) -> None:
    async with scene(tmp_path) as now:
        await now.say("I bought a lamp")
        path = now.timeline.path(now.timeline.entries()[0].slice_id)
        edit(now.store, path, "\nI bought a lamp\n", "\nI bought two lamps\n")
        await revise(now, edited("I bought a lantern"))
        await revise(now, edited("I bought a lamb"))
        await now.say("and then?")
        both = "I bought two lamps\n\n(edited in the app: I bought a lamb)"
        assert now.turns()[0] == ("user", both)
        said = merging.BOTH_IN_TURN.say("en")
        assert now.telegram.texts.count(said) == 1


async def test_what_was_changed_in_the_file_and_seen_here_long_ago_stays_too(
    tmp_path: Path,
) -> None:
    async with scene(tmp_path) as now:
        await now.say("I bought a lamp ")
        await revise(now, edited("I bought a lamb "))
        await revise(now, edited("I bought a lantern"))
        assert now.turns()[0] == ("user", "I bought a lantern")
        slice_id = now.timeline.entries()[0].slice_id
        now.timeline.close(ClosedBy.USER)
        edit(now.store, now.timeline.path(slice_id), "\nI bought a lantern\n", "\nA torch\n")
        now.timeline.look_again([now.timeline.path(slice_id)])
        await revise(now, edited("I bought a lamp"))
        both = "A torch\n\n(edited in the app: I bought a lamp)"
        assert now.turns()[0] == ("user", both)


async def test_a_place_that_is_down_keeps_the_change_for_later(tmp_path: Path) -> None:
    async with scene(tmp_path) as now:
        await now.say("I bought a lamp")
        now.store.reachable = False
        await now.conversation.revise(Deleted(CHAT, "1"))
        await now.conversation.settled()
        assert now.conversation.failure is not None
        now.store.reachable = True
        now.conversation.tick()
        await now.conversation.settled()
        assert now.turns()[0] == ("user", REDACTED)


async def test_an_edit_composes_a_turn_as_a_new_message_does(tmp_path: Path) -> None:
    async with scene(tmp_path) as now:
        await now.say("yes")
        again = message("no", "1", NOON)
        quoting = type(again)(again.chat, "1", "8812", NOON, "no", quoted="Shall we?")
        await revise(now, Edited(quoting))
        assert now.turns()[0] == ("user", "> Shall we?\n\nno")


async def test_of_a_deleted_message_nothing_is_left_with_models_either(tmp_path: Path) -> None:
    zeppelin = {"focus": "Zeppelins", "tags": ["zeppelin"], "summary": "A zeppelin"}
    lamp = {"focus": "Lamps", "tags": ["lamp"], "summary": "A lamp"}
    flash = ScriptedModel([glance(marks=zeppelin), glance(marks=lamp)])
    pro = ScriptedModel(["Noted.", "A lamp, good."])
    async with talk(tmp_path, Cast(flash=flash, pro=pro)) as now:
        await now.say("I dream of a zeppelin")
        assert now.slice().mark.focus == "Zeppelins"
        await now.conversation.revise(Deleted(CHAT, "1"))
        await now.conversation.settled()
        assert now.slice().mark.focus == ""
        assert now.slice().mark.tags == ()
        everything = b"".join(files(now.store).values()).lower()
        assert b"zeppelin" not in everything
        await now.say("I bought a lamp")
        assert "zeppelin" not in json.dumps(str(pro.asked[-1])).lower()
        assert now.slice().mark.focus == "Lamps"
        assert now.slice().mark.tags == ("lamp",)
        now.timeline.close(ClosedBy.USER)


def test_whose_a_message_is_and_what_is_to_be_done_outlives_the_process(
    tmp_path: Path,
) -> None:
    database = Database(tmp_path)
    kept = boxes(database)
    kept.inbox.put(message("one", "1", NOON), "mara", received=NOON)
    kept.revisions.put(edited("two"), "mara", received=NOON)
    kept.revisions.put(Deleted(CHAT, "1"), "mara", received=NOON)
    database.close()
    database = Database(tmp_path)
    kept = boxes(database)
    assert kept.inbox.owner(CHAT, "1") == "mara"
    assert kept.inbox.owner(CHAT, "2") is None
    assert kept.inbox.owner(Chat("discord", CHAT.chat_id), "1") is None
    first, second = kept.revisions.waiting("mara")
    assert first.now == message("two", "1", NOON)
    assert (second.now, second.origin) == (None, "telegram 8812/1")
    assert kept.revisions.waiting("lin") == []
    kept.revisions.done(first)
    kept.revisions.done(first)
    assert [one.number for one in kept.revisions.waiting("mara")] == [second.number]
    database.close()


def test_a_text_that_was_removed_from_the_inbox_does_not_come_back(tmp_path: Path) -> None:
    database = Database(tmp_path)
    kept = boxes(database)
    kept.inbox.put(message("one", "1", NOON), "mara", received=NOON)
    (waiting,) = kept.inbox.waiting("mara")
    kept.revisions.put(Deleted(CHAT, "1"), "mara", received=NOON)
    kept.revisions.put(edited("two"), "mara", received=NOON)
    for revision in kept.revisions.waiting("mara"):
        kept.revisions.done(revision)
    found = kept.inbox.find(CHAT, "1")
    assert found is not None
    assert (found.number, found.incoming.text) == (waiting.number, "")
    assert kept.inbox.waiting("mara") == []
    database.close()


async def test_what_the_answer_repeats_of_a_deleted_message_is_found_no_more(
    tmp_path: Path,
) -> None:
    async with talk(tmp_path, None) as now:
        assert "5512" in await now.say("My locker code is 5512")
        now.boxes.revisions.put(Deleted(CHAT, "1"), "mara", received=NOON)
        assert "5512" not in await now.say("/recall locker")
        said, answer = now.slice().turns
        assert said.text == REDACTED
        assert answer.text.startswith(f"Kept: “{REDACTED}”\n")
        assert "5512" not in "".join(map(str, files(now.store).values()))


async def test_what_the_answer_repeats_of_an_edited_message_is_what_it_says_now(
    tmp_path: Path,
) -> None:
    async with talk(tmp_path, None) as now:
        await now.say("The gilder comes on Tuesday")
        now.boxes.revisions.put(edited("The gilder comes on Friday"), "mara", received=NOON)
        await now.say("/timeline")
        assert now.slice().turns[1].text.startswith("Kept: “The gilder comes on Friday”")
