"""Where forwarded messages come from: the four kinds of message_origin."""

from tests.servers.telegram.world import BEGAN, Json

DATE = BEGAN - 86_400


def from_user(user_id: int, first_name: str, *, is_bot: bool = False) -> Json:
    sender = {"id": user_id, "is_bot": is_bot, "first_name": first_name}
    return {"type": "user", "date": DATE, "sender_user": sender}


def from_hidden_user(name: str) -> Json:
    """Of someone who lets no one see the account behind a forward."""
    return {"type": "hidden_user", "date": DATE, "sender_user_name": name}


def from_chat(chat_id: int, title: str, signature: str = "") -> Json:
    """Of an anonymous administrator of a group."""
    chat = {"id": chat_id, "type": "supergroup", "title": title}
    signed = {"author_signature": signature} if signature else {}
    return {"type": "chat", "date": DATE, "sender_chat": chat, **signed}


def from_channel(chat_id: int, title: str, message_id: int, signature: str = "") -> Json:
    chat = {"id": chat_id, "type": "channel", "title": title}
    signed = {"author_signature": signature} if signature else {}
    post = {"chat": chat, "message_id": message_id}
    return {"type": "channel", "date": DATE, **post, **signed}
