"""What /status says of a repository elsewhere."""

from zoneinfo import ZoneInfo

from memory.standing import Standing
from previously_bot.moments import moment_in_words
from previously_bot.texts import Sentence, remotes

LAST = Sentence(
    "Your repository was seen last {moment}; files still to be brought there: {pending}",
    "上次查看你的仓库：{moment}；还要送过去的文件：{pending} 个",
)
NEVER = Sentence(
    "Your repository was not reached yet; files still to be brought there: {pending}",
    "还没有连上你的仓库；还要送过去的文件：{pending} 个",
)
COMMIT = Sentence("Last commit: {commit}, {moment}", "最近一次提交：{commit}，{moment}")
COMMIT_ALONE = Sentence("Last commit: {commit}", "最近一次提交：{commit}")
LIMIT = Sentence(
    "GitHub takes no more requests until {moment}; then it goes on by itself",
    "GitHub 在{moment}之前不再接受请求；之后会自己继续",
)
TROUBLE = Sentence("Something is in the way: {why}", "有点问题：{why}")
REMAINING = Sentence(
    "Requests that GitHub still allows for now: {count}", "GitHub 目前还允许的请求：{count} 次"
)
NOT_HERE_YET = Sentence(
    "(What you told me before has not come to this machine from {place} yet; it comes by "
    "itself as soon as that can be reached.)",
    "（你以前说过的还没有从 {place} 来到这台机器；一旦连得上，它会自己过来。）",
)
LEFT = Sentence(
    "{count} {count:file waits|files wait} on this machine to go to {place}, and will at the "
    "next start: {why}",
    "这台机器上还有 {count} 个文件等着送到 {place}，下次启动时会送去：{why}",
)
RENAMED = Sentence(
    "Your repository {former} is called {name} now. I follow it for now; put the new name into "
    "the settings while nothing is left to go there (/status), since another repository may "
    "take the old one.",
    "你的仓库 {former} 现在叫 {name}。我暂时会跟着它；请在没有文件等着送过去的时候（/status）"
    "把设置里的名字改掉，因为旧名字可能会被别的仓库占用。",
)
TO_GO = Sentence(
    "{count} {count:file goes|files go} to {place} at the next start, or with "
    "`previously-bot sync`.",
    "{count} 个文件会在下次启动时送到 {place}，也可以运行 `previously-bot sync`。",
)
LEFT_TO_MEND = Sentence(
    "{count} {count:file waits|files wait} on this machine to go to {place}, and will once "
    "this is mended: {why}",
    "这台机器上还有 {count} 个文件等着送到 {place}，等这个问题解决后会送去：{why}",
)
TOO_SHORT = Sentence("the time at the end was too short for that.", "结束前的时间不够。")


_SHORT = 10  # digits of a commit's name, which no other in the repository begins with


def last_commit(standing: Standing, zone: ZoneInfo, language: str) -> str:
    """The last commit that both agree on, as a line; "" before there is one."""
    commit = standing.commit[:_SHORT]
    if commit == "" or standing.committed is None:
        return commit and COMMIT_ALONE.say(language, commit=commit)
    moment = moment_in_words(standing.committed, zone, language)
    return COMMIT.say(language, commit=commit, moment=moment)


def in_the_way(standing: Standing, zone: ZoneInfo, language: str) -> str:
    """What is in the way, in a sentence; "" for nothing. A limit ends at a time of the
    person's own."""
    if standing.until is None:
        return remotes.kept_in_words(standing, language)
    return LIMIT.say(language, moment=moment_in_words(standing.until, zone, language))
