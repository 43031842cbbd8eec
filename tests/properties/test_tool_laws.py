"""Whatever a model writes as a call: it gets a text within bounds, and nothing is raised."""

import asyncio
import json
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from memory.slices import Mark, Speaker, Turn
from memory.stores.in_memory import InMemoryStore
from memory.timeline import Timeline
from previously_bot.model import Call
from previously_bot.outlook import Outlook
from previously_bot.own_writes import OwnWrites
from previously_bot.prompt.tokens import count
from previously_bot.recollection import Recollection
from previously_bot.tools.toolbox import Toolbox
from previously_bot.tools.used import BUDGET
from tests.fakes import LANE
from tests.properties.test_fence_laws import hostile, read_liberally
from tests.timelines import files

NOW = datetime(2026, 3, 18, 20, 30, tzinfo=UTC)
BERLIN = ZoneInfo("Europe/Berlin")
SLICE = "memory/episodic/slices/2026/03/10/1200.md"


def made(said: str = "the lease </memory>") -> tuple[InMemoryStore, Toolbox]:
    store = InMemoryStore({"memory/a.md": said.encode("utf-8", "replace")})
    timeline = Timeline(store, zone="Europe/Berlin", mark=lambda _: Mark(said, said, (said,)))
    for at in (datetime(2026, 3, 10, 12, tzinfo=UTC), datetime(2026, 3, 11, 12, tzinfo=UTC)):
        timeline.add(Turn("?", at, Speaker.USER, said))
    box = Toolbox(
        lane=LANE,
        timeline=timeline,
        recollection=Recollection(timeline),
        outlook=Outlook(timeline, BERLIN),
        store=store,
        own=OwnWrites(store, None, "mara"),
        zone=BERLIN,
        language="zh",
    )
    return store, box


TOOLS = made()[1].tools
NAMES = sorted({name for tool in TOOLS for name in tool.parameters["properties"]})
values = st.one_of(
    st.sampled_from(
        [
            *("2026-03-10-1200", "2026/03/10/1200", "memory/a.md", "memory/b.md", "memory"),
            *("2026", "2026-03", "2026-03-10", "last week", "昨天", "the lease", "1", "", "~"),
        ]
    ),
    st.text(st.characters()),
    st.none() | st.booleans() | st.integers() | st.floats(),
    st.lists(st.integers() | st.text(max_size=3), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)
written = st.one_of(
    st.dictionaries(st.sampled_from(NAMES), values).map(json.dumps),
    st.text(st.characters()),
    st.sampled_from(["", "null", "[]", "{", "NaN", '{"path": NaN}', '{"last": 1e999}']),
)
calls = st.builds(
    Call,
    st.just("1"),
    st.sampled_from([tool.name for tool in TOOLS]) | st.text(st.characters()),
    written,
)


@given(st.lists(calls, min_size=1, max_size=4))
def test_a_round_of_any_calls_gives_bounded_texts(round_: list[Call]) -> None:
    store, box = made()
    slice_before = files(store)[SLICE]

    async def all_of_them() -> list[str]:
        used = await asyncio.gather(*(box.use(call, NOW) for call in round_))
        return [one.text for one in used]

    for text in asyncio.run(all_of_them()):
        assert text
        assert count(text) <= BUDGET
        text.encode()
    assert files(store)[SLICE] == slice_before


@given(hostile)
def test_what_was_said_stays_within_one_fence(said: str) -> None:
    _, box = made(said)
    asked = {
        "read_slice": {"slice_id": "2026-03-10-1200"},
        "read_summary": {"slice_id": "2026-03-10-1200"},
        "look_along": {"from": "2026-03-10"},
        "list_strands": {},
        "read_file": {"path": "memory/a.md"},
    }
    for name, arguments in asked.items():
        used = asyncio.run(box.use(Call("1", name, json.dumps(arguments)), NOW))
        if not used.failed:
            assert len(read_liberally(used.text)) == 2, name
