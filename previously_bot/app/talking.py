"""A conversation in a place: its mailbox, its boxes, its clock, and who may talk there."""

import asyncio
import sys
from collections.abc import Coroutine, Sequence
from datetime import datetime
from functools import partial

from adapters.base import Event, Incoming
from adapters.console.adapter import ACCOUNT, CHAT, PLATFORM, ConsoleAdapter
from memory.errors import OutOfTime
from previously_bot import slash
from previously_bot.app.mailboxes import open_boxes, open_home
from previously_bot.app.minds import cast_of
from previously_bot.app.mirroring import synced
from previously_bot.app.places import Place
from previously_bot.app.reports import process_at
from previously_bot.clock import Clock, SystemClock, pause
from previously_bot.conversation import Conversation
from previously_bot.courier import Courier
from previously_bot.people import People
from previously_bot.schedule import Schedule
from previously_bot.status import PlatformStatus, Process, RemoteStatus
from previously_bot.supervision import Supervisor
from previously_bot.syncing import Syncing, needs_the_person
from previously_bot.texts import syncing as texts

WRITER = "previously-bot chat"


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
            open_boxes(place.state, clock, writer=WRITER) as boxes,
            Schedule() as schedule,
        ):
            courier = Courier(boxes.outbox, {PLATFORM: console}, clock, pause)
            await courier.resume()
            there: list[Syncing] = []
            process = partial(_told, place, clock.now(), there)
            with open_home(place, boxes, courier, clock, cast, WRITER, process) as home:
                mailbox = home.mailbox
                schedule.every_now_and_then(mailbox.tick)
                homes, supervisor = {place.person.name: home}, Supervisor(clock, pause)
                with_there = synced([place], homes, boxes, clock, pause, supervisor)
                async with with_there as syncings:
                    there += syncings.values()
                    talk = _talk(console, mailbox, people, welcome)
                    await _until_one_ends(mailbox.run(), talk)
                if left := left_over(place, there[0].status() if there else None):
                    await courier.show(CHAT, left)
                return await mailbox.is_done()


def left_over(place: Place, status: RemoteStatus | None) -> str:
    """What is to be said at the end of files that could not be brought to a repository."""
    if status is None or not status.pending:
        return ""
    person, standing = place.person, status.standing
    why = texts.in_the_way(standing, person.zone, person.language)
    if not why or standing.kind == OutOfTime.__name__:
        why = texts.TOO_SHORT.say(person.language)
    sentence = texts.LEFT_TO_MEND if needs_the_person(standing) else texts.LEFT
    said = {"count": status.pending, "place": status.name or place.called, "why": why}
    return sentence.say(person.language, **said)


def _told(place: Place, since: datetime, there: Sequence[Syncing]) -> Process:
    """What this process says of itself; `there` is what keeps a repository elsewhere."""
    remote = there[0].status() if there else None
    return process_at(place, since, [PlatformStatus(PLATFORM)], remote=remote)


async def _talk(
    console: ConsoleAdapter, mailbox: Conversation, people: People, welcome: str
) -> None:
    async def receive(event: Event) -> bool:
        """Strangers get silence; the next line is read when this one was dealt with."""
        incoming = event if isinstance(event, Incoming) else None
        if incoming and people.who(incoming.chat.platform, incoming.account):
            await mailbox.receive(incoming)
            await mailbox.settled()
            return True
        return False

    mailbox.tick()
    await mailbox.settled()
    await mailbox.greet(CHAT, welcome)
    await console.run(receive)


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
