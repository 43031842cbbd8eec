"""The English phrases for clock times and lengths; how they are read is in `grammar`."""

from functools import partial

from memory.when.grammar import Rule
from memory.when.meanings import hours, lengths

CLOCKS: list[Rule] = [
    ("{minute:number} unit? past {hour:number} oclock?", hours.at_minute),
    ("half past {hour:number} oclock?", partial(hours.at_minute, minute=30)),
    ("a? {quarter:unit} past {hour:number} oclock?", hours.quarter_past),
    ("a? {quarter:unit} to {hour:number} oclock?", hours.quarter_to),
    ("{minute:number} {unit} to {hour:number} oclock?", hours.minutes_to),
    ("{minute:number} to {hour:number} (?!unit)", hours.many_minutes_to),
    ("{hour:number} oclock {half:half_day}?", hours.at_hour),
    ("{hour:number} {half:half_day}", hours.at_hour),
    ("{hour:number} {minute:number} {half:half_day}", hours.at_hour),
    ("{time:decimal} {half:half_day}", hours.at_decimal),
    ("{clock} oclock", hours.same_clock),
    ("{hour:number} noon", hours.at_hour),
    ("midnight", hours.midnight_clock),
]

LENGTHS: list[Rule] = [
    ("{count} and a half {unit}", lengths.and_a_half),
    ("(a|{count}) {unit} and a half", lengths.and_a_half),
    ("half (a|of)? {unit}", lengths.half),
    ("a? {quarter:unit} of a {unit}", lengths.quarter_of),
    ("a half {unit}", lengths.half),
    ("a? {few} of? the? {unit}", lengths.few),
    ("a? few working {unit}", lengths.few),
    ("{count} working {unit}", lengths.working),
    ("{count:decimal} {unit}", lengths.decimal),
    ("{count} {unit}", lengths.length),
    ("a {unit} (?=ago|earlier|before)", lengths.length),
    ("(?<=in|within) a {unit}", lengths.length),
]
