"""What hypothesis may say, mark and write: texts made to break the format, and slices."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from memory import markdown, paths
from memory.slices import (
    Amendment,
    Mark,
    Occurrence,
    Safety,
    Slice,
    Speaker,
    Status,
    Turn,
    instant,
)

SLICE_ID = "2026-07-07-1558"
START = datetime(2026, 7, 7, 15, 58, 3, 120000, tzinfo=UTC)

# Lines that could be mistaken for a part of the format, and line ends that editors disagree on.
_TRICKY_LINES = [
    "## Turn 1 — 2026-07-07T15:58:03.120Z (user)",
    "\\## Turn 2 – 2026-07-07T15:58:03Z (agent)",
    "\\\\\\## Turn ? - 2026-07-07T17:58:03+02:00 (user)  ",
    "## Turn a3fk2w — 2026-07-07T15:58:03.120Z (agent)\r",
    "## Turn 4 — not a time (user)",
    "\\## Turn 4 — not a time (user)",
    " ## Turn 5 — 2026-07-07T15:58:03.120Z (user)",
    "---",
    "--- ",
    "...",
    "<!-- telegram 8812/4711 -->",
    "<!-- not closed",
    "# heading",
    "focus: something else",
    "",
    " ",
    "\t",
    "\\",
]
_LINE_ENDS = ["\n", "\n\n", "\r\n", "\r", "\v", "\f", "\x1c", "\x85", "\u2028", "\u2029"]
_ODD = ["\0", "\x01", "\x07", "\x1b[2J", "\x7f", "\ufeff", "\ufffe", "\u200d", "😀", "e\u0301"]

# Texts that YAML would take for something else when written carelessly.
_YAML_HOSTILE = [
    *("yes", "No", "null", "~", "true", "1", "1.5", "0x1f", "1e3", ".nan", "2026-07-07"),
    *("2026-07-07T15:58:03Z", "12:30:45", "a: b", "a : b", ": a", "a:", "a #b", "# a", "-"),
    *("- a", "--- a", "---", "...", "%YAML 1.1", "%a", "&a", "*a", "a &b", "R &D", "Q: *why*"),
    *("!a", "!!str a", "[a", "a]", "{a", "a}", "a, b", "'a", 'a"', "'", '"', "''", '"a": b'),
    *("|", ">", "| a", "@a", "`a", "? a", "?", "=", "<<", "\ta", "a\t", " a", "a ", "a\nb"),
    *("a\n", "\na", "a\r\nb", "a\x85b", "a\u2028b", "\\", "a\\nb", "\0", "\x7f", "\ufeffa"),
    *("😀", "日本語: はい", "x" * 2000, "tags: [a]", "status: active", "..", "a\tb: c"),
]

any_text = st.text(st.characters(exclude_categories=["Cs"]))
surrogate_text = st.text(
    st.one_of(st.sampled_from("\ud83d\ude00\udfff"), st.characters()), min_size=1
)
said = st.one_of(
    st.lists(
        st.one_of(st.sampled_from(_TRICKY_LINES + _ODD), any_text, st.sampled_from(_LINE_ENDS))
    ).flatmap(lambda parts: st.sampled_from(["", "\n"]).map(lambda glue: glue.join(parts))),
    any_text,
)
words = st.one_of(st.sampled_from(_YAML_HOSTILE), any_text, said)
lists_of_words = st.lists(words, max_size=3).map(tuple)

moments = st.datetimes(timezones=st.just(UTC)).map(instant)
labels = st.one_of(
    st.integers(1, 999_999_999).map(str),
    st.from_regex(r"[A-Za-z0-9_-]{6}", fullmatch=True),
    st.just("?"),
)
origins = st.one_of(
    st.just(""),
    st.sampled_from(["telegram 8812/4711", "discord 9/1", "-- x", "<!-- a", "a\rb", "a -- b"]),
    any_text.map(lambda text: text.replace("\n", "").replace("-->", "").strip()),
)
turns = st.builds(Turn, labels, moments, st.sampled_from(Speaker), said, origins)
marks = st.builds(
    Mark,
    focus=words,
    summary=words,
    tags=lists_of_words,
    decisions=lists_of_words,
    open_loops=lists_of_words,
    emotional_tone=words,
)
# Lines a person, or another program, may have put between the fences.
_OLD_LINES = [
    *("focus: an older focus", "focus: A plan: the barn", "focus:", "tags: [a, b]", "tags:"),
    *("- loose", "  - a: b", "  - item", "# a comment", "  # indented", "mood: good # why"),
    *("mood: 'it''s'", '"quo\\"ted": 1', "'it''s': 1", "a:b: 1", "a b: c", "? complex", ": x"),
    *(
        "~: nothing",
        "'': empty",
        "k" * 200 + ": long",
        "[1, 2]: list",
        "{a: 1}: map",
        "...",
        "",
    ),
    *("summary: |", "  first line", "", "  second: line", "summary: >-", "x: &anchor 1"),
    *("y: *anchor", "<<: {a: 1}", "!!int 5: 6", "z: !!python/none x", "status: ACTIVE"),
    *("start: yesterday", "end: 2026-07-07", "\tindented: tab", "%YAML 1.2", "nul: \0"),
    *(
        "# a bell \a",
        "# see\u2028focus: smuggled",
        "- # & *x",
        "{open",
        "[open",
        "'open",
        '"open',
    ),
    *("slice_id: 2001-01-01-0000", "timezone: Asia/Tokyo", "# of R &D", "related_slices: x"),
]
old_fronts = st.lists(
    st.one_of(st.sampled_from(_OLD_LINES), any_text.filter(lambda line: "\n" not in line)),
    max_size=8,
).map(lambda lines: "".join(f"{line}\n" for line in lines))
old_texts = st.one_of(
    said,
    st.tuples(old_fronts, said).map(lambda parts: f"---\n{parts[0]}---\n{parts[1]}"),
    st.tuples(old_fronts, said).map(lambda parts: f"---\n{parts[0]}{parts[1]}"),
    old_fronts.map(lambda front: f"---\n{front}---\n".replace("\n", "\r\n")),
)
extras = old_texts.map(lambda text: dict(markdown.parse(text, SLICE_ID).extra))


def slices(turns: st.SearchStrategy[Turn] = turns) -> st.SearchStrategy[Slice]:
    """Any slice a file can hold, of one id."""
    return st.builds(
        Slice,
        slice_id=st.just(SLICE_ID),
        start=moments,
        end=moments,
        turns=st.lists(turns, max_size=4).map(tuple),
        status=st.sampled_from(Status),
        timezone=words.filter(bool),
        mark=marks,
        related_slices=lists_of_words,
        closed_by=words,
        channels=lists_of_words,
        occurrences=_entries(Occurrence, "start", "end", "text", "turn"),
        amendments=_entries(Amendment, "says", "on", "by"),
        safety=st.lists(
            st.builds(Safety, words, words, st.floats(0, 1), words), max_size=2
        ).map(tuple),
        extra=extras,
        preamble=said.map(lambda text: text.strip("\n")),
    )


def _entries(kind: Callable[..., Any], *names: str) -> st.SearchStrategy[tuple[Any, ...]]:
    some = st.one_of(words, st.sampled_from(["2026-10-03", "2026-10-03T19:00:00+02:00", "3"]))
    entry = st.builds(kind, **dict.fromkeys(names, some))
    return st.lists(entry, max_size=2).map(tuple)


def at(minutes: float = 0, seconds: float = 0) -> datetime:
    """So long after START."""
    return instant(START + timedelta(minutes=minutes, seconds=seconds))


def user(text: str, minutes: float = 0, origin: str = "") -> Turn:
    """What the person says so many minutes after START."""
    return Turn("?", at(minutes), Speaker.USER, text, origin)


def agent(text: str, minutes: float = 0, origin: str = "") -> Turn:
    return Turn("?", at(minutes), Speaker.AGENT, text, origin)


slice_ids = st.builds(
    lambda start, nth: paths.nth_id(paths.minute_id(start), nth),
    st.datetimes(timezones=st.just(UTC)),
    st.integers(1, 999_999),
)
