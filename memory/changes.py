"""What became of the slices of a timeline since it was opened, for those who follow it."""

from collections.abc import Iterable, Mapping, Sequence


class Changes:
    def __init__(self) -> None:
        self._stamps: dict[str, str] = {}
        self._touched: list[str] = []

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
