"""What the Bot API takes as HTML, read as strictly as its documentation is written.

https://core.telegram.org/bots/api#formatting-options: the tags there are, what must be escaped,
which entities may be in which. Whatever the server would forgive is an error here.
"""

import re

_TOKEN = re.compile(
    r"""<(?P<open>b|i|s|u|code|pre|blockquote)>
    | <a\ href="(?P<href>(?:[^"<>&]|&(?:amp|lt|gt|quot|\#x27);)+)">
    | (?P<language><code\ class="language-[^"<>&\s]+">)
    | </(?P<close>[a-z]+)>
    | &(?P<entity>amp|lt|gt|quot|\#x27);
    | (?P<text>[^<>&]+)""",
    re.VERBOSE,
)
_CHARACTERS = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "#x27": "'"}
_STYLES = {"b", "i", "s", "u"}
MOST_ENTITIES = 100


class Refused(Exception):
    """The server would answer: can't parse entities."""


def parsed(html: str) -> str:
    """The text of a message after its entities were parsed. Raises Refused."""
    text = ""
    # Name and beginning of each open tag.
    opened: list[tuple[str, int]] = []
    entities = 0
    place = 0
    while place < len(html):
        found = _TOKEN.match(html, place)
        if found is None:
            raise Refused(f"at {place}: {html[place : place + 40]!r}")
        place = found.end()
        if found["text"] is not None:
            text += found["text"]
        elif found["entity"] is not None:
            text += _CHARACTERS[found["entity"]]
        elif found["close"] is not None:
            name, start = opened.pop() if opened else ("nothing", 0)
            if name.split()[0] != found["close"]:
                raise Refused(f"</{found['close']}> closes {name}")
            if len(text) == start:
                raise Refused(f"<{name}> is empty")
            if name == "code of pre" and not html.startswith("</pre>", place):
                raise Refused("a language is of the whole <pre>")
        else:
            name = found["open"] or ("a" if found["href"] else "code of pre")
            around = [one for one, _ in opened]
            _may_be_in(
                name, around, start_of_innermost=opened[-1][1] == len(text) if opened else False
            )
            opened.append((name, len(text)))
            entities += name != "code of pre"
    if opened:
        raise Refused(f"<{opened[-1][0]}> is not closed")
    if entities > MOST_ENTITIES:
        raise Refused(f"{entities} entities")
    return text


def _may_be_in(name: str, around: list[str], start_of_innermost: bool) -> None:
    if name in around:
        raise Refused(f"<{name}> in itself")
    if name == "code of pre":
        if around[-1:] != ["pre"] or not start_of_innermost:
            raise Refused("a language without <pre>")
        return
    if {"code", "pre", "code of pre"} & set(around):
        raise Refused(f"<{name}> in code")
    if name == "blockquote" and around and not set(around) <= _STYLES:
        raise Refused(f"<blockquote> in {around}")
    if name in ("code", "pre") and not set(around) <= {"blockquote"}:
        raise Refused(f"<{name}> in {around}")
    if name == "a" and not set(around) <= _STYLES | {"blockquote"}:
        raise Refused(f"<a> in {around}")
