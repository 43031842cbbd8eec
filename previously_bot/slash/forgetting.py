"""/forget: what would go is shown first, and goes when the person says so."""

from collections.abc import Sequence

from adapters.base import Button, Rows
from memory import paths, when
from memory.catalog import entry
from memory.slices import Speaker, Turn
from previously_bot import listing, moments
from previously_bot import texts as said
from previously_bot.forgetting import Found, Receipt, excerpt
from previously_bot.masking import without
from previously_bot.plans import is_token
from previously_bot.slash.desk import SHOWN, Acts, Desk, Reply
from previously_bot.texts import Sentence, inline, syncing
from previously_bot.texts import forgetting as texts

LONGEST = 200
"""Code points of the words to look for."""

_LAST = ("last", "最后", "上一条", "上一句")
_QUOTES = ("“”", '""', "''", "‘’", "「」", "『』", "«»")
_TURN, _BEFORE, _NAMED = 100, 40, 60  # code points


def _forget(desk: Desk, rest: str) -> str | Reply:
    first, _, token = rest.partition(" ")
    token = token.strip().upper()
    if not rest or rest.casefold() in ("yes", "no"):
        return texts.EXPLAINED.say(desk.person.language)
    if first.casefold() in ("yes", "no") and is_token(token):
        return _yes(desk, token) if first.casefold() == "yes" else _no(desk, token)
    if len(rest) > LONGEST:
        return texts.TOO_LONG.say(desk.person.language, most=LONGEST)
    return _shown(desk, rest, _found(desk, rest))


def _found(desk: Desk, rest: str) -> Found:
    """What the words name: the last exchange, a slice, the slices of a time, or turns."""
    quoted = _unquoted(rest)
    if quoted is not None:
        return desk.forgetting.words(quoted)
    if rest.casefold() in _LAST:
        return desk.forgetting.last()
    if slice_id := paths.slice_id_named(rest):
        return desk.forgetting.slices([slice_id])
    time = when.one_time(rest, desk.now, desk.person.zone, desk.person.customs)
    if time:
        inside = desk.timeline.entries(time)
        return desk.forgetting.slices([one.slice_id for one in inside])
    return desk.forgetting.words(rest)


def _unquoted(text: str) -> str | None:
    inside = text[1:-1].strip()
    is_quoted = len(text) > 2 and text[0] + text[-1] in _QUOTES
    return inside if is_quoted and inside else None


def _shown(desk: Desk, rest: str, found: Found) -> str | Reply:
    language = desk.person.language
    unread = ", ".join(f"`{path}`" for path in found.unread[:SHOWN])
    note = [texts.UNREADABLE.say(language, paths=unread)] if unread else []
    if not (found.slices or found.turns):
        # Of a secret that is cut, the rest is none that anybody would know.
        what = inline(without(rest), _NAMED)
        nothing = texts.NOTHING_NAMED.say(language, what=what)
        if rest.casefold() in _LAST:
            nothing = texts.NOTHING_YET.say(language)
        return "\n\n".join([nothing, *note])
    lines = _slice_lines(desk, found) or _turn_lines(desk, found)
    more = len(lines) - SHOWN
    if more > 0:
        lines = [*lines[:SHOWN], texts.MORE_LINES.say(language, count=more)]
    if found.more:
        note.insert(0, texts.MORE_TURNS.say(language, count=found.more))
    token = desk.forgetting.propose(found, desk.now)
    yes, no = f"/forget yes {token}", f"/forget no {token}"
    how = texts.HOW.say(language, yes=yes, no=no)
    text = "\n\n".join([_head(desk, found), "\n".join(lines), *note, how])
    return Reply(text, _buttons(desk, yes, no))


def _head(desk: Desk, found: Found) -> str:
    language = desk.person.language
    if not found.slices:
        return texts.TURNS.say(language, turns=len(found.turns))
    turns = sum(len(slice_.turns) for slice_ in found.slices)
    return texts.CONVERSATIONS.say(language, slices=len(found.slices), turns=turns)


def _slice_lines(desk: Desk, found: Found) -> list[str]:
    zone, language = desk.person.zone, desk.person.language
    return [f"- {listing.line(entry(slice_), zone, language)}" for slice_ in found.slices]


def _turn_lines(desk: Desk, found: Found) -> list[str]:
    return [f"- {_turn_line(desk, turn, found.words)}" for _, turn in found.turns]


def _turn_line(desk: Desk, turn: Turn, looked_for: str) -> str:
    zone, language = desk.person.zone, desk.person.language
    by = said.YOU_SAID if turn.speaker is Speaker.USER else said.I_SAID
    time = moments.moment_in_words(turn.at, zone, language)
    words = inline(excerpt(turn.text, looked_for, _BEFORE), _TURN)
    return by.say(language, time=time, words=words)


def _buttons(desk: Desk, yes: str, no: str) -> Rows:
    language = desk.person.language
    return (
        (
            Button(texts.FORGET_IT.say(language), yes),
            Button(texts.KEEP_IT.say(language), no),
        ),
    )


def _no(desk: Desk, token: str) -> str:
    return _came_of_it(desk.forgetting.keep(token, desk.now), desk)


def _yes(desk: Desk, token: str) -> str:
    return _came_of_it(desk.forgetting.carry_out(token, desk.now), desk)


def _came_of_it(receipt: Receipt | None, desk: Desk) -> str:
    language = desk.person.language
    if receipt is None:
        return texts.NO_PLAN.say(language)
    if receipt.kept:
        return texts.KEPT.say(language)
    parts = []
    if what := _gone(receipt, language):
        parts.append(texts.FORGOTTEN.say(language, what=what))
        parts.append(texts.GONE_INDEXES.say(language))
    if receipt.changed:
        parts.append(texts.CHANGED.say(language, which=_named(receipt.changed)))
    if receipt.failed:
        parts.append(texts.FAILED.say(language, paths=_named(receipt.failed)))
    if what:
        parts.append(_history(desk))
    return "\n\n".join(parts)


def _history(desk: Desk) -> str:
    """What still holds it."""
    process, language = desk.status().process, desk.person.language
    how = texts.PURGE.say(language)
    if process.remote is None:
        return texts.HISTORY.say(language, how=how)
    if not process.remote.has_sent:
        said = texts.NEVER_THERE.say(language, place=process.place)
        awaited = syncing.NOT_HERE_YET.say(language, place=process.place)
        return said if process.remote.has_met else f"{said}\n\n{awaited}"
    return texts.HISTORY_THERE.say(language, place=process.place, how=how)


def _gone(receipt: Receipt, language: str) -> str:
    """What went, counted; "" for nothing."""
    gone = receipt.gone
    counted: Sequence[tuple[Sentence, int]] = (
        (texts.GONE_SLICES, gone.slices),
        (texts.GONE_TURNS, gone.turns),
        (texts.GONE_SESSIONS, gone.sessions),
        (texts.GONE_ATTACHMENTS, gone.attachments),
    )
    separator = "；" if moments.speaks_chinese(language) else "; "
    return separator.join(one.say(language, count=many) for one, many in counted if many)


def _named(names: Sequence[str]) -> str:
    shown = [f"`{name}`" for name in names[:SHOWN]]
    return ", ".join([*shown, "…"] if len(names) > SHOWN else shown)


ACTS: Acts = {"forget": _forget}
