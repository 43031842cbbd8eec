"""/unlink: an account that a code let in, of a lost phone for instance, is taken away again."""

import hashlib
import re
from collections.abc import Collection

from adapters.base import Button
from previously_bot import texts as said
from previously_bot.slash.desk import Acts, Desk, Reply
from previously_bot.texts import unlinking as texts

_ONE = re.compile(r"([0-9]{1,3})(?: ([0-9a-f]{8}))?")
_ACCOUNT = 60  # code points

Account = tuple[str, str]


def _unlink(desk: Desk, rest: str) -> str | Reply:
    """`/unlink 2` asks, and `/unlink 2 MARK` does it: the mark says which account was meant."""
    if not rest:
        return _listed(desk)
    found, match = desk.accounts.of(_names(desk)), _ONE.fullmatch(rest)
    nth = int(match[1]) if match else 0
    if match is None or not 0 < nth <= len(found):
        return texts.NO_SUCH.say(desk.person.language)
    account = found[nth - 1]
    if account == (desk.asked.chat.platform, desk.asked.account):
        return texts.NOT_THIS_ONE.say(desk.person.language)
    if match[2] is None:
        return _asked(desk, nth, account)
    return _removed(desk, account) if match[2] == _mark(account) else _no_such(desk)


def _listed(desk: Desk) -> str | Reply:
    language = desk.person.language
    found = desk.accounts.of(_names(desk))
    own = (desk.asked.chat.platform, desk.asked.account)
    lines, buttons = [], []
    for nth, account in enumerate(found, start=1):
        called = _called(account)
        if account == own:
            called = texts.THIS_ONE.say(language, account=called)
        else:
            buttons.append(Button(texts.REMOVE.say(language, nth=nth), f"/unlink {nth}"))
        lines.append(texts.LINE.say(language, nth=nth, account=called))
    head = texts.LISTED if found else texts.NONE
    given = [
        texts.IN_SETTINGS.say(language, account=_called(account))
        for account in desk.person.accounts
    ]
    told = filter(None, [head.say(language), "\n".join(lines), "\n".join(given)])
    return Reply("\n\n".join(told), tuple((button,) for button in buttons))


def _asked(desk: Desk, nth: int, account: Account) -> Reply:
    language = desk.person.language
    yes = Button(texts.YES.say(language), f"/unlink {nth} {_mark(account)}")
    no = Button(texts.NO.say(language), "/unlink")
    return Reply(texts.ASK.say(language, account=_called(account)), ((yes, no),))


def _removed(desk: Desk, account: Account) -> str:
    if not desk.accounts.remove(*account, _names(desk)):
        return _no_such(desk)
    return texts.REMOVED.say(desk.person.language, account=_called(account))


def _no_such(desk: Desk) -> str:
    return texts.NO_SUCH.say(desk.person.language)


def _names(desk: Desk) -> Collection[str]:
    """The person's, and those of whoever became one with them."""
    name = desk.person.name
    return {name, *(one for one, now in desk.joins.all().items() if now == name)}


def _called(account: Account) -> str:
    return "`{}`".format(said.inline(" ".join(account), _ACCOUNT).replace("`", ""))


def _mark(account: Account) -> str:
    return hashlib.sha256("\0".join(account).encode()).hexdigest()[:8]


ACTS: Acts = {"unlink": _unlink}
