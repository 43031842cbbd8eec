"""Whatever the text, the zone and the moment: reading times never fails, and hangs together."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import example, given
from hypothesis import strategies as st

from memory.when import WEEK_STARTS, Customs, chinese, english, intervals, without

ZONES = st.sampled_from(
    ["UTC", "America/New_York", "Asia/Shanghai", "Australia/Lord_Howe", "Asia/Kathmandu"]
).map(ZoneInfo)
MOMENTS = st.datetimes(timezones=ZONES, allow_imaginary=True)
WORDS = sorted(
    {
        word
        for language in (english.ENGLISH, chinese.CHINESE)
        for words in language.words.values()
        for word in words
    }
)
PIECES = st.one_of(
    st.sampled_from(WORDS),
    st.integers(0, 10**6).map(str),
    st.sampled_from(["1st", "22nd", "3pm", "8:30", "2/29", "2024-02-30", "二十三", "nineteen"]),
    st.sampled_from([" ", ",", ".", "-", "到", "的", "“", '"', "`", "\n", "？"]),
    st.characters(),
)
TEXTS = st.one_of(
    st.text(max_size=60),
    st.lists(PIECES, max_size=12).map(" ".join),
    st.lists(PIECES, max_size=12).map("".join),
)


NOON = datetime(2026, 3, 18, 12, tzinfo=UTC)
CUSTOMS = st.builds(
    Customs,
    st.sampled_from(sorted(WEEK_STARTS.values())),
    st.booleans(),
    st.sampled_from(["", "US", "GB", "IE", "CA", "AU", "NZ", "DE", "FR", "CN", "IN", "ZZ"]),
)


@given(TEXTS, MOMENTS, ZONES, st.sampled_from(["", "en", "zh"]), st.booleans(), CUSTOMS)
@example(
    "2 billion years ago", datetime(1, 1, 1, tzinfo=UTC), ZoneInfo("UTC"), "", False, Customs()
)
@example(
    "next year",
    datetime(9999, 12, 31, tzinfo=UTC),
    ZoneInfo("Asia/Shanghai"),
    "",
    True,
    Customs(),
)
@example(
    "yesterday",
    datetime(1, 1, 1, tzinfo=UTC),
    ZoneInfo("America/New_York"),
    "",
    True,
    Customs(),
)
@example(
    "today", datetime(1, 1, 1, tzinfo=UTC), ZoneInfo("Asia/Shanghai"), "", False, Customs()
)
@example("half a weekend", NOON, ZoneInfo("UTC"), "", False, Customs())
@example("the last fortnight", NOON, ZoneInfo("UTC"), "", False, Customs())
@example("pm今日以后长假年度", NOON, ZoneInfo("UTC"), "", False, Customs())
@example("from earlier prior memorial day start", NOON, ZoneInfo("UTC"), "", False, Customs())
@example("这会儿8:30长假初十早先", NOON, ZoneInfo("UTC"), "", True, Customs())
def test_reading_never_fails_and_hangs_together(
    text: str, now: datetime, zone: ZoneInfo, language: str, ahead: bool, customs: Customs
) -> None:
    found = intervals(text, now, zone, language, "both" if ahead else "past", customs)
    last = 0
    for one in found:
        assert one.text == text[one.begin : one.stop]
        assert one.text
        # Times that share their words follow each other with the same ones.
        assert one.begin >= last
        last = one.begin
        for bound in (one.start, one.end):
            assert bound is None or bound.tzinfo == zone
        if one.start and one.end:
            assert one.end.astimezone(UTC) - one.start.astimezone(UTC) > timedelta()
    left = without(text, found)
    assert without(left, []) == left


@given(TEXTS, MOMENTS, ZONES)
def test_whoever_says_nothing_of_customs_has_the_usual_ones(
    text: str, now: datetime, zone: ZoneInfo
) -> None:
    assert intervals(text, now, zone) == intervals(text, now, zone, customs=Customs())


@given(TEXTS, MOMENTS)
def test_only_the_moment_counts_and_not_the_zone_it_is_given_in(
    text: str, now: datetime
) -> None:
    zone = ZoneInfo("America/New_York")
    try:
        elsewhere = now.astimezone(UTC)
    except OverflowError:
        return
    assert intervals(text, now, zone) == intervals(text, elsewhere, zone)
