"""Groups: who is in them, and what happens to the bot there."""

from collections.abc import Iterable

from tests.servers.telegram.world import BEGAN, Chat, Json, Message, Seen, World

MEMBER: Json = {"status": "member"}
GONE: dict[str, Json] = {
    "left": {"status": "left"},
    "kicked": {"status": "kicked", "until_date": 0},
}


class Group:
    """A group, supergroup or channel; with `privacy` the bot hears what is meant for it."""

    def __init__(
        self, world: World, chat: Chat, members: Iterable[Json], *, privacy: bool = False
    ) -> None:
        self._world = world
        self.chat = chat
        self.members = list(members)
        self.privacy = privacy

    @property
    def chat_id(self) -> int:
        return self.chat.chat_id

    @property
    def seen(self) -> list[Seen]:
        return self.chat.seen

    @property
    def messages(self) -> list[Message]:
        """What stands in it now, of everyone."""
        return [one for one in self.chat.messages.values() if not one.is_deleted]

    def is_heard(self, message: Message) -> bool:
        """Whether the bot gets it at all."""
        if not self.privacy:
            return True
        shown, name = message.shown, str(self._world.bot["username"])
        answered = shown.get("reply_to_message", {}).get("from", {}).get("id")
        text = message.text
        first = text.split(maxsplit=1)[0] if text.strip() else ""
        is_command = first.startswith("/") and ("@" not in first or first.endswith(f"@{name}"))
        return is_command or f"@{name}" in text or answered == self._world.bot["id"]

    # What happens to the bot

    def adds_bot(self, by: Json) -> None:
        """Someone puts the bot into it."""
        self.chat.standing = "open"
        self._tell(by, {"status": "left"}, MEMBER)
        self._service(by, {"new_chat_members": [self._world.bot]})

    def removes_bot(self, by: Json, *, standing: str = "kicked") -> None:
        self.chat.standing = standing
        self._tell(by, MEMBER, GONE[standing])

    def becomes_supergroup(self, chat_id: int) -> "Group":
        """The group is closed and goes on under another id."""
        chat = Chat(chat_id, "supergroup", dict(self.chat.about))
        self._world.chats[chat_id] = chat
        self.chat.migrated_to = chat_id
        self._service(None, {"migrate_to_chat_id": chat_id})
        onward = Group(self._world, chat, self.members, privacy=self.privacy)
        onward._service(None, {"migrate_from_chat_id": self.chat_id})
        return onward

    def _service(self, by: Json | None, content: Json) -> None:
        message = self._world.keep(self.chat, by or self.members[0], content)
        self._world.updates.add({"message": message.shown})

    def _tell(self, by: Json, before: Json, after: Json) -> None:
        self._world.updates.add(
            {"my_chat_member": membership(self._world, self.chat, by, before, after)}
        )


def membership(world: World, chat: Chat, by: Json, before: Json, after: Json) -> Json:
    """How the bot's own standing changes, as it is told."""
    return {
        "chat": chat.shown,
        "from": by,
        "date": BEGAN,
        "old_chat_member": {**before, "user": world.bot},
        "new_chat_member": {**after, "user": world.bot},
    }
