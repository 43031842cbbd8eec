"""What Flash says a conversation is about, put over what it said before (pure).

It sees the whole so far, and so knows better with every message. But a person may have edited
the front matter meanwhile, and then knows best: what was changed there since we last wrote it
stays, and what was taken away does not come back.
"""

from dataclasses import replace

from memory.slices import Mark


def remarked(there: Mark, ours: Mark | None, new: Mark) -> Mark:
    """The mark to write: `there` is what the slice says now, `ours` what we wrote last.

    Without `ours`, as after a start, all that is there counts as the person's.
    """
    ours = ours or Mark()
    return Mark(
        focus=_text(there.focus, ours.focus, new.focus),
        summary=_text(there.summary, ours.summary, new.summary),
        tags=_listed(there.tags, ours.tags, new.tags),
        decisions=_listed(there.decisions, ours.decisions, new.decisions),
        open_loops=_listed(there.open_loops, ours.open_loops, new.open_loops),
        emotional_tone=_text(there.emotional_tone, ours.emotional_tone, new.emotional_tone),
    )


def remembered(ours: Mark | None, new: Mark) -> Mark:
    """What we wrote last, once `new` is written."""
    if ours is None:
        return new
    return replace(
        new,
        focus=new.focus or ours.focus,
        summary=new.summary or ours.summary,
        emotional_tone=new.emotional_tone or ours.emotional_tone,
    )


def altered(ours: Mark | None, before: Mark, after: Mark) -> Mark | None:
    """What we wrote last, once words were taken back: what went with them is not the person's
    edit, and may be told anew."""
    if ours is None:
        return None
    return Mark(
        focus=_followed(ours.focus, before.focus, after.focus),
        summary=_followed(ours.summary, before.summary, after.summary),
        tags=_without(ours.tags, before.tags, after.tags),
        decisions=_without(ours.decisions, before.decisions, after.decisions),
        open_loops=_without(ours.open_loops, before.open_loops, after.open_loops),
        emotional_tone=_followed(
            ours.emotional_tone, before.emotional_tone, after.emotional_tone
        ),
    )


def _followed(ours: str, before: str, after: str) -> str:
    return after if ours == before else ours


def _without(
    ours: tuple[str, ...], before: tuple[str, ...], after: tuple[str, ...]
) -> tuple[str, ...]:
    gone = set(before) - set(after)
    return tuple(one for one in ours if one not in gone)


def _text(there: str, ours: str, new: str) -> str:
    if there != ours and (there or ours):
        return there  # the person wrote it, or emptied it
    return new or there


def _listed(
    there: tuple[str, ...], ours: tuple[str, ...], new: tuple[str, ...]
) -> tuple[str, ...]:
    theirs = [one for one in there if one not in ours]
    taken_away = {one.casefold() for one in ours if one not in there}
    kept: dict[str, str] = {}
    for one in (*theirs, *new):
        if one.casefold() not in taken_away:
            kept.setdefault(one.casefold(), one)
    return tuple(kept.values())
