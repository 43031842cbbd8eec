"""What came with a message, settled: in the repository, and told in the turn's text.

It may be asked again for the same message, after the process ended or since its words were
edited: a file that is there is not fetched again, and its text is taken from beside it.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from adapters.base import Attached, Incoming
from memory.attached import Lost
from previously_bot.answerer import Document
from previously_bot.attachments import notes
from previously_bot.attachments.fetching import Fetching
from previously_bot.attachments.hiding import hidden, is_built
from previously_bot.attachments.keeping import TEXT, Keeping
from previously_bot.attachments.lines import kept_line, lost_line, spoken, text_of
from previously_bot.attachments.names import path_of
from previously_bot.attachments.understanding import Understanding, Understood
from previously_bot.model import Image
from previously_bot.texts import Sentence, masking

MASKED = "secrets masked"
"""Of a file that is kept without them, its line says so."""


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
            notes=notes.together(
                list(zip(incoming.attached, (one.note for one in found), strict=True)),
                self._language,
            ),
            has_words=bool(incoming.text.strip()) or any(one.said for one in found),
        )

    async def _placed(self, incoming: Incoming, nth: int) -> tuple[str, Understood]:
        """The line of a file, and what is in it."""
        file, path = incoming.attached[nth], path_of(incoming, nth)
        content = await self._keeping.found(path)
        one = None
        if content is None:
            fetched = await self._fetching.fetch(incoming.chat.platform, file)
            if isinstance(fetched, Lost):
                return self._lost(file, fetched)
            kept = await asyncio.to_thread(hidden, fetched)
            if kept.content is None:
                return self._all_secret(file, kept.kinds)
            content = kept.content
            if is_built(content):
                # What cannot be masked is looked into before it is kept.
                one = await self._understanding.of(file, path, content)
                if one.document and one.kinds:
                    return self._only_text(file, path, one)
            if not await self._keeping.keep(path, content):
                return self._lost(file, Lost.NOT_STORED)
        one = one or await self._understanding.of(file, path, content)
        return self._kept(file, path, one)

    def _kept(self, file: Attached, path: str, one: Understood) -> tuple[str, Understood]:
        if not one.kinds:
            return kept_line(file, path, one.remark), one
        if one.document is None:
            return kept_line(file, path), self._noting(file, one, masking.IN_SPEECH)
        return kept_line(file, path, MASKED), self._noting(file, one, masking.MASKED)

    def _only_text(self, file: Attached, path: str, one: Understood) -> tuple[str, Understood]:
        line = kept_line(file, path + TEXT, f"only its text, {MASKED}")
        return line, self._noting(file, one, masking.ONLY_TEXT)

    def _all_secret(self, file: Attached, kinds: Sequence[str]) -> tuple[str, Understood]:
        note = notes.of_secrets(file, masking.NOT_KEPT, kinds, self._language)
        return lost_line(file, Lost.SECRET), Understood(note=note)

    def _noting(self, file: Attached, one: Understood, sentence: Sentence) -> Understood:
        note = notes.of_secrets(file, sentence, one.kinds, self._language)
        return replace(one, note=note)

    def _lost(self, file: Attached, why: Lost) -> tuple[str, Understood]:
        note = notes.of_lost(file, why, self._most, self._language)
        return lost_line(file, why), Understood(note=note)
