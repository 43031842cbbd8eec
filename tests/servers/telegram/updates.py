"""The updates that wait for the bot, and the one long poll that may wait for them."""

import asyncio
import json
from typing import Any

from tests.servers.telegram import refusals
from tests.servers.telegram.refusals import Refusal

KINDS = frozenset(
    """message edited_message channel_post edited_channel_post inline_query
    chosen_inline_result callback_query shipping_query pre_checkout_query poll poll_answer
    my_chat_member chat_member chat_join_request chat_boost removed_chat_boost
    message_reaction message_reaction_count business_connection business_message
    edited_business_message deleted_business_messages purchased_paid_media managed_bot
    guest_message""".split()
)
NOT_UNLESS_ASKED_FOR = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
FIRST_ID = 700_000_001
LARGEST_LEAP = 10
"""An offset further in the future than this counts as no offset at all."""


class Updates:
    """Ids only grow. What an offset has confirmed never comes back."""

    def __init__(self) -> None:
        self.waiting: list[dict[str, Any]] = []
        self.allowed = KINDS - NOT_UNLESS_ASKED_FOR
        self.webhook_is_set = False
        self.came = asyncio.Event()
        """Set at every new update; whoever waits for one clears it."""
        self._next_id = FIRST_ID
        self._poll: asyncio.Future[None] | None = None

    # Coming in

    def add(self, update: dict[str, Any]) -> None:
        """An update of any shape; without an id it gets the next. Some are not asked for."""
        kinds = KINDS & update.keys()
        if kinds and not kinds & self.allowed:
            return
        told = {"update_id": self._next_id, **update}
        if isinstance(told["update_id"], int):
            self._next_id = max(self._next_id, told["update_id"]) + 1
        self.waiting.append(told)
        self.came.set()
        self._end_poll()

    def allow(self, asked: str) -> None:
        """Keeps the kinds of a JSON list for all that comes later; no list changes nothing."""
        try:
            names = json.loads(asked) if asked else None
        except ValueError:
            names = None
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            return
        known = KINDS & {name.lower() for name in names}
        self.allowed = known or KINDS - NOT_UNLESS_ASKED_FOR

    # Going out

    async def poll(self, offset: int, limit: int, seconds: int) -> list[dict[str, Any]]:
        """Raises Refusal when a webhook is set, or once another poll begins to wait."""
        if self.webhook_is_set:
            raise refusals.conflict(refusals.WEBHOOK_ACTIVE)
        self._confirm(offset)
        if self.waiting or seconds == 0:
            return self.waiting[:limit]
        self._end_poll(refusals.conflict(refusals.OTHER_POLL))
        self._poll = mine = asyncio.get_running_loop().create_future()
        try:
            await asyncio.wait_for(mine, seconds)
        except TimeoutError:
            return []
        finally:
            if self._poll is mine:
                self._poll = None
        return self.waiting[:limit]

    def _confirm(self, offset: int) -> None:
        if offset < 0:
            self.waiting = self.waiting[offset:]
        elif 0 < offset <= self._next_id + LARGEST_LEAP:
            self.waiting = [
                update
                for update in self.waiting
                if not isinstance(update["update_id"], int) or update["update_id"] >= offset
            ]

    def _end_poll(self, because: Refusal | None = None) -> None:
        poll, self._poll = self._poll, None
        if poll is None or poll.done():
            return
        if because is None:
            poll.set_result(None)
        else:
            poll.set_exception(because)

    def time_is_up(self) -> None:
        """Ends the long poll with nothing, as when its seconds have gone by."""
        self._end_poll()

    @property
    def is_polled(self) -> bool:
        """Whether a long poll waits now."""
        return self._poll is not None

    # The webhook's side

    def webhook_was_set(self) -> None:
        self.webhook_is_set = True
        self._end_poll(refusals.conflict("terminated by setWebhook request"))

    def forget_all(self) -> None:
        self.waiting.clear()

    def forget(self, update: dict[str, Any]) -> None:
        self.waiting = [one for one in self.waiting if one is not update]
