"""People who block the bot, chats that move, tokens taken away: through the real process."""

from tests.end_to_end.house import House, house
from tests.end_to_end.process import Bot


async def blocked(home: House) -> None:
    """What cannot be delivered stands on the timeline, and is not sent when they come back."""
    home.mara.says("This I said before I left")
    home.mara.blocks()
    await home.here(lambda: home.telegram.asked_for("sendMessage"))
    home.mara_there.says("And this is on Discord")
    await home.answered(on_discord=1)
    home.mara.unblocks()
    home.mara.says("I am here again")
    await home.answered(on_telegram=1)
    assert "I am here again" in home.mara.texts[-1]
    home.mara.says("/status")
    await home.told_here("that could not be delivered: 1")


async def moved(home: House) -> None:
    """A group becomes a supergroup while its message waits."""
    group = home.telegram.group(-4100, [home.mara])
    home.mara.says("@prev_bot Is the cello here?", to=group)
    onward = group.becomes_supergroup(-100_4100)
    ours = home.telegram.bot

    def answers() -> int:
        return len([one for one in onward.messages if one.shown["from"] == ours])

    await home.here(lambda: answers() == 1)
    home.mara.says("@prev_bot Is the lamp here?", to=onward)
    await home.here(lambda: answers() == 2)
    assert [one for one in group.messages if one.shown["from"] == ours] == []


async def revoked(home: House) -> None:
    """The other platform goes on, and says so; once it is good again, all is answered."""
    good, count = home.telegram.token, len(home.mara.texts)
    home.telegram.token = f"{good[:-1]}x"
    home.secrets.append(good)
    home.mara.says("Nobody can hear me now")
    for _ in range(50):
        told = len(home.texts_there())
        home.mara_there.says("/status")
        await home.answered(on_discord=told + 1)
        if "telegram: down" in home.texts_there()[-1]:
            break
    assert "telegram: down" in home.texts_there()[-1]
    home.mara_there.says("Discord goes on")
    await home.told_there("Discord goes on")
    home.telegram.token = good
    home.mara.says("Can you hear me again?")
    await home.here(lambda: len(home.mara.texts) == count + 2)


async def test_in_trouble_all_that_can_be_answered_is_and_nothing_twice(bot: Bot) -> None:
    async with house(bot) as home:
        await blocked(home)
        await moved(home)
        await revoked(home)
        assert await home.end() == 0
    assert home.said() == [
        "This I said before I left",
        "And this is on Discord",
        "I am here again",
        "Is the cello here?",
        "Is the lamp here?",
        "Nobody can hear me now",
        "Discord goes on",
        "Can you hear me again?",
    ]
