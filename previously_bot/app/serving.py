"""The bot as a process: its log, the signals that end it, and what it is made of."""

import asyncio
import logging
import signal
import sys
from collections.abc import Sequence

from adapters.base import Adapter
from previously_bot.app.places import Place
from previously_bot.app.platforms import platforms_of
from previously_bot.app.running import run
from previously_bot.clock import SystemClock, pause
from previously_bot.errors import BadArgument
from previously_bot.inbox import Inbox
from previously_bot.people import People
from previously_bot.settings import Settings

_ENDS = (signal.SIGINT, signal.SIGTERM)


async def serve(settings: Settings, people: People, places: Sequence[Place]) -> None:
    """Serve everybody until the process is told to stop. Raises BadArgument,
    MissingSecret and UnusableSecret before anything begins."""
    if not (settings.platforms.telegram or settings.platforms.discord):
        raise BadArgument(
            "The settings name no platform; add `telegram` or `discord` under `platforms`, or "
            "talk in the terminal with `previously-bot chat`."
        )
    _log_to_stderr()
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for ending in _ENDS:
        loop.add_signal_handler(ending, stop.set)
    clock = SystemClock()

    def adapters(inbox: Inbox) -> list[Adapter]:
        return platforms_of(settings.platforms, inbox, clock, pause)

    await run(people, places, adapters, clock=clock, pause=pause, stop=stop)


def _log_to_stderr() -> None:
    """What we say ourselves, from INFO on; of libraries only what goes wrong, since some of
    them log texts and addresses with tokens in them."""
    logging.basicConfig(
        stream=sys.stderr,
        level=logging.WARNING,
        format="%(asctime)s %(levelname)s %(message)s",
        force=True,
    )
    for name in ("previously_bot", "adapters", "memory"):
        logging.getLogger(name).setLevel(logging.INFO)
