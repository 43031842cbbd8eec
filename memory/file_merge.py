"""What becomes of a file that the bot and the person changed at the same time.

The person's word counts: what they deleted stays deleted, and where both changed the same
thing theirs stands in the file. What only the bot has is kept nevertheless: new turns in a
slice of their own, other texts in a file beside. A slice that they had the bot forget stays
forgotten, with all that was made of its turns since; turns that are new in it stay.
"""

from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from memory import markdown, paths
from memory.account_merge import merge_accounts
from memory.markdown import Reading
from memory.merge import added, merge
from memory.slices import REDACTED, Mark, Slice, Status, Turn
from memory.text_merge import is_text, merge_texts
from memory.versions import is_twofold


class Outcome(StrEnum):
    """What the person is to be told of a file that both changed, or that has no place here."""

    BESIDE = "beside"
    DROPPED = "dropped"
    ANEW = "anew"
    REFUSED = "refused"
    BOTH = "both"
    FORGOTTEN = "forgotten"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class MergedFile:
    """What is to stand at the path, or None for nothing.

    `beside` is our version, where it is to be kept as a file of its own (see `beside_path`).
    `anew` holds turns of ours that go on a slice of their own, still without an id. `dropped`
    when the person deleted the file and what we had changed in it goes with it. `both` when a
    turn says two things now, as each side had made another one of it. `forgotten` when the bot
    was to forget a slice that was changed meanwhile; the content is what is new in it.
    """

    content: bytes | None
    beside: bytes | None = None
    anew: Slice | None = None
    dropped: bool = False
    both: bool = False
    forgotten: bool = False


def is_derived(path: str) -> bool:
    """Whether the file only repeats what slices say: never merged, always made again."""
    in_slices = path.startswith(f"{paths.SLICES}/")
    return path == paths.STRANDS or (in_slices and path.endswith(f"/{paths.INDEX}"))


def merge_files(
    path: str, base: bytes | None, ours: bytes | None, theirs: bytes | None
) -> MergedFile:
    """One file of two; None stands for a file that is not there. `base` is what both had."""
    if ours in (base, theirs):
        return MergedFile(theirs)
    if theirs == base or is_derived(path):
        return MergedFile(ours)
    slice_id = paths.slice_id_of(path)
    if ours is None:
        if slice_id is None or base is None or theirs is None:
            return MergedFile(theirs)
        return _forgotten(slice_id, base, theirs)
    if slice_id is not None:
        return _merge_slices(slice_id, base, ours, theirs)
    if theirs is None:
        return MergedFile(None, dropped=True)
    is_account = path.startswith(f"{paths.SESSIONS}/")
    if base is None and is_account:
        base = b""  # what two machines begin of one file, both of it stays
    if base is None or not all(map(is_text, (base, ours, theirs))):
        return MergedFile(theirs, beside=ours)
    merged = merge_texts(base, ours, theirs)
    if is_account and not (base and merged.whole):
        return MergedFile(merge_accounts(base, ours, theirs))
    return MergedFile(merged.content, beside=None if merged.whole else ours)


def beside_path(path: str, on: date, nth: int = 1) -> str:
    """`notes/plan (previously, 2026-07-07).md`, and with `nth` the next such names."""
    folder, slash, name = path.rpartition("/")
    stem, dot, ending = name.rpartition(".")
    if not stem:
        stem, dot, ending = name, "", ""
    number = f", {nth}" if nth > 1 else ""
    return f"{folder}{slash}{stem} (previously, {on.isoformat()}{number}){dot}{ending}"


def _merge_slices(
    slice_id: str, base: bytes | None, ours: bytes, theirs: bytes | None
) -> MergedFile:
    mine = markdown.decode(ours, slice_id)
    if mine.damage:
        # Never written by us: somebody's hand was in our copy.
        return MergedFile(theirs, beside=ours)
    yours = None if theirs is None else markdown.decode(theirs, slice_id)
    shared = _shared(slice_id, base, mine.slice, yours)
    if theirs is None or yours is None or yours.damage:
        anew = _anew(shared, mine.slice)
        return MergedFile(theirs, anew=anew, dropped=theirs is None and anew is None)
    if shared.turns and len(added(shared, mine.slice)) == len(mine.slice.turns):
        # Forgotten, and another one begun in the same minute.
        new = replace(shared, turns=_new(shared, yours.slice))
        merged = merge(replace(shared, turns=()), mine.slice, new)
        return MergedFile(markdown.encode(merged), forgotten=True)
    merged = merge(shared, mine.slice, yours.slice)
    if merged == yours.slice:
        return MergedFile(theirs)
    known = {turn.text for side in (mine.slice, yours.slice) for turn in side.turns}
    both = any(is_twofold(turn.text) and turn.text not in known for turn in merged.turns)
    return MergedFile(markdown.encode(merged, theirs), both=both)


def _forgotten(slice_id: str, base: bytes, theirs: bytes) -> MergedFile:
    """Slices are removed here by who is told to forget them, and by nobody else."""
    reading = markdown.decode(theirs, slice_id)
    if reading.damage:
        return MergedFile(theirs)  # what cannot be read may be new
    old, yours = markdown.decode(base, slice_id).slice, reading.slice
    new = _new(old, yours)
    if not new:
        return MergedFile(None, forgotten=True)
    # The others keep their place, without a word: an edit of theirs that comes later is
    # recognised by it.
    turns = tuple(one if one in new else replace(one, text=REDACTED) for one in yours.turns)
    labels = {turn.label for turn in new}
    kept = replace(
        yours,
        turns=turns,
        mark=Mark(),
        amendments=(),
        occurrences=tuple(
            one
            for one in yours.occurrences
            if one.turn in labels and one not in old.occurrences
        ),
        safety=tuple(
            one for one in yours.safety if one.turn in labels and one not in old.safety
        ),
        extra={key: said for key, said in yours.extra.items() if key not in old.extra},
        preamble="" if old.preamble else yours.preamble,
    )
    return MergedFile(markdown.encode(kept), forgotten=True)


def _new(old: Slice, yours: Slice) -> tuple[Turn, ...]:
    """The turns that are no edits of old ones, not even of their moment."""
    return tuple(turn for turn in added(old, yours) if not old.said(turn.origin))


def _shared(slice_id: str, base: bytes | None, ours: Slice, theirs: Reading | None) -> Slice:
    """What both sides began with; no turn at all where that is not known."""
    if base is not None:
        return markdown.decode(base, slice_id).slice
    known = theirs.slice if theirs else ours
    return Slice(slice_id, known.start, known.end, status=Status.CLOSED)


def _anew(base: Slice, ours: Slice) -> Slice | None:
    """A slice of the new turns alone; its marks would tell of the turns that are gone."""
    turns = added(base, ours)
    if not turns:
        return None
    labels = {turn.label: str(n) for n, turn in enumerate(turns, 1)}
    return Slice(
        "",
        min(turn.at for turn in turns),
        max(turn.at for turn in turns),
        tuple(replace(turn, label=labels[turn.label]) for turn in turns),
        status=ours.status,
        timezone=ours.timezone,
        closed_by=ours.closed_by,
        channels=ours.channels,
        safety=tuple(
            replace(one, turn=labels[one.turn])
            for one in ours.safety
            if one.turn in labels and one not in base.safety
        ),
    )
