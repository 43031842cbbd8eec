"""The English phrases for times: patterns of kinds of words, each with what it means.

How a pattern is read is said in `grammar`. Longer phrases come before the shorter ones that
they begin with.
"""

from collections.abc import Sequence
from functools import partial

from memory.when import relations
from memory.when.english.measures import CLOCKS, LENGTHS
from memory.when.grammar import Rule
from memory.when.meanings import (
    ago,
    beside,
    chosen,
    days,
    holidays,
    hours,
    parts,
    seasons,
    spans,
)

_PREPOSITION = "(in|of|since|until|during|before|after|around|by|through|sometime|on|no_later)"
_LEADING = "(?<=on|since|until|before|after|by|from|between|of)"
_OF = "(comma|of|in|dash|slash)*"
_TO = "(to|until|through|dash)"
_YEAR = "((comma|of)* {year})?"
_CHECKED = "(weekday comma?)?"
_MONTH_DAY = f"{_CHECKED} {{month}} (comma|slash|the)* {{day:dom}} (paren weekday paren)?"
_DAY_MONTH = f"{_CHECKED} the? {{day:dom}} of? {{month}}"
_ENDED = "(?!number|unit|half_day|word|small|to|dash|slash)"
_NO_NUMBER = "(?!dash|number|slash|unit)"
_OF_WHICH = "{weekday} (of|in) {offset:which} {unit}"
_ALONE = "(?!the? (day|span|day_part|clock|noon|part_word|number))"
_AGO = "(ago|earlier)"
_THE_LAST = "(the|a)? (last|past|previous)"

_DATES: list[Rule] = [
    # Several days of a month
    (
        f"{_CHECKED} {{month}} the? {{first:dom}} {_TO} the? {{last:dom}}"
        f" (?!month|slash|unit|dash) {_YEAR}",
        days.days_to,
    ),
    (f"the? {{first:dom}} {_TO} the? {{last:dom}} of? {{month}} {_YEAR}", days.days_to),
    (
        f"between the? {{first:dom}} and the? {{last:dom}} of? {{month}} {_YEAR}",
        days.days_to,
    ),
    (f"the? {{first:dom}} and the? {{last:dom}} of? {{month}} {_YEAR}", days.two_days),
    # A day
    (
        f"{_CHECKED} {{day:dom}} (dash|slash) {{month}} (dash|slash) {{year:any_year}}",
        days.date_of,
    ),
    ("{year} (dash|slash)? {month} (dash|slash)? the? {day:dom}", days.date_of),
    ("{year} {month:number} {day:number}", days.date_of),
    (f"{_DAY_MONTH} comma? of {{year:any_year}}", days.date_of),
    (f"{_DAY_MONTH} {_OF} {{year}}", days.date_of),
    (f"{_DAY_MONTH} {{year:number}} {_ENDED}", days.short_year),
    (f"{_DAY_MONTH} {{year:number}} (?={_TO} the? dom of? month)", days.short_year),
    (f"{_CHECKED} {{month}} {{day:dom}} {{year:number}} {_ENDED}", days.short_year),
    (f"{_DAY_MONTH} (of|in|comma)* {{offset:which}} {{unit}}", days.date_of_which),
    (f"{_MONTH_DAY} comma? of {{year:any_year}}", days.date_of),
    (f"{_MONTH_DAY} {_OF} {{year}}", days.date_of),
    (
        f"{_CHECKED} {{month}} {{day:ordinal}} {{year:number}}"
        " (?!number|unit|half_day|to|dash|slash)",
        days.date_of,
    ),
    (f"{_MONTH_DAY} (of|in|comma)* {{offset:which}} {{unit}}", days.date_of_which),
    (f"{_MONTH_DAY} (?!unit)", days.date_of),
    (f"{_CHECKED} the? {{day:dom}} (of|slash|dash)? {{month}}", days.date_of),
    ("{month} dash {written:span}", days.date_written),
    ("{month} (comma|of|in|dash)? {year}", spans.month_name),
    ("{year} comma? {month}", spans.month_name),
    ("weekday comma? (on|the)* {same:day}", days.same_time),
    ("weekday comma? the {day:ordinal} (?!word|unit)", days.day_of_month),
    ("the? {nth:ordinal} {weekday} (of|in) {month} " + _YEAR, days.nth_weekday_of_month),
    ("the? (last|final) {weekday} (of|in) {month} " + _YEAR, days.last_weekday_of_month),
    (f"the? {{nth:ordinal}} {_OF_WHICH}", days.nth_weekday_of_which),
    (f"the? (last|final) {_OF_WHICH}", days.nth_weekday_of_which),
    ("the {day:ordinal} of {offset:which} {unit}", days.day_of_which_month),
    (f"{_LEADING} the {{day:ordinal}} (?!word|unit|ordinal|of)", days.day_of_month),
    ("the {day:digit_ordinal} (?!word|unit|ordinal|of)", days.day_of_month),
    ("(?<=on) the {day:number} (?=from|at|between|comma|stop|clock|$)", days.day_of_month),
    ("(?<=on) {date:decimal} (?!word|unit|number)", days.decimal_date),
]

_DAYS: list[Rule] = [
    ("{length} before {offset:day_word}", days.days_before_word),
    ("the? {offset:day_word}", days.day),
    ("{early}? this {part:part_word}", hours.this_part),
    ("this {early} {part:part_word}", hours.this_part),
    ("{early}? {part:tonight}", hours.this_part),
    ("the? {part:part_word} before last", hours.part_before_last),
    ("{early}? last {part:part_word}", hours.last_part),
    ("(in|during|at) the {early}? {part:part_word}", hours.part),
    ("(?<=clock at|number at) {part:part_word}", hours.part),
    ("{early} {part:part_word}", hours.part),
    ("on? the? {weekday} before last", days.weekday_before_last),
    ("on? {weekday} {length} ago", ago.weekday_weeks_ago),
    ("{length} ago (on|last)? {weekday}", ago.weekday_weeks_ago),
    ("{length} ago {offset:day_word}", ago.from_day_ago),
    ("{count} {weekday:weekdays} ago", days.weekdays_ago),
    ("{weekday} (of|in)? {offset:which} {unit}", days.weekday_of_unit),
    ("{offset:which} {unit} (on|comma)? {weekday}", days.weekday_of_unit),
    ("(on|in)? (this|the) past {weekday}", days.weekday),
    ("(last|previous|past) {weekday}", days.last_weekday),
    ("this {weekday}", days.this_weekday),
    ("next {weekday}", days.next_weekday),
    ("{weekday:sure_weekday}", days.weekday),
    (f"{_LEADING} {{weekday}}", days.weekday),
    (
        "((?<=weekday to)|(?<=weekday dash)|(?<=weekday and)|(?<=weekday until)"
        "|(?<=weekday through)) {weekday}",
        days.weekday,
    ),
    (
        f"{{weekday}} (?=part_word|(at|comma|to|until|dash)* clock|{_TO} weekday)",
        days.weekday,
    ),
    ("^{weekday} stop*$", days.weekday),
]

_AGO_AND_LAST: list[Rule] = [
    ("(about|around) {length} ago", ago.about_ago),
    (
        "(?<!last)(?<!past)(?<!previous) {first:length} (and|comma)? {second:length}"
        f" ((and|comma)? {{third:length}})? {_AGO}",
        ago.ago,
    ),
    (f"a? {{first:length}} {_AGO}", ago.ago),
    ("{first:length} before present_word", ago.ago),
    ("^the {unit} before stop*$", ago.one_ago),
    ("(in|within) (about|around)? {length} (?!ago)", ago.ahead),
    (
        f"{_THE_LAST} {{first:length}} ((and|comma)? {{second:length}})?"
        f" ((and|comma)? {{third:length}})? (?!{_AGO}|of)",
        ago.rolling,
    ),
    ("{count} (last|past|previous) {unit}", ago.rolling_units),
    (f"{_THE_LAST} working {{unit}}", ago.past_unit),
    ("(this|the)? past {unit}", ago.past_unit),
    ("within the? last {unit}", ago.past_unit),
    ("{unit} ago", ago.units_ago),
    ("just_now", ago.just_now),
    ("other_day", ago.other_day),
    ("these_days", ago.these_days),
    ("recently", ago.recently),
    ("long_ago", ago.long_ago),
]

_SPANS: list[Rule] = [
    ("the? {unit} before last (?!holiday|season|month|weekday|unit)", chosen.unit_before_last),
    ("the? {season} before last", chosen.season_before_last),
    ("the? {month} before last", chosen.month_before_last),
    ("the? {holiday} before last", chosen.holiday_before_last),
    ("{offset:which} {season}", seasons.season_at),
    ("{offset:which} {unit} in {month}", chosen.month_of_which_year),
    ("{offset:which} calendar? {unit} (?!of|in month)", chosen.unit_at),
    ("{offset:which} {holiday} {unit}", holidays.weekend),
    ("{offset:which} {holiday}", chosen.holiday_at),
    ("{offset:which} {month}", chosen.month_at),
    ("the? {unit:to_date}", spans.to_date),
    ("{part:early} in the {unit}", chosen.this_unit_part),
    ("earlier in the {unit}", chosen.earlier_in_unit),
    (
        "(during|in|on|at|since|before|after|until) the {unit} (?!of|before|word)",
        chosen.the_weekend,
    ),
    ("the? {holiday} {unit} (comma|of|in)* {year}", holidays.weekend),
    ("the? {holiday} {unit}", holidays.weekend),
    ("(this|last|past)? festive", holidays.festive),
    (
        "((?<=over|during|in|since|before|after|around|until|on)|(?<=between)|^)"
        " (this|last|past|the) festive_or_word",
        holidays.festive,
    ),
    ("the? {holiday} (comma|of|in)* {year}", holidays.holiday),
    ("{holiday} (of|in|comma)? {offset:which} {unit}", chosen.holiday_of_which_year),
    ("the? {holiday}", holidays.holiday),
    ("{month} (of|in|comma)? {offset:which} {unit}", chosen.month_of_which_year),
    # Seasons, quarters, decades
    ("{early} in? the? {season} (of|in|comma)* {year}?", parts.part_of_season),
    ("the? {season} (of|in|comma)? {year}", seasons.season_of),
    ("{year} {season}", seasons.season_of),
    ("the? {season} (of|in)? {offset:which} {unit}", seasons.season_of_which_year),
    (
        "(?<=in|during|since|until|before|after|by|over|around|from|sometime|through)"
        " the? {season}",
        seasons.season_of,
    ),
    ("^the? {season} stop*$", seasons.season_of),
    ("{half:half_letter} {nth:number} (comma|of|in|dash|slash)* {year}", parts.half_year),
    ("{year} (dash|comma|slash)? {half:half_letter} {nth:number}", parts.half_year),
    ("{half:half_letter} {nth:number} (of|in)? {offset:which} {unit}", parts.half_of_which),
    ("(?<=in|during|since|until|before|after) half_letter {nth:number}", parts.half_year),
    ("quarter_letter {quarter:number} (comma|of|in|dash|slash)* {year}", seasons.quarter_of),
    ("{year} (dash|comma|slash)? quarter_letter {quarter:number}", seasons.quarter_of),
    (
        "quarter_letter {quarter:number} (of|in)? {offset:which} {unit}",
        seasons.quarter_of_which_year,
    ),
    ("quarter_letter {quarter:number}", seasons.quarter_of),
    ("quarter_letter {written:span}", seasons.quarter_written),
    ("the? {nth:ordinal} {unit} (of|in|comma)* {year}", seasons.nth_quarter),
    ("the? {nth:ordinal} {unit} (of|in)? {offset:which} {of_unit:unit}", chosen.nth_of_which),
    ("the {nth:ordinal} {unit}", chosen.century),
    ("the {tens:decade_name}", spans.decade),
    ("(the|in)* {tens:number} decade_letter", spans.decade),
    ("(the|in)* {tens:year} decade_letter", chosen.decade_of_year),
    ("number dash year", chosen.void),
]

# Numbers are years, and names or verbs months, only beside what tells.
_YEARS_AND_MONTHS: list[Rule] = [
    (f"(from|between)? {{a:year}} {_TO} {{b:year}} (?!number|dash)", spans.years),
    ("between {a:year} and {b:year}", spans.years),
    ("unit? greater {year}", spans.after_year),
    (f"(?<={_PREPOSITION}) the? {{year}} (?!dash|word|number|unit|slash)", spans.year_of),
    (f"(?<={_PREPOSITION}) {{year}} {_NO_NUMBER}", spans.likely_year),
    ("(?<=year and|year or|year comma) {year} (?!dash|number|slash|unit|word)", spans.year_of),
    (f"(?<=unit) {{year}} {_NO_NUMBER}", spans.likely_year),
    (f"{{year}} (?={_TO} (the? beginning|month|day|the? early))", spans.likely_year),
    ("(?<=from|between) {year} (?!dash|number|slash|unit|word)", spans.year_of),
    (
        "(?<=to|and|until|dash|through|early) {year} (?=stop|$|comma|small)",
        spans.likely_year,
    ),
    ("^{year} stop*$", spans.year_of),
    ("{month:sure_month}", spans.month_name),
    (
        f"(?<={_PREPOSITION}|early|beginning) {{month}} (?!number|ordinal)",
        spans.month_name,
    ),
    (
        "((?<=month to)|(?<=month dash)|(?<=month until)|(?<=month through)"
        "|(?<=between month and)|(?<=day to)|(?<=day until)|(?<=day through)|(?<=day dash))"
        " {month}",
        spans.month_name,
    ),
    (f"(?<=from|between) {{month}} (?={_TO}|and|onward|on)", spans.month_name),
    (f"{{month}} (?={_TO} (sure_month|month|day))", spans.month_name),
    ("^{month} stop*$", spans.month_name),
    ("(?<=day_word|weekday) (at|near)* noon", hours.noon_of_day),
    ("near noon", hours.around_noon),
    ("noon", hours.noon),
]

_PARTS: list[Rule] = [
    ("the? {part:beginning} of the? {time:span}", parts.part_of),
    ("the? {part:beginning} of the {unit}", chosen.this_unit_part),
    ("{early} {day} {part:part_word}", hours.cut_part_of_day),
    ("{early} (in|on)? {day}", hours.cut_day),
    ("{part:early} (in|dash)? the? {time:span}", parts.part_of),
    ("(the|in)* {nth:ordinal} {length} (of|in) the? {time:span}", parts.first_days),
    ("the? last {length} (of|in) the? {time:span}", parts.last_days),
    ("earlier (in|on)? {time}", parts.earlier_in),
    ("the? {unit} of the? {time}", chosen.week_of),
    ("the? {nth:ordinal} {unit} (of|in) the? {time:span}", chosen.nth_unit),
    ("the? (last|final) {unit} (of|in) the? {time:span}", chosen.last_unit),
    ("the? {unit} {nth:number} (of|in|comma)* {time:span}", chosen.nth_week),
    ("the? {nth:ordinal} half of the? {time:span}", parts.nth_half),
    ("the? {nth:ordinal} half of the {unit}", parts.half_of_this),
    (
        "(?<=in|during|since|until|before|after|of) the? {unit} {nth:number} (?!of)",
        chosen.iso_week,
    ),
    ("^the? {unit} {nth:number} stop*$", chosen.iso_week),
    ("sometime (in|during|on)* the? {time}", parts.sometime),
    ("a {day} (of|in) the? {time:span}", partial(days.some_day_in, count=1)),
    ("{count} {day} (of|in) the? {time:span}", days.some_day_in),
    ("the {part} before {time:day}", beside.part_before),
    ("the {part} after {time:day}", beside.part_after),
    ("the {unit} before {time}", beside.unit_before),
    ("the {unit} after {time}", beside.unit_after),
    ("{length} before the? {time}", beside.before_day),
    ("{length} after the? {time}", beside.after_day),
    (f"unit? {{time}} (and|or) (later|after|onward) {_ALONE}", relations.since),
    (f"{{time}} (and|or) (before|earlier) {_ALONE}", relations.until),
    ("no_later {time}", relations.before),
    ("(?<=to|and|until|dash|through) present_word", chosen.present),
]

LAYERS: Sequence[Sequence[Rule]] = (
    CLOCKS,
    LENGTHS,
    _DATES + _DAYS + _AGO_AND_LAST + _SPANS + _YEARS_AND_MONTHS,
    _PARTS,
)
