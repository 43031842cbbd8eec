"""The console: lines from a pipe, a prompt on a terminal, and what may be shown on either."""

import asyncio
import io
import os
import re
import select
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import BinaryIO, TextIO

import pexpect
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.base import Button, Chat, File, Incoming, NotDelivered, Outgoing
from adapters.console import ConsoleAdapter
from adapters.console.display import visible
from adapters.console.markdown import as_aside, as_markdown

START = datetime(2026, 7, 7, 15, 58, 3, 120_000, tzinfo=UTC)
CHAT = Chat("console", "terminal")
PATIENCE = 20  # seconds before a test that hangs is called a failure

# Answers every message with its text. "slow" waits for SIGUSR1, "later" answers at SIGUSR1
# while the prompt already stands again, "close" closes the adapter at SIGUSR1, "trap" catches
# SIGINT.
DRIVER = """
import asyncio, signal, sys
from datetime import datetime, UTC
from pathlib import Path
from adapters.base import NotDelivered, Outgoing
from adapters.console import ConsoleAdapter

async def main():
    history = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    console = ConsoleAdapter(
        lambda: datetime.now(UTC), sys.stdin, sys.stdout, history=history,
        commands=["why", "when", "/recap"],
    )
    signalled, tasks = asyncio.Event(), []
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, signalled.set)

    async def later(chat):
        await signalled.wait()
        await console.send(Outgoing(chat, "answer from **later**"))

    async def close():
        await signalled.wait()
        await console.close()

    async def receive(message):
        if message.text == "later":
            tasks.append(asyncio.create_task(later(message.chat)))
        elif message.text == "close":
            tasks.append(asyncio.create_task(close()))
        elif message.text == "trap":
            trapped = lambda: sys.stderr.write("trapped\\n")
            asyncio.get_running_loop().add_signal_handler(signal.SIGINT, trapped)
        elif message.text == "slow":
            await console.send(Outgoing(message.chat, "computing"))
            await signalled.wait()
        try:
            await console.send(Outgoing(message.chat, "heard " + ascii(message.text)))
        except NotDelivered as error:
            sys.stderr.write(f"{error}\\n")

    await console.run(receive)

signal.signal(signal.SIGINT, signal.default_int_handler)  # else a background job has none
try:
    asyncio.run(main())
except KeyboardInterrupt:
    print("interrupted", flush=True)
else:
    print("the end", file=sys.stderr, flush=True)
"""


@pytest.fixture
def driver(tmp_path: Path) -> list[str]:
    script = tmp_path / "driver.py"
    script.write_text(DRIVER)
    return [sys.executable, "-W", "error", str(script)]


def environment(**extra: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), **extra}


def ticking() -> Callable[[], datetime]:
    """A clock that goes on by a second whenever it is read."""
    seconds = count()
    return lambda: START + timedelta(seconds=next(seconds))


def reading(descriptor: int) -> BinaryIO:
    return open(descriptor, "rb")


def writing(target: int | str) -> TextIO:
    return open(target, "w", encoding="utf-8")


async def heard_from(stdin: TextIO | BinaryIO | None, complaints: list[str]) -> list[Incoming]:
    messages: list[Incoming] = []

    async def receive(message: Incoming) -> None:
        messages.append(message)

    console = ConsoleAdapter(ticking(), stdin, io.StringIO(), complain=complaints.append)
    async with asyncio.timeout(PATIENCE):
        await console.run(receive)
    return messages


async def never_asked(message: Incoming) -> None:
    raise AssertionError(f"{message.text!r} was never written.")


@asynccontextmanager
async def piped(
    receive: Callable[[Incoming], Awaitable[None]],
) -> AsyncIterator[tuple[int, int, "asyncio.Task[None]"]]:
    """A console at a pipe: both ends of it, and the running task."""
    out, into = os.pipe()
    with reading(out) as stdin:
        console = ConsoleAdapter(ticking(), stdin, io.StringIO())
        run = asyncio.create_task(console.run(receive))
        try:
            async with asyncio.timeout(PATIENCE):
                yield out, into, run
                await console.close()
                await run
        finally:
            os.close(into)


class TestLines:
    @pytest.mark.parametrize(
        ("given", "texts"),
        [
            (b"", []),
            (b"one\ntwo\n", ["one", "two"]),
            (b"one\r\ntwo\r\n", ["one", "two"]),
            (b"no newline at the end", ["no newline at the end"]),
            (b"\n  \n\t\r\none\n\n", ["one"]),
            (b"  indented  \n", ["  indented  "]),
            (
                b"\xef\xbb\xbfafter a mark\n\xef\xbb\xbfinside\n",
                ["after a mark", "\ufeffinside"],
            ),
            ("Grüße 你好 👩‍👩‍👧\n".encode(), ["Grüße 你好 👩‍👩‍👧"]),
            (b"/why\n/quit later\n", ["/why", "/quit later"]),
            (b"one\n/quit\ntwo\n", ["one"]),
            (b"one\n /exit \r\ntwo\n", ["one"]),
            (b"a\rb\x0cc\x85d\n", ["a\rb\x0cc\ufffdd"]),
            (b"x" * 1_000_000 + b"\nnext\n", ["x" * 1_000_000, "next"]),
        ],
        ids=lambda value: repr(value)[:20],
    )
    @pytest.mark.parametrize("kind", ["file", "memory", "text over memory"])
    async def test_each_line_is_a_message(
        self, given: bytes, texts: list[str], kind: str, tmp_path: Path
    ) -> None:
        path = tmp_path / "input"
        path.write_bytes(given)
        with reading(os.open(path, os.O_RDONLY)) as file:
            stdin: dict[str, TextIO | BinaryIO] = {
                "file": file,
                "memory": io.BytesIO(given),
                "text over memory": io.TextIOWrapper(io.BytesIO(given), encoding="ascii"),
            }
            messages = await heard_from(stdin[kind], [])
        assert [message.text for message in messages] == texts

    async def test_bad_bytes_are_replaced_and_that_is_said_once(self) -> None:
        complaints: list[str] = []
        messages = await heard_from(io.BytesIO(b"caf\xe9\n\xff\xfe\nfine\n"), complaints)
        assert [message.text for message in messages] == ["caf\ufffd", "\ufffd\ufffd", "fine"]
        assert len(complaints) == 1
        assert "UTF-8" in complaints[0]

    async def test_lone_surrogates_never_get_in(self) -> None:
        stdin = io.StringIO("a\ud800b\nc\udcc3\udca9d\n")
        assert [m.text for m in await heard_from(stdin, [])] == ["a\ufffdb", "c\xe9d"]

    async def test_a_message_is_named_by_the_start_and_dated_when_it_was_complete(self) -> None:
        messages = await heard_from(io.BytesIO(b"one\n\ntwo\n"), [])
        started = int(START.timestamp() * 1000)
        assert [message.message_id for message in messages] == [f"{started}-1", f"{started}-2"]
        assert [message.at for message in messages] == [
            START + timedelta(seconds=1),
            START + timedelta(seconds=2),
        ]
        assert {(m.chat, m.account) for m in messages} == {(CHAT, "console")}

    async def test_no_more_is_taken_from_a_pipe_than_was_handed_on(self) -> None:
        first, go_on = asyncio.Event(), asyncio.Event()

        async def receive(message: Incoming) -> None:
            first.set()
            await go_on.wait()

        async with piped(receive) as (out, into, run):
            os.write(into, b"one\ntwo\nthree\n")
            await first.wait()
            assert os.read(out, 100) == b"two\nthree\n"
            go_on.set()
            assert not run.done()

    async def test_half_a_line_waits_for_its_end_without_holding_anything_up(self) -> None:
        heard: asyncio.Queue[Incoming] = asyncio.Queue()
        async with piped(heard.put) as (_, into, _run):
            os.write(into, "Gr\xfc".encode()[:3])
            await asyncio.to_thread(lambda: None)  # the reader may begin; the loop is free
            assert heard.empty()
            os.write(into, "\xfc\xdfe\n".encode()[1:])
            assert (await heard.get()).text == "Gr\xfc\xdfe"

    async def test_close_in_the_middle_of_a_line_ends_the_run(self) -> None:
        heard: asyncio.Queue[Incoming] = asyncio.Queue()
        async with piped(heard.put) as (_, into, run):
            os.write(into, b"one\nha")
            await heard.get()
            assert not run.done()
        assert heard.empty()

    async def test_a_pipe_that_must_not_block_is_waited_for(self) -> None:
        heard: asyncio.Queue[Incoming] = asyncio.Queue()
        async with piped(heard.put) as (out, into, _run):
            os.set_blocking(out, False)
            os.write(into, b"one\n")
            assert (await heard.get()).text == "one"
            os.write(into, b"two\n")
            assert (await heard.get()).text == "two"

    async def test_an_error_of_the_receiver_is_not_swallowed(self) -> None:
        async def receive(message: Incoming) -> None:
            raise RuntimeError("no room")

        console = ConsoleAdapter(ticking(), io.BytesIO(b"one\n"), io.StringIO())
        with pytest.raises(RuntimeError, match="no room"):
            await console.run(receive)

    async def test_close_ends_a_run_that_waits_for_a_stream_without_descriptor(self) -> None:
        asked, release = threading.Event(), threading.Event()

        class Endless(io.BytesIO):
            def readline(self, size: int | None = -1, /) -> bytes:
                asked.set()
                release.wait(PATIENCE)
                return b""

        console = ConsoleAdapter(ticking(), Endless(), io.StringIO())
        run = asyncio.create_task(console.run(never_asked))
        try:
            assert await asyncio.to_thread(asked.wait, PATIENCE)
            await console.close()
            async with asyncio.timeout(PATIENCE / 2):
                await run
        finally:
            release.set()

    async def test_an_input_that_is_missing_or_closed_is_an_end(self) -> None:
        closed = io.BytesIO(b"one\n")
        closed.close()
        assert await heard_from(None, []) == []
        assert await heard_from(closed, []) == []

    async def test_an_input_that_cannot_be_read_is_said_in_a_sentence(
        self, tmp_path: Path
    ) -> None:
        complaints: list[str] = []
        folder = os.open(tmp_path, os.O_RDONLY)
        with reading(os.dup(0)) as stdin:
            os.dup2(folder, stdin.fileno())
            os.close(folder)
            assert await heard_from(stdin, complaints) == []
        assert complaints == ["The input cannot be read any further (Is a directory)."]

    async def test_the_thread_and_its_pipe_are_gone_after_the_run(self) -> None:
        before = len(os.listdir("/dev/fd"))
        for _ in range(3):
            assert len(await heard_from(io.BytesIO(b"one\n"), [])) == 1
            out, into = os.pipe()
            os.write(into, b"one\n/quit\n")
            with reading(out) as stdin:
                assert len(await heard_from(stdin, [])) == 1
            os.close(into)
        assert len(os.listdir("/dev/fd")) == before


class TestSending:
    async def sent(self, text: str, encoding: str = "utf-8") -> bytes:
        shown = io.BytesIO()
        stdout = io.TextIOWrapper(shown, encoding=encoding, newline="")
        await ConsoleAdapter(ticking(), None, stdout).send(Outgoing(CHAT, text))
        written = shown.getvalue()
        stdout.detach()
        return written

    async def test_the_text_and_a_blank_line_are_written_unchanged_to_a_pipe(self) -> None:
        assert await self.sent("**bold**\n\tand 你好") == "**bold**\n\tand 你好\n\n".encode()

    async def test_what_the_encoding_lacks_is_replaced(self) -> None:
        assert await self.sent("caf\xe9 \ud800", "ascii") == b"caf? ?\n\n"

    async def test_escape_sequences_never_get_out(self) -> None:
        written = await self.sent("a\x1b[2Jb\x9b31mc\x07\r\nd\x7f\re\x00")
        assert written.decode() == "a␛[2Jb\ufffd31mc␇\nd␡␍e␀\n\n"

    async def test_memory_only_streams_will_do(self) -> None:
        stdout = io.StringIO()
        await ConsoleAdapter(ticking(), None, stdout).send(Outgoing(CHAT, "hello"))
        assert stdout.getvalue() == "hello\n\n"

    async def test_an_answer_larger_than_the_pipe_waits_for_the_reader(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        full = threading.Event()
        wait = select.select

        def note_and_wait(
            read: list[int], write: list[int], wrong: list[int]
        ) -> tuple[list[int], list[int], list[int]]:
            full.set()
            return wait(read, write, wrong)

        def read_when_full() -> bytes:
            full.wait(PATIENCE)
            return reader.read(1_000_002)

        monkeypatch.setattr(select, "select", note_and_wait)
        screen, out = os.pipe()
        os.set_blocking(out, False)
        with writing(out) as stdout, reading(screen) as reader:
            arriving = asyncio.create_task(asyncio.to_thread(read_when_full))
            await asyncio.to_thread(lambda: None)  # the reader is ready
            await ConsoleAdapter(ticking(), None, stdout).send(Outgoing(CHAT, "x" * 1_000_000))
            assert await arriving == b"x" * 1_000_000 + b"\n\n"

    async def test_a_broken_pipe_is_not_delivered_and_ends_the_run(self) -> None:
        stdin, keyboard = os.pipe()
        screen, out = os.pipe()
        os.close(screen)
        with reading(stdin) as lines, writing(out) as stdout:
            console = ConsoleAdapter(ticking(), lines, stdout)
            run = asyncio.create_task(console.run(never_asked))
            await asyncio.to_thread(lambda: None)  # the run waits for a line
            with pytest.raises(NotDelivered, match="Broken pipe"):
                await console.send(Outgoing(CHAT, "hello"))
            async with asyncio.timeout(PATIENCE):
                await run
        os.close(keyboard)

    @pytest.mark.parametrize("stream", ["closed", "missing"])
    async def test_an_output_that_is_not_there_is_not_delivered(self, stream: str) -> None:
        stdout = io.StringIO()
        stdout.close()
        console = ConsoleAdapter(ticking(), None, stdout if stream == "closed" else None)
        with pytest.raises(NotDelivered):
            await console.send(Outgoing(CHAT, "hello"))

    async def test_a_full_disk_is_not_delivered_and_leaves_the_run_alone(self) -> None:
        heard: list[str] = []

        async def receive(message: Incoming) -> None:
            heard.append(message.text)
            with pytest.raises(NotDelivered, match="No space"):
                await console.send(Outgoing(message.chat, "hello"))

        with writing("/dev/full") as stdout:
            console = ConsoleAdapter(ticking(), io.BytesIO(b"one\ntwo\n"), stdout)
            await console.run(receive)
        assert heard == ["one", "two"]


FRAGMENTS = [
    *("# ", "\n", "\n\n", "- ", "1. ", "|a|\n|-|\n|b|\n", "```", "`", "**", "_", "[", "]"),
    *("](x)", "![", "<b>", "> ", "    ", "\t", "&#27;", "\x1b[2J", "\x9b", "\r", "é"),
]


class TestDisplay:
    @pytest.mark.parametrize(
        "text",
        [
            "one\ntwo",
            "snake_case_names and __init__() alike",
            "List<int> and <b>bold</b> and <!-- a comment -->",
            "[note]: https://example.org/x",
            "[a link](https://example.org/y)",
            "![a cat](https://example.org/cat.png)",
            "<https://example.org>",
            "[red]not a tag of rich[/red]",
        ],
    )
    def test_markdown_drops_nothing_that_was_said(self, text: str) -> None:
        shown = plain(as_markdown(text, 80))
        for word in re.findall(r"[\w./:-]{3,}", text):
            assert word in shown
        assert shown.count("\n") == text.count("\n")

    @pytest.mark.parametrize(
        ("text", "shown"),
        [
            ("see [a link](https://example.org/y)", "  see a link (https://example.org/y)"),
            ("<https://example.org>", "  https://example.org"),
            ("![a cat](https://example.org/c.png)", "  a cat (https://example.org/c.png)"),
            ("> quoted", "  ▌ quoted"),
        ],
    )
    def test_addresses_are_spelled_out(self, text: str, shown: str) -> None:
        assert plain(as_markdown(text, 80)) == shown

    def test_markdown_is_set_not_shown(self) -> None:
        shown = as_markdown("# Title\n\n**bold** and `code`\n\n- item", 80)
        assert plain(shown).split("\n") == ["  Title", "", "  bold and code", "", "   • item"]
        assert "\x1b[1mbold\x1b[0m" in shown

    def test_code_keeps_its_indentation_and_blank_lines(self) -> None:
        shown = plain(as_markdown("```python\nif x:\n    y = 1\n\n\nz = 2\n```", 80))
        assert shown == "    if x:\n        y = 1\n\n\n    z = 2"

    def test_lines_fit_the_width(self) -> None:
        shown = plain(as_markdown("word " * 100 + "\n\n" + "你好" * 100, 60))
        assert max(map(len, shown.split("\n"))) <= 60

    def test_an_entity_smuggles_no_control_character_in(self) -> None:
        assert "\x1b" not in plain(as_markdown("&#27;[2J &#x1b;[2J &#155;2J", 80))

    @settings(max_examples=150, deadline=None)
    @given(
        st.lists(
            st.sampled_from(FRAGMENTS) | st.text(max_size=3),
            max_size=15,
        ).map("".join),
        st.integers(1, 90),
    )
    def test_nothing_commands_the_terminal(self, text: str, width: int) -> None:
        unshowable = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
        assert not unshowable.search(visible(text))
        assert not unshowable.search(plain(as_markdown(text, width)))


def plain(shown: str) -> str:
    """What rich wrote without its colours (and with nothing else taken away)."""
    return re.sub(r"\x1b\[[\d;]*m", "", shown)


class TestPipe:
    """The real process at real pipes."""

    def test_lines_in_answers_out(self, driver: list[str]) -> None:
        done = subprocess.run(
            driver,
            input="one\nGr\xfc\xdfe".encode(),
            capture_output=True,
            env=environment(),
            timeout=PATIENCE,
        )
        assert done.stdout == b"heard 'one'\n\nheard 'Gr\\xfc\\xdfe'\n\n"
        assert done.stderr == b"the end\n"

    def test_bad_bytes_are_said_on_standard_error(self, driver: list[str]) -> None:
        done = subprocess.run(
            driver, input=b"\xff\n", capture_output=True, env=environment(), timeout=PATIENCE
        )
        assert done.stderr.startswith(b"The input is not all UTF-8")
        assert b"Traceback" not in done.stderr

    def test_a_reader_that_leaves_ends_it_quietly(self, driver: list[str]) -> None:
        process = subprocess.Popen(
            driver,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
        )
        with process:
            assert process.stdin
            assert process.stdout
            assert process.stderr
            process.stdin.write(b"one\n")
            process.stdin.flush()
            assert process.stdout.readline() == b"heard 'one'\n"
            process.stdout.close()
            process.stdin.write(b"two\nthree\n")
            process.stdin.flush()
            complaint = process.stderr.read().decode()
            assert process.wait(PATIENCE) == 0
            process.stdin.close()
        assert complaint.startswith("console did not take the message (Broken pipe)")
        assert complaint.endswith("\nthe end\n")
        assert "three" not in complaint

    def test_a_process_blocked_in_reading_can_end(self, driver: list[str]) -> None:
        process = subprocess.Popen(
            driver,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
        )
        with process:
            assert process.stdin
            assert process.stdout
            assert process.stderr
            process.stdin.write(b"close\n")
            process.stdin.flush()
            assert process.stdout.readline() == b"heard 'close'\n"
            process.send_signal(signal.SIGUSR1)
            assert process.stderr.read() == b"the end\n"
            assert process.wait(PATIENCE) == 0
            process.stdin.close()

    def test_what_follows_quit_is_left_for_the_next_reader(self, driver: list[str]) -> None:
        out, into = os.pipe()
        os.write(into, b"one\n/quit\nthe rest\n")
        done = subprocess.run(
            driver, stdin=out, capture_output=True, env=environment(), timeout=PATIENCE
        )
        assert done.stdout == b"heard 'one'\n\n"
        assert os.read(out, 100) == b"the rest\n"
        os.close(out)
        os.close(into)

    def test_a_poor_locale_crashes_nothing(self, driver: list[str]) -> None:
        poor = environment(LC_ALL="C", PYTHONCOERCECLOCALE="0", PYTHONUTF8="0")
        done = subprocess.run(
            driver,
            input="Gr\xfc\xdfe\n".encode(),
            capture_output=True,
            env=poor,
            timeout=PATIENCE,
        )
        assert done.stdout == b"heard 'Gr\\xfc\\xdfe'\n\n"

    def test_a_pipe_needs_no_line_editor(self, driver: list[str]) -> None:
        done = subprocess.run(
            [sys.executable, "-X", "importtime", driver[-1]],
            input=b"one\n",
            capture_output=True,
            env=environment(),
            timeout=PATIENCE,
        )
        assert b"adapters.console" in done.stderr
        assert b"prompt_toolkit" not in done.stderr
        assert b"rich" not in done.stderr


Terminal = Callable[..., "pexpect.spawn[str]"]


@pytest.fixture
def terminal(driver: list[str], tmp_path: Path) -> Iterator[Terminal]:
    """The driver at a pseudo-terminal, its prompt standing."""
    children: list[pexpect.spawn[str]] = []

    def start(**extra: str) -> "pexpect.spawn[str]":
        child = pexpect.spawn(
            driver[0],
            [*driver[1:], str(tmp_path / "state" / "history")],
            env=environment(TERM="xterm-256color", **extra),
            encoding="utf-8",
            timeout=PATIENCE,
            dimensions=(24, 80),
        )
        child.delaybeforesend = None
        children.append(child)
        child.expect_exact("› ")
        return child

    yield start
    for child in children:
        child.close(force=True)


def ends(child: "pexpect.spawn[str]") -> None:
    child.expect_exact("the end")
    child.expect(pexpect.EOF)
    assert "Traceback" not in str(child.before)
    child.wait()
    assert child.exitstatus == 0


def say(child: "pexpect.spawn[str]", keys: str, heard: str) -> None:
    child.send(f"{keys}\r")
    child.expect_exact(f"heard {heard!a}")
    child.expect_exact("› ")


def brackets_pastes(shown: str) -> bool:
    """Whether the terminal was last asked to mark where a paste begins and ends."""
    return shown.rfind("\x1b[?2004h") > shown.rfind("\x1b[?2004l")


class TestTerminal:
    def test_a_message_and_its_answer(self, terminal: Terminal) -> None:
        child = terminal()
        assert "\x1b[6n" not in str(child.before)  # the terminal is asked nothing
        say(child, "hello there", "hello there")
        say(child, "Grüße 你好", "Grüße 你好")
        child.send("x")
        child.expect_exact("x")
        assert "\n" not in str(child.before)  # no room is made for a menu
        child.send("\x03")
        child.send("\x04")
        ends(child)

    def test_arrow_up_brings_earlier_messages_back_even_from_the_last_time(
        self, terminal: Terminal, tmp_path: Path
    ) -> None:
        child = terminal()
        say(child, "first", "first")
        say(child, "second", "second")
        say(child, "\x1b[A\x1b[A", "first")
        child.send("/quit\r")
        ends(child)
        again = terminal()
        say(again, "\x1b[A\x1b[A", "first")  # /quit is the last
        history = tmp_path / "state" / "history"
        assert stat.S_IMODE(history.stat().st_mode) == 0o600

    def test_control_c_clears_what_is_typed_then_leaves(self, terminal: Terminal) -> None:
        child = terminal()
        say(child, "to be forgotten\x03kept", "kept")
        child.send("\x03")
        ends(child)

    @pytest.mark.parametrize("keys", ["\x04", "/quit\r", " /exit \r"])
    def test_ways_to_leave(self, terminal: Terminal, keys: str) -> None:
        child = terminal()
        child.send(keys)
        ends(child)

    def test_commands_are_completed(self, terminal: Terminal) -> None:
        child = terminal()
        child.send("/rec")
        child.expect_exact("/recap")  # offered below the prompt
        say(child, "\t", "/recap")
        child.send("not /wh")
        child.send("\t\r")
        child.expect_exact("heard 'not /wh'")

    def test_a_paste_of_several_lines_is_one_message(self, terminal: Terminal) -> None:
        child = terminal()
        say(child, "\x1b[200~one\rtwo\r\x1b[201~", "one\ntwo")
        say(child, "three\x1b\rfour", "three\nfour")  # Alt-Enter

    def test_keys_typed_while_an_answer_is_computed_are_kept(self, terminal: Terminal) -> None:
        child = terminal()
        child.send("slow\r")
        child.expect_exact("computing")
        assert brackets_pastes(str(child.before))
        assert not child.getecho()
        child.send("ahead\r\x1b[200~one\rtwo\x1b[201~ and\r")
        child.kill(signal.SIGUSR1)
        for text in ("slow", "ahead", "one\ntwo and"):
            child.expect_exact(f"heard {text!r}")
        assert "ahead" not in str(child.before).split("› ")[0]

    def test_an_answer_goes_above_the_prompt_and_leaves_the_typed_text(
        self, terminal: Terminal
    ) -> None:
        child = terminal()
        say(child, "later", "later")
        child.send("half ")
        child.expect_exact("half")
        child.kill(signal.SIGUSR1)
        child.expect_exact("\x1b[1mlater\x1b[0m")
        child.expect_exact("half")  # drawn again, below
        say(child, "typed", "half typed")

    def test_control_c_while_an_answer_is_computed_interrupts(self, terminal: Terminal) -> None:
        child = terminal()
        child.send("slow\r")
        child.expect_exact("computing")
        child.send("\x03")
        child.expect_exact("interrupted")
        assert "\x1b[?2004l" in str(child.before)
        child.expect(pexpect.EOF)

    def test_signals_are_left_to_whoever_caught_them(self, terminal: Terminal) -> None:
        child = terminal()
        say(child, "trap", "trap")
        child.kill(signal.SIGINT)
        child.expect_exact("trapped")
        say(child, "still here", "still here")

    def test_close_ends_a_waiting_prompt_and_gives_the_terminal_back(
        self, terminal: Terminal
    ) -> None:
        child = terminal()
        say(child, "close", "close")
        assert not child.getecho()
        child.kill(signal.SIGUSR1)
        child.expect_exact("the end")
        assert child.getecho()
        ends_with = child.read()
        assert "Traceback" not in ends_with

    def test_undecodable_keys_are_replaced(self, terminal: Terminal) -> None:
        child = terminal()
        os.write(child.child_fd, b"caf\xe9\r")
        child.expect_exact(r"heard 'caf\ufffd'")

    def test_a_history_that_cannot_be_kept_is_said_and_no_more(
        self, terminal: Terminal, tmp_path: Path
    ) -> None:
        (tmp_path / "state").write_text("a file where a folder should be")
        child = terminal()
        assert "The history of the prompt is not kept" in str(child.before)
        say(child, "hello", "hello")

    def test_a_history_that_fails_on_the_way_is_said_once(
        self, terminal: Terminal, tmp_path: Path
    ) -> None:
        child = terminal()
        child.logfile_read = io.StringIO()
        history = tmp_path / "state" / "history"
        history.unlink()
        history.mkdir()
        say(child, "one", "one")
        say(child, "two", "two")
        assert child.logfile_read.getvalue().count("The history of the prompt is not kept") == 1

    def test_a_history_others_can_read_is_made_private(
        self, terminal: Terminal, tmp_path: Path
    ) -> None:
        history = tmp_path / "state" / "history"
        history.parent.mkdir()
        history.touch(0o644)
        terminal()
        assert stat.S_IMODE(history.stat().st_mode) == 0o600

    def test_a_terminal_that_cannot_move_its_cursor_gets_lines(self, driver: list[str]) -> None:
        child = pexpect.spawn(
            driver[0],
            driver[1:],
            env=environment(TERM="dumb"),
            encoding="utf-8",
            timeout=PATIENCE,
        )
        child.sendline("hello")
        child.expect_exact("heard 'hello'")
        assert "\x1b" not in str(child.before)
        child.sendeof()
        ends(child)


async def test_buttons_are_what_to_type_and_a_file_is_where_it_lies(tmp_path: Path) -> None:
    shown = io.StringIO()
    console = ConsoleAdapter(ticking(), None, shown)
    rows = (
        (Button("Yes", "/link A yes"), Button("No", "/link A no")),
        (Button("→", "/t >\x1b1"),),
    )
    file = File("timeline.zip", tmp_path / "x.zip")
    await console.send(Outgoing(CHAT, "Sure?", buttons=rows, file=file))
    assert shown.getvalue() == (
        "Sure?\n\nYes: /link A yes · No: /link A no\n→: /t >\u241b1\n"
        f"timeline.zip: {tmp_path}/x.zip\n\n"
    )
    assert "\x1b[2m" in as_aside("Yes: /link A yes", 60)
    assert as_aside("", 60) == ""
