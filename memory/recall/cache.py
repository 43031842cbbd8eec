"""An index as bytes, and back: to be kept beside the timeline, and made again at any time.

The bytes begin with what they were made by and a checksum. Bytes that are cut short, changed,
or made by other rules give no index, rather than a wrong one. What was changed on the timeline
since is not known here: cards carry version and stamp to see it by.
"""

import hashlib
import json
import struct
import sys
from array import array
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Any, Protocol

from memory import words
from memory.recall.blend import BLEND, Blend
from memory.recall.bodies import FIRST_TERM, Card, Spoken
from memory.recall.contents import Contents
from memory.recall.index import Index

FORMAT = 3
"""To be raised with every change of what the bytes mean, or of what is made of a slice."""

_DIGEST = 16
_SECTION = struct.Struct("<Q")


class Cache(Protocol):
    """The port: one piece of bytes that may be lost at any time. Neither method raises."""

    def read(self) -> bytes | None:
        """What was written last; None when there is nothing, or it cannot be read."""

    def write(self, content: bytes) -> None:
        """Keep this in place of what was kept, whole or not at all; or leave it be."""


def dump(index: Index) -> bytes:
    contents = index.contents
    postings = contents.postings
    alive = list(contents.alive())
    renumbered = {number: nth for nth, (number, _) in enumerate(alive)}
    dense = len(alive) == len(postings.bodies)
    lists = [
        listed if dense else _renumbered(listed, renumbered)
        for listed in postings.lists[FIRST_TERM:]
    ]
    # A word that no slice holds any more leaves only its number.
    terms = zip(postings.terms[FIRST_TERM:], lists, strict=True)
    held = [postings.bodies[number] for number, _ in alive]
    sections = (
        json.dumps([_as_json(card) for _, card in alive], ensure_ascii=True).encode(),
        "\n".join(term if listed else "" for term, listed in terms).encode(),
        array("I", map(len, lists)).tobytes(),
        b"".join(map(array.tobytes, lists)),
        array("I", map(len, held)).tobytes(),
        b"".join(map(array.tobytes, held)),
        array("q", [postings.lengths[number] for number, _ in alive]).tobytes(),
    )
    payload = b"".join(_SECTION.pack(len(section)) + section for section in sections)
    return _made_by(contents.blend) + _digest(payload) + payload


def load(content: bytes, blend: Blend = BLEND) -> Index | None:
    """The index that was dumped; None for bytes that were not dumped by these very rules."""
    made_by = _made_by(blend)
    start = len(made_by) + _DIGEST
    payload = memoryview(content)[start:]
    if not content.startswith(made_by) or content[len(made_by) : start] != _digest(payload):
        return None
    try:
        return Index(blend, _contents(list(_sections(payload)), blend))
    except (ValueError, TypeError, KeyError, IndexError, struct.error):
        return None


def _contents(sections: Sequence[memoryview], blend: Blend) -> Contents:
    cards = [_card(item) for item in json.loads(bytes(sections[0]))]
    terms = bytes(sections[1]).decode().split("\n") if len(sections[1]) else []
    lists = _cut("I", sections[3], sections[2])
    held = _cut("I", sections[5], sections[4])
    lengths = array("q", bytes(sections[6]))
    if not (len(terms) == len(lists) and len(cards) == len(held) == len(lengths)):
        raise ValueError("the parts of the cache do not belong together")
    contents = Contents(blend)
    contents.postings.restore(terms, lists, held, lengths)
    for number, card in enumerate(cards):
        contents.adopt(card, number)
    return contents


def _sections(payload: memoryview) -> Iterator[memoryview]:
    place = 0
    while place < len(payload):
        (length,) = _SECTION.unpack_from(payload, place)
        place += _SECTION.size
        yield payload[place : place + length]
        place += length


def _cut(code: str, content: memoryview, lengths: memoryview) -> "list[array[int]]":
    """The arrays of these lengths that lie one behind the other."""
    whole = array(code, bytes(content))
    ends = [0, *accumulate(array("I", bytes(lengths)))]
    if ends[-1] != len(whole):
        raise ValueError("the lists of the cache are not as long as it says")
    return [whole[begin:end] for begin, end in pairwise(ends)]


def _renumbered(listed: "array[int]", numbers: dict[int, int]) -> "array[int]":
    return array("I", [numbers[posting >> 8] << 8 | posting & 255 for posting in listed])


def _made_by(blend: Blend) -> bytes:
    """What the bytes depend on beside the slices: format, machine, tokenizer, counting."""
    counting = (blend.by_user, blend.by_agent, blend.by_marks)
    rules = repr((FORMAT, sys.byteorder, array("I").itemsize, counting, words.RULES))
    return b"previously recall\n" + hashlib.sha256(rules.encode()).digest()


def _digest(payload: "bytes | memoryview") -> bytes:
    return hashlib.blake2b(payload, digest_size=_DIGEST).digest()


def _as_json(card: Card) -> list[Any]:
    return [
        card.slice_id, card.start, card.end, card.version, card.stamp, card.labels, card.tags,
        card.importance, card.weighty,
        [(one.start, one.end, one.text) for one in card.occurrences],
        card.amended,
    ]  # fmt: skip


def _card(item: list[Any]) -> Card:
    slice_id, start, end, version, stamp, labels, tags, importance, weighty, spoken, *rest = (
        item
    )
    (amended,) = rest
    return Card(
        slice_id, start, end, version, stamp, tuple(labels), tuple(tags), importance,
        tuple(weighty), tuple(Spoken(*one) for one in spoken),
        tuple(amended),
    )  # fmt: skip
