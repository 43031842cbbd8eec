"""A Telegram server for a test, and adapters that talk to it, closed when the test is over."""

import socket
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from adapters.base import Event, Incoming, Receive
from adapters.telegram import TelegramAdapter
from tests.fakes import HandClock, at_once
from tests.servers.telegram import TelegramServer, telegram_server

Make = Callable[..., TelegramAdapter]


@pytest.fixture
async def server() -> AsyncIterator[TelegramServer]:
    async with telegram_server() as made:
        yield made


@pytest.fixture
async def make(server: TelegramServer) -> AsyncIterator[Make]:
    """A new adapter for the server's bot; parameters are the adapter's own."""
    all_made = []

    def made(**parameters: Any) -> TelegramAdapter:
        token = parameters.pop("token", server.token)
        adapter = TelegramAdapter(
            token,
            **{"base_url": server.url, "now": HandClock().now, "pause": at_once, **parameters},
        )
        all_made.append(adapter)
        return adapter

    yield made
    for adapter in all_made:
        await adapter.close()


@pytest.fixture
def adapter(make: Make) -> TelegramAdapter:
    return make()


@pytest.fixture
def unused_port() -> int:
    """Where nothing listens."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port


class Pauses:
    """Pauses that are over at once, and how long they were."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


def until(text: str, adapter: TelegramAdapter, heard: list[Event]) -> Receive:
    """Keeps what is heard, and ends the run with the message that says this."""

    async def receive(event: Event) -> bool:
        heard.append(event)
        if isinstance(event, Incoming) and event.text == text:
            await adapter.close()
        return True

    return receive


async def events(adapter: TelegramAdapter, last: str = "that is all") -> list[Event]:
    """What comes up to the message that says this one thing, without that one."""
    heard: list[Event] = []
    await adapter.run(until(last, adapter, heard))
    return heard[:-1]


async def hear(adapter: TelegramAdapter, last: str = "that is all") -> list[Incoming]:
    """The same, where nothing but messages comes."""
    heard = await events(adapter, last)
    messages = [one for one in heard if isinstance(one, Incoming)]
    assert messages == heard
    return messages
