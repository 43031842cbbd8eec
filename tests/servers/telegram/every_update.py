"""An update of every kind, built from the classes of python-telegram-bot by their types.

So a new version of the library brings its new kinds with it.
"""

import datetime
import inspect
import sys
import types
import typing
import warnings
from collections.abc import Sequence
from typing import Any

import telegram
from telegram import Message, TelegramObject, Update
from telegram.warnings import PTBDeprecationWarning

MOMENT = datetime.datetime(2026, 9, 21, 12, 0, tzinfo=datetime.UTC)
PLAIN: dict[Any, Any] = {
    int: 7,
    float: 1.5,
    str: "text",
    bool: True,
    datetime.datetime: MOMENT,
    datetime.timedelta: datetime.timedelta(seconds=60),
}
STAND_IN: dict[str, str] = {
    "BackgroundFill": "BackgroundFillSolid",
    "BackgroundType": "BackgroundTypeFill",
    "ChatBoostSource": "ChatBoostSourcePremium",
    "ChatMember": "ChatMemberMember",
    "MaybeInaccessibleMessage": "Message",
    "MessageOrigin": "MessageOriginUser",
    "PaidMedia": "PaidMediaPreview",
    "PassportElementError": "PassportElementErrorFile",
    "ReactionType": "ReactionTypeEmoji",
}
"""For a class that only has kinds: one of them."""
NEEDED_TOO = {
    "Poll": ("allows_revoting", "members_only"),
    "PollAnswer": ("option_persistent_ids",),
    "PollOption": ("persistent_id",),
}
"""Parameters that look as if they could be left out, and cannot."""
TEXTS = {"type": "private", "emoji": "👍", "currency": "EUR", "data": "data"}
"""Where not any text will do, by the name of the parameter."""


def every_kind_of_update() -> dict[str, dict[str, Any]]:
    """By kind, as the server sends them, with ids from 1."""
    return {
        kind: Update(update_id=number, **{kind: value}).to_dict()
        for number, (kind, value) in enumerate(_parts(Update, "update_id"), start=1)
    }


def every_kind_of_message() -> dict[str, dict[str, Any]]:
    """A message for each thing that may be in one, by the name of its field."""
    head = {"message_id": 7, "date": MOMENT, "chat": _made(telegram.Chat)}
    with warnings.catch_warnings():
        # That some durations will be of another type does not show in what is sent.
        warnings.simplefilter("ignore", PTBDeprecationWarning)
        return {
            kind: Message(**{**head, kind: value}).to_dict()
            for kind, value in _parts(Message, "message_id", "date", "chat")
        }


def _parts(of: type[TelegramObject], *but: str) -> list[tuple[str, Any]]:
    return [
        (name, _example(kind, name))
        for name, kind in _parameters(of).items()
        if name not in (*but, "api_kwargs")
    ]


def _parameters(of: type[TelegramObject]) -> dict[str, Any]:
    """The types that it is made of, by name."""
    known = {**vars(telegram), **vars(sys.modules[of.__module__]), "dtm": datetime}
    hints = typing.get_type_hints(of.__init__, known, vars(typing))
    return {name: kind for name, kind in hints.items() if name != "return"}


def _made(of: type[TelegramObject]) -> TelegramObject:
    """With nothing but what it must have."""
    of = getattr(telegram, STAND_IN.get(of.__name__, of.__name__))
    parameters = inspect.signature(of).parameters.values()
    needed = [one.name for one in parameters if one.default is one.empty]
    needed += NEEDED_TOO.get(of.__name__, ())
    types_of = _parameters(of)
    return of(**{name: _example(types_of[name], name) for name in needed if name in types_of})


def _example(kind: Any, name: str) -> Any:
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return _example(next(one for one in inner if one is not types.NoneType), name)
    if origin is not None and issubclass(origin, Sequence):
        return [_example(inner[0], name)]
    if kind is str:
        return TEXTS.get(name, PLAIN[str])
    if kind in PLAIN:
        return PLAIN[kind]
    return _made(kind)
