"""The updates of one poll as what they bring: a message, an album, a change, or nothing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adapters.telegram.api import Json
from adapters.telegram.fields import number

MESSAGE, EDIT, PRESS = "message", "edited_message", "callback_query"
KINDS = (MESSAGE, EDIT, PRESS)
"""The kinds of updates that the bot wants, as Telegram calls them."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """What one update brings: nothing, one object of its kind, or the messages of the album
    that its message begins.

    `update_id` is 0 where the update has none.
    """

    update_id: int
    kind: str
    brought: Sequence[Json]


def bundles(updates: Sequence[Json]) -> Iterator[Bundle]:
    """In order. The other messages of an album go with its first and are nothing themselves."""
    albums: dict[object, list[Json]] = {}
    for update in updates:
        if album := _album(update):
            albums.setdefault(album, []).append(update[MESSAGE])
    for update in updates:
        kind = next((name for name in KINDS if isinstance(update.get(name), dict)), "")
        brought = [update[kind]] if kind else []
        if album := _album(update):
            brought = albums.pop(album, [])
        named = kind or next((name for name in update if name != "update_id"), "nothing")
        yield Bundle(update_id(update), named, brought)


def begins_album(update: Json) -> bool:
    """Whether there may be more messages that belong to this one."""
    return _album(update) is not None


def ends_in_album(updates: Sequence[Json]) -> bool:
    """Whether more messages may belong to what came last."""
    return bool(updates) and begins_album(updates[-1])


def before_last_album(updates: Sequence[Json]) -> Sequence[Json]:
    """Without the album that they end in."""
    album = _album(updates[-1])
    first = next(nth for nth, update in enumerate(updates) if _album(update) == album)
    return updates[:first]


def update_id(update: Json) -> int:
    """0 where there is none."""
    try:
        return max(number(update, "update_id"), 0)
    except ValueError:
        return 0


def _album(update: Json) -> tuple[object, object] | None:
    """What all messages of an album share, and no others."""
    message = update.get(MESSAGE)
    if not isinstance(message, dict) or not isinstance(message.get("chat"), dict):
        return None
    group, chat = message.get("media_group_id"), message["chat"].get("id")
    return (chat, group) if isinstance(group, str) and isinstance(chat, int) else None
