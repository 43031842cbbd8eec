"""Deleted words in the files that tell how answers came about."""

from memory import paths
from memory.recall import Recalled
from memory.slices import ClosedBy
from memory.stores.in_memory import InMemoryStore
from previously_bot.account import Account, Correction
from previously_bot.erasing import Erasure
from previously_bot.sessions import Sessions
from previously_bot.sessions.redacting import naming, redacted
from tests.fakes import MARA, mind
from tests.strategies import SLICE_ID, START, agent, user
from tests.timelines import files, opened, put

OTHER = "2026-07-07-1728"
THIRD = "2026-07-07-1858"
ONE = "telegram 8812/1"


def told(store: InMemoryStore) -> Erasure:
    """Three slices; a zeppelin is spoken of in the first, and the second was answered by it."""
    timeline = opened(store)
    timeline.add(user("The zeppelin is green, see ../x/attachments/a%20b.png", 0, ONE))
    timeline.add(agent("Noted, and a lamp.", 1, f"answers {ONE}"))
    timeline.close(ClosedBy.USER)
    for nth in (1, 2):
        timeline.add(user("A lamp", 90 * nth, f"telegram 8812/{nth + 1}"))
        timeline.close(ClosedBy.USER)
    sessions = Sessions(store, timeline, zone=MARA.zone, language="en", prices={})
    about = Account(correction=Correction(SLICE_ID, "zeppelin", "the zeppelin is blue"))
    nothing = Recalled("", "", (), ())
    sessions.write(SLICE_ID, "2", START, about, nothing)
    sessions.write(OTHER, "1", START, about, nothing)
    sessions.write(OTHER, "2", START, Account(), nothing)
    elsewhere = Account(correction=Correction(OTHER, "", "a zeppelin of my own"))
    sessions.write(THIRD, "1", START, elsewhere, nothing)
    put(store, "memory/attachments/a b.png", b"green")
    put(store, "memory/attachments/other.png", b"blue")
    return mind(timeline, store, answerer=None).erasure  # type: ignore[arg-type]


def test_sections_that_name_a_slice_and_hold_its_deleted_words_keep_their_heading() -> None:
    store = InMemoryStore()
    erasure = told(store)
    before = files(store)
    gone = erasure.redact(ONE)
    assert (gone.turns, gone.sessions, gone.attachments, gone.failed) == (1, 2, 1, ())
    after = files(store)
    own, other = (after[paths.session_path(one)].decode() for one in (SLICE_ID, OTHER))
    assert own.endswith("17:58 <!-- 2026-07-07T15:58:03.120Z -->\n\n[deleted]\n\n")
    assert "zeppelin" not in own + other
    assert other.count("[deleted]") == 1
    assert other.endswith("No model gave this answer: it came from memory alone.\n")
    assert after[paths.session_path(THIRD)] == before[paths.session_path(THIRD)]
    assert "memory/attachments/a b.png" not in after
    assert "memory/attachments/other.png" in after


def test_the_session_file_of_a_slice_that_is_removed_goes_with_it() -> None:
    store = InMemoryStore()
    erasure = told(store)
    gone = erasure.forget_slice(SLICE_ID, lambda _: True)
    assert gone is not None
    assert (gone.slices, gone.turns, gone.sessions, gone.attachments) == (1, 2, 2, 1)
    assert paths.session_path(SLICE_ID) not in files(store)
    assert "blue" not in files(store)[paths.session_path(OTHER)].decode()


def test_an_edit_takes_no_attachment_away() -> None:
    store = InMemoryStore()
    erasure = told(store)
    assert erasure.revise(ONE, "It is blue")
    assert "memory/attachments/a b.png" in files(store)
    assert "zeppelin" not in files(store)[paths.session_path(SLICE_ID)].decode()


def test_no_link_in_a_turn_reaches_beyond_the_attachments() -> None:
    store = InMemoryStore()
    erasure = told(store)
    put(store, "memory/user/profile.md", "Mara")
    erasure.revise(ONE, "see attachments/../user/profile.md")
    gone = erasure.redact(ONE)
    assert gone.attachments == 0
    assert "memory/user/profile.md" in files(store)


def test_what_a_person_wrote_into_a_session_file_stays() -> None:
    text = "# Title\n\n## Turn 2 — today\n\nzeppelin\n\n## Mine\n\nmy zeppelin\n"
    assert redacted(None, lambda told: "zeppelin" in told, text) == (
        "# Title\n\n## Turn 2 — today\n\n[deleted]\n\n## Mine\n\nmy zeppelin\n"
    )


def test_a_slice_is_named_by_its_link_and_not_by_one_of_the_same_minute() -> None:
    names = naming(SLICE_ID)
    assert names("[x](../../memory/episodic/slices/2026/07/07/1558.md#L3)")
    assert not names("[x](../../memory/episodic/slices/2026/07/07/1558-2.md)")
