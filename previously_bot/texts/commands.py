"""What commands of a chat say."""

from previously_bot.texts import Sentence

HELP = Sentence(
    "Talk to me as you like; thirty minutes of silence end a conversation by themselves.\n\n"
    "- /recap — previously on you: the last few conversations\n"
    "- /timeline — your conversations; /timeline last week — those of a time; with "
    "<2026-07-07-1558 or >2026-07-07-1558 at the end: those before or after one\n"
    "- /when WORDS — which time the words mean\n"
    "- /recall QUESTION — where something was said, for instance /recall the lease in March; "
    "/recall the lease as of 1 March — by what I held then\n"
    "- /strands — what your conversations are about; /strands NAME — those of one strand\n"
    "- /slice NAME — one conversation, by its name, such as 2026-07-07-1558\n"
    "- /why — how my last answer came about: where I looked, what I read, what it cost\n"
    "- /close — end this conversation now\n"
    "- /forget WORDS — forget what has these words, after showing it to you; "
    "/forget NAME, /forget last week — conversations; /forget last — the last exchange\n"
    "- /undo — take back what I last wrote into your files\n"
    "- /export — everything of yours in one zip\n"
    "- /link — a code with which another account of yours joins this timeline\n"
    "- /unlink — take away an account that such a code let in, of a lost phone for instance\n"
    "- /settings — your time zone, your language, and the groups where I may tell from memory\n"
    "- /status — whether everything is up, and where your timeline lies\n"
    "- /quit — leave (in the terminal)\n"
    "- /help — this list",
    "随意和我聊；安静三十分钟，一段对话就自动结束。\n\n"
    "- /recap — 前情提要：最近几段对话\n"
    "- /timeline — 你的所有对话；/timeline 上周 — 某段时间的对话；"
    "末尾加 <2026-07-07-1558 或 >2026-07-07-1558：某一段之前或之后的\n"
    "- /when 词语 — 这些词指什么时间\n"
    "- /recall 问题 — 什么话在哪里说过，例如 /recall 三月的租约；"
    "/recall 截至3月1日的租约 — 按当时记着的内容\n"
    "- /strands — 对话都关于什么；/strands 名称 — 同一条线索的对话\n"
    "- /slice 名称 — 某一段对话，例如 2026-07-07-1558\n"
    "- /why — 我上一个回答是怎么来的：看了哪里、读了什么、花了多少\n"
    "- /close — 现在就结束这段对话\n"
    "- /forget 词语 — 先给你看，再忘掉含有这些词的话；"
    "/forget 名称、/forget 上周 — 整段对话；/forget last — 最后一次问答\n"
    "- /undo — 撤回我上次写进你文件里的内容\n"
    "- /export — 把你的全部内容打包成一个 zip\n"
    "- /link — 一个代码，让你的另一个账号加入这条时间线\n"
    "- /unlink — 移除用代码加入的账号，例如手机丢了的时候\n"
    "- /settings — 你的时区、语言，以及哪些群里可以展示你的记忆\n"
    "- /status — 一切是否正常，你的时间线在哪里\n"
    "- /quit — 离开（仅终端）\n"
    "- /help — 这份列表",
)
NO_STRANDS = Sentence(
    "There are no strands yet; a conversation gets its tags when it ends.",
    "还没有线索；一段对话结束时会得到标签。",
)
MORE_STRANDS = Sentence("… and {count} more", "……还有 {count} 条")
NO_SUCH_STRAND = Sentence(
    "There is no strand “{name}”; /strands lists them.",
    "没有“{name}”这条线索；/strands 列出所有线索。",
)
NO_SUCH_SLICE = Sentence(
    "There is no conversation “{name}”; /timeline and /recall find them.",
    "没有“{name}”这段对话；/timeline 和 /recall 可以找到对话。",
)
SLICE_WHICH = Sentence(
    "Which conversation? Write its name after it: /slice 2026-07-07-1558; /timeline "
    "lists them.",
    "哪一段对话？请把名称写在后面：/slice 2026-07-07-1558；/timeline 列出所有对话。",
)
LINK = Sentence(
    "Send me this code from your other account within ten minutes, and it is yours too; if "
    "that account has a timeline of its own, I ask there whether to join the two. Give the "
    "code to nobody else:\n\n`{code}`",
    "请在十分钟内用你的另一个账号把这个代码发给我，它就也是你的了；如果那个账号有自己的时间线，"
    "我会在那里问是否合并。不要把代码给别人：\n\n`{code}`",
)
SLICE_CLOSED = Sentence(
    "Closed. What you say next begins a new slice.",
    "已结束。接下来说的话会开始新的一段。",
)
NOTHING_TO_CLOSE = Sentence(
    "There is no open conversation to close.",
    "现在没有进行中的对话可以结束。",
)
NO_SUCH_TIME = Sentence(
    "I do not understand “{when}” as a time; try /timeline last week or /timeline 2026-03.",
    "我看不懂“{when}”是什么时间；试试 /timeline 上周 或 /timeline 2026-03。",
)
RECALL_WHAT = Sentence(
    "Recall what? Write the question after it: /recall the lease in March.",
    "要找什么？请把问题写在后面：/recall 三月的租约。",
)
NOTHING_ANSWERED = Sentence(
    "There is no answer yet that I could account for. Ask me something, then /why.",
    "还没有哪个回答可以说明来历。先问我点什么，再用 /why。",
)
UNKNOWN_COMMAND = Sentence(
    "I do not know {command}; /help lists the commands.",
    "我不认识 {command}；/help 列出所有命令。",
)
WHEN_WHAT = Sentence(
    "When is what? Write the words after it: /when last Tuesday evening.",
    "什么的时间？请写在后面：/when 上周二晚上。",
)
NO_PAST = Sentence(
    "Nothing happened previously yet: your timeline starts here.",
    "还没有前情：你的时间线从这里开始。",
)
