"""What is taken out of a text that repeats another, and what stays."""

import pytest

from memory.repeating import without

GONE = "[deleted]"


@pytest.mark.parametrize(
    ("text", "old", "left"),
    [
        ("Kept: “My locker code is 5512”", "My locker code is 5512", "Kept: “[deleted]”"),
        ("So locker code is 5512?", "My locker code is 5512", "So [deleted]?"),
        ("Kept: “Berta is Karl's”", "Berta is Karl's.", "Kept: “[deleted]”"),
        ("Kept: “Pin 5512.”", "Pin 5512.", "Kept: “[deleted].”"),
        ("Kept: “the quick brown fo…”", "The quick brown foxes run", "Kept: “[deleted]…”"),
        ("记下了：“我的柜子密码是五五一二”", "我的柜子密码是五五一二。", "记下了：“[deleted]”"),
        ("You are going to the sea", "I am going to the doctor", "You are going to the sea"),
        ("Kept.", "Kept it all", "Kept."),
    ],
)  # fmt: skip
def test_what_is_repeated_goes_and_the_rest_stays(text: str, old: str, left: str) -> None:
    assert without(text, old, "", instead=GONE) == left


@pytest.mark.parametrize(
    ("text", "old", "new", "left"),
    [
        (
            "Kept: “The gilder comes on Tuesday”",
            "The gilder comes on Tuesday",
            "The gilder comes on Friday",
            "Kept: “The gilder comes on Friday”",
        ),
        (
            "So the gilder comes on Tuesday?",
            "I know that the gilder comes on Tuesday",
            "Nobody comes",
            "So [edited]?",
        ),
        (
            "Kept: “the lamp is green”",
            "the lamp is green. Karl came",
            "the lamp is green. Paul came",
            "Kept: “the lamp is green”",
        ),
    ],
)
def test_what_was_edited_is_said_as_it_is_now(text: str, old: str, new: str, left: str) -> None:
    assert without(text, old, new, instead="[edited]") == left
