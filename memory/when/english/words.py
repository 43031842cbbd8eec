"""The English words for times, by kind; and what only looks like one."""

from collections.abc import Mapping
from typing import Any

from memory.when.clocks import Part
from memory.when.meanings.parts import EARLY, LATE, MIDDLE


def _all(words: str, value: Any = None) -> dict[str, Any]:
    """Words apart by commas that stand for the same."""
    return dict.fromkeys((word.strip() for word in words.split(",")), value)


def _named(*pairs: tuple[str, Any]) -> dict[str, Any]:
    return {word: value for words, value in pairs for word in _all(words)}


WORDS: Mapping[str, Mapping[str, Any]] = {
    "month": _named(
        ("january", 1), ("feb, feb., february", 2), ("apr, apr.", 4),
        ("jul, jul., july", 7), ("aug, aug.", 8), ("sep, sep., sept, sept., september", 9),
        ("oct, oct., october", 10), ("nov, nov., november", 11), ("dec, dec., december", 12),
    ),
    # These are other words too, or people's names.
    "month_or_word": {
        "jan": 1, "jan.": 1, "march": 3, "mar": 3, "april": 4, "may": 5, "june": 6, "jun": 6,
        "august": 8,
    },
    "weekday": _named(
        ("monday", 0), ("tuesday, tue, tues", 1), ("wednesday, weds", 2),
        ("thursday, thu, thur, thurs", 3), ("friday", 4), ("saturday", 5), ("sunday", 6),
    ),
    "weekdays": _named(
        ("mondays", 0), ("tuesdays", 1), ("wednesdays", 2), ("thursdays", 3), ("fridays", 4),
        ("saturdays", 5), ("sundays", 6),
    ),
    "weekday_or_word": {"mon": 0, "wed": 2, "fri": 4, "sat": 5, "sun": 6},
    "unit": _named(
        ("seconds, secs", "second"), ("minute, minutes, min, mins, m", "minute"),
        ("hour, hours, hr, hrs", "hour"), ("day, days, d", "day"),
        ("week, weeks, wk, wks, w", "week"),
        ("weekend, weekends", "weekend"), ("month, months, mo, mos", "month"),
        ("quarter, quarters", "quarter"), ("year, years, yr, yrs", "year"),
        ("decade, decades", "decade"), ("century, centuries", "century"), ("nights", "night"),
        ("fortnight, fortnights", "fortnight"),
    ),
    "season": {"spring": 0, "summer": 1, "autumn": 2, "fall": 2, "winter": 3},
    "part_word": {
        "morning": Part(5, 12), "afternoon": Part(12, 18), "evening": Part(17, 24),
        "night": Part(18, 29), "daytime": Part(6, 18), "lunchtime": Part(11, 14),
    },
    "noon": _all("noon, midday, noonish"),
    "midnight": _all("midnight"),
    "oclock": _all("o'clock, oclock"),
    "half_day": {"am": "a", "pm": "p", "a.m.": "a", "p.m.": "p", "a.m": "a", "p.m": "p"},
    "day_word": {
        "today": 0, "yesterday": -1, "day before yesterday": -2, "tomorrow": 1, "tmr": 1,
        "day after tomorrow": 2,
    },
    "tonight": _all("tonight, tonite", Part(18, 29)),
    "last": _all("last", -1),
    "final": _all("final"),
    "this_time": _all("this time, about this time, at this time, the same time"),
    "previous": _all("previous, prior, preceding", -1),
    "past": _all("past"),
    "this": _all("this, current", 0),
    "next": _all("next, coming, upcoming", 1),
    "earlier": _all("earlier"),
    "early": {"early": EARLY, "mid": MIDDLE, "late": LATE},
    "beginning": _named(
        ("beginning, start", EARLY), ("middle", MIDDLE), ("end", LATE)
    ),
    "half": _all("half"),
    "few": _named(("few, several", None), ("couple", (2, 3)), ("couple of", (2, 3))),
    "ago": _all("ago, back"),
    "before": _all("before, prior to"),
    "no_later": _all("no later than"),
    "after": _all("after"),
    "since": _all("since, ever since, starting, starting from, beginning with"),
    "until": _all("until, till, til, up to, up until"),
    "through": _all("through, thru"),
    "from": _all("from"),
    "to": _all("to"),
    "between": _all("between"),
    "and": _all("and, &"),
    "or": _all("or"),
    "in": _all("in"),
    "within": _all("within"),
    "on": _all("on"),
    "at": _all("at"),
    "by": _all("by"),
    "of": _all("of"),
    "for": _all("for"),
    "during": _all("during, over, throughout"),
    "the": _all("the"),
    "a": _all("a, an"),
    "around": _all("around, circa, sometime around, on or around, on or about"),
    "about": _all("about, approximately, roughly, some"),
    "sometime": _all("sometime, some time"),
    "onward": _all("onward, onwards, forward"),
    "later": _all("later, greater"),
    "greater": _all("greater than, later than"),
    "present_word": _all("now, date, the present, present day"),
    "just_now": _all(
        "just now, a moment ago, moments ago, a second ago, a minute ago, right now"
    ),
    "recently": _all("recently, lately, of late, the last little while"),
    "other_day": _all("the other day, the other night, the other evening, the other morning"),
    "these_days": _all("these days, these past days, these last days"),
    "long_ago": _all(
        "a while ago, a while back, long ago, ages ago, a long time ago, some time ago, a good"
        " while ago, quite a while ago, a long while ago, way back, back in the day,"
        " many years ago, a long time back, once upon a time"
    ),
    "to_date": _named(("year to date", "year"), ("month to date", "month")),
    "working": _all("business, working, work"),
    "calendar": _all("calendar, whole, entire, full"),
    "decade_name": {
        "twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60,
        "seventies": 70, "eighties": 80, "nineties": 90,
    },
    "quarter_letter": _all("q"),
    # An hour after a number, a half of the year before one.
    "half_letter": _all("h", "hour"),
    "decade_letter": _all("s, 's"),
    "festive": _all(
        "the holiday season, the festive season, the christmas season, the christmas holidays,"
        " the christmas break, the winter holidays, holiday season, christmas holidays"
    ),
    "festive_or_word": _all("holidays"),
    "holiday": _named(
        ("christmas, christmas day, xmas", "christmas"), ("christmas eve", "christmas eve"),
        ("boxing day, st stephen's day, st. stephen's day", "boxing"),
        ("new year, new year's, new years, new year's day, new years day", "new year"),
        ("new year's eve, new years eve, nye", "new year's eve"),
        ("thanksgiving", "thanksgiving"),
        ("thanksgiving day", "thanksgiving"), ("black friday", "black friday"),
        ("cyber monday", "cyber monday"), ("halloween", "halloween"),
        ("easter, easter sunday, easter day", "easter"), ("easter monday", "easter monday"),
        ("good friday", "good friday"), ("palm sunday", "palm sunday"),
        ("ash wednesday", "ash wednesday"), ("mardi gras, fat tuesday", "mardi gras"),
        ("pentecost, whit sunday", "pentecost"), ("ascension day", "ascension"),
        ("maundy thursday", "maundy thursday"),
        ("all saints' day, all saints day", "all saints"),
        ("valentine's day, valentines day, valentine's, st valentine's day", "valentine"),
        ("st patrick's day, st. patrick's day, st patricks day", "st patrick"),
        ("april fools, april fools day, april fool's day, april fools' day", "april fools"),
        ("earth day", "earth"), ("may day", "may day"),
        ("mother's day, mothers day, mothers' day", "mother"),
        ("mothering sunday", "mothering"),
        ("father's day, fathers day, fathers' day", "father"), ("memorial day", "memorial"),
        ("independence day", "independence"),
        ("labor day, labour day", "labor"),
        ("columbus day, indigenous peoples day", "columbus"),
        ("veterans day, veterans' day, remembrance day, armistice day", "veterans"),
        ("remembrance sunday", "remembrance sunday"),
        ("martin luther king day, mlk day", "martin luther king"), ("juneteenth", "juneteenth"),
        ("presidents day, presidents' day, president's day", "presidents"),
        ("groundhog day", "groundhog"), ("guy fawkes night, bonfire night", "guy fawkes"),
        ("women's day, international women's day", "women"),
        ("chinese new year, lunar new year", "lunar new year"),
        ("mid-autumn festival", "mid-autumn"), ("dragon boat festival", "dragon boat"),
        ("lantern festival", "lantern"), ("singles day, singles' day", "singles"),
        ("epiphany, three kings day, three kings' day", "epiphany"),
        ("burns night", "burns"), ("australia day", "australia"), ("anzac day", "anzac"),
        ("republic day", "republic day"), ("waitangi day", "waitangi"),
        ("canada day", "canada"), ("victoria day", "victoria"), ("civic holiday", "civic"),
        ("bastille day", "bastille"), ("national day", "national day"),
        ("german unity day, day of german unity", "german unity"),
        ("gandhi jayanti", "gandhi"), ("king's birthday, queen's birthday", "king"),
        ("st david's day, st. david's day", "st david"),
        ("st george's day, st. george's day", "st george"),
        ("st andrew's day, st. andrew's day", "st andrew"),
        ("st nicholas day, st. nicholas day", "st nicholas"),
        ("cinco de mayo", "cinco de mayo"), ("corpus christi", "corpus christi"),
        ("whit monday, pentecost monday", "whit monday"), ("holy saturday", "holy saturday"),
        ("shrove tuesday, pancake day", "mardi gras"),
        ("bank holiday, bank holiday monday", "bank holiday"),
        ("early may bank holiday, may day bank holiday", "early may"),
        ("spring bank holiday, late may bank holiday", "spring holiday"),
        ("august bank holiday, summer bank holiday", "august holiday"),
        ("june bank holiday", "june holiday"), ("october bank holiday", "october holiday"),
    ),
    # What may follow a time without being counted by it.
    "small": _all(
        "i, we, you, he, she, it, they, did, do, does, was, were, is, are, had, have, has, "
        "my, our,"
        " your, that, what, when, where, who, which, how, why, there, not, if, but, so, "
        "then, with,"
        " as, me, us, again, please, would, could, should, will, can, about the, went, came, "
        "works"
    ),
}  # fmt: skip

_DAY_NAMES = "(mon|tues|wednes|thurs|fri|satur|sun)day"
_UNITS = "(day|night|morning|afternoon|evening|weekend|week|month|quarter|year|hour|minute)"
_WORKS = (
    "(song|film|movie|book|album|band|novel|show|series|episode|poem|game|track|play|podcast)"
)
# Two numbers with a colon: goals, parts, or chapter and verse.
_PROPORTION = "[0-9]{1,3}:[0-9]{1,3}([-–][0-9]{1,3})?"

# What comes again and again is no time of its own; a title names none.
FALSE_FRIENDS = rf"""
(every|each|per|most|any|all|another|once an?|twice an?|times an?) (other |single )?
  ({_DAY_NAMES}|{_UNITS}|spring|summer|autumn|fall|winter|january|february|march|april|may|june
  |july|august|september|october|november|december|christmas)s?((,| and| or|
  , and) {_DAY_NAMES})*
(daily|nightly|hourly|weekly) at \w+
{_WORKS} (called |named |titled )?(the )?
  (day after tomorrow|yesterday|today|tomorrow|tonight|{_DAY_NAMES}( \w+)?)
{_DAY_NAMES} the (name|word|title)
spring (boot|framework|security|cloud|mvc|rolls?|onions?|break|cleaning)
(a |every |each )?new year'?s? (resolutions?|resolve|card|wish(es)?|greetings?)
(happy|merry|a) (new year|christmas|xmas|easter|halloween|thanksgiving|mother's day
  |father's day)'?s?
(sunday|saturday|friday) (times|school|express|mirror|telegraph|best|league|post|mail|herald
  |blues?)
(casual|freaky|man|girl|his girl|my girl) friday|ruby tuesday|good friday agreement
(ratio|odds|aspect|scale|score|scored|won|lost|drew)( of| at| is| was)?:? {_PROPORTION}
(genesis|exodus|leviticus|numbers|deuteronomy|joshua|judges|ruth|samuel|kings|chronicles|ezra
  |nehemiah|esther|job|psalms?|proverbs?|ecclesiastes|isaiah|jeremiah|lamentations|ezekiel
  |daniel|hosea|joel|amos|obadiah|jonah|micah|nahum|habakkuk|zephaniah|haggai|zechariah
  |malachi|matthew|mark|luke|john|acts|romans|corinthians|galatians|ephesians|philippians
  |colossians|thessalonians|timothy|titus|philemon|hebrews|james|peter|jude|revelation
  |surah?|quran) {_PROPORTION}
(up|out|down)[- ]to[- ]date
24/7|9/11
"""

FUTURE = r"""
will|won't|shall|going to|gonna|'ll|tomorrow|next|plan(s|ning)? to|about to|(am|are|is|
  'm|'re) \w+ing
(is|are|'s) (on|due|scheduled|planned|set for)
want to|need to|have to|must|let's|upcoming|coming|in (a|an|one|two|three|\d+) \w+
"""

PAST = r"""
was|were|did|didn't|had|went|came|saw|said|told|made|got|took|left|met|bought|ate|\w+ed
"""

# Digits may follow these without a space.
GLUED = (
    "jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|q|january|february|march|april|june"
    "|july|august|september|october|november|december|h(?=[12]\\b)"
)
