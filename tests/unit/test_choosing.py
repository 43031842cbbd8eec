"""/settings and /status, as a person says them in the chat."""

import asyncio
from contextlib import closing
from pathlib import Path

import pytest

from adapters.base import COMMAND_LIMIT, Chat, MaybeDelivered, NotDelivered, Outgoing
from previously_bot.choreography import Cast
from previously_bot.database import Database
from previously_bot.models.scripted import ScriptedModel
from previously_bot.preferences import Preferences
from previously_bot.texts import settings
from tests.fakes import MARA
from tests.talks import Talk, talk

GROUP = Chat("telegram", "-1001234567890")


def buttons(made: Talk) -> dict[str, str]:
    last: Outgoing = made.platform.sent[-1]
    return {button.label: button.command for row in last.buttons for button in row}


async def test_settings_are_shown_with_a_button_for_each_language(tmp_path: Path) -> None:
    async with talk(tmp_path, None) as made:
        said = await made.say("/settings")
        assert said.split("\n\n")[0] == (
            "- Time zone: Europe/Berlin (it is 14:01 there)\n"
            "- Language: English\n"
            "- Groups where your memory may be told: none"
        )
        assert buttons(made) == {
            "English": "/settings language en",
            "中文": "/settings language zh",
        }
        assert await made.say(buttons(made)["中文"]) == "从现在起我和你说中文。"
        assert (await made.say("/settings")).startswith("- 时区：Europe/Berlin")


@pytest.mark.parametrize("given", ["zh", "ZH", "中文", "Chinese", "chinese"])
async def test_a_language_is_known_by_each_of_its_names(tmp_path: Path, given: str) -> None:
    async with talk(tmp_path, None) as made:
        assert await made.say(f"/settings language {given}") == settings.LANGUAGE_CHOSEN.zh
        assert await made.say("/settings 语言 English") == settings.LANGUAGE_CHOSEN.en


@pytest.mark.parametrize("command", ["/settings timezone", "/settings zone", "/Settings ZONE"])
async def test_a_zone_is_chosen_by_its_place(tmp_path: Path, command: str) -> None:
    async with talk(tmp_path, None) as made:
        said = await made.say(f"{command} new york")
        assert said == ("Your time zone is America/New_York from now on; it is 08:01 there.")
        await made.say("I bought a lamp")
        assert made.slice().timezone == "America/New_York"
    with closing(Database(tmp_path)) as database:
        assert Preferences(database).of(MARA).zone.key == "America/New_York"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("/settings timezone", settings.WHICH_ZONE.en),
        (
            "/settings timezone Europe/Berln",
            "I know no time zone “Europe/Berln”; did you mean Europe/Berlin?",
        ),
        (
            "/settings timezone qqqqq",
            "I know no time zone “qqqqq”; write it like Europe/Berlin.",
        ),
        ("/settings language", settings.WHICH_LANGUAGE.en),
        ("/settings language tlh", settings.WHICH_LANGUAGE.en),
        (
            "/settings colour red",
            "There is no setting “colour”; there are timezone, language and group.",
        ),
        ("/settings group on", settings.ALLOW_IN_GROUP.en),
        ("/settings group off", settings.ALLOW_IN_GROUP.en),
        ("/settings group", "Groups where your memory may be told: none"),
        (
            "/settings group off telegram -1",
            "telegram -1 was not allowed; /settings group lists those that are.",
        ),
    ],
)
async def test_what_cannot_be_done_changes_nothing_and_says_what_can(
    tmp_path: Path, command: str, said: str
) -> None:
    async with talk(tmp_path, None) as made:
        assert await made.say(command) == said
        assert made.boxes.preferences.of(MARA) == MARA
        assert made.boxes.preferences.groups("mara") == []


async def test_a_group_is_allowed_in_it_and_forbidden_from_anywhere(tmp_path: Path) -> None:
    async with talk(tmp_path, None) as made:
        assert await made.say("/settings group", GROUP) == settings.GROUP_WHAT.en
        assert await made.say("/settings group on", GROUP) == settings.ALLOWED.en
        said = await made.say("/settings group")
        assert said == "Groups where your memory may be told: telegram -1001234567890"
        ((label, command),) = buttons(made).items()
        assert label == "Forbid telegram -1001234567890"
        assert len(command.encode()) <= COMMAND_LIMIT
        assert "is not allowed any more" in await made.say(command)
        assert made.boxes.preferences.groups("mara") == []
        assert await made.say("/settings group off", GROUP) == settings.FORBIDDEN.en


async def test_the_status_tells_what_is_up_and_what_is_under_way(tmp_path: Path) -> None:
    async with talk(tmp_path, None) as made:
        await made.say("I bought a lamp")
        assert await made.say("/status") == (
            "- Previously 1.2.3, running since Tuesday 7 July 2026, 14:00\n"
            "- telegram: up\n"
            "- Messages that wait for an answer: 0; answers that wait to be sent: 0\n"
            "- Models: pro-7\n"
            "- Your timeline lies in /home/mara/t\n"
            "- 1 conversation, 2 turns; the last: Tuesday 7 July 2026, 14:01 — "
            "still going on (2 turns)\n"
            "- Messages of strangers left alone since the start: 2"
        )


async def test_the_status_counts_what_is_under_way(tmp_path: Path) -> None:
    wait = asyncio.Event()
    pro = ScriptedModel([[wait, "Kept."], "Kept."])
    async with talk(tmp_path, Cast(ScriptedModel(), pro)) as made:

        def refuse(outgoing: Outgoing) -> None:
            made.platform.before_send = lambda _: None
            if outgoing.text == "Kept.":
                raise NotDelivered("telegram", "it is down")

        made.platform.before_send = refuse
        await made.hear("I bought a lamp")
        await made.hear("/status")
        await made.hear("And a chair")
        wait.set()
        await made.conversation.settled()
        said = made.platform.texts[1]
    assert "Messages that wait for an answer: 1; answers that wait to be sent: 1" in said


async def test_the_status_counts_answers_that_nobody_can_vouch_for(tmp_path: Path) -> None:
    async with talk(tmp_path, None) as made:

        def lose(outgoing: Outgoing) -> None:
            if "running since" not in outgoing.text:
                raise MaybeDelivered("telegram", "the network")

        made.platform.before_send = lose
        await made.hear("I bought a lamp")
        await made.conversation.settled()
        said = await made.say("/status")
    assert (
        "Answers that may not have arrived: 1; that could not be delivered: 0. Scroll up"
        in said
    )
