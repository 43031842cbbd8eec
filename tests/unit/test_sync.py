"""A mirror and a repository elsewhere become the same, whatever happens in between."""

import os
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from memory import paths
from memory.errors import (
    ChangeRefused,
    HistoryRewritten,
    IncompleteAnswer,
    LimitReached,
    NotReadable,
    RemoteUnreachable,
    RepositoryArchived,
    RepositoryPublic,
)
from memory.kept import FORGOTTEN
from memory.slices import REDACTED, ClosedBy
from memory.store import Change, Stored
from memory.stores.folder import FolderStore
from memory.stores.github.remote import Head
from memory.stores.github.rewritten import Adopted, Overruled
from memory.stores.github.sync import Sync
from tests.remotes import RemoteInMemory
from tests.strategies import agent, user
from tests.syncing import Clock, Machine
from tests.timelines import FIRST, derived, put, rebuilt

PROFILE = "memory/user/profile.md"
INDEX = paths.index_path("2026-07")


@pytest.fixture
def other(tmp_path: Path, remote: RemoteInMemory, clock: Clock) -> Iterator[Machine]:
    machine = Machine(tmp_path / "b", remote, clock)
    yield machine
    machine.end()


def talk(bot: Machine) -> None:
    """A closed slice that both sides know."""
    bot.add(user("hello", origin="telegram 1"), agent("hi", 1))
    bot.timeline.close(ClosedBy.USER)
    bot.all()


def changed_by(remote: RemoteInMemory, message: str) -> set[str]:
    (commit,) = (one for one in remote.commits.values() if one.message == message)
    before, after = remote.commits[commit.parent].files, commit.files
    return {path for path in {*before, *after} if before.get(path) != after.get(path)}


def told(bot: Machine) -> list[tuple[str, str, str]]:
    return [(one.kind, one.path, one.beside) for one in bot.mirror.told()]


# There


def test_what_was_said_before_the_repository_was_empty_is_brought_there(
    bot: Machine, remote: RemoteInMemory
) -> None:
    put(bot.mirror, PROFILE, "Mara\n")
    talk(bot)
    assert remote.files == bot.files
    assert remote.files.keys() == {FIRST, INDEX, paths.STRANDS, PROFILE}
    assert bot.mirror.pending == []


def test_a_slice_is_told_in_words_that_a_person_reads(
    bot: Machine, remote: RemoteInMemory
) -> None:
    talk(bot)
    put(bot.mirror, paths.session_path("2026-07-07-1558"), "how\n")
    bot.add(user("later", 60))
    bot.timeline.close(ClosedBy.USER)
    bot.all()
    began, first, *_ = remote.messages()
    assert (began, first) == ("Begin this timeline", "Slice 2026-07-07 15:58: about hello")
    assert remote.messages()[-1] == "Slice 2026-07-07 16:58: about later"


def test_a_closed_slice_is_told_at_once_and_an_open_one_once_in_a_while(
    bot: Machine, remote: RemoteInMemory, clock: Clock
) -> None:
    bot.steps(0)
    for minute in range(30):
        bot.add(user(f"{minute}", minute))
        bot.steps(1)
    assert 2 <= len(remote.messages()) <= 4
    bot.timeline.close(ClosedBy.USER)
    bot.sync.step()
    assert remote.files == bot.files


def test_a_day_of_talk_takes_few_commits_and_requests(
    bot: Machine, remote: RemoteInMemory, clock: Clock
) -> None:
    bot.steps(0)
    for n in range(12):
        for message in range(17):
            minute = n * 120 + message * 5
            bot.add(user("said", minute), agent("answered", minute + 0.1))
            bot.steps(5)
        bot.steps(35)
        bot.timeline.close_silent(clock.now)
        bot.sync.step()
    assert remote.files == bot.files
    assert len(remote.messages()) <= 80
    costs = {"look": 2, "commit": 3, "compare": 1, "blob": 1}
    assert sum(costs[request] for request in remote.requests) <= 400


def test_while_the_repository_is_away_for_a_day_all_goes_on_and_arrives_in_order_once(
    bot: Machine, remote: RemoteInMemory, clock: Clock
) -> None:
    talk(bot)
    remote.down = True
    for n in range(1, 4):
        bot.add(user(f"part {n}", n * 300, origin=f"telegram {n + 1}"))
        bot.steps(300)
        bot.timeline.close_silent(clock.now)
        assert isinstance(bot.sync.trouble, RemoteUnreachable)
    remote.down = False
    bot.steps(11)
    assert bot.sync.trouble is None
    assert remote.files == bot.files
    assert remote.messages()[-3:] == [
        "Slice 2026-07-07 20:58: about part 1",
        "Slice 2026-07-08 01:58: about part 2",
        "Slice 2026-07-08 06:58",
    ]


@pytest.mark.parametrize("fault", ["lost", "down"])
def test_a_commit_whose_answer_was_lost_is_made_once(
    bot: Machine, remote: RemoteInMemory, fault: str
) -> None:
    talk(bot)
    before = len(remote.messages())
    bot.add(user("more", 40))
    bot.timeline.close(ClosedBy.USER)
    remote.faults = [("commit", fault)]
    bot.sync.step()
    bot.steps(15)
    assert remote.files == bot.files
    assert len(remote.messages()) == before + 1


def test_what_the_person_deleted_before_the_lost_answer_was_understood_stays_deleted(
    bot: Machine, remote: RemoteInMemory
) -> None:
    """Of one file nothing tells that the commit arrived, but that others follow upon it."""
    bot.add(user("hello", origin="telegram 1"))
    bot.all()
    bot.add(agent("hi", 1, origin="telegram 2"))
    bot.sync.pull()
    remote.faults = [("commit", "lost"), ("look", "down")]
    with pytest.raises(RemoteUnreachable):
        bot.sync.push()
    remote.person({FIRST: None})
    bot = bot.again()
    bot.all()
    assert bot.files == remote.files == {}
    bot.end()


def test_what_arrived_before_the_process_ended_and_was_changed_since_is_there_once(
    bot: Machine, remote: RemoteInMemory
) -> None:
    bot.add(user("hello", origin="telegram 1"))
    put(bot.mirror, PROFILE, "Mara\n")
    bot.all()
    bot.add(agent("hi", 1, origin="telegram 2"))
    put(bot.mirror, PROFILE, "Mara, of Ulm\n")
    bot.sync.pull()
    remote.faults = [("commit", "lost"), ("look", "down")]
    bot.mirror.tree.known.doubt = lambda commit: None  # type: ignore[method-assign]
    with pytest.raises(RemoteUnreachable):
        bot.sync.push()
    remote.edit(FIRST, "\nhi\n", "\nhi, Mara\n")
    bot = bot.again()
    bot.all()
    assert bot.said == {"2026-07-07-1558": ["hello", "hi, Mara"]}
    assert remote.files == bot.files
    bot.end()


def test_the_first_commits_of_an_empty_repository_may_arrive_half(
    bot: Machine, remote: RemoteInMemory
) -> None:
    put(bot.mirror, PROFILE, "Mara\n")
    remote.faults = [("commit", "lost half-way")]
    talk(bot)
    assert remote.files == bot.files


def test_a_file_that_is_not_taken_keeps_nothing_else_back(
    bot: Machine, remote: RemoteInMemory
) -> None:
    talk(bot)
    put(bot.mirror, "film.mp4", b"\x00")
    bot.add(user("more", 40))
    bot.timeline.close(ClosedBy.USER)
    remote.refused = {"film.mp4"}
    bot.steps(10)
    assert isinstance(bot.sync.trouble, ChangeRefused)
    assert bot.mirror.pending == ["film.mp4"]
    assert remote.files == {
        path: said for path, said in bot.files.items() if "film" not in path
    }


def test_what_was_forgotten_is_in_no_file_of_the_mirror(
    bot: Machine, remote: RemoteInMemory
) -> None:
    put(bot.mirror, PROFILE, "an affair in Ulm\n")
    bot.all()
    put(bot.mirror, PROFILE, "nothing\n")
    bot.all()
    kept = [file.read_bytes() for file in bot.folder.rglob("*") if file.is_file()]
    assert not [content for content in kept if b"affair" in content]


def test_what_is_forgotten_goes_from_there_in_one_commit_that_does_not_repeat_it(
    bot: Machine, remote: RemoteInMemory
) -> None:
    bot.add(user("an affair in Ulm", origin="telegram 1"), agent("an affair?", 1))
    session = paths.session_path("2026-07-07-1558")
    put(bot.mirror, session, "affair\n")
    bot.timeline.close(ClosedBy.USER)
    bot.add(user("a lamp", 60))
    bot.all()
    before = len(remote.messages())
    bot.add(user("a chair", 61))
    put(bot.mirror, PROFILE, "Mara\n")
    stored = bot.mirror.read(session)
    assert stored is not None
    gone = Change(session, None, stored.version)
    bot.mirror.write([gone], message=FORGOTTEN)
    bot.timeline.alterations.redact_turns("2026-07-07-1558", lambda _: True)
    bot.sync.step()
    first, *others = remote.messages()[before:]
    assert first == "Forget what was taken back"
    assert others == ["Slice 2026-07-07 16:58"]
    assert not [content for content in remote.files.values() if b"affair" in content]
    assert remote.files == bot.files
    assert changed_by(remote, first) == {FIRST, INDEX, paths.STRANDS, session}


def test_what_is_forgotten_here_does_not_come_back_with_an_edit_there(
    bot: Machine, remote: RemoteInMemory
) -> None:
    bot.add(user("an affair in Ulm", origin="telegram 1"), agent("Why?", 1))
    bot.timeline.close(ClosedBy.USER)
    bot.all()
    remote.edit(FIRST, "an affair in Ulm\n\n", "an affair in Bonn\n\n")
    remote.edit(FIRST, "summary: ", "summary: 'Not here, in Bonn' #")
    remote.edit(FIRST, "tags: [", "tags: [mine, ")
    bot.timeline.alterations.redact_turns("2026-07-07-1558", lambda one: "affair" in one.text)
    bot.all()
    assert bot.said == {"2026-07-07-1558": [REDACTED, "Why?"]}
    assert "mine" in bot.timeline.read("2026-07-07-1558").mark.tags
    assert remote.files == bot.files
    everything = b"".join(remote.files.values())
    assert not [word for word in (b"affair", b"Ulm", b"Bonn") if word in everything]


def test_what_is_forgotten_while_its_commit_is_under_way_has_another(
    bot: Machine, remote: RemoteInMemory, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk(bot)
    bot.add(user("an affair in Ulm", 60))
    bot.timeline.close(ClosedBy.USER)
    before = len(remote.messages())
    clock.passes(1)
    look = remote.look

    def forgotten_meanwhile() -> Head:
        bot.timeline.alterations.redact_turns("2026-07-07-1658", lambda _: True)
        return look()

    monkeypatch.setattr(remote, "look", forgotten_meanwhile)
    bot.sync.push()
    bot.sync.step()
    assert "affair" not in "".join(remote.messages()[before:])
    assert remote.files == bot.files


def test_a_limit_is_waited_out_and_no_longer(
    bot: Machine, remote: RemoteInMemory, clock: Clock
) -> None:
    talk(bot)
    until = clock.now + timedelta(minutes=50)
    bot.add(user("more", 40))
    bot.timeline.close(ClosedBy.USER)
    remote.limit = until
    clock.passes(1)
    assert bot.sync.step() == until
    assert isinstance(bot.sync.trouble, LimitReached)
    requests = len(remote.requests)
    clock.passes(30)
    bot.add(user("much more", 80))
    assert bot.sync.step() == until
    assert len(remote.requests) == requests
    clock.passes(20)
    bot.sync.step()
    assert remote.files == bot.files


def test_where_it_fails_it_is_tried_again_less_and_less_often(
    bot: Machine, remote: RemoteInMemory, clock: Clock
) -> None:
    remote.down = True
    waits = []
    for _ in range(12):
        due = bot.sync.step()
        waits.append((due - clock.now).total_seconds())
        clock.now = due
    assert waits == sorted(waits)
    assert waits[0] <= 60
    assert waits[-1] <= 600
    assert len(remote.requests) == 12


def test_somebody_elses_commit_is_never_written_over(
    bot: Machine, remote: RemoteInMemory
) -> None:
    talk(bot)
    bot.add(user("more", 5))
    remote.before_commit.append(lambda: remote.edit(FIRST, "hello", "hello!"))
    bot.all()
    assert bot.said == {"2026-07-07-1558": ["hello!", "hi"], "2026-07-07-1603": ["more"]}
    assert remote.files == bot.files


def test_what_is_pending_is_brought_there_before_the_end_or_stays_for_the_next_start(
    bot: Machine, remote: RemoteInMemory, clock: Clock
) -> None:
    talk(bot)
    bot.add(user("more", 40))
    remote.down = True
    assert not bot.sync.flush(clock.now.replace(minute=59))
    bot = bot.again()
    assert bot.mirror.pending == [paths.slice_path("2026-07-07-1638")]
    remote.down = False
    assert bot.sync.flush(clock.now.replace(minute=59))
    assert remote.files == bot.files
    bot.end()


@pytest.mark.parametrize(("seconds", "is_over"), [(3, True), (40, False)])
def test_before_the_end_a_limit_that_is_over_in_time_is_waited_out(
    bot: Machine, remote: RemoteInMemory, clock: Clock, seconds: int, is_over: bool
) -> None:
    bot.add(user("hello"))
    until = clock.now + timedelta(seconds=20)
    remote.limit = clock.now + timedelta(seconds=seconds)
    begun = clock.now
    assert bot.sync.flush(until) is is_over
    assert (remote.files == bot.files) is is_over
    assert clock.now == begun + timedelta(seconds=seconds if is_over else 0)


def test_a_restart_with_nothing_new_takes_three_requests(
    bot: Machine, remote: RemoteInMemory
) -> None:
    talk(bot)
    remote.requests.clear()
    again = bot.again()
    again.sync.step()
    assert remote.requests == ["look"]
    again.end()


def test_when_a_slice_is_opened_here_it_is_looked_at_once_what_is_there(
    bot: Machine, remote: RemoteInMemory
) -> None:
    talk(bot)
    bot.steps(5)
    remote.person({PROFILE: b"Mara moved\n"})
    bot.add(user("back again", 60))
    remote.requests.clear()
    bot.sync.step()
    assert remote.requests == ["look", "compare", "blob"]
    assert bot.files[PROFILE] == b"Mara moved\n"
    remote.requests.clear()
    bot.add(agent("welcome", 60.1))
    bot.sync.step()
    assert remote.requests == []


# Here


@pytest.mark.parametrize("many", [3, 90], ids=["one by one", "as a download"])
def test_an_existing_repository_is_brought_here_and_nothing_is_changed_there(
    bot: Machine, other: Machine, remote: RemoteInMemory, many: int
) -> None:
    talk(bot)
    remote.person({f"notes/{n}.md": b"%d\n" % n for n in range(many)})
    remote.person({".obsidian/app.json": b"{}", "back\\slash": b"x"})
    there = remote.files
    other.all()
    assert other.files.items() <= there.items()
    assert there.keys() - other.files.keys() == {".obsidian/app.json", "back\\slash"}
    assert remote.files == there
    assert [entry.slice_id for entry in other.timeline.entries()] == ["2026-07-07-1558"]


def test_a_download_that_was_cut_off_is_no_deletion(
    bot: Machine, other: Machine, remote: RemoteInMemory
) -> None:
    talk(bot)
    remote.person({f"notes/{n}.md": b"%d\n" % n for n in range(90)})
    for fault in (("archive", "cut"), ("compare", "cut")):
        remote.faults = [fault]
        with pytest.raises(IncompleteAnswer):
            other.sync.pull()
    other.all()
    assert other.files == remote.files
    remote.person({f"more/{n}.md": b"more %d\n" % n for n in range(90)})
    remote.faults = [("archive", "cut")]
    with pytest.raises(IncompleteAnswer):
        other.sync.pull()
    other.all()
    assert other.files == remote.files


def test_what_the_person_changes_there_is_seen_here(
    bot: Machine, remote: RemoteInMemory
) -> None:
    talk(bot)
    remote.edit(FIRST, "\nhello\n", "\ngood day\n")
    remote.edit(FIRST, "focus: about hello", "focus: mine")
    bot.sync.pull()
    entry = bot.timeline.entry("2026-07-07-1558")
    assert entry is not None
    assert entry.focus == "mine"
    assert bot.timeline.read("2026-07-07-1558").turns[0].text == "good day"
    assert derived(bot.mirror) == rebuilt(bot.mirror)
    bot.all()
    assert b"mine" in remote.files[INDEX]


def test_a_slice_that_the_person_deletes_is_gone_here_too(
    bot: Machine, remote: RemoteInMemory
) -> None:
    talk(bot)
    remote.person({FIRST: None})
    bot.all()
    assert bot.timeline.entries() == []
    assert remote.files == bot.files == {}


def test_an_open_slice_goes_on_with_what_the_person_changed_in_it(
    bot: Machine, remote: RemoteInMemory
) -> None:
    bot.add(user("hello", origin="telegram 1"))
    bot.all()
    remote.edit(FIRST, "hello", "hello there")
    bot.add(agent("hi", 1))
    bot.all()
    bot.add(user("bye", 2))
    assert bot.said == {"2026-07-07-1558": ["hello there", "hi", "bye"]}


def test_a_deleted_slice_in_which_was_spoken_since_keeps_only_that(
    bot: Machine, remote: RemoteInMemory
) -> None:
    bot.add(user("hello", origin="telegram 1"))
    bot.all()
    remote.person({FIRST: None})
    bot.add(agent("hi", 1))
    bot.all()
    assert bot.said == {"2026-07-07-1559": ["hi"]}
    assert remote.files == bot.files
    assert told(bot) == [("anew", FIRST, paths.slice_path("2026-07-07-1559"))]
    bot.mirror.was_told([one.nth for one in bot.mirror.told()])
    assert bot.mirror.told() == []


def test_a_slice_of_its_own_takes_no_name_that_is_on_its_way_here(
    bot: Machine, other: Machine, remote: RemoteInMemory
) -> None:
    bot.add(user("hello", origin="telegram 1"))
    bot.all()
    remote.person({FIRST: None})
    other.add(user("at work", 1, origin="discord 1"))
    other.all()
    bot.add(agent("hi", 1))
    bot.all()
    assert bot.said == {"2026-07-07-1559": ["at work"], "2026-07-07-1559-2": ["hi"]}
    assert remote.files == bot.files


def test_both_versions_of_a_line_are_kept(bot: Machine, remote: RemoteInMemory) -> None:
    put(bot.mirror, PROFILE, "lives in Berlin\n")
    bot.all()
    remote.edit(PROFILE, "Berlin", "Ulm")
    put(bot.mirror, PROFILE, "lives in Bonn\n")
    bot.all()
    beside = "memory/user/profile (previously, 2026-07-07).md"
    assert bot.files == remote.files == {PROFILE: b"lives in Ulm\n", beside: b"lives in Bonn\n"}
    assert told(bot) == [("beside", PROFILE, beside)]


def test_both_versions_of_a_turn_are_kept_and_told(
    bot: Machine, remote: RemoteInMemory
) -> None:
    bot.add(user("w1 I like the cello", origin="telegram 1"))
    bot.timeline.close(ClosedBy.USER)
    bot.all()
    remote.edit(FIRST, "the cello\n", "the double bass\n")
    bot.timeline.alterations.revise("telegram 1", "w1 I like the viola")
    bot.all()
    both = "w1 I like the double bass\n\n(edited in the app: w1 I like the viola)"
    assert bot.said == {"2026-07-07-1558": [both]}
    assert remote.files == bot.files
    assert told(bot) == [("both", FIRST, "")]
    bot.timeline.alterations.revise("telegram 1", "w1 I like the violin")
    remote.edit(FIRST, "focus: ", "focus: mine #")
    bot.all()
    assert bot.said == {"2026-07-07-1558": [both.replace("viola", "violin")]}


def test_two_bots_of_one_person_have_one_timeline(
    bot: Machine, other: Machine, remote: RemoteInMemory
) -> None:
    bot.add(user("on the laptop", origin="telegram 1"))
    other.add(user("at work", 0.2, origin="discord 1"))
    bot.all()
    other.all()
    bot.all()
    assert bot.said == other.said == {"2026-07-07-1558": ["on the laptop", "at work"]}
    assert bot.files == other.files == remote.files


@pytest.mark.parametrize("when", ["before", "while it goes"])
def test_an_edit_that_was_not_seen_brings_nothing_of_a_forgotten_slice_back(
    bot: Machine, other: Machine, remote: RemoteInMemory, when: str
) -> None:
    talk(bot)
    other.all()
    bot.timeline.alterations.remove("2026-07-07-1558", lambda _: True)

    def edit() -> None:
        remote.edit(FIRST, "\nhello\n", "\nhello, you\n")

    if when == "before":
        edit()
    else:
        remote.before_commit = [edit]
    bot.all()
    other.all()
    assert FIRST not in remote.files
    assert bot.said == other.said == {}
    assert told(bot) == [("forgotten", FIRST, "")]


def test_of_a_forgotten_slice_what_another_machine_said_in_it_meanwhile_stays(
    bot: Machine, other: Machine, remote: RemoteInMemory
) -> None:
    bot.add(user("hello", origin="telegram 1"))
    bot.all()
    other.all()
    other.add(user("the barn leaks", 2, origin="telegram 2"))
    other.all()
    bot.timeline.alterations.remove("2026-07-07-1558", lambda _: True)
    bot.all()
    other.all()
    assert bot.said == other.said == {"2026-07-07-1558": [REDACTED, "the barn leaks"]}
    assert told(bot) == [("added", FIRST, "")]
    assert changed_by(remote, FORGOTTEN) >= {FIRST}
    assert remote.files == bot.files == other.files


@pytest.mark.parametrize("how", ["forgotten", "removed by hand", "rewritten by hand"])
def test_what_was_taken_back_elsewhere_before_a_slice_is_closed_here_is_in_nothing_of_it(
    bot: Machine, other: Machine, remote: RemoteInMemory, how: str
) -> None:
    bot.add(user("papaya", origin="telegram 1"), agent("fine", 1), user("and a lamp", 2))
    bot.all()
    other.all()
    there = remote.files[FIRST].decode()
    turn = there[there.index("## Turn 1") : there.index("## Turn 2")]
    if how == "forgotten":
        other.timeline.alterations.redact_turns(
            "2026-07-07-1558", lambda turn: "papaya" in turn.text
        )
        other.all()
    else:
        instead = "" if how == "removed by hand" else turn.replace("papaya", "mango")
        remote.person({FIRST: there.replace(turn, instead).encode()})
    bot.timeline.close(ClosedBy.USER)
    before = set(remote.commits)
    bot.all()
    other.all()
    assert remote.files == bot.files == other.files
    assert not [path for path, content in remote.files.items() if b"papaya" in content]
    new = [one.message for name, one in remote.commits.items() if name not in before]
    assert new
    assert not [message for message in new if "papaya" in message]
    assert derived(bot.mirror) == rebuilt(bot.mirror)


# What must not be


def test_over_a_rewritten_history_nothing_is_written(
    bot: Machine, remote: RemoteInMemory, clock: Clock
) -> None:
    talk(bot)
    remote.force({PROFILE: b"all else is gone\n"})
    bot.add(user("more", 40))
    clock.passes(30)
    bot.steps(60)
    assert isinstance(bot.sync.trouble, HistoryRewritten)
    assert "--adopt-remote" in str(bot.sync.trouble)
    assert remote.files == {PROFILE: b"all else is gone\n"}
    assert FIRST in bot.files


def test_a_branch_that_was_set_back_is_not_brought_forward_again(
    bot: Machine, remote: RemoteInMemory
) -> None:
    talk(bot)
    remote.person({PROFILE: b"a secret\n"})
    bot.steps(30)
    remote.set_back()
    there = remote.files
    bot.add(user("more", 40))
    bot.timeline.close(ClosedBy.USER)
    bot.clock.passes(2)
    bot.sync.step()
    assert isinstance(bot.sync.trouble, HistoryRewritten)
    assert remote.files == there


def test_what_is_there_may_be_adopted_and_what_was_never_there_stays(
    bot: Machine, remote: RemoteInMemory
) -> None:
    talk(bot)
    bot.add(user("more", 40))
    remote.force({PROFILE: b"all else is gone\n"})
    adopted = bot.sync.adopt_remote()
    assert (adopted.gone, adopted.replaced) == ((FIRST,), 0)
    assert bot.said == {"2026-07-07-1638": ["more"]}
    bot.all()
    assert remote.files == bot.files
    assert PROFILE in bot.files


def test_what_an_adopted_history_takes_away_or_replaces_is_told(
    bot: Machine, remote: RemoteInMemory
) -> None:
    put(bot.mirror, PROFILE, "Mara\n")
    put(bot.mirror, "tasks/barn.md", "felt\n")
    put(bot.mirror, "tasks/roof.md", "tiles\n")
    talk(bot)
    first = remote.files[FIRST]
    remote.force({FIRST: first, PROFILE: b"Lin\n", "tasks/new.md": b"new\n"})
    adopted = bot.sync.adopt_remote()
    assert adopted.gone == ("tasks/barn.md", "tasks/roof.md")
    assert adopted.replaced == 1
    assert bot.sync.adopt_remote() == Adopted()


@pytest.mark.parametrize("there", [{PROFILE: b"all else is gone\n"}, {}], ids=["new", "empty"])
def test_what_is_here_may_be_kept(
    bot: Machine, remote: RemoteInMemory, there: dict[str, bytes]
) -> None:
    talk(bot)
    here = bot.files
    remote.force(there)
    with pytest.raises(HistoryRewritten):
        bot.sync.pull()
    bot.sync.keep_local()
    assert remote.files == bot.files == here
    assert not there or remote.commits[remote.head].parent
    assert remote.messages()[-1] == "Slice 2026-07-07 15:58: about hello"


@pytest.mark.parametrize("how", ["lost", "unreadable"])
def test_what_was_lost_here_is_kept_there_with_what_is_here(
    bot: Machine, remote: RemoteInMemory, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    put(bot.mirror, PROFILE, "Mara\n")
    talk(bot)
    if how == "lost":
        (bot.folder / "files" / PROFILE).unlink()
    read = FolderStore.read

    def cannot(store: FolderStore, path: str) -> Stored | None:
        if path == PROFILE and how == "unreadable":
            raise NotReadable(path, "a broken disk")
        return read(store, path)

    remote.force({**remote.files, "other.md": b"by another\n"})
    monkeypatch.setattr(FolderStore, "read", cannot)
    touched = bot.folder / "files" / PROFILE
    if touched.exists():
        os.utime(touched, (1, 1))
    again = bot.again()
    assert again.sync.keep_local() == Overruled(("other.md",))
    assert remote.files[PROFILE] == b"Mara\n"
    assert "other.md" not in remote.files
    again.end()


def test_of_what_nobody_said_anything_the_commit_says_what_became_of_it(
    bot: Machine, remote: RemoteInMemory
) -> None:
    put(bot.mirror, PROFILE, "Mara\n")
    talk(bot)
    remote.force({**remote.files, PROFILE: b"Lin\n", "old.md": b"old\n"})
    assert bot.sync.keep_local() == Overruled(("old.md",), (PROFILE,))
    said = f"2 changes\n\nChange {PROFILE}\nRemove old.md"
    assert remote.messages()[-1] == said


def test_a_commit_of_very_many_files_names_some_and_counts_the_rest(
    bot: Machine, remote: RemoteInMemory
) -> None:
    talk(bot)
    for day in range(1, 24):
        bot.add(user(f"{day}", day * 24 * 60))
        bot.timeline.close(ClosedBy.USER)
    bot.all()
    heading, _, *named, more = remote.messages()[-1].splitlines()
    assert heading == "23 changes"
    assert len(named) == 20
    assert named[0] == "Slice 2026-07-08 15:58: about 1"
    assert more == "and 3 more"


def test_a_public_repository_gets_nothing_unless_that_was_said_in_as_many_words(
    bot: Machine, remote: RemoteInMemory, tmp_path: Path, clock: Clock
) -> None:
    remote.private = False
    bot.add(user("hello"))
    bot.steps(5)
    assert isinstance(bot.sync.trouble, RepositoryPublic)
    assert remote.files == {}
    allowed = Machine(tmp_path / "c", remote, clock, allow_public=True)
    allowed.add(user("hello"))
    allowed.all()
    assert remote.files != {}
    allowed.end()


def test_a_repository_that_turns_public_or_is_archived_gets_nothing_more(
    bot: Machine, remote: RemoteInMemory, clock: Clock
) -> None:
    talk(bot)
    there = remote.files
    bot.add(user("more", 40))
    bot.timeline.close(ClosedBy.USER)
    clock.passes(15)
    remote.private = False
    bot.sync.step()
    assert isinstance(bot.sync.trouble, RepositoryPublic)
    remote.private, remote.archived = True, True
    bot.steps(30)
    assert isinstance(bot.sync.trouble, RepositoryArchived)
    assert remote.files == there
    remote.archived = False
    bot.steps(30)
    assert remote.files == bot.files


def test_files_that_got_lost_here_are_fetched_again_and_not_deleted_there(
    bot: Machine, remote: RemoteInMemory
) -> None:
    talk(bot)
    there = remote.files
    bot.end()
    (bot.folder / "files" / FIRST).unlink()
    again = Machine(bot.folder, remote, bot.clock)
    again.all()
    assert again.files == remote.files == there
    assert again.said == {"2026-07-07-1558": ["hello", "hi"]}
    again.end()


def test_what_the_bot_removes_is_removed_there(bot: Machine, remote: RemoteInMemory) -> None:
    put(bot.mirror, PROFILE, "Mara\n")
    talk(bot)
    put(bot.mirror, PROFILE, None)
    bot = bot.again()
    bot.all()
    assert PROFILE not in remote.files
    bot.end()


def test_a_name_that_is_too_long_for_this_disk_is_told_once(
    bot: Machine, remote: RemoteInMemory
) -> None:
    long = f"notes/{'x' * 300}.md"
    remote.person({long: b"mine\n"})
    bot.all()
    assert told(bot) == [("refused", long, "")]
    bot.mirror.was_told([one.nth for one in bot.mirror.told()])
    again = bot.again()
    again.all()
    assert told(again) == []
    assert remote.files[long] == b"mine\n"
    again.end()


def test_a_file_whose_name_nothing_here_can_have_is_named_and_stops_nothing(
    bot: Machine, remote: RemoteInMemory
) -> None:
    remote.person({"notes/back\\slash.md": b"mine\n", "notes/mine.md": b"mine too\n"})
    talk(bot)
    bot.all()
    assert told(bot) == [("refused", "notes/back\\slash.md", "")]
    assert bot.files["notes/mine.md"] == b"mine too\n"
    assert remote.files["notes/back\\slash.md"] == b"mine\n"
    assert remote.files[FIRST] == bot.files[FIRST]


def test_a_file_never_takes_the_place_of_a_folder_there(
    bot: Machine, remote: RemoteInMemory
) -> None:
    talk(bot)
    put(bot.mirror, "notes", b"a file\n")
    remote.person({"notes/mine.md": b"in a folder\n"})
    bot.sync.pull()
    bot.sync.push()
    assert remote.files["notes/mine.md"] == b"in a folder\n"
    assert bot.files["notes"] == b"a file\n"
    assert told(bot) == [("refused", "notes/mine.md", "")]


@pytest.mark.parametrize(
    ("before", "after"), [("notes/a.md", "notes"), ("notes", "notes/a.md")]
)
def test_a_file_may_take_the_place_of_a_folder_and_a_folder_that_of_a_file(
    bot: Machine, remote: RemoteInMemory, before: str, after: str
) -> None:
    talk(bot)
    remote.person({before: b"before\n"})
    bot.all()
    remote.person({before: None, after: b"after\n"})
    bot.all()
    assert bot.files == remote.files
    assert bot.files[after] == b"after\n"
    bot = bot.again()
    bot.all()
    assert bot.files == remote.files
    assert told(bot) == []
    bot.end()


def test_a_commit_that_failed_is_not_taken_for_one_of_another_machine(
    bot: Machine, other: Machine, remote: RemoteInMemory
) -> None:
    for machine in (bot, other):
        machine.all()
        put(machine.mirror, "tasks/felt.md", "buy felt\n")
    bot.add(user("here", origin="telegram 1"))
    other.add(user("there", 0.1, origin="telegram 2"))
    remote.faults = [("commit", "down")]
    with pytest.raises(RemoteUnreachable):
        bot.sync.push()
    other.all()
    bot.all()
    assert bot.said == {"2026-07-07-1558": ["here", "there"]}
    assert remote.files == bot.files


def test_what_failed_to_arrive_is_kept_where_another_machine_closed_the_same_slice(
    bot: Machine, other: Machine, remote: RemoteInMemory
) -> None:
    bot.add(user("hello", origin="telegram 1"))
    bot.all()
    other.all()
    for machine in (bot, other):
        machine.timeline.close(ClosedBy.USER)
    put(bot.mirror, PROFILE, "Mara\n")
    remote.faults = [("commit", "down")]
    with pytest.raises(RemoteUnreachable):
        bot.sync.push()
    remote.person({PROFILE: b"Lin\n"})
    other.all()
    bot.all()
    assert sorted(c for p, c in bot.files.items() if "profile" in p) == [b"Lin\n", b"Mara\n"]
    assert remote.files == bot.files


def test_what_came_before_a_download_broke_off_and_was_taken_back_there_goes_here_too(
    bot: Machine, remote: RemoteInMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk(bot)
    there = remote.files
    notes = {f"notes/{n:03}.md": f"{n}\n".encode() for n in range(300)}
    remote.person({PROFILE: b"Lin\n", **notes})
    monkeypatch.setattr("memory.stores.github.bringing._PART", 50)
    remote.faults = [("archive", "cut")]
    with pytest.raises(IncompleteAnswer):
        bot.sync.pull()
    assert len(bot.files) > len(there)
    remote.person(dict.fromkeys([PROFILE, *notes]))
    bot = bot.again()
    bot.all()
    assert bot.files == remote.files == there
    bot.end()


def test_a_write_between_two_steps_of_a_pull_is_merged_too(
    bot: Machine, remote: RemoteInMemory
) -> None:
    bot.add(user("hello", origin="telegram 1"))
    bot.all()
    remote.edit(FIRST, "hello", "hello!")
    real = remote.blob

    def blob(sha: str) -> bytes:
        if not bot.timeline.entry("2026-07-07-1558").turns > 1:  # type: ignore[union-attr]
            bot.add(agent("hi", 1))
        return real(sha)

    remote.blob = blob  # type: ignore[method-assign]
    bot.all()
    assert bot.said == {"2026-07-07-1558": ["hello!", "hi"]}


def test_a_store_that_wrote_says_that_something_waits(bot: Machine) -> None:
    woken: list[int] = []
    bot.mirror.woken = lambda: woken.append(1)
    bot.mirror.write([Change(PROFILE, b"x")], message="")
    assert woken == [1]


def test_files_are_touched_in_the_persons_lane_alone(
    tmp_path: Path, remote: RemoteInMemory, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    lane = ThreadPoolExecutor(1, thread_name_prefix="lane")
    threads: set[str] = set()
    for name in ("read", "write"):
        real = getattr(FolderStore, name)

        def call(*given: Any, real: Any = real, **named: Any) -> Any:
            threads.add(threading.current_thread().name)
            return real(*given, **named)

        monkeypatch.setattr(FolderStore, name, call)
    bot = lane.submit(Machine, tmp_path / "a", remote, clock).result()
    sync = Sync(
        remote,
        bot.mirror,
        in_lane=lambda act, *args, **named: lane.submit(act, *args, **named).result(),
        look_again=bot.timeline.look_again,
        now=clock,
        jitter=lambda: 0.5,
        pause=lambda _: None,
    )
    lane.submit(talk, bot).result()
    remote.edit(FIRST, "hello", "hello!")
    lane.submit(bot.add, user("more", 40)).result()
    sync.pull()
    sync.push()
    assert threads == {"lane_0"}
    lane.submit(bot.end).result()
    lane.shutdown()


def zeppelin(folder: Path, remote: RemoteInMemory) -> Machine:
    """A machine whose person said something that is there, and takes it back."""
    bot = Machine(folder, remote, Clock())
    bot.add(user("a zeppelin", origin="telegram 1"), agent("hi", 1))
    bot.timeline.close(ClosedBy.USER)
    bot.all()
    bot.timeline.alterations.redact("telegram 1")
    return bot


def legible(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())


@pytest.mark.parametrize("ends", [True, False])
def test_nothing_forgotten_stays_here_when_nobody_heard_that_it_arrived(
    remote: RemoteInMemory, tmp_path: Path, ends: bool
) -> None:
    bot = zeppelin(tmp_path / "bot", remote)
    bot.sync.pull()
    remote.faults += [("commit", "lost"), ("look", "down")]
    with pytest.raises(RemoteUnreachable):
        bot.sync.push()
    assert b"zeppelin" in legible(bot.folder)
    bot = bot.again() if ends else bot
    bot.all()
    assert b"zeppelin" not in legible(bot.folder)
    assert remote.messages()[-1] == FORGOTTEN
    bot.end()


def test_what_is_forgotten_is_one_commit_whatever_is_written_before_it_could_be_told(
    remote: RemoteInMemory, tmp_path: Path
) -> None:
    bot = zeppelin(tmp_path / "bot", remote)
    before = remote.messages()
    remote.down = True
    bot.sync.step()
    bot = bot.again()  # which looks at the indexes again
    bot.add(user("a lamp", 90, origin="telegram 2"))
    bot.timeline.close(ClosedBy.USER)
    remote.down = False
    bot.sync.pull()
    bot.sync.push()
    after = remote.messages()[len(before) :]
    assert after[0] == FORGOTTEN
    assert after.count(FORGOTTEN) == 1
    (forgetting,) = [one for one in remote.commits.values() if one.message == FORGOTTEN]
    assert b"zeppelin" not in b"".join(forgetting.files.values())
    bot.all()
    assert bot.files == remote.files
    bot.end()
