"""Parts that stand in for the real ones; each keeps the port's promises."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from adapters.base import (
    AdapterError,
    Attached,
    Chat,
    FileSource,
    Incoming,
    NoSuchFile,
    NotDelivered,
    NotFetched,
    Outgoing,
    Receive,
    Traits,
)
from memory.store import Store
from memory.timeline import Timeline
from previously_bot.account import Account
from previously_bot.accounts import Accounts
from previously_bot.afterwards import Afterwards
from previously_bot.answerer import Answerer, Request
from previously_bot.apart import Apart
from previously_bot.attachments.fetching import Fetching
from previously_bot.attachments.keeping import Keeping
from previously_bot.attachments.shelf import Shelf
from previously_bot.attachments.understanding import Understanding
from previously_bot.briefing import Briefing
from previously_bot.clock import Pause
from previously_bot.database import Database
from previously_bot.erasing import Erasure
from previously_bot.exports import Exports
from previously_bot.lane import Lane
from previously_bot.outlook import Outlook
from previously_bot.own_writes import OwnWrites
from previously_bot.parts import Boxes, Mind, boxes_over
from previously_bot.people import Person
from previously_bot.recollection import Recollection
from previously_bot.sessions import Sessions
from previously_bot.status import PlatformStatus, Process
from previously_bot.transcriber import Transcriber

MARA = Person("mara", ZoneInfo("Europe/Berlin"), "en")
# One for all tests that need none of their own.
LANE = Lane("tests")
NOON = datetime(2026, 7, 7, 12, 0, tzinfo=UTC)
CHAT = Chat("telegram", "8812")
OTHER_CHAT = Chat("discord", "90210")


class HandClock:
    """A clock that stands still until it is put forward."""

    def __init__(self, now: datetime = NOON) -> None:
        self._now = now

    def now(self) -> datetime:
        return self._now

    def forward(self, **by: float) -> datetime:
        self._now += timedelta(**by)
        return self._now


async def never(seconds: float) -> None:
    """A pause where time stands still: whoever waits for it, waits."""
    await asyncio.Event().wait()


async def at_once(seconds: float) -> None:
    """A pause that is over before it begins."""


class EchoModel:
    """Answers with what was said, so that an answer tells which messages it is for."""

    def __init__(self) -> None:
        self.asked: list[Request] = []
        self._go_on, self._paused = asyncio.Event(), asyncio.Event()
        self._go_on.set()

    def pause(self) -> asyncio.Event:
        """The next answer waits for `go_on`; the event is set when it is asked for."""
        self._go_on.clear()
        return self._paused

    def go_on(self) -> None:
        self._go_on.set()

    async def answer(self, request: Request) -> AsyncIterator[str | Account]:
        self.asked.append(request)
        self._paused.set()
        await self._go_on.wait()
        for turn in request.said:
            yield f"[{turn.text}]"
        yield Account()


async def patient(seconds: float) -> None:
    """A pause that waits before another try at once, and never for what takes too long."""
    if seconds > 10:
        await never(seconds)


class PaperSource:
    """A platform that has files on paper; `trouble` are raised one after the other, first."""

    def __init__(self, **files: bytes) -> None:
        self.files = files
        self.trouble: list[AdapterError] = []
        self.fetched: list[str] = []
        self.is_silent = False

    async def fetch(self, reference: str, most: int) -> bytes:
        self.fetched.append(reference)
        if self.is_silent:
            await never(0)
        if self.trouble:
            raise self.trouble.pop(0)
        content = self.files.get(reference)
        if content is None or len(content) > most:
            raise NoSuchFile("telegram", "it is gone, or too large")
        return content


def out_of_reach() -> NotFetched:
    return NotFetched("telegram", "it is out of reach")


def shelf(
    store: Store,
    source: FileSource | None = None,
    transcriber: Transcriber | None = None,
    *,
    sees: bool = False,
    language: str = "en",
    pause: Pause = patient,
) -> Shelf:
    """Where files go, of at most 10 MB."""
    keeping, most = Keeping(store, LANE), 10_000_000
    fetching = Fetching({"telegram": source} if source else {}, most, pause)
    understanding = Understanding(
        keeping, transcriber, sees=sees, language=language, pause=pause
    )
    return Shelf(keeping, fetching, understanding, most=most, language=language)


def mind(
    timeline: Timeline,
    store: Store,
    answerer: Answerer,
    person: Person = MARA,
    files: Shelf | None = None,
    exports: Exports | None = None,
) -> Mind:
    """All that is asked on the way to an answer; only who gives it is the test's. Unless there
    are `exports`, none can be written."""
    recollection = Recollection(timeline, None, person.customs)
    briefing = Briefing(person, timeline, recollection, Outlook(timeline, person.zone))
    sessions = Sessions(store, timeline, zone=person.zone, language=person.language, prices={})
    afterwards = Afterwards(timeline, sessions)
    apart = Apart(None, 8_000)
    own = OwnWrites(store, None, person.name)
    exports = exports or Exports(store, Path(os.devnull), person.name)
    erasure = Erasure(timeline, store, recollection, sessions, afterwards, own, exports)
    asked = recollection, briefing, answerer, apart
    on_shelf = files or shelf(store)
    return Mind(*asked, afterwards, sessions, on_shelf, erasure, LANE, own, exports)


class PaperAdapter:
    """A platform that writes down what it is given; it can be told to fail."""

    def __init__(self, platform: str = "telegram", edit_every: float | None = None) -> None:
        self.traits = Traits(platform, edit_every=edit_every)
        self.sent: list[Outgoing] = []
        self.noticed: list[tuple[Chat, str]] = []
        self.waiting: list[tuple[Chat, str]] = []
        self.limit = 1_000_000
        self.before_send: Callable[[Outgoing], None] = lambda _: None
        self.is_down = False
        self.drafts_are_messages = True

    async def run(self, receive: Receive) -> None:
        """Nothing comes in by itself."""

    def parts(self, text: str) -> int:
        return max(1, -(-len(text) // self.limit))

    async def send(self, outgoing: Outgoing) -> str:
        self.before_send(outgoing)
        if self.is_down:
            raise NotDelivered(self.traits.platform, "it is down")
        self.sent.append(outgoing)
        if outgoing.goes_on and not self.drafts_are_messages:
            return ""
        return outgoing.edits or f"m{len(self.sent)}"

    async def notice(self, chat: Chat, message_id: str, *, waits: bool = False) -> None:
        (self.waiting if waits else self.noticed).append((chat, message_id))

    async def close(self) -> None:
        """Nothing to end."""

    @property
    def texts(self) -> list[str]:
        """What was sent, but for drafts."""
        return [outgoing.text for outgoing in self.sent if not outgoing.goes_on]


def accounts(database: Database) -> Accounts:
    """Those that a code lets in; the first code is AAAAAAAA."""
    return Accounts(database, lambda letters: letters[0])


def boxes(database: Database) -> Boxes:
    """All boxes; the first code is AAAAAAAA, and so is the first token, but for its end."""
    return boxes_over(database, lambda letters: letters[0])


def process() -> Process:
    return Process("1.2.3", NOON, [PlatformStatus("telegram")], ["pro-7"], "/home/mara/t", 2)


def message(
    text: str, message_id: str, at: datetime, chat: Chat = CHAT, *attached: Attached
) -> Incoming:
    return Incoming(chat, message_id, "8812", at, text, attached=attached)
