"""What answers while the past is still on its way here: it says so, once."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from memory.recall import Recalled
from memory.slices import Slice, Speaker, Turn
from previously_bot.account import Account
from previously_bot.answerer import Request, StartOver
from previously_bot.awaiting import Awaiting
from previously_bot.prompt.answering import Recollected, answer_prompt
from previously_bot.prompt.standing import Standing
from previously_bot.texts import syncing

NOW = datetime(2026, 7, 7, 12, tzinfo=UTC)
SAID = Turn("1", NOW, Speaker.USER, "What did I buy?")
ASKED = Request(
    NOW,
    ZoneInfo("Europe/Berlin"),
    "en",
    [SAID],
    Slice("2026-07-07-1200", NOW, NOW, (SAID,)),
    Recalled("", "", (), ()),
    (),
)
FROM_THERE = replace(ASKED, awaited="mara/timeline")
LINE = syncing.NOT_HERE_YET.say("en", place="mara/timeline")


class Hesitant:
    """Takes back what it began with."""

    async def answer(self, request: Request) -> AsyncIterator[str | StartOver | Account]:
        yield "A vio"
        yield StartOver()
        yield "A cello."
        yield Account()


async def told(request: Request) -> str:
    text = ""
    async for piece in Awaiting(Hesitant()).answer(request):
        if not isinstance(piece, Account):
            text = "" if isinstance(piece, StartOver) else text + piece
    return text


async def test_an_answer_begins_with_what_is_not_here_yet() -> None:
    assert await told(FROM_THERE) == f"{LINE}\n\nA cello."
    assert await told(ASKED) == "A cello."


def test_a_model_is_told_too() -> None:
    prompts = [
        answer_prompt(one, Standing(), Recollected(), (), 8_000).messages[-1].text
        for one in (FROM_THERE, ASKED)
    ]
    assert ["on its way from mara/timeline" in one for one in prompts] == [True, False]
