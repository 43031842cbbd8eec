"""What a person is told when a secret of theirs was masked."""

from collections.abc import Sequence

from previously_bot.moments import speaks_chinese
from previously_bot.texts import Sentence

IN_MESSAGE = Sentence(
    "I masked what looks like a secret in your message ({kinds}) and have not kept the "
    "original; replace it if others could read this chat.",
    "你的消息里像是有机密内容（{kinds}），我已遮住，没有保存原文；"
    "如果别人能看到这个聊天，请更换它。",
)

# Of files

MASKED = Sentence(
    "I keep {what} with the secrets in it masked ({kinds}), and not the original; replace them "
    "if others could read this chat.",
    "我保存了{what}，但遮住了其中的机密内容（{kinds}），没有保存原件；"
    "如果别人能看到这个聊天，请更换它们。",
)
ONLY_TEXT = Sentence(
    "There are secrets in {what} ({kinds}), so I keep its text without them, and not the file "
    "itself.",
    "{what}里有机密内容（{kinds}），所以我只保存遮住它们后的文字，没有保存文件本身。",
)
NOT_KEPT = Sentence(
    "Since {what} is a secret ({kinds}), I have not kept it; replace it if others could read "
    "this chat.",
    "{what}是机密内容（{kinds}），所以我没有保存；如果别人能看到这个聊天，请更换它。",
)
IN_SPEECH = Sentence(
    "I masked a secret in what is said in {what} ({kinds}); the recording, which I keep, still "
    "has it. Delete your message, and it goes too.",
    "我遮住了{what}的文字里的机密内容（{kinds}）；但保存的录音里仍然听得到。"
    "删除那条消息，录音也会删除。",
)

_CHINESE = {
    "password": "密码",
    "private key": "私钥",
    "API key": "API 密钥",
    "access token": "访问令牌",
    "card number": "卡号",
    "card security code": "卡安全码",
    "webhook address": "webhook 地址",
    "wallet key": "钱包私钥",
}
_ENDS = {"token": "令牌", "key": "密钥"}


def named(kinds: Sequence[str], language: str) -> str:
    """Kinds of secrets, as they are called in a language."""
    if not speaks_chinese(language):
        return ", ".join(kinds)
    return "、".join(_in_chinese(kind) for kind in kinds)


def _in_chinese(kind: str) -> str:
    if kind in _CHINESE:
        return _CHINESE[kind]
    whose, _, what = kind.rpartition(" ")
    return f"{whose} {_ENDS[what]}" if what in _ENDS else kind
