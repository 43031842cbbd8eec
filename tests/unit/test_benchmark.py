"""The benchmark can be run, and measures what it promises; its figures are not tested."""

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


@pytest.mark.skipif(sys.platform == "win32", reason="it measures in a pseudo-terminal")
def test_benchmark_prints_its_table() -> None:
    ran = subprocess.run(
        [sys.executable, "benchmarks/timeline.py", "--quick"],
        cwd=REPOSITORY,
        capture_output=True,
        encoding="utf-8",
        timeout=100,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    heading, _, *rows = ran.stdout.splitlines()
    assert heading.split() == ["what", "measured", "wanted", "met"]
    for what in MEASURED:
        assert any(row.startswith(what) for row in rows), ran.stdout
    for what in HOLDS_AT_ANY_SIZE:
        (row,) = (row for row in rows if row.startswith(what))
        assert row.endswith("yes"), row
