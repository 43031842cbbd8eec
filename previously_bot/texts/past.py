"""What is said of what the memory held at an earlier time."""

from previously_bot.texts import Sentence

HELD = Sentence(
    "What I held on {when}, by commit {commit} of {made}:",
    "截至{when}我记着的内容（提交 {commit}，{made}）：",
)
NOTHING_HELD = Sentence(
    "On {when} I held nothing about that (commit {commit} of {made}).",
    "截至{when}我没有记着与此有关的内容（提交 {commit}，{made}）。",
)
NO_COMMIT = Sentence(
    "There is no commit as early as {when}, so I cannot tell what I held then; name a later "
    "time.",
    "{when}之前还没有任何提交，所以我无法知道当时记着什么；请换一个晚一些的时间。",
)
NOT_HERE = Sentence(
    "What I held then I could read from a repository on GitHub only, and your timeline lies in "
    "a folder; /recall {question} asks what I hold now.",
    "当时记着的内容只能从 GitHub 仓库读取，而你的时间线在文件夹里；"
    "/recall {question} 可以查现在的内容。",
)
STILL_READING = Sentence(
    "What I held then is not read yet, and I go on reading; ask me again in a minute.",
    "当时的内容还没有读完，我会继续读；请过一分钟再问我。",
)
NOT_READ = Sentence(
    "What I held then cannot be read now: {why}", "现在无法读取当时的内容：{why}"
)
NO_COMMITS = Sentence("There are no commits yet.", "还没有任何提交。")
