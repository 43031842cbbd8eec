"""Whatever a repository holds and whatever Flash says of it: no prompt is over its budget, Pro
is pointed at slices that there are, and what was said stays as it was said."""

import json
from datetime import timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from memory import markdown, paths
from memory.slices import Slice, Speaker, Turn
from memory.store import Store
from memory.stores.in_memory import InMemoryStore
from memory.timeline import Timeline
from previously_bot import lenient_json
from previously_bot.backdrop import PROFILE, Backdrop
from previously_bot.briefing import Briefing
from previously_bot.flash import read
from previously_bot.hindsight import Hindsight
from previously_bot.outlook import Outlook
from previously_bot.own_writes import OwnWrites
from previously_bot.people import Person
from previously_bot.prompt.answering import size
from previously_bot.prompt.glancing import BUDGET
from previously_bot.recollection import Recollection
from previously_bot.tools.toolbox import Toolbox
from tests.fakes import LANE
from tests.hostile import NOW, long, short, slices, texts
from tests.timelines import mark_of, put

ZONE = ZoneInfo("Asia/Shanghai")


def stored(past: list[Slice], profile: str) -> InMemoryStore:
    store = InMemoryStore()
    for one in past:
        put(store, paths.slice_path(one.slice_id), markdown.dump(one))
    put(store, PROFILE, profile)
    return store


def said_before(store: Store, past: list[Slice]) -> list[tuple[Turn, ...]]:
    timeline = Timeline(store, zone=ZONE.key, mark=mark_of)
    return [timeline.read(one.slice_id).turns for one in past]


@st.composite
def glances(draw: st.DrawFn, slice_ids: list[str]) -> str:
    """What a Flash may say that was told of these slices and does not mind what it says."""
    chosen = st.sampled_from([*slice_ids, "1999-01-01-0000", "", "../x"])
    pointer = st.fixed_dictionaries(
        {"slice_id": chosen, "relevance": st.floats(-1, 2), "reason": short}
    )
    said = {
        "pointers": draw(st.lists(pointer, max_size=12)),
        "marks": {"focus": draw(texts), "tags": draw(st.lists(short, max_size=12))},
        "correction": draw(
            st.none() | st.fixed_dictionaries({"slice_id": chosen, "right": texts})
        ),
        "safety": [{"number": nth, "stated": draw(st.booleans())} for nth in range(3)],
    }
    return json.dumps(said)


@given(
    st.lists(slices(long), max_size=5, unique_by=lambda one: one.slice_id),
    texts,
    st.lists(texts, min_size=1, max_size=3),
    st.sampled_from([2_000, 8_000]),
    st.data(),
)
def test_no_repository_and_no_glance_makes_a_prompt_too_long(
    past: list[Slice], profile: str, said: list[str], budget: int, data: st.DataObject
) -> None:
    store = stored(past, profile)
    before = said_before(store, past)
    timeline = Timeline(store, zone=ZONE.key, mark=mark_of)
    recollection, outlook = Recollection(timeline), Outlook(timeline, ZONE)
    person = Person("mara", ZONE, data.draw(st.sampled_from(["en", "zh"])))
    turns = [
        Turn("?", NOW + timedelta(seconds=nth), Speaker.USER, text, f"telegram 1/{nth}")
        for nth, text in enumerate(said)
    ]
    placed = [timeline.add(turn) for turn in turns]
    request = Briefing(person, timeline, recollection, outlook).request(turns, placed, NOW)
    backdrop = Backdrop(timeline, store, zone=ZONE, language=person.language)
    hindsight = Hindsight(timeline, backdrop, outlook)
    view = hindsight.view(request)
    assert size(view.prompt) <= BUDGET
    glance = read(
        lenient_json.read_object(data.draw(glances([one.slice_id for one in past]))) or {},
        view.known,
    )
    tools = Toolbox(
        lane=LANE,
        timeline=timeline,
        recollection=recollection,
        outlook=outlook,
        store=store,
        own=OwnWrites(store, None, "mara"),
        zone=ZONE,
        language=person.language,
    ).tools
    for seen in (glance, view.unseen):
        briefed = hindsight.brief(request, view, seen, tools, budget)
        assert size(briefed.prompt) <= budget
        here = request.open_slice.slice_id
        known = set(timeline.slice_ids()) - {here}
        assert {one.slice_id for one in briefed.pointed} <= known
    after = said_before(store, past)
    assert all(set(old) <= set(new) for old, new in zip(before, after, strict=True))
