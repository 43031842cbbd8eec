"""What Flash says over what it said before; the person's edits win."""

import pytest

from memory.slices import Mark
from previously_bot.marking import remarked, remembered

OURS = Mark("A lamp", "Bought a lamp", ("lamp", "home"), ("buy it",), ("call Jo",), "neutral")


@pytest.mark.parametrize(
    ("there", "ours", "new", "written"),
    [
        ("", "", "A lamp", "A lamp"),
        ("A lamp", "A lamp", "Two lamps", "Two lamps"),
        ("A lamp", "A lamp", "", "A lamp"),
        ("Light", "A lamp", "Two lamps", "Light"),
        ("", "A lamp", "Two lamps", ""),
        ("Light", "", "Two lamps", "Light"),
    ],
)
def test_a_text_is_ours_until_the_person_changes_it(
    there: str, ours: str, new: str, written: str
) -> None:
    assert remarked(Mark(focus=there), Mark(focus=ours), Mark(focus=new)).focus == written


@pytest.mark.parametrize(
    ("there", "ours", "new", "written"),
    [
        ("", "", "lamp home", "lamp home"),
        ("lamp home", "lamp home", "lamp", "lamp"),
        ("lamp home mine", "lamp home", "lamp", "mine lamp"),
        ("home", "lamp home", "lamp home light", "home light"),
        ("mine", "", "Mine lamp", "mine lamp"),
        ("", "lamp", "LAMP light", "light"),
    ],
)
def test_in_a_list_what_the_person_added_stays_and_what_they_took_away_stays_away(
    there: str, ours: str, new: str, written: str
) -> None:
    marks = [Mark(tags=tuple(words.split())) for words in (there, ours, new)]
    assert remarked(*marks).tags == tuple(written.split())


def test_after_a_start_all_that_is_there_counts_as_the_person_s() -> None:
    new = Mark("Two lamps", "More", ("light",), ("keep it",), (), "positive")
    assert remarked(OURS, None, new) == Mark(
        "A lamp",
        "Bought a lamp",
        ("lamp", "home", "light"),
        ("buy it", "keep it"),
        ("call Jo",),
        "neutral",
    )


def test_a_text_that_was_kept_is_still_ours() -> None:
    ours = remembered(OURS, Mark(tags=("light",)))
    assert (ours.focus, ours.tags) == ("A lamp", ("light",))
    assert remarked(Mark("A lamp"), ours, Mark("Two lamps")).focus == "Two lamps"
    assert remembered(None, OURS) == OURS
