"""Files for a person, each sent as a document: with its text below it, or after that."""

import asyncio
import re
from dataclasses import replace

from telegram import InputFile

from adapters.base import File, GoneForGood, NotDelivered, Outgoing
from adapters.markup import TelegramPart
from adapters.telegram.api import Api
from adapters.telegram.fields import whole
from adapters.telegram.messages import PLATFORM
from adapters.telegram.sending import attempt, deliver, is_group

CAPTION = 1024
"""Code points of the text below a document, as they show."""

LARGEST = 50 * 1024 * 1024
"""Bytes of a file that a bot may send."""

# These end a name, or a header line, or would be folders.
_NOT_IN_NAMES = re.compile(r'[\x00-\x1f\x7f"\\/]')


class Documents:
    """`send` remembers texts that arrived before their files did not: such a text is not said
    again when the file is."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._told: dict[Outgoing, str] = {}

    async def send(self, outgoing: Outgoing, file: File, part: TelegramPart) -> str:
        """The id of the message that has the text and the buttons. Raises what `Adapter.send`
        raises."""
        first = attempt(outgoing, part)
        document = await asyncio.to_thread(_document, file)
        if not outgoing.text.strip():
            first = replace(first, html="", plain="")
        if not first.edits and len(first.plain) <= CAPTION:
            return await deliver(self._api, replace(first, document=document))
        alone = replace(first, html="", plain="", edits=0, keyboard=None, document=document)
        if not is_group(first.chat_id):
            alone = replace(alone, replies_to=0)
        told = self._told.pop(outgoing, "") or await deliver(self._api, first)
        try:
            await deliver(self._api, alone)
        except NotDelivered:
            self._told[outgoing] = told
            raise
        return told


def _document(file: File) -> InputFile:
    """All of it. Raises GoneForGood."""
    try:
        with file.path.open("rb") as opened:
            content = opened.read(LARGEST + 1)
    except OSError:
        raise GoneForGood(PLATFORM, "the file is not there any more") from None
    if len(content) > LARGEST:
        raise GoneForGood(PLATFORM, "the file is larger than the 50 MB that a bot may send")
    return InputFile(content, filename=_NOT_IN_NAMES.sub("_", whole(file.name)) or "file")
