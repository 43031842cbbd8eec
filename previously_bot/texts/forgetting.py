"""What /forget says: before, and after."""

from previously_bot.texts import Sentence

EXPLAINED = Sentence(
    "I forget what you name, after showing it to you:\n\n"
    "- /forget last — the last exchange\n"
    "- /forget 2026-07-07-1558 — one conversation, by its name\n"
    "- /forget last Tuesday evening — the conversations of a time\n"
    "- /forget “old flat” — every turn in which these words stand",
    "你说要忘什么，我先给你看，再忘掉：\n\n"
    "- /forget last — 最后一次问答\n"
    "- /forget 2026-07-07-1558 — 某一段对话，按名称\n"
    "- /forget 上周二晚上 — 某段时间的对话\n"
    "- /forget “旧公寓” — 出现这些词的每一条",
)
TOO_LONG = Sentence(
    "Those are too many words to look for; name at most {most} characters of them.",
    "要找的词太长了；最多 {most} 个字。",
)
NOTHING_NAMED = Sentence(
    "Nothing of that is on your timeline: “{what}”.",
    "你的时间线上没有这些：“{what}”。",
)
NOTHING_YET = Sentence(
    "Nothing has been said yet that I could forget.",
    "还没有说过什么可以忘掉的。",
)
CONVERSATIONS = Sentence(
    "**This would be forgotten: {slices} {slices:conversation|conversations}, "
    "{turns} {turns:turn|turns}.** The files go, and all that was made of them:",
    "**将要忘记：{slices} 段对话，共 {turns} 条。**它们的文件和由此生成的一切都会删除：",
)
TURNS = Sentence(
    "**This would be forgotten: {turns} {turns:turn|turns}.** The words go, and all that was "
    "made of them; `[deleted]` stays in their place:",
    "**将要忘记：{turns} 条。**它们的文字和由此生成的一切都会删除，原处留下 `[deleted]`：",
)
MORE_LINES = Sentence("… and {count} more", "……还有 {count} 项")
MORE_TURNS = Sentence(
    "{count} more {count:has|have} these words; forget these first, then ask again.",
    "另有 {count} 条含有这些词；先忘掉这些，再问一次。",
)
UNREADABLE = Sentence(
    "Cannot be read whole, so I leave it as it is: {paths}",
    "无法完整读取，因此保持原样：{paths}",
)
HOW = Sentence(
    "Press a button within ten minutes, or type `{yes}` or `{no}`.",
    "请在十分钟内按下按钮，或输入 `{yes}` 或 `{no}`。",
)
FORGET_IT = Sentence("Forget it", "忘掉")
KEEP_IT = Sentence("Keep it", "保留")
KEPT = Sentence("Kept: nothing was changed.", "已保留：什么都没有改。")
NO_PLAN = Sentence(
    "There is nothing to be forgotten by that name any more; ask with /forget again.",
    "没有这个待忘记的请求（或已过期）；请重新用 /forget。",
)
FORGOTTEN = Sentence("Forgotten: {what}.", "已忘记：{what}。")
GONE_SLICES = Sentence("{count} {count:conversation|conversations}", "对话 {count} 段")
GONE_TURNS = Sentence("{count} {count:turn|turns}", "{count} 条")
GONE_SESSIONS = Sentence(
    "{count} {count:file|files} that told how answers came about",
    "说明回答来历的文件 {count} 个",
)
GONE_ATTACHMENTS = Sentence("{count} {count:attachment|attachments}", "附件 {count} 个")
GONE_INDEXES = Sentence(
    "Indexes and recall know nothing of it any more. Answers elsewhere that repeated it stay "
    "(/forget with the words finds them), and so do your notes and tasks.",
    "索引和回忆里也不再有它。别处复述过它的回答仍在（用 /forget 加上那些词可以找到），"
    "你的笔记和任务也保持原样。",
)
CHANGED = Sentence(
    "Left as it is, since it has changed after I showed it to you: {which}.",
    "在给你看之后有了改动，所以保持原样：{which}。",
)
FAILED = Sentence(
    "Could not be changed; look at it and mend it: {paths}.",
    "无法更改，请查看并修复：{paths}。",
)
PURGE = Sentence(
    "`--path FILE --invert-paths` for a file that is gone (one that is still there would go as "
    "well), and for words, which indexes and the messages of commits have too, "
    "`--replace-text LIST --replace-message LIST`, where LIST is a file with the line "
    "`regex:(?i)WORDS==>[deleted]`",
    "已经不在的文件用 `--path FILE --invert-paths`（还在的文件也会整个消失）；文字在索引和"
    "提交说明里也有，用 `--replace-text LIST --replace-message LIST`，其中 LIST 是一个文件，"
    "里面写一行 `regex:(?i)WORDS==>[deleted]`",
)
"""How `git filter-repo` is told what to take out of a history."""

HISTORY = Sentence(
    "If your timeline is a git repository, its history still holds all of it. To purge it, "
    "stop me, commit everything, and run `git filter-repo --force` in it: {how}. What was "
    "pushed elsewhere has to be pushed again by force. Your chat app keeps its own copy.",
    "如果你的时间线是 git 仓库，历史里仍然有这一切。要清除历史，先让我停下，提交所有改动，再在"
    "里面运行 `git filter-repo --force`：{how}。推送到别处的要再强制推送一次。"
    "聊天应用里的那一份也还在。",
)
NEVER_THERE = Sentence(
    "Nothing of it ever went to {place}, so nothing there holds it. Your chat app keeps its "
    "own copy.",
    "这些内容从未送到 {place}，所以那里什么也没有留下。聊天应用里的那一份还在。",
)
HISTORY_THERE = Sentence(
    "What of it went to {place} goes from there in one commit, as soon as that can be reached. "
    "**The history there still holds all of that**, the messages of commits too. To purge it, "
    "stop me, and then\n\n"
    "- either delete the repository, make a private, empty one of that name, and run "
    "`previously-bot sync --keep-local`;\n"
    "- or rewrite the history with `git filter-repo` in a fresh clone: {how}. It takes "
    "`origin` away, so push with `git push --force --all URL`, and run "
    "`previously-bot sync --adopt-remote`.\n\n"
    "Neither reaches forks and clones; of what GitHub itself still shows by old links, ask its "
    "support. Your chat app keeps its own copy.",
    "已经送到 {place} 的，一旦连得上，就会在一次提交里从那里消失。"
    "**但那里的历史仍然有送到过的一切**，"
    "提交说明里也有。要清除历史，先让我停下，然后：\n\n"
    "- 或者删除仓库，建一个同名的私有空仓库，再运行 `previously-bot sync --keep-local`；\n"
    "- 或者重新克隆一份，在里面用 `git filter-repo` 改写历史：{how}。它会去掉 `origin`，"
    "所以用 `git push --force --all URL` 推送，再运行 "
    "`previously-bot sync --adopt-remote`。\n\n"
    "复刻和克隆不受影响；旧链接在 GitHub 上还能看到的，请联系其支持。"
    "聊天应用里的那一份也还在。",
)
