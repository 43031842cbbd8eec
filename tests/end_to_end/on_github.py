"""A bot of one person whose timeline lies in a repository on a GitHub, ours or another."""

from collections.abc import Mapping

from memory import markdown
from memory.slices import Speaker
from tests.end_to_end.process import Bot


class OnGitHub:
    def __init__(self, bot: Bot, name: str, url: str, token: str) -> None:
        self.bot, self._token = bot, token
        self.state = bot.home / "state"
        self.aside = ""  # what the last command said beside its answer
        (bot.home / "previously.yaml").write_text(
            "people:\n"
            "  - name: mara\n"
            "    timezone: Europe/Berlin\n"
            f"    repository: {{github: {name}, token_env: GH, api_url: {url}}}\n"
            f"state: {self.state}\n"
        )

    @property
    def variables(self) -> dict[str, str]:
        return {"GH": self._token}

    def legible(self) -> bytes:
        """All that stands in files on this machine."""
        return b"".join(one.read_bytes() for one in self.bot.home.rglob("*") if one.is_file())

    def run(self, *arguments: str, said: str = "", status: int = 0) -> str:
        """What a command printed; or, where it is to fail, what it complained of."""
        variables = self.variables
        ended = self.bot.run(*arguments, said=said, repo=False, variables=variables)
        self.aside = ended.stderr.decode()
        assert ended.returncode == status, self.aside
        assert self._token not in self.aside + ended.stdout.decode()
        return self.aside if status else ended.stdout.decode()


def said_in(files: Mapping[str, bytes]) -> list[str]:
    """What the person said, as the slices among these files have it, in order."""
    slices = [
        markdown.parse(content.decode(), "2026-01-01-0000")
        for path, content in files.items()
        if path.startswith("memory/episodic/slices/") and path.endswith(".md")
    ]
    in_order = sorted(slices, key=lambda one: one.start)
    turns = (turn for one in in_order for turn in one.turns)
    return [turn.text for turn in turns if turn.speaker is Speaker.USER]
