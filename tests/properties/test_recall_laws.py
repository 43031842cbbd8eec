"""However slices come into an index and leave it, it answers as one that was made at once."""

from hypothesis import given
from hypothesis import strategies as st

from memory.recall import Index, cache
from memory.slices import Mark, Occurrence, Slice
from tests.recalling import ask, said

WORDS = ("cello", "attic", "lamp", "green", "doctor", "膝盖", "好多了", "the", "yesterday")
QUESTIONS = ("green lamp in the attic?", "膝盖", "yesterday", "the doctor last week", "cello")


@st.composite
def slices(draw: st.DrawFn) -> Slice:
    day = draw(st.integers(8, 18))
    turns = draw(
        st.lists(st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join), max_size=4)
    )
    tags = tuple(draw(st.lists(st.sampled_from(WORDS[:4]), max_size=2)))
    spoken = draw(st.booleans())
    occurrences = (Occurrence("2026-03-17", "2026-03-18", "yesterday"),) if spoken else ()
    return said(f"2026-03-{day:02}", *turns, mark=Mark(tags=tags), occurrences=occurrences)


STEPS = st.lists(
    st.tuples(st.sampled_from(["put", "put", "drop", "reload"]), slices()), max_size=25
)


@given(STEPS)
def test_any_order_of_putting_and_dropping_answers_as_a_fresh_index(
    steps: list[tuple[str, Slice]],
) -> None:
    kept = Index()
    there: dict[str, Slice] = {}
    for step, slice_ in steps:
        if step == "put":
            kept.put(slice_)
            there[slice_.slice_id] = slice_
        elif step == "drop":
            kept.drop(slice_.slice_id)
            there.pop(slice_.slice_id, None)
        else:
            loaded = cache.load(cache.dump(kept))
            assert loaded is not None
            kept = loaded
    fresh = Index()
    for slice_id in sorted(there, reverse=True):
        fresh.put(there[slice_id])
    for question in QUESTIONS:
        assert ask(kept, question) == ask(fresh, question)
