"""The inbox, and the database under it: on the disk, once, in order; or one clear sentence."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select

from adapters.base import Chat, Incoming
from previously_bot.database import FILE_NAME, KEYS_KEPT, SCHEMA, Database, inbox_rows
from previously_bot.errors import DamagedState, NewerState, StateError, UnusableState
from previously_bot.inbox import Inbox, answer_together
from previously_bot.outbox import Outbox

T0 = datetime(2026, 7, 7, 15, 58, 3, 120_456, tzinfo=UTC)
CHAT = Chat("telegram", "8812")


@pytest.fixture
def database(tmp_path) -> Iterator[Database]:
    database = Database(tmp_path / "state")
    yield database
    database.close()


@pytest.fixture
def inbox(database) -> Inbox:
    return Inbox(database)


def message(
    message_id: str, text: str = "hello", chat: Chat = CHAT, at: datetime = T0
) -> Incoming:
    return Incoming(chat, message_id, "8812", at, text)


def texts(inbox: Inbox, person: str = "mara") -> list[str]:
    return [waiting.incoming.text for waiting in inbox.waiting(person)]


def answer(database: Database, person: str, *numbers: int) -> None:
    with database.writing() as connection:
        answer_together(connection, person, numbers)


def test_a_message_comes_back_as_it_was(inbox):
    berlin = T0.astimezone(ZoneInfo("Europe/Berlin"))
    assert inbox.put(message("1", at=berlin), "mara", received=berlin + timedelta(seconds=1))
    (waiting,) = inbox.waiting("mara")
    assert waiting.incoming == message("1")
    assert waiting.received == T0 + timedelta(seconds=1)
    assert waiting.incoming.at.tzinfo is UTC
    assert waiting.received.tzinfo is UTC


def test_the_last_message_of_a_chat_is_the_one_that_arrived_last(inbox, database):
    other = Chat("discord", "8812")
    inbox.put(message("9", at=T0), "mara", received=T0)
    inbox.put(message("10", at=T0 - timedelta(hours=1)), "mara", received=T0)
    inbox.put(message("11", chat=other), "otto", received=T0)
    inbox.put(message("9"), "mara", received=T0)
    assert inbox.last("telegram", "8812") == "10"
    assert inbox.last("discord", "8812") == "11"
    assert inbox.last("discord", "1") == ""
    answer(database, "mara", 1, 2)
    inbox.forget_before(T0 + timedelta(seconds=1))
    assert inbox.last("telegram", "8812") == "10"


def test_the_chats_of_a_platform_are_those_that_something_came_from(inbox):
    assert inbox.chats("telegram") == []
    for number, chat_id in enumerate(["7", "8812", "7", "5"]):
        inbox.put(message(str(number), chat=Chat("telegram", chat_id)), "mara", received=T0)
    inbox.put(message("1", chat=Chat("discord", "90210")), "mara", received=T0)
    assert inbox.chats("telegram") == ["7", "8812", "5"]
    assert inbox.chats("discord") == ["90210"]


def test_messages_wait_in_the_order_of_arrival_not_of_sending(inbox):
    for number, offset in enumerate([0, -60, 60, -5]):
        at = T0 + timedelta(seconds=offset)
        inbox.put(message(str(number), f"m{number}", at=at), "mara", received=T0)
    assert texts(inbox) == ["m0", "m1", "m2", "m3"]
    numbers = [waiting.number for waiting in inbox.waiting("mara")]
    assert numbers == sorted(numbers)


@pytest.mark.parametrize(
    ("chat", "message_id", "is_new"),
    [
        (CHAT, "1", False),
        (CHAT, "2", True),
        (Chat("telegram", "8813"), "1", True),
        (Chat("discord", "8812"), "1", True),
    ],
)
def test_a_message_is_known_by_platform_chat_and_id(inbox, chat, message_id, is_new):
    inbox.put(message("1", "first"), "mara", received=T0)
    again = message(message_id, "again", chat)
    assert inbox.put(again, "mara", received=T0 + timedelta(hours=1)) is is_new
    assert texts(inbox) == ["first", "again"][: 1 + is_new]


def test_an_answered_message_is_still_known(inbox, database):
    inbox.put(message("1"), "mara", received=T0)
    answer(database, "mara", inbox.waiting("mara")[0].number)
    assert inbox.waiting("mara") == []
    assert not inbox.put(message("1"), "mara", received=T0)
    assert inbox.waiting("mara") == []


def test_only_the_named_messages_are_answered(inbox, database):
    for number in "123":
        inbox.put(message(number, number), "mara", received=T0)
    first, second, third = inbox.waiting("mara")
    answer(database, "mara", first.number, third.number)
    assert inbox.waiting("mara") == [second]


def test_each_person_has_messages_of_their_own(inbox, database):
    inbox.put(message("1", "of lin"), "lin", received=T0)
    inbox.put(message("2", "of mara"), "mara", received=T0)
    inbox.put(message("3", "of lin again"), "lin", received=T0)
    assert texts(inbox, "mara") == ["of mara"]
    assert texts(inbox, "lin") == ["of lin", "of lin again"]
    answer(database, "lin", inbox.waiting("lin")[0].number)
    assert texts(inbox, "mara") == ["of mara"]
    assert texts(inbox, "lin") == ["of lin again"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a\0b\0",
        "".join(map(chr, range(32))) + "\x7f\x85\u2028",
        "\r\n line ends \r",
        "👩‍👩‍👧‍👦" * 1000,
        "x" * 1_000_000,
        "\ufeff\ufffe\U0010ffff",
        "'; drop table inbox; --",
    ],
    ids=lambda text: f"{len(text)} code points",
)
def test_any_text_comes_back_as_it_was(inbox, text):
    inbox.put(message("1", text), "mara", received=T0)
    assert texts(inbox) == [text]


@pytest.mark.parametrize(
    ("text", "kept"), [("a\ud800b", "a\ufffdb"), ("\udfff", "\ufffd"), ("\ud83d\ude00", "😀")]
)
def test_lone_surrogates_are_replaced(inbox, text, kept):
    inbox.put(message("1", text), "mara", received=T0)
    assert texts(inbox) == [kept]


def test_a_time_without_a_zone_is_refused_and_nothing_is_kept(inbox):
    with pytest.raises(ValueError, match="has no time zone"):
        inbox.put(message("1", at=T0.replace(tzinfo=None)), "mara", received=T0)
    assert inbox.waiting("mara") == []


def test_many_threads_and_connections_put_each_message_once(tmp_path, database):
    other = Database(tmp_path / "state")
    boxes = [Inbox(database), Inbox(other)] * 4
    together = threading.Barrier(len(boxes))

    def put_all(inbox: Inbox) -> int:
        together.wait(timeout=30)
        return sum(inbox.put(message(str(n), str(n)), "mara", received=T0) for n in range(20))

    with ThreadPoolExecutor(len(boxes)) as pool:
        new = list(pool.map(put_all, boxes))
    other.close()
    assert sum(new) == 20
    assert sorted(texts(boxes[0]), key=int) == [str(n) for n in range(20)]


KILLED = """
import os, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from adapters.base import Chat, Incoming
from previously_bot.database import Database
from previously_bot.inbox import Inbox, answer_together

at = datetime(2026, 7, 7, tzinfo=UTC)
incoming = Incoming(Chat("console", "terminal"), "17-1", "console", at, "remember this")
assert Inbox(Database(Path(sys.argv[1]))).put(incoming, "mara", received=at)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_message_that_was_put_survives_kill_9(tmp_path):
    run = subprocess.run([sys.executable, "-c", KILLED, tmp_path], cwd=_root(), timeout=60)
    assert run.returncode == -signal.SIGKILL
    database = Database(tmp_path)
    assert texts(Inbox(database)) == ["remember this"]
    database.close()


def _root() -> Path:
    return Path(__file__).parents[2]


def test_every_commit_is_forced_to_the_disk(database):
    """What no test can watch without pulling the plug: that SQLite is told to."""
    with database.reading() as connection:
        found = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "secure_delete")
        }
    assert found == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "secure_delete": 1,
    }


def test_what_fails_half_way_leaves_nothing(database, inbox):
    def fail_half_way() -> None:
        with database.writing() as connection:
            connection.exec_driver_sql("UPDATE inbox SET answered = 1")
            raise RuntimeError("half-way")

    inbox.put(message("1"), "mara", received=T0)
    with pytest.raises(RuntimeError, match="half-way"):
        fail_half_way()
    assert texts(inbox) == ["hello"]


def everything_on_disk(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()))


def test_forgetting_removes_old_answered_texts_from_the_disk_and_keeps_their_keys(
    tmp_path, inbox, database
):
    for name, age in [("old", 3), ("waiting", 3), ("fresh", 1)]:
        received = T0 - timedelta(days=age)
        inbox.put(message(name, f"text of {name} " * 500), "mara", received=received)
    old, _, fresh = inbox.waiting("mara")
    answer(database, "mara", old.number, fresh.number)
    inbox.forget_before(T0 - timedelta(days=2))
    kept = everything_on_disk(tmp_path / "state")
    assert b"text of old" not in kept
    assert b"text of waiting" in kept
    assert b"text of fresh" in kept
    assert not inbox.put(message("old"), "mara", received=T0)
    assert texts(inbox) == ["text of waiting " * 500]


@pytest.mark.parametrize(
    ("moment", "text"),
    [("2026-07-07T17:00:00+02:00", "kept"), ("2026-07-07T08:00:01-07:00", "")],
)
def test_forgetting_compares_moments_and_not_clock_faces(database, inbox, moment, text):
    received = datetime.fromisoformat("2026-07-08T00:00:00+09:00")
    inbox.put(message("1", "kept"), "mara", received=received)
    answer(database, "mara", inbox.waiting("mara")[0].number)
    inbox.forget_before(datetime.fromisoformat(moment))
    with database.reading() as connection:
        assert connection.scalars(select(inbox_rows.c.text)).all() == [text]


def test_forgetting_drops_keys_when_nobody_will_deliver_them_again(inbox, database):
    moment = T0 - timedelta(days=2)
    past = moment - KEYS_KEPT
    for name, received in [
        ("gone", past - timedelta(seconds=1)),
        ("kept", past),
        ("waiting", past - timedelta(days=400)),
    ]:
        inbox.put(message(name, name), "mara", received=received)
    gone, kept, _ = inbox.waiting("mara")
    answer(database, "mara", gone.number, kept.number)
    inbox.forget_before(moment)
    assert texts(inbox) == ["waiting"]
    assert not inbox.put(message("kept"), "mara", received=T0)
    assert inbox.put(message("gone", "delivered again"), "mara", received=T0)
    assert texts(inbox) == ["waiting", "delivered again"]


# The database itself.


def refused(folder: Path, error: type[StateError]) -> str:
    with pytest.raises(error) as caught:
        Database(folder)
    sentence = str(caught.value)
    assert FILE_NAME in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def test_the_folder_and_the_file_are_made_for_their_owner_only(tmp_path):
    Database(tmp_path / "a" / "b").close()
    assert (tmp_path / "a" / "b").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "a" / "b" / FILE_NAME).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("name", ["a b", "50%", "what?", "file:x", "#1", "状态"])
def test_the_folder_may_have_any_name(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        database = Database(Path(name))
        Inbox(database).put(message("1"), "mara", received=T0)
        assert texts(Inbox(database)) == ["hello"]
        database.close()
    assert (tmp_path / name / FILE_NAME).is_file()
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_newer_database_is_refused_and_left_alone(tmp_path):
    Database(tmp_path).close()
    raw = sqlite3.connect(tmp_path / FILE_NAME)
    raw.execute("UPDATE previously_schema SET version = 7")
    raw.commit()
    raw.close()
    sentence = refused(tmp_path, NewerState)
    assert f"its schema is 7, this version knows {SCHEMA}" in sentence


@pytest.mark.parametrize(
    "content", [b"not a database", b"\0" * 8192, b"SQLite format 3\0" + b"\xff" * 4096]
)
def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path, content):
    (tmp_path / FILE_NAME).write_bytes(content)
    refused(tmp_path, DamagedState)
    assert (tmp_path / FILE_NAME).read_bytes() == content


def test_a_database_with_a_ruined_page_is_refused(tmp_path):
    database = Database(tmp_path)
    for number in range(50):
        Inbox(database).put(message(str(number), "x" * 2000), "mara", received=T0)
    database.close()
    path = tmp_path / FILE_NAME
    content = bytearray(path.read_bytes())
    content[-4096 * 8 : -4096 * 2] = b"\xa5" * (4096 * 6)
    path.write_bytes(content)
    refused(tmp_path, DamagedState)


@pytest.mark.parametrize("what", ["DROP TABLE outbox", "DELETE FROM previously_schema"])
def test_a_database_with_parts_missing_is_refused(tmp_path, what):
    Database(tmp_path).close()
    raw = sqlite3.connect(tmp_path / FILE_NAME)
    raw.execute(what)
    raw.commit()
    raw.close()
    refused(tmp_path, DamagedState)


def test_a_database_of_another_program_is_refused(tmp_path):
    raw = sqlite3.connect(tmp_path / FILE_NAME)
    raw.execute("CREATE TABLE inbox (x)")
    raw.commit()
    raw.close()
    assert "another program" in refused(tmp_path, DamagedState)


def test_damage_that_shows_later_is_named_too(tmp_path, database, inbox):
    inbox.put(message("1"), "mara", received=T0)
    with database.writing() as connection:
        connection.exec_driver_sql("DROP TABLE inbox")
    with pytest.raises(StateError):
        inbox.put(message("2"), "mara", received=T0)
    with pytest.raises(StateError):
        inbox.waiting("mara")


def test_a_folder_in_the_files_place_is_refused(tmp_path):
    (tmp_path / FILE_NAME).mkdir()
    assert "it is not a file" in refused(tmp_path, UnusableState)


def test_a_file_in_the_folders_place_is_refused(tmp_path):
    (tmp_path / "state").touch()
    refused(tmp_path / "state", UnusableState)
    refused(tmp_path / "state" / "deeper", UnusableState)


def test_a_folder_that_cannot_be_written_is_refused(tmp_path):
    folder = tmp_path
    if os.geteuid() == 0:  # whom permission bits do not stop
        folder = Path("/sys")
        if not folder.is_dir():
            pytest.skip("no folder here that root cannot write to")
    else:
        folder.chmod(0o500)
    refused(folder, UnusableState)
    refused(folder / "state", UnusableState)


def test_a_database_that_becomes_read_only_is_named(database, inbox):
    """By SQLite's own switch, which stops root as well."""
    with database.reading() as connection:
        connection.exec_driver_sql("PRAGMA query_only = ON")
    with pytest.raises(UnusableState, match="readonly"):
        inbox.put(message("1"), "mara", received=T0)


FIRST_VERSION = """
CREATE TABLE previously_schema (version INTEGER NOT NULL, PRIMARY KEY (version));
INSERT INTO previously_schema VALUES (1);
CREATE TABLE inbox (
    number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, person VARCHAR NOT NULL,
    platform VARCHAR NOT NULL, chat_id VARCHAR NOT NULL, message_id VARCHAR NOT NULL,
    account VARCHAR NOT NULL, at VARCHAR(32) NOT NULL, text BLOB NOT NULL,
    received VARCHAR(32) NOT NULL, answered BOOLEAN NOT NULL,
    CONSTRAINT inbox_once UNIQUE (platform, chat_id, message_id)
);
INSERT INTO inbox VALUES (4, 'mara', 'console', 'terminal', '1', 'console',
    '2026-07-07T15:58:03.120000+00:00', CAST('Hello' AS BLOB),
    '2026-07-07T15:58:03.130000+00:00', 0);
CREATE TABLE outbox (
    number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, person VARCHAR NOT NULL,
    platform VARCHAR NOT NULL, chat_id VARCHAR NOT NULL, text BLOB NOT NULL,
    at VARCHAR(32) NOT NULL, origin VARCHAR UNIQUE, on_timeline BOOLEAN NOT NULL,
    recorded BOOLEAN NOT NULL, state VARCHAR(16) NOT NULL
);
INSERT INTO outbox VALUES (9, 'mara', 'console', 'terminal', CAST('Hi' AS BLOB),
    '2026-07-07T15:58:03.120000+00:00', 'answers x', 1, 0, 'queued');
"""


def test_the_state_of_the_first_version_is_taken_over(tmp_path):
    raw = sqlite3.connect(tmp_path / FILE_NAME)
    raw.executescript(FIRST_VERSION)
    raw.close()
    for _ in range(2):
        database = Database(tmp_path)
        (waiting,) = Inbox(database).waiting("mara")
        assert (waiting.number, waiting.incoming.text) == (4, "Hello")
        assert (waiting.incoming.quoted, waiting.incoming.is_private) == ("", True)
        (queued,) = Outbox(database).queued("mara")
        assert (queued.text, queued.shown_as, queued.parts_sent) == ("Hi", "", 0)
        database.close()


def seals(database: Database) -> list[str]:
    """Those of turns that are known by them."""
    with database.reading() as connection:
        found = connection.execute(select(inbox_rows.c.seal)).scalars()
        return [one for one in found if one]
