"""What became of the slices of a timeline since it was opened, for those who follow it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence


class Changes:
    def __init__(self) -> None:
        self._stamps: dict[str, str] = {}
        self._touched: list[str] = []
        self.forgotten = 0
        """How often something was taken back that had been said."""

    def stamp(self, slice_id: str) -> str:
        """Another one whenever the content of a slice is; "" for one that is not there, or
        where the store cannot tell."""
        return self._stamps.get(slice_id, "")

    def since(self, place: int) -> tuple[Sequence[str], int]:
        """The ids of slices to which something happened since a place, and the place now.

        Everybody who follows begins at place 0, after having looked at all slices.
        """
        return self._touched[place:], len(self._touched)

    def touch(self, slice_id: str, stamp: str) -> None:
        self._stamps[slice_id] = stamp
        self._touched.append(slice_id)

    def lose(self, slice_id: str) -> None:
        self._stamps.pop(slice_id, None)
        self._touched.append(slice_id)

    def look_again(self, stamps: Mapping[str, str], touched: Iterable[str] = ()) -> None:
        """All slices were looked at; `touched` are those that may be others than before."""
        self._stamps = dict(stamps)
        self._touched.extend(touched)


class Follower:
    """Tells one that follows the slices of a timeline which to look at again; `slice_ids` gives
    those that there are."""

    def __init__(self, changes: Changes, slice_ids: Callable[[], Collection[str]]) -> None:
        self._changes = changes
        self._slice_ids = slice_ids
        self._place = 0
        self._begun = False

    def touched(self) -> Iterator[str]:
        """The ids of slices that may be others than at the last call, each once; at the first
        call all there are. What is gone is among them too. A call that is not followed to its
        end did not take place."""
        touched, place = self._changes.since(self._place)
        yield from dict.fromkeys(touched) if self._begun else list(self._slice_ids())
        self._place, self._begun = place, True
