"""What models write in place of JSON, and what must not hurt."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from previously_bot.lenient_json import read_object


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ('{"a": 1}', {"a": 1}),
        ('\ufeff \n{"a": {"b": [1, 2]}}\n', {"a": {"b": [1, 2]}}),
        ('```json\n{"a": 1}\n```', {"a": 1}),
        ('Sure:\n```\n{"a": 1,}\n```\nAnything else?', {"a": 1}),
        ('Here it is: {"a": "b"} – as you {wished}.', {"a": "b"}),
        ('Like {} or {this}: {"a": 1}', {"a": 1}),
        ("{'a': 'b', 'c': True, 'd': None}", {"a": "b", "c": True, "d": None}),
        ('{"a": [1, 2,], "b": {"c": 3,},}', {"a": [1, 2], "b": {"c": 3}}),
        ('{"a": 1 "b": 2}', {"a": 1, "b": 2}),
        ('{"a": 1, "b": "cut o', {"a": 1, "b": "cut o"}),
        ('{"a": [{"b": 1}, {"b": 2', {"a": [{"b": 1}, {"b": 2}]}),
        ('{a: "b"}', {"a": "b"}),
        ('{"a": 1} {"b": 2}', {"a": 1}),
        ('[{"a": 1}, {"b": 2}]', {"a": 1}),
        ('{"a": 1, "a": 2}', {"a": 2}),
        (
            '{"a": NaN, "b": -Infinity, "c": 1e999, "d": [NaN]}',
            dict(a=None, b=None, c=None, d=[None]),
        ),
        ('{"a": "\\ud83d", "\\ud83d\\ude00": 1}', {"a": "�", "😀": 1}),
        ('{"a": "line\nbreak"}', {"a": "line\nbreak"}),
        ('{"a": "{not} [this]"}', {"a": "{not} [this]"}),
        ("{}", {}),
    ],
)
def test_the_object_that_was_meant_is_found(text, meant):
    assert read_object(text) == meant


@pytest.mark.parametrize("text", ["", "no", "[1, 2]", '"a"', "12", "null", "}", "```json\n```"])
def test_where_no_object_is_there_is_none(text):
    assert read_object(text) is None


N = 100_000
HOSTILE = {
    "brackets": "[" * N,
    "braces": "{" * N,
    "objects": '{"a":' * (N // 5),
    "both": '{"a":[' * (N // 6),
    "keys": '{"' * (N // 2),
    "keys in lists": '[{"' * (N // 3),
    "parentheses": "{" + "(" * N,
    "comments": "{#\n" * (N // 3),
    "digits": '{"a": ' + "9" * N + "}",
    "small digits": '{"a": 1,, "b": ' + "9" * 5000 + "}",
    "quotes": "{" + '"' * N,
    "backslashes": '{"a": "' + "\\" * N,
    "escapes": '{"a": "' + '\\"' * (N // 2),
    "commas": "{" + "," * N,
    "fences": "```json{" * (N // 8),
    "words": "{" + "word " * (N // 5),
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("length", [N, 20_000, 600])
def test_hostile_text_takes_no_time_and_breaks_nothing(name, length):
    started = time.perf_counter()
    found = read_object(HOSTILE[name][:length])
    assert time.perf_counter() - started < 1
    assert found is None or isinstance(found, dict)


WRITTEN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda below: st.lists(below, max_size=4) | st.dictionaries(st.text(), below, max_size=4),
    max_leaves=20,
)


@given(
    st.dictionaries(st.text(), WRITTEN, min_size=1),
    st.text(st.characters(exclude_characters="{")),
)
def test_what_is_json_is_read_as_it_is(meant, around):
    assert read_object(f"{around}{json.dumps(meant)}{around}") == meant


@given(st.text(st.sampled_from("{}[]\"':,ab1 \\\n`"), max_size=60))
def test_no_text_is_too_strange(text):
    found = read_object(text)
    assert found is None or json.dumps(found)
