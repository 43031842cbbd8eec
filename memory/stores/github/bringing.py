"""Changes there brought here part by part, so that the timeline has its turn in between."""

from collections.abc import Mapping
from datetime import date

from memory.store import version_of
from memory.stores.github.incoming import Incoming
from memory.stores.github.mirror import InLane
from memory.stores.github.remote import Head, Remote

# Of so many contents it takes less to download everything.
_MOST_BLOBS = 40
# Files brought here in one go.
_PART = 200


class Bringing:
    def __init__(self, remote: Remote, incoming: Incoming, in_lane: InLane) -> None:
        self._remote = remote
        self._incoming = incoming
        self._in_lane = in_lane

    def bring(self, changed: Mapping[str, str | None], head: Head, on: date) -> None:
        """All of these changes, on this day in UTC; the head counts as known after the last.

        Raises RemoteError and StoreError; what came by then stays.
        """
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
