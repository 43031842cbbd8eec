"""What is said when two people turn out to be one."""

from previously_bot.texts import Sentence

NO_SUCH_CODE = Sentence(
    "That is no code that is good now, or it is your own; send /link in the account whose "
    "timeline you want to join, and bring me the code from there within ten minutes.",
    "这个代码现在无效，或者是你自己的；请在你想加入的那条时间线的账号里发送 /link，"
    "十分钟内把那里的代码发给我。",
)
SPOILT = Sentence(
    "That code was said where others read along, so it is good no more; send /link in our "
    "private chat for a new one.",
    "这个代码已经在有别人看得到的地方说出来了，所以作废；请在我们的私聊里发送 /link 获取新的。",
)
ASK = Sentence(
    "This code is {name}'s. If you go on, you and {name} are one person to me for good: your "
    "conversations and files are copied onto {name}'s timeline, every account of either of you "
    "sees all of it, and I cannot part them again. Your own files stay where they are. Shall I "
    "join the two timelines?",
    "这个代码是 {name} 的。如果继续，在我这里你和 {name} 从此就是同一个人：你的对话和文件"
    "会复制到 {name} 的时间线上，双方的每个账号都能看到全部内容，而且我无法再把它们分开。"
    "你自己的文件会原样留在原处。要合并这两条时间线吗？",
)
YES = Sentence("Yes, join them", "是，合并")
NO = Sentence("No", "否")
NOT_JOINED = Sentence(
    "Nothing was joined, and the code is good no more.",
    "什么都没有合并，这个代码也已作废。",
)
BEGUN = Sentence(
    "You and {name} are one person from now on. I am bringing your past over; what you write "
    "meanwhile waits, and I tell you when all of it is there.",
    "从现在起，你和 {name} 是同一个人。我正在把你的过去搬过来；这期间你写的内容会先等着，"
    "全部到位后我会告诉你。",
)
JOINED = Sentence(
    "The timelines of {other} and {name} are one now: {slices} "
    "{slices:conversation|conversations} and {files} other {files:file|files} came over. "
    "{other}'s own files are where they were.",
    "{other} 和 {name} 的时间线现在合二为一：搬来了 {slices} 段对话和 {files} 个其他文件。"
    "{other} 自己的文件还在原处。",
)
LEFT_OUT = Sentence(
    "{count} {count:file|files} could not be copied and {count:is|are} only in {other}'s own "
    "folder: {paths}",
    "有 {count} 个文件无法复制，只在 {other} 自己的文件夹里：{paths}",
)
WAITS = Sentence(
    "The two timelines are not joined yet; I go on by myself as soon as this is out of the "
    "way: {why}",
    "两条时间线还没有合并完；等这个问题解决后我会自动继续：{why}",
)
IS_NOW = Sentence(
    "{other} is {name} now, and this is {name}'s timeline; name a folder with --repo for what "
    "{other} had before.",
    "{other} 现在就是 {name}，这是 {name} 的时间线；"
    "要看 {other} 从前的，请用 --repo 指定文件夹。",
)
