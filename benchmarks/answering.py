"""How long an answer waits for us: `python benchmarks/answering.py [--quick]`.

Two people send the same messages to two scripted models that take no time: one has a made-up
timeline of 10,000 slices, the other an empty repository. Measured is what lies between: from a
message to Flash, from Flash's answer to Pro, from Pro's last word to the platform. Both answer
by turns, so that noise hits both alike. Takes some minutes; `--quick` shows within seconds that
everything can be measured, on sizes that prove nothing.
"""

import argparse
import asyncio
import json
import random
import re
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

import corpus
from table import Row, at_most, table

from adapters.base import Chat, Incoming, Outgoing, Receive, Traits
from previously_bot.app.mailboxes import open_boxes, open_home
from previously_bot.app.minds import marker_for
from previously_bot.app.places import Place, open_recollection, open_store, timeline_of
from previously_bot.app.reports import process_at
from previously_bot.choreography import Cast
from previously_bot.clock import pause
from previously_bot.conversation import Conversation
from previously_bot.courier import Courier
from previously_bot.model import Completion, Prompt
from previously_bot.models.scripted import ScriptedModel
from previously_bot.people import Person

PERSON = Person("mara", ZoneInfo(corpus.ZONE), "en")
CHAT = Chat("paper", "1")
MEDIAN, P95 = 30, 80
"""What is wanted from a message to the first request, in milliseconds."""

_STEPS = ("asking Flash", "asking Pro after it", "sending after Pro")
_WITHIN = "within a slice"
_OPENING = "opening a slice"
_CLOSING = "closing one and opening the next"
_PAUSES = {
    _WITHIN: timedelta(minutes=1),
    _OPENING: timedelta(hours=1),
    _CLOSING: timedelta(hours=1),
}
_IN_A_SLICE = 15
_THINGS = (
    "cello dentist flat garden kitchen landlord piano theatre translation workshop".split()
)
_THINGS_ZH = ("面试", "搬家", "钢琴", "作业", "医生", "火车")
_TIMES = (
    "in March 2023",
    "last Tuesday",
    "in the summer of 2022",
    "two weeks ago",
    "yesterday evening",
    "on 29 May 2024",
)
_TIMES_ZH = ("上个月", "去年三月", "昨天晚上", "2023年5月", "上周二")
_KINDS = (
    "What did we talk about {time}?",
    "What did I decide about the {thing} {time}?",
    "Why did I want another {thing} before the {other}?",
    "I was at the {thing} again this morning, and tomorrow I see the {other}.",
    "No, the {thing} was on Thursday. My sister is allergic to penicillin.",
    "Thanks, that helps!",
    "{time_zh}我们聊了什么？",
    "关于{thing_zh}我决定了什么？",
    "今天{thing_zh}很顺利，下周一还要再去一次。",
)
_SLICE_ID = re.compile(r"^\d{4}-\d\d-\d\d-\d{4}\b", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many slices there are, and how many messages of each kind are sent: within a slice,
    after a silence that the schedule noticed, and after one that only the message ends."""

    slices: int
    messages: int


FULL = Sizes(slices=10_000, messages=108)
QUICK = Sizes(slices=100, messages=3)


class TimedModel(ScriptedModel):
    """Notes when it is asked, and when it has said its last word."""

    asked_at = answered_at = 0.0

    async def complete(self, prompt: Prompt) -> AsyncIterator[str | Completion]:
        self.asked_at = time.perf_counter()
        async for piece in super().complete(prompt):
            self.answered_at = time.perf_counter()
            yield piece


class TimedPaper:
    """A platform that notes when it is given something to send."""

    traits = Traits(CHAT.platform)
    sent_at = 0.0

    async def run(self, receive: Receive) -> None:
        """Nothing comes in by itself."""

    def parts(self, text: str) -> int:
        return 1

    async def send(self, outgoing: Outgoing) -> str:
        self.sent_at = time.perf_counter()
        return ""

    async def notice(self, chat: Chat, message_id: str, *, waits: bool = False) -> None:
        """Nobody looks."""

    async def close(self) -> None:
        """Nothing to end."""


@dataclass(slots=True)
class HandClock:
    """A clock that stands still until it is put forward."""

    at: datetime

    def now(self) -> datetime:
        return self.at


@dataclass(slots=True)
class Talk:
    """One person's conversation, wired as the product does it; `seconds` by when and step, and
    those to the first request after the start."""

    conversation: Conversation
    flash: TimedModel
    pro: TimedModel
    paper: TimedPaper
    clock: HandClock
    first: float = 0.0
    seconds: dict[tuple[str, str], list[float]] = field(default_factory=dict)

    async def say(self, when: str, text: str, number: int) -> None:
        self.clock.at += _PAUSES[when]
        if when == _OPENING:  # The schedule closed the last one, long before.
            self.conversation.tick()
            await self.conversation.settled()
        self.flash.then(_glance)
        self.pro.then("You spoke of it before. What would help most with it now?")
        incoming = Incoming(CHAT, str(number), "1", self.clock.at, text)
        begun = time.perf_counter()
        await self.conversation.receive(incoming)
        await self.conversation.settled()
        if self.conversation.failure or self.flash.left or self.pro.left:
            raise SystemExit(f"no answer to {text!r}: {self.conversation.failure}")
        taken = (
            self.flash.asked_at - begun,
            self.pro.asked_at - self.flash.answered_at,
            self.paper.sent_at - self.pro.answered_at,
        )
        for step, seconds in zip(_STEPS, taken, strict=True):
            self.seconds.setdefault((when, step), []).append(seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes, within seconds")
    sizes = QUICK if parser.parse_args().quick else FULL
    with tempfile.TemporaryDirectory(prefix="previously-benchmark-") as home:
        empty, many = asyncio.run(_measured(Path(home), sizes))
    print(table(list(_rows(empty, many, sizes.slices))))


async def _measured(home: Path, sizes: Sizes) -> Sequence[Talk]:
    """On an empty repository and on one with many slices, in this order."""
    end = corpus.write(home / "many", sizes.slices)
    messages = list(_messages(sizes.messages))
    async with _talk(home / "empty", end) as empty, _talk(home / "many", end) as many:
        for number, (when, text) in enumerate(messages):
            for talk in (empty, many):
                await talk.say(when, text, number)
    return empty, many


@asynccontextmanager
async def _talk(folder: Path, begun: datetime) -> AsyncIterator[Talk]:
    """A conversation with the index of recall in its cache, as after a start."""
    place = Place(PERSON, folder, folder.with_suffix(".state"))
    flash, pro = TimedModel(name="flash"), TimedModel(name="pro")
    cast, paper, clock = Cast(flash, pro), TimedPaper(), HandClock(begun)
    with open_store(place, writer="benchmark") as store:
        timeline = timeline_of(place, store, marker_for(cast))
        timeline.rebuild()
        open_recollection(place, timeline).recall("cello", begun, PERSON.zone)
    process = partial(process_at, place, begun, [])
    with open_boxes(place.state, clock) as boxes:
        courier = Courier(boxes.outbox, {CHAT.platform: paper}, clock, pause)
        with open_home(place, boxes, courier, clock, cast, "benchmark", process) as home:
            conversation = home.mailbox
            work = asyncio.create_task(conversation.run())
            talk = Talk(conversation, flash, pro, paper, clock)
            await talk.say(_OPENING, "What did I decide about the cello in 2023?", -1)
            (talk.first,) = talk.seconds[_OPENING, _STEPS[0]]
            talk.seconds.clear()
            try:
                yield talk
            finally:
                work.cancel()
                await asyncio.wait([work])


def _glance(prompt: Prompt) -> str:
    """What Flash says of a prompt: points at what it was shown first, and marks."""
    listed = _SLICE_ID.findall(prompt.messages[-1].text)[:5]
    pointers = [{"slice_id": one, "relevance": 0.8, "reason": "it was said"} for one in listed]
    marks = {"focus": "the cello", "summary": "How it goes on", "tags": ["cello"]}
    return json.dumps({"intent": "statement", "pointers": pointers, "marks": marks})


def _messages(many: int) -> Iterator[tuple[str, str]]:
    """(when, text): so many messages of each kind, first those within slices of several."""
    chance = random.Random(corpus.SEED)
    for number in range(many):
        if number % _IN_A_SLICE == 0:
            yield _CLOSING, _text(chance, 0)
        yield _WITHIN, _text(chance, number)
    for when in (_OPENING, _CLOSING):
        for number in range(many):
            yield when, _text(chance, number)


def _text(chance: random.Random, number: int) -> str:
    thing, other = chance.sample(_THINGS, 2)
    return _KINDS[number % len(_KINDS)].format(
        thing=thing,
        other=other,
        time=chance.choice(_TIMES),
        thing_zh=chance.choice(_THINGS_ZH),
        time_zh=chance.choice(_TIMES_ZH),
    )


def _rows(empty: Talk, many: Talk, slices: int) -> Iterator[Row]:
    for when in _PAUSES:
        for step in _STEPS:
            ratio = _median(many, when, step) / _median(empty, when, step)
            what = f"{step}, {when}, {slices:,} slices against none"
            yield Row(what, f"{ratio:.2f} ×", is_ratio=True)
    for when in _PAUSES:
        step = _STEPS[0]
        yield at_most(f"{step}, {when}: median", _median(many, when, step), MEDIAN, "ms")
        yield at_most(f"{step}, {when}: p95", _p95(many, when, step), P95, "ms")
    for where, talk in ((f"{slices:,} slices", many), ("none", empty)):
        yield Row(f"the first message after a start, {where}", f"{_ms(talk.first):.0f} ms")
        for when in _PAUSES:
            for step in _STEPS:
                both = f"{_median(talk, when, step):.1f}, {_p95(talk, when, step):.1f} ms"
                yield Row(f"{step}, {when}, {where}: median, p95", both)


def _median(talk: Talk, when: str, step: str) -> float:
    return _ms(statistics.median(talk.seconds[when, step]))


def _p95(talk: Talk, when: str, step: str) -> float:
    return _ms(statistics.quantiles(talk.seconds[when, step], n=20, method="inclusive")[-1])


def _ms(seconds: float) -> float:
    return seconds * 1000


if __name__ == "__main__":
    main()
