"""What /status says."""

from previously_bot.texts import Sentence

PROCESS = Sentence(
    "Previously {version}, running since {since}",
    "Previously {version}，自{since}起运行",
)
IS_UP = Sentence("{platform}: up", "{platform}：正常")
IS_DOWN = Sentence("{platform}: down — {why}", "{platform}：中断——{why}")
WAITING = Sentence(
    "Messages that wait for an answer: {waiting}; answers that wait to be sent: {queued}",
    "等待回答的消息：{waiting} 条；等待发送的回答：{queued} 条",
)
UNSURE = Sentence(
    "Answers that may not have arrived: {unknown}; that could not be delivered: {gone}. Scroll "
    "up to see which; where one is missing, ask again",
    "不确定是否送达的回答：{unknown} 条；无法送达：{gone} 条。往上翻看是哪条，缺了就再问一次",
)
MODELS = Sentence("Models: {models}", "模型：{models}")
NO_MODELS = Sentence("Models: none; I answer from memory alone", "模型：无；我只凭记忆回答")
PLACE = Sentence("Your timeline lies in {place}", "你的时间线在 {place}")
TIMELINE = Sentence(
    "{slices} {slices:conversation|conversations}, {turns} {turns:turn|turns}; "
    "the last: {last}",
    "对话：{slices} 段，{turns} 条；最近的一段：{last}",
)
STRANGERS = Sentence(
    "Messages of strangers left alone since the start: {count}",
    "启动以来未理会的陌生人消息：{count} 条",
)
