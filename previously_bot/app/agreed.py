"""What `previously-bot sync` tells: that both agree, and what became of files on the way; and
what is left for it to do."""

from collections.abc import Sequence
from dataclasses import dataclass

from memory.stores.github.glance import glance
from memory.stores.github.rewritten import Overruled
from previously_bot.app.mirroring import Synced
from previously_bot.app.places import Place
from previously_bot.texts import merging, syncing

_SHORT = 10  # digits of a commit's name


@dataclass(frozen=True, slots=True)
class Agreed:
    """For a program the `value`, as JSON; for a person the sentence, and lines beside it."""

    value: object
    lines: Sequence[str]
    sentence: str


def to_go(place: Place) -> str:
    """How many files have still to go there; "" for none. Raises StoreError."""
    assert place.mirror is not None
    seen = glance(place.mirror)
    if seen is None or not seen.pending:
        return ""
    return syncing.TO_GO.say(place.person.language, count=seen.pending, place=place.called)


def _overruled(there: Overruled) -> list[str]:
    return merging.overruled(there.removed, there.written_over, "en")


def agreed(called: str, done: Synced) -> Agreed:
    gone, replaced = done.adopted.gone, done.adopted.replaced
    told = [merging.became(one.kind, one.path, one.beside, "en") for one in done.told]
    lines = [*merging.adopted(gone, replaced, "en"), *_overruled(done.overruled)]
    value = {
        "repository": called,
        "commit": done.commit,
        "told": told,
        "gone": gone,
        "replaced": replaced,
        "removed_there": done.overruled.removed,
        "written_over_there": done.overruled.written_over,
    }
    sentence = f"{called} and this machine agree, at commit {done.commit[:_SHORT]}."
    if not done.commit:
        sentence = (
            f"{called} is empty, and nothing is here to go there; its first commit comes with "
            "the first message."
        )
    return Agreed(value, [*lines, *told], sentence)
