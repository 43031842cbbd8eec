"""What the strong model may do: read along the timeline, and write beside it."""

from previously_bot.tools.toolbox import Toolbox
from previously_bot.tools.used import ReadSlice, Used

__all__ = ["ReadSlice", "Toolbox", "Used"]
