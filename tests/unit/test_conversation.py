"""A person's mailbox: order, company, closing and coming back, and what cannot be done now."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from memory.errors import WriteRefused
from memory.slices import ClosedBy, Mark, Slice, Speaker
from memory.stores.in_memory import InMemoryStore
from memory.timeline import Timeline
from previously_bot.clock import Pause
from previously_bot.conversation import Conversation
from previously_bot.courier import Courier
from previously_bot.database import Database
from previously_bot.errors import Unreachable
from tests.fakes import (
    CHAT,
    MARA,
    OTHER_CHAT,
    EchoModel,
    HandClock,
    PaperAdapter,
    boxes,
    message,
    mind,
    never,
    process,
)
from tests.talks import talk


def focus_on_first_words(slice_: Slice) -> Mark:
    return Mark(focus=slice_.turns[0].text)


class Scene:
    """A conversation over real boxes, in a folder that outlives it."""

    def __init__(self, state: Path, store: InMemoryStore, pause: Pause | None) -> None:
        self.clock = HandClock()
        self.model = EchoModel()
        self.telegram, self.discord = PaperAdapter("telegram"), PaperAdapter("discord")
        self.database = Database(state)
        self.boxes = boxes(self.database)
        self.store = store
        self.timeline = Timeline(store, zone="Europe/Berlin", mark=focus_on_first_words)
        self.conversation = Conversation(
            MARA,
            timeline=self.timeline,
            minds=lambda person: mind(self.timeline, store, self.model, person),
            boxes=self.boxes,
            courier=Courier(
                self.boxes.outbox,
                {"telegram": self.telegram, "discord": self.discord},
                self.clock,
                never,
            ),
            clock=self.clock,
            process=process,
            pause=pause,
        )
        self._count = 0

    async def say(self, *texts: str, chat: object = CHAT) -> None:
        for text in texts:
            self._count += 1
            incoming = message(text, str(self._count), self.clock.now(), chat)  # type: ignore[arg-type]
            await self.conversation.receive(incoming)
        await self.conversation.settled()

    def turns(self) -> list[tuple[str, str]]:
        return [
            (turn.speaker.value, turn.text)
            for entry in self.timeline.entries()
            for turn in self.timeline.read(entry.slice_id).turns
        ]


@asynccontextmanager
async def scene(
    state: Path, store: InMemoryStore | None = None, pause: Pause | None = None
) -> AsyncIterator[Scene]:
    made = Scene(state, store or InMemoryStore(), pause)
    work = asyncio.create_task(made.conversation.run())
    try:
        yield made
    finally:
        work.cancel()
        await asyncio.wait([work])
        made.database.close()


async def test_a_message_and_its_answer_are_two_turns_of_one_slice(tmp_path: Path) -> None:
    async with scene(tmp_path) as now:
        await now.say("I bought a lamp")
        assert now.turns() == [("user", "I bought a lamp"), ("agent", "[I bought a lamp]")]
        assert now.telegram.texts == ["[I bought a lamp]"]
        assert len(now.timeline.entries()) == 1


async def test_messages_that_wait_together_get_one_answer_in_their_order(
    tmp_path: Path,
) -> None:
    async with scene(tmp_path) as now:
        for number, text in enumerate(["one", "two", "three"]):
            incoming = message(text, f"early-{number}", now.clock.now())
            now.boxes.inbox.put(incoming, "mara", received=now.clock.now())
        now.conversation.tick()
        await now.conversation.settled()
        assert now.telegram.texts == ["[one][two][three]"]
        assert [text for _, text in now.turns()] == [
            "one",
            "two",
            "three",
            "[one][two][three]",
        ]


async def test_an_answer_goes_to_the_chat_the_message_came_from(tmp_path: Path) -> None:
    async with scene(tmp_path) as now:
        for chat, text in ((CHAT, "from here"), (OTHER_CHAT, "from there")):
            incoming = message(text, f"early-{text}", now.clock.now(), chat)
            now.boxes.inbox.put(incoming, "mara", received=now.clock.now())
        now.conversation.tick()
        await now.conversation.settled()
        assert now.telegram.texts == ["[from here]"]
        assert now.discord.texts == ["[from there]"]
        assert len(now.timeline.entries()) == 1
        assert now.timeline.entries()[0].channels == ("telegram", "discord")


async def test_the_same_message_twice_is_one_turn_and_one_answer(tmp_path: Path) -> None:
    async with scene(tmp_path) as now:
        again = message("hello", "7", now.clock.now())
        for _ in range(2):
            await now.conversation.receive(again)
            await now.conversation.settled()
        assert now.telegram.texts == ["[hello]"]
        assert len(now.turns()) == 2


async def test_the_first_message_after_the_gap_opens_a_slice_and_is_answered(
    tmp_path: Path,
) -> None:
    async with scene(tmp_path) as now:
        await now.say("before")
        now.clock.forward(minutes=30)
        await now.say("after")
        first, second = now.timeline.entries()
        assert (first.status.value, second.status.value) == ("closed", "active")
        assert first.focus == "before"
        assert [turn.text for turn in now.timeline.read(second.slice_id).turns] == [
            "after",
            "[after]",
        ]
        assert now.telegram.texts[-1] == "[after]"


async def test_a_slice_that_fell_silent_closes_at_its_last_turn(tmp_path: Path) -> None:
    async with scene(tmp_path) as now:
        await now.say("good night")
        last = now.clock.now()
        now.clock.forward(hours=7)
        now.conversation.tick()
        await now.conversation.settled()
        assert now.timeline.open_slice is None
        closed = now.timeline.entries()[0]
        assert closed.end == last
        assert now.timeline.read(closed.slice_id).closed_by == ClosedBy.SILENCE


async def test_a_return_after_the_gap_begins_with_a_recap_that_is_no_turn(
    tmp_path: Path,
) -> None:
    async with scene(tmp_path) as now:
        await now.say("the lease begins in March")
        assert len(now.telegram.sent) == 1
        now.clock.forward(days=2)
        await now.say("hello again")
        recap, answer = now.telegram.texts[1:]
        assert "Previously on you" in recap
        assert "the lease begins in March" in recap
        assert "2 days ago" in recap
        assert answer == "[hello again]"
        assert all("Previously" not in text for _, text in now.turns())


async def test_a_recap_is_not_told_again_to_somebody_who_was_just_greeted(
    tmp_path: Path,
) -> None:
    async with scene(tmp_path) as now:
        await now.say("the lease begins in March")
        now.clock.forward(days=2)
        now.conversation.tick()
        await now.conversation.settled()
        await now.conversation.greet(CHAT)
        assert "Previously on you" in now.telegram.texts[-1]
        told = len(now.telegram.sent)
        await now.say("hello again")
        assert now.telegram.texts[told:] == ["[hello again]"]


async def test_a_message_that_the_disk_refuses_waits_and_is_not_lost(tmp_path: Path) -> None:
    store = InMemoryStore()
    async with scene(tmp_path, store) as now:
        store.fail_after(0)
        await now.say("remember this")
        assert now.conversation.failure is not None
        assert now.turns() == []
        assert "make room" in now.telegram.texts[-1]
        store.fail_after(None)
        now.conversation.tick()
        await now.conversation.settled()
        assert now.conversation.failure is None
        assert now.turns() == [("user", "remember this"), ("agent", "[remember this]")]
        assert now.telegram.texts[-1] == "[remember this]"


async def test_an_answer_that_was_not_delivered_is_sent_later_and_once(tmp_path: Path) -> None:
    async with scene(tmp_path) as now:
        now.telegram.is_down = True
        await now.say("hello")
        assert now.telegram.texts == []
        now.telegram.is_down = False
        for _ in range(2):
            now.conversation.tick()
            await now.conversation.settled()
        assert now.telegram.texts == ["[hello]"]


async def test_a_model_that_fails_gets_an_honest_line_and_the_message_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(_: object) -> AsyncIterator[str]:
        raise Unreachable("deepseek", "it is down")
        yield ""

    async with scene(tmp_path) as now:
        monkeypatch.setattr(now.model, "answer", refuse)
        await now.say("hello")
        assert "could not answer" in now.telegram.texts[0]
        assert now.turns()[0] == ("user", "hello")


async def test_a_command_is_obeyed_and_is_no_turn(tmp_path: Path) -> None:
    async with scene(tmp_path) as now:
        await now.say("I bought a lamp", "/close", "/timeline", "/nonsense")
        assert now.timeline.open_slice is None
        assert now.timeline.read(now.timeline.entries()[0].slice_id).closed_by == ClosedBy.USER
        assert "I bought a lamp" in now.telegram.texts[-2]
        assert "/nonsense" in now.telegram.texts[-1]
        assert all(not text.startswith("/") for _, text in now.turns())


async def test_a_path_at_the_beginning_is_a_message_and_no_command(tmp_path: Path) -> None:
    async with scene(tmp_path) as now:
        await now.say("/usr/bin is full")
        assert now.turns()[0] == (Speaker.USER, "/usr/bin is full")


async def test_the_model_is_asked_with_the_new_turns_and_not_told_them_as_memory(
    tmp_path: Path,
) -> None:
    async with scene(tmp_path) as now:
        await now.say("the cello is in the attic")
        now.clock.forward(hours=1)
        await now.say("where is the cello")
        request = now.model.asked[-1]
        assert [turn.text for turn in request.said] == ["where is the cello"]
        assert len(request.scenes) == 1
        assert request.scenes[0].slice.turns[0].text == "the cello is in the attic"


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("我昨天去了上海博物馆。", "我昨天去了哪里？"),
        ("Yesterday I bought a cello in Hamm", "Where was I yesterday?"),
    ],
)
async def test_what_happened_then_is_known_as_soon_as_it_is_told(
    tmp_path: Path, said: str, asked: str
) -> None:
    async with talk(tmp_path, None) as now:
        await now.say(said)
        assert f"“{said}”" in await now.say(asked)


async def test_what_arrives_during_an_answer_is_on_the_timeline_at_once_and_answered_next(
    tmp_path: Path,
) -> None:
    async with scene(tmp_path) as now:
        asked = now.model.pause()
        await now.conversation.receive(message("one", "1", now.clock.now()))
        await asked.wait()
        for text in ("two", "three", "/help"):
            await now.conversation.receive(message(text, text, now.clock.forward(seconds=9)))
        assert now.turns() == [("user", "one"), ("user", "two"), ("user", "three")]
        now.clock.forward(seconds=9)
        now.model.go_on()
        await now.conversation.settled()
        assert now.telegram.texts[:2] == ["[one]", "[two][three]"]
        assert now.turns()[3:] == [("agent", "[one]"), ("agent", "[two][three]")]


async def test_what_comes_while_an_answer_is_written_is_shown_to_wait_until_its_turn(
    tmp_path: Path,
) -> None:
    async with scene(tmp_path) as now:
        asked = now.model.pause()
        await now.conversation.receive(message("one", "1", now.clock.now()))
        await asked.wait()
        for number, text in (("2", "two"), ("3", "/help")):
            await now.conversation.receive(message(text, number, now.clock.now()))
        now.model.go_on()
        await now.conversation.settled()
        assert now.telegram.waiting == [(CHAT, "2"), (CHAT, "3")]
        assert {one for _, one in now.telegram.noticed} == {"1", "2", "3"}


async def test_where_nothing_can_be_written_each_chat_is_told_of_its_own_and_looking_goes_on(
    tmp_path: Path,
) -> None:
    async with scene(tmp_path) as now:
        await now.say("I bought a lamp")
        write, told = now.store.write, len(now.telegram.texts)

        def refuse(*_: object, **__: object) -> None:
            raise WriteRefused("memory", "read-only")

        now.store.write = refuse  # type: ignore[method-assign,assignment]
        await now.say("And a chair")
        assert now.telegram.texts[told:] == [
            "Your message is kept, and I answer it by myself once this is out of the way: "
            "memory cannot be written (read-only); make room or give permission."
        ]
        await now.say("And a table", chat=OTHER_CHAT)
        await now.say("/timeline")
        now.conversation.tick()
        await now.conversation.settled()
        assert "by myself once" in now.discord.texts[-1]
        assert len(now.discord.texts) == 1
        assert "still going on (2 turns)" in now.telegram.texts[-1]
        assert len(now.telegram.texts) == told + 2
        now.store.write = write  # type: ignore[method-assign]
        now.conversation.tick()
        await now.conversation.settled()
        assert now.telegram.texts[-1] == "[And a chair]"
        assert now.discord.texts[-1] == "[And a table]"
