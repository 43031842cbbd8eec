"""Commands and buttons of both platforms through the real process."""

import io
import json
import zipfile
from datetime import UTC, datetime, timedelta

from memory import markdown
from memory.slices import Mark, Slice, Speaker, Status, Turn
from previously_bot.model import Call
from previously_bot.texts import forgetting, paging, settings
from tests.end_to_end.house import House, house
from tests.end_to_end.model import PlayedModel
from tests.end_to_end.process import Bot

SLICES = 25
COMMANDS = "/applications/{application_id}/commands"


def write_past(home: House) -> None:
    """So many conversations that a list of them has three pages."""
    began = datetime.now(UTC).replace(microsecond=0) - timedelta(days=SLICES + 1)
    for nth in range(SLICES):
        at, lamp = began + timedelta(days=nth), f"Lamp {nth:02}"
        turn = Turn("1", at, Speaker.USER, lamp, f"telegram 8812/9{nth:02}")
        made = Slice(
            f"{at:%Y-%m-%d-%H%M}", at, at, (turn,), Status.CLOSED, mark=Mark(focus=lamp)
        )
        path = home.repo / f"memory/episodic/slices/{at:%Y/%m/%d/%H%M}.md"
        path.parent.mkdir(parents=True)
        path.write_bytes(markdown.encode(made))


async def pages_on_telegram(home: House) -> None:
    """They turn in the same message."""
    home.mara.says("/timeline")
    shown = await home.told_here("Lamp 24")
    assert "Lamp 15" in shown.text
    assert "Lamp 14" not in shown.text
    for first, last in ((5, 14), (0, 4)):
        await home.presses(paging.EARLIER.en)
        await home.told_here(f"Lamp {first:02}")
        assert f"Lamp {last:02}" in home.mara.texts[-1]
    await home.presses(paging.LATER.en)
    await home.told_here("Lamp 10")
    assert len(home.mara.texts) == 1


async def pages_on_discord(home: House) -> None:
    await home.there(lambda: home.discord.world.commands)
    chosen = home.mara_there.runs("timeline")
    await home.told_there("Lamp 24")
    assert chosen.original is not None
    assert home.texts_there() == [chosen.original.content]
    await home.presses_there(paging.EARLIER.en)
    await home.told_there("Lamp 14")
    await home.presses_there("1")
    await home.told_there("“Lamp 05”")
    assert len(home.texts_there()) == 1


async def forgetting_by_button(home: House) -> None:
    home.mara.says("Zanzibar is the word for the safe")
    await home.told_here("Answer 1 ")
    home.mara.says("/forget Zanzibar")
    await home.told_here("Zanzibar is the word")
    await home.presses(forgetting.FORGET_IT.en)
    await home.told_here(forgetting.FORGOTTEN.say("en", what="1 turns")[:9])
    assert home.holding("Zanzibar") == []


async def taking_back(home: House) -> None:
    written = json.dumps({"path": "tasks/gilder.md", "content": "Call the gilder"})
    home.model.calls("pro", Call("call-1", "write_file", written))
    home.mara.says("Remind me of the gilder")
    await home.told_here("Answer 3 ")
    assert (home.repo / "tasks/gilder.md").exists()
    home.mara.says("/undo")
    await home.told_here("tasks/gilder.md is gone")
    assert not (home.repo / "tasks/gilder.md").exists()


async def exported(home: House) -> None:
    home.mara.says("/export")
    sent = await home.told_here("Everything of yours")
    file = home.telegram.world.files.by_id[sent.shown["document"]["file_id"]]
    home.mara_there.runs("export")
    there = await home.told_there("Everything of yours")
    for content in (file.content, there.attachments[0].content):
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            assert packed.testzip() is None
            slices = [one for one in packed.namelist() if "/slices/" in one]
            assert len([one for one in slices if one.endswith(".md")]) == SLICES + 1


async def in_chinese(home: House) -> None:
    home.mara.says("/status")
    shown = await home.told_here("discord: up")
    assert "telegram: up" in shown.text
    home.mara.says("/settings language zh")
    await home.told_here(settings.LANGUAGE_CHOSEN.zh)
    home.mara_there.runs("status")
    await home.told_there("telegram：正常")


async def test_commands_and_buttons_on_both_platforms(bot: Bot) -> None:
    async with house(bot, model=PlayedModel(), prepare=write_past) as home:
        await pages_on_telegram(home)
        await pages_on_discord(home)
        await forgetting_by_button(home)
        await taking_back(home)
        await exported(home)
        await home.again()
        await in_chinese(home)
        await home.there(lambda: len(home.discord.asked(f"GET {COMMANDS}")) == 2)
        assert await home.end() == 0
        assert len(home.discord.asked(f"PUT {COMMANDS}")) == 1
    # What is chosen is no turn.
    assert [text for text in home.said() if "Lamp" not in text] == [
        "[deleted]",
        "Remind me of the gilder",
    ]
