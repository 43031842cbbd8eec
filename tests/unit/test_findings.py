"""What `previously-bot doctor` makes of what it saw."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from memory.checking import Finding as Problem
from memory.checking import Report
from memory.errors import (
    HistoryRewritten,
    LimitReached,
    RemoteUnreachable,
    RepositoryPublic,
    TimelineError,
    TokenRefused,
)
from memory.standing import Standing
from previously_bot.errors import MissingSecret
from previously_bot.findings import (
    LEAST_FREE,
    Finding,
    Remembered,
    There,
    of_model,
    of_repository,
    of_state,
    of_timeline,
)
from previously_bot.people import Person

NAME = "mara/timeline"
NOW = datetime(2026, 7, 7, 16, 30, tzinfo=UTC)
MARA = Person("mara", ZoneInfo("Europe/Berlin"), "en")
HEAD = "0123456789abcdef0123456789abcdef01234567"
AGREED = Standing(well=NOW, commit=HEAD, committed=NOW)
THERE = There(NAME, "main", HEAD, private=True, archived=False)
FACTS = (
    "Last commit: 0123456789, Tuesday 7 July 2026, 18:30. Files still to be brought there: 2. "
    "Requests that GitHub still allows for now: 4990."
)


def seen(
    looked: There | Exception = THERE,
    standing: Standing = AGREED,
    *,
    person: Person = MARA,
    allow_public: bool = False,
) -> Finding:
    remembered = Remembered(standing, 2)
    return of_repository(person, NAME, looked, remembered, 4990, allow_public=allow_public)


def after(error: TimelineError) -> Standing:
    return AGREED.after(error, HEAD, NOW)


def test_a_repository_where_all_is_well_is_told_with_what_is_known_of_it() -> None:
    found = seen()
    assert found.ok
    assert found.what == (
        f"mara/timeline answers, takes the token and is private, branch main. {FACTS}"
    )
    assert found.as_json == {
        "part": "repository",
        "about": "mara",
        "ok": True,
        "what": found.what,
        "repository": NAME,
        "branch": "main",
        "private": True,
        "archived": False,
        "head": HEAD,
        "commit": HEAD,
        "committed": "2026-07-07T16:30:00+00:00",
        "pending": 2,
        "remaining": 4990,
        "well": "2026-07-07T16:30:00+00:00",
        "trouble": "",
    }


def test_it_is_told_in_chinese_too() -> None:
    what = seen(person=Person("mara", ZoneInfo("Asia/Shanghai"), "zh")).what
    assert "还要送过去的文件：2 个。" in what
    assert "2026年7月8日星期三00:30" in what


def test_one_out_of_reach_is_told_with_what_this_machine_knows() -> None:
    error = RemoteUnreachable(NAME, "no connection")
    found = seen(error)
    assert not found.ok
    assert found.what == f"{error} {FACTS}"
    assert found.more["private"] is None
    assert found.more["pending"] == 2


def test_a_limit_is_told_in_the_persons_own_time() -> None:
    found = seen(LimitReached(NAME, NOW + timedelta(minutes=12)))
    assert not found.ok
    assert "until Tuesday 7 July 2026, 18:42" in found.what
    assert "UTC" not in found.what


def test_one_that_is_public_needs_doing_unless_that_is_allowed() -> None:
    public = There(NAME, "main", HEAD, private=False, archived=False)
    found = seen(public)
    assert not found.ok
    assert "allow_public" in found.what
    assert found.more["private"] is False
    assert seen(public, allow_public=True).ok
    assert "as your settings allow" in seen(public, allow_public=True).what


def test_of_one_that_was_renamed_both_names_are_told() -> None:
    found = seen(There("mara/life", "main", HEAD, private=True, archived=False))
    assert found.ok
    assert f"The settings name {NAME}, which is called mara/life now" in found.what
    assert "is called" not in seen(There("Mara/Timeline", "main", HEAD, True, False)).what


def test_one_that_is_archived_needs_doing() -> None:
    found = seen(There(NAME, "main", HEAD, private=True, archived=True))
    assert not found.ok
    assert "unarchive it" in found.what
    assert "takes the token" not in found.what


def test_something_new_there_is_no_problem() -> None:
    found = seen(There(NAME, "main", "f" * 40, private=True, archived=False))
    assert found.ok
    assert "Something new is there" in found.what


def test_what_no_look_shows_stays_in_the_way() -> None:
    error = HistoryRewritten(NAME, "main")
    found = seen(standing=after(error))
    assert not found.ok
    assert str(error) in found.what
    assert found.more["trouble"] == str(error)


def test_to_who_reads_chinese_nothing_is_said_in_english() -> None:
    lin = replace(MARA, language="zh")
    public = replace(THERE, private=False)
    assert seen(public, person=lin).what.startswith(f"{NAME} 是公开的")
    assert seen(TokenRefused(NAME), person=lin).what.startswith(f"{NAME} 的令牌不对")
    assert seen(MissingSecret("GH"), person=lin).what.startswith("设置里写的环境变量 GH 没有值")
    past = seen(standing=after(TokenRefused(NAME)), person=lin)
    assert past.ok
    assert f"上一次遇到的问题：{NAME} 的令牌不对" in past.what
    # What is wrong still, and was the last time, is said once.
    again = seen(public, standing=after(RepositoryPublic(NAME)), person=lin)
    assert again.what.count("是公开的") == 1


@pytest.mark.parametrize(
    "error", [TokenRefused(NAME), RemoteUnreachable(NAME, "away"), LimitReached(NAME, NOW)]
)
def test_what_a_look_shows_to_be_over_is_told_and_needs_nothing(error: TimelineError) -> None:
    found = seen(standing=after(error))
    assert found.ok
    assert "The last time, something was in the way: " in found.what


def test_the_same_trouble_now_and_then_is_told_once() -> None:
    error = TokenRefused(NAME)
    assert seen(error, after(error)).what == f"{error} {FACTS}"
    public = There(NAME, "main", HEAD, private=False, archived=False)
    refused = RepositoryPublic(NAME)
    assert seen(public, after(refused)).what == f"{refused} {FACTS}"


def test_what_cannot_be_read_here_is_said_and_the_look_counts_all_the_same() -> None:
    unread = Remembered(Standing(), None, "remote.sqlite cannot be read; mend it.")
    found = of_repository(MARA, NAME, THERE, unread, None, allow_public=False)
    assert not found.ok
    assert found.what == "remote.sqlite cannot be read; mend it."
    assert (found.more["pending"], found.more["private"]) == (None, True)


def test_a_state_folder_with_too_little_room_needs_doing() -> None:
    folder = Path("state")
    assert of_state(folder, LEAST_FREE, is_made=True, language="en").ok
    found = of_state(folder, LEAST_FREE - 1, is_made=True, language="en")
    assert not found.ok
    assert "only 99 MB are free" in found.what


def test_a_timeline_is_counted_and_what_is_damaged_needs_doing() -> None:
    sound = of_timeline("mara", "here", Report(slices=1, turns=3), "en")
    assert sound.ok
    assert sound.what == "1 conversation, 3 turns, all readable in here"
    hurt = Report(1, 3, problems=[Problem("a.md", "my secret affair")])
    found = of_timeline("mara", "here", hurt, "en")
    assert not found.ok
    assert "1 file in here cannot be read whole; `previously-bot check`" in found.what
    assert "affair" not in str(found.as_json)


def test_a_timeline_that_nobody_began_is_well() -> None:
    found = of_timeline("mara", "here", Report(), "en")
    assert found.ok
    assert "begins with the first message" in found.what


def test_what_never_came_here_is_no_timeline_that_nobody_began() -> None:
    found = of_timeline("mara", "here", Report(), "en", NAME)
    assert found.ok
    assert "nothing of mara/timeline is on this machine yet" in found.what
    assert "begins with the first message" not in found.what
    found = of_timeline("mara", "here", Report(slices=1, turns=3), "en", NAME)
    assert "1 conversation, 3 turns" in found.what
    assert "nothing of mara/timeline" in found.what


@pytest.mark.parametrize(
    ("listed", "said"),
    [(True, "lists big"), (False, "lists no big"), (None, "lists no models")],
)
def test_of_a_model_no_more_is_said_than_was_asked(listed: bool | None, said: str) -> None:
    found = of_model("pro", "big", listed, "en")
    assert found.ok
    assert said in found.what


@pytest.mark.parametrize(
    ("language", "line"),
    [("en", "!!  Platform discord: no way in."), ("zh", "!!  平台 discord: no way in.")],
)
def test_a_finding_is_one_line_whatever_it_says(language: str, line: str) -> None:
    found = Finding("platform", "discord", ok=False, what="no way\n\tin.")
    assert found.line(language) == line
    assert Finding("platform", "", ok=True, what="none").line("en") == "ok  Platforms: none"
