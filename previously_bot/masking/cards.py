"""Numbers of payment cards: of a known issuer, of its length, its check digit right (pure)."""

import re

from previously_bot.masking.spans import CARD_NUMBER, Span

_CANDIDATE = re.compile(
    r"(?:[0-9]{4}([ -]?)[0-9]{4}\1[0-9]{4}\1[0-9]{4}(?:\1[0-9]{3})?"
    r"|[0-9]{4}([ -]?)[0-9]{6}\2[0-9]{4,5})"
    r"(?![A-Za-z0-9_/-]|\.[0-9])"
)
_NOT_BEFORE = re.compile(r"[A-Za-z0-9_./:#+=&-]")
# Each as the issuers have them: how many digits a number has that begins so.
_ISSUERS = re.compile(
    r"4[0-9]{15}"
    r"|5[1-5][0-9]{14}|(?:222[1-9]|22[3-9][0-9]|2[3-6][0-9]{2}|27[01][0-9]|2720)[0-9]{12}"
    r"|3[47][0-9]{13}"
    r"|(?:6011|65[0-9]{2}|64[4-9][0-9])[0-9]{12}"
    r"|62[0-9]{14}(?:[0-9]{3})?"
    r"|35(?:2[89]|[3-8][0-9])[0-9]{12}"
    r"|3(?:0[0-5]|[68][0-9])[0-9]{11}"
)
# Numbers of other things are as long, and one in ten has a right check digit.
_OF_SOMETHING_ELSE = re.compile(
    r"(?:\b(?:order|invoice|tracking|parcel|shipment|ticket|booking|reference|ref|serial|imei"
    r"|customer|isbn|id|sku|no)\b|订单|单号|流水|编号|快递|运单|发票|序列|身份证)[^\n0-9]{0,16}$",
    re.IGNORECASE,
)
_SHOWN = 4


def numbers(text: str) -> list[Span]:
    found = []
    for one in _CANDIDATE.finditer(text):
        if _NOT_BEFORE.match(text[max(0, one.start() - 1) : one.start()]):
            continue
        digits = re.sub("[ -]", "", one[0])
        if not _ISSUERS.fullmatch(digits) or not _checks(digits) or len(set(digits)) < 2:
            continue
        said_before = text[max(0, one.start() - 40) : one.start()]
        if not _OF_SOMETHING_ELSE.search(said_before):
            found.append(Span(*one.span(), CARD_NUMBER, _SHOWN))
    return found


def _checks(digits: str) -> bool:
    """Luhn's sum."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 + place % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0
