"""Two versions of what one turn says, typed by its person in two places: both are kept.

The file's stands first, as it is there; what the person made of the message in its app follows
as a paragraph of its own, in the form below. A later edit in the app changes that alone.
"""

import hashlib
import json

from memory.attached import is_file_line, place_in, without_files
from memory.slices import REDACTED, Speaker, Turn, writable

_BEGINS, _ENDS = "\n\n(edited in the app: ", ")"


def both(in_file: str, in_app: str) -> str:
    """What the turn says in the file, and below it what the message says in its app."""
    here, _ = apart(in_file)
    if here.strip() == in_app.strip():
        return here
    # Files that came with the message are named once, as the file has it.
    named = {_file_in(line) for line in here.split("\n")} - {""}
    lines = in_app.split("\n")
    more = [line for line in lines if _file_in(line) not in named]
    if len(more) < len(lines):
        in_app = "\n".join(more).strip()
        if not in_app or in_app == without_files(here):
            return here
    return f"{here}{_BEGINS}{in_app}{_ENDS}"


def _file_in(line: str) -> str:
    """Where the file lies that a line names, or the line where it lies nowhere; "" for a line
    of words."""
    return (place_in(line) or line.strip()) if is_file_line(line) else ""


def apart(text: str) -> tuple[str, str | None]:
    """What the file says, and what the app; None where the file says nothing of that."""
    here, begins, rest = text.rstrip().partition(_BEGINS)
    if begins and rest.endswith(_ENDS):
        return here, rest.removesuffix(_ENDS)
    return text, None


def is_twofold(text: str) -> bool:
    """Whether a turn says what the file says and something else of the app."""
    return apart(text)[1] is not None


def seal(origin: str, text: str) -> str:
    """A digest of what the turn of a message was made to say: by it that is known again, and
    no words of it are kept."""
    told = json.dumps([origin, writable(text).strip()])
    return hashlib.sha256(told.encode()).hexdigest()


def reworded(there: str, in_app: str, *, is_ours: bool) -> str:
    """What a turn says after an edit in the app. What it says `there` stays, unless that
    `is_ours`: what we wrote for the message, and nobody by hand."""
    return in_app if is_ours and not is_twofold(there) else both(there, in_app)


def is_taken_back(base: Turn | None, ours: Turn) -> bool:
    """Whether we took words out of a turn since: all of it, or what an answer repeated."""
    was = base.text if base else ""
    if ours.speaker is Speaker.USER:
        return ours.text == REDACTED != was
    return ours.text.count(REDACTED) > was.count(REDACTED)


def merged_text(base: Turn | None, ours: Turn, theirs: Turn) -> str:
    """What a turn says that may be another one on both sides; words that were taken back on
    either stay so."""
    if base and theirs.text == base.text:
        return ours.text
    if is_taken_back(base, ours):
        return ours.text
    is_typed = ours.speaker is Speaker.USER and base and ours.text != base.text
    if not is_typed or theirs.text in (REDACTED, ours.text):
        return theirs.text
    here, in_app = apart(ours.text)
    if in_app is None or (base and in_app == apart(base.text)[1]):
        in_app = here
    return both(theirs.text, in_app)
