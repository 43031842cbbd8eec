"""A bot on a machine: a mirror, a timeline upon it, and what keeps it in step with a remote."""

from datetime import datetime, timedelta
from pathlib import Path

from memory.slices import Turn
from memory.stores.github.mirror import Mirror
from memory.stores.github.remote import Remote
from memory.stores.github.sync import Sync
from memory.timeline import Timeline
from tests.strategies import START
from tests.timelines import files, opened, said


class Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def passes(self, minutes: float) -> None:
        self.now += timedelta(minutes=minutes)


class Machine:
    """`end` and then another one in the same folder is what a kill -9 leaves, for nothing is
    written at the end."""

    def __init__(
        self,
        folder: Path,
        remote: Remote,
        clock: Clock,
        *,
        allow_public: bool = False,
    ) -> None:
        self.folder, self.remote, self.clock = folder, remote, clock
        self.mirror = Mirror(folder, writer="the test")
        self.timeline: Timeline = opened(self.mirror)
        self.sync = Sync(
            remote,
            self.mirror,
            in_lane=lambda act, *args, **named: act(*args, **named),
            look_again=self.timeline.look_again,
            now=clock,
            jitter=lambda: 0.5,
            pause=lambda seconds: clock.passes(seconds / 60),
            allow_public=allow_public,
        )
        self.mirror.show(self.timeline.look_again)

    def end(self) -> None:
        self.mirror.close()

    def again(self) -> "Machine":
        self.end()
        return Machine(self.folder, self.remote, self.clock)

    def add(self, *turns: Turn) -> None:
        for turn in turns:
            self.timeline.add(turn)

    def steps(self, minutes: float) -> None:
        """Time passes, and each step is done when it is due."""
        until = self.clock.now + timedelta(minutes=minutes)
        while (due := self.sync.step()) < until:
            assert due > self.clock.now, "it would turn in circles"
            self.clock.now = due
        self.clock.now = until
        self.sync.step()

    def all(self) -> None:
        """Both are the same, however often it takes."""
        for _ in range(20):
            self.sync.pull()
            self.sync.push()
            if not self.mirror.pending and self.mirror.head == self.remote.look().commit:
                return
        raise AssertionError(f"still pending: {self.mirror.pending}")

    @property
    def files(self) -> dict[str, bytes]:
        return files(self.mirror)

    @property
    def said(self) -> dict[str, list[str]]:
        return said(self.mirror)
