"""What /settings says."""

from previously_bot.texts import Sentence

SHOWN = Sentence(
    "- Time zone: {zone} (it is {time} there)\n"
    "- Language: {name}\n"
    "- Groups where your memory may be told: {groups}\n\n"
    "Change them with /settings timezone Europe/Berlin and /settings language zh; a group, by "
    "saying /settings group on to me in it.",
    "- 时区：{zone}（那里现在是 {time}）\n"
    "- 语言：{name}\n"
    "- 可以展示你的记忆的群：{groups}\n\n"
    "修改：/settings timezone Asia/Shanghai、/settings language en；"
    "要允许某个群，请在那个群里对我说 /settings group on。",
)
NO_GROUPS = Sentence("none", "没有")
UNKNOWN = Sentence(
    "There is no setting “{name}”; there are timezone, language and group.",
    "没有“{name}”这项设置；有 timezone、language 和 group。",
)
WHICH_ZONE = Sentence(
    "Which time zone? Write it after it: /settings timezone Europe/Berlin.",
    "哪个时区？请写在后面：/settings timezone Asia/Shanghai。",
)
NO_SUCH_ZONE = Sentence(
    "I know no time zone “{given}”; write it like Europe/Berlin.",
    "我不认识“{given}”这个时区；请写成 Asia/Shanghai 这样。",
)
NEAR_ZONE = Sentence(
    "I know no time zone “{given}”; did you mean {near}?",
    "我不认识“{given}”这个时区；你是说 {near} 吗？",
)
ZONE_CHOSEN = Sentence(
    "Your time zone is {zone} from now on; it is {time} there.",
    "从现在起你的时区是 {zone}；那里现在是 {time}。",
)
WHICH_LANGUAGE = Sentence(
    "Which language? I speak English and Chinese: /settings language en, or zh.",
    "哪种语言？我会中文和英文：/settings language zh、/settings language en。",
)
LANGUAGE_CHOSEN = Sentence("I speak English with you from now on.", "从现在起我和你说中文。")
ALLOWED = Sentence(
    "This group is allowed: from now on I answer you here as in private, so everybody here may "
    "read what I quote from your timeline, also from our private chat. "
    "/settings group off takes it back.",
    "已允许这个群：从现在起我在这里像私聊一样回答你，所以这里的人都可能看到我引用的"
    "你的时间线内容，包括我们私聊里说过的话。/settings group off 可以收回。",
)
FORBIDDEN = Sentence(
    "This group is not allowed: I answer you here from what was said here alone, and tell "
    "nothing else of your memory. What was told here before stays in the chat, and I go by it "
    "no more.",
    "已不允许这个群：我在这里只根据这里说过的话回答你，不展示你的其他记忆。"
    "之前在这里说过的话仍留在聊天里，但我不再用它们。",
)
GROUP_FORBIDDEN = Sentence(
    "{group} is not allowed any more: I tell nothing of your memory there.",
    "{group} 不再被允许：我不会在那里展示你的记忆。",
)
NO_SUCH_GROUP = Sentence(
    "{group} was not allowed; /settings group lists those that are.",
    "{group} 本来就没有被允许；/settings group 列出已允许的群。",
)
ALLOW_IN_GROUP = Sentence(
    "Say it in the group itself: mention me there, or reply to me, with /settings group on.",
    "请在那个群里说：在那里提到我或回复我，并写 /settings group on。",
)
GROUPS = Sentence(
    "Groups where your memory may be told: {groups}",
    "可以展示你的记忆的群：{groups}",
)
FORBID = Sentence("Forbid {group}", "不再允许 {group}")
GROUP_WHAT = Sentence(
    "Say /settings group on or /settings group off.",
    "请说 /settings group on 或 /settings group off。",
)
