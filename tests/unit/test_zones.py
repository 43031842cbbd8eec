"""Time zones as people write them."""

import pytest

from previously_bot.zones import near, zone_named


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        (" europe/berlin ", "Europe/Berlin"),
        ("berlin", "Europe/Berlin"),
        ("New York", "America/New_York"),
        ("america/new york", "America/New_York"),
        ("utc", "UTC"),
        ("上海", "Asia/Shanghai"),
        ("北京", "Asia/Shanghai"),
        ("Berlln", None),
        ("", None),
        ("../etc/passwd", None),
        ("x" * 10_000, None),
    ],
)
def test_a_zone_is_known_by_its_name_or_its_place(given: str, name: str | None) -> None:
    assert zone_named(given) == name


@pytest.mark.parametrize(
    ("given", "name"),
    [("Berlln", "Europe/Berlin"), ("Europ/Berlin", "Europe/Berlin"), ("qqqqq", None)],
)
def test_a_misspelt_zone_is_guessed(given: str, name: str | None) -> None:
    assert near(given) == name
