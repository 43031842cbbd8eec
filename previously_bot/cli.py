"""The command line: arguments in, one of `commands` called, an exit status out."""

import argparse
import asyncio
import logging
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from datetime import datetime
from importlib.metadata import version
from io import TextIOWrapper
from pathlib import Path

from memory.errors import TimelineError
from previously_bot import commands
from previously_bot.doctor import doctor
from previously_bot.errors import BotError, WrongUsage
from previously_bot.setting_types import is_zone

PROBLEM, USAGE = 1, 2


def run(arguments: Sequence[str]) -> int:
    """Run one command. What goes wrong is told in a sentence, never as a traceback."""
    # What the program has to say, it says itself; nobody is to read its log between the lines.
    logging.getLogger().addHandler(logging.NullHandler())
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    given = _parser().parse_args(arguments)
    try:
        status: int = given.act(given)
        if sys.stdout is not None:
            sys.stdout.flush()
    except WrongUsage as error:
        return _complain(error, USAGE)
    except (BotError, TimelineError) as error:
        return _complain(error, PROBLEM)
    except (KeyboardInterrupt, asyncio.CancelledError):
        return _complain("stopped; what was done until now is whole.", PROBLEM)
    except OSError as error:
        return _output_is_gone(error)
    except Exception as error:  # noqa: BLE001 - a fault of ours; a traceback helps no user
        return _complain(_fault(error), PROBLEM)
    return status


def _output_is_gone(error: OSError) -> int:
    """Ours are all translated where they are met; what is left is about the output."""
    # What Python would still flush at the end has nowhere to go.
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return PROBLEM
    why = f"the output cannot be written ({error.strerror}); send it to another place."
    return _complain(why, PROBLEM)


def _fault(error: Exception) -> str:
    """Where it happened, without the values at hand: they may be somebody's words."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(place.filename).name}:{place.lineno}"
    return (
        f"a fault of previously-bot ({type(error).__name__} in {where}); what was kept is "
        "safe; please report it and start again."
    )


def _complain(what: object, status: int) -> int:
    if sys.stderr is not None:
        print(f"previously-bot: {what}", file=sys.stderr)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="previously-bot",
        description="An assistant that remembers you by when: one timeline, in your own files.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {_version()}")
    adding = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    chat = _command(adding, "chat", commands.chat, "talk in the terminal, or in a pipe")
    chat.add_argument(
        "--demo", action="store_true", help="with the memory of a fictional person"
    )

    _command(adding, "run", commands.run, "the bot, on every platform of the settings")
    pair = _command(adding, "pair", commands.pair, "a code that lets another account in")
    _json(pair)

    _asking(adding)
    _keeping(adding)
    return parser


def _asking(adding: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The commands that find something."""
    timeline = _command(adding, "timeline", commands.timeline, "list the slices of a time")
    timeline.add_argument("when", nargs="*", metavar="WHEN", help="such as “last week” (all)")
    _now(timeline)
    _json(timeline)

    history = _command(adding, "history", commands.history, "what the memory held once")
    history.add_argument("--at", nargs="+", metavar="DATE", help="such as “1 March”")
    _now(history)
    history.add_argument("--limit", type=_count, metavar="N", help="at most N commits (20)")
    _json(history)

    when = _command(adding, "when", commands.when_, "say which time a phrase means")
    when.add_argument("text", nargs="+", metavar="TEXT", help="such as “last Tuesday evening”")
    when.add_argument("--language", choices=["en", "zh"], default="", help="(both)")
    _now(when)
    _json(when)

    recall = _command(adding, "recall", commands.recall, "find where something was said")
    recall.add_argument("question", nargs="+", metavar="QUESTION")
    _now(recall)
    recall.add_argument(
        "--limit", type=_count, metavar="N", help="at most N (10; of a time, all)"
    )
    _json(recall)


def _keeping(adding: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The commands that take in, look after, or take away."""
    bring = _command(adding, "import", commands.bring, "bring a past along")
    bring.add_argument("source", metavar="SOURCE", help="a file, or - for standard input")
    bring.add_argument("--format", choices=["jsonl"], default="jsonl", help="what it is in")
    _json(bring)

    _json(_command(adding, "doctor", doctor, "look at every part and say what to do"))
    _json(_command(adding, "check", commands.check, "read every file and say what is wrong"))
    _json(_command(adding, "rebuild", commands.rebuild, "make the derived files again"))

    sync = _command(adding, "sync", commands.sync, "bring here and to GitHub what is not there")
    rewritten = sync.add_mutually_exclusive_group()
    rewritten.add_argument(
        "--adopt-remote",
        dest="way",
        action="store_const",
        const="adopt-remote",
        default="merge",
        help="after its history was rewritten: take it",
    )
    rewritten.add_argument(
        "--keep-local",
        dest="way",
        action="store_const",
        const="keep-local",
        help="after that: put there what is here",
    )
    _json(sync)

    export = _command(adding, "export", commands.export, "take everything away in one zip")
    export.add_argument("file", nargs="?", metavar="FILE", help="the zip to make")
    _json(export)


def _command(
    adding: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    act: Callable[[argparse.Namespace], int],
    what: str,
) -> argparse.ArgumentParser:
    """A command with the options that all of them have."""
    command = adding.add_parser(name, help=what)
    command.set_defaults(act=act)
    command.add_argument("--config", type=Path, metavar="FILE", help="the settings")
    command.add_argument("--person", metavar="NAME", help="whose timeline (the first)")
    command.add_argument("--repo", type=Path, metavar="DIR", help="a timeline on this machine")
    command.add_argument("--timezone", type=_zone, metavar="TZ", help="such as Europe/Berlin")
    return command


def _now(command: argparse.ArgumentParser) -> None:
    command.add_argument("--now", type=_moment, metavar="ISO", help="ask as at this moment")


def _json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="print one JSON value")


def _zone(text: str) -> str:
    if not is_zone(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no time zone; one is Europe/Berlin")
    return text


def _moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no ISO time; one is 2026-07-07T15:58:00+02:00"
        ) from None


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 1000")
    return int(text)


def _version() -> str:
    return version("previously-bot")
