"""What our fake Discord and one by others both say, told by the same discord.py."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest

from tests.third_party.both import On, Scene, on_ours, on_simcord

# No fixture: simcord sets context variables, which a test and its fixtures do not share.
pytestmark = pytest.mark.parametrize("on", [on_ours, on_simcord])


async def refusal(asking: Awaitable[Any]) -> tuple[int, int]:
    """With which status and number it was refused."""
    with pytest.raises(discord.HTTPException) as caught:
        await asking
    return caught.value.status, caught.value.code


async def edit_of_anothers(scene: Scene) -> None:
    said = await scene.says("hello")
    await scene.place.get_partial_message(said).edit(content="goodbye")


REFUSED: dict[str, tuple[Callable[[Scene], Awaitable[Any]], int, int]] = {
    "no such channel": (lambda it: it.client.fetch_channel(5), 404, 10003),
    "no such message": (lambda it: it.place.fetch_message(5), 404, 10008),
    "edit of none": (
        lambda it: it.place.get_partial_message(5).edit(content="a"),
        404,
        10008,
    ),
    "edit of another's": (edit_of_anothers, 403, 50005),
    "too long": (lambda it: it.place.send("😀" * 2001), 400, 50035),
    "out of sight": (lambda it: it.client.fetch_channel(it.hidden), 403, 50001),
    "history out of sight": (
        lambda it: it.client.http.logs_from(it.hidden, 100),
        403,
        50001,
    ),
    "not allowed to write": (
        lambda it: it.client.get_partial_messageable(it.silent).send("a"),
        403,
        50013,
    ),
    "not allowed to type": (
        lambda it: it.client.get_partial_messageable(it.silent).typing(),
        403,
        50013,
    ),
}


@pytest.mark.parametrize("what", REFUSED)
async def test_a_refusal_has_its_number(on: On, what: str) -> None:
    async with on() as scene:
        asking, status, number = REFUSED[what]
        assert await refusal(asking(scene)) == (status, number)


async def test_history_before_a_message_comes_newest_first_and_by_the_hundred(
    on: On,
) -> None:
    async with on() as scene:
        said = [await scene.says(f"{number}") for number in range(103)]
        pages = [await scene.client.http.logs_from(scene.dm, 100)]
        pages.append(
            await scene.client.http.logs_from(scene.dm, 100, before=int(pages[0][-1]["id"]))
        )
        assert [len(page) for page in pages] == [100, 3]
        assert [int(one["id"]) for page in pages for one in page] == said[::-1]


async def test_what_is_deleted_is_in_no_history(on: On) -> None:
    async with on() as scene:
        sent = await scene.place.send("one")
        await scene.place.send("two")
        await sent.delete()
        assert [one.content async for one in scene.place.history()] == ["two"]
        assert await refusal(scene.place.fetch_message(sent.id)) == (404, 10008)


async def test_an_edit_keeps_the_id_and_says_when(on: On) -> None:
    async with on() as scene:
        sent = await scene.place.send("one")
        await sent.edit(content="two")
        found = await scene.place.fetch_message(sent.id)
        assert found.content == "two"
        assert found.edited_at is not None
        assert scene.shows() == ["two"]


async def test_everyone_is_pinged_where_both_channel_and_message_allow_it(on: On) -> None:
    async with on() as scene:
        none = discord.AllowedMentions.none()
        text = "hello @everyone"
        here, there = map(scene.client.get_partial_messageable, (scene.open, scene.hushed))
        assert (await here.send(text)).mention_everyone
        assert not (await here.send(text, allowed_mentions=none)).mention_everyone
        assert not (await there.send(text)).mention_everyone


async def test_an_interaction_is_acknowledged_once(on: On) -> None:
    async with on() as scene:
        it = await scene.runs()
        await it.response.send_message("bread")
        # One that has not heard of the first answer; discord.py would refuse by itself.
        again = discord.InteractionResponse(it)
        assert await refusal(again.send_message("milk")) == (400, 40060)
        await it.followup.send("butter")
        assert scene.shows() == ["bread", "butter"]


async def test_an_interaction_waits_three_seconds(on: On) -> None:
    async with on() as scene:
        in_time, late = await scene.runs(), await scene.runs()
        await scene.later(2.9)
        await in_time.response.defer(thinking=True)
        await scene.later(0.2)
        assert await refusal(late.response.send_message("late")) == (404, 10062)
        await scene.later(60)
        await in_time.followup.send("bread", wait=True)
        assert scene.shows() == ["bread"]


async def test_a_refused_answer_acknowledges_nothing(on: On) -> None:
    async with on() as scene:
        it = await scene.runs()
        assert await refusal(it.response.send_message("a" * 2001)) == (400, 50035)
        await it.response.send_message("a" * 2000)
        await it.edit_original_response(content="bread")
        assert scene.shows() == ["bread"]
