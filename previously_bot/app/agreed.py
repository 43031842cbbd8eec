"""What `previously-bot sync` tells: that both agree, and what became of files on the way."""

from collections.abc import Sequence
from dataclasses import dataclass

from previously_bot.app.mirroring import Synced
from previously_bot.texts import merging

_SHORT = 10  # digits of a commit's name


@dataclass(frozen=True, slots=True)
class Agreed:
    """For a program the `value`, as JSON; for a person the sentence, and lines beside it."""

    value: object
    lines: Sequence[str]
    sentence: str


def agreed(called: str, done: Synced) -> Agreed:
    gone, replaced = done.adopted.gone, done.adopted.replaced
    told = [merging.became(one.kind, one.path, one.beside, "en") for one in done.told]
    lines = [*merging.adopted(gone, replaced, "en"), *merging.removed(done.removed, "en")]
    value = {
        "repository": called,
        "commit": done.commit,
        "told": told,
        "gone": gone,
        "replaced": replaced,
        "removed_there": done.removed,
    }
    sentence = f"{called} and this machine agree, at commit {done.commit[:_SHORT]}."
    if not done.commit:
        sentence = (
            f"{called} is empty, and nothing is here to go there; its first commit comes with "
            "the first message."
        )
    return Agreed(value, [*lines, *told], sentence)
