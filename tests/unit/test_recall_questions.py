"""What a question asks for: its things, its parts, its times; and any text whatever."""

import time
from zoneinfo import ZoneInfo

import pytest

from memory.recall.question import Leads, read
from tests.recalling import NOW, ZONE, ask, days, index, said


@pytest.mark.parametrize(
    ("question", "things"),
    [
        ("What did I say about the boat?", {"boat"}),
        ("Do you remember what we decided about the kitchen?", {"kitchen"}),
        ("Remind me what I told you about Nadia", {"nadia"}),
        ("Have we ever talked about the lease?", {"leas"}),
        ("What happened to the greenhouse?", {"greenhous"}),
        ("Show me everything about our conversation on basil", {"basil"}),
        ("What did Dr. Amari say about the knee?", {"dr", "amari", "knee"}),
        ("我说过关于钢琴的什么？", {"钢琴"}),
        ("你还记得膝盖怎么了吗", {"膝盖"}),
        ("我们什么时候聊过装修？", {"装修"}),
        ("What did I say?", set()),
        ("我说了什么？", set()),
    ],
)
def test_the_words_that_only_ask_do_not_count(question: str, things: set[str]) -> None:
    asked = read(question, NOW, ZONE).asked
    assert {term for term, weight in asked.items() if weight > 0.4} == things


def test_every_part_of_a_question_is_answered() -> None:
    cello = said("2026-03-01", "The cello stands in the attic, the cello case in the hall.")
    knee = said("2026-03-02", "The doctor wants to see the knee.")
    others = [
        said(f"2026-02-{day:02}", "The attic, the cello, the hall.") for day in range(1, 9)
    ]
    built = index(*others, knee, cello)
    recalled = ask(built, "Where is the cello case? And what does the doctor want?")
    assert set(days(recalled)[:2]) == {"03-01", "03-02"}


@pytest.mark.parametrize(
    "question",
    [
        "Lovely weather today, I went for a walk. But where did I put the passport?",
        "今天天气真好，出去走了走。我想问的是，passport 在哪儿？",
    ],
)
def test_what_is_said_beside_a_question_counts_less(question: str) -> None:
    passport = said("2026-01-10", "The passport is in the blue box.")
    walk = said("2026-03-18", "Lovely weather for a walk.", "今天天气真好，出去走了走。")
    recalled = ask(index(walk, passport), question)
    assert days(recalled)[0] == "01-10"
    assert recalled.note == ""


@pytest.mark.parametrize(
    ("question", "leads"),
    [
        ("What did we talk about yesterday?", Leads.SAID),
        ("昨天我们聊了什么？", Leads.SAID),
        ("last Tuesday", Leads.SAID),
        ("Where was I yesterday?", Leads.EITHER),
        ("What did I eat yesterday?", Leads.EITHER),
        ("What did I say about next Friday?", Leads.SPOKEN_OF),
    ],
)
def test_which_time_a_question_means(question: str, leads: Leads) -> None:
    assert read(question, NOW, ZONE).leads is leads


def test_words_side_by_side_count_more_than_the_same_words_apart() -> None:
    apart = said("2026-03-02", "Wet garden, nice wooden shed; a garden needs a wooden shed.")
    together = said("2026-03-01", "The garden shed is painted, and so is the wet door.")
    assert days(ask(index(apart, together), "the garden shed"))[0] == "03-01"


def test_words_in_one_turn_count_more_than_the_same_words_all_over() -> None:
    filler = ["So it goes on and on."] * 6
    over = said("2026-03-02", "The lamp.", *filler, "Green.", *filler, "In the hall.")
    one = said("2026-03-01", "A hall with a lamp that is green.", *filler, *filler, "Well.")
    assert days(ask(index(over, one), "green lamp hall"))[0] == "03-01"


def test_what_the_agent_says_counts_less_unless_it_is_asked_for() -> None:
    agent = said("2026-03-02", "What now?", agent="Try the bakery at the corner.")
    person = said("2026-03-01", "The bakery at the corner has opened.", "Fine.")
    built = index(agent, person)
    assert days(ask(built, "the bakery at the corner"))[0] == "03-01"
    assert days(ask(built, "What did you say about the bakery at the corner?"))[0] == "03-02"


LIFE = index(
    said("2026-03-01", "The cello stands in the attic."),
    said("2026-03-02", "妈妈的膝盖好多了。"),
    said("2026-03-03", "The meeting 会议 is at the Bahnhof."),
)


@pytest.mark.parametrize(
    "question",
    ["", "a", "了", "?", "the of and", "的了吗", "🙂🙂", "\x00\ud800", "“", "30 February",
     "year 0", "2 billion years ago", "in 99999", "99999-99-99",
     "()[]{}\\|*+?^$", "in in in on on"],
)  # fmt: skip
def test_any_text_is_a_question(question: str) -> None:
    recalled = ask(LIFE, question)
    assert len(recalled.pointers) <= 3
    assert recalled.query == question


def test_languages_may_be_mixed() -> None:
    assert days(ask(LIFE, "When is the 会议?")) == ["03-03"]
    assert days(ask(LIFE, "妈妈's 膝盖 and the cello"))[:2] == ["03-02", "03-01"]


@pytest.mark.parametrize(
    "text",
    ["cello " * 16_000, "在昨天" * 33_000, "attic? " * 14_000, "x" * 100_000, "?" * 100_000],
)
def test_a_question_of_100_000_characters_is_answered_soon(text: str) -> None:
    begun = time.perf_counter()
    ask(LIFE, text)
    assert time.perf_counter() - begun < 5  # generous: the machine may be busy


@pytest.mark.parametrize("year", [2, 1969, 9998])
@pytest.mark.parametrize("zone", ["Asia/Shanghai", "America/New_York"])
def test_the_ends_of_the_calendar_are_no_trap(year: int, zone: str) -> None:
    now = NOW.replace(year=year)
    named = (f"1 January {year:04}", f"31 December {year:04}", "1 January 0001", "in 9999")
    for question in (*named, "lately", "last week", "recently the cello", "next year"):
        assert LIFE.recall(question, now, ZoneInfo(zone)).query == question
