"""The Chinese phrases for times: patterns of kinds of words, each with what it means.

How a pattern is read is said in `grammar`. Longer phrases come before the shorter ones that
they begin with.
"""

from collections.abc import Sequence
from functools import partial

from memory.when.grammar import Rule
from memory.when.meanings import (
    ago,
    chosen,
    days,
    holidays,
    hours,
    lengths,
    parts,
    seasons,
    spans,
)

_HOUR = "{hour:number} hour_mark"
_YEAR = "{year:any_year} year_mark of?"
_MONTH = "{month:number} month_mark"
_DAY = (
    "{day:number} day_mark? (?!unit|hour_mark|piece|month_mark|year_mark|minute_mark)"
    " (comma? paren? weekday paren?)?"
)
_WHICH_MONTH = "{offset:which} month_mark"
_of_which_month = partial(days.nth_weekday_of_which, unit="month")
_LUNAR_DOM = "{day:lunar_dom} (?!unit|piece) day_mark?"
_LUNAR = f"lunar {{month:number}} month_mark {_LUNAR_DOM}"
_OF_LUNAR = f"lunar? {{month:lunar_month}} {_LUNAR_DOM}"
_LUNAR_DAY = "{day:lunar_day}"
_SOME_YEAR = "{offset:year_word} of?"
_QUARTER = "nth? {quarter:number} {unit}"

_CLOCKS: list[Rule] = [
    (
        f"{_HOUR} {{minute:number}} minute_mark {{second:number}} second_mark",
        hours.at_minute,
    ),
    (f"{_HOUR} {{minute:number}} minute_mark", hours.at_minute),
    (f"{_HOUR} {{minute:number}}? {{half:half_day}}", hours.at_hour),
    (f"{_HOUR} half", partial(hours.at_minute, minute=30)),
    (f"{_HOUR} {{quarters:number}} quarter_mark", hours.at_quarters),
    (
        f"{_HOUR} {{minute:number}} (?!unit|piece|month_mark|day_mark|mark|word)",
        hours.at_minute_or_not,
    ),
    (f"{_HOUR} sharp", hours.at_hour),
    (
        f"{_HOUR} (?=$|stop|comma|of|small|to|dash|and|before_post|after_post|around_post"
        "|since_post|in|again)",
        hours.sure_hour,
    ),
    (_HOUR, hours.loose_hour),
]

_LENGTHS: list[Rule] = [
    ("{count} piece half {unit}", lengths.and_a_half),
    ("{count} {unit} half", lengths.and_a_half),
    ("{count} piece? odd {unit}", lengths.odd),
    ("{count} {unit} odd", lengths.odd),
    ("{count} piece? odd month_mark", partial(lengths.odd, unit="month")),
    ("{count} piece month_mark odd", partial(lengths.odd, unit="month")),
    ("{count} odd year_mark", partial(lengths.odd, unit="year")),
    ("{count} year_mark odd", partial(lengths.odd, unit="year")),
    ("{count} piece month_mark half", partial(lengths.and_a_half, unit="month")),
    ("{count} year_mark half", partial(lengths.and_a_half, unit="year")),
    ("{count} piece half month_mark", partial(lengths.and_a_half, unit="month")),
    ("{count} quarter_mark (?=before_post)", lengths.quarter_hours),
    ("half piece? {unit}", lengths.half),
    ("half piece? month_mark", partial(lengths.half, unit="month")),
    ("(?<!which) half year_mark", partial(lengths.half, unit="year")),
    ("{few} piece? {unit}", lengths.few),
    ("{few} piece month_mark", partial(lengths.few, unit="month")),
    ("{few} year_mark", partial(lengths.few, unit="year")),
    ("{few} day_mark", partial(lengths.few, unit="day")),
    ("(?<!nth) {count} piece {unit}", lengths.length),
    ("(?<!nth) {count} {unit}", lengths.numbered),
    ("{count} piece month_mark", partial(lengths.length, unit="month")),
    (
        "{count:sure_number} year_mark"
        " (?=before_post|within|after_post|since_post|around_post)",
        partial(lengths.length, unit="year"),
    ),
    (
        "(?<=past|which|recently) {count:number} year_mark (?!number)",
        partial(lengths.length, unit="year"),
    ),
    (
        "(?<!month_mark) {count:sure_number} day_mark (?=before_post)",
        partial(lengths.length, unit="day"),
    ),
    ("(?<=past|recently) {count:number} day_mark", partial(lengths.length, unit="day")),
]

_DATES: list[Rule] = [
    (
        f"{_YEAR} {_MONTH} of? {{first:number}} day_mark? (to|dash) {{last:number}} day_mark",
        days.days_to,
    ),
    (f"{_MONTH} {{first:number}} day_mark? (to|dash) {{last:number}} day_mark", days.days_to),
    (f"{_YEAR} {_LUNAR}", holidays.lunar_date),
    (f"{_SOME_YEAR} {_LUNAR}", holidays.lunar_date),
    (_LUNAR, holidays.lunar_date),
    (f"{_YEAR} {_OF_LUNAR}", holidays.lunar_date),
    (f"{_SOME_YEAR} {_OF_LUNAR}", holidays.lunar_date),
    (_OF_LUNAR, holidays.lunar_date),
    (f"{_MONTH} {{day:lunar_day}} day_mark", days.date_of),
    (f"{_YEAR} {_MONTH} {_LUNAR_DAY}", holidays.lunar_date),
    (f"{_SOME_YEAR} {_MONTH} {_LUNAR_DAY}", holidays.lunar_date),
    (f"{_MONTH} {_LUNAR_DAY}", holidays.lunar_date),
    ("{day:lunar_day} day_mark", days.day_of_month),
    (f"{_YEAR} lunar? {{month:lunar_month}}", holidays.lunar_month),
    (f"{_SOME_YEAR} lunar? {{month:lunar_month}}", holidays.lunar_month),
    ("lunar? {month:lunar_month}", holidays.lunar_month),
    ("{day:lunar_day}", holidays.day_of_new_year),
    (f"{_YEAR} {_MONTH} {_DAY}", days.date_of),
    (f"{_SOME_YEAR} {_MONTH} {_DAY}", days.date_of_offset),
    (
        f"{{years:year_word}} of? {{offset:which}} month_mark of? {_DAY}",
        days.day_of_offset_month,
    ),
    (f"{_MONTH} {_DAY}", days.date_of),
    ("{offset:which} month_mark of? {day:number} day_mark", days.day_of_offset_month),
    ("{day:number} day_mark (comma? paren? weekday paren?)?", days.day_of_month),
    ("{year} {month:number} {day:number} (?!number)", days.date_of),
    (f"{_WHICH_MONTH} of? final piece? {{weekday}}", _of_which_month),
    (f"{_WHICH_MONTH} of? nth {{nth:number}} piece? {{weekday}}", _of_which_month),
    (f"{_MONTH} of? nth? final piece? {{weekday}}", days.last_weekday_of_month),
    (f"{_MONTH} of? nth {{nth:number}} piece? {{weekday}}", days.nth_weekday_of_month),
]

_MONTHS_AND_YEARS: list[Rule] = [
    (f"{_YEAR} {_MONTH}", spans.month_name),
    (f"{_YEAR} {{month:number}} (?=month_part)", spans.month_name),
    (f"{_SOME_YEAR} {_MONTH}", spans.month_of_year_at),
    (f"{_SOME_YEAR} {{month:number}} (?=month_part)", spans.month_of_year_at),
    (_MONTH, spans.month_name),
    ("{month:number} (?=month_part)", spans.month_name),
    ("{offset:which} piece? (?=month_part|half_month)", partial(spans.unit_at, unit="month")),
    ("{offset:which} month_mark", partial(spans.unit_at, unit="month")),
    ("republic {year:number} year_mark", spans.republic),
    (f"{_SOME_YEAR} {_QUARTER}", seasons.quarter_of_year_at),
    (f"{_YEAR} {_QUARTER}", seasons.quarter_of_year),
    (_QUARTER, seasons.quarter_of_year),
    (f"{_SOME_YEAR} {{season:any_season}}", seasons.season_of_year_at),
    (f"{_YEAR} {{season:any_season}}", seasons.season_of),
    ("{offset:which} piece? {season}", seasons.season_at),
    ("{season}", seasons.season_of),
    (f"{_SOME_YEAR} {{holiday:days_off}}", holidays.days_off),
    (f"{_YEAR} {{holiday:days_off}}", holidays.days_off),
    (f"{_SOME_YEAR} {{holiday}} (period|between_post)", holidays.days_off),
    (f"{_YEAR} {{holiday}} (period|between_post)", holidays.days_off),
    ("{holiday} (period|between_post)", holidays.days_off),
    ("{holiday:days_off}", holidays.days_off),
    (f"{_SOME_YEAR} {{holiday}}", holidays.holiday_at),
    (f"{_YEAR} {{holiday}}", holidays.holiday),
    ("{holiday} {offset:which} {unit}", chosen.day_beside_holiday),
    ("{offset:which} piece? {holiday}", chosen.holiday_at),
    ("{holiday}", holidays.holiday),
    ("{century:number} unit {tens:number} decade", spans.decade),
    ("{offset:which} {unit} {tens:number} decade", chosen.decade_of_which),
    ("{tens:number} decade", spans.decade),
    ("nth? {nth:number} {unit} (?!of? number)", chosen.century),
    ("{offset:year_word}", partial(spans.unit_at, unit="year")),
    ("{offset:which} year_mark", partial(spans.unit_at, unit="year")),
    ("from? {a:year} (to|dash) {b:year} year_mark?", spans.years),
    (
        "{year:any_year} year_mark (?=before_post|or_earlier|or_later|after_post|since_post"
        "|between_post|to|dash|and)",
        spans.year_of,
    ),
    ("{year} year_mark", spans.year_of),
    ("{year:zeroed} year_mark", spans.year_of),
    ("{year:any_year} (?=year_part)", spans.year_of),
    ("(?<=in|from|to) {year} (?=to|dash|small|$|stop|comma|of)", spans.likely_year),
    ("^{year} stop*$", spans.year_of),
]

_DAYS_AND_WEEKS: list[Rule] = [
    ("{offset:day_word}", days.day),
    ("{offset_part}", hours.offset_part),
    ("(?<=day_word|weekday|day_mark|number) {part:part_short}", hours.part),
    ("{offset:which} piece? {unit} of? {weekday}", days.which_unit_weekday),
    ("{offset:which} {weekday}", days.which_weekday),
    ("{weekday}", days.weekday),
    ("{offset:which} piece? {unit}", chosen.unit_at),
    ("{offset:which} piece? half year_mark", partial(spans.unit_at, unit="half")),
    ("{unit}", chosen.the_weekend),
    ("days_before", ago.days_before),
    ("two_days_before", ago.two_days_before),
    ("some_time_ago", ago.some_time_ago),
    ("before_post {length}", ago.before_few),
    ("about {length} before_post", ago.about_ago),
    ("{length} around_post before_post", ago.about_ago),
    (
        "{first:length} (and? {second:length})? (and? {third:length})? before_post",
        ago.ago,
    ),
    ("(past|recently) (of|in)* {first:length} (within|of)*", ago.rolling),
    ("{offset:which} {length} (within)?", ago.this_length),
    ("{length} after_post", ago.ahead),
    ("just_now", ago.just_now),
    ("these_days", ago.these_days),
    ("recently", ago.recently),
    ("long_ago", ago.long_ago),
]

_PARTS: list[Rule] = [
    ("{time:span} of? {part:any_part}", parts.part_of),
    ("{time:span} of? {part:any_half}", parts.half_of),
    ("{part:year_part}", parts.part_of_this_year),
    ("{part:month_part}", parts.part_of_this_month),
    ("{part:ten_days}", parts.part_of_this_month),
    ("{part:half_year}", parts.half_of_this_year),
    ("{part:half_month}", parts.half_of_this_month),
    ("{time:span} of? nth {nth:number} piece? {unit}", chosen.nth_unit),
    ("{time:span} of? final piece? {unit}", chosen.last_unit),
    (
        "{time:span} of? nth {nth:number} piece? month_mark",
        partial(chosen.nth_unit, unit="month"),
    ),
    ("{time:span} of? final piece? month_mark", partial(chosen.last_unit, unit="month")),
    ("{time} of? earlier", parts.earlier_in),
    ("{time} of? {part:part_short}", hours.part_of_day),
    ("{same:day} between_post", days.same_time),
    ("(?<=to) present_word", chosen.present),
]

LAYERS: Sequence[Sequence[Rule]] = (
    _CLOCKS,
    _LENGTHS,
    _DATES + _MONTHS_AND_YEARS + _DAYS_AND_WEEKS,
    _PARTS,
)
