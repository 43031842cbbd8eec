"""Of a message, what the person says themselves: no quotations, no code, no forwarded text."""

import re

GONE = "\ufffc"
"""Stands for each character that somebody else said; so all places stay where they are."""

# A quotation ends before the next one begins, so that reading takes time in proportion.
_QUOTED = re.compile(
    r'"[^"\n]*+"|“[^“”\n]*+”|„[^„“”\n]*+[“”]|‘[^‘’\n]*+’(?!\w)|«[^«»\n]*+»'
    r"|「[^「」\n]*+」|『[^『』\n]*+』|《[^《》\n]*+》|`[^`\n]*+`"
    r"|(?<!\w)'(?:[^'\n]|(?<=\w)'(?=\w))*+'(?!\w)"
)
_FENCE = re.compile(r"\s{0,3}(?:```|~~~)")
_QUOTING = re.compile(r"\s*(?:>|＞|\|)")
_FORWARDED = re.compile(
    r"\W*(?:fwd?|forwarded(?: message| from)?|begin forwarded message|from|转发(?:自|消息)?"
    r"|轉發(?:自|訊息)?"
    r"|转自|轉自)\s*[:：-]",
    re.IGNORECASE,
)


def own_words(text: str) -> str:
    """The text with everything gone that it only repeats; as long as the text."""
    lines, fenced, forwarded = [], False, False
    for line in text.split("\n"):
        is_fence = bool(_FENCE.match(line))
        forwarded = forwarded or bool(_FORWARDED.match(line))
        if fenced or is_fence or forwarded or _QUOTING.match(line):
            line = GONE * len(line)
        fenced ^= is_fence
        lines.append(line)
    return _QUOTED.sub(lambda quoted: GONE * len(quoted[0]), "\n".join(lines))
