"""What `previously-bot doctor` says of each part."""

from previously_bot.texts import Sentence

INSTALLATION = Sentence("Installation", "安装")
SETTINGS = Sentence("Settings", "设置")
STATE = Sentence("State folder", "状态文件夹")
TIMELINE = Sentence("Timeline of {about}", "{about} 的时间线")
REPOSITORY = Sentence("Repository of {about}", "{about} 的仓库")
MODEL = Sentence("Model {about}", "模型 {about}")
MODELS = Sentence("Models", "模型")
PLATFORM = Sentence("Platform {about}", "平台 {about}")
PLATFORMS = Sentence("Platforms", "平台")

WHOLE = Sentence("version {version}, and nothing else in its place", "版本 {version}，完整")
READ = Sentence("{file} can be read; people: {people}", "{file} 可以读取；用户：{people}")
NO_FILE = Sentence(
    "there is no previously.yaml, so what goes without saying holds; none is needed to talk in "
    "the terminal",
    "没有 previously.yaml，使用默认设置；在终端里聊天不需要它",
)
NOTHING_ELSE = Sentence(
    "{why} Until then nothing else can be looked at.", "{why} 在那之前无法检查其他部分。"
)
WRITABLE = Sentence(
    "{folder} can be written to, with {free} MB of room",
    "{folder} 可以写入，剩余空间 {free} MB",
)
TO_BE_MADE = Sentence(
    "{folder} is made when it is needed, with {free} MB of room",
    "{folder} 会在需要时创建；剩余空间 {free} MB",
)
READABLE = Sentence(
    "{slices} {slices:conversation|conversations}, {turns} {turns:turn|turns}, all readable in "
    "{place}",
    "对话：{slices} 段，{turns} 条，在 {place} 里都可以读取",
)
DAMAGED = Sentence(
    "{count} {count:file|files} in {place} cannot be read whole; `previously-bot check` names "
    "each, and says what to do",
    "{place} 里有 {count} 个文件无法完整读取；运行 `previously-bot check` 逐个查看怎么办",
)
NOT_BEGUN = Sentence(
    "nothing is in {place} yet; it begins with the first message",
    "{place} 里还什么都没有；第一条消息会开始它",
)
NOT_FETCHED = Sentence(
    "nothing of {place} is on this machine yet; it comes with the next start, or with "
    "`previously-bot sync`",
    "{place} 的内容还不在这台机器上；下次启动时会取来，也可以运行 `previously-bot sync`",
)
PRIVATE = Sentence(
    "{place} answers, takes the token and is private, branch {branch}",
    "{place} 有应答，接受令牌，是私有的，分支 {branch}",
)
PUBLIC = Sentence(
    "{place} answers, takes the token and is public, as your settings allow; branch {branch}",
    "{place} 有应答，接受令牌，是公开的（你的设置允许），分支 {branch}",
)
RENAMED = Sentence(
    "The settings name {former}, which is called {name} now; put that into the settings while "
    "nothing is left to go there",
    "设置里写的是 {former}，它现在叫 {name}；请在没有文件等着送过去的时候把设置改过来",
)
NEWS = Sentence(
    "Something new is there, which comes here when it is looked at next",
    "那里有新内容，下次查看时会取来",
)
PENDING = Sentence(
    "Files still to be brought there: {pending}", "还要送过去的文件：{pending} 个"
)
WAS_IN_THE_WAY = Sentence(
    "The last time, something was in the way: {why}", "上一次遇到的问题：{why}"
)
STILL_IN_THE_WAY = Sentence(
    "Something is in the way, and whether it is over shows with the next start or with "
    "`previously-bot sync`: {why}",
    "有点问题，下次启动或运行 `previously-bot sync` 时才知道是否解决：{why}",
)
HAS_IT = Sentence(
    "its server answers and lists {model}; it was asked for no more than that",
    "服务器有应答，列出了 {model}；没有再问别的",
)
NOT_LISTED = Sentence(
    "its server answers but lists no {model}; look whether that name is right if it gives no "
    "answers",
    "服务器有应答，但没有列出 {model}；如果它不回答，请检查这个名字",
)
NO_LIST = Sentence(
    "its server answers but lists no models, so whether it takes the key and knows {model} "
    "shows with the first question",
    "服务器有应答，但没有列出模型；要到第一次提问才知道密钥是否有效、是否有 {model}",
)
NO_MODELS = Sentence("none, so answers come from memory alone", "无，回答只凭记忆")
LET_IN = Sentence("lets the bot in as {name}", "机器人以 {name} 登录成功")
NO_PLATFORMS = Sentence(
    "none, so `previously-bot chat` is where one talks", "无，请用 `previously-bot chat` 聊天"
)
