"""What is said where others read along."""

from previously_bot.texts import Sentence

KEPT_APART = Sentence(
    "I keep what you said, but others read along here, so your memory stays private until you "
    "allow this group: reply to me with “/settings group on”.",
    "你说的话我记下了；但这里有别人在看，所以你的记忆不会在此展示，"
    "除非你允许这个群：请回复我“/settings group on”。",
)
KEPT_WAITING = Sentence(
    "Your message is kept and I will answer it later; something is in the way just now.",
    "你的消息已经记下，我稍后回答；眼下有点问题。",
)
ONLY_IN_PRIVATE = Sentence(
    "{command} is for our private chat; others read along here.",
    "{command} 只能在我们的私聊里用；这里有别人在看。",
)
