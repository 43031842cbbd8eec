"""What is said of pages of a list."""

from previously_bot.texts import Sentence

EARLIER = Sentence("← earlier", "← 更早")
LATER = Sentence("later →", "更晚 →")
BACK = Sentence("← back", "← 返回")
BY_HAND_EARLIER = Sentence(
    "For earlier ones, send the same command with `{mark}` at its end.",
    "要看更早的，请在同一个命令末尾加上 `{mark}` 再发一次。",
)
BY_HAND_LATER = Sentence(
    "For later ones, send the same command with `{mark}` at its end.",
    "要看更晚的，请在同一个命令末尾加上 `{mark}` 再发一次。",
)
BEFORE = Sentence("… and {count} before these", "……更早还有 {count} 段")
AFTER = Sentence("… and {count} after these", "……更晚还有 {count} 段")
TURNS_BEFORE = Sentence("… {count} {count:turn|turns} before these", "……之前还有 {count} 条")
TURNS_AFTER = Sentence("… {count} {count:turn|turns} after these", "……之后还有 {count} 条")
