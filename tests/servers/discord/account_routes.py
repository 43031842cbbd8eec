"""The bot's own account: who it is, where its gateway is, its DMs, its commands."""

import re
from typing import Any

from tests.servers.discord import bits, payloads, refusals
from tests.servers.discord.routes import Route
from tests.servers.discord.wire import Answer, Asked
from tests.servers.discord.world import World

_COMMANDS_LIMIT = 100
_LOCALES = set(
    """
    id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg
    ru uk hi th zh-CN ja zh-TW ko
    """.split()
)
_NAME = re.compile(r"[-_'\w]{1,32}")


class AccountRoutes:
    def __init__(self, world: World, gateway_url: str) -> None:
        self._world = world
        self._gateway_url = gateway_url

    def table(self) -> list[Route]:
        return [
            Route("GET", "/users/@me", self.me),
            Route("GET", "/users/{user_id}", self.user),
            Route("POST", "/users/@me/channels", self.open_dm),
            Route("GET", "/gateway", self.gateway, needs_token=False),
            Route("GET", "/gateway/bot", self.gateway_for_bot),
            Route("GET", "/applications/@me", self.application),
            Route("GET", "/oauth2/applications/@me", self.application),
            Route("GET", "/applications/{application_id}/commands", self.commands),
            Route("PUT", "/applications/{application_id}/commands", self.put_commands),
        ]

    def me(self, asked: Asked) -> Answer:
        told = payloads.user(self._world.bot)
        extra = {"verified": True, "mfa_enabled": True, "email": None, "locale": "en-US"}
        return Answer(body={**told, **extra, "flags": 0})

    def user(self, asked: Asked) -> Answer:
        found = self._world.users.get(asked.number("user_id"))
        if found is None:
            raise refusals.unknown_user()
        return Answer(body=payloads.user(found))

    def open_dm(self, asked: Asked) -> Answer:
        told = asked.body.get("recipient_id") if isinstance(asked.body, dict) else None
        if told is None:
            raise refusals.invalid_form(refusals.missing("recipient_id"))
        if not str(told).isdecimal():
            raise refusals.invalid_form(refusals.not_a_snowflake("recipient_id", told))
        found = self._world.users.get(int(told))
        if found is None:
            raise refusals.invalid_recipients()
        if found.is_bot:
            raise refusals.cannot_send(400)
        return Answer(body=payloads.channel(self._world, self._world.dm(found.id)))

    def gateway(self, asked: Asked) -> Answer:
        return Answer(body={"url": self._gateway_url})

    def gateway_for_bot(self, asked: Asked) -> Answer:
        starts = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        url = self._gateway_url
        return Answer(body={"url": url, "shards": 1, "session_start_limit": starts})

    def application(self, asked: Asked) -> Answer:
        bot = payloads.user(self._world.bot)
        reads = self._world.portal & bits.MESSAGE_CONTENT
        return Answer(
            body={
                "id": bot["id"],
                "name": bot["username"],
                "icon": None,
                "description": "",
                "summary": "",
                "bot_public": True,
                "bot_require_code_grant": False,
                "owner": bot,
                "team": None,
                "verify_key": "0" * 64,
                "flags": bits.APPLICATION_READS_CONTENT if reads else 0,
                "hook": True,
            }
        )

    def commands(self, asked: Asked) -> Answer:
        """Whoever wants to compare has to ask for all languages; else the reader's is told."""
        self._check_application(asked)
        if asked.query.get("with_localizations", "").lower() in ("1", "true"):
            return Answer(body=self._world.commands)
        return Answer(body=[_in_one_language(one) for one in self._world.commands])

    def put_commands(self, asked: Asked) -> Answer:
        """All of them at once: one of a name that was there keeps its id."""
        self._check_application(asked)
        if not isinstance(asked.body, list):
            raise refusals.not_json()
        if len(asked.body) > _COMMANDS_LIMIT:
            raise refusals.invalid_form(refusals.too_long("", _COMMANDS_LIMIT))
        wrong: dict[str, tuple[str, str]] = {}
        taken: set[tuple[int, str]] = set()
        for number, one in enumerate(asked.body):
            wrong |= _wrong_command(str(number), one)
            key = (one.get("type") or 1, one.get("name", ""))
            if key in taken:
                words = "Application command names must be unique"
                wrong[str(number)] = ("APPLICATION_COMMANDS_DUPLICATE_NAME", words)
            taken.add(key)
        if wrong:
            raise refusals.invalid_form(wrong)
        former = {(one["type"], one["name"]): one["id"] for one in self._world.commands}
        self._world.commands = [self._command(one, former) for one in asked.body]
        self._world.changes.tell()
        return Answer(body=self._world.commands)

    def _check_application(self, asked: Asked) -> None:
        if asked.number("application_id") != self._world.bot.id:
            raise refusals.not_your_application()

    def _command(
        self, told: dict[str, Any], former: dict[tuple[int, str], str]
    ) -> dict[str, Any]:
        kind = told.get("type") or 1
        fresh = str(self._world.ids.next())
        return {
            "default_member_permissions": None,
            "nsfw": False,
            "contexts": None,
            "integration_types": [0],
            "description": "",
            **told,
            "type": kind,
            "id": former.get((kind, told["name"]), fresh),
            "application_id": str(self._world.bot.id),
            "version": fresh,
        }


def _in_one_language(told: Any) -> Any:
    """Localizations are left out, everywhere."""
    if isinstance(told, list):
        return [_in_one_language(one) for one in told]
    if not isinstance(told, dict):
        return told
    return {
        name: _in_one_language(value)
        for name, value in told.items()
        if not name.endswith("_localizations")
    }


def _wrong_command(place: str, told: dict[str, Any]) -> refusals.Wrong:
    name, text = told.get("name"), told.get("description")
    wrong: dict[str, tuple[str, str]] = {}
    is_slash = (told.get("type") or 1) == 1
    if not name:
        wrong |= refusals.missing(f"{place}.name")
    elif is_slash and (not _NAME.fullmatch(name) or name != name.lower()):
        code = "APPLICATION_COMMAND_INVALID_NAME"
        wrong[f"{place}.name"] = (code, "Command name is invalid")
    if is_slash and not text:
        wrong |= refusals.missing(f"{place}.description")
    elif len(text or "") > 100:
        words = "Must be between 1 and 100 in length."
        wrong[f"{place}.description"] = ("BASE_TYPE_BAD_LENGTH", words)
    for locale, words in (told.get("description_localizations") or {}).items():
        field = f"{place}.description_localizations.{locale}"
        if locale not in _LOCALES:
            choices = f"Value must be one of {sorted(_LOCALES)}."
            wrong[field] = ("BASE_TYPE_CHOICES", choices)
        elif not 1 <= len(words) <= 100:
            wrong[field] = ("BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
    for number, one in enumerate(told.get("options") or []):
        wrong |= _wrong_command(f"{place}.options.{number}", {**one, "type": 1})
    return wrong
