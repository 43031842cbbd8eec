"""Prompts hold their budget whatever a repository says, and their beginning stays the same."""

from dataclasses import replace
from itertools import pairwise
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from memory import catalog
from memory.recall import Recalled
from memory.safety.facts import Fact
from memory.slices import Slice
from previously_bot.answerer import Document, Request, Scene
from previously_bot.model import Image, Role, Tool
from previously_bot.prompt.answering import Recollected, answer_prompt, size
from previously_bot.prompt.fences import fenced
from previously_bot.prompt.glancing import BUDGET, Candidate, glance_prompt
from previously_bot.prompt.standing import Standing
from previously_bot.prompt.tokens import count
from tests.hostile import NOW, sayings, short, slices, texts

TOOLS = [
    Tool(f"tool_{nth}", "What it does. " * 9, {"type": "object", "properties": {}})
    for nth in range(10)
]

facts = st.lists(
    st.builds(
        Fact,
        st.just("allergy"),
        short,
        st.sampled_from([0.5, 1.0]),
        st.just("2026-03-01-0900"),
        st.just(NOW),
    ),
    max_size=200,
)


@st.composite
def requests(draw: st.DrawFn) -> Request:
    open_slice = draw(slices())
    new = open_slice.turns[-draw(st.integers(1, len(open_slice.turns))) :]
    inside = [catalog.entry(one) for one in draw(st.lists(slices(short), max_size=8))]
    return Request(
        now=NOW,
        zone=ZoneInfo("Europe/Berlin"),
        language=draw(st.sampled_from(["en", "zh"])),
        said=new,
        open_slice=open_slice,
        recalled=Recalled("", "", (), [], draw(short)),
        scenes=[],
        inside=inside,
        awaited=draw(st.sampled_from(["", "mara/timeline"])),
        documents=draw(st.lists(st.builds(Document, short, texts), max_size=3)),
        images=[Image("image/png", b"x")] * draw(st.integers(0, 5)),
    )


@settings(max_examples=40, deadline=None)
@given(
    requests(),
    st.builds(Standing, texts, facts, texts),
    st.lists(slices(), max_size=6),
    facts,
    st.sampled_from([2_000, 3_000, 8_000, 30_000]),
)
def test_a_prompt_is_never_over_its_budget(
    request: Request, known: Standing, found: list[Slice], new: list[Fact], budget: int
) -> None:
    scenes = [Scene(one, tuple(turn.label for turn in one.turns[:2]), "") for one in found]
    named = [catalog.entry(one) for one in found]
    here = [turn.label for turn in request.open_slice.turns[:2]]
    recollected = Recollected(scenes, named, new, here)
    prompt = answer_prompt(request, known, recollected, TOOLS, budget)
    assert size(prompt) <= budget
    roles = [message.role for message in prompt.messages]
    assert roles[0] is Role.SYSTEM
    assert roles[-1] is Role.USER
    assert all(one is not other for one, other in pairwise(roles))
    later = replace(request, recalled=Recalled("", "", (), [], "another note"))
    again = answer_prompt(later, known, Recollected(), TOOLS, budget)
    assert again.messages[0] == prompt.messages[0]


@settings(max_examples=30, deadline=None)
@given(requests(), st.lists(slices(short), max_size=40), sayings)
def test_flash_is_asked_within_its_budget(
    request: Request, found: list[Slice], strands: tuple[str, ...]
) -> None:
    candidates = [Candidate(catalog.entry(one), "says “x” once") for one in found]
    prompt = glance_prompt(request, candidates, strands, request.open_slice.safety)
    assert sum(count(message.text) + 8 for message in prompt.messages) <= BUDGET


@given(short)
def test_a_fence_in_a_text_is_none(text: str) -> None:
    assert fenced("memory", text).count("</memory>") == 1
