"""A marked text as it is being written, from top to bottom."""

from adapters.markup.marked import Marked, Span, Style

Opened = tuple[int, int]


class Page:
    """Takes text and spans in order; `prefix` stands at the beginning of each new line."""

    def __init__(self) -> None:
        self.prefix = ""
        self.length = 0
        self._pieces: list[str] = []
        self._spans: list[Span] = []

    def write(self, text: str) -> None:
        whole = text.replace("\n", f"\n{self.prefix}")
        self._pieces.append(whole)
        self.length += len(whole)

    def new_line(self, blank: bool = False) -> None:
        """Begin a line, after one with nothing on it if `blank`."""
        self._pieces.append("\n" * (1 + blank))
        self.length += 1 + blank
        self._pieces.append(self.prefix)
        self.length += len(self.prefix)

    def begin(self) -> Opened:
        """Where a span opens that `finish` closes; spans are finished in the reverse order."""
        return self.length, len(self._spans)

    def finish(self, opened: Opened, style: Style, argument: str = "") -> None:
        start, place = opened
        if self.length > start:
            self._spans.insert(place, Span(start, self.length, style, argument))

    def marked(self) -> Marked:
        return Marked("".join(self._pieces), tuple(self._spans))
