"""Slash commands and buttons on the fake Discord, against the real discord.py."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.discord_client import Client, connected, discord
from tests.fakes import HandClock
from tests.servers.discord import DiscordServer, bits, discord_server

CALLBACK = "POST /interactions/{interaction_id}/{token}/callback"


@pytest.fixture
def clock() -> HandClock:
    # discord.py judges an interaction's age by the real time.
    return HandClock(datetime.now(UTC))


async def register(server: DiscordServer, client: Client) -> None:
    """Two commands, as an adapter would register them."""
    name = {"name": "text", "description": "What.", "type": 3, "required": True}
    told = [
        {"name": "today", "description": "What there was.", "type": 1},
        {"name": "note", "description": "Keep it.", "type": 1, "options": [name]},
    ]
    await client.http.bulk_upsert_global_commands(server.bot.id, told)


async def asked(server: DiscordServer, client: Client, **place: object) -> discord.Interaction:
    server.person(11).runs("today", **place)  # type: ignore[arg-type]
    found: discord.Interaction = await client.until("interaction")
    return found


async def test_commands_keep_their_ids_when_put_again() -> None:
    async with discord_server() as server, connected(server) as client:
        await register(server, client)
        before = {one["name"]: one["id"] for one in server.world.commands}
        await register(server, client)
        found = await client.http.get_global_commands(server.bot.id)
        assert {one["name"]: one["id"] for one in found} == before


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"name": "Today", "description": "a"}, "In 0.name: Command name is invalid"),
        ({"name": "today"}, "In 0.description: This field is required"),
        ({"name": "today", "description": "a" * 101}, "In 0.description: Must be between"),
    ],
)
async def test_a_wrong_command_is_refused(told: dict[str, str], words: str) -> None:
    async with discord_server() as server, connected(server) as client:
        with pytest.raises(discord.HTTPException) as caught:
            await client.http.bulk_upsert_global_commands(server.bot.id, [told])
        assert caught.value.code == 50035
        assert words in caught.value.text
        with pytest.raises(discord.Forbidden):
            await client.http.bulk_upsert_global_commands(404, [])


async def test_only_what_is_registered_can_be_run() -> None:
    async with discord_server() as server, connected(server) as client:
        await register(server, client)
        mara = server.person(11)
        with pytest.raises(LookupError):
            mara.runs("tomorrow")
        with pytest.raises(ValueError, match="lacks"):
            mara.runs("note")
        mara.runs("note", text="bread")
        interaction = await client.until("interaction")
        assert interaction.data["options"] == [{"name": "text", "type": 3, "value": "bread"}]
        assert interaction.user.id == 11


async def test_an_answer_in_time_is_seen(clock: HandClock) -> None:
    async with discord_server(clock) as server, connected(server) as client:
        await register(server, client)
        [channel] = server.guild("Harbour", server.person(11)).channels
        interaction = await asked(server, client, channel=channel)
        assert interaction.guild is not None
        clock.forward(seconds=3)
        answered = await interaction.response.send_message("bread")
        [seen] = server.person(11).sees(channel)
        assert (seen.content, seen.kind, seen.id) == ("bread", 20, answered.message_id)
        assert (await client.until("message")).interaction_metadata.user.id == 11
        await interaction.edit_original_response(content="bread and milk")
        await interaction.followup.send("more")
        assert [one.content for one in server.person(11).sees(channel)] == [
            "bread and milk",
            "more",
        ]
        assert seen.history == ["bread"]


async def test_an_answer_that_is_late_is_refused(clock: HandClock) -> None:
    async with discord_server(clock) as server, connected(server) as client:
        await register(server, client)
        interaction = await asked(server, client)
        clock.forward(seconds=3.1)
        with pytest.raises(discord.NotFound) as caught:
            await interaction.response.send_message("bread")
        assert (caught.value.status, caught.value.code) == (404, 10062)
        with pytest.raises(discord.NotFound) as caught:
            await interaction.followup.send("bread")
        assert caught.value.code == 10015


async def test_it_is_acknowledged_once(clock: HandClock) -> None:
    async with discord_server(clock) as server, connected(server) as client:
        await register(server, client)
        interaction = await asked(server, client)
        await interaction.response.defer(thinking=True)
        again = discord.Interaction(data=_as_it_came(client), state=client._connection)
        with pytest.raises(discord.HTTPException) as caught:
            await again.response.send_message("bread")
        assert (caught.value.status, caught.value.code) == (400, 40060)


async def test_a_refused_answer_acknowledges_nothing(clock: HandClock) -> None:
    async with discord_server(clock) as server, connected(server) as client:
        await register(server, client)
        interaction = await asked(server, client)
        with pytest.raises(discord.HTTPException) as caught:
            await interaction.response.send_message("a" * 2001)
        assert caught.value.code == 50035
        await interaction.response.send_message("a" * 2000)


@pytest.mark.parametrize("by_followup", [True, False])
async def test_a_deferred_answer_takes_the_place_that_waits(
    clock: HandClock, by_followup: bool
) -> None:
    async with discord_server(clock) as server, connected(server) as client:
        await register(server, client)
        interaction = await asked(server, client)
        await interaction.response.defer(thinking=True)
        [seen] = server.person(11).sees()
        assert seen.flags & bits.LOADING
        clock.forward(minutes=14)
        if by_followup:
            await interaction.followup.send("bread", wait=True)
        else:
            await interaction.edit_original_response(content="bread")
        assert (seen.content, seen.flags, seen.history) == ("bread", 0, [])
        clock.forward(minutes=2)
        with pytest.raises(discord.HTTPException) as caught:
            await interaction.edit_original_response(content="late")
        assert (caught.value.status, caught.value.code) == (401, 50027)


async def test_an_ephemeral_answer_is_for_one_person(clock: HandClock) -> None:
    async with discord_server(clock) as server, connected(server) as client:
        await register(server, client)
        mara, otto = server.person(11), server.person(12)
        [channel] = server.guild("Harbour", mara, otto).channels
        interaction = await asked(server, client, channel=channel)
        await interaction.response.send_message("between us", ephemeral=True)
        assert [one.content for one in mara.sees(channel)] == ["between us"]
        assert otto.sees(channel) == []
        place = client.get_partial_messageable(channel.id)
        assert [one async for one in place.history()] == []
        await interaction.delete_original_response()
        assert mara.sees(channel) == []


async def test_a_button_is_pressed_and_its_message_changed(clock: HandClock) -> None:
    async with discord_server(clock) as server, connected(server) as client:
        mara = server.person(11)
        view = discord.ui.View()
        view.add_item(discord.ui.Button(label="Forget it", custom_id="forget"))
        await client.get_partial_messageable(mara.dm.id).send("Forget?", view=view)
        [seen] = mara.sees()
        with pytest.raises(LookupError):
            mara.presses(seen, "keep")
        pressed = mara.presses(seen, "forget")
        interaction = await client.until("interaction")
        assert interaction.data["custom_id"] == "forget"
        assert interaction.message.id == seen.id
        await interaction.response.edit_message(content="Forgotten.", view=None)
        assert (seen.content, seen.components, pressed.acknowledged) == ("Forgotten.", [], 7)


async def test_no_repr_shows_an_interactions_token(clock: HandClock) -> None:
    async with discord_server(clock) as server, connected(server) as client:
        await register(server, client)
        interaction = await asked(server, client)
        await interaction.response.send_message("bread")
        shown = repr((server.asked(CALLBACK), list(server.world.interactions.values())))
        assert "callback" in shown
        assert interaction.token not in shown


def _as_it_came(client: Client) -> Any:
    """The payload of the only interaction, to answer it as if it were new."""
    [told] = client.raw("INTERACTION_CREATE")
    return told
