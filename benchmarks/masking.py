"""Masking secrets: what one message takes, and what it takes to begin.

    python benchmarks/masking.py

prints the median and the 95th percentile of a message of 4,000 characters, in time of the
processor: English, Chinese, code, hashes and pictures as text, each without and with secrets.
"""

import base64
import hashlib
import random
import statistics
import time

from table import at_most, table

ROUNDS = 100
LENGTH = 4_000
WANTED = 2.0
"""Milliseconds a message."""

_ENGLISH = "The password of the garden gate is still the old one, said Anna; my token is lost. "
_CHINESE = "我昨天又忘了密码，后来在抽屉里找到了钥匙；快递单号是 1234567890，明天再去取。"
_CODE = (
    "def login(user, password: str) -> str:\n    token = next(tokens)\n    return f'{token}'\n"
)


def messages() -> list[str]:
    dice = random.Random(7)
    digests = (hashlib.sha256(dice.randbytes(9)).hexdigest() for _ in range(80))
    picture = base64.b64encode(dice.randbytes(4_000)).decode()
    kinds = [_ENGLISH, _CHINESE, _CODE, " ".join(digests), picture]
    plain = [(kind * LENGTH)[:LENGTH] for kind in kinds]
    secret = " gh" + "p_" + "aB3xY7" * 6 + " pass" + "word: hunter2 "
    return [*plain, *(secret + text[: -len(secret)] for text in plain)]


def main() -> None:
    begun = time.perf_counter()
    from previously_bot.masking import masked

    imported = time.perf_counter()
    taken = []
    for _ in range(ROUNDS):
        for text in messages():
            start = time.process_time()
            masked(text)
            taken.append((time.process_time() - start) * 1000)
    # The first ones compile the patterns.
    percentiles = statistics.quantiles(taken[10:], n=100)
    rows = [
        at_most("a message, median", percentiles[49], WANTED, "ms"),
        at_most("a message, 95th percentile", percentiles[94], WANTED, "ms"),
        at_most("the first message", taken[0], 50, "ms"),
        at_most("to import", (imported - begun) * 1000, 50, "ms"),
    ]
    print(table(rows))


if __name__ == "__main__":
    main()
