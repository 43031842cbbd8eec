"""What is said when files go back to what they were."""

from previously_bot.texts import Sentence

NOTHING = Sentence(
    "I have written nothing into your files in the last 30 days that could be taken back.",
    "最近 30 天里，我没有往你的文件里写过可以撤回的东西。",
)
TAKEN_BACK = Sentence(
    "What I wrote on {day}, {time}:",
    "我在{day} {time} 写入的内容：",
)
RESTORED = Sentence("{path} is what it was before.", "{path} 恢复为之前的内容。")
REMOVED = Sentence("{path} is gone; it was new then.", "{path} 已移除，它是那时新建的。")
LEFT = Sentence(
    "{path} was changed since, so I leave it as it is.",
    "{path} 后来又被改过，所以保持原样。",
)
CORRECTIONS_STAY = Sentence(
    "Corrections that I noted with a conversation stay; tell me what is right, and that comes "
    "after them.",
    "我在对话里记下的更正会保留；告诉我什么才对，就会写在它们后面。",
)
