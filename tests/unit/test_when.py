"""Time phrases of a question, found and resolved: beyond the table, in sentences of our own."""

import inspect
import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from memory.when import Interval, chinese, english, intervals, layers, without
from memory.when.reading import Language

LISBON = ZoneInfo("Europe/Lisbon")
NEW_YORK = ZoneInfo("America/New_York")
# A Wednesday morning.
NOW = datetime(2026, 5, 20, 9, 30, tzinfo=LISBON)


def shown(bound: datetime | None) -> str:
    if bound is None:
        return "…"
    return f"{bound:%Y-%m-%d}" if f"{bound:%H%M}" == "0000" else f"{bound:%Y-%m-%d %H:%M}"


def in_utc(bound: datetime | None) -> datetime:
    """A bound to compare: Python calls a wall time that comes twice equal to no instant."""
    assert bound
    return bound.astimezone(UTC)


def read(text: str, now: datetime = NOW) -> list[str]:
    """Each time of a text as "words: start → end", in the zone of now."""
    zone = now.tzinfo
    assert isinstance(zone, ZoneInfo)
    return [
        f"{one.text}: {shown(one.start)} → {shown(one.end)}"
        for one in intervals(text, now, zone)
    ]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("What broke on the 4th of April?", "the 4th of April: 2026-04-04 → 2026-04-05"),
        ("Notes from Feb. 9", "Feb. 9: 2026-02-09 → 2026-02-10"),
        ("Who rang the night before last?", "the night before last: 2026-05-18 18:00"),
        ("the plan of the first weekend of May", "the first weekend of May: 2026-05-02"),
        ("sales in the third quarter last year", "the third quarter last year: 2025-07-01"),
        ("the lake house, three weekends ago", "three weekends ago: 2026-05-02 → 2026-05-04"),
        ("from last Monday to last Friday", "from last Monday to last Friday: 2026-05-11"),
        ("the weekend before Easter", "the weekend before Easter: 2026-03-28 → 2026-03-30"),
        ("the day after Christmas", "the day after Christmas: 2025-12-26 → 2025-12-27"),
        ("in March two years ago", "March two years ago: 2024-03-01 → 2024-04-01"),
        ("October 5 last year", "October 5 last year: 2025-10-05 → 2025-10-06"),
        ("late Friday evening", "late Friday evening: 2026-05-15 21:00 → 2026-05-16"),
        ("the first ten days of January", "the first ten days of January: 2026-01-01"),
        ("starting last Monday", "starting last Monday: 2026-05-18 → 2026-05-20 09:30"),
        ("around 8 last night", "around 8 last night: 2026-05-19 19:00 → 2026-05-19 21:00"),
        ("at half past nine last night", "half past nine last night: 2026-05-19 21:15"),
        ("2025-12-24T18:30", "2025-12-24T18:30: 2025-12-24 18:15 → 2025-12-24 18:45"),
        ("LAST TUESDAY EVENING", "LAST TUESDAY EVENING: 2026-05-12 17:00 → 2026-05-13"),
        ("nineteen ninety-one was dry", None),
        ("in nineteen ninety-one", "nineteen ninety-one: 1991-01-01 → 1992-01-01"),
        ("on the twenty-second", "the twenty-second: 2026-04-22 → 2026-04-23"),
        ("三年前的夏天我们在哪", "三年前的夏天: 2023-06-01 → 2023-09-01"),
        ("一刻钟前的消息", "一刻钟前: 2026-05-20 09:10 → 2026-05-20 09:20"),
        ("两三个月前读的", "两三个月前: 2026-02-05 → 2026-04-05"),
        ("去年最后一个月", "去年最后一个月: 2025-12-01 → 2026-01-01"),
        ("上周五下午三点到五点", "上周五下午三点到五点: 2026-05-15 15:00 → 2026-05-15 17:00"),
        ("上週五晚上", "上週五晚上: 2026-05-15 18:00 → 2026-05-16 05:00"),
        ("２０２５年３月５号", "２０２５年３月５号: 2025-03-05 → 2025-03-06"),
        ("１０月５日聊的", "１０月５日: 2025-10-05 → 2025-10-06"),
        ("since June-5-2025", "since June-5-2025: 2025-06-05 → 2026-05-20 09:30"),
        ("four thirty am on the 15th", "four thirty am on the 15th: 2026-05-15 04:15"),
        ("1.5 hours ago", "1.5 hours ago: 2026-05-20 07:30 → 2026-05-20 08:30"),
        ("at 9 pm tomorrow", None),
        ("昨天 at 3pm", "昨天 at 3pm: 2026-05-19 15:00 → 2026-05-19 16:00"),
    ],
)
def test_a_phrase_is_found_and_means_a_time(text: str, meant: str | None) -> None:
    found = read(text)
    if meant is None:
        assert found == []
    else:
        (one,) = found
        assert one.startswith(meant)


def test_two_languages_in_one_question() -> None:
    assert read("Was it 上周 or in March 2024?") == [
        "上周: 2026-05-11 → 2026-05-18",
        "March 2024: 2024-03-01 → 2024-04-01",
    ]
    assert intervals("上周 or last week", NOW, LISBON, "en")[0].text == "last week"
    assert intervals("上周 or last week", NOW, LISBON, "zh")[0].text == "上周"


def test_several_times_come_in_their_order() -> None:
    assert read("18 and 19 April, then in 2019, yesterday") == [
        "18 and 19 April: 2026-04-18 → 2026-04-19",
        "18 and 19 April: 2026-04-19 → 2026-04-20",
        "2019: 2019-01-01 → 2020-01-01",
        "yesterday: 2026-05-19 → 2026-05-20",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "🙂",
        "Is it on 30 February, or on 2025-02-29?",
        "on 31 June",
        "32 August 2019",
        "2月30日",
        "in the year 0",
        "in 99999",
        "0000-00-00",
        "9999-12-31",
        "2 billion years ago",
        "99999999 days ago",
        "in the last 999999999 years",
        "Tell May that June will march with August.",
        "What does “last week” mean, or 'two days ago', or \"in May\"?",
        "run `yesterday.sh` from /tmp/2024/05/06 or notes/2024-05-06.md",
        "https://example.com/2024/05/06 and june.2024@example.com",
        "version 3.11, build 1.10.2, host 10.0.3.17, ratio 16:9, score 6-4",
        "It cost $12.50, weighed 12 kg and took 20 minutes.",
        "call 555-0134, order 2024-88121-7, room B12",
        "every Monday and Friday, each morning, twice a week",
        "half a cup and 3/4 inch",
        "I had a hard week. Good night!",
        "the song Yesterday and the film Friday",
        "his May flowers, their spring rolls, one second opinion",
        "每周五和每天早上",
        "《后天》和“昨天”这两个词",
        "一点也不难，十分好看，三点水",
        "前面提到的，后来怎样，多久",
        "周杰伦的歌、年糕、春卷、秋裤",
        "五一广场和今日头条",
        "早上好！晚安。",
        "我住3号楼，坐2号线",
        "上海的上班时间",
    ],
)
def test_what_is_no_time_gives_none(text: str) -> None:
    assert read(text) == []


def test_now_must_have_a_zone() -> None:
    with pytest.raises(ValueError, match="now has no zone"):
        intervals("yesterday", datetime(2026, 5, 20), LISBON)  # noqa: DTZ001


@pytest.mark.parametrize("text", ["last tuesday, ", "上周三晚上，", "the ", "1-", '"', "a."])
def test_a_very_long_text_is_read_in_proportion(text: str) -> None:
    found = intervals(text * (100_000 // len(text)), NOW, LISBON)
    assert len(found) in {0, 100_000 // len(text)}


# The clock that is set back and forth


def test_a_day_is_as_long_as_its_clock_says() -> None:
    (spring,) = intervals("on 2026-03-08", NOW, NEW_YORK)
    (autumn,) = intervals("on 2025-11-02", NOW, NEW_YORK)
    lengths = [in_utc(one.end) - in_utc(one.start) for one in (spring, autumn)]
    assert lengths == [timedelta(hours=23), timedelta(hours=25)]


def test_a_wall_time_in_the_gap_is_the_first_instant_behind_it() -> None:
    (found,) = intervals("from 2:15 am to 4 am on 2026-03-08", NOW, NEW_YORK)
    assert in_utc(found.start) == datetime(2026, 3, 8, 7, 0, tzinfo=UTC)
    assert in_utc(found.end) == datetime(2026, 3, 8, 8, 0, tzinfo=UTC)


def test_a_wall_time_that_comes_twice_is_both_passes() -> None:
    (found,) = intervals("from 1:30 am to 1:45 am on 2025-11-02", NOW, NEW_YORK)
    assert in_utc(found.start) == datetime(2025, 11, 2, 5, 30, tzinfo=UTC)
    assert in_utc(found.end) == datetime(2025, 11, 2, 6, 45, tzinfo=UTC)


def test_hours_pass_while_days_are_counted() -> None:
    asked = datetime(2026, 3, 8, 4, 30, tzinfo=NEW_YORK)
    assert read("3 hours ago", asked) == ["3 hours ago: 2026-03-08 → 2026-03-08 01:00"]
    assert read("the past 24 hours", asked)[0].endswith("2026-03-07 03:30 → 2026-03-08 04:30")
    assert read("过去24小时", asked)[0].endswith("2026-03-07 03:30 → 2026-03-08 04:30")


def test_seasons_are_those_of_the_persons_hemisphere() -> None:
    (found,) = intervals("last summer", NOW, ZoneInfo("Australia/Sydney"))
    assert (shown(found.start), shown(found.end)) == ("2025-12-01", "2026-03-01")


def test_in_the_small_hours_the_day_before_is_not_over() -> None:
    asked = datetime(2026, 5, 20, 1, 20, tzinfo=LISBON)
    assert read("today", asked) == ["today: 2026-05-19 05:00 → 2026-05-21"]
    assert read("今晚", asked) == ["今晚: 2026-05-19 18:00 → 2026-05-20 05:00"]


# What else an interval carries


def test_a_disputed_phrase_has_alternatives_and_a_vague_one_is_fuzzy() -> None:
    (week,) = intervals("last week", NOW, LISBON)
    assert [shown(start) for start, _ in week.alternatives] == ["2026-05-10", "2026-05-13"]
    assert not week.fuzzy
    (days,) = intervals("a few days ago", NOW, LISBON)
    assert days.fuzzy
    (vague,) = intervals("很久以前", NOW, LISBON)
    assert (vague.start, vague.end) == (None, None)


def test_an_interval_takes_in_its_start_and_not_its_end() -> None:
    noon = datetime(2026, 7, 7, 12, tzinfo=UTC)
    day = Interval(noon, noon + timedelta(days=1), "a day")
    second = timedelta(seconds=1)
    assert day.overlaps(noon - second, noon)
    assert not day.overlaps(noon - 2 * second, noon - second)
    assert day.overlaps(noon + timedelta(days=1) - second, noon + timedelta(days=2))
    assert not day.overlaps(noon + timedelta(days=1), noon + timedelta(days=2))
    assert Interval(None, None, "ever").overlaps(noon, noon)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("What did I say on Monday about the boat?", "What did I say about the boat?"),
        ("during the last ten days, the boat", ", the boat"),
        ("yesterday's boat", "boat"),
        ("昨天的时候说的船", "说的船"),
        ("我们在上周聊过船吗", "我们 聊过船吗"),
        ("the boat in 2024 or on 2026-03-04", "the boat or"),
        ("a boat", "a boat"),
    ],
)
def test_what_is_left_is_the_question_without_its_times(text: str, left: str) -> None:
    assert without(text, intervals(text, NOW, LISBON)) == left


# Speaking of the future


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("Tomorrow I fly to Oslo.", "2026-05-21"),
        ("I will see her next Friday.", "2026-05-29"),
        ("We will meet on Friday.", "2026-05-22"),
        ("We met on Friday.", "2026-05-15"),
        ("The wedding will be in April.", "2027-04-01"),
        ("The wedding was in April.", "2026-04-01"),
        ("We will marry next summer.", "2026-06-01"),
        ("I'll be back in 3 days.", "2026-05-23"),
        ("明天我飞奥斯陆。", "2026-05-21"),
        ("下周五要开会。", "2026-05-29"),
        ("周五要交稿。", "2026-05-22"),
        ("周五交了稿。", "2026-05-15"),
        ("三天后出发", "2026-05-23"),
        ("后天去看牙", "2026-05-22"),
    ],
)
def test_in_both_directions_the_tense_decides(text: str, start: str) -> None:
    (found,) = intervals(text, NOW, LISBON, direction="both")
    assert shown(found.start) == start


def test_each_half_of_a_sentence_has_its_tense() -> None:
    text = "We met on Friday, and we will meet again on Monday."
    found = intervals(text, NOW, LISBON, direction="both")
    assert [shown(one.start) for one in found] == ["2026-05-15", "2026-05-25"]


@pytest.mark.parametrize("text", ["tomorrow", "next week", "in two days", "明天", "下周五"])
def test_a_question_does_not_look_into_the_future(text: str) -> None:
    assert intervals(text, NOW, LISBON) == []


# How languages are written


RULES = [
    rule
    for language in (english.ENGLISH, chinese.CHINESE)
    for layer in language.phrases
    for rule in layer
]


@pytest.mark.parametrize(("pattern", "meaning"), RULES, ids=[pattern for pattern, _ in RULES])
def test_a_rule_hands_its_meaning_what_it_takes(pattern: str, meaning: object) -> None:
    assert callable(meaning)
    slots = {name for name, _ in re.findall(r"\{(\w+)(?::(\w+))?\}", pattern)}
    parameters = dict(inspect.signature(meaning).parameters)
    del parameters["asked"]
    if any(one.kind is one.VAR_KEYWORD for one in parameters.values()):
        return
    needed = {name for name, one in parameters.items() if one.default is one.empty}
    assert needed <= slots <= parameters.keys()


def test_the_layers_that_languages_share_name_no_word() -> None:
    assert not re.search("[一-鿿]", inspect.getsource(layers))


MADE = {"day", "span", "clock", "loose_clock", "hours", "loose_hours", "day_part", "length"}
MADE |= {"void", "several", "present"}


@pytest.mark.parametrize("language", [english.ENGLISH, chinese.CHINESE], ids=["en", "zh"])
def test_no_word_is_of_a_kind_that_rules_make(language: Language) -> None:
    assert language.words.keys() & MADE == set()


@pytest.mark.parametrize("language", [english.ENGLISH, chinese.CHINESE], ids=["en", "zh"])
def test_a_word_is_of_one_kind(language: Language) -> None:
    words = [word for kind in language.words.values() for word in kind]
    assert sorted(words) == sorted(set(words))


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("on 10.3.2026", "2026-03-10"),
        ("on 12.10.2025", "2025-10-12"),
        ("on 13.12.2025", "2025-12-13"),
        ("on 12/10/2025", "2025-12-10"),
        ("on 3.25.2026", "2026-03-25"),
    ],
)
def test_with_dots_the_day_comes_first_and_with_strokes_the_month(
    text: str, start: str
) -> None:
    now = datetime(2026, 3, 28, 12, tzinfo=UTC)
    (found,) = intervals(text, now, ZoneInfo("UTC"))
    assert found.start is not None
    assert found.start.date().isoformat() == start
