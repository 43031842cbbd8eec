"""YAML as the format uses it: every plain scalar is text, texts are written on one line."""

import re
from typing import Any

import yaml

from memory.slices import writable


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Reads every plain scalar but null as the text it is: a focus of `no` is not False."""

    yaml_implicit_resolvers = {  # noqa: RUF012 - PyYAML looks this name up on the class
        first: [(tag, pattern) for tag, pattern in resolvers if tag.endswith(":null")]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


class _Dumper(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):  # type: ignore[misc]
    """Writes text on one line, lists of words in brackets."""


class Quoted(str):
    __slots__ = ()


class Bare(str):
    __slots__ = ()


class Flow(list[object]):
    __slots__ = ()


def _represent_text(dumper: Any, text: str) -> Any:
    style = '"' if _LINE_BREAK.search(text) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", str(text), style=style)


_LINE_BREAK = re.compile("[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]")
_Dumper.add_representer(str, _represent_text)
_Dumper.add_representer(
    Quoted,
    lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", str(text), style='"'),
)
_Dumper.add_representer(
    Bare,
    lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:timestamp", str(text)),
)
_Dumper.add_representer(
    Flow,
    lambda dumper, items: dumper.represent_sequence(
        "tag:yaml.org,2002:seq", items, flow_style=True
    ),
)

# An alias can make a few lines stand for a billion values; nobody needs one here.
_ANCHOR = re.compile(r"(?:^|[\s\[{,:-])&\w", re.MULTILINE)


def load(text: str) -> object:
    """One YAML document; raises ValueError, in a few words, for whatever PyYAML raises."""
    if _ANCHOR.search(text):
        raise ValueError("it uses anchors")
    try:
        return yaml.load(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        line = f"line {error.problem_mark.line + 2}: " if error.problem_mark else ""
        raise ValueError(f"{line}{error.problem}") from error
    except (yaml.YAMLError, ValueError, TypeError, RecursionError, OverflowError) as error:
        raise ValueError("a value in it cannot be read") from error


def emit(key: str, value: object) -> str:
    text: str = yaml.dump(
        {writable(key): value},
        Dumper=_Dumper,
        allow_unicode=True,
        default_flow_style=False,
        sort_keys=False,
        width=2**30,
    )
    return text
