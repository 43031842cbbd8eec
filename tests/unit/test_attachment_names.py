"""What files are called: names that no disk, reader or model stumbles over."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from adapters.base import Attached, Incoming
from memory.attached import Lost, is_file_line
from previously_bot.attachments.lines import kept_line, lost_line
from previously_bot.attachments.names import LONGEST, path_of, shown
from previously_bot.tools import whitelist
from tests.fakes import CHAT, NOON, message

PATH = re.compile(
    r"memory/attachments/2026/07/07/120000-(?P<stem>[^/]+)-[0-9a-f]{8}(?P<end>\.\w+)?"
)


def path(name: str, kind: str = "document", **more: object) -> str:
    file = Attached("r", kind, name, **more)  # type: ignore[arg-type]
    return path_of(message("", "7", NOON, CHAT, file), 0)


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("contract.pdf", "contract.pdf"),
        ("Mietvertrag über Haus.PDF", "Mietvertrag-über-Haus.pdf"),
        ("租约.docx", "租约.docx"),
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\x\\a.txt", "a.txt"),
        (".bashrc", "bashrc"),
        ("...", "document"),
        ("", "document"),
        ("/", "document"),
        ("a\0b\nc\x1b[31m.txt", "a-b-c-31m.txt"),
        ("invoice\u202efdp.exe", "invoice-fdp.exe"),
        ("a\u200bb\ufeff.md", "a-b.md"),
        ("a∕b．c.txt", "a-b-c.txt"),
        ("x](evil) <b>`$(rm)`.txt", "x-evil-b-rm.txt"),
        ("half\ud800.txt", "half.txt"),
        ("no end", "no-end"),
        ("archive.tar.gz", "archive.tar.gz"),
        ("odd.e n d", "odd.e-n-d"),
        ("CON", "CON"),
        ("👩‍👩‍👧.png", "document.png"),
    ],
)
def test_a_name_is_made_safe(name: str, safe: str) -> None:
    match = PATH.fullmatch(path(name))
    assert match
    assert match["stem"] + (match["end"] or "") == safe


def test_what_has_no_name_is_called_by_what_it_is() -> None:
    assert PATH.fullmatch(path("", "voice", media_type="audio/ogg"))["end"] == ".ogg"  # type: ignore[index]
    assert PATH.fullmatch(path("", "photo"))["stem"] == "photo"  # type: ignore[index]
    assert path("", "photo", media_type="image/png").endswith(".png")
    assert [path("", kind)[-4:] for kind in ("video", "audio")] == [".mp4", ".mp3"]


def test_each_file_of_each_message_has_a_path_of_its_own_and_always_the_same() -> None:
    file = Attached("r", "photo", size=9)
    one = message("", "7", NOON, CHAT, file, file)
    edited = replace(one, text="other words", attached=(replace(file, reference="r2"), file))
    assert path_of(edited, 0) == path_of(one, 0)
    others = [
        replace(one, message_id="8"),
        replace(one, attached=(replace(file, size=10),)),
        replace(one, at=NOON + timedelta(seconds=1)),
    ]
    paths = {path_of(one, 0), path_of(one, 1), *(path_of(other, 0) for other in others)}
    assert len(paths) == 5


names = st.text(max_size=300) | st.text("./\\-_ ~%<>:\u202e\u200f\ud800ꓸː😀", max_size=200)


@given(names, st.sampled_from(["document", "photo", "video message", "", "\u202e/.."]))
def test_any_name_gives_a_path_that_may_be_read_and_linked(name: str, kind: str) -> None:
    file = Attached("r", kind, name, "application/pdf", 5, 3)
    incoming = Incoming(CHAT, "7", "8812", NOON, "", attached=(file,))
    made = path_of(incoming, 0)
    assert whitelist.readable(made) == made
    last = made.rpartition("/")[2]
    assert len(last) <= LONGEST + 7
    assert len(f"{last}.md".encode()) <= 255
    line = kept_line(file, made, "not transcribed")
    (inline,) = (one for one in MarkdownIt().parse(line) if one.type == "inline")
    kinds = [child.type for child in inline.children or []]
    assert kinds == ["link_open", "text", "link_close"]
    assert is_file_line(line)
    assert is_file_line(lost_line(replace(file, is_foreign=True), Lost.TOO_LARGE))


def test_a_name_is_shown_as_it_is_but_turns_nothing_round() -> None:
    assert shown("my_file [1].pdf") == r"my\_file \[1\].pdf"
    assert shown("a\u202efdp.exe\nb") == "afdp.exe b"


def test_lines_say_what_came() -> None:
    voice = Attached("r", "voice", media_type="audio/ogg", size=900, seconds=12)
    film = Attached("r", "video", "film.mp4", size=80_000_000, seconds=61)
    at = "memory/attachments/2026/07/07/120000-x-00000000"
    assert kept_line(voice, at) == f"[voice message, 12 s](/{at})"
    foreign = kept_line(replace(voice, is_foreign=True), at, "not transcribed")
    assert foreign == f"> [voice message, 12 s, not transcribed](/{at})"
    assert kept_line(replace(voice, name="voice-message.ogg"), at) == kept_line(voice, at)
    assert kept_line(Attached("r", "photo"), at) == f"[photo](/{at})"
    said = lost_line(film, Lost.TOO_LARGE)
    assert said == "[video film.mp4, 61 s, 80 MB: too large to keep]"
