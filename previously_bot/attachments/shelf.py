"""What came with a message, settled: in the repository, and told in the turn's text.

It may be asked again for the same message, after the process ended or since its words were
edited: a file that is there is not fetched again, and its text is taken from beside it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from adapters.base import Incoming
from memory.attached import Lost
from previously_bot.answerer import Document
from previously_bot.attachments import notes
from previously_bot.attachments.fetching import Fetching
from previously_bot.attachments.keeping import Keeping
from previously_bot.attachments.lines import kept_line, lost_line, spoken, text_of
from previously_bot.attachments.names import path_of
from previously_bot.attachments.understanding import Understanding, Understood
from previously_bot.model import Image


@dataclass(frozen=True, slots=True)
class Settled:
    """`text` is that of the turn, without what the message replies to. `documents` and
    `images` are for whoever answers; `notes` are sentences to the person, in their language.
    `has_words` when the person, or somebody in a recording, says anything."""

    text: str
    documents: Sequence[Document] = ()
    images: Sequence[Image] = ()
    notes: Sequence[str] = ()
    has_words: bool = True

    @property
    def needs_answer(self) -> bool:
        """Whether there is anything to answer beside the notes."""
        return bool(self.has_words or self.documents or self.images or not self.notes)


class Shelf:
    """One person's files. `most` is how many bytes of a file are kept."""

    def __init__(
        self,
        keeping: Keeping,
        fetching: Fetching,
        understanding: Understanding,
        *,
        most: int,
        language: str,
    ) -> None:
        self._keeping = keeping
        self._fetching = fetching
        self._understanding = understanding
        self._most = most
        self._language = language

    async def settled(self, incoming: Incoming) -> Settled:
        """All that is to be known of a message before it goes onto the timeline.

        Raises StoreUnreachable where the repository is down.
        """
        if not incoming.attached:
            return Settled(incoming.text)
        told, found = [], []
        for nth, file in enumerate(incoming.attached):
            line, one = await self._placed(incoming, nth)
            is_own = file.kind == "voice" and not file.is_foreign
            told.append((line, spoken(file, one.said, is_own=is_own) if one.said else ""))
            found.append(one)
        return Settled(
            text_of(incoming.text, told),
            documents=[one.document for one in found if one.document],
            images=[one.image for one in found if one.image],
            notes=list(dict.fromkeys(one.note for one in found if one.note)),
            has_words=bool(incoming.text.strip()) or any(one.said for one in found),
        )

    async def _placed(self, incoming: Incoming, nth: int) -> tuple[str, Understood]:
        """The line of a file, and what is in it."""
        file, path = incoming.attached[nth], path_of(incoming, nth)
        content = await self._keeping.found(path)
        if content is None:
            fetched = await self._fetching.fetch(incoming.chat.platform, file)
            if not isinstance(fetched, Lost) and not await self._keeping.keep(path, fetched):
                fetched = Lost.NOT_STORED
            if isinstance(fetched, Lost):
                note = notes.of_lost(file, fetched, self._most, self._language)
                return lost_line(file, fetched), Understood(note=note)
            content = fetched
        one = await self._understanding.of(file, path, content)
        return kept_line(file, path, one.remark), one
