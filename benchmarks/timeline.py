"""How fast and how small the timeline is: `python benchmarks/timeline.py [--quick]`.

Measures a made-up timeline of 10,000 slices in a temporary folder and prints a table, ratios
first, since machines differ. Takes some minutes; `--quick` shows within seconds that everything
can be measured, on sizes that prove nothing.
"""

import argparse
import hashlib
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import commands
import corpus
from table import Row, at_least, at_most, same, table

from memory import checking, paths
from memory.slices import ClosedBy
from memory.store import Change, Child, Store, Stored
from memory.stores.folder import FolderStore
from memory.survey import survey
from memory.timeline import Timeline
from previously_bot.models.extractive.marks import mark
from previously_bot.recollection import Recollection

NOW = corpus.FIRST + corpus.SPAN
QUESTION = "What did I decide about the cello in March 2023?"


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many slices the timelines have, how often a command is run, how many conversations
    are held to see how long a turn takes."""

    few: int
    many: int
    recalled: int
    runs: int
    conversations: int


FULL = Sizes(few=100, many=10_000, recalled=1_000, runs=7, conversations=12)
QUICK = Sizes(few=20, many=200, recalled=50, runs=1, conversations=2)


@dataclass(frozen=True, slots=True)
class Bench:
    """A home of its own with three timelines in it; `ends` says when the last slice of each
    ended."""

    home: Path
    sizes: Sizes
    few: Path
    many: Path
    recalled: Path
    ends: Mapping[Path, datetime]

    def run(self, folder: Path, *command: str) -> commands.Ran:
        return commands.run(*command, folder=folder, home=self.home)

    def runs(self, folder: Path, *command: str) -> list[commands.Ran]:
        return [self.run(folder, *command) for _ in range(self.sizes.runs)]


class CountingStore:
    """A store that counts how many slices, and how many other files, are read through it."""

    def __init__(self, inner: Store) -> None:
        self._inner = inner
        self.slices = self.others = 0

    def read(self, path: str) -> Stored | None:
        if paths.slice_id_of(path):
            self.slices += 1
        else:
            self.others += 1
        return self._inner.read(path)

    def children(self, folder: str) -> Sequence[Child]:
        return self._inner.children(folder)

    def write(self, batch: Sequence[Change], *, message: str) -> Mapping[str, str]:
        return self._inner.write(batch, message=message)

    def close(self) -> None:
        self._inner.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes, within seconds")
    sizes = QUICK if parser.parse_args().quick else FULL
    with tempfile.TemporaryDirectory(prefix="previously-benchmark-") as home:
        rows = list(_measured(_bench(Path(home), sizes)))
    print(table(rows))


def _bench(home: Path, sizes: Sizes) -> Bench:
    few, many, recalled = home / "few", home / "many", home / "recalled"
    counts = {few: sizes.few, many: sizes.many, recalled: sizes.recalled}
    ends = {folder: corpus.write(folder, count) for folder, count in counts.items()}
    return Bench(home, sizes, few, many, recalled, ends)


def _measured(bench: Bench) -> Iterator[Row]:
    """All rows. The commands come first, while this process is small (see `commands.run`);
    what spoils the slices comes last."""
    for folder in (bench.few, bench.recalled):
        bench.run(folder, "rebuild")
    yield from _rebuild(bench)
    yield from _start(bench)
    yield from _check_command(bench)
    yield from _recall(bench)
    yield from _check_alone(bench)
    yield from _turns(bench)
    yield from _kept_indexes(bench)
    yield from _start_without_slices(bench)


def _rebuild(bench: Bench) -> Iterator[Row]:
    first = bench.run(bench.many, "rebuild")
    made = _derived(bench.many)
    second = bench.run(bench.many, "rebuild")
    seconds = min(first.whole, second.whole)
    yield Row(f"rebuild of {bench.sizes.many:,} slices", f"{seconds:.2f} s")
    yield same("rebuild twice", made, _derived(bench.many))


def _start(bench: Bench) -> Iterator[Row]:
    few, many, terminal = [], [], []
    for _ in range(bench.sizes.runs):
        few.append(bench.run(bench.few, "chat"))
        many.append(bench.run(bench.many, "chat"))
        terminal.append(commands.seconds_until_prompt(bench.many, home=bench.home))
    first = statistics.median(ran.first for ran in many)
    whole = statistics.median(ran.whole for ran in many)
    ratio = first / statistics.median(ran.first for ran in few)
    against = f"{bench.sizes.many:,} slices against {bench.sizes.few:,}"
    yield Row(f"start, {against}", f"{ratio:.2f} ×", is_ratio=True)
    yield at_most("start until the first output, in a pipe", first, 1.5, "s")
    yield at_most(
        "start until the prompt, in a terminal", statistics.median(terminal), 1.5, "s"
    )
    yield Row("start until the end, nothing said", f"{whole:.2f} s")
    yield Row("start: processor time", f"{min(ran.processor for ran in many):.2f} s")
    yield at_most("start: most memory", max(ran.memory for ran in many), 150, "MB")
    with closing(CountingStore(FolderStore(bench.many))) as store:
        Timeline(store, zone=corpus.ZONE, mark=mark)
    measured = f"{store.slices} slices, {store.others} indexes"
    yield Row("files that opening a timeline reads", measured, "0 slices", not store.slices)


def _check_command(bench: Bench) -> Iterator[Row]:
    ran = bench.runs(bench.many, "check")
    rate = bench.sizes.many / statistics.median(one.whole for one in ran)
    yield at_least("check, the whole command", rate, 2_000, "slices/s")
    yield Row("check: most memory", f"{max(one.memory for one in ran):.0f} MB")


def _check_alone(bench: Bench) -> Iterator[Row]:
    with closing(FolderStore(bench.many)) as store:
        seconds = [_seconds(lambda: checking.check(store)) for _ in range(bench.sizes.runs)]
    rate = bench.sizes.many / statistics.median(seconds)
    yield at_least("check, without starting Python", rate, 2_000, "slices/s")


def _recall(bench: Bench) -> Iterator[Row]:
    on = f"recall on {bench.sizes.recalled:,} slices"
    ran = bench.runs(bench.recalled, "recall", QUESTION)
    yield Row(f"{on}, the whole command", f"{min(one.whole for one in ran):.2f} s")
    yield Row(f"{on}: most memory", f"{max(one.memory for one in ran):.0f} MB")
    with _opened(bench.recalled) as timeline:
        recollection = Recollection(timeline)
        first, again = (
            _seconds(lambda: recollection.recall(QUESTION, NOW, ZoneInfo(corpus.ZONE)))
            for _ in range(2)
        )
    yield Row(f"{on}: the first question", f"{first * 1000:.0f} ms")
    yield Row(f"{on}: the next question", f"{again * 1000:.1f} ms")


def _turns(bench: Bench) -> Iterator[Row]:
    """Both timelines take the same turns by turns, so that noise hits both alike."""
    folders = (bench.few, bench.many)
    usual: dict[Path, list[float]] = {folder: [] for folder in folders}
    closing_one: dict[Path, list[float]] = {folder: [] for folder in folders}
    with _opened(bench.few, "benchmark") as few, _opened(bench.many, "benchmark") as many:
        for conversation in range(bench.sizes.conversations + 1):
            for number in range(corpus.TURNS):
                for folder, timeline in zip(folders, (few, many), strict=True):
                    seconds = _say(timeline, bench.ends[folder], conversation, number)
                    if number:
                        usual[folder].append(seconds)
                    elif conversation:
                        closing_one[folder].append(seconds)
        for timeline in (few, many):
            timeline.close(ClosedBy.USER)
    against = f"{bench.sizes.many:,} slices against {bench.sizes.few:,}"
    few_usual, many_usual = (statistics.median(usual[folder]) for folder in folders)
    few_first, many_first = (statistics.median(closing_one[folder]) for folder in folders)
    yield at_most(f"adding a turn, {against}", many_usual / few_usual, 1.5, "×", is_ratio=True)
    ratio = f"{many_first / few_first:.2f} ×"
    yield Row(f"the first turn after silence, {against}", ratio, is_ratio=True)
    yield Row(f"adding a turn to {bench.sizes.many:,} slices", f"{many_usual * 1000:.1f} ms")
    yield Row("the first turn after silence there", f"{many_first * 1000:.0f} ms")


def _say(timeline: Timeline, end: datetime, conversation: int, number: int) -> float:
    """Add a turn some hours after the last slice; returns the seconds that it took."""
    at = end + timedelta(hours=conversation + 1, seconds=20 * number)
    chance = random.Random(f"{conversation}/{number}")
    turn = corpus.short_turn(chance, number, at)
    return _seconds(lambda: timeline.add(turn))


def _kept_indexes(bench: Bench) -> Iterator[Row]:
    kept = _derived(bench.many)
    bench.run(bench.many, "rebuild")
    yield same("indexes kept by closing slices, and rebuilt", kept, _derived(bench.many))


def _start_without_slices(bench: Bench) -> Iterator[Row]:
    said = bench.run(bench.many, "chat").output
    with closing(FolderStore(bench.many)) as store:
        for path in survey(store).files.values():
            (bench.many / path).write_bytes(b"\xff not a slice \xff")
    yield same("start with every slice unreadable", said, bench.run(bench.many, "chat").output)


@contextmanager
def _opened(folder: Path, writer: str | None = None) -> Iterator[Timeline]:
    with closing(FolderStore(folder, writer=writer)) as store:
        yield Timeline(store, zone=corpus.ZONE, mark=mark)


def _derived(folder: Path) -> dict[str, str]:
    """Derived file → hash of its bytes."""
    found = [folder / paths.STRANDS, *(folder / paths.SLICES).glob(f"*/*/{paths.INDEX}")]
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in found
    }


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
