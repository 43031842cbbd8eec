"""Slices of each version of the format, as they lie in repositories: these never change.

A reader that no longer understands one of these files has broken somebody's memory.
"""

from datetime import UTC, datetime
from pathlib import Path

from memory.markdown import Reading, decode, encode
from memory.slices import Amendment, Mark, Occurrence, Safety, Speaker, Status, Turn

SLICES = Path(__file__).parent / "slices"


def golden(name: str, slice_id: str) -> tuple[bytes, Reading]:
    content = (SLICES / f"{name}.md").read_bytes()
    return content, decode(content, slice_id)


def when(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def test_version_1_says_what_it_said_and_is_written_back_to_the_byte() -> None:
    content, reading = golden("version-1", "2026-07-07-1558")
    slice_ = reading.slice
    assert (reading.damage, reading.notes) == ((), ())
    assert (slice_.status, slice_.closed_by) == (Status.CLOSED, "time_silence")
    assert slice_.start == when("2026-07-07T15:58:03.120Z")
    assert slice_.end == when("2026-07-07T16:20:41.007Z")
    assert slice_.timezone == "Europe/Berlin"
    assert slice_.mark == Mark(
        focus="Moving the workshop to October",
        summary="The hall is taken in September: we move to the third of October.",
        tags=("workshop", "hall"),
        decisions=("the workshop is on 3 October",),
        open_loops=("ask Jana whether the hall has a ramp",),
        emotional_tone="neutral",
    )
    assert slice_.related_slices == ("2026-06-22-1400",)
    assert slice_.channels == ("telegram", "discord")
    assert slice_.occurrences == (
        Occurrence("2026-10-03", "2026-10-04", "first Saturday of October", "3"),
    )
    assert slice_.amendments == (
        Amendment("It was March, not January", "2026-07-09", "2026-07-09-0801"),
    )
    assert slice_.safety == (Safety("allergy", "allergic to penicillin", 1.0, "5"),)
    assert slice_.extra == {"weather": "weather: rain   # a key of the person's own\n"}
    assert slice_.preamble == "Notes that the person wrote above the first turn."
    assert [(turn.label, turn.speaker.value, turn.origin) for turn in slice_.turns] == [
        ("1", "user", "telegram 8812/4711"),
        ("2", "agent", ""),
        ("3", "user", "discord 90210/77"),
        ("4", "agent", ""),
        ("5", "user", "discord 90210/78"),
    ]
    assert slice_.turns[1].text == (
        "Then October? These look like turns and are not:\n\n"
        "## Turn 9 — 2026-01-01T00:00:00.000Z (user)\n"
        "\\## Turn 9 — 2026-01-01T00:00:00.000Z (user)\n"
        "## Turn 9 — some day (user)\n---"
    )
    assert slice_.turns[3].text == ""
    assert encode(slice_) == content
    assert encode(slice_, content) == content


def test_a_numbered_slice_of_upstream_that_is_not_valid_yaml_says_all_it_said() -> None:
    content, reading = golden("upstream-numbered", "2023-04-11-0905")
    slice_ = reading.slice
    assert reading.damage == ()
    assert len(reading.notes) == 1
    assert slice_.turns == (
        Turn(
            "1",
            when("2023-04-11T09:05:00Z"),
            Speaker.USER,
            "My crumb is tight again.\n## Turn 4 — not a time\nWhat did I do wrong?",
        ),
        Turn("2", when("2023-04-11T09:07:00Z"), Speaker.AGENT, "How old is the starter?"),
        Turn("3", when("2023-04-11T09:31:00Z"), Speaker.USER, "Five days."),
    )
    assert slice_.mark.focus == "Sourdough: why the crumb is tight"
    assert slice_.mark.summary.startswith("Renata's loaves come out dense: the starter")
    assert slice_.mark.summary.endswith("nine people have already said yes.")
    assert slice_.mark.decisions == (
        "Feed the starter twice: at seven and at nine",
        "Prove by the stove",
    )
    assert slice_.mark.tags == ("baking", "family")
    assert slice_.mark.emotional_tone == ""
    assert (slice_.status, slice_.timezone) == (Status.CLOSED, "America/Lima")
    assert decode(encode(slice_, content), "2023-04-11-0905").slice == slice_


def test_a_lettered_slice_of_upstream_that_was_left_open_says_all_it_said() -> None:
    content, reading = golden("upstream-lettered", "2025-11-02-2140")
    slice_ = reading.slice
    assert (reading.damage, reading.notes) == ((), ())
    assert slice_.is_open
    assert [(turn.label, turn.speaker.value, turn.text) for turn in slice_.turns] == [
        ("k3-_Qz", "user", "Which light lasts a week?"),
        ("k3-_Qz", "agent", "The one with the dynamo."),
        ("?", "user", "Then that one."),
    ]
    assert slice_.end == when("2025-11-02T21:52:30Z")
    one_more = slice_.with_turn(
        Turn("?", when("2025-11-02T21:55:00Z"), Speaker.USER, "Ordered.", "telegram 1/2")
    )
    written = encode(one_more, content).decode()
    assert written.startswith(content.decode().partition("end:")[0])
    assert written.endswith(
        "\n## Turn 4 — 2025-11-02T21:55:00.000Z (user)\n<!-- telegram 1/2 -->\n\nOrdered.\n"
    )
