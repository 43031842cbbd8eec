"""The model that needs no model: it answers with what was said, quoted with its date.

It invents nothing. What it quotes stays data: on one line, inside a block quote, so that no
Markdown in it reaches beyond the quotation.
"""

from collections.abc import AsyncIterator, Sequence
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from memory.attached import without_files, without_places
from memory.slices import Amendment, Occurrence, Slice, Speaker, Turn
from memory.when import Interval
from memory.words import one_line, terms, unquoted
from previously_bot import listing, texts
from previously_bot.account import Account, Pointed, ReadSlice
from previously_bot.answerer import Request, Scene
from previously_bot.models.extractive.acknowledging import ECHO_LIMIT, acknowledgement
from previously_bot.models.extractive.excerpts import QUOTE_LIMIT, SEARCHED, excerpt
from previously_bot.models.extractive.questions import (
    Kind,
    asks_about_past,
    asks_what_agent_said,
    kind,
    mostly_chinese,
    mostly_english,
)
from previously_bot.moments import clock_time, date_in_words, day_and_distance, span_in_words

MOST_SCENES = 5
SCENES_ALONG = 2
MOST_QUOTES = 2
MOST_MEANT = 2
NEAR = 0.5
"""Scenes that match half as well as the best, or better, are shown with it."""
PLAINLY = 0.5
MOST_CORRECTIONS = 3

_OWN_ENDS = tuple(
    ending
    for said in (
        texts.NO_MODEL,
        texts.NO_MODEL_SHORT,
        texts.MODEL_DOWN,
        texts.MODEL_REFUSES,
        texts.CANNOT_ANSWER,
        texts.CANNOT_ANSWER_NOW,
    )
    for ending in (said.en, said.zh)
)


class ExtractiveModel:
    """Answers from the scenes alone: no key, no network, the same answer every time.

    Where there is a language model, which does not answer, `instead_of` says so.
    """

    def __init__(self, instead_of: texts.Sentence | None = None) -> None:
        self._instead_of = instead_of

    async def answer(self, request: Request) -> AsyncIterator[str | Account]:
        yield answer_to(request, self._instead_of)
        yield Account(
            pointed=[
                Pointed(scene.slice.slice_id, scene.relevance, scene.reason, scene.turns)
                for scene in request.scenes
            ],
            read=[ReadSlice(scene.slice.slice_id, scene.turns) for scene in request.scenes],
        )


def answer_to(request: Request, instead_of: texts.Sentence | None = None) -> str:
    """The whole answer, as Markdown."""
    language = _language(request)
    wanted = max(map(kind, _words(request)), default=Kind.STATEMENT)
    if _only_names_a_time(request) or (wanted and request.recalled.only_time):
        wanted = Kind.ABOUT_THE_PAST
    lines = _lines(request, language)
    if lines and wanted is Kind.ABOUT_THE_PAST and request.recalled.only_time:
        parts = [texts.ALONG.say(language), _note(request), "\n".join(lines)]
        parts += _shown(request, wanted, language)[:SCENES_ALONG]
    elif wanted is not Kind.STATEMENT and (shown := _shown(request, wanted, language)):
        parts = [texts.FOUND.say(language), _note(request), *shown]
    elif wanted is Kind.ABOUT_THE_PAST and request.awaited:
        # The note would say that nothing was said at that time.
        parts = [texts.NOTHING_FOUND_HERE.say(language)]
    elif wanted is Kind.ABOUT_THE_PAST:
        says_all = request.recalled.only_time and _note(request)
        parts = ["" if says_all else texts.NOTHING_FOUND.say(language), _note(request)]
    elif wanted is Kind.QUESTION:
        refusal = texts.CANNOT_ANSWER_NOW if instead_of else texts.CANNOT_ANSWER
        return refusal.say(language)
    else:
        parts = [acknowledgement(_words(request), language)]
    without = instead_of or _without_model(request.open_slice)
    parts.append(without.say(language))
    return "\n\n".join(part for part in parts if part)


def _words(request: Request) -> list[str]:
    """What was just said, without the files that came with it."""
    return [without_files(turn.text) for turn in request.said]


def _lines(request: Request, language: str) -> list[str]:
    """A long time by its parts, or by its slices when these are too many to be quoted."""
    if request.along:
        return [f"- {texts.stretch(part, language)}" for part in request.along]
    if len(request.inside) <= MOST_SCENES:
        return []
    lines = [f"- {listing.line(entry, request.zone, language)}" for entry in request.inside]
    more = len(request.recalled.pointers) - len(lines)
    return [*lines, texts.MORE.say(language, count=more)] if more > 0 else lines


def _language(request: Request) -> str:
    last = next(reversed(_words(request)), "")
    if mostly_chinese(last):
        return "zh"
    return "en" if mostly_english(last) else request.language


def _only_names_a_time(request: Request) -> bool:
    """ "Last Tuesday evening": a time that has begun, and next to nothing besides."""
    began = any(
        each.start is None or each.start <= request.now for each in request.recalled.intervals
    )
    said = " ".join(_words(request))
    return began and not terms(request.recalled.rest) and len(said) <= ECHO_LIMIT


def _note(request: Request) -> str:
    return one_line(request.recalled.note)


def _without_model(open_slice: Slice) -> texts.Sentence:
    """In full at the first answer of a slice, in short afterwards."""
    answered = any(turn.speaker is Speaker.AGENT for turn in open_slice.turns)
    return texts.NO_MODEL_SHORT if answered else texts.NO_MODEL


def _shown(request: Request, wanted: Kind, language: str) -> list[str]:
    """The best scenes as Markdown.

    Those that hold no more than an earlier question are shown only when there are no others. To
    a question that is not plainly about the past only what matches well is an answer.
    """
    asked = " ".join(_words(request))
    of_agent = asks_what_agent_said(asked)
    quoted = [
        (scene.slice, _quoted(scene, request, of_agent)) for scene in _near(request, wanted)
    ]
    found = [(each, turns) for each, turns in quoted if turns or each.amendments]
    telling = [
        (each, turns)
        for each, turns in found
        if each.amendments or not all(_only_asks(turn) for turn in turns)
    ]
    sought = set(terms(f"{request.recalled.rest} {asked}"[:SEARCHED]))
    return [
        _scene(each, turns, sought, request, language)
        for each, turns in (telling or found)[:MOST_SCENES]
    ]


def _near(request: Request, wanted: Kind) -> list[Scene]:
    best = max((scene.relevance for scene in request.scenes), default=0.0)
    if wanted is Kind.QUESTION and best < PLAINLY:
        return []
    return [scene for scene in request.scenes if scene.relevance >= best * NEAR]


def _scene(
    slice_: Slice, turns: Sequence[Turn], sought: set[str], request: Request, language: str
) -> str:
    when = day_and_distance(slice_.start, request.now, request.zone, language)
    blocks = [f"**{when}**"]
    blocks += [_correction(each, language) for each in slice_.amendments[-MOST_CORRECTIONS:]]
    for turn in turns:
        blocks.append(_quotation(turn, sought, request, language))
        blocks += _meant(slice_, turn, request, language)
    return "\n\n".join(blocks)


def _quoted(scene: Scene, request: Request, of_agent: bool) -> list[Turn]:
    """The turns to quote, in their order: those that matched, else how the scene began.

    What the person stated goes before what the bot said (the other way round when they ask for
    that), and either before an earlier question or an "ok", which answer nothing. What this
    model once answered is never quoted: it only repeats other scenes; nor is the same
    question, asked before.
    """
    new = {(turn.at, turn.text) for turn in request.said}
    turns = [
        turn
        for turn in scene.slice.turns
        if (turn.at, turn.text) not in new and one_line(turn.text)
    ]
    matched = [turn for turn in turns if turn.label in scene.turns]
    asked = {_folded(text) for text in _words(request) if kind(text)}
    turns = [turn for turn in turns if _folded(turn.text) not in asked]
    if matched and not (matched := [turn for turn in matched if turn in turns]):
        return []
    order = (Speaker.AGENT, Speaker.USER) if of_agent else (Speaker.USER, Speaker.AGENT)
    ranked = sorted(
        (turn for turn in matched or turns if not _is_own(turn)),
        key=lambda turn: (
            not terms(turn.text[:ECHO_LIMIT]),
            _only_asks(turn),
            order.index(turn.speaker),
        ),
    )
    chosen = ranked[:MOST_QUOTES]
    return [turn for turn in turns if turn in chosen][:MOST_QUOTES]


def _folded(text: str) -> str:
    return one_line(unquoted(without_files(text))).casefold().rstrip("?？!！.。 ")


def _only_asks(turn: Turn) -> bool:
    return turn.speaker is Speaker.USER and asks_about_past(turn.text)


def _is_own(turn: Turn) -> bool:
    return turn.speaker is Speaker.AGENT and turn.text.rstrip().endswith(_OWN_ENDS)


def _correction(amendment: Amendment, language: str) -> str:
    words = texts.inline(amendment.says, QUOTE_LIMIT)
    try:
        on = date_in_words(date.fromisoformat(amendment.on[:10]), language)
    except ValueError:
        return "> " + texts.CORRECTED.say(language, words=words)
    return "> " + texts.CORRECTED_ON.say(language, day=on, words=words)


def _quotation(turn: Turn, sought: set[str], request: Request, language: str) -> str:
    says = texts.YOU_SAID if turn.speaker is Speaker.USER else texts.I_SAID
    time = clock_time(turn.at, request.zone)
    return "> " + says.say(
        language, time=time, words=excerpt(without_places(unquoted(turn.text)), sought)
    )


def _meant(slice_: Slice, turn: Turn, request: Request, language: str) -> list[str]:
    """When what a turn speaks of happens, where that is not when it was said.

    Of a time that was asked for, the words that mean it; else those that mean a day or less.
    """
    said = []
    for spoken in slice_.occurrences:
        time = _interval(spoken, request.zone) if spoken.turn == turn.label else None
        if time is None or time.start is None or time.end is None:
            continue
        asked = request.recalled.intervals
        is_meant = any(
            each.overlaps(time.start, time.end - timedelta(microseconds=1)) for each in asked
        )
        if is_meant if asked else time.end - time.start <= timedelta(days=1):
            when = span_in_words(time.start, time.end, request.zone, language)
            words = texts.inline(spoken.text, ECHO_LIMIT)
            said.append("> " + texts.MEANT.say(language, words=words, when=when))
    return said[:MOST_MEANT]


def _interval(spoken: Occurrence, zone: ZoneInfo) -> Interval | None:
    """None for one that somebody wrote by hand and nobody can read."""
    try:
        start, end = (datetime.fromisoformat(edge) for edge in (spoken.start, spoken.end))
    except ValueError:
        return None
    start, end = (edge if edge.tzinfo else edge.replace(tzinfo=zone) for edge in (start, end))
    return Interval(start, end, spoken.text)
