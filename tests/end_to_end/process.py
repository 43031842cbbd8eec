"""The real command in a process of its own, with folders of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memory import markdown
from memory.slices import Speaker, Turn


@dataclass(frozen=True)
class Bot:
    """`home` takes the place of the user's folders; `repo` is the timeline repository."""

    home: Path

    @property
    def repo(self) -> Path:
        return self.home / "timeline"

    @property
    def environment(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
        folders = {
            name: str(self.home / "xdg") for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME")
        }
        return {**kept, **folders, "HOME": str(self.home), "LANG": "C.UTF-8", "TZ": "UTC"}

    def run(
        self,
        *arguments: str,
        said: str | bytes = b"",
        repo: bool = True,
        variables: Mapping[str, str] | None = None,
    ) -> subprocess.CompletedProcess[bytes]:
        command = [*self.command(*arguments), *(["--repo", str(self.repo)] if repo else [])]
        return subprocess.run(
            command,
            input=said.encode() if isinstance(said, str) else said,
            capture_output=True,
            env={**self.environment, **(variables or {})},
            cwd=self.home,
            timeout=60,
            check=False,
        )

    def start(self, *where: str) -> "subprocess.Popen[bytes]":
        """A chat that goes on until its input ends, or it is killed."""
        return subprocess.Popen(
            [*self.command("chat"), *(where or ("--repo", str(self.repo)))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=self.environment,
            cwd=self.home,
        )

    def chat(self, *lines: str) -> str:
        ended = self.run("chat", said="".join(f"{line}\n" for line in lines))
        assert ended.returncode == 0, ended.stderr.decode()
        return ended.stdout.decode()

    def json(self, *arguments: str) -> Any:
        ended = self.run(*arguments, "--json")
        assert ended.stderr == b"", ended.stderr.decode()
        return json.loads(ended.stdout)

    def turns(self) -> list[Turn]:
        """Every turn on the timeline, in order, as the files have it."""
        entries = [(one["slice_id"], self.repo / one["path"]) for one in self.json("timeline")]
        return [
            turn
            for slice_id, path in entries
            for turn in markdown.parse(path.read_text(encoding="utf-8"), slice_id).turns
        ]

    def said(self) -> list[str]:
        return [turn.text for turn in self.turns() if turn.speaker is Speaker.USER]

    @staticmethod
    def command(*arguments: str) -> list[str]:
        return [sys.executable, "-m", "previously_bot", *arguments]
