"""Secrets in whole talks: in no file, no prompt, no log, and not in the state folder once they
are answered; and their person is told."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from adapters.base import Attached, Edited
from memory.stores.folder import FolderStore
from previously_bot.choreography import Cast
from previously_bot.jsonl import read
from previously_bot.model import Call, Completion
from previously_bot.models.scripted import ScriptedModel
from tests.documents import pdf
from tests.fakes import CHAT, MARA, NOON, PaperSource, message
from tests.made_up_secrets import pem, stated, tokens
from tests.talks import Talk, glance, talk
from tests.timelines import edit, files
from tests.unit.test_attachments import Ears, said

TOKENS = {name: secret for name, (_, secret) in tokens().items()}
TOKEN = TOKENS["github"]
LABEL = f"[secret: GitHub token …{TOKEN[-4:]}]"
NOTE = (
    "I masked what looks like a secret in your message (GitHub token) and have not kept the "
    "original; replace it if others could read this chat."
)


def cast(*answers: str | Completion, flash: str = "") -> Cast:
    return Cast(ScriptedModel([flash or glance()] * 9), ScriptedModel(answers))


@asynccontextmanager
async def leaking_nothing(
    tmp_path: Path,
    secret: str,
    models: Cast | None,
    caplog: pytest.LogCaptureFixture,
    **more: object,
) -> AsyncIterator[Talk]:
    """A talk that has left a secret nowhere when it is over."""
    caplog.set_level(logging.INFO)
    store = FolderStore(tmp_path / "timeline", writer="test")
    async with talk(tmp_path / "state", models, store=store, **more) as made:
        yield made
        for path, content in on_disk(tmp_path).items():
            assert is_gone(secret, path)
            assert is_gone(secret, content), path
    for model in (models.flash, models.pro) if models else ():
        assert isinstance(model, ScriptedModel)
        assert is_gone(secret, repr(model.asked))
    assert is_gone(secret, caplog.text)


def on_disk(folder: Path) -> dict[str, str]:
    """Every file, the database and its log among them."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path): path.read_bytes().decode("latin-1") for path in found}


def is_gone(secret: str, text: str) -> bool:
    size = min(8, len(secret))
    return all(secret[at : at + size] not in text for at in range(len(secret) - size + 1))


@pytest.mark.parametrize("name", TOKENS)
async def test_a_secret_is_nowhere_but_in_the_chat(
    name: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    secret = TOKENS[name]
    async with leaking_nothing(tmp_path, secret, cast("I cannot see it."), caplog) as made:
        assert await made.say(f"Is {secret} still valid?") == "I cannot see it."
        note, answer = made.platform.texts
        assert note.startswith("I masked what looks like a secret in your message (")
        assert answer == "I cannot see it."
        assert made.slice().turns[0].text.startswith("Is [secret: ")
        assert [turn.text for turn in made.slice().turns][1:] == ["I cannot see it."]


@pytest.mark.parametrize("sentence", [one for one in stated() if len(stated()[one]) > 6])
async def test_a_secret_that_is_stated_is_nowhere_even_without_a_model(
    sentence: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with leaking_nothing(tmp_path, stated()[sentence], None, caplog) as made:
        await made.say(f"Remember this for me. {sentence}")
        await made.say("What did I say about it?")
        assert len(made.platform.texts) == 3
        assert "[secret: " in made.slice().turns[0].text


async def test_the_person_is_told_once_a_message_and_in_their_language(tmp_path: Path) -> None:
    mara = replace(MARA, language="zh")
    async with talk(tmp_path, cast("好", "好", "好"), person=mara) as made:
        await made.say(f"我的是 {TOKEN} 还有 {TOKEN}")
        assert made.platform.texts == [
            "你的消息里像是有机密内容（GitHub 令牌），我已遮住，没有保存原文；"
            "如果别人能看到这个聊天，请更换它。",
            "好",
        ]
        await made.say("没有别的了")
        await made.say("密码是abc12345")
        assert [("遮住" in text, "密码" in text) for text in made.platform.texts[2:]] == [
            (False, False),
            (True, True),
            (False, False),
        ]


async def test_models_see_the_label_and_what_they_say_of_it_is_kept(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    mark = glance(marks={"focus": f"The key {TOKEN}", "tags": ["keys"], "summary": TOKEN})
    wrote = Call("1", "write_file", f'{{"path": "tasks/key.md", "content": "Use {TOKEN}"}}')
    models = cast(Completion("", (wrote,)), f"It is {TOKEN}, I think.", flash=mark)
    async with talk(
        tmp_path / "state", models, store=FolderStore(tmp_path / "t", writer="test")
    ) as made:
        assert await made.say("What is my key?") == f"It is {LABEL}, I think."
        assert made.slice().mark.focus == f"The key {LABEL}"
        assert made.slice().mark.summary == LABEL
        there = files(made.store)
        assert there["tasks/key.md"].decode() == f"Use {LABEL}"
        assert not any(TOKEN.encode() in content for content in there.values())
    assert not any(TOKEN.encode() in one.read_bytes() for one in (tmp_path / "state").iterdir())
    assert TOKEN not in caplog.text


async def test_what_is_quoted_captioned_or_named_is_masked_too(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    secret = TOKENS["anthropic"]
    photo = Attached("p", "document", f"{secret}.txt", size=5)
    source = PaperSource(p=b"hello")
    models = cast("One.", "Two.")
    async with leaking_nothing(tmp_path, secret, models, caplog, source=source) as made:
        at = made.clock.forward(minutes=1)
        replied = replace(message("What is it?", "9", at), quoted=f"so: {secret}")
        await made.conversation.receive(replied)
        await made.conversation.settled()
        assert made.slice().turns[0].text.startswith("> so: [secret: Anthropic key")
        await made.send(f"> forwarded\n> {secret}", photo)
        assert "[secret: Anthropic key" in made.slice().turns[2].text


async def test_a_secret_cut_in_two_by_the_app_is_in_neither_turn(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    key = pem(lines=90)
    first, second = "so many words " * 50 + key[:3000], key[3000:] + "\nThat was it."
    async with leaking_nothing(tmp_path, key[60:], cast("Oh.", "Well."), caplog) as made:
        at = made.clock.forward(minutes=1)
        await made.conversation.receive(message(first, "1", at))
        await made.conversation.settled()
        await made.conversation.receive(message(second, "2", at + timedelta(seconds=1)))
        await made.conversation.settled()
        one, two = said(made.slice())
        assert one.endswith("[secret: private key, goes on]")
        assert two == "[secret: private key]\nThat was it."


async def test_the_rest_of_a_cut_secret_that_comes_after_the_answer_is_masked(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    secret = TOKENS["openai"]
    first, second = "so many words " * 200 + secret[:40], secret[40:] + " is it"
    models = cast("Oh.", "Well.", "Yes.")
    async with leaking_nothing(tmp_path, secret, models, caplog) as made:
        at = made.clock.forward(minutes=1)
        for seconds, text in enumerate((first, second, "words that stay")):
            sent = message(text, f"{seconds}", at + timedelta(seconds=seconds))
            await made.conversation.receive(sent)
            await made.conversation.settled()
        one, two, three = said(made.slice())
        assert one.endswith("[secret: OpenAI key, goes on]")
        assert two == "[secret: OpenAI key] is it"
        assert three == "words that stay"


async def test_the_rest_of_a_cut_secret_that_comes_during_the_answer_is_masked(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    secret = TOKENS["openai"]
    first, second = "so many words " * 200 + secret[:40], secret[40:] + " is it"
    models = cast("Oh.", "Well.")
    async with leaking_nothing(tmp_path, secret, models, caplog) as made:
        at = made.clock.forward(minutes=1)
        await asyncio.gather(
            *(
                made.conversation.receive(message(text, f"{nth}", at))
                for nth, text in enumerate((first, second))
            )
        )
        await made.conversation.settled()
        assert any(turn.text.endswith("] is it") for turn in made.slice().turns)


async def test_an_edit_that_brings_a_secret_is_masked_and_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with leaking_nothing(tmp_path, TOKEN, cast("Fine."), caplog) as made:
        await made.say("My key is in the drawer")
        for text in (f"My key is {TOKEN}", f"My key is {TOKEN}."):
            await made.conversation.revise(Edited(message(text, "1", NOON)))
            await made.conversation.settled()
        assert made.slice().turns[0].text == f"My key is {LABEL}."
        assert made.platform.texts == ["Fine.", NOTE]


async def test_a_command_with_a_secret_is_obeyed_and_leaves_none(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with leaking_nothing(tmp_path, TOKEN, cast("Fine."), caplog) as made:
        await made.say("Good morning")
        await made.say(f"/recall {TOKEN}")
        kept = made.boxes.inbox.find(CHAT, "2")
        assert kept is not None
        assert kept.incoming.text == f"/recall {LABEL}"


@pytest.mark.parametrize("name", ["discord", "jwt", "age"])
async def test_a_secret_that_is_to_be_forgotten_and_not_found_is_not_named_in_part(
    name: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with leaking_nothing(tmp_path, TOKENS[name], None, caplog) as made:
        assert "[secret: " in await made.say(f"/forget {TOKENS[name]}")


async def test_what_a_person_writes_into_their_files_stays_and_no_model_sees_it(
    tmp_path: Path,
) -> None:
    reads = Call("1", "read_file", '{"path": "memory/notes/keys.md"}')
    writes = Call("2", "write_file", '{"path": "memory/notes/keys.md", "content": "new"}')
    used = Completion("", (reads,)), Completion("", (writes,))
    models = cast(*used, "I let it be.", "Oh.")
    store = FolderStore(tmp_path / "timeline", writer="test")
    theirs = f"my key: {TOKEN}\n"
    (tmp_path / "timeline/memory/notes").mkdir(parents=True)
    (tmp_path / "timeline/memory/notes/keys.md").write_text(theirs)
    async with talk(tmp_path / "state", models, store=store) as made:
        await made.say("Good evening")
        edit(store, made.timeline.path(made.slice().slice_id), "Good evening", f"Oh {TOKEN}")
        await made.say("What did I just say?")
        assert TOKEN in made.slice().turns[0].text
        assert files(store)["memory/notes/keys.md"].decode() == theirs
    assert isinstance(models.pro, ScriptedModel)
    assert isinstance(models.flash, ScriptedModel)
    assert is_gone(TOKEN, repr(models.pro.asked))
    assert is_gone(TOKEN, repr(models.flash.asked))
    assert f"my key: {LABEL}" in models.pro.asked[1].messages[-1].text
    assert f"Oh {LABEL}" in repr(models.pro.asked[-1])


# Files


def kept_files(made: Talk) -> dict[str, bytes]:
    found = files(made.store, "memory/attachments").items()
    return {path.rpartition("/")[2]: content for path, content in found}


async def test_a_file_of_settings_is_kept_with_its_secrets_masked(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    content = f"# of the shop\nNAME=shop\nTOKEN={TOKEN}\n".encode()
    sent = Attached("d", "document", "shop.env", size=len(content))
    source, models = PaperSource(d=content), cast("Fine.")
    async with leaking_nothing(tmp_path, TOKEN, models, caplog, source=source) as made:
        await made.send("Is it right?", sent)
        (name,) = (one for one in kept_files(made) if one.endswith(".env"))
        assert kept_files(made)[name].decode() == f"# of the shop\nNAME=shop\nTOKEN={LABEL}\n"
        assert ", secrets masked](/memory/" in made.slice().turns[0].text
        assert made.platform.texts[0].startswith("I keep “shop.env” with the secrets in it")


async def test_a_key_that_comes_as_a_file_is_not_kept(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    content = pem("OPENSSH ").encode()
    sent = Attached("d", "document", "id_rsa", size=len(content))
    source, models = PaperSource(d=content), cast("Fine.")
    async with leaking_nothing(
        tmp_path, pem("OPENSSH "), models, caplog, source=source
    ) as made:
        await made.send("My key", sent)
        assert kept_files(made) == {}
        assert made.slice().turns[0].text == (
            "My key\n\n[document id\\_rsa, 1 kB: a secret, not kept]"
        )
        assert made.platform.texts[0].startswith("Since “id\\_rsa” is a secret (private key),")


async def test_of_a_pdf_with_a_secret_only_the_text_is_kept(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    content = pdf(f"Your contract. Your token: {TOKEN}")
    sent = Attached("d", "document", "contract.pdf", size=len(content))
    source, models = PaperSource(d=content), cast("Fine.")
    async with leaking_nothing(tmp_path, TOKEN, models, caplog, source=source) as made:
        await made.send("Well?", sent)
        (name,) = kept_files(made)
        assert name.endswith(".pdf.md")
        assert f"Your contract. Your token: {LABEL}" in kept_files(made)[name].decode()
        assert ", only its text, secrets masked](/memory/" in made.slice().turns[0].text
        assert "so I keep its text without them" in made.platform.texts[0]


async def test_what_is_said_in_a_recording_is_masked_and_the_recording_kept(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    voice = Attached("v", "voice", media_type="audio/ogg", size=4, seconds=12)
    source, ears = PaperSource(v=b"OggS"), Ears("My password is hunter2hunter2")
    more = {"source": source, "transcriber": ears}
    async with leaking_nothing(
        tmp_path, "hunter2hunter2", cast("Fine."), caplog, **more
    ) as made:
        await made.send("", voice)
        assert "My password is [secret: password]" in made.slice().turns[0].text
        assert b"OggS" in kept_files(made).values()
        assert "the recording, which I keep, still has it" in made.platform.texts[0]


def test_a_past_is_brought_along_without_its_secrets() -> None:
    line = f'{{"at": "2026-01-01T10:00:00Z", "speaker": "user", "text": "use {TOKEN}"}}'
    past = read([line.encode()], MARA.zone, NOON)
    assert [turn.text for turn in past.turns] == [f"use {LABEL}"]
    assert past.notes == ["1 line has secrets, such as keys; they are masked."]
