"""What a person sees of a message on Discord: its Markdown read as the client does, roughly.

Of the client's rules those that an answer can meet: backslashes, code, blocks, links, addresses
in angle brackets, bold, italic and struck text, and what stands at the beginning of a line.
"""

import re

_TOKEN = re.compile(
    r"""\\(?P<escaped>[^A-Za-z0-9\s])
    | ```(?:[A-Za-z0-9_+.-]*\n)?(?P<block>.*?[^\n].*?)```
    | (?P<ticks>`+)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)
    | <(?P<address>https?://[^\s>]+)>
    | (?P<bare>https?://[^\s<*~|]+)
    | \[(?P<label>[^\[\]]*)\]\((?P<target>[^\s()]+)\)
    | (?P<marks>\*+|~~|_)
    | (?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)


def seen(message: str) -> str:
    """The text of a message without marks; raises AssertionError where marks do not match."""
    out: list[str] = []
    opened: list[str] = []
    for found in _TOKEN.finditer(_without_prefixes(message)):
        if found["marks"]:
            marks = found["marks"]
            while marks:
                if opened and marks.startswith(opened[-1]):
                    marks = marks.removeprefix(opened.pop())
                else:
                    opened.append(marks[:2])
                    marks = marks[2:]
            assert len(set(opened)) == len(opened), message
        elif found["label"] is not None:
            out.append(
                re.sub(
                    r"\\([^A-Za-z0-9\s])|\*\*|~~|\*|`|(?<!\w)_|_(?!\w)", r"\1", found["label"]
                )
            )
        elif found["code"] is not None:
            code = found["code"]
            code = code[1:] if code.startswith(" `") else code
            out.append(code[:-1] if code.endswith("` ") else code)
        else:
            out.append(next(found[name] for name in _SEEN if found[name] is not None))
    assert opened == [], message
    return "".join(out).replace("\u200b", "")


_SEEN = ("escaped", "block", "address", "bare", "other")


def _without_prefixes(message: str) -> str:
    """The message without the marks of quotes and headings."""
    lines: list[str] = []
    # What the lines of the open block begin with; None is no block.
    fenced: str | None = None
    for line in message.split("\n"):
        prefix = fenced if fenced is not None else "> " if line.startswith("> ") else ""
        inner = line.removeprefix(prefix)
        if inner.startswith("```"):
            fenced = prefix if fenced is None else None
        elif fenced is None:
            inner = re.sub(r"^#{1,3} ", "", inner)
        lines.append(inner)
    return "\n".join(lines)
