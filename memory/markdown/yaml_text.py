"""YAML as the format uses it: every scalar is text, texts are written on one line."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml

from memory.slices import writable

# Deeper than anybody writes by hand, and far from what recursion allows.
_DEEPEST = 40
_TEXT = "tag:yaml.org,2002:str"
_NULL = "tag:yaml.org,2002:null"
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Takes no plain scalar for anything but null or text: `no` is not False."""

    def resolve(self, kind: Any, value: Any, implicit: Any) -> str:
        """The tag of a node that carries none; `implicit` begins with: is it a plain scalar?"""
        if kind is yaml.ScalarNode:
            return _NULL if implicit[0] and value in _NULLS else _TEXT
        tag: str = super().resolve(kind, value, implicit)
        return tag


class _Dumper(yaml.SafeDumper):
    """Writes text on one line, lists of words in brackets. (Not libyaml's, which would write an
    emoji as its number, and is not everywhere.)"""

    def ignore_aliases(self, data: object) -> bool:
        """The same words may stand twice; nothing is written as "see above"."""
        return True


class Quoted(str):
    __slots__ = ()


class Bare(str):
    __slots__ = ()


class Flow(list[object]):
    __slots__ = ()


def _represent_text(dumper: Any, text: str) -> Any:
    style = '"' if _LINE_BREAK.search(text) else None
    return dumper.represent_scalar(_TEXT, writable(text), style=style)


_LINE_BREAK = re.compile("[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]")
_Dumper.add_representer(str, _represent_text)
_Dumper.add_representer(
    Quoted,
    lambda dumper, text: dumper.represent_scalar(_TEXT, str(text), style='"'),
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


_DEEPEST = 100
_BRACKET = re.compile(r"[\[\]{}]")
_NESTED_BLOCKS = re.compile(rf"^ *(?:[-?:] +){{{_DEEPEST}}}|^ {{{4 * _DEEPEST}}}", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Document:
    """What a text says, and the keys of its mapping with the character each line of theirs
    starts at; no keys where they do not each begin a line."""

    value: object
    keys: tuple[tuple[str, int], ...] = ()


def load(text: str) -> Document:
    """One YAML document; raises ValueError, in a few words, for whatever PyYAML raises."""
    if _is_deep(text):
        raise ValueError("nested too deeply")
    loader = None
    try:
        loader = _Loader(text)
        node = loader.get_single_node()
        if node is None:
            return Document(None)
        return Document(_plain(node, set()), tuple(_keys(node, text)))
    except yaml.MarkedYAMLError as error:
        line = f"line {error.problem_mark.line + 2}: " if error.problem_mark else ""
        raise ValueError(f"{line}{error.problem}") from error
    except (yaml.YAMLError, TypeError, UnicodeError, RecursionError) as error:
        raise ValueError("a value in it cannot be read") from error
    finally:
        if loader is not None:
            loader.dispose()


def _is_deep(text: str) -> bool:
    """Whether it nests deeper than anybody writes; some builds of libyaml crash over that."""
    if _NESTED_BLOCKS.search(text):
        return True
    depth = deepest = 0
    for bracket in _BRACKET.findall(text):
        depth = depth + 1 if bracket in "[{" else max(0, depth - 1)
        deepest = max(deepest, depth)
    return deepest > _DEEPEST


def _plain(node: Any, seen: set[int], depth: int = 0) -> object:
    """What a node says: every scalar but null is the text it is, whatever its tag.

    Raises ValueError for aliases, by which a few lines can stand for a billion values, and for
    nesting without end; nobody needs either here. (Ours, as PyYAML's own way from nodes to
    values takes longer than reading them.)
    """
    if id(node) in seen:
        raise ValueError("it uses aliases")
    if depth > _DEEPEST:
        raise ValueError("it is nested too deep")
    seen.add(id(node))
    if node.tag == _NULL:
        return None
    if isinstance(node, yaml.MappingNode):
        return {
            _plain(key, seen, depth + 1): _plain(value, seen, depth + 1)
            for key, value in node.value
        }
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item, seen, depth + 1) for item in node.value]
    return node.value


def _keys(root: Any, text: str) -> Iterator[tuple[str, int]]:
    if not isinstance(root, yaml.MappingNode) or root.flow_style or root.start_mark.column:
        return
    for key, _ in root.value:
        mark = key.start_mark
        start = mark.index - mark.column
        if isinstance(key, yaml.ScalarNode) and text[start : mark.index] in ("", "? "):
            yield "" if key.tag == _NULL else key.value, start


def emit(key: str, value: object) -> str:
    text: str = yaml.dump(
        {key: value},
        Dumper=_Dumper,
        allow_unicode=True,
        default_flow_style=False,
        sort_keys=False,
        width=2**30,
    )
    return text
