"""What every adapter promises; a platform says how a person writes to it and reads from it."""

import asyncio
import os
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

import pytest

from adapters.base import (
    Adapter,
    Button,
    Edited,
    Event,
    File,
    FileSource,
    GoneForGood,
    Incoming,
    NoSuchFile,
    Outgoing,
    Receive,
)
from adapters.console import ConsoleAdapter
from tests.discord_desk import at_discord

NOW = datetime(2026, 7, 7, 15, 58, 3, tzinfo=UTC)
PATIENCE = 10  # seconds before a test that hangs is called a failure
TEXTS = ["hello", "  indented, Grüße 你好 👩‍👩‍👧", "/why now", "**not** `bold` <b>"]
CHOICE = ((Button("One", "/pick 1"), Button("Two", "/pick 2")), (Button("None", "/pick 0"),))
NOTES = "\ufeffNotes: Grüße 你好\r\n".encode() + bytes(range(256))


class Desk(Protocol):
    """An adapter, and the person at the other end of it."""

    adapter: Adapter

    def say(self, text: str) -> None:
        """The person sends one message; before or while the adapter runs."""

    def seen(self) -> str:
        """Everything the person was shown so far."""


@asynccontextmanager
async def running(adapter: Adapter, receive: Receive) -> AsyncIterator["asyncio.Task[None]"]:
    task = asyncio.create_task(adapter.run(receive))
    try:
        yield task
    finally:
        await adapter.close()
        async with asyncio.timeout(PATIENCE):
            await task


class Heard:
    """The events of an adapter that runs, one after the other."""

    def __init__(self) -> None:
        self.knows_everybody = True
        self._events: asyncio.Queue[Event] = asyncio.Queue()

    async def put(self, event: Event) -> bool:
        await self._events.put(event)
        return self.knows_everybody

    async def message(self) -> Incoming:
        event = await self._events.get()
        assert isinstance(event, Incoming)
        return event

    async def edit(self) -> Edited:
        event = await self._events.get()
        assert isinstance(event, Edited)
        return event

    def is_all(self) -> bool:
        return self._events.empty()


@asynccontextmanager
async def heard_by(adapter: Adapter) -> AsyncIterator[Heard]:
    heard = Heard()
    async with running(adapter, heard.put), asyncio.timeout(PATIENCE):
        yield heard


class AdapterContract(ABC):
    """Inherit, and say how a desk is set up. `texts` arrive as they were written."""

    texts = TEXTS

    @abstractmethod
    def desk(self) -> AbstractAsyncContextManager[Desk]:
        """A fresh adapter with nothing said yet."""

    async def hear(self, desk: Desk, count: int) -> list[Incoming]:
        async with heard_by(desk.adapter) as heard:
            messages = [await heard.message() for _ in range(count)]
        assert heard.is_all()
        return messages

    async def test_messages_arrive_in_order_and_each_once(self) -> None:
        async with self.desk() as desk:
            for text in self.texts:
                desk.say(text)
            heard = await self.hear(desk, len(self.texts))
            assert [message.text for message in heard] == self.texts

    async def test_the_same_text_twice_is_two_messages_with_names_of_their_own(self) -> None:
        async with self.desk() as desk:
            for _ in range(3):
                desk.say("again")
            messages = await self.hear(desk, 3)
            assert len({message.origin for message in messages}) == 3

    async def test_a_message_says_where_it_is_from_and_when_it_was_sent(self) -> None:
        async with self.desk() as desk:
            desk.say("hello")
            [message] = await self.hear(desk, 1)
            assert message.chat.platform == desk.adapter.traits.platform
            assert message.chat.chat_id
            assert message.account
            assert message.at.utcoffset() is not None

    async def test_one_message_at_a_time_is_handed_on(self) -> None:
        async with self.desk() as desk:
            first, go_on, second = asyncio.Event(), asyncio.Event(), asyncio.Event()
            inside: list[str] = []

            async def receive(event: Event) -> bool:
                inside.append(text_of(event))
                assert len(inside) == 1
                (second if first.is_set() else first).set()
                await go_on.wait()
                inside.pop()
                return True

            desk.say("one")
            desk.say("two")
            async with running(desk.adapter, receive), asyncio.timeout(PATIENCE):
                await first.wait()
                assert inside == ["one"]
                go_on.set()
                await second.wait()

    async def test_an_answer_reaches_the_person(self) -> None:
        async with self.desk() as desk:
            desk.say("hello")

            async def answer(event: Event) -> bool:
                assert isinstance(event, Incoming)
                await desk.adapter.send(Outgoing(event.chat, f"you said {event.text}"))
                answered.set()
                return True

            answered = asyncio.Event()
            async with running(desk.adapter, answer), asyncio.timeout(PATIENCE):
                await answered.wait()
            assert desk.seen().count("you said hello") == 1

    async def test_an_answer_reaches_the_person_while_the_next_message_is_awaited(self) -> None:
        async with self.desk() as desk:
            desk.say("hello")
            async with heard_by(desk.adapter) as heard:
                chat = (await heard.message()).chat
                await desk.adapter.send(Outgoing(chat, "a reminder"))
                assert "a reminder" in desk.seen()
                desk.say("thanks")
                assert (await heard.message()).text == "thanks"

    async def test_close_ends_a_run_that_waits_and_may_come_twice(self) -> None:
        async with self.desk() as desk:
            desk.say("hello")
            heard = Heard()
            async with running(desk.adapter, heard.put) as run, asyncio.timeout(PATIENCE):
                await heard.message()
                assert not run.done()
                await desk.adapter.close()
                await run
                await desk.adapter.close()

    async def test_close_lets_the_message_at_hand_be_finished_and_brings_no_other(self) -> None:
        async with self.desk() as desk:
            desk.say("one")
            desk.say("two")
            finished: list[str] = []

            async def receive(event: Event) -> bool:
                await desk.adapter.close()
                finished.append(text_of(event))
                return True

            async with running(desk.adapter, receive) as run, asyncio.timeout(PATIENCE):
                await run
            assert finished == ["one"]

    async def test_a_run_after_close_ends_at_once(self) -> None:
        async with self.desk() as desk:
            await desk.adapter.close()
            desk.say("too late")
            async with asyncio.timeout(PATIENCE):
                await desk.adapter.run(_refuse)

    async def test_a_cancelled_run_ends(self) -> None:
        async with self.desk() as desk:
            desk.say("hello")
            heard = Heard()
            run = asyncio.create_task(desk.adapter.run(heard.put))
            async with asyncio.timeout(PATIENCE):
                await heard.message()
                run.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await run


async def _refuse(event: Event) -> bool:
    raise AssertionError(f"{text_of(event)!r} came after close.")


def text_of(event: Event) -> str:
    assert isinstance(event, Incoming)
    return event.text


class ChatDesk(Desk, Protocol):
    """A desk at a chat platform. Edits and presses reach an adapter that runs."""

    @property
    def files(self) -> FileSource: ...

    def edits(self, text: str) -> None:
        """The person changes the message they sent last."""

    def attaches(self, name: str, content: bytes, text: str = "") -> None:
        """The person sends one message with a file, and a text beside it."""

    def presses(self, label: str) -> None:
        """The person presses a button below the bot's last message."""

    def buttons(self) -> list[list[str]]:
        """The labels below the bot's last message, row by row."""

    def received(self) -> list[tuple[str, bytes]]:
        """The files that the bot sent, by their names."""


class ChatAdapterContract(AdapterContract):
    """What every chat platform promises beyond that, of edits, files and buttons."""

    @abstractmethod
    def desk(self) -> AbstractAsyncContextManager[ChatDesk]: ...

    # Edits

    async def test_an_edit_brings_the_message_as_it_is_now(self) -> None:
        async with self.desk() as desk, heard_by(desk.adapter) as heard:
            desk.say("on Tuseday")
            before = await heard.message()
            desk.edits("on Tuesday")
            assert (await heard.edit()).now == replace(before, text="on Tuesday")

    async def test_a_message_may_be_edited_again_and_others_come_after(self) -> None:
        async with self.desk() as desk, heard_by(desk.adapter) as heard:
            desk.say("one")
            await heard.message()
            desk.edits("two")
            desk.edits("three")
            assert [(await heard.edit()).now.text for _ in range(2)] == ["two", "three"]
            desk.say("four")
            assert (await heard.message()).text == "four"
            assert heard.is_all()

    # Files that come in

    async def test_a_file_comes_with_its_message_and_is_fetched(self) -> None:
        async with self.desk() as desk, heard_by(desk.adapter) as heard:
            desk.attaches("notes.txt", NOTES, "read this")
            message = await heard.message()
            (attached,) = message.attached
            assert message.text == "read this"
            assert (attached.name, attached.size) == ("notes.txt", len(NOTES))
            assert attached.kind
            assert not attached.is_foreign
            assert await desk.files.fetch(attached.reference, len(NOTES)) == NOTES

    async def test_a_file_needs_no_words(self) -> None:
        async with self.desk() as desk, heard_by(desk.adapter) as heard:
            desk.attaches("notes.txt", NOTES)
            message = await heard.message()
            assert (message.text, len(message.attached)) == ("", 1)

    async def test_a_file_larger_than_what_is_wanted_is_none_for_us(self) -> None:
        async with self.desk() as desk, heard_by(desk.adapter) as heard:
            desk.attaches("notes.txt", NOTES)
            (attached,) = (await heard.message()).attached
            with pytest.raises(NoSuchFile):
                await desk.files.fetch(attached.reference, len(NOTES) - 1)

    async def test_a_file_that_nobody_sent_is_none(self) -> None:
        async with self.desk() as desk, heard_by(desk.adapter):
            with pytest.raises(NoSuchFile):
                await desk.files.fetch("nobody's", 1000)

    # Buttons

    async def test_a_button_that_is_pressed_says_its_command(self) -> None:
        async with self.desk() as desk, heard_by(desk.adapter) as heard:
            desk.say("which?")
            asked = await heard.message()
            shown = await desk.adapter.send(Outgoing(asked.chat, "Which?", buttons=CHOICE))
            assert desk.buttons() == [["One", "Two"], ["None"]]
            desk.presses("Two")
            pressed = await heard.message()
            assert (pressed.text, pressed.pressed) == ("/pick 2", shown)
            assert (pressed.chat, pressed.account) == (asked.chat, asked.account)
            assert pressed.is_private
            assert pressed.at.utcoffset() is not None

    async def test_a_stranger_is_shown_nothing(self) -> None:
        async with self.desk() as desk, heard_by(desk.adapter) as heard:
            desk.say("which?")
            chat = (await heard.message()).chat
            await desk.adapter.send(Outgoing(chat, "Which?", buttons=CHOICE))
            heard.knows_everybody = False
            before = desk.seen()
            desk.say("hello?")
            desk.presses("Two")
            assert [(await heard.message()).text for _ in range(2)] == ["hello?", "/pick 2"]
            desk.say("still there?")
            await heard.message()
            assert desk.seen() == before

    async def test_a_button_pressed_twice_is_two_messages(self) -> None:
        async with self.desk() as desk, heard_by(desk.adapter) as heard:
            desk.say("which?")
            chat = (await heard.message()).chat
            await desk.adapter.send(Outgoing(chat, "Which?", buttons=CHOICE))
            desk.presses("Two")
            desk.presses("Two")
            first, second = [await heard.message() for _ in range(2)]
            assert first.text == second.text
            assert first.origin != second.origin

    async def test_an_edit_has_the_buttons_it_is_given_and_no_others(self) -> None:
        async with self.desk() as desk, heard_by(desk.adapter) as heard:
            desk.say("which?")
            chat = (await heard.message()).chat
            shown = await desk.adapter.send(Outgoing(chat, "Which?", buttons=CHOICE))
            fewer = Outgoing(chat, "And now?", edits=shown, buttons=CHOICE[1:])
            assert await desk.adapter.send(fewer) == shown
            assert desk.buttons() == [["None"]]
            assert await desk.adapter.send(Outgoing(chat, "So be it.", edits=shown)) == shown
            assert desk.buttons() == []
            assert desk.seen().count("So be it.") == 1

    # Files for the person

    async def test_a_file_reaches_the_person_with_its_text(self, tmp_path: Path) -> None:
        path = tmp_path / "kept-under-another-name"
        path.write_bytes(NOTES)
        async with self.desk() as desk, heard_by(desk.adapter) as heard:
            desk.say("my notes?")
            chat = (await heard.message()).chat
            file = File("notes.txt", path)
            assert await desk.adapter.send(Outgoing(chat, "Here they are.", file=file))
            assert desk.received() == [("notes.txt", NOTES)]
            assert desk.seen().count("Here they are.") == 1

    async def test_a_file_that_is_not_there_any_more_is_gone_for_good(
        self, tmp_path: Path
    ) -> None:
        async with self.desk() as desk, heard_by(desk.adapter) as heard:
            desk.say("my notes?")
            chat = (await heard.message()).chat
            gone = Outgoing(chat, "Here.", file=File("notes.txt", tmp_path / "gone"))
            with pytest.raises(GoneForGood):
                await desk.adapter.send(gone)
            assert desk.received() == []


class PipeDesk:
    """Real pipes on both sides of the console."""

    def __init__(self, adapter: Adapter, keyboard: int, screen: int) -> None:
        self.adapter = adapter
        self._keyboard = keyboard
        self._screen = screen
        self._shown = b""

    def say(self, text: str) -> None:
        os.write(self._keyboard, f"{text}\n".encode())

    def seen(self) -> str:
        os.set_blocking(self._screen, False)
        try:
            while part := os.read(self._screen, 65536):
                self._shown += part
        except BlockingIOError:
            pass  # all of it is read
        return self._shown.decode()


@contextmanager
def at_the_console(now: Callable[[], datetime]) -> Iterator[PipeDesk]:
    stdin, keyboard = os.pipe()
    screen, stdout = os.pipe()
    with open(stdin, "rb") as reading, open(stdout, "w", encoding="utf-8") as writing:
        try:
            yield PipeDesk(ConsoleAdapter(now, reading, writing), keyboard, screen)
        finally:
            os.close(keyboard)
            os.close(screen)


class TestConsoleAdapter(AdapterContract):
    @asynccontextmanager
    async def desk(self) -> AsyncIterator[Desk]:
        with at_the_console(lambda: NOW) as desk:
            yield desk


class TestDiscordAdapter(ChatAdapterContract):
    # Discord itself takes away the white space around a message.
    texts = [text.strip() for text in TEXTS]  # noqa: RUF012 - nobody changes it

    def desk(self) -> AbstractAsyncContextManager[ChatDesk]:
        return at_discord()
