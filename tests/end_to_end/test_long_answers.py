"""Answers of no length and of the greatest, through the real process: once, and in order."""

import re
from collections.abc import Callable
from functools import partial

from tests.end_to_end.house import House, house, reached
from tests.end_to_end.model import PlayedModel
from tests.end_to_end.process import Bot
from tests.servers.discord import Fault as FaultThere
from tests.servers.discord import held
from tests.servers.telegram import Fault, Gate
from tests.servers.telegram.faults import held as held_here

LINES = 2_300
ANSWER = "\n\n".join(f"Line {nth:04} of a long answer." for nth in range(LINES))
SEND = "POST /channels/{channel_id}/messages"


def numbers(texts: list[str]) -> list[int]:
    return [
        int(one)
        for text in texts
        for one in re.findall(r"Line (\d{4}) of a long answer\.", text)
    ]


async def of_no_length(home: House) -> None:
    home.model.says("pro", "")
    home.mara.says("Say nothing")
    await home.answered(on_telegram=1)
    home.model.says("pro", "  \n ")
    home.mara_there.says("Say nothing")
    await home.answered(on_discord=1)


async def whole(home: House) -> None:
    home.model.says("pro", ANSWER)
    home.mara.says("Tell me all")
    await home.here(partial(is_told, lambda: home.mara.texts, 1))
    home.model.says("pro", ANSWER)
    home.mara_there.says("Tell me all")
    await home.there(partial(is_told, home.texts_there, 1))
    assert len(home.mara.texts) > 15
    assert len(home.texts_there()) > 30


async def killed_in_the_middle(home: House) -> None:
    """After a part has arrived, and before anybody here knows."""
    gate, so_far = Gate(), len(home.mara.texts)
    home.telegram.next("sendMessage", *[Fault(carried_out=True)] * 7, held_here(gate))
    home.model.says("pro", ANSWER)
    home.mara.says("Tell me again")
    await reached(gate.reached)
    await home.again()
    await home.here(partial(is_told, lambda: home.mara.texts, so_far))

    there, so_far = held(late=True), len(home.texts_there())
    home.discord.fails(SEND, *[released() for _ in range(20)], there)
    home.model.says("pro", ANSWER)
    home.mara_there.says("Tell me again")
    await reached(there.reached)
    await home.again()
    await home.there(partial(is_told, home.texts_there, so_far))


def is_told(texts: Callable[[], list[str]], so_far: int) -> bool:
    """Whether the end was told, after so many messages; then all of it is there, once."""
    found = numbers(texts()[so_far:])
    if found[-1:] != [LINES - 1]:
        return False
    assert found == list(range(LINES))
    return True


def released() -> FaultThere:
    """Nothing goes wrong with this one."""
    fault = held()
    fault.release()
    return fault


async def test_an_answer_of_any_length_arrives_whole_in_order_and_once(bot: Bot) -> None:
    async with house(bot, model=PlayedModel()) as home:
        await of_no_length(home)
        assert (len(home.mara.texts), len(home.texts_there())) == (1, 1)
        await whole(home)
        await killed_in_the_middle(home)
        assert await home.end() == 0
    assert home.answers()[2:] == [ANSWER] * 4
