"""What all timelines on GitHub of one process share."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from memory.errors import (
    LimitReached,
    OutOfTime,
    RemoteUnreachable,
    RepositoryArchived,
    TimelineError,
)
from memory.standing import Standing
from memory.stores.github.mirror import Mirror, files_of
from memory.stores.github.pacing import WINDOWS
from previously_bot.app.mirroring import Surroundings, open_sync
from previously_bot.app.places import Place, open_store, timeline_of
from previously_bot.app.talking import left_over
from previously_bot.errors import MissingSecret
from previously_bot.models.extractive.marks import mark
from previously_bot.people import Person
from previously_bot.repository_settings import RepositorySettings
from previously_bot.status import RemoteStatus
from tests.fakes import HandClock
from tests.servers.github import GitHubServer, github_server
from tests.timelines import put

DAYS, SLICES = 5, 15  # of each person; a slice is a commit, and that is three writes


class Hurried(Surroundings):
    """Time passes only while somebody waits for their turn; `writes` says when each was."""

    def __init__(self, clock: HandClock, server: GitHubServer) -> None:
        super().__init__(clock)
        self._clock, self._server = clock, server
        self.writes: list[datetime] = []

    def wait(self, seconds: float) -> None:
        self.note()
        self._clock.forward(seconds=seconds)

    def note(self) -> None:
        """All that was written since the last wait was written now."""
        made = sum(one.writes for one in self._server.asked) - len(self.writes)
        self.writes += [self._clock.now()] * made


def place_of(name: str, home: Path, url: str) -> Place:
    chosen = RepositorySettings(github=f"{name}/timeline", token_env="GH", api_url=url)
    person, mirror = Person(name, ZoneInfo("UTC"), "en"), home / name
    return Place(person, files_of(mirror), home, repository=chosen, mirror=mirror)


def here(act: Any, *args: Any, **named: Any) -> Any:
    return act(*args, **named)


def bring_there(place: Place, around: Hurried, clock: HandClock, day: int) -> None:
    """Slices of a day, for as long as it takes."""
    with open_store(place, writer="the test") as store:
        assert isinstance(store, Mirror)
        timeline = timeline_of(place, store, mark)
        with open_sync(place, store, timeline, here, around) as sync:
            for minute in range(SLICES):
                path = f"memory/episodic/slices/2026/07/{day:02}/12{minute:02}.md"
                put(store, path, "## Turn 1 — 2026-07-01T12:00:00.000Z (user)\n\nhi\n")
            while store.pending:
                try:
                    sync.push()
                except LimitReached as limit:
                    around.wait((limit.until - clock.now()).total_seconds())


def test_two_people_together_write_no_faster_than_the_pace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = HandClock()
    with github_server(clock.now) as server:
        monkeypatch.setenv("GH", server.token)
        around = Hurried(clock, server)
        places = [place_of(name, tmp_path, server.url) for name in ("mara", "lin")]
        for place in places:
            server.repository(place.called).push({"README.md": "Mine.\n"})
        for day in range(1, DAYS + 1):
            for place in places:
                bring_there(place, around, clock, day)
        around.note()
        commits = [len(one.log()) - 1 for one in server.repositories]
    assert min(commits) >= DAYS * SLICES
    # What is refused for the pace in the middle of a commit is begun anew.
    assert 0 <= len(around.writes) - 3 * sum(commits) <= 2
    for length, most in WINDOWS:
        for first, after in zip(around.writes, around.writes[most:], strict=False):
            assert after - first >= length
    assert around.writes[-1] - around.writes[0] < timedelta(hours=1, minutes=10)


def test_a_token_that_is_missing_is_named_with_whose_repository_it_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GH", raising=False)
    place = place_of("lin", tmp_path, "http://localhost:1")
    with open_store(place, writer="the test") as store:
        timeline = timeline_of(place, store, mark)
        around = Surroundings(HandClock())
        with (
            pytest.raises(MissingSecret, match=r"GH, .* lin’s repository lin/timeline, is not"),
            open_sync(place, store, timeline, here, around),
        ):
            raise AssertionError("it was opened")


def test_what_is_left_at_the_end_goes_when_it_can(tmp_path: Path) -> None:
    place = place_of("mara", tmp_path, "http://nowhere")
    now = datetime(2026, 7, 7, tzinfo=UTC)

    def said(trouble: TimelineError | None) -> str:
        standing = Standing().after(trouble, "", now)
        return left_over(place, RemoteStatus(standing, pending=2))

    head = "2 files wait on this machine to go to mara/timeline, and will "
    archived, away = (
        RepositoryArchived("mara/timeline"),
        RemoteUnreachable("mara/timeline", "no"),
    )
    assert said(archived) == f"{head}once this is mended: {archived}"
    assert said(away) == f"{head}at the next start: {away}"
    short = f"{head}at the next start: the time at the end was too short for that."
    assert said(None) == said(OutOfTime("mara/timeline")) == short
    assert left_over(place, RemoteStatus(Standing(), pending=0)) == ""


def test_a_wait_beyond_the_end_is_no_fault_of_the_network() -> None:
    around = Surroundings(HandClock())
    around.end()
    with pytest.raises(OutOfTime) as caught:
        around.wait(60)
    assert "api_url" not in str(caught.value)
