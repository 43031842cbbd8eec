"""Groups, strangers, and two people who become one, through the real process."""

from previously_bot.texts import groups, joining, paging, settings
from tests.end_to_end.house import BRUNO, House, house
from tests.end_to_end.process import Bot
from tests.end_to_end.test_buttons import write_past

ASKED = "What did I say about the safe?"


async def in_a_group_on_telegram(home: House) -> None:
    stranger = home.telegram.person(666)
    group = home.telegram.group(-4100, [stranger, home.mara])
    ours = home.telegram.bot["id"]

    def answers() -> list[str]:
        return [one.text for one in group.messages if one.shown["from"]["id"] == ours]

    group.adds_bot(stranger.user)
    for text in ("@prev_bot hello", "/status@prev_bot", "@prev_bot /settings group on"):
        stranger.says(text, to=group)
    home.mara.says("This one is not for the bot", to=group)
    asked = home.mara.says(f"@prev_bot {ASKED}", to=group)
    await home.here(lambda: len(answers()) == 1)
    assert group.messages[-1].shown["reply_to_message"]["message_id"] == asked.message_id
    assert answers() == [groups.KEPT_APART.en]
    home.mara.says("@prev_bot /settings group on", to=group)
    await home.here(lambda: answers()[-1] == settings.ALLOWED.en)
    home.mara.says(f"@prev_bot {ASKED}", to=group)
    await home.here(lambda: "Zanzibar" in answers()[-1])
    assert len(answers()) == 3
    assert stranger.seen == []


async def in_a_server_on_discord(home: House) -> None:
    stranger = home.discord.person(667, "stranger")
    guild = home.discord.guild("Theirs", stranger, home.mara_there)
    place, bot = guild.channels[0], f"<@{home.discord.bot.id}>"
    for text in (f"{bot} hello", f"{bot} /settings group on"):
        stranger.says(text, channel=place)
    home.mara_there.says("This one is not for the bot", channel=place)
    asked = home.mara_there.says(f"{bot} {ASKED}", channel=place)
    await home.there(lambda: len(home.texts_there(place)) == 1)
    (answer,) = home.answers_there(place)
    assert answer.replies_to == asked.id
    assert answer.content == groups.KEPT_APART.en
    home.mara_there.says(f"{bot} /settings group on", channel=place)
    await home.there(lambda: home.texts_there(place)[-1] == settings.ALLOWED.en)
    home.mara_there.says(f"{bot} {ASKED}", channel=place)
    await home.there(lambda: "Zanzibar" in home.texts_there(place)[-1])
    assert len(home.texts_there(place)) == 3


async def test_in_groups_people_of_ours_alone_are_answered_and_nothing_private_is_told(
    bot: Bot,
) -> None:
    async with house(bot) as home:
        home.mara.says("The safe opens with Zanzibar")
        await home.answered(on_telegram=1)
        await in_a_group_on_telegram(home)
        await in_a_server_on_discord(home)
        home.mara.says("/status")
        await home.told_here("Messages of strangers left alone since the start: 5")
        assert await home.end() == 0
    assert home.said() == ["The safe opens with Zanzibar", *[ASKED] * 4]


async def test_in_a_group_nobody_turns_the_pages_of_somebody_else(bot: Bot) -> None:
    async with house(bot, BRUNO, prepare=write_past) as home:
        bruno = home.telegram.person(BRUNO[1])
        group = home.telegram.group(-4100, [home.mara, bruno])
        group.adds_bot(home.mara.user)
        ours = home.telegram.bot["id"]

        def answers() -> list[str]:
            return [one.text for one in group.messages if one.shown["from"]["id"] == ours]

        for nth, person in enumerate((home.mara, bruno)):
            person.says("@prev_bot /settings group on", to=group)
            await home.here(lambda told=nth + 1: len(answers()) == told)
        home.mara.says("@prev_bot /timeline", to=group)
        await home.here(lambda: "Lamp 24" in answers()[-1])
        assert await home.end() == 0
        await home.begin()
        shown = group.messages[-1]
        buttons = [one for row in shown.buttons for one in row]
        (further,) = [one for one in buttons if one["text"] == paging.EARLIER.en]
        query = bruno.presses(shown, further["callback_data"], to=group)
        await home.here(lambda: query not in home.telegram.world.queries)
        home.mara.presses(shown, further["callback_data"], to=group)
        await home.here(lambda: "Lamp 14" in answers()[-1])
        assert len(answers()) == 3
        assert len(shown.history) == 1
        assert await home.end() == 0


async def test_two_people_who_become_one_are_answered_from_one_timeline_everywhere(
    bot: Bot,
) -> None:
    async with house(bot, BRUNO) as home:
        bruno, bruno_there = home.telegram.person(BRUNO[1]), home.discord.person(BRUNO[2])

        async def told(words: str) -> None:
            await home.here(lambda: bruno.texts and words in bruno.texts[-1])

        home.mara.says("The cello is in Hamm")
        bruno.says("The lamp is in the attic")
        await told("The lamp is in the attic")
        home.mara.says("/link")
        await home.answered(on_telegram=2)
        code = home.mara.texts[-1].split()[-1]
        home.secrets.append(code)
        bruno.says(code)
        await told(joining.ASK.say("en", name="mara")[:40])
        (row,) = bruno.messages[-1].buttons
        bruno.presses(bruno.messages[-1], row[0]["callback_data"])
        await told("The timelines of bruno and mara are one now")
        bruno.says("What did I say about the cello?")
        await told("“The cello is in Hamm”")
        await home.again()
        home.mara_there.says("What did I say about the lamp?")
        await home.told_there("“The lamp is in the attic”")
        bruno_there.says("And what did I say about Hamm?")
        dm = bruno_there.dm
        await home.there(lambda: any("cello" in one.content for one in bruno_there.sees(dm)))
        home.mara.says("What did I say about the attic?")
        await home.told_here("“The lamp is in the attic”")
        assert await home.end() == 0
    assert sorted(home.said()) == [
        "And what did I say about Hamm?",
        "The cello is in Hamm",
        "The lamp is in the attic",
        "What did I say about the attic?",
        "What did I say about the cello?",
        "What did I say about the lamp?",
    ]
    assert home.said("bruno") == ["The lamp is in the attic"]
