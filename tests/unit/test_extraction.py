"""The text of documents, also of those that were made to do harm."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from previously_bot.attachments import extraction
from previously_bot.attachments.extraction import CHARACTERS, PAGES, Extract, extract
from tests.documents import PNG, bomb, encrypted_pdf, pdf, swollen_pdf, word
from tests.fakes import at_once, patient


async def read(content: bytes, name: str = "a") -> Extract:
    return await extract(content, name, patient)


async def test_a_pdf_is_read_page_by_page() -> None:
    assert await read(pdf("The rent is 900", "Signed in May")) == Extract(
        "The rent is 900\n\nSigned in May"
    )


async def test_a_pdf_that_is_only_guarded_against_changes_is_read() -> None:
    assert await read(encrypted_pdf("Balance 900", password="")) == Extract("Balance 900")


async def test_of_a_long_pdf_so_many_pages_are_read() -> None:
    found = await read(pdf(*(f"page {nth}" for nth in range(1, PAGES + 3))))
    assert f"page {PAGES}\n\n(pages after {PAGES} are left out)" in found.text
    assert f"page {PAGES + 1}" not in found.text


async def test_a_word_document_is_read_with_its_tables_in_order() -> None:
    found = await read(word("Dear Mara,", "", "the lease", table=("rent", "900")))
    assert found == Extract("Dear Mara,\n\nthe lease\n\nrent | 900")


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"name,rent\nMara,900\n", "name,rent\nMara,900"),
        ("\ufeffGrüße".encode(), "Grüße"),
        ("租约在五月".encode("utf-16"), "租约在五月"),
        (b'{"rent": 900}', '{"rent": 900}'),
    ],
)
async def test_what_is_text_is_read_whatever_it_is_called(content: bytes, text: str) -> None:
    assert await read(content, "x.bin") == Extract(text)


async def test_a_long_text_is_cut_and_says_so() -> None:
    found = await read(("长" * (CHARACTERS + 5)).encode())
    assert found.text == "长" * CHARACTERS + "\n\n(what comes after is left out)"
    by_word = await read(word("x" * (CHARACTERS + 5)))
    assert by_word.text == "x" * CHARACTERS + "\n\n(what comes after is left out)"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", extraction.EMPTY),
        (b" \n ", extraction.EMPTY),
        (pdf(""), extraction.EMPTY),
        (encrypted_pdf("secret"), extraction.LOCKED),
        (b"%PDF-1.7\n" + bytes(range(256)) * 9, extraction.DAMAGED),
        (pdf("x")[:200], extraction.DAMAGED),
        (word("x")[:-300], extraction.DAMAGED),
        (PNG, extraction.UNKNOWN),
        (b"\xff\xfe\x00", extraction.UNKNOWN),
        ("Gr\xfc\xdfe".encode("latin-1"), extraction.NOT_UTF_8),
        ("你好，世界".encode("gbk"), extraction.NOT_UTF_8),
        (b"a\0b\0c\0", extraction.UNKNOWN),
        (b"PK\x03\x04" + bytes(90), extraction.UNKNOWN),
    ],
    ids=range(13),
)
async def test_what_cannot_be_read_says_why(content: bytes, why: str) -> None:
    assert await read(content, "a.pdf") == Extract("", why)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (word("x")[:40], extraction.DAMAGED),
        (b"no document at all", extraction.DAMAGED),
        (b"\xd0\xcf\x11\xe0" + bytes(90), extraction.LOCKED),
    ],
)
async def test_what_should_be_a_word_document_and_is_none_is_damaged_or_locked(
    content: bytes, why: str
) -> None:
    assert await read(content, "a.docx") == Extract("", why)


@pytest.mark.parametrize("made", [bomb, swollen_pdf])
async def test_what_would_burst_is_not_unpacked(made: Callable[[], bytes]) -> None:
    content = made()
    assert len(content) < 1_000_000
    assert await read(content) == Extract("", extraction.TOO_MUCH)


async def test_what_takes_too_long_is_ended() -> None:
    assert await extract(pdf("x"), "a", at_once) == Extract("", extraction.TOO_MUCH)


async def test_a_reader_that_dies_is_a_document_that_is_too_much(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    dying = tmp_path / "python"
    dying.write_text("#!/bin/sh\nkill -9 $$\n")
    dying.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(dying))
    assert await read(pdf("x")) == Extract("", extraction.TOO_MUCH)


async def test_nothing_of_the_environment_reaches_the_reader(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "secret")
    telling = tmp_path / "python"
    telling.write_text(
        '#!/bin/sh\nprintf \'{"text": "[%s]", "why": "", "is_cut": false}\' "$GITHUB_TOKEN"\n'
    )
    telling.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(telling))
    assert await read(pdf("x")) == Extract("[]")


def test_no_parser_is_loaded_when_the_bot_starts() -> None:
    code = (
        "import sys, previously_bot.app.running, previously_bot.attachments.shelf; "
        "sys.exit(bool({'pypdf', 'docx', 'lxml'} & sys.modules.keys()))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
