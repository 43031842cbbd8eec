"""People as tests play them: what they do reaches the bot as updates, and they see its own."""

from collections.abc import Iterable, Mapping
from typing import Any

from tests.servers.telegram import files
from tests.servers.telegram.formatting import LONGEST_TEXT, with_automatic
from tests.servers.telegram.groups import GONE, MEMBER, Group, membership
from tests.servers.telegram.world import Chat, Json, Message, Seen, World


class Person:
    """Speaks in the private chat with the bot, or `to` a group."""

    def __init__(self, world: World, user: Json, chat: Chat) -> None:
        self._world = world
        self.user = user
        self.chat = chat

    @property
    def user_id(self) -> int:
        return int(self.user["id"])

    # What the person sees in the private chat

    @property
    def seen(self) -> list[Seen]:
        """All that showed of the bot's, in its order."""
        return self.chat.seen

    @property
    def messages(self) -> list[Message]:
        """The bot's messages as they stand now, without the deleted ones."""
        return [
            one
            for one in self.chat.messages.values()
            if not one.is_deleted and one.shown.get("from") == self._world.bot
        ]

    @property
    def texts(self) -> list[str]:
        return [message.text for message in self.messages]

    @property
    def drafts(self) -> list[str]:
        """The drafts that show now."""
        return list(self.chat.drafts.values())

    # Saying

    def says(
        self,
        text: str,
        *,
        to: Group | None = None,
        reply_to: Message | None = None,
        quote: str = "",
        entities: Iterable[Json] = (),
        **more: Any,
    ) -> Message:
        """`entities` join those that Telegram finds: commands, mentions, links, hashtags."""
        assert 0 < len(text) <= LONGEST_TEXT, "no app sends this as one message"
        content: Json = {"text": text}
        if marked := with_automatic(text, entities):
            content["entities"] = marked
        return self.sends({**content, **more}, to=to, reply_to=reply_to, quote=quote)

    def pastes(self, text: str, *, to: Group | None = None) -> list[Message]:
        """A text of any length, which the app sends in as many messages as it takes."""
        return [
            self.says(text[at : at + LONGEST_TEXT], to=to)
            for at in range(0, len(text), LONGEST_TEXT)
        ]

    def sends(
        self,
        content: Json,
        *,
        to: Group | None = None,
        reply_to: Message | None = None,
        quote: str = "",
    ) -> Message:
        """A message of any content."""
        chat = self._chat(to)
        if chat.standing == "unstarted":
            chat.standing = "open"
        reply: Json = {}
        if reply_to is not None:
            reply = self._world.reply(chat, {"message_id": reply_to.message_id}, quote)
        if chat.kind == "channel":
            posted = {"sender_chat": chat.shown, **reply, **content}
            message = self._world.keep(chat, None, posted)
        else:
            message = self._world.keep(chat, self.user, {**reply, **content})
        self._tell("message", message, to)
        return message

    def forwards(
        self,
        text: str,
        origin: Json,
        *,
        to: Group | None = None,
        content: Json | None = None,
    ) -> Message:
        """A text, or other content, from one of tests.servers.telegram.origins."""
        forwarded = {"text": text} if content is None else content
        return self.sends({"forward_origin": origin, **forwarded}, to=to)

    def edits(self, message: Message, text: str, *, to: Group | None = None) -> Message:
        message.history.append(message.shown)
        marked = with_automatic(text)
        part = "text" if "text" in message.shown else "caption"
        assert text or part == "caption", "no app sends a message without a text"
        marks = "entities" if part == "text" else "caption_entities"
        kept = {name: one for name, one in message.shown.items() if name not in (part, marks)}
        said = {part: text} if text else {}
        message.shown = {**kept, **said, "edit_date": self._world.now()}
        if marked:
            message.shown[marks] = marked
        self._tell("edited_message", message, to)
        return message

    def replaces(self, message: Message, content: Json, *, to: Group | None = None) -> Message:
        """Puts other content, such as a photo, in place of what it has."""
        message.history.append(message.shown)
        changed = {**content, "edit_date": self._world.now()}
        message.shown = {**message.shown, **changed}
        self._tell("edited_message", message, to)
        return message

    def deletes(self, message: Message) -> None:
        """Of which the bot is told nothing."""
        message.is_deleted = True

    # Media

    def sends_photo(
        self,
        photo: bytes = b"\xff\xd8photo",
        caption: str = "",
        *,
        size: int | None = None,
        to: Group | None = None,
    ) -> Message:
        made = files.photo(self._world.files.add("photo", photo, size=size))
        return self.sends({**made, **_captioned(caption)}, to=to)

    def sends_album(
        self, photos: Iterable[bytes], caption: str = "", *, to: Group | None = None
    ) -> list[Message]:
        """Each photo is a message of its own; the caption is the first one's."""
        album = {"media_group_id": str(self._world.number() + 13_000_000_000)}
        sent = []
        for photo in photos:
            made = files.photo(self._world.files.add("photo", photo))
            sent.append(self.sends({**album, **made, **_captioned(caption)}, to=to))
            caption = ""
        return sent

    def sends_document(
        self,
        document: bytes,
        name: str = "notes.txt",
        mime_type: str = "text/plain",
        *,
        caption: str = "",
        size: int | None = None,
        to: Group | None = None,
    ) -> Message:
        """`size` says how large it claims to be, when that is not how large it is."""
        file = self._world.files.add("document", document, name, size)
        made = files.document(file, name, mime_type)
        return self.sends({**made, **_captioned(caption)}, to=to)

    def sends_voice(
        self, voice: bytes = b"OggS", seconds: int = 3, *, to: Group | None = None
    ) -> Message:
        file = self._world.files.add("voice", voice)
        return self.sends(files.voice(file, seconds), to=to)

    def plays(
        self, kind: str, content: bytes, seconds: int, *, caption: str = "", **more: Any
    ) -> Message:
        """Sends audio, a video, a video_note or an animation."""
        file = self._world.files.add(kind, content)
        return self.sends({**files.playing(file, kind, seconds, **more), **_captioned(caption)})

    def sends_sticker(self, emoji: str = "👍", *, to: Group | None = None) -> Message:
        file = self._world.files.add("sticker", b"RIFF")
        return self.sends(files.sticker(file, emoji), to=to)

    def sends_location(
        self, latitude: float, longitude: float, *, to: Group | None = None
    ) -> Message:
        return self.sends(files.location(latitude, longitude), to=to)

    def sends_contact(
        self,
        phone_number: str,
        first_name: str,
        user_id: int | None = None,
        *,
        to: Group | None = None,
    ) -> Message:
        return self.sends(files.contact(phone_number, first_name, user_id), to=to)

    def sends_poll(
        self, question: str, options: Mapping[str, int], *, to: Group | None = None
    ) -> Message:
        """`options` are the votes by answer."""
        return self.sends(files.poll(str(self._world.number()), question, options), to=to)

    # Everything else

    def presses(self, message: Message, button: str, *, to: Group | None = None) -> str:
        """A button that the message has, by its callback data; gives the id of the query."""
        known = [one.get("callback_data") for row in message.buttons for one in row]
        assert button in known, f"no button {button!r} among {known}"
        chat = self._chat(to)
        # Of a message that is gone only that much is known.
        gone = {"chat": chat.shown, "message_id": message.message_id, "date": 0}
        query = {
            "id": self._world.ask_query(chat),
            "from": self.user,
            "message": gone if message.is_deleted else message.shown,
            "chat_instance": str(chat.chat_id),
            "data": button,
        }
        self._add({"callback_query": query})
        return str(query["id"])

    def reacts(self, message: Message, emoji: str, *, to: Group | None = None) -> None:
        """An empty emoji takes the reaction away. Bots hear of it when they asked to."""
        new = [{"type": "emoji", "emoji": emoji}] if emoji else []
        change = {
            "chat": self._chat(to).shown,
            "message_id": message.message_id,
            "user": self.user,
            "date": self._world.now(),
            "old_reaction": [],
            "new_reaction": new,
        }
        self._add({"message_reaction": change})

    def blocks(self) -> None:
        self._stands("blocked", MEMBER, GONE["kicked"])

    def unblocks(self) -> None:
        self._stands("open", GONE["kicked"], MEMBER)

    def is_deactivated(self) -> None:
        """The account is deleted; no one is told."""
        self.chat.standing = "deactivated"

    def _stands(self, standing: str, before: Json, after: Json) -> None:
        self.chat.standing = standing
        change = membership(self._world, self.chat, self.user, before, after)
        self._add({"my_chat_member": change})

    def _chat(self, to: Group | None) -> Chat:
        return self.chat if to is None else to.chat

    def _tell(self, kind: str, message: Message, to: Group | None) -> None:
        if to is not None and to.chat.kind == "channel":
            kind = {"message": "channel_post", "edited_message": "edited_channel_post"}[kind]
        if to is None or to.is_heard(message):
            self._add({kind: message.shown})

    def _add(self, update: Json) -> None:
        self._world.updates.add(update)
        self._world.change()


def _captioned(caption: str) -> Json:
    if not caption:
        return {}
    marked = with_automatic(caption)
    return {"caption": caption, **({"caption_entities": marked} if marked else {})}
