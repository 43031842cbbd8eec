"""The commands as users and programs call them: output, exit status, a sentence on failure."""

import json
import os
import shutil
import subprocess
import textwrap
import zipfile
from pathlib import Path

import pytest

from tests.end_to_end.process import Bot

PAST = [
    {"at": "2026-03-01T10:00:00Z", "speaker": "user", "text": "We planted tomatoes."},
    {"at": "2026-03-01T10:00:20Z", "speaker": "agent", "text": "On the balcony?"},
    {"at": "2026-03-01T10:29:59Z", "speaker": "user", "text": "Yes, and basil."},
    {"at": "2026-03-01T10:59:59Z", "speaker": "user", "text": "Half an hour later: rain."},
    {"at": "2026-04-02T08:00:00+02:00", "speaker": "user", "text": "第一片叶子长出来了。"},
]


def jsonl(bot: Bot, *lines: object, name: str = "past.jsonl") -> str:
    path = bot.home / name
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("\n".join(texts), encoding="utf-8")
    return str(path)


def one_sentence(stderr: bytes) -> str:
    text = stderr.decode()
    assert "Traceback" not in text
    assert text.strip().count("\n") == 0, text
    return text


def derived(bot: Bot) -> dict[str, bytes]:
    return {
        str(path.relative_to(bot.repo)): path.read_bytes()
        for path in bot.repo.glob("memory/episodic/**/*.json")
    }


def test_a_past_is_cut_by_thirty_minutes_of_silence(bot: Bot) -> None:
    result = bot.json("import", jsonl(bot, *PAST))
    assert result == {"added": 5, "already_there": 0, "left_out": 0, "slices": 3}
    listed = bot.json("timeline")
    assert [entry["turns"] for entry in listed] == [3, 1, 1]
    assert [entry["slice_id"] for entry in listed] == [
        "2026-03-01-1000",
        "2026-03-01-1059",
        "2026-04-02-0600",
    ]
    assert all(entry["status"] == "closed" for entry in listed)
    assert (bot.repo / listed[0]["path"]).is_file()


def test_an_import_that_is_repeated_adds_nothing(bot: Bot) -> None:
    past = jsonl(bot, *PAST)
    bot.json("import", past)
    before = derived(bot)
    assert bot.json("import", past)["added"] == 0
    assert bot.json("check")["turns"] == 5
    assert derived(bot) == before


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{not json", "Line 2 is not JSON"),
        ('["a", "list"]', "Line 2 is not an object"),
        ('{"speaker": "user", "text": "when?"}', 'Line 2 has no "at"'),
        ('{"at": "2026-02-30", "speaker": "user", "text": "x"}', "no ISO time"),
        ('{"at": "2999-01-01T00:00:00Z", "speaker": "user", "text": "x"}', "in the future"),
        ('{"at": "2026-01-01T00:00:00Z", "speaker": "cat", "text": "x"}', 'no "speaker"'),
        ('{"at": "2026-01-01T00:00:00Z", "speaker": "user"}', 'no "text"'),
        ("[" * 100_000, "Line 2 is not JSON"),
    ],
)
def test_a_line_that_is_no_turn_is_named_and_the_rest_is_brought(
    bot: Bot, line: str, complaint: str
) -> None:
    ended = bot.run("import", jsonl(bot, PAST[0], line, PAST[1]))
    assert ended.returncode == 1
    assert complaint in one_sentence(ended.stderr)
    assert bot.json("check")["turns"] == 2


def test_times_without_a_zone_and_out_of_order_are_taken_and_said(bot: Bot) -> None:
    lines = [
        {"at": "2026-03-02T10:00:00", "speaker": "user", "text": "later"},
        {"at": "2026-03-01T10:00:00", "speaker": "user", "text": "earlier \ud800"},
    ]
    ended = bot.run("import", jsonl(bot, *lines), "--timezone", "Asia/Tokyo")
    assert ended.returncode == 0
    told = ended.stderr.decode()
    for what in ("2 lines have no time zone", "Asia/Tokyo", "out of order", "no file can hold"):
        assert what in told
    assert [entry["start"] for entry in bot.json("timeline")] == [
        "2026-03-01T01:00:00+00:00",
        "2026-03-02T01:00:00+00:00",
    ]


def test_an_import_reads_standard_input_too(bot: Bot) -> None:
    ended = bot.run("import", "-", said=json.dumps(PAST[0]))
    assert ended.returncode == 0
    assert bot.json("check")["turns"] == 1


def test_recall_points_by_words_and_by_dates(bot: Bot) -> None:
    bot.json("import", jsonl(bot, *PAST))
    found = bot.json("recall", "Where did we plant the tomatoes?")
    assert found["pointers"][0]["slice_id"] == "2026-03-01-1000"
    assert found["pointers"][0]["path"] == "memory/episodic/slices/2026/03/01/1000.md"
    assert "tomatoes" in found["pointers"][0]["reason"]
    assert 0 < found["pointers"][0]["relevance"] <= 1
    assert bot.json("recall", "叶子")["pointers"][0]["slice_id"] == "2026-04-02-0600"
    day = bot.json("recall", "2026-03-01", "--timezone", "UTC")
    assert [pointer["slice_id"] for pointer in day["pointers"]] == [
        "2026-03-01-1000",
        "2026-03-01-1059",
    ]
    assert day["intervals"] == [
        {
            "start": "2026-03-01T00:00:00+00:00",
            "end": "2026-03-02T00:00:00+00:00",
            "text": "2026-03-01",
        }
    ]
    nothing = bot.json("recall", "tomatoes 2025-01-01")
    assert nothing["pointers"] == []
    assert "2025-01-01" in nothing["note"]
    assert len(bot.json("recall", "2026", "--limit", "1")["pointers"]) == 1


NOW = ("--now", "2026-03-18T21:30", "--timezone", "Europe/Berlin")


def test_when_says_which_time_a_phrase_means(bot: Bot) -> None:
    assert bot.json("when", "What did we do last Tuesday evening?", *NOW) == [
        {
            "start": "2026-03-10T17:00:00+01:00",
            "end": "2026-03-11T00:00:00+01:00",
            "text": "last Tuesday evening",
            "fuzzy": False,
        }
    ]
    assert bot.json("when", "上周三晚上", "--language", "zh", *NOW)[0]["text"] == "上周三晚上"
    assert bot.json("when", "good morning, may I", *NOW) == []
    assert bot.json("when", "a long time ago", *NOW)[0]["start"] is None
    assert bot.json("when", "tomorrow", *NOW)[0]["start"] == "2026-03-19T00:00:00+01:00"
    shown = bot.run("when", "yesterday", *NOW).stdout.decode()
    assert shown == "yesterday: Tuesday 17 March 2026\n"


def test_the_timeline_is_listed_by_a_time_in_words(bot: Bot) -> None:
    bot.json("import", jsonl(bot, *PAST))
    listed = bot.json("timeline", "earlier", "this", "month", "--now", "2026-03-18T21:30")
    assert [entry["slice_id"] for entry in listed] == ["2026-03-01-1000", "2026-03-01-1059"]
    assert bot.json("timeline", "上周", *NOW) == []
    assert len(bot.json("timeline", "in March 2026", *NOW)) == 2


def test_times_are_read_by_the_customs_in_the_settings(bot: Bot) -> None:
    settings = """
        people:
          - name: mara
            timezone: Europe/Dublin
            week_start: sunday
            date_order: day_first
            holidays: ie
    """
    (bot.home / "previously.yaml").write_text(textwrap.dedent(settings), encoding="utf-8")
    asked = "last week, on 5/3 and on Mother's Day"
    assert [one["start"][:10] for one in bot.json("when", asked, *NOW)] == [
        "2026-03-08",
        "2026-03-05",
        "2026-03-15",
    ]
    bot.json("import", jsonl(bot, {**PAST[0], "at": "2026-03-08T09:00:00Z"}))
    assert len(bot.json("timeline", "last week", *NOW)) == 1
    assert len(bot.json("recall", "What did we plant last week?", *NOW)["pointers"]) == 1
    told = bot.chat("/when Mother's Day 2026")
    assert "15 March 2026" in told


def test_a_thing_is_found_by_when_it_happens_and_not_talk_by_that(bot: Bot) -> None:
    said = {
        "at": "2026-05-28T19:00:00Z",
        "speaker": "user",
        "text": "I'm flying to Tokyo tomorrow.",
    }
    bot.json("import", jsonl(bot, said))
    asked = ("--now", "2026-06-20T12:00", "--timezone", "UTC")
    found = bot.json("recall", "Where was I on 29 May?", *asked)["pointers"]
    assert [pointer["slice_id"] for pointer in found] == ["2026-05-28-1900"]
    talk = bot.json("recall", "What did we talk about on 29 May?", *asked)
    assert talk["pointers"] == []
    assert "29 May" in talk["note"]
    index = (bot.repo / "memory/episodic/slices/2026/05/_index.json").read_text()
    assert json.loads(index)["slices"][0]["occurrences"] == [
        {"start": "2026-05-29", "end": "2026-05-30", "text": "tomorrow", "turn": "1"}
    ]


def test_the_timeline_of_a_day_is_the_day_of_the_persons_zone(bot: Bot) -> None:
    late = {"at": "2026-03-01T23:30:00Z", "speaker": "user", "text": "Past midnight in Berlin."}
    bot.json("import", jsonl(bot, late))
    assert bot.json("timeline", "2026-03-01", "--timezone", "Europe/Berlin") == []
    assert len(bot.json("timeline", "2026-03-02", "--timezone", "Europe/Berlin")) == 1


def test_check_names_each_damaged_file_and_reads_the_rest(bot: Bot) -> None:
    bot.json("import", jsonl(bot, *PAST))
    day = bot.repo / "memory/episodic/slices/2026/03/01"
    whole = (day / "1000.md").read_bytes()
    (day / "1000.md").write_bytes(whole.partition(b"balcony?")[0])
    (day / "1100.md").mkdir()
    (day / "1200.md").write_bytes(whole.replace(b"tomatoes", b"tom\xff\xfetoes"))
    (day / "1300.md").write_bytes(b"---\n- a\n- list\n---\n\n" + whole.partition(b"---\n\n")[2])
    ended = bot.run("check", "--json")
    assert ended.returncode == 1
    report = json.loads(ended.stdout)
    damaged = {Path(problem["path"]).name: problem["what"] for problem in report["problems"]}
    assert set(damaged) == {"1000.md", "1100.md", "1200.md"}
    assert "not a file" in damaged["1100.md"]
    assert "UTF-8" in damaged["1200.md"]
    assert any(Path(note["path"]).name == "1300.md" for note in report["notes"])
    assert report["turns"] == 2 + 3 + 3 + 1 + 1


def test_damage_is_never_written_over(bot: Bot) -> None:
    bot.chat("A first word.")
    path = bot.repo / bot.json("timeline")[0]["path"]
    path.write_bytes(path.read_bytes().partition(b"word.\n\n## Turn 2")[0])
    damaged = path.read_bytes()
    bot.chat("A second word.")
    assert path.read_bytes() == damaged
    others = [entry for entry in bot.json("timeline") if bot.repo / entry["path"] != path]
    assert [entry["turns"] for entry in others] == [2]


def test_rebuild_makes_the_same_bytes_again(bot: Bot) -> None:
    bot.json("import", jsonl(bot, *PAST))
    kept = derived(bot)
    assert len(kept) == 3
    for path in kept:
        (bot.repo / path).write_text('{"month": "2026-03", "slices": [{"id": "lies"}]}')
    assert bot.json("rebuild") == {"slices": 3}
    assert derived(bot) == kept
    assert bot.json("timeline")[0]["turns"] == 3


def test_reading_commands_change_nothing(bot: Bot) -> None:
    bot.json("import", jsonl(bot, *PAST))
    shutil.rmtree(bot.repo / ".previously")
    for path in derived(bot):
        (bot.repo / path).unlink()

    def files() -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in bot.repo.rglob("*") if path.is_file()}

    before = files()
    for command in (["timeline"], ["recall", "basil"], ["check"]):
        bot.json(*command)
    assert files() == before


def test_the_export_is_the_repository_in_one_zip(bot: Bot) -> None:
    bot.json("import", jsonl(bot, *PAST))
    target = bot.home / "away.zip"
    assert bot.json("export", str(target)) == {
        "file": str(target),
        "files": 6,
        "left_out": [],
    }
    with zipfile.ZipFile(target) as archive:
        assert archive.testzip() is None
        assert "memory/episodic/strands.json" in archive.namelist()
        assert not any(name.startswith(".") for name in archive.namelist())
        page = archive.read("memory/episodic/slices/2026/03/01/1000.md")
    assert page == (bot.repo / "memory/episodic/slices/2026/03/01/1000.md").read_bytes()
    again = bot.run("export", str(target))
    assert again.returncode == 1
    assert "exists already" in one_sentence(again.stderr)


@pytest.mark.parametrize(
    ("arguments", "status", "complaint"),
    [
        (["timeline", "--repo", "nowhere"], 1, "does not exist"),
        (["check", "--repo", "a-file"], 1, "a-file"),
        (["import", "nothing.jsonl"], 1, "nothing.jsonl cannot be read"),
        (["import", "a-folder"], 1, "a-folder cannot be read"),
        (["timeline", "--config", "nothing.yaml"], 1, "nothing.yaml"),
        (["timeline", "--person", "nobody"], 1, "nobody"),
        (["timeline", "gibberish"], 2, "is not a time"),
        (["timeline", "tomorrow"], 2, "'tomorrow' is still to come"),
        (["timeline", "the", "lease", "2021"], 2, "is not a time"),
        (["timeline", "2021", "2022"], 2, "is not a time"),
        (["export", "a-folder/missing/x.zip"], 1, "cannot be written"),
        (["chat", "--demo", "--repo", "a-folder"], 2, "--demo"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_sentence(
    bot: Bot, arguments: list[str], status: int, complaint: str
) -> None:
    (bot.home / "a-file").write_text("x")
    (bot.home / "a-folder").mkdir()
    ended = bot.run(*arguments, repo=False)
    assert ended.returncode == status
    assert complaint in one_sentence(ended.stderr)
    assert ended.stdout == b""


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["unknown"],
        ["recall"],
        ["recall", "x", "--now", "yesterday"],
        ["recall", "x", "--limit", "0"],
        ["timeline", "--timezone", "Mars/Phobos"],
        ["timeline", "--timezone", "../../etc/passwd"],
        ["import", "x", "--format", "csv"],
    ],
)
def test_wrong_usage_ends_with_two(bot: Bot, arguments: list[str]) -> None:
    ended = bot.run(*arguments, repo=False)
    assert ended.returncode == 2
    assert b"Traceback" not in ended.stderr


def test_a_line_with_bytes_that_are_no_text_is_brought_with_what_can_be_read(bot: Bot) -> None:
    line = json.dumps(PAST[0]).encode().replace(b"tomatoes", b"tomat\xff")
    (bot.home / "past.jsonl").write_bytes(line)
    ended = bot.run("import", "past.jsonl")
    assert ended.returncode == 0
    assert "no file can hold" in one_sentence(ended.stderr)
    assert bot.json("recall", "planted")["pointers"]


def test_an_export_takes_along_what_is_a_file_and_names_the_rest(bot: Bot) -> None:
    bot.json("import", jsonl(bot, *PAST))
    (bot.home / "secret").write_text("not to be packed")
    (bot.repo / "memory" / "link.md").symlink_to(bot.home / "secret")
    os.mkfifo(bot.repo / "memory" / "pipe.md")
    ended = bot.run("export", str(bot.home / "away.zip"))
    assert ended.returncode == 1
    assert ended.stderr.decode().splitlines() == [
        "memory/link.md cannot be read and is left out.",
        "memory/pipe.md cannot be read and is left out.",
    ]
    with zipfile.ZipFile(bot.home / "away.zip") as archive:
        assert len(archive.namelist()) == 6


def test_an_export_into_the_repository_itself_is_refused(bot: Bot) -> None:
    bot.json("import", jsonl(bot, *PAST))
    ended = bot.run("export", str(bot.repo / "memory" / "away.zip"))
    assert ended.returncode == 1
    assert "outside of it" in one_sentence(ended.stderr)


@pytest.mark.parametrize("command", [["timeline"], ["check"], ["chat"]])
def test_an_output_that_is_full_is_told_in_one_sentence(bot: Bot, command: list[str]) -> None:
    bot.json("import", jsonl(bot, *PAST))
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(
            [*bot.command(*command), "--repo", str(bot.repo)],
            input=b"Hello\n",
            stdout=full,
            stderr=subprocess.PIPE,
            env=bot.environment,
            timeout=60,
            check=False,
        )
    assert ended.returncode == 1
    assert b"Traceback" not in ended.stderr
    assert b"fault" not in ended.stderr


def test_without_settings_the_timeline_is_in_the_users_user_folder(bot: Bot) -> None:
    assert bot.run("chat", said="Hello there.\n", repo=False).returncode == 0
    listed = json.loads(bot.run("timeline", "--json", repo=False).stdout)
    path = bot.home / "xdg/previously/timeline" / listed[0]["path"]
    assert "Hello there." in path.read_text(encoding="utf-8")


def test_settings_say_whose_timeline_and_where(bot: Bot) -> None:
    settings = bot.home / "previously.yaml"
    settings.write_text(
        "people:\n"
        "  - {name: mara, timezone: Asia/Tokyo, repository: {folder: ./mara}}\n"
        "  - {name: omar, timezone: Africa/Cairo, language: zh, repository: {folder: ./omar}}\n"
        "state: ./state\n"
    )
    assert bot.run("chat", "--person", "Omar", said="A lamp.\n", repo=False).returncode == 0
    slices = list((bot.home / "omar/memory").rglob("*.md"))
    assert len(slices) == 1
    assert "timezone: Africa/Cairo" in slices[0].read_text()
    assert json.loads(bot.run("timeline", "--json", repo=False).stdout) == []
    assert (bot.home / "state/previously.db").is_file()


def test_output_that_nobody_reads_is_no_error_to_talk_about(bot: Bot) -> None:
    bot.json("import", jsonl(bot, *PAST))
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as closed:
        ended = subprocess.run(
            [*bot.command("timeline"), "--repo", str(bot.repo)],
            stdout=closed,
            stderr=subprocess.PIPE,
            env=bot.environment,
            timeout=60,
            check=False,
        )
    assert b"Traceback" not in ended.stderr
    assert b"Error" not in ended.stderr


def test_a_terminal_without_unicode_still_gets_its_lines(bot: Bot) -> None:
    bot.json("import", jsonl(bot, *PAST))
    environment = {**bot.environment, "LANG": "C", "LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
    for extra in ([], ["--json"]):
        ended = subprocess.run(
            [*bot.command("timeline", *extra), "--repo", str(bot.repo)],
            capture_output=True,
            env=environment,
            timeout=60,
            check=False,
        )
        assert ended.returncode == 0
        assert b"Traceback" not in ended.stderr
    assert json.loads(ended.stdout)[2]["focus"] == "第一片叶子长出来了"


def test_the_bot_is_for_everybody_in_the_settings_on_a_platform_of_theirs(bot: Bot) -> None:
    ended = bot.run("run", "--repo", str(bot.repo), repo=False)
    assert (ended.returncode, b"leave out --repo" in ended.stderr) == (2, True)
    ended = bot.run("run", repo=False)
    assert (ended.returncode, b"There are no settings yet" in ended.stderr) == (1, True)
    people = "people:\n  - {name: mara, timezone: UTC, repository: {folder: ./mara}}\n"
    (bot.home / "previously.yaml").write_text(people)
    ended = bot.run("run", repo=False)
    assert (ended.returncode, b"name no platform" in ended.stderr) == (1, True)
    (bot.home / "previously.yaml").write_text(
        people + "platforms:\n  telegram: {token_env: NO_SUCH_TOKEN}\n"
    )
    ended = bot.run("run", repo=False)
    assert (ended.returncode, b"NO_SUCH_TOKEN" in ended.stderr) == (1, True)
    assert b"Traceback" not in ended.stderr


def test_a_code_is_printed_and_let_into_the_state_of_the_person(bot: Bot) -> None:
    code = bot.json("pair")
    assert code["person"] == "you"
    assert len(code["code"]) == 8
    shown = bot.run("pair").stdout.decode()
    assert shown.split(" — ")[0] != code["code"]
