"""Two people become one: asked first, brought over whole, and never half after kill -9."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from memory.slices import Amendment
from memory.store import Store
from memory.stores.in_memory import InMemoryStore
from previously_bot.app.minds import marker_for, mind_of
from previously_bot.app.places import Place, timeline_of
from previously_bot.conversation import Conversation
from previously_bot.courier import Courier
from previously_bot.database import Database
from previously_bot.inbox import Inbox
from previously_bot.joins import Joins
from previously_bot.parts import Boxes, Mind
from previously_bot.people import Person
from previously_bot.texts import joining
from previously_bot.uniting import Home, Uniting
from tests.fakes import (
    LANE,
    NOON,
    HandClock,
    PaperAdapter,
    accounts,
    at_once,
    message,
    never,
    process,
)
from tests.fakes import (
    boxes as boxes_of,
)
from tests.strategies import SLICE_ID, agent, user
from tests.timelines import derived, files, opened, put, rebuilt, said, slices, with_turns
from tests.unit.test_running import LIN, MARA, Platform, running, said_in

PROFILE, NOTE, TASK = "memory/user/profile.md", "memory/notes/garden.md", "tasks/lamp.md"
DAMAGED = "memory/episodic/slices/2026/07/01/0900.md"


class Killed(BaseException):
    """kill -9, as far as a test can do it."""


class Mortal:
    """A store, or the joins, at the nth call of which the process ends."""

    def __init__(self, part: Any, step: Callable[[], None]) -> None:
        self._part, self._step = part, step
        self.after_done: Callable[[], object] = lambda: None

    def __getattr__(self, name: str) -> Any:
        act = getattr(self._part, name)
        if name not in {"write", "hand_over", "done"}:
            return act

        def call(*args: Any, **named: Any) -> Any:
            self._step()
            result = act(*args, **named)
            self._step()
            if name == "done":
                self.after_done()
            return result

        return call


class Two:
    """Mara and Lin, each with a past; Lin has become Mara, and nothing is brought yet."""

    def __init__(self, state: Path) -> None:
        self.state = state
        self.mara, self.lin = InMemoryStore(), InMemoryStore()
        with_turns(self.mara, user("mara's"), agent("so", 2), user("much later", 600))
        past = with_turns(self.lin, user("lin's", 0.5), agent("yes", 1), user("alone", 60))
        right = Amendment("It was a viola")
        past.annotate("2026-07-07-1558", lambda one: replace(one, amendments=(right,)))
        for path in (PROFILE, NOTE, TASK, "sessions/2026/07/07/1558.md", DAMAGED):
            put(self.lin, path, b"---\n\xff\n---\nlin's")
        put(self.mara, PROFILE, b"mara's")
        put(self.mara, NOTE, b"---\n\xff\n---\nlin's")
        self.platform, self.clock = PaperAdapter(), HandClock()
        with self.database() as database:
            mailbox = Inbox(database)
            for who, number in (("lin", "1"), ("mara", "2")):
                mailbox.put(message("/help", number, NOON), who, received=NOON)
            code = accounts(database).issue("mara", NOON)
            Joins(database).agree(code, "lin", message("", "3", NOON), NOON)

    @contextmanager
    def database(self) -> Iterator[Database]:
        made = Database(self.state)
        try:
            yield made
        finally:
            made.close()

    async def live(self, step: Callable[[], None] = lambda: None) -> None:
        """A process, until all is brought, or until `step` raises."""
        with self.database() as database:
            finished, loop = asyncio.Event(), asyncio.get_running_loop()
            joins: Any = Mortal(Joins(database), step)
            joins.after_done = lambda: loop.call_soon_threadsafe(finished.set)
            if not joins.unfinished():
                finished.set()
            boxes = replace(boxes_of(database), joins=joins)
            courier = Courier(boxes.outbox, {"telegram": self.platform}, self.clock, never)
            homes = {
                person.name: self._home(person, Mortal(store, step), boxes, courier)
                for person, store in ((MARA, self.mara), (LIN, self.lin))
            }
            uniting = Uniting(homes, boxes, self.clock)
            jobs = [uniting.run(), *(home.mailbox.run() for home in homes.values())]
            work = [asyncio.create_task(job) for job in jobs]
            done = asyncio.create_task(self._until_done(finished, homes["mara"]))
            ended, _ = await asyncio.wait([*work, done], return_when=asyncio.FIRST_COMPLETED)
            for task in (*work, done):
                task.cancel()
            await asyncio.wait([*work, done])
            for task in ended:
                task.result()

    async def _until_done(self, finished: asyncio.Event, home: Home) -> None:
        await finished.wait()
        home.mailbox.tick()
        await home.mailbox.settled()

    def _home(self, person: Person, store: Store, boxes: Boxes, courier: Courier) -> Home:
        place = Place(person, self.state / person.name, self.state)
        timeline = timeline_of(place, store, marker_for(None))

        def mind(person: Person) -> Mind:
            there = replace(place, person=person)
            return mind_of(there, store, timeline, LANE, None, boxes.journal, at_once)

        mailbox = Conversation(
            person,
            timeline=timeline,
            minds=mind,
            boxes=boxes,
            courier=courier,
            clock=self.clock,
            process=process,
        )
        return Home(person, store, timeline, LANE, mailbox)


def must_be_one(two: Two) -> None:
    texts = sorted(text for slice_ in said(two.mara).values() for text in slice_)
    assert texts == ["alone", "lin's", "mara's", "much later", "so", "yes"]
    found = files(two.mara)
    assert found[PROFILE] == b"mara's"
    assert found["memory/user/profile-lin.md"] == files(two.lin)[PROFILE]
    assert found[TASK] == files(two.lin)[TASK]
    assert found[DAMAGED] == files(two.lin)[DAMAGED]
    assert [path for path in found if "-lin" in path] == ["memory/user/profile-lin.md"]
    (one,) = (one for one in slices(two.mara).values() if one.amendments)
    assert "lin's" in [turn.text for turn in one.turns]
    assert one.amendments == (Amendment("It was a viola"),)
    opened(two.mara).rebuild()
    assert derived(two.mara) == rebuilt(two.mara)
    told = [text for text in two.platform.texts if "are one now" in text]
    assert len(told) == 1
    assert "2 conversations and 5 other files" in told[0]


async def test_all_of_it_is_brought_over_and_the_other_is_untouched(tmp_path: Path) -> None:
    two = Two(tmp_path)
    before = files(two.lin)
    await two.live()
    must_be_one(two)
    assert files(two.lin) == before
    helps = [text for text in two.platform.texts if "/recap" in text]
    assert len(helps) == 2
    assert SLICE_ID in said(two.mara)


async def test_killed_at_any_step_it_goes_on_to_the_same_end(tmp_path: Path) -> None:
    passed = 0

    def count() -> None:
        nonlocal passed
        passed += 1

    await Two(tmp_path / "whole").live(count)
    assert passed > 12
    for last in range(1, passed + 1):
        two, left = Two(tmp_path / f"killed-{last}"), iter(range(last - 1))

        def step(left: Iterator[int] = left) -> None:
            if next(left, None) is None:
                raise Killed

        with pytest.raises(Killed):
            await two.live(step)
        await two.live()
        must_be_one(two)


async def test_a_place_that_says_no_is_told_once_and_made_up_for(tmp_path: Path) -> None:
    two = Two(tmp_path)
    two.mara.fail_after(3)
    for _ in range(2):
        with pytest.raises(Exception, match="make room"):
            await two.live()
    two.mara.fail_after(None)
    await two.live()
    must_be_one(two)
    assert sum("not joined yet" in text for text in two.platform.texts) == 1


async def test_the_one_with_the_code_is_asked_and_then_both_have_one_past(
    tmp_path: Path,
) -> None:
    telegram = Platform("telegram")
    async with running(tmp_path, telegram):
        telegram.say("8812", "I bought a lamp")
        telegram.say("77", "我买了一把椅子")
        await telegram.answers(2)
        telegram.say("8812", "/link")
        code = (await telegram.answers(3))[2][1].split("`")[1]
        telegram.say("77", code.lower())
        chat, asked = (await telegram.answers(4))[3]
        assert (chat, "mara" in asked, len(said_in(tmp_path / "mara"))) == (
            "chat of 77",
            True,
            1,
        )
        yes, no = telegram.sent[3].buttons[0]
        assert (yes.command, no.command) == (f"/link {code} yes", f"/link {code} no")
        telegram.say("77", yes.command)
        told = (await telegram.answers(7))[4:]
        assert [chat for chat, _ in told] == ["chat of 77", *[chat for chat, _ in told[1:]]]
        assert {chat for chat, _ in told[1:]} == {"chat of 77", "chat of 8812"}
        telegram.say("77", yes.command)
        assert (await telegram.answers(8))[7][1] == joining.BEGUN.say("en", name="mara")
        telegram.say("77", "And a table")
        await telegram.answers(9)
    again = Platform("telegram")
    async with running(tmp_path, again):
        again.say("77", "/timeline")
        assert "(6 turns)" in (await again.answers(1))[0][1]
    together = "".join(said_in(tmp_path / "mara"))
    assert all(one in together for one in ("lamp", "椅子", "And a table"))
    assert "And a table" not in "".join(said_in(tmp_path / "lin"))


async def test_whoever_says_no_stays_who_they_are(tmp_path: Path) -> None:
    telegram = Platform("telegram")
    async with running(tmp_path, telegram):
        telegram.say("8812", "/link")
        code = (await telegram.answers(1))[0][1].split("`")[1]
        for nth, text in enumerate(
            (f"/link {code} perhaps", f"/link {code} no", f"/link {code} yes", f"/link {code}"),
            start=2,
        ):
            telegram.say("77", text)
            await telegram.answers(nth)
        refused, again, over = [text for _, text in (await telegram.answers(5))[2:]]
        assert refused == again == joining.NOT_JOINED.say("zh")
        assert over == joining.NO_SUCH_CODE.say("zh")
        telegram.say("77", "我买了一把椅子")
        await telegram.answers(6)
    assert said_in(tmp_path / "mara") == []
    assert "椅子" in said_in(tmp_path / "lin")[0]
