"""Commands run as a person or a program would run them, and what each run took."""

import os
import select
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pexpect

COMMAND = Path(sys.executable).parent / "previously-bot"
_PROMPT = "› "
_PATIENCE = 120  # seconds
_BYTES_OF_MAXRSS = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True, slots=True)
class Ran:
    """Seconds until the first output and until the end, and of the processor; `memory` is the
    most that was held at once, in MB."""

    first: float
    whole: float
    processor: float
    memory: float
    output: bytes


def run(name: str, *arguments: str, folder: Path, home: Path) -> Ran:
    """Run one command on a repository, its stdin a pipe that ends after the first output.

    On Linux the memory of a process counts what the one that started it had held by then, so
    whoever wants to know it calls this before growing.
    """
    begun = time.perf_counter()
    process = subprocess.Popen(
        [COMMAND, name, *arguments, "--repo", folder],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=home,
        env=_environment(home),
    )
    assert process.stdin
    assert process.stdout
    if not select.select([process.stdout], [], [], _PATIENCE)[0]:
        process.kill()
        raise SystemExit(f"previously-bot {name} says nothing")
    head = os.read(process.stdout.fileno(), 1)
    first = time.perf_counter() - begun
    process.stdin.close()
    output = head + process.stdout.read()
    process.stdout.close()
    _, status, used = os.wait4(process.pid, 0)
    whole = time.perf_counter() - begun
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"previously-bot {name} ended with status {process.returncode}")
    memory = used.ru_maxrss * _BYTES_OF_MAXRSS / 1e6
    return Ran(first, whole, used.ru_utime + used.ru_stime, memory, output)


def seconds_until_prompt(folder: Path, *, home: Path) -> float:
    """How long `chat` takes in a terminal until one can type."""
    begun = time.perf_counter()
    terminal = pexpect.spawn(
        str(COMMAND),
        ["chat", "--repo", str(folder)],
        cwd=str(home),
        env={**_environment(home), "TERM": "xterm-256color"},
        encoding="utf-8",
        timeout=_PATIENCE,
    )
    terminal.expect_exact(_PROMPT)
    seconds = time.perf_counter() - begun
    terminal.sendeof()
    terminal.expect(pexpect.EOF)
    terminal.close()
    return seconds


def _environment(home: Path) -> dict[str, str]:
    """With another home, so that nothing of the user's is read or written."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("XDG_", "PREVIOUSLY_"))
    }
    return {**kept, "HOME": str(home)}
