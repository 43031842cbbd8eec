"""Two bots of one person, and the person with an editor, over a repository that breaks down.

Whatever happens in whatever order: when all is quiet, every turn is there once, every edit of
the person is as they made it, what they deleted or had a bot forget is gone, and the derived
files are what a rebuild makes.
"""

import contextlib
import re
import shutil
import tempfile
from collections import Counter
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from memory import markdown, paths
from memory.errors import RemoteError
from memory.slices import REDACTED, ClosedBy, Speaker, Turn
from tests.remotes import RemoteInMemory
from tests.syncing import Clock, Machine
from tests.timelines import derived, put, rebuilt

NOTES = ["memory/user/profile.md", "tasks/barn.md"]
# Much is made to stay on disk here, which takes long where others use the disk too.
IN_MEMORY = Path("/dev/shm")
ACTS = [
    "edit_a_turn",
    "edit_a_turn_in_between",
    "delete_a_turn",
    "delete_the_slice",
    "add_a_key",
]
bots = st.integers(0, 1)
gaps = st.one_of(st.integers(0, 12), st.sampled_from([29, 30, 75]))
faults = st.sampled_from(
    [
        ("look", "down"),
        ("compare", "down"),
        ("compare", "cut"),
        ("blob", "down"),
        ("commit", "down"),
        ("commit", "lost"),
        ("commit", "lost half-way"),
    ]
)


class SyncMachine(RuleBasedStateMachine):
    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp(dir=IN_MEMORY if IN_MEMORY.is_dir() else None))
        self.remote, self.clock = RemoteInMemory(), Clock()
        self.bots = [Machine(self.folder / str(n), self.remote, self.clock) for n in range(2)]
        self.count = 0
        self.turns: dict[str, str] = {}  # origin → text, as it should be
        self.lines: set[str] = set()  # of notes, that nobody took away
        self.keys: dict[str, str] = {}  # of front matter: key → path of its slice
        self.say(0, 0, Speaker.USER)
        self.say(0, 1, Speaker.AGENT)
        for note in NOTES:
            put(self.bots[0].mirror, note, self.line() + self.line())
        for machine in self.bots:
            machine.all()

    # ---- what the bots do

    @rule(bot=bots, gap=gaps, speaker=st.sampled_from(Speaker))
    def say(self, bot: int, gap: float, speaker: Speaker) -> None:
        self.clock.passes(gap)
        origin, text = f"telegram {self.new()}", f"turn {self.count}."
        self.bots[bot].add(Turn("?", self.clock.now, speaker, text, origin))
        self.turns[origin] = text

    @rule(bot=bots)
    def close(self, bot: int) -> None:
        self.bots[bot].timeline.close(ClosedBy.SILENCE)

    @rule(data=st.data(), bot=bots)
    def forget_a_slice(self, data: st.DataObject, bot: int) -> None:
        """All of it that is known here, while elsewhere it is gone on with, perhaps."""
        timeline = self.bots[bot].timeline
        known = [entry.slice_id for entry in timeline.entries()]
        if not known:
            return
        slice_id = data.draw(st.sampled_from(known))
        for turn in timeline.read(slice_id).turns:
            self.turns.pop(turn.origin, None)
        self.lose_keys(paths.slice_path(slice_id))
        timeline.alterations.remove(slice_id, lambda _: True)

    @rule(bot=bots, note=st.sampled_from(NOTES))
    def take_a_note(self, bot: int, note: str) -> None:
        stored = self.bots[bot].mirror.read(note)
        put(self.bots[bot].mirror, note, (stored.content if stored else b"") + self.line())

    @rule(bot=bots, wrong=st.lists(faults, max_size=2))
    def sync(self, bot: int, wrong: list[tuple[str, str]]) -> None:
        self.remote.faults = list(wrong)
        with contextlib.suppress(RemoteError):
            self.bots[bot].sync.pull()
            self.bots[bot].sync.push()
        self.remote.faults = []

    @rule(bot=bots)
    def start_again(self, bot: int) -> None:
        self.bots[bot] = self.bots[bot].again()

    @rule(bot=bots)
    def start_from_scratch(self, bot: int) -> None:
        """On another machine, when everything is there."""
        machine = self.bots[bot]
        machine.all()
        machine.end()
        shutil.rmtree(machine.folder)
        self.bots[bot] = Machine(machine.folder, self.remote, self.clock)

    # ---- what the person does there

    @rule(data=st.data(), bot=bots, speaks=st.booleans(), act=st.sampled_from(ACTS))
    def change_a_slice(self, data: st.DataObject, bot: int, speaks: bool, act: str) -> None:
        """While the bot, perhaps, goes on with it."""
        if speaks:
            self.say(bot, 1, Speaker.USER)
        if there := self.turns_there():
            getattr(self, act)(data.draw(st.sampled_from(sorted(there))))

    def edit_a_turn(self, origin: str) -> None:
        path, old = self.turns_there()[origin]
        new = f"edited {self.new()}."
        self.remote.edit(path, f"\n{old}\n", f"\n{new}\n")
        if origin in self.turns:
            self.turns[origin] = new

    def edit_a_turn_in_between(self, origin: str) -> None:
        """When the bot has looked and is about to write."""

        def edit() -> None:
            if origin in self.turns_there():
                self.edit_a_turn(origin)

        self.remote.before_commit = [edit]

    def delete_a_turn(self, origin: str) -> None:
        there = self.turns_there()
        path, _ = there[origin]
        if self.remote.files[path].count(b"\n## Turn ") == 1:
            return  # a file without turns counts as damaged
        content = self.remote.files[path].decode()
        cut = re.sub(rf"\n## Turn [^\n]*\n<!-- {origin} -->\n\n[^\n]*\n", "", content)
        assert cut != content
        self.remote.person({path: cut.encode()})
        self.turns.pop(origin, None)

    def delete_the_slice(self, origin: str) -> None:
        there = self.turns_there()
        gone, _ = there[origin]
        self.remote.person({gone: None})
        self.lose_keys(gone)
        for one, (path, _) in there.items():
            if path == gone:
                self.turns.pop(one, None)

    def lose_keys(self, path: str) -> None:
        self.keys = {key: place for key, place in self.keys.items() if place != path}

    def add_a_key(self, origin: str) -> None:
        path, _ = self.turns_there()[origin]
        key = f"by_hand_{self.new()}"
        content = self.remote.files[path].decode()
        changed = content.replace("---\n", f"---\n{key}: yes  # mine\n", 1)
        self.remote.person({path: changed.encode()})
        self.keys[key] = path

    @rule(note=st.sampled_from(NOTES), bot=bots, at_the_top=st.booleans())
    def write_a_line(self, note: str, bot: int, at_the_top: bool) -> None:
        self.take_a_note(bot, note)
        content, line = self.remote.files.get(note, b""), self.line()
        self.remote.person({note: line + content if at_the_top else content + line})

    @rule(note=st.sampled_from(NOTES))
    def change_the_first_line(self, note: str) -> None:
        old, _, rest = self.remote.files.get(note, b"").partition(b"\n")
        if old:
            self.lines.discard(old.decode())
            self.remote.person({note: self.line() + rest})

    # ---- what holds when all is quiet

    def teardown(self) -> None:
        if not hasattr(self, "bots"):
            return
        try:
            self.remote.before_commit = []
            for _ in range(3):
                for bot in self.bots:
                    bot.all()
            self.all_is_well()
        finally:
            for bot in self.bots:
                bot.end()
            shutil.rmtree(self.folder)

    def all_is_well(self) -> None:
        one, other = self.bots
        assert one.files == other.files == self.remote.files
        assert derived(one.mirror) == rebuilt(one.mirror)
        assert one.timeline.entries() == other.timeline.entries()
        found = Counter(
            (turn.origin, turn.text)
            for entry in one.timeline.entries()
            for turn in one.timeline.read(entry.slice_id).turns
            if turn.text != REDACTED
        )
        assert found == Counter(self.turns.items())
        notes = b"\n".join(
            content for path, content in one.files.items() if not path.startswith("memory/ep")
        )
        assert self.lines <= {*notes.decode().splitlines()}
        for key, path in self.keys.items():
            if path in one.files:
                assert f"\n{key}: yes  # mine\n" in one.files[path].decode()

    # ---- the model

    def new(self) -> int:
        self.count += 1
        return self.count

    def line(self) -> bytes:
        line = f"line {self.new()}"
        self.lines.add(line)
        return f"{line}\n".encode()

    def turns_there(self) -> dict[str, tuple[str, str]]:
        """The origin of each turn that the person can see → the path of its slice, its text."""
        return {
            turn.origin: (path, turn.text)
            for path, content in self.remote.files.items()
            if (slice_id := paths.slice_id_of(path))
            for turn in markdown.decode(content, slice_id).slice.turns
            if turn.text != REDACTED
        }


TestSync = SyncMachine.TestCase
TestSync.settings = settings(
    max_examples=settings.default.max_examples // 2, stateful_step_count=25
)
