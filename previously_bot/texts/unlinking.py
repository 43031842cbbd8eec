"""What is said of accounts that are taken away again."""

from previously_bot.texts import Sentence

LISTED = Sentence(
    "Accounts that see this timeline; a button takes one away, after I have asked:",
    "能看到这条时间线的账号；按按钮可移除一个，我会先问一次：",
)
LINE = Sentence("{nth}. {account}", "{nth}、{account}")
THIS_ONE = Sentence("{account} (the one you are writing from)", "{account}（你正在用的这个）")
IN_SETTINGS = Sentence("- {account} (in the settings)", "- {account}（写在设置里）")
NONE = Sentence(
    "No account was let in by a code; /link gives you one.",
    "还没有用代码加入的账号；/link 可以给你一个代码。",
)
REMOVE = Sentence("Remove {nth}", "移除 {nth}")
ASK = Sentence(
    "Shall I take away {account}? Whoever writes from it is a stranger to me then; what was "
    "said there stays on your timeline.",
    "要移除 {account} 吗？之后从它发来的消息，我都当作陌生人；"
    "在那里说过的话仍留在你的时间线上。",
)
YES = Sentence("Yes, remove it", "是，移除")
NO = Sentence("No", "否")
REMOVED = Sentence(
    "{account} is nobody's now, and gets no more answers.",
    "{account} 现在不属于任何人，也不会再得到回答。",
)
NOT_THIS_ONE = Sentence(
    "That is the account you are writing from; take it away from another one of yours.",
    "这是你正在用的账号；请用你的另一个账号来移除它。",
)
NO_SUCH = Sentence(
    "There is no such account (any more); /unlink lists them.",
    "没有这个账号（或已移除）；/unlink 列出所有账号。",
)
