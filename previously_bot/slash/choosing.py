"""The command /settings: zone, language, and where the person's memory may be told."""

from adapters.base import Button, Chat, Rows
from previously_bot import moments, texts, zones
from previously_bot.people import Person
from previously_bot.preferences import LANGUAGE, TIMEZONE
from previously_bot.slash.desk import Acts, Desk, Reply
from previously_bot.texts import settings

_NAMES = {"en": "English", "zh": "中文"}
_LANGUAGES = {"en": "en", "english": "en", "英文": "en", "英语": "en"}
_LANGUAGES |= {"zh": "zh", "chinese": "zh", "中文": "zh", "汉语": "zh"}
_GIVEN = 60  # code points of what somebody typed
_ROWS = 8  # of buttons


def _settings(desk: Desk, rest: str) -> str | Reply:
    name, _, given = rest.partition(" ")
    act = _OF.get(name.casefold())
    if act is not None:
        return act(desk, given.strip())
    if name:
        said = texts.inline(name, _GIVEN)
        return settings.UNKNOWN.say(desk.person.language, name=said)
    return _shown(desk)


def _shown(desk: Desk) -> Reply:
    person = desk.person
    said = settings.SHOWN.say(
        person.language,
        zone=person.zone.key,
        time=moments.clock_time(desk.now, person.zone),
        name=_NAMES[person.language],
        groups=_groups_in_words(desk),
    )
    return Reply(said, _language_buttons())


def _timezone(desk: Desk, given: str) -> str:
    language = desk.person.language
    if not given:
        return settings.WHICH_ZONE.say(language)
    name, said = zones.zone_named(given), texts.inline(given, _GIVEN)
    if name is None:
        near = zones.near(given)
        if near is None:
            return settings.NO_SUCH_ZONE.say(language, given=said)
        return settings.NEAR_ZONE.say(language, given=said, near=near)
    person = _chosen(desk, TIMEZONE, name)
    time = moments.clock_time(desk.now, person.zone)
    return settings.ZONE_CHOSEN.say(person.language, zone=name, time=time)


def _language(desk: Desk, given: str) -> Reply:
    code = _LANGUAGES.get(given.casefold())
    if code is None:
        return Reply(settings.WHICH_LANGUAGE.say(desk.person.language), _language_buttons())
    person = _chosen(desk, LANGUAGE, code)
    return Reply(settings.LANGUAGE_CHOSEN.say(person.language))


def _group(desk: Desk, given: str) -> str | Reply:
    wish, *named = given.split(" ")
    language = desk.person.language
    if not desk.asked.is_private:
        return _this_group(desk, given.casefold())
    if wish.casefold() == "off" and len(named) == 2:
        group = Chat(*named)
        was_allowed = desk.preferences.forbid(desk.person.name, group, desk.now)
        sentence = settings.GROUP_FORBIDDEN if was_allowed else settings.NO_SUCH_GROUP
        return sentence.say(language, group=_in_words(group))
    if given:
        return settings.ALLOW_IN_GROUP.say(language)
    said = settings.GROUPS.say(language, groups=_groups_in_words(desk))
    return Reply(said, _forbid_buttons(desk))


def _this_group(desk: Desk, wish: str) -> str:
    name, language, here = desk.person.name, desk.person.language, desk.asked.chat
    if wish == "on":
        desk.preferences.allow(name, here)
        return settings.ALLOWED.say(language)
    if wish == "off":
        desk.preferences.forbid(name, here, desk.now)
        return settings.FORBIDDEN.say(language)
    return settings.GROUP_WHAT.say(language)


def _chosen(desk: Desk, name: str, value: str) -> Person:
    """The person as they are from now on."""
    desk.preferences.choose(desk.person.name, name, value)
    return desk.preferences.of(desk.person)


def _groups_in_words(desk: Desk) -> str:
    groups = desk.preferences.groups(desk.person.name)
    none = settings.NO_GROUPS.say(desk.person.language)
    return ", ".join(_in_words(group) for group in groups) or none


def _in_words(group: Chat) -> str:
    return texts.inline(f"{group.platform} {group.chat_id}", _GIVEN)


def _language_buttons() -> Rows:
    return (tuple(Button(name, f"/settings language {code}") for code, name in _NAMES.items()),)


def _forbid_buttons(desk: Desk) -> Rows:
    return tuple(
        (
            Button(
                settings.FORBID.say(desk.person.language, group=_in_words(group)),
                f"/settings group off {group.platform} {group.chat_id}",
            ),
        )
        for group in desk.preferences.groups(desk.person.name)[:_ROWS]
    )


_OF: Acts = {
    "timezone": _timezone,
    "zone": _timezone,
    "时区": _timezone,
    "language": _language,
    "语言": _language,
    "group": _group,
    "groups": _group,
    "群": _group,
}

ACTS: Acts = {"settings": _settings}
