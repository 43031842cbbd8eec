"""Commands and buttons of both platforms through the real process."""

import io
import json
import zipfile
from datetime import UTC, datetime, timedelta

from memory import markdown
from memory.slices import ClosedBy, Mark, Slice, Speaker, Status, Turn
from previously_bot import texts
from previously_bot.texts import forgetting, paging, settings
from tests.end_to_end.house import House, house
from tests.end_to_end.process import Bot

SLICES = 25


def write_past(home: House) -> None:
    """So many conversations that a list of them has pages."""
    began = datetime.now(UTC).replace(microsecond=0) - timedelta(days=SLICES + 1)
    for nth in range(SLICES):
        at = began + timedelta(days=nth)
        turn = Turn(
            "1", at, Speaker.USER, f"The lamp of day {nth:02}", f"telegram 8812/9{nth:02}"
        )
        made = Slice(f"{at:%Y-%m-%d-%H%M}", at, at, (turn,), channels=("telegram",))
        path = home.repo / f"memory/episodic/slices/{at:%Y/%m/%d/%H%M}.md"
        path.parent.mkdir(parents=True)
        path.write_bytes(markdown.encode(made))
