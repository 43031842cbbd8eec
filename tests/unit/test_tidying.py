"""What the state folder keeps no longer: words that were forgotten, and what is done with."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

from memory.slices import ClosedBy
from memory.stores.folder import FolderStore
from previously_bot.database import FILE_NAME
from previously_bot.tidying import Tidying
from tests.talks import Talk, talk
from tests.unit.test_forgetting import state, token_in


def plans(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / FILE_NAME)) as raw:
        return [bytes(one).decode() for (one,) in raw.execute("SELECT plan FROM plans")]


async def talked(now: Talk) -> str:
    """Of zeppelins, in many ways; what /forget shows of it."""
    for nth in range(14):
        await now.say(f"Zeppelin number {nth} is green")
        now.timeline.close(ClosedBy.USER)
    assert any("eppelin" in one.command for row in (await buttons(now)) for one in row)
    return await now.say("/forget zeppelin")


async def buttons(now: Talk):  # type: ignore[no-untyped-def]
    await now.say("/recall zeppelin")
    return now.platform.sent[-1].buttons


async def test_after_the_receipt_the_word_is_nowhere(tmp_path: Path) -> None:
    store = FolderStore(tmp_path / "timeline", writer="test")
    async with talk(tmp_path / "state", None, store=store) as now:
        shown = await talked(now)
        assert b"eppelin" in state(tmp_path)
        (plan,) = plans(tmp_path / "state")
        assert "eppelin" not in plan
        told = await now.say(f"/forget yes {token_in(shown)}")
        assert told.startswith("Forgotten: ")
        assert b"eppelin" not in state(tmp_path)
        (plan,) = plans(tmp_path / "state")
        assert json.loads(plan).keys() == {"begun", "receipt"}


async def test_a_plan_goes_when_it_is_over_and_stays_when_it_was_begun(tmp_path: Path) -> None:
    async with talk(tmp_path, None) as now:
        await now.say("The zeppelin is green")
        token = token_in(await now.say("/forget zeppelin"))
        tidying = Tidying(now.boxes, tmp_path, now.clock)
        now.clock.forward(minutes=8)
        tidying.tidy()
        assert len(plans(tmp_path)) == 1
        now.store.reachable = False
        await now.hear(f"/forget yes {token}")
        await now.conversation.settled()
        assert now.conversation.failure
        now.clock.forward(days=3)
        tidying.tidy()
        now.store.reachable = True
        now.conversation.tick()
        await now.conversation.settled()
        assert now.platform.texts[-1].startswith("Forgotten: 2 turns")
        now.clock.forward(minutes=8)
        again = await now.say(f"/forget yes {token}")
        assert again.startswith("Forgotten: 2 turns")
        now.clock.forward(minutes=11)
        tidying.tidy()
        assert plans(tmp_path) == []


async def test_while_the_bot_runs_texts_go_a_day_after_they_were_dealt_with(
    tmp_path: Path,
) -> None:
    async with talk(tmp_path, None) as now:
        await now.say("/recall zeppelin")
        tidying = Tidying(now.boxes, tmp_path, now.clock)
        work = asyncio.create_task(tidying.run())
        now.clock.forward(days=2)
        tidying.tick()
        async with asyncio.timeout(10):
            while b"zeppelin" in state(tmp_path):  # noqa: ASYNC110 it is done in a thread
                await asyncio.sleep(0)
        work.cancel()
        await asyncio.wait([work])
