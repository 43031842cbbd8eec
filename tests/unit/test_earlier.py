"""What the memory held once is found in its commits, and the memory of now stays as it is."""

import json
from collections.abc import Iterator, Mapping
from datetime import timedelta

import pytest

from memory.errors import (
    IncompleteAnswer,
    PastIsFixed,
    RemoteUnreachable,
    StrangeAnswer,
    TokenRefused,
)
from memory.timeline import Timeline
from previously_bot.earlier import Earlier, Held
from tests.fakes import MARA, NOON, patient
from tests.pasts import (
    FIRST,
    LOST,
    LOST_PATH,
    NAME,
    PHOTO,
    SECOND,
    THERE,
    Remembered,
    remembered,
    said,
)
from tests.servers.github import CODELOAD, faults
from tests.timelines import read_all

SHA = "a" * 40


@pytest.fixture
def world() -> Iterator[Remembered]:
    with remembered() as made:
        yield made


def held(world: Remembered, days: float, **settings: str) -> Held | None:
    """What was held so many days after the first commit."""
    return world.earlier(**settings).held(FIRST + timedelta(days=days))


def texts_of(found: Held | None) -> list[str]:
    assert found is not None
    return read_all(found.timeline)


@pytest.mark.parametrize(
    ("days", "texts"), [(0, [LOST]), (18.9, [LOST]), (19, [THERE]), (999, [THERE])]
)
def test_a_moment_has_what_the_last_commit_before_it_held(
    world: Remembered, days: float, texts: list[str]
) -> None:
    assert texts_of(held(world, days)) == texts


def test_before_the_first_commit_nothing_is_known(world: Remembered) -> None:
    assert held(world, -0.1) is None


def test_the_index_over_it_is_made_of_what_was_held_then(world: Remembered) -> None:
    found = held(world, 1)
    assert found is not None
    recalled = found.recollection.recall("cello workshop", NOON, MARA.zone)
    assert [one.slice_id for one in recalled.pointers] == ["2026-02-28-1000"]
    (scene,) = found.recollection.scenes(recalled, 10)
    assert [turn.text for turn in scene.slice.turns] == [LOST]


def test_reading_the_past_changes_nothing_of_now(world: Remembered) -> None:
    before = world.everything()
    found = held(world, 1)
    assert found is not None
    found.recollection.recall("cello", NOON, MARA.zone)
    with pytest.raises(PastIsFixed):
        found.timeline.add(said("Something new", NOON, "a 3"))
    assert texts_of(found) == [LOST]
    assert world.everything() == before
    assert not any(one.writes for one in world.server.asked)


def test_what_was_read_last_is_not_fetched_again(world: Remembered) -> None:
    earlier = world.earlier()
    first = earlier.held(FIRST)
    world.server.asked.clear()
    assert earlier.held(FIRST + timedelta(days=3)) is first
    assert world.server.counted() == {"commits": 1}
    assert texts_of(earlier.held(SECOND)) == [THERE]
    assert texts_of(earlier.held(FIRST)) == [LOST]


def test_of_all_that_is_no_slice_nothing_is_held(world: Remembered) -> None:
    assert PHOTO in world.repo.files()
    given: list[str] = []

    def opened(files: Mapping[str, bytes]) -> Timeline:
        given.extend(files)
        return world.timeline

    Earlier(world.past(), opened, world.clock, patient).held(FIRST)
    assert {path.split("/")[1] for path in given} == {"episodic"}
    assert LOST_PATH in given


def test_a_folder_of_the_repository_has_a_past_of_its_own() -> None:
    with remembered("notes/previously/") as world:
        world.clock.forward(days=-100)
        world.repo.push({"README.md": "beside it, by the person"})
        world.clock.forward(days=100)
        assert texts_of(held(world, 1, prefix="notes/previously")) == [LOST]
        messages = [one.message for one in world.earlier(prefix="notes/previously").commits(9)]
        assert messages == [
            "Slice 2026-03-20 10:00: at home",
            "Slice 2026-02-28 10:00: the cello",
        ]


def test_a_branch_of_the_settings_has_a_past_of_its_own(world: Remembered) -> None:
    older = world.repo.objects.commits[world.repo.head].parents[0]
    world.repo.branches["second"] = older
    assert texts_of(held(world, 999, branch="second")) == [LOST]


def test_a_repository_that_was_renamed_is_still_asked(world: Remembered) -> None:
    world.repo.rename("mara/life")
    assert texts_of(held(world, 1)) == [LOST]
    assert len(world.earlier().commits(9)) == 2


def test_an_empty_repository_has_no_past(world: Remembered) -> None:
    world.server.repository("mara/empty")
    assert held(world, 1, github="mara/empty") is None
    assert world.earlier(github="mara/empty").commits(9) == []


def test_an_archive_that_is_cut_is_not_taken_for_all_there_was(world: Remembered) -> None:
    earlier = world.earlier()
    world.server.fails(CODELOAD, faults.cut_off(0.5))
    with pytest.raises(IncompleteAnswer, match=NAME):
        earlier.held(FIRST)
    assert texts_of(earlier.held(FIRST)) == [LOST]


def test_a_token_that_is_refused_is_told_without_it(world: Remembered) -> None:
    earlier = world.earlier()
    world.server.rights.clear()
    with pytest.raises(TokenRefused) as told:
        earlier.held(FIRST)
    assert world.server.token not in str(told.value)


def test_a_github_that_is_away_is_told(world: Remembered) -> None:
    world.server.away = True
    with pytest.raises(RemoteUnreachable):
        held(world, 1)


def test_a_download_without_end_is_given_up(world: Remembered) -> None:
    earlier = world.earlier()
    late = faults.meanwhile(lambda: world.clock.forward(minutes=11))
    world.server.fails(CODELOAD, late)
    with pytest.raises(IncompleteAnswer, match="took too long"):
        earlier.held(FIRST)


def test_nothing_is_read_any_more_when_it_was_closed(world: Remembered) -> None:
    earlier = world.earlier()
    world.server.fails(CODELOAD, faults.meanwhile(earlier.close))
    with pytest.raises(IncompleteAnswer):
        earlier.held(FIRST)


@pytest.mark.parametrize(
    "shown",
    [
        {},
        [1],
        [{"sha": "x"}],
        [{"sha": SHA, "commit": {"message": "m", "committer": {"date": "yesterday"}}}],
        [{"sha": SHA, "commit": {"message": "m", "committer": {"date": "2026-03-01T12:00"}}}],
        [{"sha": SHA, "commit": {"message": 1, "committer": None}}],
    ],
)
def test_what_is_no_list_of_commits_is_a_strange_answer(
    world: Remembered, shown: object
) -> None:
    world.server.fails("commits", faults.garbled(json.dumps(shown).encode()))
    with pytest.raises(StrangeAnswer):
        held(world, 1)
