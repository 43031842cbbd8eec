"""Pages of lists: each slice on one of them, the same when more is said, whatever is typed."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.base import COMMAND_LIMIT, Button
from memory.slices import ClosedBy, Turn
from memory.stores.in_memory import InMemoryStore
from previously_bot import slash
from previously_bot.slash import Desk, Reply
from tests.fakes import message
from tests.strategies import SLICE_ID, at, user
from tests.talks import talk
from tests.timelines import opened
from tests.unit.test_slash import desk_on


def desk_with(*turns: Turn) -> Desk:
    desk = desk_on(None, InMemoryStore())
    list(desk.timeline.bring([turn] for turn in turns))
    return replace(desk, now=at(10_000_000))


def hourly(count: int, text: str = "lamp") -> list[Turn]:
    return [user(f"{text} {nth}", 60 * nth) for nth in range(1, count + 1)]


def obeyed(desk: Desk, text: str) -> Reply:
    command = slash.command(text)
    assert command is not None
    return slash.obey(command, desk)


def labelled(reply: Reply, label: str) -> str:
    """The command of the button with this in its label; "" where there is none."""
    buttons = [button for row in reply.buttons for button in row]
    return next((button.command for button in buttons if label in button.label), "")


def opened_by(reply: Reply) -> list[str]:
    """The slices of a page, by the buttons that open them."""
    buttons = [button.command for row in reply.buttons for button in row]
    return [one.split()[1] for one in buttons if one.startswith("/slice ")]


def all_pages(desk: Desk, first: str, label: str) -> list[list[str]]:
    pages, command = [], first
    while command:
        reply = obeyed(desk, command)
        pages.append(opened_by(reply))
        command = labelled(reply, label)
    return pages


@pytest.mark.parametrize("command", ["/timeline", "/timeline July 2026"])
def test_back_and_forth_every_slice_is_on_one_page(command: str) -> None:
    desk = desk_with(*hourly(34))
    ids = [entry.slice_id for entry in desk.timeline.entries()]
    back = all_pages(desk, command, "earlier")
    assert [one for page in reversed(back[:-1]) for one in page] == ids[5:]
    assert back[-1] == ids[:10]
    oldest = f"{command} <{ids[1]}"
    forth = all_pages(desk, oldest, "later")
    assert [one for page in forth for one in page] == ids


def test_a_page_stays_when_more_is_said() -> None:
    desk = desk_with(*hourly(34))
    command = labelled(obeyed(desk, "/timeline"), "earlier")
    before = obeyed(desk, command)
    list(desk.timeline.bring([[user("new", 60 * 50)]]))
    desk.timeline.add(user("late", -120))
    assert opened_by(obeyed(desk, command)) == opened_by(before)


def test_what_is_left_out_is_counted_and_a_button_opens_a_slice() -> None:
    desk = desk_with(*hourly(24))
    reply = obeyed(desk, labelled(obeyed(desk, "/timeline"), "earlier"))
    assert "… and 5 before these" in reply.text
    assert "… and 10 after these" in reply.text
    told = obeyed(desk, labelled(reply, "3")).text
    assert "lamp 7" in told
    (third,) = (line for line in reply.text.splitlines() if line.startswith("3. "))
    assert "lamp 7" in third


def test_strands_and_recall_have_pages_too() -> None:
    desk = desk_with(*hourly(24))
    pages = all_pages(desk, "/strands lamp", "earlier")
    assert [len(page) for page in pages] == [10, 10, 10]
    found = all_pages(desk, "/recall lamp", "later")
    assert len(found) > 1
    assert len(found[0]) == 10
    assert len({one for page in found for one in page}) == sum(map(len, found))
    second = labelled(obeyed(desk, "/recall lamp"), "later")
    assert opened_by(obeyed(desk, labelled(obeyed(desk, second), "earlier"))) == found[0]


def test_a_long_slice_is_read_in_pages_the_last_first() -> None:
    desk = desk_on(None, InMemoryStore())
    for nth in range(12):
        desk.timeline.add(user(f"word {nth}.", 2 + nth))
    seen, command = [], f"/slice {SLICE_ID}"
    while command:
        reply = obeyed(desk, command)
        seen.append(reply.text.count("“"))
        command = labelled(reply, "earlier")
    assert seen == [6, 6, 6]
    third = obeyed(desk, f"/slice {SLICE_ID} >2").text
    assert "“word 0.”" in third
    assert "Which boiler" not in third
    assert "… 2 turns before these" in third


def test_a_command_too_long_for_a_button_says_how_to_go_on() -> None:
    desk = desk_with(*hourly(24))
    when = "from Wednesday 1 July 2026 until Monday 31 August 2026"
    reply = obeyed(desk, f"/timeline {when}")
    assert labelled(reply, "earlier") == ""
    mark = next(part for part in reply.text.split("`") if part.startswith("<"))
    turned = obeyed(desk, f"/timeline {when} {mark}")
    assert len(opened_by(turned)) == 10
    assert not set(opened_by(turned)) & set(opened_by(reply))


HOSTILE = ["<", ">", "<x", "<9999-99-99-9999", ">0000-01-01-0000", "<-1", ">" + "9" * 99, "<٣"]


@pytest.mark.parametrize("mark", HOSTILE)
@pytest.mark.parametrize(
    "command", ["/timeline", "/strands lamp", "/recall lamp", f"/slice {SLICE_ID}"]
)
def test_whatever_stands_for_a_page_something_is_said(command: str, mark: str) -> None:
    assert obeyed(desk_with(*hourly(12)), f"{command} {mark}").text


@given(st.text(max_size=80).filter(lambda text: "\n" not in text), st.integers(0, 99))
def test_no_button_says_more_than_a_platform_takes(rest: str, nth: int) -> None:
    desk = desk_with(*hourly(12))
    for command in ("timeline", "strands", "recall", "slice"):
        reply = slash.obey(slash.Command(command, f"{rest} <{nth}"), desk)
        buttons: list[Button] = [button for row in reply.buttons for button in row]
        assert all(len(button.command.encode()) <= COMMAND_LIMIT for button in buttons)
        assert all(len(row) <= 5 for row in reply.buttons)


async def test_a_page_that_a_button_turned_takes_the_place_of_the_message(
    tmp_path: Path,
) -> None:
    store = InMemoryStore()
    list(opened(store).bring([turn] for turn in hourly(24)))
    async with talk(tmp_path, None, store=store) as now:
        now.clock.forward(days=30)
        await now.say("/timeline")
        first = now.platform.sent[-1]
        pressed = replace(
            message(first.buttons[-1][0].command, "b1", now.clock.now()), pressed="m1"
        )
        await now.conversation.receive(pressed)
        await now.conversation.settled()
        turned = now.platform.sent[-1]
        assert turned.edits == "m1"
        assert turned.text != first.text
        assert len(turned.buttons) == 3


def test_a_slice_closed_meanwhile_does_not_move_a_page() -> None:
    desk = desk_with(*hourly(24))
    command = labelled(obeyed(desk, "/timeline"), "earlier")
    before = opened_by(obeyed(desk, command))
    desk.timeline.close(ClosedBy.USER)
    desk.timeline.close_silent(desk.now + timedelta(days=1))
    assert opened_by(obeyed(desk, command)) == before


@pytest.mark.parametrize("first", ["/timeline", "/strands lamp", "/recall lamp"])
def test_from_a_slice_a_button_leads_back_to_the_page_that_opened_it(first: str) -> None:
    desk = desk_with(*hourly(24))
    second = labelled(obeyed(desk, first), "later" if "recall" in first else "earlier")
    for page in (first, second):
        opened_one = obeyed(desk, labelled(obeyed(desk, page), "3"))
        assert labelled(opened_one, "back") == page


def test_without_a_page_that_fits_a_button_the_way_back_is_all_conversations() -> None:
    desk = desk_with(*hourly(24))
    long = "/recall " + "lamp " * 9
    for command in (
        f"/slice {opened_by(obeyed(desk, long))[0]}",
        labelled(obeyed(desk, long), "1"),
    ):
        assert labelled(obeyed(desk, command), "back") == "/timeline"
