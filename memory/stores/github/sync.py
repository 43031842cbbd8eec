"""Keeping a mirror and a repository elsewhere the same, step by step, in a thread that waits.

Nothing here reads a clock or sleeps: `step` does what is due and says when it wants to be
called again. Files are touched only through `in_lane`, which runs a call where the timeline's
own calls run, and waits for it.
"""

from collections.abc import Callable, Collection, Mapping
from datetime import UTC, date, datetime

from memory.errors import (
    ChangeRefused,
    HeadMoved,
    HistoryRewritten,
    LimitReached,
    MayHaveLanded,
    RemoteError,
    RepositoryArchived,
    RepositoryPublic,
    TimelineError,
)
from memory.store import version_of
from memory.stores.github.incoming import Incoming
from memory.stores.github.mirror import InLane, Mirror
from memory.stores.github.outgoing import Batch, Outgoing
from memory.stores.github.remote import Head, Remote
from memory.stores.github.rewritten import Adopted, became, changed, mirrored
from memory.stores.github.rhythm import Rhythm

_ATTEMPTS = 8
_MOST_REFUSALS = 3
# Of so many contents it takes less to download everything.
_MOST_BLOBS = 40
# Files brought here in one go; the timeline has its turn in between.
_PART = 200


class Sync:
    """`look_again` is told, in the lane, which files changed by another hand.

    `trouble` is why nothing goes on at the moment, None at first; the mirror's `standing`
    outlasts the process. Everything but `step` raises RemoteError and StoreError.
    """

    def __init__(
        self,
        remote: Remote,
        mirror: Mirror,
        *,
        in_lane: InLane,
        look_again: Callable[[Collection[str]], None],
        now: Callable[[], datetime],
        jitter: Callable[[], float],
        allow_public: bool = False,
    ) -> None:
        self._remote = remote
        self._mirror = mirror
        self._in_lane = in_lane
        self._look_again = look_again
        self._now = now
        self._allow_public = allow_public
        self._incoming = Incoming(mirror.tree)
        self._outgoing = Outgoing(mirror.tree)
        self._rhythm = Rhythm(jitter)
        self._head: Head | None = None
        self._looked_for_losses = False
        self._has_just_looked = False
        self.trouble: TimelineError | None = None

    @property
    def remaining(self) -> int | None:
        """How many requests the place still allows for now; None where it does not say."""
        return self._remote.budget.remaining if self._remote.budget else None

    def step(self) -> datetime:
        """Do what is due; returns when to call again, unless the mirror wakes earlier.

        When a slice was opened here it is looked at once what is there. What goes wrong becomes
        the `trouble`, and is tried again later and later.
        """
        now = self._now()
        look = self._mirror.opens
        if self._rhythm.rests(now) or not self._is_due(now, look):
            return self._rhythm.due(now, self._mirror.pending)
        try:
            if look or self._head is None or self._rhythm.must_look(now):
                self.pull()
            if self._is_ripe(now):
                self.push()
        except LimitReached as error:
            self.note(error)
            self._rhythm.rest_until(error.until)
        except TimelineError as error:
            self.note(error)
            self._rhythm.failed(self._now())
        else:
            self.note(None)
            self._rhythm.went_well()
        return self._rhythm.due(self._now(), self._mirror.pending)

    def note(self, trouble: TimelineError | None) -> None:
        """So it went, just now: well, or not."""
        self.trouble = trouble
        self._mirror.note(trouble, self._now())

    def pull(self) -> None:
        """Bring here what changed there."""
        self._show()
        head = self._look()
        known = self._mirror.head
        lost = {} if self._looked_for_losses else self._in_lane(self._mirror.tree.lost)
        if head.commit != known:
            self._must_follow(head, known)
            self._follow_up(head)
            comparison = self._remote.compare(known, head)
            if comparison.rewritten:
                raise HistoryRewritten(head.name, head.branch)
            self._bring({**lost, **comparison.changed}, head)
        elif lost:
            self._bring(dict(lost), head)
        self._looked_for_losses = True
        self._head = head
        self._has_just_looked = True
        self._show()

    def push(self) -> None:
        """Bring there all that is pending, over nobody's commit.

        First it is asked whether that is private still. What is not taken keeps nothing back.
        """
        if not self._has_just_looked:
            self._head = None
        self._has_just_looked = False
        closed = self._in_lane(self._outgoing.has_closed)
        refusals: list[ChangeRefused] = []
        for batch in self._in_lane(self._outgoing.batches):
            self._push_what_is_taken(batch, refusals)
        if refusals:
            raise refusals[0]
        self._rhythm.pushed(self._now(), closed=closed)

    def flush(self, until: datetime) -> bool:
        """Bring there all that is pending before the end, as long as there is time; returns
        whether nothing is left."""
        while self._mirror.pending and self._now() < until:
            before = self._mirror.pending
            try:
                if self._head is None:
                    self.pull()
                self.push()
            except TimelineError as error:
                self.note(error)
                return False
            self.note(None)
            if self._mirror.pending == before:
                return False
        return not self._mirror.pending

    def adopt_remote(self) -> Adopted:
        """Take what is there as it is, after its history was rewritten: what is gone there goes
        here too. What was never brought there is merged in."""
        head = self._look()
        there = self._there(head)
        before = self._in_lane(self._mirror.tree.versions)
        self._bring(changed(self._in_lane(self._mirror.tree.agreed), there), head)
        adopted = became(before, self._in_lane(self._mirror.tree.versions))
        self._head = head
        self._has_just_looked = True
        self._show()
        return adopted

    def keep_local(self) -> None:
        """Put there what is here, after its history was rewritten: as a commit upon what is
        there, so that it can be found again."""
        head = self._look()
        there = mirrored(self._there(head))
        self._in_lane(self._mirror.tree.count_from, there, head.commit)
        self._head = head
        self._has_just_looked = True
        self.push()

    def _is_due(self, now: datetime, look: bool) -> bool:
        return look or self._head is None or self._rhythm.must_look(now) or self._is_ripe(now)

    def _is_ripe(self, now: datetime) -> bool:
        pending = self._mirror.pending
        if not pending:
            return False
        return self._rhythm.is_ripe(now) or self._in_lane(self._outgoing.is_urgent)

    def _look(self) -> Head:
        self._mirror.opens = False
        head = self._remote.look()
        if not head.private and not self._allow_public:
            raise RepositoryPublic(head.name)
        self._rhythm.looked(self._now())
        return head

    def _there(self, head: Head) -> Mapping[str, str | None]:
        """All that is there."""
        return self._remote.compare("", head).changed if head.commit else {}

    def _must_follow(self, head: Head, known: str) -> None:
        """An empty repository in place of one that was not is no deletion of everything."""
        if known and head.empty:
            raise HistoryRewritten(head.name, head.branch)

    def _follow_up(self, head: Head) -> None:
        """A commit of which nobody knew arrived when what is there is built upon it. (When it
        is the last one there, its files tell.)"""
        suspect = self._in_lane(self._incoming.suspect)
        if suspect in ("", head.commit):
            return
        if not self._remote.compare(suspect, head).rewritten:
            self._in_lane(self._incoming.landed)

    def _show(self) -> None:
        self._in_lane(self._mirror.show, self._look_again)

    def _push_what_is_taken(self, batch: Batch, refusals: list[ChangeRefused]) -> None:
        try:
            self._push(batch)
        except ChangeRefused as error:
            if len(batch.paths) == 1:
                refusals.append(error)
            if len(refusals) >= _MOST_REFUSALS:
                raise  # whatever it is, it is no single file
            if len(batch.paths) > 1:
                for path in batch.paths:
                    self._push_what_is_taken(Batch([path], batch.message), refusals)

    def _push(self, batch: Batch) -> None:
        refusal: RemoteError | None = None
        for _ in range(_ATTEMPTS):
            head = self._head
            stale = self._rhythm.is_stale(self._now())
            if head is None or head.commit != self._mirror.head or stale:
                self.pull()
                continue
            if head.archived:
                raise RepositoryArchived(head.name)
            changes = self._in_lane(self._outgoing.gather, batch)
            if not changes:
                return
            try:
                made = self._remote.commit(head, changes, batch.message, self._now())
            except (HeadMoved, MayHaveLanded) as error:
                refusal = error
                self._head = None
                if isinstance(error, MayHaveLanded) and error.commit:
                    self._in_lane(self._outgoing.doubt, error.commit)
            else:
                self._in_lane(self._outgoing.arrived, made.commit)
                self._head = made
                return
        if refusal is not None:
            raise refusal

    def _bring(self, changed: Mapping[str, str | None], head: Head) -> None:
        """All of these changes, part by part; the head counts as known after the last."""
        on = self._now().astimezone(UTC).date()
        left = dict(changed)
        while left:
            wanted = self._in_lane(self._incoming.wanted, left)
            if len(wanted) > _MOST_BLOBS:
                self._download(left, wanted, head, on)
            contents = {sha: self._remote.blob(sha) for sha in sorted(wanted)}
            # What the timeline wrote meanwhile may need contents that were not wanted before.
            left = self._in_lane(self._incoming.take, left, contents, on)
        self._in_lane(self._incoming.settle, head.commit)

    def _download(
        self, left: dict[str, str | None], wanted: set[str], head: Head, on: date
    ) -> None:
        """Most of what is wanted, in one request; takes it out of what is `left`."""
        part: dict[str, bytes] = {}
        for _, content in self._remote.archive(head.commit):
            # Some files are not in archives, or not as they are: git has settings for that.
            if (sha := version_of(content)) in wanted:
                part[sha] = content
                wanted.discard(sha)
            if len(part) >= _PART:
                self._take_part(left, part, on)
                part = {}
        self._take_part(left, part, on)

    def _take_part(
        self, left: dict[str, str | None], part: Mapping[str, bytes], on: date
    ) -> None:
        those = {path: sha for path, sha in left.items() if sha in part}
        if those:
            not_taken = self._in_lane(self._incoming.take, those, part, on)
            for path in those.keys() - not_taken.keys():
                del left[path]
