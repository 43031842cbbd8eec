"""The text of a PDF or a Word document; run as a process of its own.

    python -m previously_bot.attachments.reader pdf 300 200000 < contract.pdf

A hostile document can then cost this process only, which has so much memory and no more, and is
ended when it takes too long. It answers with one JSON object: the text, whether it was cut, and
why there is none.
"""

import json
import sys
import zipfile
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO

LOCKED, DAMAGED, TOO_MUCH = "locked", "damaged", "too much"

_MEMORY = 1_000_000_000  # bytes
_SECONDS = 60  # of the processor; whoever waits gives up before
_UNPACKED, _MEMBERS = 200_000_000, 5_000


def main(kind: str, pages: str, characters: str) -> None:
    _limit()
    content = sys.stdin.buffer.read()
    text, why, is_cut = "", "", False
    try:
        text, is_cut = _joined(_READERS[kind](content, int(pages)), int(characters))
    except _Unreadable as error:
        why = str(error)
    except (MemoryError, RecursionError):
        why = TOO_MUCH
    except Exception:  # noqa: BLE001 - whatever a parser stumbles over, the document is at fault
        why = DAMAGED
    json.dump({"text": text, "why": why, "is_cut": is_cut}, sys.stdout)


class _Unreadable(Exception):
    """Its text is one of the reasons above."""


def _limit() -> None:
    if sys.platform == "win32":
        return
    import resource

    for what, most in ((resource.RLIMIT_AS, _MEMORY), (resource.RLIMIT_CPU, _SECONDS)):
        try:
            resource.setrlimit(what, (most, most))
        except (ValueError, OSError) as error:
            # Some systems do not let this one be set; the time limit of the caller stands.
            sys.stderr.write(f"{error}\n")


def _joined(parts: Iterator[str], most: int) -> tuple[str, bool]:
    """As many parts as hold so many characters, and whether there were more."""
    found, left = [], most
    for part in parts:
        found.append(part[:left])
        left -= len(part) + 2
        if left <= 0:
            return "\n\n".join(found), True
    return "\n\n".join(found), False


def _of_pdf(content: bytes, pages: int) -> Iterator[str]:
    from pypdf import PdfReader
    from pypdf.errors import DependencyError, FileNotDecryptedError, LimitReachedError

    try:
        reader = PdfReader(BytesIO(content))
        if reader.is_encrypted and not reader.decrypt(""):
            raise _Unreadable(LOCKED)
        for nth, page in enumerate(reader.pages):
            if nth >= pages:
                yield f"(pages after {pages} are left out)"
                return
            yield page.extract_text().strip()
    except (DependencyError, FileNotDecryptedError):
        raise _Unreadable(LOCKED) from None
    except LimitReachedError:
        raise _Unreadable(TOO_MUCH) from None


def _of_docx(content: bytes, _: int) -> Iterator[str]:
    _must_not_burst(content)
    from docx import Document
    from docx.table import Table

    for block in Document(BytesIO(content)).iter_inner_content():
        if isinstance(block, Table):
            rows = (" | ".join(cell.text for cell in row.cells) for row in block.rows)
            yield "\n".join(rows)
        elif block.text.strip():
            yield block.text


def _must_not_burst(content: bytes) -> None:
    """Unpacked it could be a thousand times as large; its table of contents says how large."""
    members = zipfile.ZipFile(BytesIO(content)).infolist()
    if len(members) > _MEMBERS or sum(one.file_size for one in members) > _UNPACKED:
        raise _Unreadable(TOO_MUCH)


_READERS: Mapping[str, Callable[[bytes, int], Iterator[str]]] = {
    "pdf": _of_pdf,
    "docx": _of_docx,
}

if __name__ == "__main__":
    main(*sys.argv[1:])
