"""What is said of files that the person and the bot changed at the same time."""

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
    "name there, or the name is too long. Rename it.",
    "你仓库里的 {path} 在这台机器上放不下：文件和文件夹同名，或名字太长。请给它改名。",
)
_SENTENCES = {
    Outcome.BESIDE: BOTH_CHANGED,
    Outcome.DROPPED: DELETED,
    Outcome.ANEW: SAID_SINCE,
    Outcome.REFUSED: NO_PLACE,
}
_LONGEST_PATH = 200


def became(outcome: str, path: str, beside: str, language: str) -> str:
    """What became of a file, as Markdown. Raises ValueError for what is no Outcome."""
    sentence = _SENTENCES[Outcome(outcome)]
    shown = {"path": inline(path, _LONGEST_PATH), "beside": inline(beside, _LONGEST_PATH)}
    return sentence.say(language, **{name: shown[name] for name in placeholders(sentence.en)})
