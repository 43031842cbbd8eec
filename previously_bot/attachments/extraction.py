"""The text of a document, whatever it is, in bounded time and memory."""

import asyncio
import codecs
import json
import logging
import os
import subprocess
import sys
import unicodedata
from dataclasses import dataclass

from previously_bot.attachments import reader
from previously_bot.clock import Pause, within
from previously_bot.surrogates import mended

log = logging.getLogger(__name__)

CHARACTERS = 200_000
"""So many are taken out of a document, and of a PDF so many pages are read."""
PAGES = 300

SECONDS = 30.0
"""A document that takes longer is not read."""

LOCKED, DAMAGED, TOO_MUCH = reader.LOCKED, reader.DAMAGED, reader.TOO_MUCH
EMPTY, UNKNOWN, NOT_UTF_8 = "empty", "unknown", "not utf-8"

_ZIP, _PDF = b"PK\x03\x04", b"%PDF-"
_OLD_OFFICE = b"\xd0\xcf\x11\xe0"  # what a Word document with a password lies in, too
_BEGINNING = 1024  # bytes; a PDF may begin a little later
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_OTHER_CONTROLS = 0.001  # of a text; where there are more, it is none


@dataclass(frozen=True, slots=True)
class Extract:
    """The text; or "", and in `why` the reason, one of the above."""

    text: str
    why: str = ""


async def extract(content: bytes, name: str, pause: Pause) -> Extract:
    """What a document says. Its bytes tell what it is; `name` is asked only where all Office
    documents look alike."""
    if not content:
        return Extract("", EMPTY)
    if _PDF in content[:_BEGINNING]:
        return await _apart("pdf", content, pause)
    name = name.lower()
    is_other = name.endswith((".zip", ".odt", ".epub"))
    if content.startswith(_ZIP) and b"word/" in content and not is_other:
        return await _apart("docx", content, pause)
    if name.endswith(".docx"):
        return Extract("", LOCKED if content.startswith(_OLD_OFFICE) else DAMAGED)
    if content.startswith(_ZIP):
        return Extract("", UNKNOWN)
    return await asyncio.to_thread(_decoded, content)


def _decoded(content: bytes) -> Extract:
    encoding = "utf-16" if content.startswith(_UTF_16) else "utf-8-sig"
    # A character has at most four bytes, so that no more need be looked at.
    head = content[: 4 * CHARACTERS]
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        text = decoder.decode(head, final=len(head) == len(content))
    except UnicodeDecodeError:
        # In older encodings too a text has hardly any control characters below a space.
        is_text = encoding != "utf-16" and not _has_controls(head.decode("cp437"))
        return Extract("", NOT_UTF_8 if is_text else UNKNOWN)
    if _has_controls(text):
        return Extract("", UNKNOWN)
    return _bounded(text, is_cut=len(text) > CHARACTERS or len(head) < len(content))


def _has_controls(text: str) -> bool:
    read = text[:10_000]
    controls = sum(unicodedata.category(one) == "Cc" and one not in "\t\n\r\f" for one in read)
    return controls > len(read) * _OTHER_CONTROLS


def _bounded(text: str, *, is_cut: bool) -> Extract:
    if not text.strip():
        return Extract("", EMPTY)
    if not is_cut:
        return Extract(text.strip())
    return Extract(f"{text[:CHARACTERS].strip()}\n\n(what comes after is left out)")


async def _apart(kind: str, content: bytes, pause: Pause) -> Extract:
    """In a process of its own, which nothing of the environment is handed to."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-P", "-m", reader.__name__, kind, str(PAGES), str(CHARACTERS)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONUTF8": "1"},
    )
    try:
        out, _ = await within(SECONDS, process.communicate(content), pause)
    except TimeoutError:
        log.warning("a document takes too long to read")
        return Extract("", TOO_MUCH)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return _told(out)


def _told(out: bytes) -> Extract:
    try:
        told = json.loads(out)
        text, why, is_cut = str(told["text"]), str(told["why"]), bool(told["is_cut"])
    except (ValueError, TypeError, LookupError):
        # It ended before it could say anything: no memory, or a fault in a parser.
        return Extract("", TOO_MUCH)
    return Extract("", why) if why else _bounded(mended(text), is_cut=is_cut)
