"""What is in a file: words, a text, a picture; or a sentence that it stays closed to us."""

import asyncio
import logging
from dataclasses import dataclass

from adapters.base import Attached
from previously_bot.answerer import Document
from previously_bot.attachments import notes
from previously_bot.attachments.extraction import extract
from previously_bot.attachments.hiding import is_plain
from previously_bot.attachments.keeping import TEXT, Keeping
from previously_bot.attachments.names import label
from previously_bot.attachments.pictures import LARGEST, picture
from previously_bot.clock import Pause
from previously_bot.errors import ModelError
from previously_bot.masking import kinds_in, without
from previously_bot.model import Image
from previously_bot.texts import Sentence, files
from previously_bot.transcriber import Transcriber

log = logging.getLogger(__name__)

LONGEST_SPEECH = 50_000
"""Code points of a recording that are taken down."""

NOT_TRANSCRIBED, WORDLESS = "not transcribed", "no words in it"

_HEARD = ("voice", "audio")
_WATCHED = ("video", "video message")
# Nobody expects anything to be said of these.
_DECORATION = ("sticker", "animation")


@dataclass(frozen=True, slots=True)
class Understood:
    """`said` is a recording's words; `remark` belongs into the file's line, and `note` is a
    sentence to the person, in their language. `kinds` are those of the secrets that were in
    its text, or in its words."""

    said: str = ""
    document: Document | None = None
    image: Image | None = None
    remark: str = ""
    note: str = ""
    kinds: tuple[str, ...] = ()


class Understanding:
    """`sees` when a model that answers looks at pictures. Raises what the keeping raises."""

    def __init__(
        self,
        keeping: Keeping,
        transcriber: Transcriber | None,
        *,
        sees: bool,
        language: str,
        pause: Pause,
    ) -> None:
        self._keeping = keeping
        self._transcriber = transcriber
        self._sees = sees
        self._language = language
        self._pause = pause

    async def of(self, file: Attached, path: str, content: bytes) -> Understood:
        """What is in a file that lies at `path`. Texts and words are kept beside it, and are
        taken from there the next time."""
        if file.kind in _HEARD or file.media_type.startswith("audio/"):
            return await self._heard(file, path, content)
        if image := picture(content):
            return self._seen(file, image)
        if file.kind in _DECORATION:
            return Understood()
        if file.kind == "photo" or file.media_type.startswith("image/"):
            return self._noted(file, files.NO_SUCH_PICTURE if self._sees else files.NO_EYES)
        if file.kind in _WATCHED or file.media_type.startswith("video/"):
            return self._noted(file, files.NOT_WATCHED)
        return await self._read(file, path, content)

    async def _heard(self, file: Attached, path: str, content: bytes) -> Understood:
        said = await self._keeping.text_of(path)
        if said is None:
            if self._transcriber is None:
                return self._noted(file, files.NO_EARS, NOT_TRANSCRIBED)
            try:
                said = await self._transcriber.transcribe(content, path.rpartition("/")[2])
            except ModelError as error:
                log.warning("a recording is not transcribed: %s", error)
                return self._noted(file, files.NOT_HEARD, NOT_TRANSCRIBED)
            said = without(said.strip()[:LONGEST_SPEECH])
            if said:
                await self._keeping.keep_text(path, _title(file), said, of="recording")
        return (
            Understood(said=said, kinds=kinds_in(said)) if said else Understood(remark=WORDLESS)
        )

    def _seen(self, file: Attached, image: Image) -> Understood:
        if self._sees and len(image.content) <= LARGEST:
            return Understood(image=image)
        if file.kind in _DECORATION:
            return Understood()
        return self._noted(file, files.TOO_LARGE_TO_SEE if self._sees else files.NO_EYES)

    async def _read(self, file: Attached, path: str, content: bytes) -> Understood:
        text = await self._keeping.text_of(path)
        if text is None:
            found = await extract(content, path, self._pause)
            if found.why:
                return Understood(note=notes.of_unread(file, found.why, self._language))
            text = await asyncio.to_thread(without, found.text)
            linked = is_plain(content) or not kinds_in(text)
            await self._keeping.keep_text(
                path, _title(file), text, of="document", linked=linked
            )
        return Understood(document=Document(path + TEXT, text), kinds=kinds_in(text))

    def _noted(self, file: Attached, sentence: Sentence, remark: str = "") -> Understood:
        note = notes.of_kept(file, sentence, self._language)
        return Understood(remark=remark, note=note)


def _title(file: Attached) -> str:
    return file.name or label(file.kind)
