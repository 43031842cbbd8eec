"""Paths in the repository ↔ paths below the folder that the timeline has there."""


class Prefix:
    """`folder` is relative, with forward slashes; empty when the timeline is all there is."""

    def __init__(self, folder: str) -> None:
        folder = folder.strip("/")
        self._start = f"{folder}/" if folder else ""

    @property
    def folder(self) -> str:
        """Without a slash at the end; empty when the timeline is all there is."""
        return self._start.rstrip("/")

    def full(self, path: str) -> str:
        return self._start + path

    def below(self, full: str) -> str | None:
        """None for what lies beside the folder."""
        if full == self._start or not full.startswith(self._start):
            return None
        return full[len(self._start) :]

    def may_hold(self, folder: str) -> bool:
        """Whether something below the prefix can lie in this folder of the repository."""
        return f"{folder}/".startswith(self._start) or self._start.startswith(f"{folder}/")
