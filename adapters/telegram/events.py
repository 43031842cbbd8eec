"""From what an update brings to what it means for the bot: a message, an edit, a press."""

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from adapters.base import Edited, Event, Incoming
from adapters.telegram.batches import EDIT, MESSAGE, PRESS, Bundle
from adapters.telegram.files import attached_to
from adapters.telegram.messages import READ_ERRORS, Me, incoming, words_of
from adapters.telegram.pressing import pressed

log = logging.getLogger(__name__)

_REST = timedelta(milliseconds=999)
"""Of a second, as turns are told."""


def read(bundle: Bundle, me: Me, now: Callable[[], datetime]) -> Event | None:
    """None when it is nothing for us, or cannot be read, which is logged. `now` is when a press
    was, which nobody says, and when in its second a message came."""
    if not bundle.update_id:
        log.warning("an update (%s) has no number and is skipped", bundle.kind)
        return None
    try:
        return _event(bundle, me, now) if bundle.brought else None
    except READ_ERRORS as error:
        # Only our own words: those of Python's errors may be the person's.
        log.warning(
            "update %d (%s) cannot be read (%s) and is skipped",
            bundle.update_id,
            bundle.kind,
            type(error).__name__,
        )
        return None


def _event(bundle: Bundle, me: Me, now: Callable[[], datetime]) -> Event | None:
    if bundle.kind == MESSAGE:
        message = incoming(bundle.brought, me)
        return _in_its_second(message, now()) if message else None
    if bundle.kind == EDIT:
        return _edited(bundle, me)
    return pressed(bundle.brought[0], now()) if bundle.kind == PRESS else None


def _in_its_second(message: Incoming, now: datetime) -> Incoming:
    """Telegram tells seconds. Within its own a message is of the moment at which it comes, or
    of the last, or it would seem to be before what was said earlier in that second."""
    return replace(message, at=max(message.at, min(now, message.at + _REST)))


def _edited(bundle: Bundle, me: Me) -> Edited | None:
    """Of an album the one message that was edited, by its own id: what the others are, and
    which was the first, is not told. What is neither words nor a file changes by itself, as a
    live location does."""
    (message,) = bundle.brought
    if not (words_of(message) or attached_to(bundle.brought)):
        return None
    message_now = incoming(bundle.brought, me)
    return Edited(message_now) if message_now else None
