"""The bot as a process, on both platforms at once: one memory, strangers outside, kill -9."""

from memory.slices import Speaker
from tests.end_to_end.house import House, house
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


async def test_killed_again_and_again_nothing_is_lost_and_nothing_is_said_twice(
    bot: Bot,
) -> None:
    times = 3
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


def with_another_token(home: House) -> None:
    home.telegram_token = f"{home.telegram.token}x"


async def test_a_token_that_is_not_good_is_told_and_the_other_platform_goes_on(
    bot: Bot,
) -> None:
    async with house(bot, prepare=with_another_token) as home:
        home.mara_there.says("Hello")
        await home.answered(on_discord=1)
        await home.end()
        assert "telegram stopped" in home.log
