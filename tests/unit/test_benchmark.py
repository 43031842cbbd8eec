"""The benchmark can be run, and measures what it promises; its figures are not tested."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
MEASURED = (
    "adding a turn",
    "start until the first output",
    "start until the prompt",
    "start: most memory",
    "check, the whole command",
    "recall on",
)
HOLDS_AT_ANY_SIZE = (
    "files that opening a timeline reads",
    "rebuild twice",
    "indexes kept by closing slices, and rebuilt",
    "start with every slice unreadable",
)


def printed(benchmark: str, *arguments: str) -> list[str]:
    """The lines that a benchmark prints."""
    ran = subprocess.run(
        [sys.executable, f"benchmarks/{benchmark}.py", *arguments],
        cwd=REPOSITORY,
        capture_output=True,
        encoding="utf-8",
        timeout=100,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


def quick_table(benchmark: str) -> list[str]:
    """The rows of what it measures, on sizes that prove nothing."""
    heading, _, *rows = printed(benchmark, "--quick")
    assert heading.split() == ["what", "measured", "wanted", "met"]
    return rows


@pytest.mark.skipif(sys.platform == "win32", reason="it measures in a pseudo-terminal")
def test_benchmark_prints_its_table() -> None:
    rows = quick_table("timeline")
    for what in MEASURED:
        assert any(row.startswith(what) for row in rows), rows
    for what in HOLDS_AT_ANY_SIZE:
        (row,) = (row for row in rows if row.startswith(what))
        assert row.endswith("yes"), row


def test_waiting_for_an_answer_is_measured() -> None:
    rows = quick_table("answering")
    assert rows[0].endswith("×")
    for step in ("asking Flash", "asking Pro after it", "sending after Pro"):
        for when in ("within a slice", "opening a slice", "closing one"):
            assert sum(row.startswith(f"{step}, {when}") for row in rows) >= 3, rows


TIMELINE = {
    "id": "made up",
    "language": "en",
    "now": "2026-03-18T12:00:00",
    "slices": [
        {"id": "a", "start": "2026-03-01T10:00:00", "turns": [["Ida", "The cello is sold."]]},
        {"id": "b", "start": "2026-03-02T10:00:00+01:00", "turns": [["agent", "Rain again."]]},
        {"id": "c", "start": "2026-03-03T10:00:00", "turns": []},
    ],
    "questions": [
        {"id": "1", "kind": "one", "text": "Who bought the cello?", "gold": ["a"]},
        {"id": "2", "kind": "adversarial", "text": "rain on 2 March", "gold": ["b", "c"]},
    ],
}


def run_recall(*arguments: str) -> list[list[str]]:
    return [line.split() for line in printed("recall", *arguments)]


def test_recall_is_scored_on_a_file_of_questions(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    file.write_text(json.dumps(TIMELINE) + "\n", encoding="utf-8")
    heading, everything, without, adversarial, one = run_recall(str(file))
    assert heading[:4] == ["some.jsonl", "n", "R@1", "R@5"]
    assert everything[:2] == ["all", "2"]
    assert without[2:6] == ["1", "100.0", "100.0", "100.0"]
    assert adversarial[:3] == ["adversarial", "1", "50.0"]
    assert one[:3] == ["one", "1", "100.0"]


@pytest.mark.skipif(sys.platform == "win32", reason="memory is measured as Unix counts it")
def test_growth_of_recall_is_printed() -> None:
    heading, few, more = run_recall("--grow", "20", "40")
    assert heading[:2] == ["slices", "build"]
    assert [row[0] for row in (few, more)] == ["20", "40"]
    assert all(len(row) == len(few) for row in (few, more))


def test_everybody_at_once_is_measured() -> None:
    rows = quick_table("company")
    for what in ("messages and answers", "in each person's order"):
        found = [row for row in rows if what in row]
        assert len(found) == 2
        assert all(row.endswith("yes") for row in found), rows


def test_what_a_timeline_on_github_costs_is_measured() -> None:
    rows = quick_table("github")
    for what in (
        "a closed slice with its indexes",
        "on the path of a message",
        "the next start with 100 slices  ",
        "a day of 12 messages in 3 slices: files here and there",
        "the first start with 100 slices: all are there",
    ):
        (row, *_) = (row for row in rows if row.startswith(what))
        assert row.endswith("yes"), rows
    assert sum("the upstream project" in row for row in rows) == 2
