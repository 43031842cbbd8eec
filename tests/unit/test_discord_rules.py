"""What the fake Discord checks of buttons and commands, and how files and edits age there."""

from typing import Any

import pytest

from tests.discord_client import connected, discord
from tests.fakes import HandClock
from tests.servers.discord import File, bits, discord_server
from tests.servers.discord.payloads import ADDRESS_LIVES


def button(**more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 2, "label": "One", "custom_id": "/one", **more}


def rows(*buttons: dict[str, Any], many: int = 1) -> list[dict[str, Any]]:
    return [{"type": 1, "components": list(buttons)} for _ in range(many)]


@pytest.mark.parametrize(
    ("below", "words"),
    [
        ([button()], "Value must be one of {1}"),
        (rows(), "Must be between 1 and 5"),
        (rows(*(button(custom_id=f"/{n}") for n in range(6))), "Must be between 1 and 5"),
        (rows(button(), many=6), "Must be 5 or fewer"),
        (rows(button(label="")), "must have a label or an emoji"),
        (rows(button(label="a" * 81)), "Must be 80 or fewer"),
        (rows(button(custom_id="a" * 101)), "Must be between 1 and 100"),
        (rows(button(custom_id="")), "Must be between 1 and 100"),
        (rows(button(), button()), "cannot be duplicated"),
    ],
)
async def test_wrong_buttons_are_refused(below: list[Any], words: str) -> None:
    async with discord_server() as server, connected(server) as client:
        place = server.person(11).dm.id
        route = discord.http.Route("POST", "/channels/{place}/messages", place=place)
        with pytest.raises(discord.HTTPException) as caught:
            await client.http.request(route, json={"content": "a", "components": below})
        assert caught.value.code == 50035
        assert words in caught.value.text


async def test_only_who_asks_for_all_languages_is_told_them() -> None:
    told = {
        "name": "today",
        "description": "What there was.",
        "description_localizations": {"zh-CN": "当天"},
    }
    async with discord_server() as server, connected(server) as client:
        await client.http.bulk_upsert_global_commands(server.bot.id, [told])
        path = f"/applications/{server.bot.id}/commands"
        route = discord.http.Route("GET", path)
        [short] = await client.http.request(route)
        [whole] = await client.http.request(route, params={"with_localizations": "true"})
        assert "description_localizations" not in short
        assert whole["description_localizations"] == {"zh-CN": "当天"}
        wrong: tuple[dict[str, str], ...] = ({"zh": "当天"}, {"zh-CN": "a" * 101})
        for localized in wrong:
            with pytest.raises(discord.HTTPException, match="description_localizations"):
                await client.http.bulk_upsert_global_commands(
                    server.bot.id, [{**told, "description_localizations": localized}]
                )


async def test_the_address_of_a_file_is_good_for_a_day_and_is_renewed() -> None:
    clock = HandClock()
    async with discord_server(clock) as server, connected(server) as client:
        mara = server.person(11)
        said = mara.says(files=[File("../leaf.png", b"leaf")])
        [first] = (await client.until("message")).attachments
        assert first.filename == "../leaf.png"
        clock.forward(seconds=ADDRESS_LIVES.total_seconds() - 1)
        assert await first.read() == b"leaf"
        clock.forward(seconds=1)
        with pytest.raises(discord.NotFound):
            await first.read()
        place = client.get_partial_messageable(mara.dm.id)
        [renewed] = (await place.fetch_message(said.id)).attachments
        assert await renewed.read() == b"leaf"


async def test_a_voice_message_is_known_as_one() -> None:
    async with discord_server() as server, connected(server) as client:
        said = server.person(11).says(files=[File("v.ogg", b"Ogg", "audio/ogg", 2.5)])
        message = await client.until("message")
        assert message.attachments[0].is_voice_message()
        assert said.flags & bits.IS_VOICE


async def test_what_discord_shows_of_a_link_is_told_as_an_edit_without_a_time() -> None:
    async with discord_server(HandClock()) as server, connected(server) as client:
        mara = server.person(11)
        said = mara.says("https://example.com")
        server.looks_at_links(said)
        shown = await client.until("raw_message_edit")
        assert shown.message.embeds
        assert shown.message.edited_at is None
        times = []
        for number in range(2):
            mara.edits(said, f"https://example.com/{number}")
            times.append((await client.until("raw_message_edit", number + 2)).message.edited_at)
        assert times[0] < times[1]


async def test_many_messages_are_deleted_at_once() -> None:
    async with discord_server() as server, connected(server) as client:
        mara = server.person(11)
        said = [mara.says(f"{number}") for number in range(3)]
        server.purge(*said[:2])
        gone = await client.until("raw_bulk_message_delete")
        assert gone.message_ids == {one.id for one in said[:2]}
        assert [one.content for one in mara.sees()] == ["2"]
