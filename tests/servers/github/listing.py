"""The history of a branch, as it is listed: by date, until a moment, of a folder, in pages."""

import heapq
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from tests.servers.github.asked import Asked
from tests.servers.github.looking import commit_shown, resolved
from tests.servers.github.objects import Entry, Objects
from tests.servers.github.replies import refused
from tests.servers.github.repository import Repository

MOST = 100
"""On a page; whoever wants more gets as many."""
_MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")


def commits(repo: Repository, asked: Asked, url: str) -> tuple[list[Any], Mapping[str, str]]:
    """A page of them, and the headers that lead to the pages beside it."""
    objects = repo.objects
    tip = resolved(repo, asked.params.get("sha", repo.default_branch))
    until = _until(asked)
    path = asked.params.get("path", "").strip("/")
    found = [
        sha
        for sha in _touching(objects, tip, path)
        # git counts in seconds, and the second itself is included.
        if until is None or objects.commits[sha].committer.at.replace(microsecond=0) <= until
    ]
    size = min(_number(asked, "per_page", 30), MOST)
    page = _number(asked, "page", 1)
    start = (page - 1) * size
    shown = [_listed(objects, sha) for sha in found[start : start + size]]
    last = max(-(-len(found) // size), 1)
    wanted = {"prev": page - 1, "next": page + 1, "first": 1, "last": last}
    if page == 1:
        wanted = {name: nth for name, nth in wanted.items() if name in ("next", "last")}
    if page >= last:
        wanted = {name: nth for name, nth in wanted.items() if name in ("prev", "first")}
    place = f"{url}/repositories/{repo.number}/commits"
    links = [
        f'<{place}?{urlencode({**asked.params, "page": nth})}>; rel="{name}"'
        for name, nth in wanted.items()
    ]
    return shown, {"link": ", ".join(links)} if links else {}


def _until(asked: Asked) -> datetime | None:
    given = asked.params.get("until")
    if given is None:
        return None
    # The real one promises nothing outside of these years, so nobody may rely on it.
    if not _MOMENT.fullmatch(given) or not 1970 <= int(given[:4]) <= 2099:
        raise refused(422, "Invalid value for `until`.")
    return datetime.fromisoformat(given)


def _number(asked: Asked, name: str, usual: int) -> int:
    given = asked.params.get(name, "")
    return int(given) if given.isdecimal() and int(given) > 0 else usual


def _touching(objects: Objects, tip: str, path: str) -> Iterator[str]:
    """As `git log` walks: the latest date next, parents after their children. With a path, a
    commit that has it like one of its parents is passed over, and only that parent followed."""
    waiting = [_place(objects, tip, 0)]
    seen = {tip}
    while waiting:
        *_, sha = heapq.heappop(waiting)
        commit = objects.commits[sha]
        there = _at(objects, commit.tree, path)
        same = [
            one
            for one in commit.parents
            if path and _at(objects, objects.commits[one].tree, path) == there
        ]
        if not same and (commit.parents or not path or there is not None):
            yield sha
        for parent in same[:1] or commit.parents:
            if parent not in seen:
                seen.add(parent)
                heapq.heappush(waiting, _place(objects, parent, len(seen)))


def _place(objects: Objects, sha: str, nth: int) -> tuple[float, int, str]:
    return (-objects.commits[sha].committer.at.timestamp(), nth, sha)


def _at(objects: Objects, tree: str, path: str) -> str | None:
    """The hash of what is at a path; None where nothing is."""
    here: str | None = tree
    for name in filter(None, path.split("/")):
        inside: Mapping[str, Entry] = objects.trees.get(here or "", {})
        here = inside[name].sha if name in inside else None
    return here


def _listed(objects: Objects, sha: str) -> dict[str, Any]:
    commit = objects.commits[sha]
    return {
        "sha": sha,
        "commit": commit_shown(sha, commit),
        "parents": [{"sha": one} for one in commit.parents],
    }
