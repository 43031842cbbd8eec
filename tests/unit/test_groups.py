"""Where others read along: what is answered there, from what, and what never shows."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.base import Chat, Incoming
from memory.errors import StoreUnreachable
from memory.recall import Recalled
from memory.slices import Amendment, Mark, Safety, Slice, Speaker, Turn
from memory.stores.in_memory import InMemoryStore
from previously_bot import slash, texts
from previously_bot.answerer import Request
from previously_bot.apart import RULE, Apart
from previously_bot.choreography import Cast
from previously_bot.courier import Courier
from previously_bot.errors import Unreachable
from previously_bot.household import Household
from previously_bot.model import Call, Completion, Prompt
from previously_bot.models.scripted import ScriptedModel
from previously_bot.people import People, Person
from previously_bot.prompt.answering import size
from previously_bot.slash import company
from previously_bot.texts import groups
from tests.fakes import MARA, NOON, never
from tests.talks import Talk, glance, talk
from tests.timelines import put

GROUP, OTHER_GROUP = Chat("telegram", "-100123"), Chat("telegram", "-1001234")
LIN = Person("lin", ZoneInfo("Asia/Shanghai"), "en")
NOTHING = Recalled("", "", (), ())
PRIVATE = ["zebra", "Quillfeather", "penicillin", "marzipan", "octopus", "accordion"]


class Recorded(ScriptedModel):
    """Answers everything, with the same, and keeps what it was asked with."""

    def __init__(self, answer: str) -> None:
        super().__init__(name="recorded")
        self._answer = answer

    async def complete(self, prompt: Prompt) -> AsyncIterator[str | Completion]:
        self.then(self._answer)
        async for piece in super().complete(prompt):
            yield piece

    def asked_with(self) -> str:
        """All that it was asked with since the last call, as one text."""
        told = "\n".join(
            "\n".join([*(one.text for one in asked.messages), *map(str, asked.tools)])
            for asked in self.asked
        )
        self.asked.clear()
        return told


@asynccontextmanager
async def with_models(state: Path) -> AsyncIterator[tuple[Talk, Recorded, Recorded]]:
    flash, pro = Recorded(glance()), Recorded("So be it.")
    async with talk(state, Cast(flash, pro)) as made:
        yield made, flash, pro


async def live_privately(made: Talk) -> None:
    """A past with a word in each of the places that memory is told from."""
    put(made.store, "memory/user/profile.md", "Plays the accordion")
    await made.say("The zebra is called Quillfeather")
    await made.say("I am allergic to penicillin")
    made.clock.forward(hours=2)
    await made.say("We bought marzipan")

    def marked(slice_: Slice) -> Slice:
        return replace(
            slice_,
            mark=Mark("octopus", "an octopus", ("octopus",), ("octopus",), ("octopus",)),
            amendments=(Amendment("It was an octopus"),),
            safety=(Safety("allergy", "octopus"),),
            preamble="octopus",
        )

    made.timeline.annotate(made.timeline.entries()[-1].slice_id, marked)


def found_in(told: str) -> list[str]:
    return [word for word in PRIVATE if word.casefold() in told.casefold()]


async def test_no_private_word_is_in_any_request_until_the_group_is_allowed(
    tmp_path: Path,
) -> None:
    question = "What did I say about my animals, and what am I allergic to?"
    async with with_models(tmp_path) as (made, flash, pro):
        await live_privately(made)
        flash.asked_with(), pro.asked_with()
        assert await made.say("We meet at seven", GROUP) == "So be it."
        assert await made.say(question, GROUP) == "So be it."
        told = pro.asked_with()
        assert found_in(told) == []
        assert "We meet at seven" in told
        assert RULE in told
        assert "read_slice" not in told
        assert flash.asked_with() == ""
        await made.say("/settings group on", GROUP)
        await made.say(question, GROUP)
        told = pro.asked_with()
        assert found_in(told) == PRIVATE
        assert "read_slice" in told
        assert RULE not in told
        flash.asked_with()
        await made.say(question, OTHER_GROUP)
        assert found_in(pro.asked_with()) == []
        await made.say("/settings group off", GROUP)
        await made.say(question, GROUP)
        assert found_in(pro.asked_with()) == []
        assert flash.asked_with() == ""


async def test_what_was_told_while_a_group_was_allowed_is_not_told_again(
    tmp_path: Path,
) -> None:
    pro = Recorded("The zebra is called Quillfeather.")
    async with talk(tmp_path, Cast(Recorded(glance()), pro)) as made:
        await made.say("/settings group on", GROUP)
        assert "Quillfeather" in await made.say("What is she called?", GROUP)
        await made.say("/settings group off", GROUP)
        pro.asked_with()
        await made.say("And what is new?", GROUP)
        assert found_in(pro.asked_with()) == []


class Family:
    """Two people with a timeline each, whom the same models answer."""

    def __init__(self, state: Path) -> None:
        self.flash, self.pro = Recorded(glance()), Recorded("So be it.")
        cast = Cast(self.flash, self.pro)
        self.talks = {"8812": Talk(state, cast), "77": Talk(state, cast, person=LIN)}
        people = People((MARA, LIN), {("telegram", "8812"): MARA, ("telegram", "77"): LIN})
        mara, lin = self.talks.values()
        mailboxes = {"mara": mara.conversation, "lin": lin.conversation}
        courier = Courier(mara.boxes.outbox, {"telegram": mara.platform}, mara.clock, never)
        self.household = Household(people, mara.boxes, mailboxes, courier, mara.clock)
        self._count = 0

    async def say(self, account: str, text: str, group: Chat | None = None) -> str:
        """All that the models are asked with for it."""
        self._count += 1
        made = self.talks[account]
        at = made.clock.forward(minutes=1)
        chat = group or Chat("telegram", account)
        incoming = Incoming(chat, f"{self._count}", account, at, text)
        await self.household.receive(replace(incoming, is_private=group is None))
        await made.conversation.settled()
        assert made.conversation.failure is None
        assert made.platform.sent[-1].chat == chat
        return self.flash.asked_with() + self.pro.asked_with()


@asynccontextmanager
async def family(state: Path) -> AsyncIterator[Family]:
    made = Family(state)
    work = [asyncio.create_task(one.conversation.run()) for one in made.talks.values()]
    try:
        yield made
    finally:
        for task in work:
            task.cancel()
        await asyncio.wait(work)
        for one in made.talks.values():
            one.database.close()


async def test_two_people_in_one_group_are_two_memories(tmp_path: Path) -> None:
    async with family(tmp_path) as both:
        await both.say("8812", "The zebra is called Quillfeather")
        await both.say("77", "I am allergic to penicillin")
        await both.say("8812", "We meet at seven", GROUP)
        told = await both.say("77", "When do we meet?", GROUP)
        assert "seven" not in told
        assert found_in(told) == []
        await both.say("77", "/settings group on", GROUP)
        assert found_in(await both.say("77", "What am I allergic to?", GROUP)) == ["penicillin"]
        assert found_in(await both.say("8812", "What is the zebra?", GROUP)) == ["zebra"]
        mara, lin = (made.slice().turns for made in both.talks.values())
    assert [turn.text for turn in mara if turn.speaker is Speaker.USER] == [
        "The zebra is called Quillfeather",
        "We meet at seven",
        "What is the zebra?",
    ]
    assert [turn.text for turn in lin if turn.speaker is Speaker.USER] == [
        "I am allergic to penicillin",
        "When do we meet?",
        "What am I allergic to?",
    ]


words = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1)
accounts = st.sampled_from(["8812", "77"])


@given(st.lists(st.tuples(accounts, st.booleans(), words), min_size=1, max_size=8))
@settings(max_examples=25, deadline=None)
def test_whatever_is_said_no_request_holds_what_is_not_for_those_who_read_the_answer(
    said: list[tuple[str, bool, str]],
) -> None:
    async def live(folder: Path) -> None:
        async with family(folder) as both:
            for nth, (account, is_private, text) in enumerate(said):
                where = "privately" if is_private else "openly"
                text = f"{account}{where}{nth} {text}"
                told = await both.say(account, text, None if is_private else GROUP)
                heard = set(re.findall("(8812|77)(privately|openly)[0-9]", told))
                readers = {account}
                assert {who for who, _ in heard} == readers
                assert is_private or {how for _, how in heard} == {"openly"}

    with TemporaryDirectory() as folder:
        asyncio.run(live(Path(folder)))


@given(st.text(min_size=1, max_size=30), st.integers(1, 2_000), st.integers(2_000, 9_000))
@settings(max_examples=20, deadline=None)
def test_a_request_of_a_group_fits_its_budget(text: str, times: int, budget: int) -> None:
    async def ask() -> None:
        pro = Recorded("So be it.")
        turns = [Turn(f"{nth}", NOON, Speaker.USER, text * times) for nth in range(5)]
        request = Request(
            NOON, MARA.zone, "en", turns[-1:], Slice("", NOON, NOON, tuple(turns)), NOTHING, ()
        )
        async for _ in Apart(Cast(pro, pro), budget).answer(request):
            pass
        (asked,) = pro.asked
        assert size(asked) <= budget

    asyncio.run(ask())


async def test_a_model_that_calls_tools_in_a_group_gets_none(tmp_path: Path) -> None:
    call = Completion("", (Call("1", "recall", '{"question": "zebra"}'),))
    pro = ScriptedModel([call] * 20)
    async with talk(tmp_path, Cast(Recorded(glance()), pro)) as made:
        said = await made.say("What is she called?", GROUP)
        assert said == texts.NO_ANSWER_NOW.en
        assert len(pro.asked) == 1


async def test_when_the_model_is_down_the_fallback_answers_and_never_the_memory(
    tmp_path: Path,
) -> None:
    down = Unreachable("pro", "it is off")
    pro = ScriptedModel([glance(), "Zebras are nice.", ["Zeb", down], down])
    fallback = ScriptedModel(["From the second.", down])
    async with talk(tmp_path, Cast(pro, pro, fallback)) as made:
        await made.say("My zebra is called Quillfeather")
        question = "What did I say about the zebra?"
        assert await made.say(question, GROUP) == "From the second."
        assert await made.say(question, GROUP) == texts.NO_ANSWER_NOW.en


async def test_without_a_model_it_says_that_the_memory_stays_private_and_how_to_change_it(
    tmp_path: Path,
) -> None:
    question = "What did I say about the zebra?"
    async with talk(tmp_path, None) as made:
        await made.say("My zebra is called Quillfeather")
        assert await made.say(question, GROUP) == groups.KEPT_APART.en
        assert "/settings group on" in groups.KEPT_APART.en
        await made.say("/settings group on", GROUP)
        assert "Quillfeather" in await made.say(question, GROUP)


async def test_an_exchange_in_a_group_is_a_turn_each_of_the_person_s_timeline(
    tmp_path: Path,
) -> None:
    async with with_models(tmp_path) as (made, _, pro):
        await made.say("I bought a lamp")
        await made.say("We meet at seven", GROUP)
        pro.asked_with()
        await made.say("When do we meet?")
        assert "We meet at seven" in pro.asked_with()
        turns = made.slice().turns
    assert [(turn.speaker, turn.origin) for turn in turns[2:4]] == [
        (Speaker.USER, "telegram -100123/2"),
        (Speaker.AGENT, "answers telegram -100123/2"),
    ]
    chats = [one.chat for one in made.platform.sent]
    assert [chat.chat_id for chat in chats] == ["8812", "-100123", "8812"]
    assert [one.replies_to for one in made.platform.sent] == ["", "2", ""]


async def test_nothing_is_marked_or_corrected_from_a_group(tmp_path: Path) -> None:
    marks = {"focus": "a secret", "summary": "", "tags": []}
    flash = Recorded(glance(marks=marks))
    async with talk(tmp_path, Cast(flash, Recorded("So be it."))) as made:
        await made.say("No, it was in March", GROUP)
        assert made.slice().mark == Mark()


async def test_answers_go_where_their_messages_came_from(tmp_path: Path) -> None:
    """Whatever comes in between: the target is the message's, not the mailbox's."""
    wait = asyncio.Event()
    flash = Recorded(glance())
    pro = ScriptedModel([[wait, "for the first"], "for the group", "for the second"])
    async with talk(tmp_path, Cast(flash, pro)) as made:
        for nth, group in enumerate((None, GROUP, None), start=1):
            await made.hear(f"message {nth}", group)
        wait.set()
        await made.conversation.settled()
        sent = [(one.chat.chat_id, one.text) for one in made.platform.sent]
    assert sent == [
        ("8812", "for the first"),
        ("-100123", "for the group"),
        ("8812", "for the second"),
    ]


async def test_previously_is_never_told_in_a_group_that_is_not_allowed(tmp_path: Path) -> None:
    async with with_models(tmp_path) as (made, _, _):
        await live_privately(made)
        made.clock.forward(hours=3)
        sent = len(made.platform.texts)
        await made.say("Hello", GROUP)
        assert made.platform.texts[sent:] == ["So be it."]
        await made.say("/settings group on", GROUP)
        made.clock.forward(hours=3)
        sent = len(made.platform.texts)
        await made.say("Hello", GROUP)
        told, _ = made.platform.texts[sent:]
        assert told.startswith("**Previously on you:**")


@pytest.mark.parametrize("is_allowed", [False, True])
@pytest.mark.parametrize("command", [*slash.NAMES, "/pair", "/start", "/settings timezone UTC"])
async def test_a_group_hears_only_the_commands_that_are_for_it(
    tmp_path: Path, command: str, is_allowed: bool
) -> None:
    async with with_models(tmp_path) as (made, _, _):
        await live_privately(made)
        if is_allowed:
            await made.say("/settings group on", GROUP)
        said = await made.say(command, GROUP)
    name = command.split()[0].removeprefix("/")
    is_heard = name in company.EVERYWHERE or (is_allowed and name in company.WHERE_ALLOWED)
    private = groups.ONLY_IN_PRIVATE.en.format(command=f"/{name}")
    assert (said == private) is not is_heard
    if not is_allowed:
        assert found_in(said) == []
    if name in ("link", "pair", "why", "status"):
        assert said == private


async def test_what_is_in_the_way_is_not_told_in_a_group(tmp_path: Path) -> None:
    store = InMemoryStore()
    async with talk(tmp_path, None, store=store) as made:
        store.reachable = False
        await made.hear("I bought a lamp", GROUP)
        await made.conversation.settled()
        (said,) = made.platform.texts
        assert isinstance(made.conversation.failure, StoreUnreachable)
        assert said == groups.KEPT_WAITING.en
        assert str(made.conversation.failure) not in said
        assert made.platform.sent[0].replies_to == "1"


async def test_a_choice_is_in_the_next_prompt(tmp_path: Path) -> None:
    async with with_models(tmp_path) as (made, flash, pro):
        await made.say("Hello")
        assert "14:01 (Europe/Berlin)" in pro.asked_with()
        await made.say("/settings timezone tokyo")
        flash.asked_with()
        await made.say("Hello again")
        assert "21:03 (Asia/Tokyo)" in pro.asked_with()
        assert "Asia/Tokyo" in flash.asked_with()
        await made.say("/settings language zh")
        assert "前情提要" in await made.say("/help")
        made.clock.forward(hours=1)
        await made.say("A new slice")
        assert made.slice().timezone == "Asia/Tokyo"
        assert re.search("今天|7月", await made.say("/timeline"))
