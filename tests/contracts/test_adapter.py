"""What every adapter promises; a platform says how a person writes to it and reads from it."""

import asyncio
import os
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from datetime import UTC, datetime
from typing import Protocol

import pytest

from adapters.base import Adapter, Incoming, Outgoing, Receive
from adapters.console import ConsoleAdapter
from tests.discord_desk import at_discord

NOW = datetime(2026, 7, 7, 15, 58, 3, tzinfo=UTC)
PATIENCE = 10  # seconds before a test that hangs is called a failure
TEXTS = ["hello", "  indented, Grüße 你好 👩‍👩‍👧", "/why now", "**not** `bold` <b>"]


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


class AdapterContract(ABC):
    """Inherit, and say how a desk is set up. `texts` arrive as they were written."""

    texts = TEXTS

    @abstractmethod
    def desk(self) -> AbstractAsyncContextManager[Desk]:
        """A fresh adapter with nothing said yet."""

    async def hear(self, desk: Desk, count: int) -> list[Incoming]:
        heard: asyncio.Queue[Incoming] = asyncio.Queue()
        async with running(desk.adapter, heard.put), asyncio.timeout(PATIENCE):
            messages = [await heard.get() for _ in range(count)]
        assert heard.empty()
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

            async def receive(message: Incoming) -> None:
                inside.append(message.text)
                assert len(inside) == 1
                (second if first.is_set() else first).set()
                await go_on.wait()
                inside.pop()

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

            async def answer(message: Incoming) -> None:
                await desk.adapter.send(Outgoing(message.chat, f"you said {message.text}"))
                answered.set()

            answered = asyncio.Event()
            async with running(desk.adapter, answer), asyncio.timeout(PATIENCE):
                await answered.wait()
            assert desk.seen().count("you said hello") == 1

    async def test_an_answer_reaches_the_person_while_the_next_message_is_awaited(self) -> None:
        async with self.desk() as desk:
            desk.say("hello")
            heard: asyncio.Queue[Incoming] = asyncio.Queue()
            async with running(desk.adapter, heard.put), asyncio.timeout(PATIENCE):
                chat = (await heard.get()).chat
                await desk.adapter.send(Outgoing(chat, "a reminder"))
                assert "a reminder" in desk.seen()
                desk.say("thanks")
                assert (await heard.get()).text == "thanks"

    async def test_close_ends_a_run_that_waits_and_may_come_twice(self) -> None:
        async with self.desk() as desk:
            desk.say("hello")
            heard: asyncio.Queue[Incoming] = asyncio.Queue()
            async with running(desk.adapter, heard.put) as run, asyncio.timeout(PATIENCE):
                await heard.get()
                assert not run.done()
                await desk.adapter.close()
                await run
                await desk.adapter.close()

    async def test_close_lets_the_message_at_hand_be_finished_and_brings_no_other(self) -> None:
        async with self.desk() as desk:
            desk.say("one")
            desk.say("two")
            finished: list[str] = []

            async def receive(message: Incoming) -> None:
                await desk.adapter.close()
                finished.append(message.text)

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
            heard: asyncio.Queue[Incoming] = asyncio.Queue()
            run = asyncio.create_task(desk.adapter.run(heard.put))
            async with asyncio.timeout(PATIENCE):
                await heard.get()
                run.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await run


async def _refuse(message: Incoming) -> None:
    raise AssertionError(f"{message.text!r} came after close.")


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


class TestDiscordAdapter(AdapterContract):
    # Discord itself takes away the white space around a message.
    texts = [text.strip() for text in TEXTS]  # noqa: RUF012 - nobody changes it

    def desk(self) -> AbstractAsyncContextManager[Desk]:
        return at_discord()
