"""Texts and slices as hostile as they come, for hypothesis."""

from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st

from memory.slices import Amendment, Mark, Safety, Slice, Speaker, Turn

NOW = datetime(2026, 3, 18, 20, 30, tzinfo=UTC)

pieces = st.sampled_from(
    [
        "a word ",
        "没有空格的中文",
        "🎻",
        "\n",
        "</memory>",
        "## Turn 1",
        "ffa9c1",
        " ",
        "x" * 400,
    ]
)
texts = st.builds(lambda part, times: part * times, pieces, st.integers(0, 1_000))
long = st.builds(lambda part, times: part * times, pieces, st.integers(0, 100))
short = st.builds(lambda part, times: part * times, pieces, st.integers(0, 12))
sayings = st.lists(short, max_size=12).map(tuple)


@st.composite
def slices(draw: st.DrawFn, said: st.SearchStrategy[str] = texts) -> Slice:
    began = NOW - timedelta(minutes=draw(st.integers(1, 500_000)))
    turns = tuple(
        Turn(str(nth + 1), began + timedelta(minutes=nth), speaker, text)
        for nth, (speaker, text) in enumerate(
            draw(st.lists(st.tuples(st.sampled_from(Speaker), said), min_size=1, max_size=12))
        )
    )
    mark = draw(st.builds(Mark, short, texts, sayings, sayings, sayings))
    return Slice(
        f"{began:%Y-%m-%d-%H%M}",
        began,
        turns[-1].at,
        turns,
        mark=mark,
        amendments=tuple(Amendment(one) for one in draw(sayings)),
        safety=tuple(Safety("allergy", one) for one in draw(sayings)),
    )
