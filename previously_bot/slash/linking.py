"""Commands about accounts: a code for another one, and becoming one person by a code."""

from adapters.base import Button, Rows
from previously_bot.accounts import Outcome, code_in
from previously_bot.slash.desk import Act, Acts, Desk, Reply
from previously_bot.texts import Sentence, commands, joining

# What the buttons say, and what people type in their place.
_YES, _NO = ("yes", "y", "是"), ("no", "n", "否")


def _link(desk: Desk, rest: str) -> str | Reply:
    language = desk.person.language
    if not rest:
        return commands.LINK.say(language, code=desk.invite())
    first, _, answer = rest.partition(" ")
    code, answer = code_in(first), answer.strip().casefold()
    act = _ACTS.get(answer)
    if code is None or act is None:
        return joining.NO_SUCH_CODE.say(language)
    return act(desk, code)


def _ask(desk: Desk, code: str) -> str | Reply:
    language, asked = desk.person.language, desk.asked
    name = desk.joins.offered(code, desk.person.name, asked, desk.now)
    if name is None:
        return joining.NO_SUCH_CODE.say(language)
    return Reply(joining.ASK.say(language, name=name), _buttons(code, language))


def _agree(desk: Desk, code: str) -> str:
    language = desk.person.language
    if told := _decided(desk, code):
        return told
    name = desk.joins.agree(code, desk.person.name, desk.asked, desk.now)
    if name is None:
        return joining.NO_SUCH_CODE.say(language)
    return joining.BEGUN.say(language, name=name)


def _refuse(desk: Desk, code: str) -> str:
    if told := _decided(desk, code):
        return told
    if desk.joins.offered(code, desk.person.name, desk.asked, desk.now) is None:
        return joining.NO_SUCH_CODE.say(desk.person.language)
    desk.joins.refuse(code, desk.person.name)
    return joining.NOT_JOINED.say(desk.person.language)


def _decided(desk: Desk, code: str) -> str:
    """What came of it when they decided before; "" where they did not."""
    decided = desk.joins.decided(code, desk.person.name)
    if decided is None:
        return ""
    outcome, name = decided
    if outcome is Outcome.JOINED:
        return joining.BEGUN.say(desk.person.language, name=name)
    return joining.NOT_JOINED.say(desk.person.language)


def _buttons(code: str, language: str) -> Rows:
    def button(label: Sentence, answer: str) -> Button:
        return Button(label.say(language), f"/link {code} {answer}")

    return ((button(joining.YES, _YES[0]), button(joining.NO, _NO[0])),)


_ACTS: dict[str, Act] = {
    "": _ask,
    **dict.fromkeys(_YES, _agree),
    **dict.fromkeys(_NO, _refuse),
}

ACTS: Acts = {"link": _link}
# Another word for it; nobody needs to be told.
UNLISTED: Acts = {"pair": _link}
