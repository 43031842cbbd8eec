"""What is said of how an answer came about, in English and in Chinese."""

from previously_bot.texts import Sentence

TITLE = Sentence("How the answers of {when} came about", "{when}的回答是怎么来的")
TURN = Sentence("Turn {label} — {when}", "第{label}条 — {when}")

TIMES = Sentence("Time: {times}", "时间：{times}")
TIME = Sentence("“{words}” is {when}", "“{words}”是{when}")
NOTE = Sentence("Note: {note}", "说明：{note}")
POINTED = Sentence("Pointed at:", "指向的对话：")
AS_READ = Sentence("read", "已读")
READ = Sentence("Read:", "读了：")
LINE = Sentence("line {first}", "第{first}行")
LINES = Sentence("lines {first}–{last}", "第{first}–{last}行")
AND_MORE = Sentence("… and {count} more", "……还有 {count} 项")

TOOLS = Sentence("Tools:", "工具：")
TOOL_READ = Sentence("read {what}", "读了 {what}")
TOOL_WROTE = Sentence("wrote {what}", "写了 {what}")
FAILED = Sentence("failed: {why}", "失败：{why}")

CORRECTED = Sentence("Corrected: {where} — “{right}”", "更正：{where} — “{right}”")
CORRECTED_FROM = Sentence(
    "Corrected: {where} — “{right}”, not “{wrong}”", "更正：{where} — “{right}”，不是“{wrong}”"
)

REJECTED = Sentence(
    "Not kept as said of yourself or somebody near:", "没有当作你或身边的人的情况记下："
)
MODELS = Sentence("Models:", "模型：")
TOKENS = Sentence(
    "{prompt} tokens in, {answer} out", "输入 {prompt} 个 token，输出 {answer} 个"
)
TOKENS_CACHED = Sentence(
    "{prompt} tokens in ({cached} of them cached), {answer} out",
    "输入 {prompt} 个 token（其中缓存 {cached} 个），输出 {answer} 个",
)
TOKENS_UNKNOWN = Sentence("tokens unknown", "token 数未知")
ALTOGETHER = Sentence("Altogether {sums}", "合计 {sums}")
AT_LEAST = Sentence("Altogether at least {sums}", "合计至少 {sums}")
MEMORY_ALONE = Sentence(
    "No model gave this answer: it came from memory alone.",
    "这个回答没有用到模型，仅凭记忆得出。",
)
