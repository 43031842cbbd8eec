"""/export: everything in one zip, as far as the platform takes it; gone after a day."""

import os
import zipfile
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from adapters.base import Chat, File
from memory.stores.in_memory import InMemoryStore
from previously_bot import slash
from previously_bot.exports import Exports, remove_old
from previously_bot.slash import Command, Desk, Reply, exporting
from tests.fakes import NOON
from tests.talks import talk
from tests.timelines import files
from tests.unit.test_slash import ASKED, desk_on


def desk_in(state: Path, store: InMemoryStore, platform: str, name: str = "mara") -> Desk:
    asked = replace(ASKED, chat=Chat(platform, "1"))
    desk = replace(desk_on(None, store), asked=asked, exports=Exports(store, state, name))
    return replace(desk, person=replace(desk.person, name=name))


def exported(desk: Desk) -> Reply:
    return slash.obey(Command("export", ""), desk)


async def test_the_zip_goes_with_the_answer(tmp_path: Path) -> None:
    async with talk(tmp_path, None) as now:
        await now.say("I bought a lamp")
        said = await now.say("/export")
        sent = now.platform.sent[-1]
        assert "one zip: 1 file, " in said or "one zip: 2 files, " in said
        assert isinstance(sent.file, File)
        assert sent.file.name == "timeline-mara-2026-07-07.zip"
        with zipfile.ZipFile(sent.file.path) as archive:
            there = {name: archive.read(name) for name in archive.namelist()}
        assert there == files(now.store)
        await now.say("/export")
        assert now.platform.sent[-1].file == sent.file


@pytest.mark.parametrize(("platform", "is_sent"), [("telegram", False), ("console", True)])
def test_what_is_too_large_for_a_platform_is_had_by_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, is_sent: bool
) -> None:
    monkeypatch.setitem(exporting._LIMITS, "telegram", 100)
    reply = exported(desk_in(tmp_path, InMemoryStore(), platform, "mara's own"))
    assert (reply.file is not None) is is_sent
    assert ("--person 'mara'\"'\"'s own'" in reply.text) is not is_sent
    assert len(list(tmp_path.rglob("*.zip"))) == is_sent


def test_a_name_is_no_path(tmp_path: Path) -> None:
    reply = exported(desk_in(tmp_path / "state", InMemoryStore(), "console", "../../x"))
    assert reply.file is not None
    assert reply.file.path.resolve().is_relative_to(tmp_path / "state")
    assert "/" not in reply.file.name


def test_what_cannot_be_read_is_named_and_what_cannot_be_written_said(tmp_path: Path) -> None:
    store = InMemoryStore({"tasks/lamp.md": b"x"})
    desk = desk_in(tmp_path, store, "console")
    store.unreadable = {"tasks/lamp.md"}
    assert "1 file cannot be read and is left out: tasks/lamp.md" in exported(desk).text
    nowhere = replace(desk, exports=Exports(store, Path(os.devnull), "mara"))
    assert "send /export again" in exported(nowhere).text


def test_zips_are_gone_after_a_day(tmp_path: Path) -> None:
    made = Exports(InMemoryStore({"a.md": b"x"}), tmp_path, "mara").make(NOON.date())
    os.utime(made.file.path, (NOON.timestamp(), NOON.timestamp()))
    remove_old(tmp_path, NOON + timedelta(hours=23))
    assert made.file.path.exists()
    remove_old(tmp_path, NOON + timedelta(hours=24))
    assert not made.file.path.exists()
