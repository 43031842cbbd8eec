"""/forget in a talk: what is shown, what goes when the person says so, and what stays."""

import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from adapters.base import Chat, Deleted
from memory import paths
from memory.slices import REDACTED, ClosedBy, Speaker
from memory.stores.in_memory import InMemoryStore
from previously_bot.database import Database
from previously_bot.exports import Exports
from previously_bot.forgetting import MOST, Forgetting, excerpt, standing
from previously_bot.plans import GOOD_FOR, is_token
from previously_bot.texts import forgetting as forgetting_texts
from tests.fakes import CHAT, MARA, NOON, boxes, mind
from tests.strategies import agent, user
from tests.talks import Talk, talk
from tests.timelines import derived, edit, files, opened, put, rebuilt, slices

TOKEN = re.compile(r"/forget yes ([A-Z2-9]{8})")


def token_in(text: str) -> str:
    found = TOKEN.search(text)
    assert found, text
    return found[1]


def everything(now: Talk) -> str:
    return "".join(content.decode() for content in files(now.store).values())


def state(folder: Path) -> bytes:
    """What is legible in the state folder."""
    return b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())


async def test_turns_with_words_are_shown_and_then_forgotten_everywhere(tmp_path: Path) -> None:
    async with talk(tmp_path, None) as now:
        await now.say("The Zeppelin is green, I'm allergic to zeppelin paint")
        await now.say("I bought a lamp")
        shown = await now.say("/forget zeppelin")
        assert "This would be forgotten: 2 turns." in shown
        assert "- You, Tuesday 7 July 2026, 14:01: “The Zeppelin is green" in shown
        assert "- I, Tuesday 7 July 2026, 14:01: “" in shown  # the answer repeats it
        token = token_in(shown)
        row = now.platform.sent[-1].buttons[0]
        assert [(one.label, one.command) for one in row] == [
            ("Forget it", f"/forget yes {token}"),
            ("Keep it", f"/forget no {token}"),
        ]
        assert "Zeppelin" in everything(now)
        told = await now.say(f"/forget yes {token}")
        assert told.startswith("Forgotten: 2 turns; 1 file")
        assert "git" in told
        assert "eppelin" not in everything(now)
        assert now.slice().turns[0].text == REDACTED
        assert now.slice().safety == ()
        assert "I bought a lamp" in everything(now)
        assert "nothing about that" in await now.say("/recall zeppelin")
        assert "nothing about that" in await now.say("/recall deleted")
        answer = await now.say("What did I say about the paint?")
        assert "eppelin" not in answer
    assert b"The Zeppelin" not in state(tmp_path)


async def test_what_is_kept_stays_and_cannot_be_forgotten_afterwards(tmp_path: Path) -> None:
    async with talk(tmp_path, None) as now:
        await now.say("The zeppelin is green")
        before = files(now.store)
        token = token_in(await now.say("/forget “zeppelin”"))
        assert await now.say(f"/forget no {token.lower()}") == "Kept: nothing was changed."
        for answer in ("yes", "no"):
            again = await now.say(f"/forget {answer} {token}")
            assert again == "Kept: nothing was changed."
        assert files(now.store) == before


async def test_whoever_changes_their_mind_too_late_is_told_what_happened(
    tmp_path: Path,
) -> None:
    async with talk(tmp_path, None) as now:
        await now.say("The zeppelin is green")
        token = token_in(await now.say("/forget “zeppelin”"))
        told = await now.say(f"/forget yes {token}")
        assert told.startswith("Forgotten: 2 turns")
        for answer in ("no", "yes"):
            assert await now.say(f"/forget {answer} {token}") == told


async def test_a_slice_goes_with_its_session_file_and_the_indexes(tmp_path: Path) -> None:
    async with talk(tmp_path, None) as now:
        await now.say("The zeppelin is green")
        (name,) = slices(now.store)
        now.timeline.close(ClosedBy.USER)
        now.clock.forward(hours=2)
        await now.say("I bought a lamp")
        shown = await now.say(f"/forget {name}")
        assert "1 conversation, 2 turns" in shown
        told = await now.say(f"/forget yes {token_in(shown)}")
        assert told.startswith("Forgotten: 1 conversation; 2 turns; 1 file")
        assert name not in slices(now.store)
        assert paths.session_path(name) not in files(now.store)
        assert "zeppelin" not in everything(now)
        assert derived(now.store) == rebuilt(now.store)
        assert now.slice().turns[0].text == "I bought a lamp"
        again = await now.say(f"/forget {name}")
        assert again == f"Nothing of that is on your timeline: “{name}”."


async def test_the_open_slice_is_forgotten_by_its_time_and_the_next_begins(
    tmp_path: Path,
) -> None:
    async with talk(tmp_path, None) as now:
        await now.say("The zeppelin is green")
        shown = await now.say("/forget today")
        assert "still going on (2 turns)" in shown
        await now.say(f"/forget yes {token_in(shown)}")
        assert slices(now.store) == {}
        assert "zeppelin" not in everything(now)
        await now.say("I bought a lamp")
        assert now.slice().turns[0].text == "I bought a lamp"


async def test_the_last_exchange_is_the_last_answer_and_what_it_answered(
    tmp_path: Path,
) -> None:
    async with talk(tmp_path, None) as now:
        assert "Nothing has been said yet" in await now.say("/forget last")
        await now.say("I bought a lamp")
        await now.say("The zeppelin is green")
        await now.say(f"/forget yes {token_in(await now.say('/forget last'))}")
        texts = [turn.text for turn in now.slice().turns]
        assert texts[0] == "I bought a lamp"
        assert texts[2:] == [REDACTED, REDACTED]
        shown = await now.say("/forget last")
        assert "I bought a lamp" in shown


async def test_what_changed_after_it_was_shown_is_left_and_named(tmp_path: Path) -> None:
    async with talk(tmp_path, None) as now:
        await now.say("The zeppelin is green")
        await now.say("A zeppelin is round")
        (name,) = slices(now.store)
        path = now.timeline.path(name)
        whole = token_in(await now.say(f"/forget {name}"))
        edit(now.store, path, "\nThe zeppelin is green\n", "\nThe zeppelin is red\n")
        told = await now.say(f"/forget yes {whole}")
        assert told == (
            f"Left as it is, since it has changed after I showed it to you: `{name}`."
        )
        assert len(now.timeline.read(name).turns) == 4
        turns = token_in(await now.say("/forget zeppelin"))
        edit(now.store, path, "\nThe zeppelin is red\n", "\nThe zeppelin is blue\n")
        told = await now.say(f"/forget yes {turns}")
        assert f"`{name}`" in told
        texts = [turn.text for turn in now.slice().turns]
        assert texts[0] == "The zeppelin is blue"
        assert texts[2] == REDACTED


async def test_closing_meanwhile_changes_nothing_of_what_was_shown(tmp_path: Path) -> None:
    async with talk(tmp_path, None) as now:
        await now.say("The zeppelin is green")
        (name,) = slices(now.store)
        token = token_in(await now.say(f"/forget {name}"))
        now.timeline.close(ClosedBy.USER)
        await now.say(f"/forget yes {token}")
        assert slices(now.store) == {}


async def test_a_plan_is_good_for_ten_minutes_and_for_its_person(tmp_path: Path) -> None:
    async with talk(tmp_path, None) as now:
        await now.say("The zeppelin is green")
        token = token_in(await now.say("/forget zeppelin"))
        plans = now.boxes.plans
        at = now.clock.now()
        assert plans.get("mara", token, at)
        assert plans.get("lin", token, at) is None
        plans.change("lin", token, "{}", at + GOOD_FOR)
        assert plans.get("mara", token, at + GOOD_FOR - timedelta(seconds=1))
        assert plans.get("mara", token, at + GOOD_FOR) is None
        theirs = plans.put("lin", '{"slices": {}, "turns": {}}', at)
        now.clock.forward(minutes=12)
        for wrong in (token, theirs, "AAAAAAA2", "ZZZZZZZ9"):
            assert "nothing to be forgotten" in await now.say(f"/forget yes {wrong}")
        assert "zeppelin" in everything(now)


async def test_pressed_twice_it_is_forgotten_once_and_said_again(tmp_path: Path) -> None:
    async with talk(tmp_path, None) as now:
        await now.say("The zeppelin is green")
        token = token_in(await now.say("/forget zeppelin"))
        first = await now.say(f"/forget yes {token}")
        after = files(now.store)
        assert first.startswith("Forgotten: 2 turns")
        assert (await now.say(f"/forget yes {token}")).startswith("Forgotten: 2 turns")
        assert files(now.store) == after


@pytest.mark.parametrize(
    "what",
    [
        "(a+)+$",
        "[",
        "\\",
        ".*",
        "'",
        "“”",
        '""',
        "\u202e\u200d",
        "yes",
        "no",
        "yes please",
        "no AAAAAAAA",
        "2026-07-07-9999",
        "2026-07-07-0000",
        "../../memory/user/profile.md",
        "`; DROP TABLE plans; --",
        "9999-12-31",
        "0001-01-01",
    ],
)
async def test_hostile_words_forget_nothing(tmp_path: Path, what: str) -> None:
    async with talk(tmp_path, None) as now:
        await now.say("The zeppelin is green.")
        before = files(now.store)
        said = await now.say(f"/forget {what}")
        assert not TOKEN.search(said)
        assert files(now.store) == before


@pytest.mark.parametrize("long", ["zeppelin " * 600, "a" * 5000, "[" * 5000])
async def test_endless_words_are_refused(tmp_path: Path, long: str) -> None:
    async with talk(tmp_path, None) as now:
        await now.say("The zeppelin is green")
        assert "too many words" in await now.say(f"/forget {long}")


async def test_a_slice_that_cannot_be_read_whole_is_named_and_left(tmp_path: Path) -> None:
    async with talk(tmp_path, None) as now:
        await now.say("The zeppelin is green")
        (name,) = slices(now.store)
        path = now.timeline.path(name)
        token = token_in(await now.say("/forget zeppelin"))
        broken = files(now.store)[path] + b"\xff"
        put(now.store, path, broken)
        told = await now.say(f"/forget yes {token}")
        assert told == f"Could not be changed; look at it and mend it: `{path}`."
        assert f"`{path}`" in await now.say("/forget zeppelin")
        assert files(now.store)[path] == broken


async def test_where_others_read_along_nothing_is_shown_nor_forgotten(tmp_path: Path) -> None:
    async with talk(tmp_path, None) as now:
        await now.say("The zeppelin is green")
        token = token_in(await now.say("/forget zeppelin"))
        before = files(now.store)
        group = Chat("telegram", "-100")
        for said in ("/forget zeppelin", f"/forget yes {token}", "/forget last"):
            told = await now.say(said, group)
            assert "zeppelin" not in told
            assert "/forget yes" not in told
        assert files(now.store) == before


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_alone_it_explains_itself(tmp_path: Path, language: str) -> None:
    person = replace(MARA, language=language)
    async with talk(tmp_path, None, person=person) as now:
        said = await now.say("/forget")
        assert said.count("- /forget ") == 4


@pytest.mark.parametrize(
    ("words", "text", "stands"),
    [
        ("lamp", "A LAMP!", True),
        ("lamp", "lamps", False),
        ("lamp", "clamp", False),
        ("old flat", "my old\n  flat.", True),
        ("old flat", "old, flat", False),
        ("c++", "I write C++ daily", True),
        ("c++", "c", False),
        ("公寓", "我的旧公寓很小", True),
        ("公寓 小", "公寓 小", True),
        ("$5", "it cost $5.", True),
        ("$5", "it cost $50", False),
        ("ﬁne", "fine", True),
        ("STRASSE", "Straße", True),
        (" ", "a b", False),
    ],
)
def test_words_stand_as_whole_words_in_any_case(words: str, text: str, stands: bool) -> None:
    assert standing(words)(text) is stands


def test_a_turn_is_shown_from_just_before_the_words() -> None:
    text = "word " * 100 + "and a Zeppelin at last"
    shown = excerpt(text, "zeppelin", 10)
    assert shown == "…and a Zeppelin at last"
    assert excerpt(text, "lamp", 10) == text
    assert excerpt("A zeppelin", "zeppelin", 10) == "A zeppelin"
    # Without spaces nothing is lost but what stands before.
    assert excerpt("我" * 100 + "旧公寓 很小", "旧公寓", 2) == "…我我旧公寓 很小"


def test_a_word_is_no_token() -> None:
    assert is_token("ABCDEFG2")
    for word in ("FARMLAND", "ABCDEFGH", "ABCDEFG1", "abcdefg2", "ABCDEF2", ""):
        assert not is_token(word)


def forgetting_over(store: InMemoryStore, database: Database) -> Forgetting:
    timeline = opened(store)
    made = mind(timeline, store, answerer=None)  # type: ignore[arg-type]
    return Forgetting("mara", timeline, made.erasure, boxes(database))


def test_so_many_turns_go_at_once_and_the_rest_is_told(tmp_path: Path) -> None:
    store = InMemoryStore()
    timeline = opened(store)
    turns = [user(f"zeppelin {nth}", nth / 60) for nth in range(MOST + 3)]
    list(timeline.bring([turns]))
    database = Database(tmp_path)
    forgetting = forgetting_over(store, database)
    found = forgetting.words("zeppelin")
    assert (len(found.turns), found.more) == (MOST, 3)
    receipt = forgetting.carry_out(forgetting.propose(found, NOON), NOON)
    assert receipt is not None
    assert receipt.gone.turns == MOST
    assert len(forgetting.words("zeppelin").turns) == 3
    database.close()


@pytest.mark.parametrize("is_deleted", [True, False])
async def test_words_go_from_what_files_were_before_and_from_zips(
    tmp_path: Path, is_deleted: bool
) -> None:
    async with talk(tmp_path, None) as now:
        journal = now.boxes.journal
        await now.say("The zeppelin is green")
        for nth, before in enumerate([b"a Zeppelin!", b"a lamp", None, b"\xff zeppelin"]):
            journal.note("mara", NOON, f"memory/notes/{nth}.md", before, "v")
        journal.note("lin", NOON, "memory/notes/lin.md", b"a zeppelin of my own", "v")
        await now.say("/export")
        zipped = now.platform.sent[-1].file
        assert zipped is not None
        half = zipped.path.with_name(".half.zip.part")
        half.write_bytes(b"zeppelin")
        if is_deleted:
            # The answer repeats the words, and what is still said is not gone.
            change = now.timeline.alterations.redact_turns
            change(slices(now.store).popitem()[0], lambda turn: turn.speaker is Speaker.AGENT)
            await now.conversation.revise(Deleted(CHAT, "1"))
            await now.conversation.settled()
        else:
            await now.say(f"/forget yes {token_in(await now.say('/forget zeppelin'))}")
        assert not zipped.path.exists()
        assert not half.exists()
        left = [one.before for one in journal.take("mara", "a")]
        assert left == [None, b"a lamp"]
        assert len(journal.take("lin", "b")) == 1
    assert b"a Zeppelin!" not in state(tmp_path)


def test_a_zip_that_cannot_be_removed_is_named(tmp_path: Path) -> None:
    store = InMemoryStore()
    timeline = opened(store)
    timeline.add(user("The zeppelin is green", 0, "telegram 8812/1"))
    exports = Exports(store, tmp_path, "mara")
    folder = exports.make(NOON.date()).file.path
    folder.unlink()
    folder.mkdir()  # which cannot be unlinked
    made = mind(timeline, store, answerer=None, exports=exports)  # type: ignore[arg-type]
    gone = made.erasure.redact("telegram 8812/1")
    assert (gone.turns, gone.failed) == (1, (str(folder),))


@pytest.mark.parametrize("whole", [True, False])
def test_ended_anywhere_on_the_way_it_is_forgotten_by_the_same_word(
    tmp_path: Path, whole: bool
) -> None:
    """The command waits in the inbox until its answer is kept, so it is obeyed again."""
    begun = InMemoryStore()
    timeline = opened(begun)
    for nth in range(3):
        timeline.add(user(f"zeppelin {nth}", 60 * nth, f"telegram 8812/{nth}"))
        timeline.add(agent("Noted.", 60 * nth + 1, f"answers telegram 8812/{nth}"))
    timeline.close(ClosedBy.USER)
    for path in map(paths.session_path, timeline.slice_ids()):
        put(begun, path, "## Turn 2 — today\n\nzeppelin\n")
    database = Database(tmp_path)
    for step in range(40):
        store = InMemoryStore(files(begun))
        forgetting = forgetting_over(store, database)
        found = forgetting.slices(sorted(slices(store)))
        token = forgetting.propose(found if whole else forgetting.words("zeppelin"), NOON)
        is_over = carry_out_until(forgetting, store, token, step)
        # What was begun is brought to its end also by whoever wants it no more.
        again = forgetting_over(store, database)
        receipt = again.keep(token, NOON) if step % 2 else again.carry_out(token, NOON)
        assert receipt is not None
        assert (receipt.changed, receipt.failed) == ((), ())
        assert "zeppelin" not in "".join(each.decode() for each in files(store).values())
        assert derived(store) == rebuilt(store)
        if is_over:
            break
    else:
        pytest.fail("it never ends")
    database.close()


def carry_out_until(
    forgetting: Forgetting, store: InMemoryStore, token: str, step: int
) -> bool:
    """Whether it came to its end within so many files."""
    write, left = store.write, step

    def until(batch, **more):  # type: ignore[no-untyped-def]
        nonlocal left
        if left < len(batch):
            write(batch[:left], **more)
            raise KeyboardInterrupt
        left -= len(batch)
        return write(batch, **more)

    store.write = until  # type: ignore[method-assign]
    try:
        forgetting.carry_out(token, NOON)
    except KeyboardInterrupt:
        return False
    finally:
        store.write = write  # type: ignore[method-assign]
    return True


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_way_to_purge_words_takes_them_in_any_case(language: str) -> None:
    told = forgetting_texts.PURGE.say(language)
    lines = re.findall(r"`regex:(\S+)==>(\S+)`", told)
    ((pattern, instead),) = lines
    pattern = pattern.replace("WORDS", "zeppelina")
    assert re.sub(pattern, instead, "Zeppelina, ZEPPELINA") == f"{REDACTED}, {REDACTED}"
    assert told in forgetting_texts.HISTORY.say(language, how=told)
    assert told in forgetting_texts.HISTORY_THERE.say(language, how=told, place="mara/t")
