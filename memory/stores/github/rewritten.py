"""What follows here from a history that was rewritten in the repository elsewhere (pure)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from memory.file_merge import is_derived
from memory.stores.github.tree import is_mirrored


@dataclass(frozen=True, slots=True)
class Adopted:
    """What became of the files here, but for those that only repeat what others say: the paths
    that are `gone`, and how many say something else now."""

    gone: Sequence[str] = ()
    replaced: int = 0


@dataclass(frozen=True, slots=True)
class Overruled:
    """What became of the files there when what is here was kept, but for those that only repeat
    what others say: the paths that were `removed` since they are not here, and those that
    somebody had changed there and that were `written_over`."""

    removed: Sequence[str] = ()
    written_over: Sequence[str] = ()


def differences(
    base: Mapping[str, str], there: Mapping[str, str | None]
) -> dict[str, str | None]:
    """What is other there than both agreed on: path → version, None where it is gone."""
    paths = there.keys() | base.keys()
    return {path: there.get(path) for path in paths if there.get(path) != base.get(path)}


def mirrored(there: Mapping[str, str | None]) -> dict[str, str]:
    """What is there and would be kept here."""
    return {path: sha for path, sha in there.items() if sha is not None and is_mirrored(path)}


def worth_telling(changed: Iterable[str]) -> tuple[str, ...]:
    """The paths but for those of files that only repeat what others say."""
    return tuple(sorted(path for path in changed if not is_derived(path)))


def changed_there(
    there: Mapping[str, str], here: Mapping[str, str], base: Mapping[str, str]
) -> tuple[str, ...]:
    """The paths of files that are here too, and say there what nobody here has seen."""
    both = there.keys() & here.keys()
    return worth_telling(one for one in both if there[one] not in (here[one], base.get(one)))


def became(before: Mapping[str, str], after: Mapping[str, str]) -> Adopted:
    """What became of files, by their versions before and after."""
    told = worth_telling(before)
    return Adopted(
        tuple(path for path in told if path not in after),
        sum(after.get(path, before[path]) != before[path] for path in told),
    )
