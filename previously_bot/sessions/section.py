"""How one answer came about, as a section of a session's file, in Markdown (pure).

What is empty is not mentioned, and every list is bounded: whatever an account holds, a section
has some tens of lines.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from memory.recall import Recalled
from previously_bot import listing, moments
from previously_bot.account import Account, Correction, Used
from previously_bot.model import Call
from previously_bot.sessions import costs, links, sentences
from previously_bot.sessions.costs import Prices
from previously_bot.sessions.headings import heading
from previously_bot.sessions.links import Place
from previously_bot.sessions.plain import code, words
from previously_bot.texts import Sentence

MOST = 10
"""So many items a list has, at most."""

_MOST_TIMES, _MOST_FILES = 4, 3
# Code points of what others wrote.
_TIME, _NOTE, _REASON, _ARGUMENTS, _FAILURE, _CORRECTION = 60, 300, 160, 120, 200, 200


@dataclass(frozen=True, slots=True)
class Teller:
    """To whom it is told; `find` gives the place of a slice, None for one that has none."""

    zone: ZoneInfo
    language: str
    prices: Prices
    find: Callable[[str], Place | None]

    def slice_link(self, slice_id: str) -> str:
        return links.to_slice(slice_id, self.find(slice_id), self.zone, self.language)

    def line_links(self, slice_id: str, labels: Iterable[str]) -> str:
        return links.to_lines(self.find(slice_id), labels, self.language)


def title(slice_id: str, teller: Teller) -> str:
    """The first line of a session's file, which leads to the conversation."""
    when = teller.slice_link(slice_id)
    return f"# {sentences.TITLE.say(teller.language, when=when)}\n"


def section(
    label: str, at: datetime, account: Account, recalled: Recalled, teller: Teller
) -> str:
    """The section of the answer that is the turn `label`, given at `at` (aware)."""
    when = moments.moment_in_words(at, teller.zone, teller.language)
    read: dict[str, list[str]] = {}
    for one in account.read:
        read.setdefault(one.slice_id, []).extend(one.turns)
    parts = [
        heading(label, at, when, teller.language),
        _times(recalled, teller),
        _note(recalled, teller),
        _pointed(account, read, teller),
        _read(account, read, teller),
        _tools(account.uses, teller),
        _corrected(account.correction, teller) if account.correction else "",
        _rejected(account, teller),
        *_models(account, teller),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _times(recalled: Recalled, teller: Teller) -> str:
    """What the words of time in the question were taken to mean."""
    language = teller.language
    said = [
        sentences.TIME.say(
            language,
            words=words(one.text, _TIME),
            when=listing.time_line(one, teller.zone, language),
        )
        for one in recalled.intervals[:_MOST_TIMES]
    ]
    if not said:
        return ""
    more = ["…"] if len(recalled.intervals) > _MOST_TIMES else []
    separator = "；" if moments.speaks_chinese(language) else "; "
    return sentences.TIMES.say(language, times=separator.join(said + more))


def _note(recalled: Recalled, teller: Teller) -> str:
    note = words(recalled.note, _NOTE)
    return sentences.NOTE.say(teller.language, note=note) if note else ""


def _pointed(account: Account, read: dict[str, list[str]], teller: Teller) -> str:
    lines = []
    for one in account.pointed[:MOST]:
        is_read = one.slice_id in read
        shown = one.turns or read.get(one.slice_id, ())
        lines.append(
            _item(
                teller.slice_link(one.slice_id),
                f"{one.relevance:.2f}",
                words(one.reason, _REASON),
                teller.line_links(one.slice_id, shown),
                sentences.AS_READ.say(teller.language) if is_read else "",
            )
        )
    return _listed(sentences.POINTED, lines, account.pointed, teller)


def _read(account: Account, read: dict[str, list[str]], teller: Teller) -> str:
    """The slices that were read, without those that are told as pointed at."""
    told = {one.slice_id for one in account.pointed[:MOST]}
    others = [slice_id for slice_id in read if slice_id not in told]
    lines = [
        _item(teller.slice_link(one), teller.line_links(one, read[one]))
        for one in others[:MOST]
    ]
    return _listed(sentences.READ, lines, others, teller)


def _tools(uses: Sequence[tuple[Call, Used]], teller: Teller) -> str:
    """What was written first of all, and all of it; then the others."""
    wrote = [one for one in uses if one[1].written]
    others = [one for one in uses if not one[1].written]
    shown = [*wrote, *others[: max(0, MOST - len(wrote))]]
    lines = [_tool(call, used, teller) for call, used in shown]
    return _listed(sentences.TOOLS, lines, uses, teller)


def _tool(call: Call, used: Used, teller: Teller) -> str:
    language = teller.language
    arguments = "" if call.arguments.strip() == "{}" else code(call.arguments, _ARGUMENTS)
    slices = dict.fromkeys(one.slice_id for one in used.slices)
    read = [teller.slice_link(one) for one in [*slices][: _MOST_FILES + 1]]
    read += [code(path, _ARGUMENTS) for path in used.read[: _MOST_FILES + 1]]
    wrote = [links.to_file(path) for path in used.written[: _MOST_FILES + 1]]
    return _item(
        " ".join(part for part in (code(call.name, _TIME), arguments) if part),
        sentences.TOOL_READ.say(language, what=_some(read)) if read else "",
        sentences.TOOL_WROTE.say(language, what=_some(wrote)) if wrote else "",
        sentences.FAILED.say(language, why=words(used.text, _FAILURE)) if used.failed else "",
    )


def _corrected(correction: Correction, teller: Teller) -> str:
    right = words(correction.right, _CORRECTION)
    wrong = words(correction.wrong, _CORRECTION)
    where = teller.slice_link(correction.slice_id)
    if not wrong:
        return sentences.CORRECTED.say(teller.language, where=where, right=right)
    return sentences.CORRECTED_FROM.say(teller.language, where=where, right=right, wrong=wrong)


def _rejected(account: Account, teller: Teller) -> str:
    lines = [
        _item(words(one.kind, _TIME), words(one.says, _CORRECTION))
        for one in account.rejected[:MOST]
    ]
    return _listed(sentences.REJECTED, lines, account.rejected, teller)


def _models(account: Account, teller: Teller) -> list[str]:
    asked, prices, language = account.asked, teller.prices, teller.language
    lines = [_item(costs.request_line(one, prices, language)) for one in asked[:MOST]]
    parts = [_listed(sentences.MODELS, lines, asked, teller)]
    if len(asked) > 1:
        parts.append(costs.sum_line(asked, prices, language))
    if not account.model:
        parts.append(sentences.MEMORY_ALONE.say(language))
    return parts


def _item(*parts: str) -> str:
    return "- " + " — ".join(part for part in parts if part)


def _some(shown: Sequence[str]) -> str:
    return ", ".join([*shown[:_MOST_FILES], "…"] if len(shown) > _MOST_FILES else shown)


def _listed(name: Sentence, lines: list[str], whole: Collection[object], teller: Teller) -> str:
    """Lines below their name, and how many are left out; "" for none."""
    if not lines:
        return ""
    left_out = len(whole) - len(lines)
    if left_out > 0:
        lines = [*lines, f"- {sentences.AND_MORE.say(teller.language, count=left_out)}"]
    return "\n".join([name.say(teller.language), "", *lines])
