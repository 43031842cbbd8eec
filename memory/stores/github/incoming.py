"""What changed in the repository elsewhere, brought here: merged, and never half.

A file that is as it was agreed on is replaced; one that was changed here meanwhile is merged
(see `memory.file_merge`). Which files were brought is noted before and after, so that a process
that ends in between leaves nothing that looks like a change of ours.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from memory import markdown, paths
from memory.errors import BadPath, NotAFile, WriteRefused
from memory.file_merge import MergedFile, Outcome, beside_path, merge_files
from memory.kept import message
from memory.merge import added, merge
from memory.slices import Slice
from memory.store import Change, version_of
from memory.stores.github.known import Landing, Told
from memory.stores.github.tree import Tree, is_mirrored, is_nameless

_NO_PLACE = ("a file is where a folder should be", "the name is too long for this disk")


@dataclass(slots=True)
class _Plan:
    """What is to be done; `changed` are all files that are brought here with these."""

    changed: Collection[str]
    rows: list[Landing] = field(default_factory=list)
    batch: list[Change] = field(default_factory=list)
    bodies: dict[str, bytes] = field(default_factory=dict)
    messages: dict[str, str] = field(default_factory=dict)
    told: list[Told] = field(default_factory=list)

    @property
    def written(self) -> set[str]:
        return {change.path for change in self.batch}

    def tell(self, kind: Outcome, path: str, beside: str = "") -> None:
        self.told.append(Told(0, kind, path, beside))


class Incoming:
    """Everything here is to be called in the lane of the person."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def wanted(self, changed: Mapping[str, str | None]) -> set[str]:
        """The names of the contents that are needed to take these changes.

        What a commit of ours may have brought there is recognised here by its content.
        """
        with self._tree.lock:
            self._recognise(changed)
            return {
                theirs
                for path, theirs in changed.items()
                if theirs is not None and self._matters(path, theirs) and not self._has(theirs)
            }

    def take(
        self, changed: Mapping[str, str | None], contents: Mapping[str, bytes], on: date
    ) -> dict[str, str | None]:
        """Bring these here; `contents` has what was `wanted`, `on` is the day in UTC.

        Returns those of which the content is wanted now and was not before. Raises what a
        Store raises; what was brought by then stays.
        """
        left: dict[str, str | None] = {}
        with self._tree.lock:
            plan = _Plan(changed.keys())
            for path, theirs in sorted(changed.items()):
                if not self._matters(path, theirs):
                    if is_mirrored(path) and theirs != self._tree.known.base.get(path):
                        plan.rows.append(Landing(path, theirs, theirs))
                    elif theirs is not None and is_nameless(path):
                        plan.tell(Outcome.REFUSED, path)
                elif theirs is None or theirs in contents or self._has(theirs):
                    self._plan(plan, path, theirs, contents, on)
                else:
                    left[path] = theirs
            self._carry_out(plan)
        return left

    def settle(self, head: str) -> None:
        """All that is there up to a commit is here."""
        with self._tree.lock:
            self._tree.known.settle(head)
            self._tree.tidy()

    def _matters(self, path: str, theirs: str | None) -> bool:
        here, base = self._tree.local.get(path), self._tree.known.base.get(path)
        if theirs == here or not is_mirrored(path):
            return False
        return theirs != base or self._is_lost(path)

    def _has(self, sha: str) -> bool:
        return self._tree.known.body(sha) is not None

    def _is_lost(self, path: str) -> bool:
        known = self._tree.known
        return path in known.base and path not in self._tree.local and path not in known.removed

    def suspect(self) -> str:
        """The commit of what was sent last, when nobody knows whether it arrived; else ""."""
        with self._tree.lock:
            return self._tree.known.suspect

    def is_ahead(self) -> bool:
        """Whether only some of a commit was brought here, before something came between."""
        with self._tree.lock:
            return "ahead" in self._tree.known.facts

    def landed(self) -> None:
        """What was sent last did arrive, whatever became of it there since."""
        with self._tree.lock:
            self._arrived(dict(self._tree.known.sent))

    def _recognise(self, changed: Mapping[str, str | None]) -> None:
        known = self._tree.known
        # Of the other files it is not known whether somebody changed what our commit brought,
        # or our commit never came and another machine made these few the same.
        same = {
            path: sha
            for path, sha in known.sent.items()
            if path in changed and changed[path] == sha != known.base.get(path)
        }
        if same:
            self._arrived(same)

    def _arrived(self, moved: Mapping[str, str | None]) -> None:
        self._tree.known.arrive(moved, None)
        for path in moved:
            self._tree.count(path)

    def _plan(
        self,
        plan: _Plan,
        path: str,
        theirs: str | None,
        contents: Mapping[str, bytes],
        on: date,
    ) -> None:
        tree = self._tree
        try:
            ours = tree.content(path)
        except NotAFile:  # a folder, in place of which there is a file there now
            tree.look_at([path])
            ours = None
        here = tree.local.get(path)
        if not self._matters(path, theirs):
            return  # somebody's hand was in our copy since
        yours = None
        if theirs is not None:
            yours = contents[theirs] if theirs in contents else tree.known.body(theirs)
        is_lost = self._is_lost(path)
        merged = (
            MergedFile(yours) if is_lost else merge_files(path, tree.base(path), ours, yours)
        )
        self._keep_ours(plan, path, merged, on)
        made = None if merged.content is None else version_of(merged.content)
        plan.rows.append(Landing(path, theirs, made))
        if theirs is not None and yours is not None and made != theirs:
            plan.bodies[theirs] = yours
        if made != here:
            plan.batch.append(Change(path, merged.content, expected=here))

    def _keep_ours(self, plan: _Plan, path: str, merged: MergedFile, on: date) -> None:
        """What only we have goes into files of its own, before theirs is replaced."""
        if merged.dropped:
            plan.tell(Outcome.DROPPED, path)
        if merged.both:
            plan.tell(Outcome.BOTH, path)
        if merged.forgotten:
            is_gone = merged.content is None
            plan.tell(Outcome.FORGOTTEN if is_gone else Outcome.ADDED, path)
        if merged.beside is not None:
            nth = 1
            while not self._fits(plan, beside := beside_path(path, on, nth), merged.beside):
                nth += 1
            self._add(plan, beside, merged.beside, f"Keep both versions of {path}")
            plan.tell(Outcome.BESIDE, path, beside)
        if merged.anew is not None:
            anew, content = self._named(plan, merged.anew)
            self._add(plan, anew, content, message(merged.anew))
            plan.tell(Outcome.ANEW, path, anew)

    def _named(self, plan: _Plan, anew: Slice) -> tuple[str, bytes]:
        nth = 1
        while True:
            slice_id = paths.nth_id(paths.minute_id(anew.start), nth)
            path, content = paths.slice_path(slice_id), _text(anew, slice_id)
            if self._fits(plan, path, content):
                return path, content
            if (more := self._begun(plan, path, slice_id, anew)) is not None:
                return path, more
            nth += 1

    def _begun(self, plan: _Plan, path: str, slice_id: str, anew: Slice) -> bytes | None:
        """The slice that is here with turns of this one, since an attempt that was cut short
        and was gone on with since; with all of them."""
        if path not in self._tree.local or path in (*plan.changed, *plan.written):
            return None
        content = self._tree.content(path) or b""
        reading = markdown.decode(content, slice_id)
        alone = replace(reading.slice, turns=())
        new = added(reading.slice, anew)
        if reading.damage or len(new) == len(anew.turns):
            return None
        if not new:
            return content
        both = merge(alone, reading.slice, replace(alone, turns=anew.turns))
        return markdown.encode(both, content)

    def _fits(self, plan: _Plan, path: str, content: bytes) -> bool:
        """Whether nothing is there, or exactly this since an attempt that was cut short."""
        tree = self._tree
        if path in tree.local:
            return tree.local[path] == version_of(content)
        return not any(path in those for those in (tree.known.base, plan.changed, plan.written))

    def _add(self, plan: _Plan, path: str, content: bytes, message: str) -> None:
        plan.messages[path] = message
        here = self._tree.local.get(path)
        if here != version_of(content):
            plan.batch.append(Change(path, content, expected=here))

    def _carry_out(self, plan: _Plan) -> None:
        if not (plan.rows or plan.told):
            return
        tree, known = self._tree, self._tree.known
        known.prepare({}, plan.messages, ())
        known.begin_landing(plan.rows, plan.bodies, plan.told)
        told_before = known.base.keys() & {row.path for row in plan.rows}
        touched = [change.path for change in plan.batch]
        refused: Collection[str] = ()
        try:
            refused = self._write(plan.batch)
        finally:
            tree.look_at(touched)
            here = [
                row
                for row in plan.rows
                if row.path in refused or tree.local.get(row.path) == row.made
            ]
            known.end_landing(here, touched)
            for row in plan.rows:
                tree.count(row.path)
        if refused:
            fresh = (path for path in refused if path not in told_before)
            told = [Told(0, Outcome.REFUSED, path) for path in fresh]
            known.begin_landing((), {}, told)
            known.end_landing((), ())
        tree.tidy()

    def _write(self, batch: Sequence[Change]) -> Collection[str]:
        """Returns what has no place on this disk; all else is written."""
        try:
            self._tree.files.write(batch, message="")
        except (BadPath, NotAFile, WriteRefused):
            self._tree.look_at(change.path for change in batch)
        else:
            return ()
        # What goes makes place for what comes, and may stand after it.
        return self._write_each(batch, self._write_each(batch))

    def _write_each(
        self, batch: Sequence[Change], only: Collection[str] | None = None
    ) -> Collection[str]:
        refused = []
        for change in batch:
            made = None if change.content is None else version_of(change.content)
            is_left = only is None or change.path in only
            if not is_left or self._tree.local.get(change.path) == made:
                continue
            try:
                self._tree.files.write([change], message="")
            except (BadPath, NotAFile) as error:
                refused.append(error.path)
            except WriteRefused as error:
                if error.why not in _NO_PLACE or change.expected is not None:
                    raise
                refused.append(error.path)
        return refused


def _text(slice_: Slice, slice_id: str) -> bytes:
    return markdown.encode(replace(slice_, slice_id=slice_id))
