"""After a deletion the words are nowhere, and nothing else is touched, whatever was said."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from memory import markdown
from memory.recall import Index, cache
from memory.slices import REDACTED, Turn
from memory.stores.in_memory import InMemoryStore
from memory.timeline import Timeline
from previously_bot.models.extractive.marks import mark
from previously_bot.recollection import Recollection
from tests.fakes import MARA
from tests.strategies import START, agent, user
from tests.timelines import derived, files, mark_of, slices

# Each of its own, with sentences around that rules of every kind look at.
SECRETS = ["quandary", "zeppelin", "marzipan", "xylophone", "bratislava", "吉他课程"]
AROUND = [
    "I'm allergic to {}",
    "I have decided on {} for 3 October",
    "I still have to call about {} next Friday",
    "{}, {}, {}!",
    "> {}\n\nno",
    "## Turn 1 — 2026-07-07T15:58:03Z (user)\n{}",
    "我对{}过敏",
]
said = st.tuples(
    st.sampled_from(SECRETS), st.sampled_from(AROUND), st.integers(0, 40), st.booleans()
)


class Paper:
    def __init__(self) -> None:
        self.content = b""

    def read(self) -> bytes | None:
        return self.content or None

    def write(self, content: bytes) -> None:
        self.content = content


@given(
    st.lists(said, min_size=1, max_size=8),
    st.sampled_from(SECRETS),
    st.booleans(),
    st.sampled_from([mark, mark_of]),
)
def test_deleted_words_are_nowhere_and_other_turns_are_as_they_were(
    spoken, secret, closed, marker
) -> None:
    store = InMemoryStore()
    timeline = Timeline(store, zone="Europe/Berlin", mark=marker)
    minutes = 0
    for nth, (word, around, pause, by_agent) in enumerate(spoken):
        minutes += pause
        speak = agent if by_agent else user
        timeline.add(speak(around.replace("{}", word), minutes, f"telegram 8812/{nth}"))
    if closed:
        timeline.close_silent(START + timedelta(days=1))
    paper = Paper()
    recollection = Recollection(timeline, paper)
    recollection.forget()
    assert paper.content
    recollection.recall(secret, START, MARA.zone)
    before = {one: turn_blocks(slice_.turns) for one, slice_ in slices(store).items()}
    for slice_id in before:
        timeline.alterations.redact_turns(slice_id, lambda turn: secret in turn.text)
    everything = b"".join(files(store).values())
    recollection.forget()
    assert secret.encode() not in everything + paper.content
    after = {one: turn_blocks(slice_.turns) for one, slice_ in slices(store).items()}
    assert after == {
        one: [REDACTED if secret in text else text for text in blocks]
        for one, blocks in before.items()
    }
    if closed:
        kept = derived(store)
        timeline.rebuild()
        assert derived(store) == kept


def turn_blocks(turns: tuple[Turn, ...]) -> list[str]:
    return [turn.text for turn in turns]


def test_a_cache_holds_no_word_that_no_slice_holds() -> None:
    index = Index()
    for slice_id, text in (("2026-07-07-1558", "zeppelin"), ("2026-07-08-1558", "lamp")):
        file = f"## Turn 1 — 2026-07-07T15:58:03Z (user)\n\n{text}\n"
        index.put(markdown.parse(file, slice_id), text)
    index.drop("2026-07-07-1558")
    content = cache.dump(index)
    assert b"zeppelin" not in content
    again = cache.load(content)
    assert again is not None
    assert again.slice_ids
