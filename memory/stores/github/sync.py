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
from memory.stores.github import rewritten
from memory.stores.github.bringing import Bringing
from memory.stores.github.incoming import Incoming
from memory.stores.github.mirror import InLane, Mirror
from memory.stores.github.outgoing import Batch, Outgoing
from memory.stores.github.remote import Head, Remote
from memory.stores.github.rhythm import Rhythm

_ATTEMPTS = 8
_MOST_REFUSALS = 3
_LEAST_PAUSE = 0.5  # seconds, whatever the clock there says


class Sync:
    """`look_again` is told, in the lane, which files changed by another hand.

    `pause` lets seconds pass in the thread that calls, where there is nothing else to do.
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
        pause: Callable[[float], None],
        allow_public: bool = False,
    ) -> None:
        self._remote = remote
        self._mirror = mirror
        self._in_lane = in_lane
        self._look_again = look_again
        self._now = now
        self._pause = pause
        self._allow_public = allow_public
        self._incoming = Incoming(mirror.tree)
        self._bring = Bringing(remote, self._incoming, in_lane).bring
        self._outgoing = Outgoing(mirror.tree)
        self._rhythm = Rhythm(jitter)
        self._head: Head | None = None
        self._name = ""
        self._looked_for_losses = False
        self._has_just_looked = False
        self.trouble: TimelineError | None = None

    @property
    def name(self) -> str:
        """owner/name as the place calls itself; "" before the first look."""
        return self._name

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
        changed = self._changed(head)
        if not self._looked_for_losses:
            changed = {**self._in_lane(self._mirror.tree.lost), **changed}
        is_ahead = self._in_lane(self._incoming.is_ahead)
        if changed or is_ahead or head.commit != self._mirror.head:
            self._bring(changed, head, self._today())
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
                if not self._outlasts(error, until):
                    return False
                continue
            self.note(None)
            if self._mirror.pending == before:
                return False
        return not self._mirror.pending

    def _outlasts(self, error: TimelineError, until: datetime) -> bool:
        """Whether it was a limit that is over in time; that is waited for."""
        if not isinstance(error, LimitReached) or error.until >= until:
            return False
        seconds = (error.until - self._now()).total_seconds()
        try:
            self._pause(max(seconds, _LEAST_PAUSE))
        except TimelineError as late:
            self.note(late)
            return False
        return True

    def adopt_remote(self) -> rewritten.Adopted:
        """Take what is there as it is, after its history was rewritten: what is gone there goes
        here too. What was never brought there is merged in."""
        head = self._look()
        before = self._in_lane(self._mirror.tree.versions)
        self._bring(self._other(head), head, self._today())
        adopted = rewritten.became(before, self._in_lane(self._mirror.tree.versions))
        self._head = head
        self._has_just_looked = True
        self._show()
        return adopted

    def keep_local(self) -> rewritten.Overruled:
        """Put there what is here, after its history was rewritten: as commits upon what is
        there, so that it can be found again."""
        head, tree = self._look(), self._mirror.tree
        there = rewritten.mirrored(self._there(head))
        sides = self._in_lane(tree.versions), self._in_lane(tree.agreed)
        over = rewritten.changed_there(there, *sides)
        removed = self._in_lane(tree.count_from, there, head.commit)
        self._head = head
        self._has_just_looked = True
        self.push()
        return rewritten.Overruled(rewritten.worth_telling(removed), over)

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
        self._name = head.name
        if not head.private and not self._allow_public:
            raise RepositoryPublic(head.name)
        self._rhythm.looked(self._now())
        return head

    def _there(self, head: Head) -> Mapping[str, str | None]:
        """All that is there."""
        return self._remote.compare("", head).changed if head.commit else {}

    def _today(self) -> date:
        return self._now().astimezone(UTC).date()

    def _other(self, head: Head) -> Mapping[str, str | None]:
        """All that is other there than both agreed on."""
        return rewritten.differences(self._in_lane(self._mirror.tree.agreed), self._there(head))

    def _changed(self, head: Head) -> Mapping[str, str | None]:
        """What changed there since both agreed. What was brought here of a commit between may
        have been changed back since, which shows in a look at everything."""
        changed: Mapping[str, str | None] = {}
        known = self._mirror.head
        if head.commit != known:
            # An empty repository in place of one that was not is no deletion of everything.
            if known and head.empty:
                raise HistoryRewritten(head.name, head.branch)
            self._follow_up(head)
            comparison = self._remote.compare(known, head)
            if comparison.rewritten:
                raise HistoryRewritten(head.name, head.branch)
            changed = comparison.changed
        return self._other(head) if self._in_lane(self._incoming.is_ahead) else changed

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
                    alone = Batch([path], batch.said, batch.about)
                    self._push_what_is_taken(alone, refusals)

    def _made(self, commit: str) -> None:
        """From now on it is not known whether this commit of ours is there, until it is."""
        self._in_lane(self._outgoing.doubt, commit)

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
            message = self._in_lane(self._outgoing.message, batch)
            try:
                after = self._remote.commit(head, changes, message, self._now(), self._made)
            except (HeadMoved, MayHaveLanded) as error:
                refusal = error
                self._head = None
            else:
                self._in_lane(self._outgoing.arrived, after.commit)
                self._head = after
                return
        if refusal is not None:
            raise refusal
