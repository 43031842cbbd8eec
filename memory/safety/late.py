"""A regular expression that is compiled when it is first used.

There are hundreds here, of which compiling takes seconds in all, and an ordinary message needs
two of them.
"""

import re
import sys
from collections.abc import Iterator
from functools import cached_property


class LatePattern:
    """As `re.Pattern`, as far as it is used here."""

    def __init__(self, text: str, flags: re.RegexFlag = re.NOFLAG) -> None:
        self._text = text
        self._flags = flags

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self._text, self._flags)

    def search(
        self, text: str, begin: int = 0, stop: int = sys.maxsize
    ) -> re.Match[str] | None:
        return self._compiled.search(text, begin, stop)

    def match(self, text: str, begin: int = 0) -> re.Match[str] | None:
        return self._compiled.match(text, begin)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        return self._compiled.fullmatch(text)

    def finditer(
        self, text: str, begin: int = 0, stop: int = sys.maxsize
    ) -> Iterator[re.Match[str]]:
        return self._compiled.finditer(text, begin, stop)
