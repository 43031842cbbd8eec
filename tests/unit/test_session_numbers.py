"""An account stays that of its answer, whatever number the answer's turn has by now."""

from collections.abc import Iterator
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from memory import paths
from memory.errors import WriteRefused
from memory.recall import Recalled
from memory.slices import Turn
from memory.store import Store
from memory.stores.in_memory import InMemoryStore
from previously_bot.account import Account
from previously_bot.sessions import Sessions
from tests.remotes import RemoteInMemory
from tests.strategies import SLICE_ID, agent, user
from tests.syncing import Clock, Machine
from tests.talks import talk
from tests.timelines import FIRST, edit, files, opened, put, slices

FILE = paths.session_path(SLICE_ID)
NOTHING = Recalled("", "", (), ())


@pytest.fixture
def other(tmp_path: Path, remote: RemoteInMemory, clock: Clock) -> Iterator[Machine]:
    machine = Machine(tmp_path / "b", remote, clock)
    yield machine
    machine.end()


class Answering:
    """Of a timeline, with an account of each answer that says its words."""

    def __init__(self, machine: Machine | None = None) -> None:
        self.store: Store = machine.mirror if machine else InMemoryStore()
        self.timeline = machine.timeline if machine else opened(self.store)
        self.sessions = Sessions(
            self.store, self.timeline, zone=ZoneInfo("UTC"), language="en", prices={}
        )

    def answers(self, *turns: Turn) -> None:
        for turn in turns:
            placed = self.timeline.add(turn)
            if turn.speaker == "agent":
                account = Account(model=turn.text)
                note = Recalled("", "", (), (), f"this is {turn.text}")
                self.sessions.write(placed.slice_id, placed.label, turn.at, account, note)

    @property
    def told(self) -> dict[str, str]:
        """What the file calls the answer of each note."""
        parts = files(self.store)[FILE].decode().split("## Turn ")[1:]
        return {part.split("this is ")[1].split("\n")[0]: part.split()[0] for part in parts}

    @property
    def numbers(self) -> dict[str, str]:
        turns = slices(self.store)[SLICE_ID].turns
        return {turn.text: turn.label for turn in turns if turn.speaker == "agent"}


@pytest.fixture
def here() -> Answering:
    here = Answering()
    here.answers(user("q"), agent("first", 1), user("q", 2), agent("second", 3))
    return here


def remove_the_last_turn(here: Answering) -> None:
    text = files(here.store)[FIRST].decode()
    put(here.store, FIRST, text[: text.rindex("\n## Turn ")])
    here.timeline.look_again([FIRST])


def test_answers_of_two_machines_in_one_slice_are_called_as_the_slice_calls_them(
    bot: Machine, other: Machine
) -> None:
    bot.add(user("hello", origin="telegram 1"))
    bot.all()
    other.all()
    here, there = Answering(bot), Answering(other)
    here.answers(user("a", 1), agent("mine", 5))
    there.answers(user("b", 2), agent("theirs", 3), user("c", 4), agent("theirs too", 4.5))
    for machine in (other, bot, other):
        machine.all()
    assert here.told != here.numbers
    assert sorted(here.told.values()) != sorted(here.numbers.values())
    last = here.sessions.last()
    assert last is not None
    assert last.startswith(f"## Turn {here.numbers['mine']} — Tuesday 7 July 2026, 16:03\n")
    assert there.sessions.last() == last
    here.sessions.follow()
    assert here.told == here.numbers
    assert len(set(here.told.values())) == 3
    there.sessions.follow()
    for machine in (other, bot, other):
        machine.all()
    assert here.told == there.told == here.numbers
    assert not [path for path in other.files if "(previously" in path]


def test_an_answer_whose_turn_was_deleted_keeps_no_number_that_another_one_has(
    here: Answering,
) -> None:
    remove_the_last_turn(here)
    last = here.sessions.last()
    assert last is not None
    assert "this is first" in last
    here.answers(agent("third", 4))
    assert here.told == {"first": "2", "second": "4", "third": "4"}
    here.sessions.follow()
    assert here.told == {"first": "2", "second": "?", "third": "4"}


def test_a_turn_that_comes_back_has_its_number_again(here: Answering) -> None:
    before = files(here.store)
    remove_the_last_turn(here)
    here.sessions.follow()
    assert here.told["second"] == "?"
    put(here.store, FIRST, before[FIRST])
    here.timeline.look_again([FIRST])
    here.sessions.follow()
    assert files(here.store) == before


def test_what_was_merged_before_the_start_is_set_right_too(here: Answering) -> None:
    remove_the_last_turn(here)
    again = Sessions(
        here.store, opened(here.store), zone=ZoneInfo("UTC"), language="en", prices={}
    )
    again.follow()
    assert here.told["second"] == "?"


async def test_the_next_answer_sets_the_numbers_right(tmp_path: Path) -> None:
    async with talk(tmp_path, None) as now:
        await now.say("I bought a lamp")
        slice_id = now.slice().slice_id
        path = paths.slice_path(slice_id)
        edit(now.store, path, "## Turn 2 ", "## Turn 7 ")
        now.timeline.look_again([path])
        await now.say("And a table")
        told = files(now.store)[paths.session_path(slice_id)].decode().split("## Turn ")
        assert [part.split()[0] for part in told[1:]] == ["7", "9"]


def test_nothing_else_in_the_file_is_another_one(here: Answering) -> None:
    by_hand = "## Turn 4 — long ago\n\nof a former writer\n\n## Mine\n\nTurn 4 — caf\xe9\n"
    content = files(here.store)[FILE] + by_hand.encode() + b"\xff\r\n"
    put(here.store, FILE, content)
    edit(here.store, FIRST, "## Turn 4 ", "## Turn 9 ")
    here.timeline.look_again([FIRST])
    here.sessions.follow()
    assert files(here.store)[FILE] == content.replace(b"Turn 4", b"Turn 9", 1)


def take_away(here: Answering, to: str = "") -> None:
    """The slice; or it goes to another path."""
    content = files(here.store)[FIRST]
    put(here.store, FIRST, None)
    if to:
        put(here.store, to, content)
    here.timeline.look_again([FIRST, *filter(None, [to])])


def test_where_a_slice_is_damaged_its_answers_are_called_as_before(here: Answering) -> None:
    before = files(here.store)[FILE]
    here.sessions.follow()
    put(here.store, FIRST, "---\nfocus: x")
    here.timeline.look_again([FIRST])
    here.sessions.follow()
    assert files(here.store)[FILE] == before


def test_where_something_else_is_in_the_place_of_a_slice_its_account_stays(
    here: Answering,
) -> None:
    here.sessions.follow()
    before = files(here.store)[FILE]
    take_away(here)
    put(here.store, f"{FIRST}/picture.md", "x")
    here.sessions.follow()
    assert files(here.store)[FILE] == before


def test_the_account_of_a_slice_that_the_person_took_away_goes_with_it(
    here: Answering,
) -> None:
    here.sessions.follow()
    take_away(here)
    here.sessions.follow()
    assert FILE not in files(here.store)


@pytest.mark.parametrize(
    "mine", ["\n## Mine\n\nwords\n", "\n## Turn 9 — long ago\n\nx\n", "# A"]
)
def test_an_account_in_which_the_person_wrote_stays_where_its_slice_is_gone(
    here: Answering, mine: str
) -> None:
    here.sessions.follow()
    text = files(here.store)[FILE].decode()
    put(here.store, FILE, mine + "\n" + text if mine == "# A" else text + mine)
    before = files(here.store)[FILE]
    take_away(here)
    here.sessions.follow()
    assert files(here.store)[FILE] == before


def test_the_account_of_a_slice_that_has_another_name_now_stays(here: Answering) -> None:
    here.sessions.follow()
    before = files(here.store)[FILE]
    take_away(here, to="memory/episodic/slices/2026/07/07/1557.md")
    here.sessions.follow()
    assert files(here.store)[FILE] == before


def test_a_slice_that_is_back_when_its_account_would_go_keeps_it(here: Answering) -> None:
    here.sessions.follow()
    before = files(here.store)
    take_away(here)
    put(here.store, FIRST, before[FIRST])
    here.sessions.follow()
    assert files(here.store)[FILE] == before[FILE]


def test_what_cannot_be_written_is_written_at_the_next_time(here: Answering) -> None:
    assert isinstance(here.store, InMemoryStore)
    remove_the_last_turn(here)
    here.store.fail_after(0)
    with pytest.raises(WriteRefused):
        here.sessions.follow()
    here.store.fail_after(None)
    here.sessions.follow()
    assert here.told["second"] == "?"


def test_the_last_answer_is_the_last_by_its_moment_and_a_former_writer_said_none(
    here: Answering,
) -> None:
    text = files(here.store)[FILE].decode()
    title, first, second = text.split("## Turn ")
    put(here.store, FILE, f"{title}## Turn {second}\n## Turn {first}")
    assert "this is second" in (here.sessions.last() or "")
    put(here.store, FILE, f"{text}\n## Turn 9 — long ago\n\nof a former writer\n")
    assert "of a former writer" in (here.sessions.last() or "")
