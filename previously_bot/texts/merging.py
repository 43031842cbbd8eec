"""What is said of files that the person and the bot changed at the same time."""

from collections.abc import Sequence

from memory.file_merge import Outcome
from previously_bot.texts import Sentence, inline, placeholders

BOTH_CHANGED = Sentence(
    "You and I both changed the same lines of {path}: yours stand there, and mine lie beside "
    "in {beside}.",
    "你和我同时改了 {path} 的同一处：文件里保留你的，我的另存为 {beside}。",
)
DELETED = Sentence(
    "You deleted {path} while I was changing it: it stays deleted.",
    "你删除了 {path}，而我当时正在改它：以你的删除为准。",
)
SAID_SINCE = Sentence(
    "You deleted or changed {path} while we went on talking in it: what was said since then "
    "is in {beside}.",
    "你删除或改动了 {path}，而我们当时还在里面说话：此后说的话在 {beside}。",
)
NO_PLACE = Sentence(
    "{path} of your repository has no place on this machine: a file and a folder have the same "
    "name there, or the name is too long or holds a character that none here has. Rename it.",
    "你仓库里的 {path} 在这台机器上放不下：文件和文件夹同名，或名字太长，"
    "或含有这里不能用的字符。请给它改名。",
)
BOTH_VERSIONS = Sentence(
    "You edited a message in the app and its turn in {path}, each differently: both versions "
    "stand in the turn now, the app's below. Delete the one that is not right.",
    "同一条消息，你在应用里和在 {path} 里改得不一样：两个版本现在都保留在这一条里，"
    "应用里的在下面。请删掉不对的那个。",
)
BOTH_IN_TURN = Sentence(
    "You have edited this message in the file of your timeline too: both versions stand in its "
    "turn now, this one below. Delete the one that is not right.",
    "这条消息你在时间线的文件里也改过：两个版本现在都保留在这一条里，这里的在下面。请删掉不对的那个。",
)
STAYS_FORGOTTEN = Sentence(
    "You had me forget {path} while it was being changed on GitHub: it stays forgotten.",
    "你让我忘记 {path} 的时候，它在 GitHub 上正被改动：它仍然是忘记了的。",
)
NEW_IN_FORGOTTEN = Sentence(
    "You had me forget {path} while something was being added to it on GitHub: only what was "
    "added is left there, and the rest stays forgotten.",
    "你让我忘记 {path} 的时候，GitHub 上正往里面添加内容："
    "那里只留下新加的，其余的仍然是忘记了的。",
)
_SENTENCES = {
    Outcome.BESIDE: BOTH_CHANGED,
    Outcome.DROPPED: DELETED,
    Outcome.ANEW: SAID_SINCE,
    Outcome.REFUSED: NO_PLACE,
    Outcome.BOTH: BOTH_VERSIONS,
    Outcome.FORGOTTEN: STAYS_FORGOTTEN,
    Outcome.ADDED: NEW_IN_FORGOTTEN,
}
GONE_THERE = Sentence(
    "Gone here, because gone there ({count} {count:file|files}):",
    "这里没有了，因为那边没有了（{count} 个文件）：",
)
GONE_FROM_THERE = Sentence(
    "Gone there, because not here ({count} {count:file|files}):",
    "那边没有了，因为这里没有（{count} 个文件）：",
)
WRITTEN_OVER_THERE = Sentence(
    "Changed there and written over, which its history still holds ({count} "
    "{count:file|files}):",
    "那边改过的，已被覆盖，那里的历史里还有（{count} 个文件）：",
)
MORE_GONE = Sentence("and {count} more", "还有 {count} 个")
REPLACED = Sentence(
    "{count} {count:file|files} here now {count:says|say} what {count:it says|they say} there.",
    "这里有 {count} 个文件换成了那边的内容。",
)
_LONGEST_PATH = 200
_MOST_GONE = 20


def became(outcome: str, path: str, beside: str, language: str) -> str:
    """What became of a file, as Markdown. Raises ValueError for what is no Outcome."""
    sentence = _SENTENCES[Outcome(outcome)]
    shown = {"path": inline(path, _LONGEST_PATH), "beside": inline(beside, _LONGEST_PATH)}
    return sentence.say(language, **{name: shown[name] for name in placeholders(sentence.en)})


def adopted(gone: Sequence[str], replaced: int, language: str) -> list[str]:
    """What became of the files here when a rewritten history was taken, line by line."""
    lines = _named(GONE_THERE, gone, language)
    return [*lines, REPLACED.say(language, count=replaced)] if replaced else lines


def overruled(removed: Sequence[str], written_over: Sequence[str], language: str) -> list[str]:
    """What became of files there when what is here was kept, line by line."""
    lines = _named(GONE_FROM_THERE, removed, language)
    return [*lines, *_named(WRITTEN_OVER_THERE, written_over, language)]


def _named(head: Sentence, paths: Sequence[str], language: str) -> list[str]:
    if not paths:
        return []
    lines = [head.say(language, count=len(paths))]
    lines += [f"  {inline(path, _LONGEST_PATH)}" for path in paths[:_MOST_GONE]]
    if (more := len(paths) - _MOST_GONE) > 0:
        lines.append(f"  {MORE_GONE.say(language, count=more)}")
    return lines
