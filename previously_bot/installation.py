"""Whether the three packages are ours: other libraries are named adapters and memory too."""

from importlib.util import find_spec
from pathlib import Path

from previously_bot.errors import MixedInstallation

# A package and a module that only ours has.
_OURS = {"adapters": "base.py", "memory": "slices.py"}


def check_installation() -> None:
    """Raises MixedInstallation unless all three lie side by side. Imports none of them."""
    home = Path(__file__).resolve().parent.parent
    for package, module in _OURS.items():
        found = _place(package)
        if found != home / package or not (home / package / module).is_file():
            raise MixedInstallation(package, found, home)


def _place(package: str) -> Path | None:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(next(iter(spec.submodule_search_locations))).resolve()
