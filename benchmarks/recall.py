"""How well and how fast recall finds: `python benchmarks/recall.py FILE… | --grow [SLICES…]`.

A FILE holds timelines with questions in a neutral form, one a line, as JSON:
`{"id", "language", "now", "slices": [{"id", "start", "turns": [[speaker, text]…]}…],
"questions": [{"id", "kind", "text", "gold": [slice id…]}…]}`; times without a zone are UTC.
Printed are, in per cent, the share of the wanted slices among the first 1, 5 and 10 (R@k), the
questions with at least one of them among the first 5 (hit@5), and the time a question took.
Questions of the kind "adversarial" (which have no true answer) are also left out once.

`--grow` prints how recall grows with made-up timelines of 20 turns a slice: building the index,
starting from its cache, a question, a slice more (after a hundred, which meet most words for
the first time), and the most memory that the two processes had.

`make(slices)` is what is measured: it indexes slices (dictionaries with "id", "turns" and
"start", an aware datetime) as the bot does, and returns `rank(question, now)`, which gives ids.
"""

import argparse
import json
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from memory.recall import Index, cache
from memory.recall.blend import BLEND, Blend
from memory.slices import Slice, Speaker, Status, Turn

Rank = Callable[[str, datetime], list[str]]

ZONE = ZoneInfo("UTC")
RANKED = 20
SIZES = (100, 1_000, 10_000, 100_000)
_OF_AGENT = frozenset({"agent", "ai", "assistant", "bot", "model"})


def make(slices: Sequence[Mapping[str, Any]], blend: Blend = BLEND) -> Rank:
    """Index slices, oldest first; the function that ranks their ids for a question."""
    index = Index(blend)
    for one in slices:
        index.put(slice_of(one))

    def rank(question: str, now: datetime) -> list[str]:
        recalled = index.recall(question, now, ZONE, limit=RANKED)
        return [pointer.slice_id for pointer in recalled.pointers]

    return rank


def slice_of(one: Mapping[str, Any]) -> Slice:
    """A slice of the neutral form. A speaker with a name is a person."""
    start = one["start"].astimezone(UTC)
    turns = tuple(
        Turn(str(nth), start + timedelta(seconds=nth), _speaker(speaker), text)
        for nth, (speaker, text) in enumerate(one["turns"])
    )
    return Slice(one["id"], start, max([start, *(t.at for t in turns)]), turns, Status.CLOSED)


def _speaker(name: str) -> Speaker:
    return Speaker.AGENT if name.casefold() in _OF_AGENT else Speaker.USER


# Quality


def measure(file: Path) -> None:
    rows: list[dict[str, Any]] = []
    for line in file.read_text(encoding="utf-8").splitlines():
        timeline = json.loads(line)
        rank = make([{**one, "start": _utc(one["start"])} for one in timeline["slices"]])
        for question in timeline["questions"]:
            begun = time.perf_counter()
            got = rank(question["text"], _utc(timeline["now"]))
            seconds = time.perf_counter() - begun
            rows.append(_row(question, got, seconds))
    kinds = sorted({row["kind"] for row in rows})
    groups = {"all": rows}
    if "adversarial" in kinds:
        groups["without adversarial"] = [row for row in rows if row["kind"] != "adversarial"]
    groups |= {kind: [row for row in rows if row["kind"] == kind] for kind in kinds}
    print(f"{file.name:24}{'n':>7}{'R@1':>8}{'R@5':>8}{'R@10':>8}{'hit@5':>8}{'ms':>8}")
    for name, group in groups.items():
        shares = (100 * statistics.mean(row[key] for row in group) for key in _SHARES)
        ms = 1000 * statistics.median(row["seconds"] for row in group)
        print(f"{name:24}{len(group):7}{''.join(f'{share:8.1f}' for share in shares)}{ms:8.2f}")


_SHARES = ("R@1", "R@5", "R@10", "hit@5")


def _row(question: Mapping[str, Any], got: Sequence[str], seconds: float) -> dict[str, Any]:
    gold = set(question["gold"])
    shares = {f"R@{k}": len(gold & set(got[:k])) / len(gold) for k in (1, 5, 10)}
    hit = bool(gold & set(got[:5]))
    return {"kind": question["kind"], "seconds": seconds, "hit@5": hit, **shares}


def _utc(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


# Growth


TURNS = 20
_ENDINGS = ("k", "t", "n", "b", "s", "ing", "ed", "er")
VOCABULARY = 40_000
_FIRST = datetime(2016, 1, 4, 6, tzinfo=UTC)
_SPAN = timedelta(days=9 * 365)
_TIMES = (
    "",
    "",
    "",
    " last week",
    " in March 2023",
    " on 5 June 2024",
    " in 2022",
    " recently",
)


def grow(sizes: Sequence[int]) -> None:
    """Each size in a process of its own, whose memory is its own."""
    columns = (
        "slices",
        "build s",
        "cache MB",
        "start s",
        "p50 ms",
        "p95 ms",
        "add ms",
        "peak MB",
    )
    print("".join(f"{column:>10}" for column in columns), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            file = Path(folder) / str(size)
            built = _alone("--build", str(size), str(file))
            asked = _alone("--ask", str(size), str(file))
            cells = [f"{size:,}", *built[:2], *asked[:4], f"{built[2]} / {asked[4]}"]
            print("".join(f"{cell:>10}" for cell in cells), flush=True)


def _alone(*arguments: str) -> list[str]:
    command = [sys.executable, __file__, *arguments]
    done = subprocess.run(command, capture_output=True, check=True, encoding="utf-8")
    return done.stdout.split()


def _build(size: int, file: Path) -> None:
    index, seconds = Index(), 0.0
    for one in _made_up(size):
        begun = time.perf_counter()
        index.put(one, "version", "stamp")
        seconds += time.perf_counter() - begun
    begun = time.perf_counter()
    file.write_bytes(cache.dump(index))
    seconds += time.perf_counter() - begun
    print(f"{seconds:.2f} {file.stat().st_size / 1e6:.1f} {_peak():.0f}")


def _ask(size: int, file: Path) -> None:
    begun = time.perf_counter()
    index = cache.load(file.read_bytes())
    started = time.perf_counter() - begun
    if index is None:
        raise SystemExit("the cache cannot be read")
    chance, now = random.Random(1), _FIRST + _SPAN
    texts = [_question(chance) for _ in range(200)]
    asked = sorted(_seconds(lambda text=text: index.recall(text, now, ZONE)) for text in texts)
    more = [_seconds(lambda one=one: index.put(one)) for one in _made_up(150, seed=2)]
    added = statistics.median(more[100:])
    p50, p95 = asked[len(asked) // 2], asked[int(len(asked) * 0.95)]
    print(f"{started:.2f} {p50 * 1000:.1f} {p95 * 1000:.1f} {added * 1000:.2f} {_peak():.0f}")


def _made_up(size: int, seed: int = 0) -> Iterator[Slice]:
    """Slices whose words are as unequal as those of a language (Zipf)."""
    chance = random.Random(seed)
    for nth in range(size):
        start = _FIRST + nth * _SPAN / size + timedelta(seconds=seed)
        start = start.replace(microsecond=0)
        topic = _words(chance, 12)
        turns = tuple(
            Turn(
                str(turn + 1),
                start + timedelta(seconds=40 * turn),
                Speaker.AGENT if turn % 2 else Speaker.USER,
                " ".join(_words(chance, 14) + chance.sample(topic, 4)) + ".",
            )
            for turn in range(TURNS)
        )
        slice_id = f"{start:%Y-%m-%d-%H%M}-{seed * 1_000_000 + nth}"
        yield Slice(slice_id, start, turns[-1].at, turns, Status.CLOSED)


def _question(chance: random.Random) -> str:
    return f"What did I say about the {' '.join(_words(chance, 4))}{chance.choice(_TIMES)}?"


def _words(chance: random.Random, count: int) -> list[str]:
    return [_word(int(VOCABULARY ** chance.random())) for _ in range(count)]


def _word(rank: int) -> str:
    """A made-up word for a number: consonants and vowels, with an ending as words have."""
    letters = ""
    while rank or not letters:
        rank, rest = divmod(rank, 70)
        letters += "bcdfghklmnprst"[rest // 5] + "aeiou"[rest % 5]
    return letters + _ENDINGS[ord(letters[0]) % len(_ENDINGS)]


def _seconds(act: Callable[[], object]) -> float:
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


def _peak() -> float:
    """The most memory that this process had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", 1)[0])
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--grow", nargs="*", type=int, metavar="SLICES")
    parser.add_argument("--build", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--ask", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    for act, arguments in ((_build, given.build), (_ask, given.ask)):
        if arguments:
            act(int(arguments[0]), Path(arguments[1]))
    for file in given.files:
        measure(file)
    if given.grow is not None:
        grow(given.grow or SIZES)


if __name__ == "__main__":
    main()
