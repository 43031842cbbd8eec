"""A model for the real process: it says what a test wants, and can be held in the middle."""

import asyncio
import json
from collections import defaultdict, deque
from typing import Any

from previously_bot.model import Call, Completion
from tests.endpoint import Reply, chunk, said, streamed
from tests.talks import glance

KEY = "sk-Played0123456789abcdef"

_JSON = {"Content-Type": "application/json"}


class PlayedModel:
    """Flash sees nothing, Pro numbers its answers, recordings say `heard`; unless `says` or
    `holds` has something else for the next request."""

    def __init__(self, heard: str = "") -> None:
        self._heard = heard
        self._next: dict[str, deque[Reply]] = defaultdict(deque)
        self.asked: list[tuple[str, str]] = []
        """Who was asked, and the whole prompt."""
        self._held = asyncio.Event()

    def says(self, role: str, text: str) -> None:
        """What a role answers next; to be called once for each answer."""
        self._next[role].append(
            Reply(said(*(text[at : at + 4000] for at in range(0, len(text), 4000))))
        )

    def calls(self, role: str, *calls: Call) -> None:
        """The tools that a role wants used next."""
        self._next[role].append(streamed(Completion("", calls)))

    def holds(self, role: str, *begun: str) -> None:
        """What a role says next, and then nothing more."""
        self._held.clear()
        spoken = [chunk(role="assistant"), *(chunk(content=one) for one in begun)]
        self._next[role].append(Reply(spoken, ending="silent"))

    async def held(self) -> None:
        """Until somebody waits for what was held."""
        async with asyncio.timeout(30):
            await self._held.wait()

    def prompts(self, role: str) -> list[str]:
        return [prompt for asked, prompt in self.asked if asked == role]

    def reply(self, body: Any) -> Reply:
        role = "voice" if isinstance(body, bytes) else body["model"]
        prompt = "" if isinstance(body, bytes) else json.dumps(body, ensure_ascii=False)
        self.asked.append((role, prompt))
        if self._next[role]:
            given = self._next[role].popleft()
            if given.ending == "silent":
                self._held.set()
            return given
        if role == "voice":
            return Reply([json.dumps({"text": self._heard}).encode()], headers=_JSON)
        if role == "flash":
            return Reply(said(glance()))
        return Reply(said(f"Answer {len(self.prompts('pro'))} for you."))
