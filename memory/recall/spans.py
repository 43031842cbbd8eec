"""Stretches of time, each of some slice, found by what they touch; kept in order of start."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

# Most are hours or days. The few long ones are looked through one by one.
_LONG = 40 * 24 * 3600 * 1000


class Spans:
    """[start, end] in milliseconds since 1970, and the number of the slice that it is of."""

    def __init__(self) -> None:
        self._short = (array("q"), array("q"), array("q"))
        self._long: list[tuple[int, int, int]] = []

    def put(self, start: int, end: int, number: int) -> None:
        if end - start > _LONG:
            self._long.append((start, end, number))
            return
        starts, ends, numbers = self._short
        place = bisect_right(starts, start)
        starts.insert(place, start)
        ends.insert(place, end)
        numbers.insert(place, number)

    def drop(self, start: int, end: int, number: int) -> None:
        """Take out a span that was put in."""
        if end - start > _LONG:
            self._long.remove((start, end, number))
            return
        starts, ends, numbers = self._short
        place = bisect_left(starts, start)
        while numbers[place] != number or ends[place] != end:
            place += 1
        for column in self._short:
            del column[place]

    def touching(self, start: int | None, end: int | None) -> Iterator[tuple[int, int, int]]:
        """(start, end, number) of those that touch [start, end); None is open."""
        starts, ends, numbers = self._short
        first = 0 if start is None else bisect_left(starts, start - _LONG)
        last = len(starts) if end is None else bisect_left(starts, end)
        for place in range(first, last):
            if start is None or ends[place] >= start:
                yield starts[place], ends[place], numbers[place]
        for span in self._long:
            if (end is None or span[0] < end) and (start is None or span[1] >= start):
                yield span
