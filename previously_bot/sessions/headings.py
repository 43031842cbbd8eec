"""The sections of a session's file, and of which turn each of them is (pure).

A number may become that of another turn: where what two machines said is merged, and where the
person deleted the turn that had it. What tells a turn for good is its moment, which stands
behind the number in a comment, for who reads the file as Markdown does not see it.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from memory.markdown import moment, timestamp
from previously_bot.sessions import sentences

GONE = "?"
"""The number of an answer whose turn is not in its slice (any more)."""

Labels = Mapping[datetime, Collection[str]]
"""What the answers of a slice are called, by their moments."""

_HEADING = re.compile(
    "^## (?:{}) *\r?$".format(
        "|".join(
            sentence.format(label=r"(\S+)", when=".+?") + "(?: <!-- ([^ >]+) -->)?"
            for sentence in (sentences.TURN.en, sentences.TURN.zh)
        )
    ),
    re.MULTILINE,
)
_COMMENT = re.compile(r" <!-- [^ >]+ -->")
_NEXT_HEADING = re.compile(r"^##? ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Section:
    """Where one is in the text of a file, its heading from `start`, and what is told from
    `told` to `end`; where its number is, and the moment of its answer, if it says one."""

    start: int
    told: int
    end: int
    number: tuple[int, int]
    at: datetime | None


def heading(label: str, at: datetime, when: str, language: str) -> str:
    """`when` is the moment `at` (aware) in words."""
    return f"## {sentences.TURN.say(language, label=label, when=when)} <!-- {timestamp(at)} -->"


def sections(text: str) -> Iterator[Section]:
    """Those in the text of a file, without what the person put below one under a heading of
    their own."""
    for found in _HEADING.finditer(text):
        after = _NEXT_HEADING.search(text, found.end())
        nth = 1 if found[1] else 3
        said = found[nth + 1]
        yield Section(
            found.start(),
            found.end(),
            after.start() if after else len(text),
            found.span(nth),
            moment(said) if said else None,
        )


def last_section(text: str, labels: Labels | None) -> str | None:
    """What is told of the last answer, under the number that it has now; None where nothing is.

    An answer is the last by its moment; one that says none came right after what stands above
    it. Answers that are not there any more are passed over; without `labels` nobody knows.
    """
    last: Section | None = None
    newest: datetime | None = None
    for one in sections(text):
        if one.at is not None and labels is not None and one.at not in labels:
            continue
        if one.at is None or newest is None or one.at >= newest:
            last, newest = one, one.at or newest
    if last is None:
        return None
    told = _numbered(text[: last.end], [last], labels or {})[last.start :]
    first, newline, rest = told.partition("\n")
    return (_COMMENT.sub("", first) + newline + rest).replace("\r\n", "\n").strip()


def numbered(labels: Labels, text: str) -> str:
    """The text of a file with every answer called what it is called now; all else, and what
    says no moment, is as it was."""
    return _numbered(text, sections(text), labels, instead=GONE)


def moments_of_all(text: str) -> list[datetime]:
    """When the answers were given that the text of a file tells of; nothing where it holds
    more than these under a title, or does not know of each."""
    found = list(sections(text))
    moments = [one.at for one in found if one.at]
    title = text[: found[0].start].strip() if found else ""
    is_plain = title.startswith("# ") and "\n" not in title
    headings = len(_NEXT_HEADING.findall(text))
    return moments if is_plain and headings - 1 == len(found) == len(moments) else []


def _numbered(
    text: str, found: Iterable[Section], labels: Labels, instead: str | None = None
) -> str:
    parts: list[str] = []
    place = 0
    for one in found:
        start, end = one.number
        now = labels.get(one.at, ()) if one.at else ()
        label = next(iter(now), instead) if one.at else None
        if label is not None and text[start:end] not in now:
            parts += [text[place:start], label]
            place = end
    return "".join([*parts, text[place:]])
