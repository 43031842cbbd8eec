"""Who is at home: everybody's mailbox, and which of them a message is for."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import replace

from adapters.base import Chat, Deleted, Edited, Event, Incoming
from previously_bot import slash, texts
from previously_bot.accounts import code_in
from previously_bot.clock import Clock
from previously_bot.conversation import Conversation
from previously_bot.courier import Courier
from previously_bot.parts import Boxes
from previously_bot.people import People, Person
from previously_bot.texts import joining

log = logging.getLogger(__name__)


class Household:
    """`mailboxes` by the names of `people`. Accounts of the settings come before those that a
    code let in; both are those of whomever their person became one with."""

    def __init__(
        self,
        people: People,
        boxes: Boxes,
        mailboxes: Mapping[str, Conversation],
        courier: Courier,
        clock: Clock,
    ) -> None:
        self._people = people
        self._accounts, self._inbox = boxes.accounts, boxes.inbox
        self._outbox = boxes.outbox
        self._joins = boxes.joins
        self._preferences = boxes.preferences
        self._mailboxes = mailboxes
        self._courier = courier
        self._clock = clock
        self.strangers = 0
        """How many messages of strangers were left alone."""

    async def receive(self, event: Event) -> bool:
        """Into the mailbox of whoever sent it, and whether there is such a one.

        Strangers get silence, unless they bring a code in private. A code that is said where
        others read along is good no more: whoever read it could be faster. Raises StateError.
        """
        if isinstance(event, Incoming):
            return await self._receive(event)
        if isinstance(event, Edited):
            return await self._edited(event)
        return await self._deleted(event)

    async def _edited(self, event: Edited) -> bool:
        """Of a message that is their own; or that nobody knows any more, but not where others
        read along: there it may have been none of our business."""
        now = event.now
        person = await self._who(now)
        if person is None:
            return False
        owner = await self._owner(now.chat, now.message_id)
        if owner == person.name or (owner is None and now.is_private):
            await self._mailboxes[person.name].revise(event)
        return True

    async def _deleted(self, event: Deleted) -> bool:
        """Whose it was is known from the inbox alone; what is not known there is nobody's."""
        owner = await self._owner(event.chat, event.message_id)
        mailbox = self._mailboxes.get(owner) if owner else None
        if mailbox is not None:
            await mailbox.revise(event)
        return mailbox is not None

    async def _owner(self, chat: Chat, message_id: str) -> str | None:
        """The name of whoever wrote a message, as they are now."""
        name = await asyncio.to_thread(self._inbox.owner, chat, message_id)
        person = await self._followed(name) if name else None
        return person.name if person else None

    async def _receive(self, incoming: Incoming) -> bool:
        person = await self._who(incoming)
        if await self._is_spoilt(incoming, person):
            return person is not None
        if person is not None:
            if (taken := await self._pressed_by(person, incoming)) is not None:
                taken = await self._with_code_as_command(taken, person)
                await self._mailboxes[person.name].receive(taken)
            return True
        if await self._let_in(incoming):
            return True
        self.strangers += 1
        log.info("a message of a stranger on %s is left alone", incoming.chat.platform)
        return False

    def tick(self) -> None:
        for mailbox in self._mailboxes.values():
            mailbox.tick()

    async def _who(self, incoming: Incoming) -> Person | None:
        platform, account = incoming.chat.platform, incoming.account
        if person := self._people.who(platform, account):
            return await self._followed(person.name)
        name = (await asyncio.to_thread(self._accounts.all)).get((platform, account))
        return await self._followed(name) if name else None

    async def _followed(self, name: str) -> Person | None:
        """Who somebody is by now; themselves where that one was taken out of the settings."""
        joined = await asyncio.to_thread(self._joins.all)
        return self._named(joined.get(name, name)) or self._named(name)

    async def _pressed_by(self, person: Person, incoming: Incoming) -> Incoming | None:
        """Where others read along, buttons are there for the person they were sent to: what
        somebody else asks for would take the place of what that one was told. Where it is not
        known whose they are, it takes no place but its own."""
        if incoming.is_private or not incoming.pressed:
            return incoming
        name = await asyncio.to_thread(self._outbox.owner, incoming.chat, incoming.pressed)
        owner = await self._followed(name) if name else None
        if owner is None:
            return replace(incoming, pressed="")
        return incoming if owner.name == person.name else None

    async def _with_code_as_command(self, incoming: Incoming, person: Person) -> Incoming:
        """A code, sent alone, is what /link with it is: also one's own, or one that is over,
        so that the person is told that it is no good."""
        code = code_in(incoming.text) if incoming.is_private else None
        if code is None or slash.command(incoming.text) == slash.Command("link", code):
            return incoming
        is_code, now = self._joins.is_code, self._clock.now()
        is_one = await asyncio.to_thread(is_code, code, person.name, incoming, now)
        return replace(incoming, text=f"/link {code}") if is_one else incoming

    async def _is_spoilt(self, incoming: Incoming, person: Person | None) -> bool:
        """Whether the message is a code that was said where others read along. Whose it is, is
        told so in private; somebody who is known here, where they said it."""
        code = None if incoming.is_private else code_in(incoming.text)
        if code is None:
            return False
        now = self._clock.now()
        name = await asyncio.to_thread(self._accounts.spoil, code, now)
        owner = await self._followed(name) if name else None
        if owner is not None and owner != person:
            chat = await asyncio.to_thread(self._joins.last_chat, owner.name)
            if chat is not None:
                await self._say_spoilt(owner, chat)
        if person is None:
            return False
        is_code = self._joins.is_code
        if not await asyncio.to_thread(is_code, code, person.name, incoming, now):
            return False
        await self._say_spoilt(person, incoming.chat, incoming.message_id)
        return True

    async def _say_spoilt(self, person: Person, chat: Chat, replies_to: str = "") -> None:
        person = await asyncio.to_thread(self._preferences.of, person)
        said = joining.SPOILT.say(person.language)
        await self._courier.show(chat, said, replies_to=replies_to, answers=replies_to)

    async def _let_in(self, incoming: Incoming) -> bool:
        """Whether the message is a code that is good; then the account is told whose it is."""
        code = code_in(incoming.text)
        if code is None or not incoming.is_private:
            return False
        key = incoming.chat.platform, incoming.account
        now = self._clock.now()
        name = await asyncio.to_thread(self._accounts.redeem, code, *key, now)
        person = await self._followed(name) if name else None
        if person is None:
            return False
        person = await asyncio.to_thread(self._preferences.of, person)
        said = texts.LINKED.say(person.language, name=person.name)
        await self._courier.show(incoming.chat, said, answers=incoming.message_id)
        return True

    def _named(self, name: str) -> Person | None:
        """None for somebody who was taken out of the settings."""
        return next((one for one in self._people.everyone if one.name == name), None)
