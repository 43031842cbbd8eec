"""What was sent beside words, or in their place, told in words: "[voice message, 12 s]"."""

from collections import Counter
from collections.abc import Callable, Sequence

from adapters.telegram.api import Json
from adapters.telegram.fields import inner, number, several, text


def told(messages: Sequence[Json]) -> str:
    """Everything that these messages hold beside their texts; "" where that is nothing."""
    found = Counter(one for one in map(_attached, messages) if one)
    return "\n".join(
        f"[{one}]" if count == 1 else f"[{one} × {count}]" for one, count in found.items()
    )


def _attached(message: Json) -> str:
    """ "" also for what is not known, and for what no person sends, such as a new title."""
    for kind, words in _KINDS.items():
        if kind in message:
            # A photo is a list of its sizes.
            attached = {} if kind == "photo" else inner(message, kind)
            return " ".join(words(attached).split())
    return ""


def _named(name: str, *fields: str) -> Callable[[Json], str]:
    return lambda attached: " ".join([name, *(text(attached, field) for field in fields)])


def _lasting(name: str, *fields: str) -> Callable[[Json], str]:
    called = _named(name, *fields)
    return lambda attached: f"{called(attached).strip()}, {number(attached, 'duration')} s"


def _place(location: Json) -> str:
    return f"location {_degrees(location, 'latitude')}, {_degrees(location, 'longitude')}"


def _venue(venue: Json) -> str:
    named = ", ".join([text(venue, "title"), text(venue, "address")])
    return f"{named}, {_place(inner(venue, 'location'))}"


def _degrees(location: Json, name: str) -> str:
    value = location.get(name)
    if not isinstance(value, int | float):
        raise ValueError(f"{name} is no number")
    return f"{value:.6f}".rstrip("0").rstrip(".")


def _poll(poll: Json) -> str:
    options = "; ".join(text(option, "text") for option in several(poll, "options"))
    return f"poll: {text(poll, 'question')} — {options}"


def _checklist(checklist: Json) -> str:
    tasks = "; ".join(text(task, "text") for task in several(checklist, "tasks"))
    return f"checklist: {text(checklist, 'title')} — {tasks}"


def _dice(dice: Json) -> str:
    return f"dice {text(dice, 'emoji')} {number(dice, 'value')}"


# What stands first wins: an animation is a document too, and a venue has a location.
_KINDS: dict[str, Callable[[Json], str]] = {
    "photo": _named("photo"),
    "animation": _named("animation"),
    "document": _named("document", "file_name"),
    "voice": _lasting("voice message"),
    "audio": _lasting("audio", "performer", "title"),
    "video": _lasting("video"),
    "video_note": _lasting("video message"),
    "sticker": _named("sticker", "emoji"),
    "venue": _venue,
    "location": _place,
    "contact": _named("contact", "first_name", "last_name", "phone_number"),
    "poll": _poll,
    "checklist": _checklist,
    "dice": _dice,
    "game": _named("game", "title"),
    "story": _named("story"),
    "paid_media": _named("paid media"),
}
