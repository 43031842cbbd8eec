"""A life on the timeline: turns, silence, crashes, full disks, and a person with an editor.

Whatever happens in whatever order, every turn that was added is on the timeline once, unless
the person took it away.
"""

import contextlib
from collections import Counter
from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from memory import paths
from memory.errors import WriteRefused
from memory.slices import ClosedBy, Speaker, Turn
from memory.slicing import cut, fell_silent
from memory.stores.in_memory import InMemoryStore
from tests.strategies import at
from tests.timelines import derived, files, opened, put, rebuilt, slices

speakers = st.sampled_from(Speaker)
rooms = st.integers(0, 4)
# Minutes since the last turn: mostly within a slice, sometimes beyond.
gaps = st.one_of(st.integers(0, 12), st.sampled_from([29, 29.999, 30, 31, 75, 60 * 24 * 20]))
delays = st.one_of(st.integers(1, 40), st.integers(41, 400))


class TimelineMachine(RuleBasedStateMachine):
    @initialize()
    def begin(self) -> None:
        self.store = InMemoryStore()
        self.timeline = opened(self.store)
        self.minutes: float = 0
        self.count = 0
        self.turns: dict[str, Turn] = {}  # by origin, as they should be on the timeline
        self.damaged: dict[str, bytes] = {}  # path → what has to stay there
        self.was_edited = False  # somebody else wrote since the derived files were made

    # ---- what the bot does

    @rule(gap=gaps, speaker=speakers)
    def add(self, gap: float, speaker: Speaker) -> None:
        self.minutes += gap
        turn = self.new_turn(self.minutes, speaker)
        assert self.timeline.add(turn).is_new

    @rule(delay=delays, speaker=speakers)
    def add_late(self, delay: float, speaker: Speaker) -> None:
        turn = self.new_turn(self.minutes - delay, speaker)
        assert self.timeline.add(turn).is_new

    @precondition(lambda self: self.turns)
    @rule(data=st.data())
    def deliver_again(self, data: st.DataObject) -> None:
        origin = data.draw(st.sampled_from(sorted(self.turns)))
        placed = self.timeline.add(self.turns[origin])
        assert not placed.is_new
        assert self.timeline.read(placed.slice_id).said(origin)

    @rule(gap=gaps, delay=st.one_of(st.just(0), delays), room=rooms, crashes=st.booleans())
    def add_on_a_full_disk(self, gap: float, delay: float, room: int, crashes: bool) -> None:
        self.minutes += gap
        turn = self.new_turn(self.minutes - delay, Speaker.USER)
        self.store.fail_after(room)
        try:
            self.timeline.add(turn)
        except WriteRefused:
            self.store.fail_after(None)
            if crashes:
                self.crash()
                self.was_edited = True  # of a slice written and its index not
            self.timeline.add(turn)
        finally:
            self.store.fail_after(None)

    @rule(by=st.sampled_from(ClosedBy))
    def close(self, by: ClosedBy) -> None:
        self.timeline.close(by)

    @rule(gap=gaps)
    def look_in(self, gap: float) -> None:
        self.minutes += gap
        self.timeline.close_silent(at(self.minutes))
        kept = self.timeline.open_slice
        assert kept is None or not fell_silent(kept.end, at(self.minutes))

    @rule(room=rooms, crashes=st.booleans())
    def close_on_a_full_disk(self, room: int, crashes: bool) -> None:
        self.store.fail_after(room)
        refused = False
        with contextlib.suppress(WriteRefused):
            refused = True
            self.timeline.close(ClosedBy.SILENCE)
            refused = False
        self.store.fail_after(None)
        if refused and crashes:
            self.crash()
            self.was_edited = True
        self.timeline.close(ClosedBy.SILENCE)

    @rule(starts=st.lists(st.integers(-500, 500), max_size=6), again=st.booleans())
    def bring(self, starts: list[int], again: bool) -> None:
        new = [self.new_turn(self.minutes + start, Speaker.USER) for start in starts]
        pieces = cut([*new, *self.turns.values()] if again else new)
        placed = [place for piece in self.timeline.bring(pieces) for place in piece]
        assert sum(place.is_new for place in placed) == len(new)

    @rule()
    def crash(self) -> None:
        self.timeline = opened(self.store)

    @rule()
    def rebuild(self) -> None:
        self.timeline.rebuild()
        self.was_edited = False

    # ---- what the person does

    @precondition(lambda self: self.turns)
    @rule(data=st.data())
    def edit_a_turn(self, data: st.DataObject) -> None:
        origin = data.draw(st.sampled_from(sorted(self.turns)))
        old = self.turns[origin]
        self.count += 1
        new = replace(old, text=f"edited {self.count}.")
        path = self.path_of(origin)
        content = files(self.store)[path].decode()
        put(self.store, path, content.replace(f"\n{old.text}\n", f"\n{new.text}\n"))
        self.turns[origin] = new
        self.was_edited = True

    @precondition(lambda self: self.turns)
    @rule(data=st.data())
    def add_a_line_to_the_front_matter(self, data: st.DataObject) -> None:
        path = self.path_of(data.draw(st.sampled_from(sorted(self.turns))))
        self.count += 1
        content = files(self.store)[path].decode()
        line = f"---\nby_hand_{self.count}: yes  # mine\n"
        put(self.store, path, content.replace("---\n", line, 1))
        self.was_edited = True

    @precondition(lambda self: self.turns)
    @rule(data=st.data())
    def delete_a_slice(self, data: st.DataObject) -> None:
        path = self.path_of(data.draw(st.sampled_from(sorted(self.turns))))
        self.lose_turns_of(path)
        put(self.store, path, None)

    @precondition(lambda self: self.turns)
    @rule(data=st.data(), cuts=st.booleans())
    def damage_a_slice(self, data: st.DataObject, cuts: bool) -> None:
        path = self.path_of(data.draw(st.sampled_from(sorted(self.turns))))
        content = files(self.store)[path]
        self.lose_turns_of(path)
        self.damaged[path] = content[:20] if cuts else content + b"\xff\n"
        put(self.store, path, self.damaged[path])

    # ---- what holds at any moment

    @invariant()
    def every_turn_is_there_once_as_it_was_last_said(self) -> None:
        there = Counter(
            (turn.origin, turn.at, turn.text)
            for slice_id, slice_ in slices(self.store).items()
            if paths.slice_path(slice_id) not in self.damaged
            for turn in slice_.turns
        )
        assert there == Counter(
            (origin, turn.at, turn.text) for origin, turn in self.turns.items()
        )

    @invariant()
    def no_slice_holds_a_silence_and_no_number_is_given_twice(self) -> None:
        for slice_id, slice_ in slices(self.store).items():
            if paths.slice_path(slice_id) in self.damaged:
                continue
            pairs = zip(slice_.turns, slice_.turns[1:], strict=False)
            assert not [one for one, other in pairs if fell_silent(one.at, other.at)]
            labels = [turn.label for turn in slice_.turns]
            assert len(labels) == len(set(labels))
            assert (slice_.start, slice_.end) == (slice_.turns[0].at, slice_.turns[-1].at)

    @invariant()
    def a_damaged_file_is_as_the_person_left_it(self) -> None:
        found = files(self.store)
        assert {path: found[path] for path in self.damaged} == self.damaged

    @invariant()
    def the_derived_files_are_what_a_rebuild_makes(self) -> None:
        if not self.was_edited:
            assert derived(self.store) == rebuilt(self.store)

    @invariant()
    def another_process_finds_the_same_timeline(self) -> None:
        if not self.was_edited:
            assert opened(self.store).entries() == self.timeline.entries()

    # ---- the model

    def new_turn(self, minutes: float, speaker: Speaker) -> Turn:
        self.count += 1
        origin = f"telegram {self.count}"
        turn = Turn("?", at(minutes), speaker, f"turn {self.count}.", origin)
        self.turns[origin] = turn
        return turn

    def path_of(self, origin: str) -> str:
        (path,) = (
            paths.slice_path(slice_id)
            for slice_id, slice_ in slices(self.store).items()
            if slice_.said(origin) and paths.slice_path(slice_id) not in self.damaged
        )
        return path

    def lose_turns_of(self, path: str) -> None:
        slice_id = paths.slice_id_of(path)
        assert slice_id is not None
        for turn in slices(self.store)[slice_id].turns:
            del self.turns[turn.origin]
        self.was_edited = True


TestTimeline = TimelineMachine.TestCase
TestTimeline.settings = settings(
    max_examples=max(40, settings.default.max_examples // 4), stateful_step_count=30
)
