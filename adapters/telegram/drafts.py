"""An answer while it is written, in a private chat: a draft that is no message, and fades."""

import logging

from telegram.error import BadRequest, Forbidden, TelegramError

from adapters.base import GoneForGood, NotDelivered
from adapters.telegram.api import TOKEN_ERRORS, Api, Flood
from adapters.telegram.fields import whole
from adapters.telegram.messages import PLATFORM
from adapters.telegram.sending import Attempt, is_closed, is_group

log = logging.getLogger(__name__)


class Drafts:
    """Telegram shows a draft for half a minute, or until a message comes. A server that takes
    none, since it is an old one, is not asked again."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._are_refused = False
        self._numbers: dict[int, int] = {}
        self._last = 0

    async def show(self, one: Attempt) -> bool:
        """Whether it is shown; what is shown in that chat already becomes it. Raises
        NotDelivered and GoneForGood."""
        if self._are_refused or one.edits or is_group(one.chat_id):
            return False
        try:
            await self._bring(one)
        except (BadRequest, *TOKEN_ERRORS) as error:
            why = self._api.told(error)
            if is_closed(error):
                raise GoneForGood(PLATFORM, why) from None
            self._are_refused = True
            log.info("Telegram shows no drafts (%s); messages are edited instead.", why)
            return False
        except Forbidden as error:
            raise GoneForGood(PLATFORM, self._api.told(error)) from None
        except TelegramError as error:
            # That it may be shown does no harm.
            seconds = error.seconds if isinstance(error, Flood) else None
            raise NotDelivered(PLATFORM, self._api.told(error), seconds) from None
        return True

    def over(self, chat_id: int) -> None:
        """What is shown there next is of another answer."""
        self._numbers.pop(chat_id, None)

    async def _bring(self, one: Attempt) -> None:
        """With its markup, or else without."""
        if one.html:
            try:
                await self._call(one.chat_id, one.html, "HTML")
            except BadRequest as error:
                if is_closed(error):
                    raise
            else:
                return
        await self._call(one.chat_id, one.plain, None)

    async def _call(self, chat_id: int, text: str, parse_mode: str | None) -> None:
        if chat_id not in self._numbers:
            self._last += 1
            self._numbers[chat_id] = self._last
        await self._api.call(
            "sendMessageDraft",
            chat_id=chat_id,
            draft_id=self._numbers[chat_id],
            text=whole(text),
            parse_mode=parse_mode,
        )
