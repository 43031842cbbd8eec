"""What the benchmarks print: a line for each figure, and what was wanted of it."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table; `met` is None where nothing is wanted (yet)."""

    what: str
    measured: str
    wanted: str = ""
    met: bool | None = None
    is_ratio: bool = False


def at_most(what: str, value: float, limit: float, unit: str, *, is_ratio: bool = False) -> Row:
    return Row(what, f"{value:.2f} {unit}", f"≤ {limit:g} {unit}", value <= limit, is_ratio)


def no_more(what: str, count: int, limit: int, of: str) -> Row:
    return Row(what, f"{count:,} {of}", f"≤ {limit:,} {of}", count <= limit)


def at_least(what: str, value: float, limit: float, unit: str) -> Row:
    return Row(what, f"{value:,.0f} {unit}", f"≥ {limit:,.0f} {unit}", value >= limit)


def same(what: str, one: object, other: object) -> Row:
    return Row(what, "the same" if one == other else "different", "the same", one == other)


def table(rows: Sequence[Row]) -> str:
    """All rows, ratios first, since machines differ."""
    words = {None: "", True: "yes", False: "no"}
    lines: list[tuple[str, ...]] = [("what", "measured", "wanted", "met")]
    lines += [
        (row.what, row.measured, row.wanted, words[row.met])
        for row in sorted(rows, key=lambda row: not row.is_ratio)
    ]
    widths = [max(len(line[column]) for line in lines) for column in range(4)]
    lines.insert(1, tuple("-" * width for width in widths))
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )
