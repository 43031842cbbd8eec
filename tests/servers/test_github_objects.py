"""Whether our GitHub names its objects as git does, and refuses what the real one refuses."""

import json
import os
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.servers.github import NAME, GitHubServer, github_server
from tests.servers.github.objects import PROGRAM

FILES = {
    "README.md": "Mine.\n",
    "a/b/c.md": "deep\n",
    "a.md": "beside a folder\n",
    "a-b/d.md": "sorted before it\n",
    "Übersicht/你好.md": "Grüße\n",
}


@pytest.fixture
def server() -> Iterator[GitHubServer]:
    with github_server() as made:
        yield made


def ask(
    server: GitHubServer, method: str, below: str, body: Any = None, **headers: str
) -> tuple[int, Any]:
    given = {"authorization": f"Bearer {server.token}", "connection": "close", **headers}
    raw = body if isinstance(body, bytes | None) else json.dumps(body).encode()
    address = f"{server.url}/repos/{NAME}{below}"
    request = urllib.request.Request(address, method=method, data=raw, headers=given)
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return response.status, json.loads(response.read() or b"null")
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.loads(error.read() or b"null")


def test_commits_have_the_names_that_git_gives_them(
    server: GitHubServer, tmp_path: Path
) -> None:
    repo = server.repository()
    first = repo.push(FILES, "First")
    second = repo.push({"run.sh": "#!/bin/sh\n", "a.md": None}, "Grüße", mode=PROGRAM)
    date = f"{int(repo.now().timestamp())} +0000"
    who = {"NAME": "Mara", "EMAIL": "mara@example.com", "DATE": date}
    env = {f"GIT_{role}_{key}": who[key] for role in ("AUTHOR", "COMMITTER") for key in who}

    def git(*arguments: str, said: str = "") -> str:
        return (
            subprocess.run(
                ["git", "-c", "core.autocrlf=false", *arguments],
                cwd=tmp_path,
                env={**os.environ, **env},
                check=True,
                capture_output=True,
                input=said.encode(),
            )
            .stdout.decode()
            .strip()
        )

    def commit(message: str, *parents: str) -> str:
        git("add", "--all")
        above = [word for one in parents for word in ("-p", one)]
        return git("commit-tree", git("write-tree"), *above, said=message)

    git("init", "--quiet")
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(text.encode())
    assert commit("First") == first
    (tmp_path / "a.md").unlink()
    (tmp_path / "run.sh").write_bytes(b"#!/bin/sh\n")
    (tmp_path / "run.sh").chmod(0o755)
    assert commit("Grüße", first) == second


@pytest.mark.parametrize(
    ("method", "below", "body", "status", "said"),
    [
        ("POST", "/git/trees", b"{", 400, "Problems parsing JSON"),
        ("POST", "/git/trees", {"tree": []}, 422, "Invalid tree info"),
        ("POST", "/git/trees", {"base_tree": "0" * 40, "tree": [{}]}, 422, "base_tree"),
        ("POST", "/git/trees", {"tree": [{"path": "../a"}]}, 422, "malformed path"),
        ("POST", "/git/trees", {"tree": [{"path": "a", "mode": "1"}]}, 422, "tree.mode"),
        ("POST", "/git/commits", {"message": "m", "tree": "0" * 40}, 422, "Tree SHA"),
        ("PATCH", "/git/refs/heads/main", {"sha": "0" * 40}, 422, "Object does not exist"),
        ("PATCH", "/git/refs/heads/no", {"sha": "0" * 40}, 422, "Reference does not exist"),
        ("PUT", "/contents/a.md", {"message": "m", "content": "!"}, 422, "Base64"),
        ("PUT", "/contents/README.md", {"message": "m", "content": ""}, 422, "wasn't supplied"),
        (
            "PUT",
            "/contents/README.md",
            {"message": "m", "content": "", "sha": "0" * 40},
            409,
            "does not match",
        ),
        ("GET", "/git/blobs/" + "0" * 40, None, 404, "Not Found"),
        ("GET", "/nothing", None, 404, "Not Found"),
    ],
)
def test_what_the_real_one_refuses_is_refused(
    server: GitHubServer, method: str, below: str, body: Any, status: int, said: str
) -> None:
    server.repository().push(FILES)
    found, content = ask(server, method, below, body)
    assert (found, said in content["message"]) == (status, True), content


@pytest.mark.parametrize(
    ("method", "below", "body"),
    [
        ("GET", "/commits?sha=main", None),
        ("GET", "/git/trees/main", None),
        ("POST", "/git/blobs", {"content": "x"}),
        ("POST", "/git/trees", {"tree": [{"path": "a", "mode": "100644", "content": "x"}]}),
    ],
)
def test_an_empty_repository_has_no_git(
    server: GitHubServer, method: str, below: str, body: Any
) -> None:
    server.repository()
    assert ask(server, method, below, body)[0] == 409


def test_strangers_see_no_private_repository(server: GitHubServer) -> None:
    repo = server.repository()
    repo.push(FILES)
    assert ask(server, "GET", "", authorization="")[0] == 404
    assert ask(server, "GET", "", authorization="Bearer wrong")[0] == 401
    repo.private = False
    assert ask(server, "GET", "", authorization="")[0] == 200


def test_too_many_writes_in_a_minute_are_refused(server: GitHubServer) -> None:
    server.repository().push(FILES)
    statuses = [ask(server, "POST", "/git/blobs", {"content": "x"})[0] for _ in range(81)]
    assert statuses == [201] * 80 + [403]
