"""The outbox: one answer, kept together with what it answers, and never said twice."""

import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from adapters.base import Chat, Incoming
from previously_bot.answers import Answer, Delivery, NewAnswer
from previously_bot.database import KEYS_KEPT, Database
from previously_bot.errors import IllegalStep, NotWaiting
from previously_bot.inbox import Inbox
from previously_bot.outbox import Outbox

T0 = datetime(2026, 7, 7, 15, 58, 9, 4_000, tzinfo=UTC)
CHAT = Chat("console", "terminal")
HELLO = NewAnswer(person="mara", chat=CHAT, text="Hello, Mara.", at=T0)


@pytest.fixture
def database(tmp_path) -> Iterator[Database]:
    database = Database(tmp_path / "state")
    yield database
    database.close()


@pytest.fixture
def inbox(database) -> Inbox:
    return Inbox(database)


@pytest.fixture
def outbox(database) -> Outbox:
    return Outbox(database)


def said(inbox: Inbox, *message_ids: str, person: str = "mara") -> list[int]:
    """The inbox numbers of new messages with these ids."""
    for message_id in message_ids:
        incoming = Incoming(CHAT, message_id, "console", T0, f"said {message_id}")
        assert inbox.put(incoming, person, received=T0)
    return [
        waiting.number
        for waiting in inbox.waiting(person)
        if waiting.incoming.message_id in message_ids
    ]


def test_an_answer_comes_back_as_it_was(outbox):
    berlin = T0.astimezone(ZoneInfo("Europe/Berlin"))
    answer = outbox.put(replace(HELLO, at=berlin, origin="answers console terminal/17-1"), [])
    assert answer == Answer(
        number=answer.number,
        person="mara",
        chat=CHAT,
        text="Hello, Mara.",
        at=T0,
        origin="answers console terminal/17-1",
        on_timeline=True,
        state=Delivery.QUEUED,
        recorded=False,
    )
    assert answer.at.tzinfo is UTC
    assert outbox.queued("mara") == [answer]


@pytest.mark.parametrize(
    ("text", "kept"), [("a\ud800", "a\ufffd"), ("", ""), ("\0", "\0"), ("é" * 500_000,) * 2]
)
def test_any_text_can_be_answered(outbox, text, kept):
    assert outbox.put(replace(HELLO, text=text), []).text == kept
    assert outbox.queued("mara")[0].text == kept


def test_an_answer_and_its_messages_go_together(inbox, outbox):
    one, two, _ = said(inbox, "1", "2", "3")
    outbox.put(HELLO, [one, two])
    assert [waiting.incoming.message_id for waiting in inbox.waiting("mara")] == ["3"]


def test_when_the_answer_cannot_be_kept_its_messages_still_wait(inbox, outbox):
    numbers = said(inbox, "1")
    with pytest.raises(ValueError, match="has no time zone"):
        outbox.put(replace(HELLO, at=T0.replace(tzinfo=None)), numbers)
    assert [waiting.number for waiting in inbox.waiting("mara")] == numbers
    assert outbox.queued("mara") == []


def answered(inbox: Inbox, outbox: Outbox) -> list[int]:
    numbers = said(inbox, "1", "2")
    outbox.put(HELLO, numbers[:1])
    return numbers


def of_somebody_else(inbox: Inbox, outbox: Outbox) -> list[int]:
    return said(inbox, "1") + said(inbox, "2", person="lin")


def that_never_came(inbox: Inbox, outbox: Outbox) -> list[int]:
    return [*said(inbox, "1"), 4711]


@pytest.mark.parametrize("messages", [answered, of_somebody_else, that_never_came])
def test_messages_that_do_not_wait_get_no_answer_and_nothing_changes(inbox, outbox, messages):
    numbers = messages(inbox, outbox)
    before = (inbox.waiting("mara"), inbox.waiting("lin"), outbox.queued("mara"))
    with pytest.raises(NotWaiting) as caught:
        outbox.put(replace(HELLO, text="once more"), numbers)
    assert caught.value.numbers == tuple(numbers)
    assert (inbox.waiting("mara"), inbox.waiting("lin"), outbox.queued("mara")) == before


def test_there_is_never_a_second_answer_of_one_origin(inbox, outbox):
    numbers = said(inbox, "1")
    first = outbox.put(replace(HELLO, origin="answers 1"), numbers)
    outbox.sending(first.number)
    again = outbox.put(replace(HELLO, text="Hello again.", origin="answers 1"), numbers)
    assert again == replace(first, state=Delivery.SENDING)
    assert outbox.queued("mara") == []
    assert outbox.put(replace(HELLO, origin="answers 2"), []).number != first.number


def test_answers_without_an_origin_are_all_kept(outbox):
    numbers = {outbox.put(HELLO, []).number for _ in range(3)}
    assert len(numbers) == 3
    assert [answer.origin for answer in outbox.queued("mara")] == ["", "", ""]


@pytest.mark.parametrize("origin", ["answers console terminal/17-1", ""])
def test_many_threads_give_one_answer(tmp_path, database, inbox, outbox, origin):
    other = Database(tmp_path / "state")
    boxes = [outbox, Outbox(other)] * 4
    numbers = said(inbox, "17-1")
    together = threading.Barrier(len(boxes))

    def put(box: Outbox) -> int | None:
        together.wait(timeout=30)
        try:
            return box.put(replace(HELLO, origin=origin), numbers).number
        except NotWaiting:
            return None

    with ThreadPoolExecutor(len(boxes)) as pool:
        given = list(pool.map(put, boxes))
    other.close()
    assert len(outbox.queued("mara")) == 1
    assert given.count(None) == (0 if origin else len(boxes) - 1)
    assert len(set(given) - {None}) == 1


def test_what_is_to_be_sent_comes_oldest_first_and_to_each_their_own(outbox):
    late = outbox.put(replace(HELLO, at=T0 + timedelta(hours=1)), [])
    lins = outbox.put(replace(HELLO, person="lin"), [])
    early = outbox.put(replace(HELLO, at=T0 - timedelta(hours=1)), [])
    assert outbox.queued("mara") == [late, early]
    assert outbox.queued("lin") == [lins]


STEPS: dict[str, Callable[[Outbox, int], None]] = {
    "sending": Outbox.sending,
    "sent": Outbox.sent,
    "unknown": Outbox.unknown,
    "queued": Outbox.back_to_queue,
}
WAYS: dict[str, list[str]] = {
    "queued": [],
    "sending": ["sending"],
    "sent": ["sending", "sent"],
    "unknown": ["sending", "unknown"],
}
ALLOWED = {("queued", "sending"), *(("sending", end) for end in ("sent", "unknown", "queued"))}


def brought_to(state: str, outbox: Outbox, answer: NewAnswer = HELLO) -> int:
    number = outbox.put(answer, []).number
    for step in WAYS[state]:
        STEPS[step](outbox, number)
    return number


def queued(outbox: Outbox) -> list[int]:
    return [answer.number for answer in outbox.queued("mara")]


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("state", WAYS)
def test_an_answer_moves_only_where_it_can(outbox, state, step):
    bystander = brought_to("queued", outbox)
    number = brought_to(state, outbox)
    if (state, step) in ALLOWED:
        STEPS[step](outbox, number)
        now = step
    else:
        with pytest.raises(IllegalStep, match=f"is {state}, so .* marked as {step}") as caught:
            STEPS[step](outbox, number)
        assert (caught.value.number, caught.value.found) == (number, state)
        now = state
    assert queued(outbox) == [bystander] + [number] * (now == "queued")
    for end in ("sent", "unknown"):  # only from "sending" could it still get there
        if now == end:
            with pytest.raises(IllegalStep, match=f"is {end}"):
                outbox.sending(number)
    assert [answer.number for answer in outbox.interrupted()] == [number] * (now == "sending")


@pytest.mark.parametrize("step", [*STEPS.values(), Outbox.recorded])
def test_an_answer_that_does_not_exist_cannot_move(outbox, step):
    with pytest.raises(IllegalStep, match="The answer 4711 does not exist"):
        step(outbox, 4711)


def test_an_answer_that_went_back_to_the_queue_can_be_sent(outbox):
    number = brought_to("sending", outbox)
    outbox.back_to_queue(number)
    outbox.sending(number)
    outbox.sent(number)
    assert outbox.queued("mara") == []


def test_what_was_being_sent_at_the_end_is_unknown_at_the_next_start(outbox):
    for state in WAYS:
        brought_to(state, outbox)
    second = brought_to("sending", outbox, replace(HELLO, person="lin"))
    stuck = outbox.interrupted()
    assert [(answer.person, answer.state) for answer in stuck] == [
        ("mara", Delivery.UNKNOWN),
        ("lin", Delivery.UNKNOWN),
    ]
    assert stuck[1].number == second
    assert outbox.interrupted() == []
    assert len(outbox.queued("mara")) == 1
    with pytest.raises(IllegalStep, match="is unknown"):
        outbox.sending(second)


@pytest.mark.parametrize("state", WAYS)
def test_an_answer_is_recorded_once_however_its_delivery_went(outbox, state):
    number = brought_to(state, outbox)
    outbox.put(replace(HELLO, person="lin"), [])
    outbox.put(replace(HELLO, text="what a command printed", on_timeline=False), [])
    (answer,) = outbox.to_record("mara")
    assert (answer.number, answer.recorded) == (number, False)
    outbox.recorded(number)
    assert outbox.to_record("mara") == []
    assert len(outbox.to_record("lin")) == 1
    outbox.recorded(number)
    assert outbox.to_record("mara") == []


def test_being_recorded_is_kept_with_the_answer(outbox):
    number = brought_to("queued", outbox)
    outbox.recorded(number)
    assert outbox.queued("mara")[0].recorded


def test_what_does_not_belong_on_the_timeline_is_never_recorded(outbox):
    answer = outbox.put(replace(HELLO, on_timeline=False), [])
    assert not answer.on_timeline
    with pytest.raises(IllegalStep, match="is not for the timeline"):
        outbox.recorded(answer.number)
    assert not outbox.queued("mara")[0].recorded


def test_what_is_to_be_recorded_comes_oldest_first(outbox):
    numbers = [outbox.put(replace(HELLO, text=text), []).number for text in "abc"]
    assert [answer.number for answer in outbox.to_record("mara")] == numbers


KILLED = """
import os, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from adapters.base import Chat, Incoming
from previously_bot.database import Database
from previously_bot.inbox import Inbox
from previously_bot.answers import NewAnswer
from previously_bot.outbox import Outbox

at = datetime(2026, 7, 7, tzinfo=UTC)
database = Database(Path(sys.argv[1]))
inbox, outbox = Inbox(database), Outbox(database)
chat = Chat("console", "terminal")
inbox.put(Incoming(chat, "1", "console", at, "one"), "mara", received=at)
new = NewAnswer(person="mara", chat=chat, text="answer", at=at, origin="answers 1")
answer = outbox.put(new, [inbox.waiting("mara")[0].number])
if sys.argv[2] == "sending":
    outbox.sending(answer.number)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("last", ["put", "sending"])
def test_an_answer_survives_kill_9(tmp_path, last):
    run = subprocess.run(
        [sys.executable, "-c", KILLED, tmp_path, last],
        cwd=Path(__file__).parents[2],
        timeout=60,
    )
    assert run.returncode == -signal.SIGKILL
    database = Database(tmp_path)
    inbox, outbox = Inbox(database), Outbox(database)
    assert inbox.waiting("mara") == []
    lost = [answer.text for answer in outbox.interrupted()]
    to_send = [answer.text for answer in outbox.queued("mara")]
    database.close()
    assert (lost, to_send) == (([], ["answer"]) if last == "put" else (["answer"], []))


def everything_on_disk(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()))


@pytest.mark.parametrize(
    ("state", "on_timeline", "recorded", "is_finished"),
    [
        ("sent", True, True, True),
        ("unknown", True, True, True),
        ("sent", False, False, True),
        ("sent", True, False, False),
        ("sending", True, True, False),
        ("queued", True, True, False),
    ],
)
def test_forgetting_empties_what_is_finished_and_nothing_else(
    tmp_path, outbox, state, on_timeline, recorded, is_finished
):
    old = replace(HELLO, text="a secret of old", on_timeline=on_timeline, origin="answers 1")
    fresh = brought_to("sent", outbox, replace(HELLO, text="fresh", at=T0 + KEYS_KEPT))
    number = brought_to(state, outbox, old)
    outbox.recorded(fresh)
    if recorded:
        outbox.recorded(number)
    outbox.forget_before(T0)
    assert b"a secret of old" in everything_on_disk(tmp_path / "state")
    outbox.forget_before(T0 + timedelta(seconds=1))
    kept = everything_on_disk(tmp_path / "state")
    assert (b"a secret of old" in kept) is not is_finished
    assert b"fresh" in kept
    again = outbox.put(replace(old, text="second"), [])
    assert (again.number, again.text) == (number, "" if is_finished else "a secret of old")


def test_forgetting_drops_origins_when_nobody_will_ask_again(outbox):
    gone = brought_to("sent", outbox, replace(HELLO, origin="answers 1", on_timeline=False))
    left = brought_to("queued", outbox, replace(HELLO, origin="answers 2", on_timeline=False))
    outbox.forget_before(T0 + KEYS_KEPT)
    assert outbox.put(replace(HELLO, origin="answers 1"), []).number == gone
    outbox.forget_before(T0 + KEYS_KEPT + timedelta(seconds=1))
    assert outbox.put(replace(HELLO, origin="answers 1"), []).number > left
    assert outbox.put(replace(HELLO, origin="answers 2"), []).number == left
