"""What is wrong with a repository elsewhere: in English the error's own sentence, in Chinese
one with the same facts and the same remedy."""

from collections.abc import Mapping
from zoneinfo import ZoneInfo

from memory.errors import LimitReached, RemoteError
from memory.standing import Standing
from previously_bot.errors import MissingSecret, SyncedElsewhere
from previously_bot.moments import moment_in_words, speaks_chinese
from previously_bot.texts import Sentence
from previously_bot.texts.reasons import in_chinese

LIMIT = Sentence(
    "{name} takes no more requests for now; wait until {moment}.",
    "{name} 目前不再接受请求；请等到{moment}。",
)

# By the names of the errors: of one that was kept there is no more.
_CHINESE: Mapping[str, str] = {
    "RemoteUnreachable": (
        "现在连不上 {name}（{why}）；请检查网络和 `api_url` 是否正确，或者等那里恢复。"
    ),
    "OutOfTime": "结束前的时间不够，没能问到 {name}；剩下的会在下次启动时送去。",
    "IncompleteAnswer": "{name} 的内容没有完整取到（{why}），不算读过；请稍后再试。",
    "StrangeAnswer": (
        "替 {name} 应答的不是 GitHub（{why}）；请检查 `api_url` 是否正确，中间有没有代理。"
    ),
    "TokenRefused": (
        "{name} 的令牌不对、已过期或已被撤销；请新建一个，放进 `token_env` 所写的环境变量。"
    ),
    "NotPermitted": "{name} 的令牌没有权限{what}；请{remedy}。",
    "RepositoryArchived": (
        "{name} 已归档，谁都不能写入；请在它的设置里取消归档，或者换一个仓库。"
    ),
    "RepositoryMissing": "找不到 {name}，{why}；请{remedy}。",
    "RepositoryBlocked": "{name} {why}；请联系所在网站的支持，或者换一个仓库。",
    "BranchMissing": (
        "{name} 里没有分支：{branch}；请建立它，或者不写 `branch`，使用默认分支。"
    ),
    "HeadMoved": (
        "这期间有别人写入了 {name} 的分支 {branch}，所以什么都没有写；请重新读取再合并，"
        "下次同步会自动这样做。"
    ),
    "MayHaveLanded": (
        "不知道最近一次提交是否到了 {name}（{why}）；再提交之前请先去那里看看，"
        "下次同步会自动这样做。"
    ),
    "ChangeRefused": "{name} 不接受这次更改（{why}）；请检查仓库的规则和文件的名称。",
    "HistoryRewritten": (
        "{name} 的分支 {branch} 的历史被改写或替换了，所以不会往那里写；请停下机器人，"
        "运行 `previously-bot sync --adopt-remote` 采用那里的内容，"
        "或用 `--keep-local` 把这里的内容放到那里。"
    ),
    "RepositoryPublic": (
        "{name} 是公开的，或者对整个企业开放，别人可能读到你说的话，所以不会往那里写；"
        "请在它的设置里改成私有，或者在你的设置里写上 `allow_public: true`。"
    ),
    "MissingSecret": "设置里写的环境变量 {variable}{what}没有值；请设好它，再重新启动。",
    "SyncedElsewhere": (
        "{name} 正在使用中，使用者：{holder}；机器人或聊天在运行时会自己同步"
        "（`/status` 会显示），请等它，或者停下那个进程再试。"
    ),
}


def in_words(error: Exception, zone: ZoneInfo, language: str) -> str:
    """The sentence of an error, to a person; what is not known here is said as it says it."""
    if isinstance(error, LimitReached):
        moment = moment_in_words(error.until, zone, language)
        return LIMIT.say(language, name=in_chinese(error.name), moment=moment)
    kind, facts = type(error).__name__, _facts(error)
    return (speaks_chinese(language) and _chinese(kind, facts)) or str(error)


def kept_in_words(standing: Standing, language: str) -> str:
    """The same of what was in the way the last time; "" for nothing. Of what an earlier version
    kept there is only the sentence."""
    if not speaks_chinese(language):
        return standing.trouble
    return _chinese(standing.kind, standing.about) or standing.trouble


def _facts(error: Exception) -> Mapping[str, str]:
    match error:
        case RemoteError():
            return error.facts
        case MissingSecret():
            what = f"（用于 {in_chinese(error.what)}）" if error.what else " "
            return {"variable": error.variable, "what": what}
        case SyncedElsewhere():
            return {"name": error.place, "holder": error.holder}
    return {}


def _chinese(kind: str, facts: Mapping[str, str]) -> str:
    """Empty where there is no such sentence, or a fact of it is missing."""
    try:
        return _CHINESE.get(kind, "").format(
            **{part: in_chinese(one) for part, one in facts.items()}
        )
    except KeyError:
        return ""
