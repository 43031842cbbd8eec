"""A whole talk, from a message to its answer, with models of the test's choice: real boxes, a
store, and everything between them as the product wires it."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from adapters.base import Attached, Chat, FileSource
from memory.slices import Slice
from memory.store import Store
from memory.stores.in_memory import InMemoryStore
from previously_bot.app.minds import marker_for, mind_of, shelf_of
from previously_bot.app.places import Place, timeline_of
from previously_bot.choreography import Cast
from previously_bot.clock import Pause
from previously_bot.conversation import Conversation
from previously_bot.courier import Courier
from previously_bot.database import Database
from previously_bot.earlier import Earlier
from previously_bot.model_settings import ModelsSettings
from previously_bot.parts import Mind
from previously_bot.people import Person
from previously_bot.transcriber import Transcriber
from tests.fakes import (
    CHAT,
    LANE,
    MARA,
    HandClock,
    PaperAdapter,
    at_once,
    boxes,
    message,
    never,
    patient,
    process,
)


class Talk:
    """One person talks on one platform; `clock` stands still until it is put forward."""

    def __init__(
        self,
        state: Path,
        cast: Cast | None,
        *,
        store: Store | None = None,
        person: Person = MARA,
        clock: HandClock | None = None,
        models: ModelsSettings | None = None,
        source: FileSource | None = None,
        transcriber: Transcriber | None = None,
        pause: Pause = patient,
        earlier: Earlier | None = None,
    ) -> None:
        self.store = store or InMemoryStore()
        self.clock = clock or HandClock()
        self.platform = PaperAdapter()
        self.database = Database(state)
        self.boxes = boxes(self.database)
        place = Place(person, state, state, models or ModelsSettings())
        self.timeline = timeline_of(place, self.store, marker_for(cast))
        sources = {"telegram": source} if source else {}

        def mind(person: Person) -> Mind:
            there = replace(place, person=person)
            files = shelf_of(there, self.store, LANE, sources, transcriber, cast, pause)
            journal = self.boxes.journal
            own = self.store, self.timeline, LANE
            return mind_of(there, *own, cast, files, journal, at_once, earlier)

        self.conversation = Conversation(
            person,
            timeline=self.timeline,
            minds=mind,
            boxes=self.boxes,
            courier=Courier(self.boxes.outbox, {"telegram": self.platform}, self.clock, never),
            clock=self.clock,
            process=process,
        )
        self._count = 0

    async def say(self, text: str, group: Chat | None = None) -> str:
        """What is answered to a message, a minute after the last one; in private, unless a
        group is named."""
        return await self.send(text, group=group)

    async def send(self, text: str, *attached: Attached, group: Chat | None = None) -> str:
        """The same, with files."""
        await self.hear(text, group, *attached)
        await self.conversation.settled()
        assert self.conversation.failure is None
        return self.platform.texts[-1]

    async def hear(self, text: str, group: Chat | None = None, *attached: Attached) -> None:
        """As `say`, without waiting for the answer."""
        self._count += 1
        at = self.clock.forward(minutes=1)
        incoming = message(text, f"{self._count}", at, group or CHAT, *attached)
        await self.conversation.receive(replace(incoming, is_private=group is None))

    def slice(self, nth: int = -1) -> Slice:
        """A slice as its file says, the newest unless another is named."""
        return self.timeline.read(self.timeline.entries()[nth].slice_id)


@asynccontextmanager
async def talk(state: Path, cast: Cast | None, **more: object) -> AsyncIterator[Talk]:
    made = Talk(state, cast, **more)  # type: ignore[arg-type]
    work = asyncio.create_task(made.conversation.run())
    try:
        yield made
    finally:
        work.cancel()
        await asyncio.wait([work])
        made.database.close()


def glance(**said: object) -> str:
    """What Flash says, where a test does not say otherwise: nothing to point at."""
    usual: dict[str, object] = {"intent": "statement", "pointers": [], "correction": None}
    return json.dumps(usual | said, ensure_ascii=False)
