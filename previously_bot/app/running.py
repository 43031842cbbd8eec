"""The bot: every platform, for everybody in the settings, until it is told to stop."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

from adapters.base import Adapter
from previously_bot.app.mailboxes import Brought, open_boxes, open_home
from previously_bot.app.minds import cast_of, transcriber_of
from previously_bot.app.mirroring import synced
from previously_bot.app.places import Place
from previously_bot.app.reports import Report
from previously_bot.clock import Clock, Pause
from previously_bot.conversation import Conversation
from previously_bot.courier import Courier
from previously_bot.household import Household
from previously_bot.inbox import Inbox
from previously_bot.parts import Boxes
from previously_bot.people import People
from previously_bot.schedule import Schedule
from previously_bot.status import RemoteStatus
from previously_bot.supervision import Supervisor
from previously_bot.tidying import Tidying
from previously_bot.uniting import Home, Uniting

log = logging.getLogger(__name__)

WRITER = "previously-bot run"

# Seconds; whoever stops a container kills it after ten.
_TO_THE_END = 8.0


async def run(
    people: People,
    places: Sequence[Place],
    platforms: Callable[[Inbox], Sequence[Adapter]],
    *,
    clock: Clock,
    pause: Pause,
    stop: asyncio.Event,
) -> None:
    """Serve everybody until `stop` is set. `places` share one state folder and one choice of
    models; `platforms` gives the adapters over the inbox there. Raises what all these raise."""
    supervisor = Supervisor(clock, pause)
    models = places[0].models
    async with cast_of(models) as cast, transcriber_of(models) as transcriber:
        with ExitStack() as stack, Schedule() as schedule:
            boxes = stack.enter_context(open_boxes(places[0].state, clock, writer=WRITER))
            adapters = platforms(boxes.inbox)
            by_platform = {adapter.traits.platform: adapter for adapter in adapters}
            courier = Courier(boxes.outbox, by_platform, clock, pause)
            brought = Brought.by(by_platform, transcriber)
            await courier.resume()
            mailboxes: dict[str, Conversation] = {}
            household = Household(people, boxes, mailboxes, courier, clock)
            remotes: dict[str, Callable[[], RemoteStatus]] = {}
            told = adapters, supervisor, people.everyone[0].name
            report = Report(clock.now(), *told, lambda: household.strangers, remotes)
            shared = boxes, courier, clock, cast, WRITER
            homes = {
                place.person.name: stack.enter_context(
                    open_home(place, *shared, report.on(place), brought, pause)
                )
                for place in places
            }
            mailboxes.update({name: home.mailbox for name, home in homes.items()})
            schedule.every_now_and_then(household.tick)
            joined = _joined(homes, boxes, places[0].state, clock, supervisor, schedule)
            sync = synced(places, homes, boxes, clock, pause, supervisor)
            async with sync as there, _kept(supervisor, mailboxes, adapters, household), joined:
                remotes.update({name: one.status for name, one in there.items()})
                await stop.wait()


@asynccontextmanager
async def _joined(
    homes: Mapping[str, Home],
    boxes: Boxes,
    state: Path,
    clock: Clock,
    supervisor: Supervisor,
    schedule: Schedule,
) -> AsyncIterator[None]:
    """Those who became one are one before anybody is answered. What is being brought over, or
    tidied up, is gone on with at the next start, so nobody waits for its end."""
    uniting, tidying = Uniting(homes, boxes, clock), Tidying(boxes, state, clock)
    await uniting.hand_over()
    schedule.every_now_and_then(uniting.tick)
    schedule.every_now_and_then(tidying.tick)
    work = [
        asyncio.create_task(supervisor.keep("Joining timelines", uniting.run)),
        asyncio.create_task(supervisor.keep("Tidying up", tidying.run)),
    ]
    try:
        yield
    finally:
        for task in work:
            task.cancel()
        await asyncio.wait(work)


@asynccontextmanager
async def _kept(
    supervisor: Supervisor,
    mailboxes: Mapping[str, Conversation],
    adapters: Sequence[Adapter],
    household: Household,
) -> AsyncIterator[None]:
    """Everything going, each part for itself. What is at hand is brought to its end if that
    does not take long; else it is answered, or sent, at the next start."""
    work = [
        asyncio.create_task(supervisor.keep(f"The mailbox of {name}", mailbox.run))
        for name, mailbox in mailboxes.items()
    ]
    platforms = [
        asyncio.create_task(
            supervisor.keep(adapter.traits.platform, partial(adapter.run, household.receive))
        )
        for adapter in adapters
    ]
    household.tick()
    try:
        yield
    finally:
        at_hand = [asyncio.create_task(mailbox.settled()) for mailbox in mailboxes.values()]
        _, late = await asyncio.wait(at_hand, timeout=_TO_THE_END)
        for task in late:
            task.cancel()
        for adapter in adapters:
            await adapter.close()
        for task in (*platforms, *work):
            task.cancel()
        await asyncio.wait([*platforms, *work])
