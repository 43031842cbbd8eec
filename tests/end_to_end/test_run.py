"""The bot as a process, on both platforms at once: one memory, strangers outside, kill -9."""

import pytest

from memory.slices import Speaker
from tests.end_to_end.house import house
from tests.end_to_end.process import Bot


async def test_one_memory_on_both_platforms(bot: Bot) -> None:
    async with house(bot) as home:
        home.mara.says("I bought a cello in Hamm")
        await home.answered(on_telegram=1)
        home.mara_there.says("What did I buy in Hamm?")
        await home.answered(on_discord=1)
        assert "“I bought a cello in Hamm”" in home.texts_there()[-1]
        assert await home.end() == 0
    (one,) = home.slices()
    assert [turn.origin.split()[0] for turn in one.turns if turn.speaker is Speaker.USER] == [
        "telegram",
        "discord",
    ]
    assert one.channels == ("telegram", "discord")


async def test_a_command_chosen_on_discord_is_answered_in_its_place(bot: Bot) -> None:
    async with house(bot) as home:
        await home.there(lambda: home.discord.world.commands)
        chosen = home.mara_there.runs("help")
        await home.there(lambda: any(home.texts_there()))
        assert chosen.original is not None
        assert "/timeline" in chosen.original.content
        assert home.texts_there() == [chosen.original.content]
        await home.end()


async def test_strangers_get_silence_and_a_code_lets_them_in(bot: Bot) -> None:
    async with house(bot) as home:
        stranger = home.telegram.person(666)
        stranger.says("Let me in")
        home.mara.says("/link")
        await home.answered(on_telegram=1)
        code = home.mara.texts[-1].split()[-1]
        assert stranger.texts == []
        stranger.says(code)
        await home.telegram.until(lambda: stranger.texts)
        stranger.says("I bought a lamp")
        await home.telegram.until(lambda: len(stranger.texts) == 2)
        await home.end()
    assert home.said() == ["I bought a lamp"]


@pytest.mark.parametrize("times", [1, 3])
async def test_killed_in_the_middle_nothing_is_lost_and_nothing_is_said_twice(
    bot: Bot, times: int
) -> None:
    async with house(bot) as home:
        # A chat that was never seen before cannot be looked into after a start.
        home.mara_there.says("Hello")
        await home.answered(on_discord=1)
        for nth in range(times):
            home.mara.says(f"Telegram, message {nth}")
            home.mara_there.says(f"Discord, message {nth}")
            await home.answered(on_telegram=nth + 1)
            await home.again()
        await home.answered(on_telegram=times, on_discord=times + 1)
        home.mara.says("The last one")
        await home.answered(on_telegram=times + 1)
        await home.end()
    wanted = [
        f"{name}, message {nth}" for nth in range(times) for name in ("Discord", "Telegram")
    ]
    assert sorted(home.said()) == sorted(["Hello", *wanted, "The last one"])
    assert len(home.mara.texts) == times + 1
    assert len(home.texts_there()) == times + 1


async def test_a_token_that_is_not_good_is_told_and_the_other_platform_goes_on(
    bot: Bot,
) -> None:
    async with house(bot) as home:
        await home.killed()
        home.telegram_token = f"{home.telegram.token}x"
        await home.begin()
        home.mara_there.says("Hello")
        await home.answered(on_discord=1)
        await home.end()
        assert "telegram stopped" in home.log
