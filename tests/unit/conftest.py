"""A machine with a mirror of a repository in memory, at a time that a test lets pass."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.remotes import RemoteInMemory
from tests.syncing import Clock, Machine


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def remote() -> RemoteInMemory:
    return RemoteInMemory()


@pytest.fixture
def bot(tmp_path: Path, remote: RemoteInMemory, clock: Clock) -> Iterator[Machine]:
    machine = Machine(tmp_path / "a", remote, clock)
    yield machine
    machine.end()
