"""From a text to the times that it names, in English and Chinese (pure; takes now).

    intervals("What did we do last Tuesday evening?", now, zone)

finds the phrase, and says which stretch of the person's time it means. Which words a language
has is in `english` and `chinese`; what a phrase means, by which convention, in `days`, `spans`,
`lengths`, `clocks`, `holidays` and `relations`; how words are put together in `grammar`.
"""

from memory.when.customs import USUAL, WEEK_STARTS, Customs
from memory.when.search import Interval, intervals, one_time, without

__all__ = [
    "USUAL",
    "WEEK_STARTS",
    "Customs",
    "Interval",
    "intervals",
    "one_time",
    "without",
]
