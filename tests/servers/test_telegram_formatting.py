"""Texts on their way into a message: HTML, entities by hand, cleaning, and the limits."""

import json
from typing import Any

import pytest

from tests.servers.telegram.formatting import Formatted, formatted
from tests.servers.telegram.refusals import Refusal


def html(text: str) -> Formatted:
    return formatted(text, "HTML", "")


def marked(text: str, *entities: dict[str, Any]) -> Formatted:
    return formatted(text, "", json.dumps(entities))


def bold(offset: int, length: int) -> dict[str, Any]:
    return {"type": "bold", "offset": offset, "length": length}


def refusal(text: str, parse_mode: str = "HTML", entities: str = "") -> str:
    with pytest.raises(Refusal) as raised:
        formatted(text, parse_mode, entities)
    assert raised.value.code == 400
    return raised.value.description.removeprefix("Bad Request: ")


def kinds(made: Formatted) -> list[str]:
    return [one["type"] for one in made.entities]


@pytest.mark.parametrize(
    ("tag", "kind"),
    [
        ("b", "bold"),
        ("strong", "bold"),
        ("i", "italic"),
        ("em", "italic"),
        ("u", "underline"),
        ("ins", "underline"),
        ("s", "strikethrough"),
        ("strike", "strikethrough"),
        ("del", "strikethrough"),
        ("tg-spoiler", "spoiler"),
        ("code", "code"),
        ("pre", "pre"),
        ("blockquote", "blockquote"),
        ("B", "bold"),
    ],
)
def test_every_tag_is_an_entity(tag: str, kind: str) -> None:
    made = html(f"a <{tag}>b😀</{tag}> c")
    assert made == Formatted("a b😀 c", [{"type": kind, "offset": 2, "length": 3}])


@pytest.mark.parametrize(
    ("source", "entity"),
    [
        (
            '<a href="https://a.example/x?y=1&amp;z=2">l</a>',
            {"url": "https://a.example/x?y=1&z=2"},
        ),
        ("<a href='http://a.example'>l</a>", {"url": "http://a.example/"}),
        ('<a href="a.example">l</a>', {"url": "http://a.example/"}),
        ('<a href="tg://user?id=7">l</a>', {"type": "text_mention", "user": {"id": 7}}),
        ('<span class="tg-spoiler">l</span>', {"type": "spoiler"}),
        ('<tg-emoji emoji-id="5368">l</tg-emoji>', {"custom_emoji_id": "5368"}),
        ('<tg-time unix="1647531900">l</tg-time>', {"type": "date_time"}),
        ("<blockquote expandable>l</blockquote>", {"type": "expandable_blockquote"}),
        ('<pre><code class="language-py">l</code></pre>', {"type": "pre", "language": "py"}),
        ('<code class="language-py"><pre>l</pre></code>', {"type": "pre", "language": "py"}),
    ],
)
def test_attributes_say_more(source: str, entity: dict[str, Any]) -> None:
    made = html(source)
    assert made.text == "l"
    assert made.entities[0] | entity == made.entities[0]
    assert len(made.entities) == 1


def test_code_alone_has_no_language() -> None:
    assert html('<code class="language-py">l</code>').entities == [
        {"type": "code", "offset": 0, "length": 1}
    ]


def test_a_link_to_no_address_is_only_its_text() -> None:
    assert html('<a href="nowhere">here</a>') == Formatted("here")


def test_tags_nest() -> None:
    assert html("<b>one <i>two</i></b>").entities == [
        {"type": "bold", "offset": 0, "length": 7},
        {"type": "italic", "offset": 4, "length": 3},
    ]


def test_in_code_nothing_else_is_marked() -> None:
    assert kinds(html("<code>one <b>two</b></code>")) == ["code"]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("1 &lt; 2 &amp;&amp; 3 &gt; 2 &quot;", '1 < 2 && 3 > 2 "'),
        ("&lt 2", "< 2"),
        ("&#60;&#x3c;&#128512;", "<<😀"),
        ("a & b &copy; &nbsp; &#0;", "a & b &copy; &nbsp; &#0;"),
        ("&lt;b&gt;", "<b>"),
        ("5 > 4", "5 > 4"),
    ],
)
def test_references(source: str, text: str) -> None:
    assert html(source).text == text


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("<p>a</p>", 'Unsupported start tag "p" at byte offset 0'),
        ("äöü<br>", 'Unsupported start tag "br" at byte offset 6'),
        ("😀<b>a", 'Can\'t find end tag corresponding to start tag "b"'),
        ("a</b>", "Unexpected end tag at byte offset 1"),
        ("<b>a</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        (
            "<b><i>a</b></i>",
            'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"',
        ),
        ("1 <b", "Unclosed start tag at byte offset 2"),
        ("1 < 2 & 3 > 2", 'Unsupported start tag "" at byte offset 2'),
        ("<b>a</b", "Unclosed end tag at byte offset 4"),
        ("<span>a</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ('<a ="x">a</a>', 'Empty attribute name in the tag "a" at byte offset 0'),
        ("<b/>", 'Unsupported start tag "b/" at byte offset 0'),
        ("<a href=a/b>a</a>", "Unexpected end of name token at byte offset 8"),
        ('<a href="x', "Unclosed start tag at byte offset 0"),
        ("<tg-emoji>a</tg-emoji>", "Invalid custom emoji identifier specified"),
    ],
)
def test_what_is_wrong_is_told_with_its_byte_offset(source: str, words: str) -> None:
    assert refusal(source) == f"can't parse entities: {words}"


def test_what_nothing_is_left_of_is_refused() -> None:
    assert refusal("<b></b>") == "text must be non-empty"
    assert refusal(" \n ", "") == "text must be non-empty"


def test_unknown_modes_are_refused() -> None:
    assert refusal("a", "BBCode") == "unsupported parse_mode"


def test_surrogates_must_come_in_pairs() -> None:
    assert html("&#xD83D;&#xDE00;").text == "😀"
    assert "unmatched surrogate code units" in refusal("&#xD83D;")
    assert refusal("a\ud83d", "") == "strings must be encoded in UTF-8"


# Entities by hand


def test_offsets_are_utf_16_units() -> None:
    assert marked("😀 bold", bold(3, 4)).entities == [bold(3, 4)]


@pytest.mark.parametrize(
    ("text", "entity", "words"),
    [
        ("a😀b", bold(2, 2), "entity begins in a middle of a UTF-16 symbol at byte offset 5"),
        (
            "a😀b",
            bold(0, 2),
            "entity beginning at UTF-16 offset 0 ends in a middle of a UTF-16 symbol at byte "
            "offset 5",
        ),
        (
            "abc",
            bold(1, 3),
            "entity beginning at UTF-16 offset 1 ends after the end of the text at UTF-16 "
            "offset 4",
        ),
        ("abc", bold(5, 1), "entity begins after the end of the text at UTF-16 offset 5"),
        ("abc", bold(-1, 1), "receive an entity with incorrect offset -1"),
        ("abc", bold(0, -1), "receive an entity with incorrect length -1"),
        ("abc", {"type": "bold"}, "can't parse MessageEntity: Can't find field \"offset\""),
        (
            "abc",
            {"type": "bold", "offset": [], "length": 1},
            'can\'t parse MessageEntity: Field "offset" must be of type Number',
        ),
        (
            "abc",
            {"type": "text_link", "offset": 0, "length": 1},
            "can't parse MessageEntity: Can't find field \"url\"",
        ),
    ],
)
def test_entities_must_fit(text: str, entity: dict[str, Any], words: str) -> None:
    assert refusal(text, "", json.dumps([entity])) == words


def test_numbers_may_come_as_texts() -> None:
    assert marked("abc", {"type": "bold", "offset": "1", "length": "2"}).entities == [
        bold(1, 2)
    ]


@pytest.mark.parametrize("source", ["[", "{}", "7", "null"])
def test_what_is_no_list_of_entities_is_none(source: str) -> None:
    assert formatted("abc", "", source) == Formatted("abc")


def test_a_parse_mode_leaves_entities_unread() -> None:
    assert formatted("<b>abc</b>", "html", "[7]").entities == [bold(0, 3)]
    assert formatted("<b>", "none", json.dumps([bold(0, 1)])).entities == [bold(0, 1)]


def test_kinds_that_telegram_finds_itself_are_not_taken() -> None:
    assert marked("abc", {"type": "hashtag", "offset": 0, "length": 3}).entities == []


def test_a_text_may_not_be_larger_than_32_kilobytes_whatever_is_left_of_it() -> None:
    assert html("<b>a</b>" * 4096).text == "a" * 4096
    assert refusal("<b>a</b>" * 4096 + "a") == "text is too long"


def test_more_than_a_hundred_are_dropped_in_silence() -> None:
    many = [bold(3 * n, 1) for n in range(120)]
    assert marked("ab " * 120, *many).entities == many[:100]


def test_crossing_code_is_dropped() -> None:
    first = {"type": "code", "offset": 0, "length": 3}
    second = {"type": "pre", "offset": 2, "length": 3}
    assert marked("abcdef", first, second).entities == [first]


# Cleaning


def test_white_space_goes_from_both_ends_and_entities_move_along() -> None:
    assert marked(" \n abc \n", bold(3, 5)) == Formatted("abc", [bold(0, 3)])
    assert marked("  abc", bold(1, 4)) == Formatted(" abc", [bold(0, 4)])


def test_returns_go_and_other_controls_are_spaces() -> None:
    assert marked("a\r\nb\tc", bold(3, 3)) == Formatted("a\nb c", [bold(2, 3)])


def test_telegram_finds_commands_mentions_links_and_hashtags() -> None:
    text = "/start@prev_bot @mara_k https://a.example/x, #now mara@a.example a/b"
    found = formatted(text, "", "")
    told = {
        one["type"]: text[one["offset"] : one["offset"] + one["length"]]
        for one in found.entities
    }
    assert told == {
        "bot_command": "/start@prev_bot",
        "mention": "@mara_k",
        "url": "https://a.example/x",
        "hashtag": "#now",
        "email": "mara@a.example",
    }
