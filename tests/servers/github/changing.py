"""What can be written: blobs, trees, commits, refs, and single files."""

import base64
import binascii
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tests.servers.github import looking
from tests.servers.github.asked import Asked
from tests.servers.github.looking import Json
from tests.servers.github.objects import (
    FILE,
    FOLDER,
    LINK,
    PROGRAM,
    SUBMODULE,
    Entry,
    Signature,
)
from tests.servers.github.replies import is_empty, refused
from tests.servers.github.repository import Repository

OWNER = ("mara", "8812+mara@users.noreply.github.com")
"""Whose the token is."""
MODES = {FILE: "blob", PROGRAM: "blob", LINK: "blob", FOLDER: "tree", SUBMODULE: "commit"}


def new_blob(repo: Repository, asked: Asked) -> Json:
    _must_have_begun(repo)
    text = asked.text("content")
    encoding = asked.content.get("encoding", "utf-8")
    if encoding not in ("utf-8", "base64"):
        raise refused(422, "Invalid request.\n\nencoding is not utf-8 or base64.")
    raw = _decoded(text) if encoding == "base64" else text.encode()
    return {"sha": repo.objects.blob(raw)}


def new_tree(repo: Repository, asked: Asked) -> Json:
    _must_have_begun(repo)
    objects = repo.objects
    base = asked.content.get("base_tree")
    if isinstance(base, str) and base in objects.commits:
        base = objects.commits[base].tree
    if base is not None and base not in objects.trees:
        raise refused(422, "base_tree is not a valid tree oid")
    files = objects.files(base) if base else {}
    entries = asked.content.get("tree")
    if not isinstance(entries, list) or not entries:
        raise refused(422, "Invalid tree info")
    for entry in entries:
        _put(repo, files, entry)
    sha = objects.tree_of(files)
    shown = [looking.entry_shown(repo, *one) for one in objects.trees[sha].items()]
    return {"sha": sha, "tree": shown, "truncated": False}


def _put(repo: Repository, files: dict[str, Entry], given: Mapping[str, Any]) -> None:
    path, mode = str(given.get("path", "")), str(given.get("mode"))
    if not _is_path(path):
        raise refused(422, "tree.path contains a malformed path component")
    if MODES.get(mode) != given.get("type", "blob") or mode == FOLDER:
        raise refused(422, "Must supply a valid tree.mode")
    if "content" in given and "sha" in given:
        raise refused(422, "Must supply either tree.sha or tree.content, not both")
    if "content" in given:
        sha = repo.objects.blob(str(given["content"]).encode())
    elif given.get("sha", "") is None:
        if path not in files:
            raise refused(422, "GitRPC::BadObjectState")
        del files[path]
        return
    else:
        sha = str(given.get("sha"))
        if sha not in repo.objects.blobs:
            raise refused(422, f"tree.sha {sha} is not a valid blob")
    _make_room(files, path)
    files[path] = Entry(mode, sha)


def _make_room(files: dict[str, Entry], path: str) -> None:
    """A file takes the place of a folder, and a folder that of a file."""
    for other in list(files):
        if other.startswith(f"{path}/") or path.startswith(f"{other}/"):
            del files[other]


def new_commit(repo: Repository, asked: Asked) -> Json:
    _must_have_begun(repo)
    objects = repo.objects
    tree, parents = asked.text("tree"), asked.content.get("parents", [])
    if tree not in objects.trees:
        raise refused(422, "Tree SHA does not exist")
    if any(one not in objects.commits for one in parents):
        raise refused(422, "Parent SHA does not exist or is not a commit object")
    author = _signature(repo, asked.content.get("author"))
    committer = _signature(repo, asked.content.get("committer"), author)
    sha = objects.commit(tree, parents, asked.text("message"), author, committer)
    return looking.commit_shown(sha, objects.commits[sha])


def _signature(
    repo: Repository, given: Mapping[str, Any] | None, default: Signature | None = None
) -> Signature:
    if given is None:
        return default or Signature(*OWNER, repo.now())
    if not given.get("name") or not given.get("email"):
        raise refused(422, "Invalid request.\n\nname and email are needed.")
    date = given.get("date")
    at = datetime.fromisoformat(date) if date else repo.now()
    return Signature(given["name"], given["email"], at)


def new_ref(repo: Repository, asked: Asked) -> Json:
    _must_have_begun(repo)
    ref, sha = asked.text("ref"), asked.text("sha")
    branch = ref.removeprefix("refs/heads/")
    if sha not in repo.objects.commits:
        raise refused(422, "Object does not exist")
    if branch in repo.branches:
        raise refused(422, "Reference already exists")
    repo.branches[branch] = sha
    return looking.ref_shown(branch, sha)


def move_ref(repo: Repository, asked: Asked) -> Json:
    """Only forward, unless forced."""
    branch, sha = asked.rest.removeprefix("heads/"), asked.text("sha")
    if branch not in repo.branches:
        raise refused(422, "Reference does not exist")
    if sha not in repo.objects.commits:
        raise refused(422, "Object does not exist")
    if repo.protected:
        raise refused(422, "Changes must be made through a pull request.")
    forced = asked.content.get("force", False)
    if not forced and repo.branches[branch] not in repo.objects.ancestors(sha):
        raise refused(422, "Update is not a fast forward")
    repo.branches[branch] = sha
    return looking.ref_shown(branch, sha)


def put_file(repo: Repository, asked: Asked) -> Json:
    """One file, in a commit of its own; the only way into an empty repository."""
    path, message = asked.rest, asked.text("message")
    raw = _decoded(asked.text("content"))
    branch = str(asked.content.get("branch", repo.default_branch))
    if repo.branches and branch not in repo.branches:
        raise refused(404, f"Branch {branch} not found")
    if not _is_path(path):
        raise refused(422, "path contains a malformed path component")
    tip = repo.branches.get(branch)
    objects = repo.objects
    files = objects.files(objects.commits[tip].tree) if tip else {}
    known = asked.content.get("sha")
    if path in files and known is None:
        raise refused(422, 'Invalid request.\n\n"sha" wasn\'t supplied.')
    if known is not None and (path not in files or files[path].sha != known):
        raise refused(409, f"{path} does not match {known}")
    if repo.protected:
        raise refused(409, "Changes must be made through a pull request.")
    files[path] = Entry(FILE, objects.blob(raw))
    author = _signature(repo, asked.content.get("author"))
    committer = _signature(repo, asked.content.get("committer"), author)
    tree = objects.tree_of(files)
    sha = objects.commit(tree, [tip] if tip else [], message, author, committer)
    repo.branches[branch] = sha
    return {
        "content": {"path": path, "sha": files[path].sha},
        "commit": looking.commit_shown(sha, objects.commits[sha]),
    }


def _must_have_begun(repo: Repository) -> None:
    if not repo.branches:
        raise is_empty()


def _is_path(path: str) -> bool:
    return all(part not in ("", ".", "..", ".git") for part in path.split("/"))


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        raise refused(422, "content is not valid Base64") from None
