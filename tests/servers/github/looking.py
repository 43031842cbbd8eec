"""What can be asked for: the repository, commits, trees, blobs, comparisons."""

import base64
from typing import Any

from tests.servers.github.asked import Asked
from tests.servers.github.objects import Commit, Entry, Signature
from tests.servers.github.replies import is_empty, not_found, refused
from tests.servers.github.repository import Repository

Json = dict[str, Any]

MOST_COMPARED = 300
LINE = 60  # of base64, as the real server breaks it


def repository(repo: Repository, asked: Asked) -> Json:
    owner, _, name = repo.name.partition("/")
    seen_by = "internal" if repo.internal else "private" if repo.private else "public"
    return {
        "id": repo.number,
        "name": name,
        "full_name": repo.name,
        "private": repo.private,
        "visibility": seen_by,
        "owner": {"login": owner},
        "archived": repo.archived,
        "disabled": False,
        "default_branch": repo.default_branch,
        "size": 0,
    }


def resolved(repo: Repository, name: str) -> str:
    """The commit that a branch, a ref or a hash names."""
    if not repo.branches:
        raise is_empty()
    branch = name.removeprefix("refs/").removeprefix("heads/")
    commit = repo.branches.get(branch, name)
    if commit not in repo.objects.commits:
        raise not_found()
    return commit


def commit_shown(sha: str, commit: Commit) -> Json:
    return {
        "sha": sha,
        "message": commit.message,
        "tree": {"sha": commit.tree},
        "parents": [{"sha": one} for one in commit.parents],
        "author": signature_shown(commit.author),
        "committer": signature_shown(commit.committer),
    }


def signature_shown(signature: Signature) -> Json:
    return {
        "name": signature.name,
        "email": signature.email,
        "date": f"{signature.at:%Y-%m-%dT%H:%M:%SZ}",
    }


def commit(repo: Repository, asked: Asked) -> Json:
    if not repo.branches:
        raise is_empty()
    if asked.rest not in repo.objects.commits:
        raise not_found()
    return commit_shown(asked.rest, repo.objects.commits[asked.rest])


def ref(repo: Repository, asked: Asked) -> Json:
    if not repo.branches:
        raise is_empty()
    branch = asked.rest.removeprefix("heads/")
    if branch not in repo.branches:
        raise not_found()
    return ref_shown(branch, repo.branches[branch])


def ref_shown(branch: str, sha: str) -> Json:
    return {"ref": f"refs/heads/{branch}", "object": {"type": "commit", "sha": sha}}


def tree(repo: Repository, asked: Asked, largest: int) -> Json:
    """Any value of `recursive` means yes, as on the real server."""
    if not repo.branches:
        raise is_empty()
    sha = asked.rest
    if sha not in repo.objects.trees:
        sha = repo.objects.commits[resolved(repo, sha)].tree
    found = list(repo.objects.trees[sha].items())
    if recursive := "recursive" in asked.params:
        found = repo.objects.walk(sha)
    entries = [entry_shown(repo, path, entry) for path, entry in found]
    truncated = recursive and len(entries) > largest
    return {
        "sha": sha,
        "tree": entries[:largest] if truncated else entries,
        "truncated": truncated,
    }


def entry_shown(repo: Repository, path: str, entry: Entry) -> Json:
    shown: Json = {"path": path, "mode": entry.mode, "type": entry.kind, "sha": entry.sha}
    if entry.kind == "blob":
        shown["size"] = len(repo.objects.blobs[entry.sha])
    return shown


def blob(repo: Repository, asked: Asked) -> Json:
    if not repo.branches:
        raise is_empty()
    content = repo.objects.blobs.get(asked.rest)
    if content is None:
        raise not_found()
    text = base64.b64encode(content).decode()
    lines = [text[start : start + LINE] + "\n" for start in range(0, len(text), LINE)]
    return {
        "sha": asked.rest,
        "size": len(content),
        "content": "".join(lines),
        "encoding": "base64",
    }


def compare(repo: Repository, asked: Asked) -> Json:
    before, _, after = asked.rest.partition("...")
    base, head = resolved(repo, before), resolved(repo, after)
    behind, ahead = repo.objects.ancestors(base), repo.objects.ancestors(head)
    if not behind & ahead:
        raise refused(404, f"No common ancestor between {before} and {after}.")
    if base == head:
        status = "identical"
    elif base in ahead:
        status = "ahead"
    else:
        status = "behind" if head in behind else "diverged"
    # From the newest commit that both have, which for us is the base, or of no interest.
    start = base if base in ahead else head
    files = _compared(repo, start, head)
    return {
        "status": status,
        "ahead_by": len(ahead - behind),
        "behind_by": len(behind - ahead),
        "total_commits": len(ahead - behind),
        "files": files[:MOST_COMPARED],
    }


def _compared(repo: Repository, base: str, head: str) -> list[Json]:
    """With the same content elsewhere, a file counts as renamed."""
    objects = repo.objects
    before = objects.files(objects.commits[base].tree)
    after = objects.files(objects.commits[head].tree)
    gone = {path: entry for path, entry in before.items() if path not in after}
    files: list[Json] = []
    for path, entry in sorted(after.items()):
        if before.get(path) == entry:
            continue
        status = "modified" if path in before else "added"
        file: Json = {"filename": path, "sha": entry.sha, "status": status}
        source = next((name for name, one in gone.items() if one == entry), None)
        if status == "added" and source:
            del gone[source]
            file |= {"status": "renamed", "previous_filename": source}
        files.append(file)
    files += [
        {"filename": path, "sha": entry.sha, "status": "removed"}
        for path, entry in gone.items()
    ]
    return sorted(files, key=lambda file: str(file["filename"]))
