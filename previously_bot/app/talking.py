"""A conversation in a place: its mailbox, its boxes, its clock, and who may talk there."""

import asyncio
import sys
from collections.abc import Coroutine, Iterator
from contextlib import closing, contextmanager
from datetime import timedelta

from adapters.base import Adapter, Incoming
from adapters.console.adapter import ACCOUNT, CHAT, PLATFORM, ConsoleAdapter
from previously_bot import slash
from previously_bot.app.minds import cast_of, marker_for, mind_of
from previously_bot.app.places import Place, open_store, timeline_of
from previously_bot.choreography import Cast
from previously_bot.clock import Clock, SystemClock, pause
from previously_bot.conversation import Boxes, Conversation
from previously_bot.courier import Courier
from previously_bot.database import Database
from previously_bot.inbox import Inbox
from previously_bot.lane import Lane
from previously_bot.outbox import Outbox
from previously_bot.people import People
from previously_bot.schedule import Schedule

# How long the boxes keep the texts of what is done with; the timeline keeps them for good.
TEXTS_KEPT = timedelta(days=1)


async def chat(place: Place, *, welcome: str = "", clock: Clock | None = None) -> bool:
    """Talk in the terminal until the person leaves; False when something is left waiting."""
    clock = clock or SystemClock()
    people = People((place.person,), {}).with_account(PLATFORM, ACCOUNT, place.person)
    console = ConsoleAdapter(
        clock.now,
        sys.stdin,
        sys.stdout,
        history=place.state / "history",
        commands=slash.NAMES,
    )
    async with cast_of(place.models) as cast:
        with (
            _conversation(place, "previously-bot chat", console, clock, cast) as conversation,
            Schedule() as schedule,
        ):

            async def receive(incoming: Incoming) -> None:
                """Strangers get silence; the next line is read when this one was dealt with."""
                if people.who(incoming.chat.platform, incoming.account):
                    await conversation.receive(incoming)
                    await conversation.settled()

            async def talk() -> None:
                conversation.tick()
                await conversation.settled()
                await conversation.greet(CHAT, welcome)
                await console.run(receive)

            schedule.every_now_and_then(conversation.tick)
            await _until_one_ends(conversation.run(), talk())
            return await conversation.is_done()


@contextmanager
def _conversation(
    place: Place, writer: str, adapter: Adapter, clock: Clock, cast: Cast | None
) -> Iterator[Conversation]:
    """A person's mailbox over their timeline and the boxes on disk."""
    with (
        open_store(place.folder, writer=writer) as store,
        closing(Database(place.state)) as database,
        closing(Lane(place.person.name)) as lane,
    ):
        boxes = Boxes(Inbox(database), Outbox(database))
        boxes.outbox.interrupted()
        boxes.inbox.forget_before(clock.now() - TEXTS_KEPT)
        boxes.outbox.forget_before(clock.now() - TEXTS_KEPT)
        adapters = {adapter.traits.platform: adapter}
        timeline = timeline_of(place, store, marker_for(cast))
        yield Conversation(
            place.person,
            timeline=timeline,
            mind=mind_of(place, store, timeline, lane, cast),
            boxes=boxes,
            courier=Courier(boxes.outbox, adapters, clock, pause),
            clock=clock,
        )


async def _until_one_ends(*jobs: Coroutine[None, None, None]) -> None:
    """Run jobs side by side until one ends, well or with an error, which is raised."""
    tasks = [asyncio.create_task(job) for job in jobs]
    try:
        ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    for task in ended:
        task.result()
