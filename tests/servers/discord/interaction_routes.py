"""Answers to interactions: the callback, in time and once, and what may follow on it."""

from datetime import timedelta
from typing import Any

from tests.servers.discord import bits, forms, payloads, refusals
from tests.servers.discord.interactions import COMMAND, COMPONENT, owners
from tests.servers.discord.routes import Route
from tests.servers.discord.things import Interaction, Message
from tests.servers.discord.wire import NO_CONTENT, Answer, Asked
from tests.servers.discord.world import World

IN_TIME = timedelta(seconds=3)
TOKEN_LIVES = timedelta(minutes=15)
MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, MODAL = 4, 5, 6, 7, 9
_TYPES = {COMMAND: (MESSAGE, DEFERRED, MODAL), COMPONENT: range(MESSAGE, MODAL + 1)}

_HOOK = "/webhooks/{application_id}/{token}"
_FOLLOWUP = f"{_HOOK}/messages/{{message_id}}"


class InteractionRoutes:
    """Its answers go by the token in their path and not by the bot's."""

    def __init__(self, world: World) -> None:
        self._world = world

    def table(self) -> list[Route]:
        callback = "/interactions/{interaction_id}/{token}/callback"
        return [
            Route("POST", callback, self.acknowledge, needs_token=False),
            Route("POST", _HOOK, self.follow, needs_token=False),
            Route("GET", _FOLLOWUP, self.get, needs_token=False),
            Route("PATCH", _FOLLOWUP, self.edit, needs_token=False),
            Route("DELETE", _FOLLOWUP, self.delete, needs_token=False),
        ]

    def acknowledge(self, asked: Asked) -> Answer:
        it = self._world.interactions.get(asked.number("interaction_id"))
        if it is None or it.token != asked.parameters["token"]:
            raise refusals.unknown_interaction()
        if it.acknowledged is not None:
            raise refusals.already_acknowledged()
        if self._world.clock.now() - it.made > IN_TIME:
            raise refusals.unknown_interaction()
        kind = int(asked.body.get("type") or 0) if isinstance(asked.body, dict) else 0
        if kind not in _TYPES[it.kind]:
            words = f"Value must be one of {set(_TYPES[it.kind])}."
            raise refusals.invalid_form({"type": ("BASE_TYPE_CHOICES", words)})
        # Only what is accepted acknowledges: a refused callback may be tried again.
        self._carry_out(it, kind, asked)
        it.acknowledged = kind
        self._world.changes.tell()
        if asked.query.get("with_response", "").lower() not in ("1", "true"):
            return NO_CONTENT
        return Answer(body=self._resource(it, kind))

    def _carry_out(self, it: Interaction, kind: int, asked: Asked) -> None:
        inner = self._inner(asked)
        if kind == MESSAGE:
            it.original = self._world.post(self._compose(it, inner))
        elif kind == DEFERRED:
            flags = bits.LOADING | int(inner.body.get("flags") or 0) & bits.EPHEMERAL
            number, now = self._world.ids.next(), self._world.clock.now()
            waiting = Message(number, it.channel.id, self._world.bot.id, "", now, flags=flags)
            it.original = self._world.post(self._signed(it, waiting))
        elif kind == MODAL:
            it.modal = inner.body
        else:
            it.original = it.message
            if kind == UPDATE and it.message is not None:
                forms.change(self._world, inner, it.message)

    def _inner(self, asked: Asked) -> Asked:
        """The callback's message, as if it had been sent alone."""
        told = asked.body.get("data") or {}
        return Asked(asked.method, asked.route, asked.path, body=told, uploads=asked.uploads)

    def _compose(self, it: Interaction, asked: Asked) -> Message:
        return self._signed(it, forms.compose(self._world, asked, it.channel, None))

    def _signed(self, it: Interaction, made: Message) -> Message:
        made.kind = 20 if it.kind == COMMAND else 0
        made.reader_id = it.user_id if made.flags & bits.EPHEMERAL else None
        who = payloads.user(self._world.users[it.user_id])
        made.metadata = {
            "id": str(it.id),
            "type": it.kind,
            "user": who,
            "authorizing_integration_owners": owners(it),
        }
        return made

    def _resource(self, it: Interaction, kind: int) -> dict[str, Any]:
        told: dict[str, Any] = {"id": str(it.id), "type": it.kind}
        resource: dict[str, Any] = {"type": kind}
        if it.original is not None:
            told["response_message_id"] = str(it.original.id)
            told["response_message_loading"] = bool(it.original.flags & bits.LOADING)
            told["response_message_ephemeral"] = bool(it.original.flags & bits.EPHEMERAL)
            if kind in (MESSAGE, UPDATE, DEFERRED):
                resource["message"] = self._payload(it.original)
        return {"interaction": told, "resource": resource}

    def follow(self, asked: Asked) -> Answer:
        """A further message; the first one after a deferral takes the place that waits."""
        it = self._interaction(asked)
        waiting = it.original
        if waiting is not None and waiting.flags & bits.LOADING and not waiting.is_deleted:
            forms.change(self._world, asked, waiting)
            return Answer(body=self._payload(waiting))
        made = self._world.post(self._compose(it, asked))
        it.followups.append(made)
        return Answer(body=self._payload(made))

    def get(self, asked: Asked) -> Answer:
        return Answer(body=self._payload(self._message(asked)))

    def edit(self, asked: Asked) -> Answer:
        it = self._message(asked)
        forms.change(self._world, asked, it)
        return Answer(body=self._payload(it))

    def delete(self, asked: Asked) -> Answer:
        self._world.delete(self._message(asked), self._world.bot.id)
        return NO_CONTENT

    def _interaction(self, asked: Asked) -> Interaction:
        token = asked.parameters["token"]
        found = [one for one in self._world.interactions.values() if one.token == token]
        is_ours = asked.number("application_id") == self._world.bot.id
        if not found or not is_ours or found[0].acknowledged is None:
            raise refusals.unknown_webhook()
        if self._world.clock.now() - found[0].made > TOKEN_LIVES:
            raise refusals.invalid_webhook_token()
        return found[0]

    def _message(self, asked: Asked) -> Message:
        it = self._interaction(asked)
        name = asked.parameters["message_id"]
        known = [one for one in (it.original, *it.followups) if one is not None]
        found = it.original if name == "@original" else None
        found = next((one for one in known if str(one.id) == name), found)
        if found is None or found.is_deleted:
            raise refusals.unknown_message()
        return found

    def _payload(self, it: Message) -> dict[str, Any]:
        return payloads.message(self._world, it, reads=True)
