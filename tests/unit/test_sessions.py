"""How an answer came about, as the person finds it in a file beside the slice."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from memory.errors import BadSliceId, Conflict, StoreUnreachable
from memory.recall import Recalled
from memory.slices import Speaker, Turn
from memory.store import Change
from memory.stores.in_memory import InMemoryStore
from memory.when import Interval
from previously_bot.account import Account, Asked, Correction, Pointed, ReadSlice, Used
from previously_bot.model import Call, Usage
from previously_bot.model_settings import PriceSettings
from previously_bot.sessions import TRIES, Sessions
from previously_bot.sessions.section import MOST
from tests.timelines import edit, files, opened, put, with_turns

BERLIN = ZoneInfo("Europe/Berlin")
AT = datetime(2026, 7, 7, 15, 58, 9, tzinfo=UTC)
THEN, LATER = datetime(2026, 6, 30, 18, 5, tzinfo=UTC), AT.replace(minute=59)
SAID_AT = "<!-- 2026-07-07T15:58:09.000Z -->"
NOW, BEFORE = "2026-07-07-1558", "2026-06-30-1801"
FILE = "sessions/2026/07/07/1558.md"
SLICE = "../../../../memory/episodic/slices/2026/06/30/1801.md"

NOTHING = Recalled("", "", (), ())
PRICES = {
    "flash": PriceSettings(input=Decimal("0.25"), cached=Decimal("0.025"), output=Decimal(2)),
    "pro": PriceSettings(input=Decimal(3), output=Decimal(15), currency="EUR"),
}


def turn(text: str, at: datetime, speaker: Speaker = Speaker.USER) -> Turn:
    return Turn("?", at, speaker, text)


def an_evening(minutes: Sequence[int], text: str = "The boiler\n\nis loud.") -> list[Turn]:
    return [turn(text, datetime(2026, 6, 30, 18, minute, tzinfo=UTC)) for minute in minutes]


@pytest.fixture
def store() -> InMemoryStore:
    """An evening of four turns and, a week later, a question with its answer."""
    store = InMemoryStore()
    with_turns(
        store,
        *an_evening([1, 5, 9, 13]),
        turn("Which boiler?", datetime(2026, 7, 7, 15, 58, 3, tzinfo=UTC)),
        turn("The loud one.", AT, Speaker.AGENT),
    )
    return store


def over(store: InMemoryStore, language: str = "en", **more: Any) -> Sessions:
    given: dict[str, Any] = {"prices": PRICES, **more}
    return Sessions(store, opened(store), zone=BERLIN, language=language, **given)


def told(
    store: InMemoryStore, account: Account, recalled: Recalled = NOTHING, language: str = "en"
) -> str:
    """The section of an account, without its heading."""
    sessions = over(store, language)
    sessions.write(NOW, "2", AT, account, recalled)
    return text_at(store).split("\n\n", 2)[2]


def text_at(store: InMemoryStore, path: str = FILE) -> str:
    stored = store.read(path)
    assert stored is not None
    return stored.content.decode()


def from_model(**fields: Any) -> Account:
    return Account(model="pro-1", **fields)


def meaning(text: str, start: datetime | None, end: datetime | None = None) -> Interval:
    return Interval(start, end, text)


# One answer


def whole() -> Account:
    return Account(
        intent="recall",
        pointed=[Pointed(BEFORE, 0.917, "named the boiler", ("2", "3"))],
        read=[ReadSlice(BEFORE, ("2", "3"))],
        asked=[
            Asked("flash", "flash-1", Usage(1200, 1000, 64)),
            Asked("pro", "pro-1", failed="The model pro-1 takes no more requests for now."),
            Asked("pro", "pro-1", Usage(3000, 0, 200)),
        ],
        uses=[
            (
                Call("1", "write_file", '{"path": "tasks/boiler.md"}'),
                Used("Written.", written=("tasks/boiler.md",)),
            )
        ],
        correction=Correction(BEFORE, "in May", "in June"),
        model="pro-1",
    )


TUESDAY = Recalled(
    "Which boiler last Tuesday?",
    "Which boiler?",
    (
        meaning(
            "last Tuesday",
            datetime(2026, 6, 30, tzinfo=BERLIN),
            datetime(2026, 7, 1, tzinfo=BERLIN),
        ),
    ),
    (),
    "Only the evening is known.",
)


def test_an_answer_is_told_whole(store: InMemoryStore) -> None:
    over(store).write(NOW, "2", AT, whole(), TUESDAY)
    here = "../../../../memory/episodic/slices/2026/07/07/1558.md"
    assert text_at(store) == (
        f"# How the answers of [Tuesday 7 July 2026, 17:58]({here}) came about\n"
        "\n"
        f"## Turn 2 — Tuesday 7 July 2026, 17:58 {SAID_AT}\n"
        "\n"
        "Time: “last Tuesday” is Tuesday 30 June 2026\n"
        "\n"
        "Note: Only the evening is known.\n"
        "\n"
        "Pointed at:\n"
        "\n"
        f"- [Tuesday 30 June 2026, 20:01]({SLICE}) — 0.92 — named the boiler — "
        f"[lines 23–33]({SLICE}#L23-L33) — read\n"
        "\n"
        "Tools:\n"
        "\n"
        '- `write_file` `{"path": "tasks/boiler.md"}` — '
        "wrote [`tasks/boiler.md`](../../../../tasks/boiler.md)\n"
        "\n"
        f"Corrected: [Tuesday 30 June 2026, 20:01]({SLICE}) — “in June”, not “in May”\n"
        "\n"
        "Models:\n"
        "\n"
        "- flash: `flash-1` — 1,200 tokens in (1,000 of them cached), 64 out — 0.000203 USD\n"
        "- pro: `pro-1` — tokens unknown — "
        "failed: The model pro-1 takes no more requests for now.\n"
        "- pro: `pro-1` — 3,000 tokens in, 200 out — 0.0120 EUR\n"
        "\n"
        "Altogether at least 0.000203 USD + 0.0120 EUR\n"
    )


def test_an_answer_is_told_in_chinese(store: InMemoryStore) -> None:
    over(store, "zh").write(NOW, "2", AT, whole(), replace(TUESDAY, note=""))
    lines = text_at(store).splitlines()
    assert lines[2] == f"## 第2条 — 2026年7月7日星期二17:58 {SAID_AT}"
    assert "时间：“last Tuesday”是2026年6月30日星期二" in lines
    assert (
        f"- [2026年6月30日星期二20:01]({SLICE}) — 0.92 — named the boiler — "
        f"[第23–33行]({SLICE}#L23-L33) — 已读" in lines
    )
    assert "- pro: `pro-1` — 输入 3,000 个 token，输出 200 个 — 0.0120 EUR" in lines
    assert "合计至少 0.000203 USD + 0.0120 EUR" in lines
    assert over(store, "zh").last() == over(store, "en").last()


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "No model gave this answer: it came from memory alone.\n"),
        ("zh", "这个回答没有用到模型，仅凭记忆得出。\n"),
    ],
)
def test_of_an_answer_from_memory_alone_nothing_else_is_said(
    store: InMemoryStore, language: str, sentence: str
) -> None:
    assert told(store, Account(), language=language) == sentence


# Times, slices, lines


def test_several_times_stand_in_one_line_and_a_vague_one_is_called_so(
    store: InMemoryStore,
) -> None:
    start = datetime(2026, 7, 6, 15, tzinfo=UTC)
    recalled = Recalled("", "", (meaning("recently", None), meaning("since", start)), ())
    assert told(store, from_model(), recalled) == (
        "Time: “recently” is too vague to look in; “since” is Monday 6 July 2026, 17:00 – …\n"
    )


def test_links_lead_to_the_lines_of_the_turns(store: InMemoryStore) -> None:
    lines = text_at(store, "memory/episodic/slices/2026/06/30/1801.md").splitlines()
    assert lines[22].startswith("## Turn 2 — ")
    assert lines[24:27] == ["The boiler", "", "is loud."]
    assert lines[28].startswith("## Turn 3 — ")


def test_turns_that_lie_apart_have_a_link_each_and_at_most_three(store: InMemoryStore) -> None:
    with_turns(store, *an_evening(range(14, 30), text="Still."))
    pointed = Pointed(BEFORE, 1, "", ("9", "1", "3", "5", "4", "12"))
    (line,) = told(store, from_model(pointed=[pointed])).splitlines()[2:]
    assert line.endswith(
        f"[lines 16–20]({SLICE}#L16-L20), [lines 28–42]({SLICE}#L28-L42), "
        f"[lines 56–58]({SLICE}#L56-L58), …"
    )


def test_slices_that_were_read_but_not_pointed_at_have_a_list_of_their_own(
    store: InMemoryStore,
) -> None:
    account = from_model(
        pointed=[Pointed(BEFORE, 0.5, "")],
        read=[ReadSlice(BEFORE, ("1",)), ReadSlice(NOW, ("1",)), ReadSlice(NOW, ("2",))],
    )
    pointed, read = told(store, account).split("\n\nRead:\n\n")
    assert pointed.endswith(f"— 0.50 — [lines 17–21]({SLICE}#L17-L21) — read")
    assert read.count("- [") == read.count("#L") == 1


def test_a_slice_that_is_gone_has_a_link_without_lines(store: InMemoryStore) -> None:
    account = from_model(pointed=[Pointed("2026-05-01-1200", 0.5, "", ("1",))])
    assert told(store, account).endswith(
        "- [Friday 1 May 2026, 14:00](../../../../memory/episodic/slices/2026/05/01/1200.md)"
        " — 0.50\n"
    )


def test_a_slice_that_cannot_be_read_has_a_link_without_lines(store: InMemoryStore) -> None:
    sessions = over(store)
    store.unreadable.add("memory/episodic/slices/2026/06/30")
    account = from_model(pointed=[Pointed(BEFORE, 0.5, "", ("1",))])
    sessions.write(NOW, "2", AT, account, NOTHING)
    assert text_at(store).endswith(f"- [Tuesday 30 June 2026, 20:01]({SLICE}) — 0.50\n")


def test_a_damaged_slice_costs_no_more_than_the_lines_that_are_lost(
    store: InMemoryStore,
) -> None:
    path = "memory/episodic/slices/2026/06/30/1801.md"
    put(store, path, b"\xff\xfe" + text_at(store, path).split("## Turn 3")[0].encode())
    account = from_model(pointed=[Pointed(BEFORE, 0.5, "", ("2", "3"))])
    assert told(store, account).endswith(f"— 0.50 — [lines 23–27]({SLICE}#L23-L27)\n")


def test_what_is_no_slice_has_no_link(store: InMemoryStore) -> None:
    account = from_model(pointed=[Pointed("](https://evil.example)", 0.5, "")])
    assert told(store, account).endswith("- `](https://evil.example)` — 0.50\n")


def test_a_slice_of_the_later_layout_is_linked_where_it_lies(store: InMemoryStore) -> None:
    later = "memory/episodic/slices/2026/05/02/1200/timeline/core.md"
    put(store, later, text_at(store, "memory/episodic/slices/2026/06/30/1801.md"))
    account = from_model(read=[ReadSlice("2026-05-02-1200", ("1",))])
    assert told(store, account).endswith(f"[lines 17–21](../../../../{later}#L17-L21)\n")


# Tools


def use(name: str = "read_file", arguments: str = "{}", **used: Any) -> Account:
    return from_model(uses=[(Call("1", name, arguments), Used(**{"text": "", **used}))])


@pytest.mark.parametrize(
    ("account", "line"),
    [
        (use(), "`read_file`"),
        (use(read=("tasks/a.md",)), "`read_file` — read `tasks/a.md`"),
        (use(slices=(ReadSlice(BEFORE, ("1",)),) * 2),
         f"`read_file` — read [Tuesday 30 June 2026, 20:01]({SLICE})"),
        (use(failed=True, text="There is no file a."),
         "`read_file` — failed: There is no file a."),
        (use(read=("a", "b", "c", "d")), "`read_file` — read `a`, `b`, `c`, …"),
        (use(name="", arguments=""), ""),
    ],
)  # fmt: skip
def test_a_tool_is_told_with_what_came_of_it(
    store: InMemoryStore, account: Account, line: str
) -> None:
    assert told(store, account) == f"Tools:\n\n- {line}\n"


def test_a_correction_that_quotes_nothing_says_what_is_right(store: InMemoryStore) -> None:
    account = from_model(correction=Correction(BEFORE, "", "in June"))
    assert told(store, account) == (
        f"Corrected: [Tuesday 30 June 2026, 20:01]({SLICE}) — “in June”\n"
    )


# Money


def models(store: InMemoryStore, *asked: Asked, prices: Mapping[str, PriceSettings]) -> str:
    sessions = over(store, prices=prices)
    sessions.write(NOW, "2", AT, from_model(asked=asked), NOTHING)
    return text_at(store).split("Models:\n\n")[1]


def test_one_request_needs_no_sum(store: InMemoryStore) -> None:
    asked = Asked("pro", "pro-1", Usage(1_000_000, 0, 1_000_000))
    assert models(store, asked, prices=PRICES) == (
        "- pro: `pro-1` — 1,000,000 tokens in, 1,000,000 out — 18.00 EUR\n"
    )


def test_costs_of_one_currency_are_summed(store: InMemoryStore) -> None:
    asked = [Asked("pro", "pro-1", Usage(1000, 0, 0)), Asked("pro", "pro-1", Usage(2000, 0, 0))]
    assert models(store, *asked, prices=PRICES).endswith("\n\nAltogether 0.00900 EUR\n")


def test_without_prices_tokens_alone_are_told(store: InMemoryStore) -> None:
    asked = [Asked("flash", "local", Usage(10, 0, 2))] * 2
    assert models(store, *asked, prices={}) == "- flash: `local` — 10 tokens in, 2 out\n" * 2


def test_a_role_without_a_price_makes_the_sum_a_lower_bound(store: InMemoryStore) -> None:
    asked = [Asked("pro", "p", Usage(1000, 0, 0)), Asked("fallback", "f", Usage(9, 0, 9))]
    assert models(store, *asked, prices=PRICES).endswith("Altogether at least 0.00300 EUR\n")


def test_what_costs_nothing_is_said_to(store: InMemoryStore) -> None:
    free = PriceSettings(input=Decimal(0), output=Decimal(0))
    asked = Asked("pro", "p", Usage(1000, 0, 5))
    assert models(store, asked, prices={"pro": free}).endswith(" — 0 USD\n")


def test_more_cached_tokens_than_there_are_give_nothing_back(store: InMemoryStore) -> None:
    asked = Asked("flash", "f", Usage(1_000_000, 9_000_000, 0))
    assert models(store, asked, prices=PRICES).endswith(" — 0.0250 USD\n")


# Hostile words


HARMLESS = {
    *("inline", "text", "code_inline", "link_open", "link_close"),
    *(f"{block}_{end}" for block in ("heading", "paragraph", "bullet_list", "list_item")
      for end in ("open", "close")),
}  # fmt: skip
HOSTILE = [
    "one\n\n# two\n- [x](https://evil.example)",
    "![x](https://evil.example/pixel.png) <img src=x> <!-- ",
    "see https://evil.example/a_b or www.evil.example or mail a@evil.example",
    "看https://evil.example吧",
    "`` ` ``` ~~~ **bold** _x_ \\[x](y)",
    "&#91;x&#93;(y) <https://evil.example>",
    "](../../../../memory/user/profile.md)",
    "## Turn 9 — Tuesday 7 July 2026, 17:58",
    "\u202eevil\u2066\x1b[2J\ud83d",
    *("1. one", "2) two", "- three", "+ four", "===", "> five"),
    "x" * 5000,
]


def inlines(text: str) -> list[Token]:
    """What stands in the lines of a Markdown text, and what its blocks are."""
    blocks = MarkdownIt("commonmark").parse(text)
    return blocks + [token for block in blocks for token in block.children or ()]


@pytest.mark.parametrize("hostile", HOSTILE)
def test_words_of_others_stay_words_in_their_line(store: InMemoryStore, hostile: str) -> None:
    account = Account(
        pointed=[Pointed(BEFORE, 0.5, hostile)],
        asked=[Asked(hostile, hostile, failed=hostile)],
        uses=[
            (
                Call("1", hostile, hostile),
                Used(hostile, (), (hostile,), (hostile,), failed=True),
            )
        ],
        correction=Correction(BEFORE, hostile, hostile),
        model="m",
    )
    recalled = Recalled("", "", (meaning(hostile, AT),), (), hostile)
    over(store).write(NOW, "2", AT, account, recalled)
    text = text_at(store)
    assert text.count("\n") == 21
    assert text.count(f" {SAID_AT}\n") == 1
    text = text.replace(f" {SAID_AT}\n", "\n")
    tokens = inlines(text)
    assert [token.tag for token in tokens if token.type == "heading_open"] == ["h1", "h2"]
    assert {token.type for token in tokens} <= HARMLESS
    plain = "".join(token.content for token in tokens if token.type == "text")
    assert not re.search(r"://|www\.|@", plain)
    led_to = [str(token.attrs["href"]) for token in tokens if token.type == "link_open"]
    assert len(led_to) >= 2
    for address in led_to:
        assert re.fullmatch(r"(\.\./){4}(?!.*\.\.)[\w/.%~-]+(#L\d+(-L\d+)?)?", address)
    last = over(store).last()
    assert last is not None
    assert last.startswith("## Turn 2 — ")


def test_a_section_has_some_tens_of_lines_whatever_happened(store: InMemoryStore) -> None:
    account = Account(
        pointed=[Pointed(BEFORE, 0.5, "")] * 900,
        read=[ReadSlice(f"2026-05-01-{nth:04}") for nth in range(60)],
        asked=[Asked("pro", "p", Usage(1, 0, 1))] * 900,
        uses=[(Call("1", "t", ""), Used(""))] * 900,
    )
    recalled = Recalled("", "", (meaning("then", AT),) * 900, ())
    section = told(store, account, recalled)
    assert len(section.splitlines()) < 70
    assert section.count("- … and 890 more") == 3
    assert section.count(f"- … and {60 - MOST} more") == 1


# The file


def test_a_second_answer_is_told_below_the_first(store: InMemoryStore) -> None:
    sessions = over(store)
    sessions.write(NOW, "2", AT, Account(), NOTHING)
    first = text_at(store)
    sessions.write(NOW, "4", AT.replace(hour=16), from_model(), NOTHING)
    assert text_at(store) == (
        f"{first}\n## Turn 4 — Tuesday 7 July 2026, 18:58 <!-- 2026-07-07T16:58:09.000Z -->\n"
    )


@pytest.mark.parametrize(
    ("old", "between"),
    [
        (b"mine\n", b"\n"),
        (b"mine", b"\n\n"),
        (b"mine\n\n", b""),
        (b"", b""),
        (b"caf\xe9 \xff\n", b"\n"),
        (b"# mine\r\n", b"\n"),
    ],
)
def test_what_stands_in_the_file_stays_byte_for_byte(
    store: InMemoryStore, old: bytes, between: bytes
) -> None:
    put(store, FILE, old)
    over(store).write(NOW, "2", AT, Account(), NOTHING)
    assert files(store)[FILE].startswith(old + between + b"## Turn 2")
    last = over(store).last()
    assert last is not None
    assert last.startswith("## Turn 2")


class Edited(InMemoryStore):
    """Where a person is quicker than whoever writes, so many times."""

    edits = 0

    def write(self, batch: Sequence[Change], *, message: str) -> Mapping[str, str]:
        if self.edits:
            self.edits -= 1
            by_hand = files(self).get(FILE, b"") + b"Mine.\n"
            super().write([Change(FILE, by_hand, anyway=True)], message="by hand")
        return super().write(batch, message=message)


def test_what_a_person_writes_at_the_same_time_is_kept(store: InMemoryStore) -> None:
    edited = Edited(files(store))
    sessions = over(edited)
    edited.edits = TRIES - 1
    sessions.write(NOW, "2", AT, Account(), NOTHING)
    assert text_at(edited).startswith("Mine.\n" * (TRIES - 1) + "\n## Turn 2")


def test_who_never_stops_writing_has_the_file(store: InMemoryStore) -> None:
    edited = Edited(files(store))
    sessions = over(edited)
    edited.edits = TRIES
    with pytest.raises(Conflict):
        sessions.write(NOW, "2", AT, Account(), NOTHING)
    assert text_at(edited) == "Mine.\n" * TRIES


class Recording(InMemoryStore):
    batches: Sequence[Change] = ()

    def write(self, batch: Sequence[Change], *, message: str) -> Mapping[str, str]:
        self.batches = batch
        return super().write(batch, message=message)


def test_a_link_on_the_way_is_not_followed(store: InMemoryStore) -> None:
    recording = Recording(files(store))
    over(recording).write(NOW, "2", AT, Account(), NOTHING)
    assert [change.straight for change in recording.batches] == [True]


def test_what_the_store_says_is_raised(store: InMemoryStore) -> None:
    sessions = over(store)
    with pytest.raises(BadSliceId):
        sessions.write("../../evil", "2", AT, Account(), NOTHING)
    store.reachable = False
    with pytest.raises(StoreUnreachable):
        sessions.write(NOW, "2", AT, Account(), NOTHING)


# The last answer


def test_the_last_answer_is_told_with_links_from_the_repository(store: InMemoryStore) -> None:
    with_turns(store, turn("Always.", LATER, Speaker.AGENT))
    sessions = over(store)
    sessions.write(BEFORE, "2", THEN, from_model(), NOTHING)
    sessions.write(NOW, "2", AT, from_model(read=[ReadSlice(BEFORE)]), NOTHING)
    sessions.write(NOW, "3", LATER, from_model(read=[ReadSlice(BEFORE, ("1",))]), NOTHING)
    path = "memory/episodic/slices/2026/06/30/1801.md"
    expected = (
        "## Turn 3 — Tuesday 7 July 2026, 17:59\n\nRead:\n\n"
        "- [Tuesday 30 June 2026, 20:01]({0}) — [lines 17–21]({0}#L17-L21)"
    )
    assert sessions.last() == expected.format(path)
    base = "https://github.com/mara/timeline/blob/main/"
    assert over(store, base=base).last() == expected.format(base + path)


def test_an_older_slice_tells_when_the_newer_ones_had_no_answer(store: InMemoryStore) -> None:
    sessions = over(store)
    assert sessions.last() is None
    sessions.write(BEFORE, "2", THEN, Account(), NOTHING)
    put(store, FILE, "# Only a title, for I took all of it away\n")
    last = sessions.last()
    assert last is not None
    assert last.startswith("## Turn 2")
    store.unreadable.add(FILE)
    assert sessions.last() == last


def test_notes_of_the_person_are_no_part_of_the_last_answer(store: InMemoryStore) -> None:
    sessions = over(store)
    sessions.write(NOW, "2", AT, Account(), NOTHING)
    written = sessions.last()
    put(store, FILE, text_at(store) + "\n## My own heading\n\nand words\n")
    assert sessions.last() == written
    put(store, FILE, text_at(store).replace("\n", "\r\n"))
    assert sessions.last() == written


def test_what_was_written_is_told_however_much_was_called_besides(store: InMemoryStore) -> None:
    looked = [(Call(f"{nth}", "current_time", "{}"), Used("12:00")) for nth in range(2 * MOST)]
    wrote = Call("w", "write_file", '{"path": "tasks/boiler.md"}')
    uses = [*looked, (wrote, Used("Written.", written=("tasks/boiler.md",)))]
    section = told(store, Account(uses=uses))
    assert "wrote [`tasks/boiler.md`](../../../../tasks/boiler.md)" in section
    assert f"and {MOST + 1} more" in section


def test_the_day_is_that_on_which_a_slice_began_whatever_its_name(store: InMemoryStore) -> None:
    edit(
        store,
        "memory/episodic/slices/2026/06/30/1801.md",
        "2026-06-30T18:01",
        "2026-06-29T18:01",
    )
    put(store, "memory/episodic/slices/2026/06/_index.json", None)
    pointed = [Pointed(BEFORE, 0.9, "the boiler")]
    section = told(store, Account(pointed=pointed))
    assert "[Monday 29 June 2026, 20:01](" in section
