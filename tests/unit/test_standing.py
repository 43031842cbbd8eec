"""What is known of a repository elsewhere, and what of it the next process knows."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from memory.errors import LimitReached, RemoteUnreachable, RepositoryPublic
from memory.slices import ClosedBy
from memory.standing import Standing, standing_of
from memory.stores.github.known import Known
from previously_bot.texts import syncing
from tests.remotes import NAME, RemoteInMemory
from tests.strategies import START, user
from tests.syncing import Clock, Machine

BERLIN = ZoneInfo("Europe/Berlin")
LATER = START + timedelta(hours=1)


def talk(bot: Machine) -> None:
    bot.add(user("my secret affair", origin="telegram 1"))
    bot.timeline.close(ClosedBy.USER)
    bot.sync.step()


def test_before_the_first_step_nothing_is_known(bot: Machine) -> None:
    assert bot.mirror.standing == Standing()


def test_the_next_process_knows_when_all_was_well_and_the_last_commit(
    bot: Machine, remote: RemoteInMemory, clock: Clock
) -> None:
    talk(bot)
    after = bot.again().mirror.standing
    assert after == Standing(well=clock.now, commit=remote.look().commit, committed=clock.now)


def test_a_commit_by_hand_is_dated_when_it_was_seen(
    bot: Machine, remote: RemoteInMemory, clock: Clock
) -> None:
    talk(bot)
    remote.person({"memory/user/profile.md": b"Mara"})
    clock.passes(31)
    bot.sync.step()
    kept = bot.again().mirror.standing
    assert (kept.commit, kept.committed) == (remote.look().commit, clock.now)


def test_the_next_process_knows_the_trouble_until_it_is_over(
    bot: Machine, remote: RemoteInMemory, clock: Clock
) -> None:
    talk(bot)
    before = clock.now
    remote.down = True
    clock.passes(31)
    bot.sync.step()
    bot = bot.again()
    assert "cannot be asked (the network is gone)" in bot.mirror.standing.trouble
    assert (bot.mirror.standing.kind, bot.mirror.standing.well) == ("RemoteUnreachable", before)
    remote.down = False
    bot.sync.step()
    assert bot.mirror.standing.trouble == ""
    assert bot.again().mirror.standing.trouble == ""


def test_the_next_process_says_it_in_the_language_of_the_person(
    bot: Machine, remote: RemoteInMemory, clock: Clock
) -> None:
    talk(bot)
    remote.private = False
    clock.passes(31)
    bot.sync.step()
    kept = bot.again().mirror.standing
    assert kept.kind == "RepositoryPublic"
    assert syncing.in_the_way(kept, BERLIN, "zh").startswith(f"{NAME} 是公开的")
    assert syncing.in_the_way(kept, BERLIN, "en") == str(RepositoryPublic(NAME))


def test_what_stops_the_flush_at_the_end_is_known_at_the_next_start(
    bot: Machine, remote: RemoteInMemory, clock: Clock
) -> None:
    bot.add(user("hello", origin="telegram 1"))
    remote.down = True
    assert not bot.sync.flush(clock.now + timedelta(seconds=20))
    assert "cannot be asked" in bot.again().mirror.standing.trouble


def test_what_a_flush_brought_there_is_the_last_commit(
    bot: Machine, remote: RemoteInMemory, clock: Clock
) -> None:
    bot.add(user("hello", origin="telegram 1"))
    assert bot.sync.flush(clock.now + timedelta(seconds=20))
    assert bot.again().mirror.standing.commit == remote.look().commit


def test_a_look_that_finds_nothing_new_writes_nothing(
    bot: Machine, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk(bot)
    written: list[object] = []
    monkeypatch.setattr(Known, "note", lambda _, facts: written.append(facts))
    for _ in range(15):
        clock.passes(1)
        bot.mirror.opens = True  # as when a slice begins
        bot.sync.step()
    assert written == []
    clock.passes(30)
    bot.sync.step()
    assert len(written) == 1


def test_the_same_trouble_again_and_again_is_written_once(
    bot: Machine, remote: RemoteInMemory, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk(bot)
    written: list[object] = []
    monkeypatch.setattr(Known, "note", lambda _, facts: written.append(facts))
    remote.down = True
    clock.passes(31)
    bot.steps(minutes=90)
    assert len(written) == 1


def test_nothing_that_was_said_is_kept_of_it(
    bot: Machine, remote: RemoteInMemory, clock: Clock
) -> None:
    talk(bot)
    remote.down = True
    clock.passes(31)
    bot.sync.step()
    assert "affair" not in str(bot.mirror.tree.known.facts)


def test_a_limit_is_told_in_the_persons_own_time() -> None:
    told = Standing().after(LimitReached("mara/timeline", LATER), "", START)
    kept = standing_of(told.facts)
    said = syncing.in_the_way(kept, BERLIN, "en")
    assert "18:58" in said
    assert "UTC" not in said
    assert "18:58" in syncing.in_the_way(kept, BERLIN, "zh")


def test_another_trouble_after_a_limit_is_told_as_it_is() -> None:
    limited = Standing().after(LimitReached("mara/timeline", LATER), "", START)
    error = RemoteUnreachable("mara/timeline", "no connection")
    after = limited.after(error, "", LATER)
    assert syncing.in_the_way(standing_of(after.facts), BERLIN, "en") == str(error)


def test_a_commit_is_told_with_its_moment_in_the_persons_own_time() -> None:
    standing = Standing(commit="0123456789abcdef", committed=START)
    said = syncing.last_commit(standing, BERLIN, "en")
    assert said == "Last commit: 0123456789, Tuesday 7 July 2026, 17:58"


def test_a_commit_whose_moment_was_not_kept_is_told_without() -> None:
    kept = standing_of({"head": "b" * 40, "dated": "a" * 40, "committed": START.isoformat()})
    assert kept == Standing(commit="b" * 40)
    assert syncing.last_commit(kept, BERLIN, "en") == "Last commit: bbbbbbbbbb"
    assert syncing.last_commit(Standing(), BERLIN, "en") == ""


@pytest.mark.parametrize("moment", ["yesterday", "2026-07-07T15:58:00", ""])
def test_a_moment_that_is_none_is_not_known(moment: str) -> None:
    assert standing_of({"well": moment, "until": moment}) == Standing()
