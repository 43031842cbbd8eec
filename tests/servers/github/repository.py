"""One repository: its objects and branches, and what its owner does with it meanwhile."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from tests.servers.github.objects import FILE, LINK, Commit, Entry, Objects, Signature

PERSON = ("Mara", "mara@example.com")


@dataclass
class Repository:
    """`names` are all it ever had, the present one last; the others lead to it."""

    number: int
    names: list[str]
    now: Callable[[], datetime]
    private: bool = True
    internal: bool = False
    """Whether everybody in an enterprise can read it, although it is called private."""
    archived: bool = False
    default_branch: str = "main"
    protected: bool = False
    """Whether the branches take nothing but pull requests."""
    blocked: bool = False
    """Whether it may not be shown to anybody, for legal reasons."""
    objects: Objects = field(default_factory=Objects)
    branches: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.names[-1]

    @property
    def head(self) -> str:
        """The last commit on the default branch."""
        return self.branches[self.default_branch]

    @property
    def last(self) -> Commit:
        return self.objects.commits[self.head]

    def files(self, branch: str | None = None) -> dict[str, bytes]:
        """What a person sees there, whole path → content."""
        commit = self.branches.get(branch or self.default_branch)
        if commit is None:
            return {}
        found = self.objects.files(self.objects.commits[commit].tree)
        return {
            path: self.objects.blobs[entry.sha]
            for path, entry in found.items()
            if entry.kind == "blob"
        }

    def log(self, branch: str | None = None) -> list[str]:
        """The messages, the latest first."""
        commit = self.branches.get(branch or self.default_branch)
        found = []
        while commit:
            one = self.objects.commits[commit]
            found.append(one.message)
            commit = one.parents[0] if one.parents else None
        return found

    # What its owner does

    def push(
        self,
        changes: Mapping[str, str | bytes | None],
        message: str = "Update by hand",
        *,
        branch: str | None = None,
        mode: str = FILE,
    ) -> str:
        """An edit on github.com, or a push: None removes a file. Returns the commit."""
        branch = branch or self.default_branch
        tip = self.branches.get(branch)
        files = self.objects.files(self.objects.commits[tip].tree) if tip else {}
        for path, content in changes.items():
            if content is None:
                del files[path]
            else:
                raw = content.encode() if isinstance(content, str) else content
                files[path] = Entry(mode, self.objects.blob(raw))
        return self._end(branch, files, [tip] if tip else [], message)

    def link(self, path: str, target: str) -> str:
        return self.push({path: target}, mode=LINK)

    def force_push(self, files: Mapping[str, str], message: str = "Begin anew") -> str:
        """Another history, which shares nothing with what was there."""
        made = {
            path: Entry(FILE, self.objects.blob(text.encode())) for path, text in files.items()
        }
        return self._end(self.default_branch, made, [], message)

    def reset(self, commit: str) -> None:
        """Back to an earlier commit, as if what came after had never been."""
        self.branches[self.default_branch] = commit

    def purge(self, commit: str) -> None:
        """What no branch leads to is collected some day."""
        del self.objects.commits[commit]

    def empty(self) -> None:
        """Deleted, and made anew under its name."""
        self.objects, self.branches = Objects(), {}

    def rename(self, name: str) -> None:
        """owner/name."""
        self.names.append(name)

    def _end(
        self, branch: str, files: Mapping[str, Entry], parents: list[str], message: str
    ) -> str:
        signature = Signature(*PERSON, self.now())
        tree = self.objects.tree_of(files)
        commit = self.objects.commit(tree, parents, message, signature)
        self.branches[branch] = commit
        return commit
