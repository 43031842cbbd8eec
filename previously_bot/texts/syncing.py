"""What /status says of a repository elsewhere."""

from previously_bot.texts import Sentence

LAST = Sentence(
    "Your repository was seen last {moment}; files still to be brought there: {pending}",
    "上次查看你的仓库：{moment}；还要送过去的文件：{pending} 个",
)
NEVER = Sentence(
    "Your repository was not reached yet; files still to be brought there: {pending}",
    "还没有连上你的仓库；还要送过去的文件：{pending} 个",
)
TROUBLE = Sentence("Something is in the way: {why}", "有点问题：{why}")
REMAINING = Sentence(
    "Requests that GitHub still allows for now: {count}", "GitHub 目前还允许的请求：{count} 次"
)
LEFT = Sentence(
    "{count} {count:file waits|files wait} on this machine to go to {place}, and will at the "
    "next start: {why}",
    "这台机器上还有 {count} 个文件等着送到 {place}，下次启动时会送去：{why}",
)
