"""How times are put together: the rules that are the same in every language (see `grammar`)."""

from itertools import permutations

from memory.when import relations
from memory.when.grammar import Layer, Rule
from memory.when.meanings import inside

_LINK = "(comma|at|on|in|of|the|from|between|during|near|paren|dash)*"
_TO = "(to|until|through|dash)"
_BEHIND_DAY = "(?<=day|part|day_part)"
_BEFORE_DAY = "(?=(in|on|of|the|comma)* (day|part|day_part))"
_NO_DATE = "(?!month|unit|slash|of month)"

_NUMBERS = Layer(
    [
        (
            "(?<=on|since|from|until|before|after|by|between|to|dash) {date:fraction}",
            relations.same,
        ),
        ("{date:fraction} (?!word|of|unit)", relations.same),
    ]
)

_CLOCKS = Layer(
    [
        ("{part} (comma|of)? at? {clock}", relations.clock_in_part),
        ("{part:said_part} at {clock:number}", relations.number_in_part),
        ("{clock} in? the? {part}", relations.clock_in_part),
        ("at? {clock:number} at? {part:said_part}", relations.number_in_part),
    ]
)

_ABOUT = Layer(
    [
        ("near at? {clock}", relations.around_clock),
        ("{clock} around_post", relations.around_clock),
    ]
)

# Bare numbers are clock times only next to what is one, or to a day.
_HOURS = Layer(
    [
        (f"(from|between)? {{begins:clock}} {_TO} {{ends:clock}}", relations.sure_hours),
        ("between {begins:clock} and {ends:clock}", relations.sure_hours),
        (f"(from|between|at)* {{begins:number}} {_TO} {{ends:clock}}", relations.sure_hours),
        ("between {begins:number} and {ends:clock}", relations.sure_hours),
        (
            f"(from|between)? {{begins:clock}} {_TO} {{ends:number}} {_NO_DATE}",
            relations.sure_hours,
        ),
        (f"between {{begins:clock}} and {{ends:number}} {_NO_DATE}", relations.sure_hours),
        (
            f"(from|between) {{begins:four_digits}} {_TO} {{ends:four_digits}}",
            relations.sure_hours,
        ),
        (
            f"(from|between|at)* {{begins:number}} {_TO} {{ends:number}} {_BEFORE_DAY}",
            relations.hours,
        ),
        (f"between {{begins:number}} and {{ends:number}} {_BEFORE_DAY}", relations.hours),
        (
            f"{_BEHIND_DAY} (from|between|at|comma)* {{begins:number}} {_TO} {{ends:number}}"
            f" {_NO_DATE}",
            relations.hours,
        ),
        (
            f"{_BEHIND_DAY} between {{begins:number}} and {{ends:number}} {_NO_DATE}",
            relations.hours,
        ),
        ("^{begins:number} dash {ends:number} stop*$", relations.sure_hours),
        (
            f"{_BEHIND_DAY} at? near {{clock:number}} (?!unit|month|word)",
            relations.loose_around,
        ),
        (f"{_BEHIND_DAY} at {{clock:number}} (?!unit|month|word)", relations.loose_clock),
        (f"at? near {{clock:number}} {_BEFORE_DAY}", relations.loose_around),
        (f"at {{clock:number}} {_BEFORE_DAY}", relations.loose_clock),
        (
            "(?<=day) {hour:number} {minute:number} (?!unit|month|word|number)",
            relations.hour_and_minute,
        ),
    ]
)


def _orders() -> list[Rule]:
    """A day, a part of it and a clock time: two or three of them, in every order."""
    slots = ("{day}", "{part}", "{clock:of_day}")
    orders: list[Rule] = [
        (_LINK.join(order), relations.moment_of)
        for count in (3, 2)
        for order in permutations(slots, count)
    ]
    slots_of_part = ("{day_part}", "{clock:of_day}")
    # Three o'clock tomorrow is no time of today.
    orders += [
        (f"(clock|hours|part) {_LINK} void", relations.nothing),
        (f"void {_LINK} (clock|hours|part)", relations.nothing),
    ]
    return orders + [
        (_LINK.join(order), relations.clock_of_day_part)
        for order in permutations(slots_of_part)
    ]


_MOMENTS = Layer(_orders())

# What comes round again, in the year, month or week that is named beside it.
_WITHIN = Layer(
    [
        ("{inner:time} (of|in|comma)* the? {outer:span}", inside.within),
        ("{outer:span} (of|in|on|comma)* {inner:time}", inside.within),
        ("around? this_time (of|in)* {outer:span}", inside.this_time),
        ("{outer:span} of? this_time", inside.this_time),
        ("{day} of? {outer:span}", inside.same_day),
        ("{outer:span} of? {day}", inside.same_day),
        ("{day} comma? before {clock:of_day}", relations.before_of_day),
        ("{day} comma? after {clock:of_day}", relations.after_of_day),
    ]
)

_NEIGHBOURS = Layer(
    [
        ("around the? {time:moment}", relations.around),
        ("{time:moment} around_post", relations.around),
    ]
)

_RANGES = Layer(
    [
        (
            f"(from|between|in)? the? {{a:moment}} {_TO} the? {{b:moment}} between_post?",
            relations.between,
        ),
        ("between the? {a:moment} and the? {b:moment}", relations.between),
        ("from? {a:moment} and {b:moment} between_post", relations.between),
    ]
)

_RELATIONS = Layer(
    [
        ("since the? {time:moment} since_post?", relations.since),
        ("from the? {time:moment} (onward|on)", relations.since),
        ("from? {time:moment} (since_post|or_later)", relations.since),
        ("before the? {time:moment}", relations.before),
        ("{time:moment} before_post", relations.before),
        ("to? {time:moment} until_post", relations.until),
        ("until the? {time:moment}", relations.until),
        ("{time:moment} or_earlier", relations.until),
        ("after the? {time:moment}", relations.after),
        ("{time:moment} after_post", relations.after),
    ]
)

LAYERS = (
    _NUMBERS,
    _CLOCKS,
    _ABOUT,
    _HOURS,
    _MOMENTS,
    _WITHIN,
    _NEIGHBOURS,
    _RANGES,
    _RELATIONS,
)
TIMES = frozenset({"day", "span", "day_part", "clock", "hours", "part", "several"})
"""The kinds that are times when everything is put together; what is loose is left out."""
