"""Photos, voices, documents and the like through the real process: kept, told, and answered."""

import re

from tests.documents import JPEG, pdf, word
from tests.end_to_end.house import House, house
from tests.end_to_end.model import PlayedModel
from tests.end_to_end.process import Bot
from tests.servers.discord import File
from tests.servers.telegram import origins

PASTE = "paste-" * 1500
_LINK = re.compile(r"\]\(/(memory/attachments/[^)]+)\)")

WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


async def of_one_message(home: House) -> None:
    """Each gets one answer, which had before it what is in the file."""
    mara = home.mara
    mara.sends_photo(JPEG, "The front of the shop")
    await home.told_here("Answer 1 ")
    assert "I keep the photo, but cannot look at pictures" in mara.texts[-2]
    mara.sends_voice(b"OggS")
    await home.told_here("Answer 2 ")
    assert "Please water the fern" in home.model.prompts("pro")[-1]
    mara.sends_document(pdf("Rent is 900 crowns"), "../../etc/lease 1.pdf", "application/pdf")
    await home.told_here("Answer 3 ")
    assert "Rent is 900 crowns" in home.model.prompts("pro")[-1]
    mara.sends_document(word("Oak, forty hours"), "offer.docx", WORD)
    await home.told_here("Answer 4 ")
    assert "Oak, forty hours" in home.model.prompts("pro")[-1]
    mara.sends_sticker("👍")
    await home.told_here("Answer 5 ")
    mara.sends_location(52.5, 13.4)
    await home.told_here("Answer 6 ")


async def of_several(home: House) -> None:
    """What belongs together gets one answer, in a message that replies to the last of it."""
    mara = home.mara
    mara.says("Look at what he writes")
    mara.forwards("The gilder is ill until May", origins.from_user(77, "Ilse"))
    await home.told_here("Answer 7 ")
    mara.sends_album([JPEG, JPEG + b"other"], "Two views of it")
    await home.told_here("Answer 8 ")
    mara.pastes(PASTE)
    await home.told_here("Answer 9 ")


async def on_discord(home: House) -> None:
    plan = File("plan.pdf", pdf("Measure twice and cut"), "application/pdf")
    notes = File("notes.txt", b"glue and two clamps", "text/plain")
    home.mara_there.says("Here they are", files=[plan, notes])
    await home.told_there("Answer 10 ")
    assert "Measure twice and cut" in home.model.prompts("pro")[-1]
    assert "glue and two clamps" in home.model.prompts("pro")[-1]
    home.mara_there.says(files=[File("voice.ogg", b"OggS", "audio/ogg", seconds=3.0)])
    await home.told_there("Answer 11 ")


def told(text: str) -> tuple[str, list[str]]:
    """The first words of a turn, and its files by the name in the middle of theirs."""
    names = [path.rsplit("/", 1)[1] for path in _LINK.findall(text)]
    words = text.split("\n")[0]
    return "" if _LINK.search(words) else words[:22], [
        "-".join(one.split("-")[1:-1]) for one in names
    ]


async def test_what_people_send_is_kept_told_and_answered_once(bot: Bot) -> None:
    async with house(bot, model=PlayedModel(heard="Please water the fern")) as home:
        home.secrets += ["Rent is 900", "Oak, forty", "water the fern", "glue and two"]
        await of_one_message(home)
        await of_several(home)
        await on_discord(home)
        assert await home.end() == 0
    assert [told(text) for text in home.said()] == [
        ("The front of the shop", ["photo"]),
        ("", ["voice"]),
        ("", ["lease-1"]),
        ("", ["offer"]),
        ("[sticker 👍]", []),
        ("[location 52.5, 13.4]", []),
        ("Look at what he writes", []),
        ("Forwarded from Ilse:", []),
        ("Two views of it", ["photo", "photo"]),
        *[(PASTE[at : at + 22], []) for at in (0, 4096, 8192)],
        ("Here they are", ["plan", "notes"]),
        ("", ["voice"]),
    ]
    paths = [path for text in home.said() for path in _LINK.findall(text)]
    kept = [(home.repo / path).read_bytes() for path in paths]
    assert len(set(paths)) == len(paths)
    assert kept[:2] == [JPEG, b"OggS"]
    assert kept[4:6] == [JPEG, JPEG + b"other"]
    assert len(home.answers()) == 11
