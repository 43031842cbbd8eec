"""What is told of a slice keeps to its budget, whatever the slice."""

from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from memory.slices import Amendment, Slice
from memory.words import one_line
from previously_bot.prompt.telling import Viewpoint, tell, tell_head
from previously_bot.prompt.tokens import count
from previously_bot.prompt.turns import Part
from tests.strategies import any_text, at, labels, moments, slices, user, words

viewpoints = st.builds(
    Viewpoint,
    moments,
    st.sampled_from([ZoneInfo("Europe/Berlin"), ZoneInfo("Asia/Shanghai"), ZoneInfo("UTC")]),
    st.sampled_from(["en", "zh"]),
)
parts = st.one_of(
    st.builds(Part, last=st.integers(0, 5)),
    st.builds(Part, labels=st.lists(labels, max_size=2).map(tuple), words=any_text),
)
NOW = Viewpoint(datetime(2026, 7, 9, tzinfo=UTC), ZoneInfo("Europe/Berlin"))


@st.composite
def huge(draw: st.DrawFn) -> Slice:
    """A slice with far more of everything than fits."""
    slice_ = draw(slices())
    turns = tuple(
        replace(turn, text=turn.text * draw(st.sampled_from([1, 1, 50, 2000])))
        for turn in slice_.turns * draw(st.sampled_from([0, 1, 30, 250]))
    )
    amendments = slice_.amendments * draw(st.sampled_from([0, 1, 50]))
    return replace(slice_, turns=turns, amendments=amendments)


@given(huge(), st.integers(-1, 2500), viewpoints, parts)
def test_nothing_told_is_over_its_budget(
    slice_: Slice, budget: int, seen: Viewpoint, part: Part
) -> None:
    told = tell(slice_, budget, seen, part)
    assert count(told.text) <= max(budget, 0)
    assert count(tell_head(slice_, budget, seen).text) <= max(budget, 0)


@given(huge(), st.integers(0, 2500), parts)
def test_where_turns_are_told_all_corrections_are(
    slice_: Slice, budget: int, part: Part
) -> None:
    told = tell(slice_, budget, NOW, part)
    if told.turns:
        corrections = [line for line in told.text.split("\n") if line.startswith("CORRECTED")]
        assert len(corrections) == len(slice_.amendments)
        for line, amendment in zip(corrections, slice_.amendments, strict=True):
            assert line.endswith(one_line(amendment.says))


@given(st.lists(words, max_size=4), st.lists(any_text, max_size=3))
def test_what_fits_is_told_in_full(texts: list[str], corrections: list[str]) -> None:
    turns = tuple(
        replace(user(text[:300], n), label=str(n)) for n, text in enumerate(texts, start=1)
    )
    amendments = tuple(Amendment(one[:300]) for one in corrections)
    slice_ = Slice("2026-07-07-1558", at(), at(9), turns, amendments=amendments)
    told = tell(slice_, 100_000, NOW)
    assert told.turns == tuple(turn.label for turn in turns)
    assert "left out" not in told.text or "left out" in "".join([*texts, *corrections])
