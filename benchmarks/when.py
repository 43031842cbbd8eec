"""Time phrases: what one question takes, and a `parse` for whoever has cases to score.

    python -m benchmarks.when

prints the median and the 95th percentile of reading one question, in milliseconds. A scorer
that takes `module:callable` is given `benchmarks.when:parse`; it reads with the very function
that recall reads with, and no cases are kept here.
"""

import statistics
import time
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from memory.when import intervals

ROUNDS = 200
QUESTIONS = (
    "Which bread did I bake on the second Saturday of November?",
    "Did the plumber call between 8 and 10 yesterday morning?",
    "Summarise everything since the week before last.",
    "What was the name of the lake?",
    "How much did the boiler cost in autumn 2023?",
    "前天傍晚给妈妈打电话说了什么？",
    "去年国庆期间我们住在哪家酒店？",
    "最近两个星期提到过牙医吗？",
    "这本书的作者是谁？",
)


def parse(
    text: str, now: datetime, lang: str
) -> list[tuple[datetime | None, datetime | None, str]]:
    """(start, end, words) of each time in a text; `now` is aware, `lang` "en", "zh" or ""."""
    zone = now.tzinfo
    if not isinstance(zone, ZoneInfo):
        zone = ZoneInfo("UTC")
    return [(one.start, one.end, one.text) for one in intervals(text, now, zone, lang)]


def main() -> None:
    now = datetime(2026, 5, 20, 9, 30, tzinfo=ZoneInfo("Europe/Lisbon"))
    taken = []
    for number in range(ROUNDS):
        for question in QUESTIONS:
            begun = time.perf_counter()
            parse(question, now + timedelta(days=number), "")
            taken.append((time.perf_counter() - begun) * 1000)
    # The first reading builds the grammar; it is not what a question takes.
    percentiles = statistics.quantiles(taken[1:], n=100)
    print(
        f"p50 {percentiles[49]:.2f} ms, p95 {percentiles[94]:.2f} ms, first {taken[0]:.0f} ms"
    )


if __name__ == "__main__":
    main()
