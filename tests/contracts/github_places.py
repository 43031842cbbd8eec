"""Repositories on a GitHub, for the contract of remotes: ours, and one by others.

A place is what a person sees and does there, apart from the remote that is tried.
"""

import base64
import json
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote

import pytest

from memory.stores.github.pacing import Pacer
from memory.stores.github.remote import Head, Remote, RemoteChange
from memory.stores.github.repository import GitHubRepository
from memory.stores.github.wire import Surroundings
from tests.emulate import LOGIN, Emulated
from tests.fakes import HandClock
from tests.remotes import RemoteInMemory
from tests.servers.github import MOMENT, GitHubServer, Repository

SEED = {"README.md": "Mine.\n", "memory/user/profile.md": "Mara, Berlin\n"}
CHANGES = [RemoteChange("a.md", b"by the bot")]
WRITES = ("new tree", "new commit", "move ref")
"""The requests that a commit is, by the names that our GitHub has for them."""


class PausingClock(HandClock):
    """Time passes only in pauses."""

    def __init__(self) -> None:
        super().__init__(MOMENT)
        self.pauses: list[float] = []

    def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.forward(seconds=seconds)


class Place(ABC):
    """One repository. Every remote that it opened is closed with it."""

    def __init__(self, name: str, token: str, url: str) -> None:
        self.name, self.token, self.url = name, token, url
        self.clock = PausingClock()
        self.pacer = Pacer(self.clock.now)
        self._opened: list[GitHubRepository] = []

    def open(self, **about: Any) -> GitHubRepository:
        around = Surroundings(
            self.clock.now, self.clock.pause, lambda: 0.5, self.pacer, about.pop("timeout", 30)
        )
        given = {"name": self.name, "token": self.token, "api_url": self.url, **about}
        made = GitHubRepository(given.pop("name"), given.pop("token"), around, **given)
        self._opened.append(made)
        return made

    def close(self) -> None:
        for one in self._opened:
            one.close()

    @abstractmethod
    def push(self, changes: Mapping[str, str | None], branch: str = "main") -> str:
        """What the person does there; returns the commit."""

    @abstractmethod
    def begin_anew(self, files: Mapping[str, str]) -> None:
        """Another history, forced over the one that was there."""

    @abstractmethod
    def branch_off(self, branch: str) -> None: ...

    @abstractmethod
    def files(self, branch: str = "main") -> dict[str, bytes]: ...

    @abstractmethod
    def log(self, branch: str = "main") -> list[Mapping[str, Any]]:
        """Commits, the latest first, as GitHub shows them."""


class OurPlace(Place):
    def __init__(self, server: GitHubServer, repo: Repository) -> None:
        super().__init__(repo.name, server.token, server.url)
        self.repo = repo

    def push(self, changes: Mapping[str, str | None], branch: str = "main") -> str:
        return self.repo.push(changes, branch=branch)

    def begin_anew(self, files: Mapping[str, str]) -> None:
        self.repo.force_push(files)

    def branch_off(self, branch: str) -> None:
        self.repo.branches[branch] = self.repo.head

    def files(self, branch: str = "main") -> dict[str, bytes]:
        return self.repo.files(branch)

    def log(self, branch: str = "main") -> list[Mapping[str, Any]]:
        found = []
        commit = self.repo.branches.get(branch)
        while commit:
            one = self.repo.objects.commits[commit]
            author = {
                "name": one.author.name,
                "email": one.author.email,
                "date": f"{one.author.at:%Y-%m-%dT%H:%M:%SZ}",
            }
            found.append({"message": one.message, "author": author})
            commit = one.parents[0] if one.parents else None
        return found


class EmulatedPlace(Place):
    """Asked in the plainest way there is, so that a fault of the remote cannot hide here."""

    def __init__(self, emulated: Emulated, name: str) -> None:
        super().__init__(f"{LOGIN}/{name}", emulated.token, emulated.url)
        self._ask("POST", "/user/repos", {"name": name, "private": True})

    def push(self, changes: Mapping[str, str | None], branch: str = "main") -> str:
        head = self._ask("GET", self._path(f"/git/ref/heads/{branch}"))["object"]["sha"]
        tree = self._ask("GET", self._path(f"/git/commits/{head}"))["tree"]["sha"]
        return self._end(branch, changes, {"base_tree": tree}, [head])

    def begin_anew(self, files: Mapping[str, str]) -> None:
        self._end("main", files, {}, [])

    def _end(
        self,
        branch: str,
        changes: Mapping[str, str | None],
        base: Mapping[str, str],
        parents: list[str],
    ) -> str:
        entries = [
            {"path": path, "mode": "100644", "type": "blob"}
            | ({"sha": None} if text is None else {"content": text})
            for path, text in changes.items()
        ]
        tree = self._ask("POST", self._path("/git/trees"), {"tree": entries, **base})["sha"]
        body = {"tree": tree, "parents": parents, "message": "Update by hand"}
        made: str = self._ask("POST", self._path("/git/commits"), body)["sha"]
        ref = self._path(f"/git/refs/heads/{branch}")
        self._ask("PATCH", ref, {"sha": made, "force": True})
        return made

    def branch_off(self, branch: str) -> None:
        head = self._ask("GET", self._path("/git/ref/heads/main"))["object"]["sha"]
        body = {"ref": f"refs/heads/{branch}", "sha": head}
        self._ask("POST", self._path("/git/refs"), body)

    def files(self, branch: str = "main") -> dict[str, bytes]:
        tree = self._ask("GET", self._path(f"/git/trees/{quote(branch, safe='')}?recursive=1"))
        assert tree["truncated"] is False
        return {
            entry["path"]: base64.b64decode(
                self._ask("GET", self._path(f"/git/blobs/{entry['sha']}"))["content"]
            )
            for entry in tree["tree"]
            if entry["type"] == "blob"
        }

    def log(self, branch: str = "main") -> list[Mapping[str, Any]]:
        found = self._ask("GET", self._path(f"/commits?sha={branch}&per_page=100"))
        return [one["commit"] for one in found]

    def _path(self, below: str) -> str:
        return f"/repos/{self.name}{below}"

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        request = urllib.request.Request(
            self.url + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"authorization": f"Bearer {self.token}", "connection": "close"},
        )
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.loads(response.read())


class InMemoryPlace(Place):
    """The remote that a mirror is tried with. It has one branch, and no prefix."""

    def __init__(self) -> None:
        super().__init__("mara/timeline", "", "")
        self.remote = RemoteInMemory()

    def open(self, **about: Any) -> Any:
        if about:
            pytest.skip("a remote in memory has no such settings")
        self.remote.requests.clear()
        return self.remote

    def push(self, changes: Mapping[str, str | None], branch: str = "main") -> str:
        self.remote.person(
            {path: None if text is None else text.encode() for path, text in changes.items()}
        )
        return self.remote.head

    def begin_anew(self, files: Mapping[str, str]) -> None:
        self.remote.force({path: text.encode() for path, text in files.items()})

    def branch_off(self, branch: str) -> None:
        pytest.skip("a remote in memory has one branch")

    def files(self, branch: str = "main") -> dict[str, bytes]:
        return self.remote.files

    def log(self, branch: str = "main") -> list[Mapping[str, Any]]:
        return [{"message": message} for message in self.remote.messages()[::-1]]


def commit(remote: Remote, head: Head | None = None) -> Head:
    return remote.commit(head or remote.look(), CHANGES, "By the bot", MOMENT)


def asked_for(github: GitHubServer, act: Callable[[], object]) -> dict[str, int]:
    """How many requests that took, by kind."""
    github.asked.clear()
    act()
    return github.counted()
