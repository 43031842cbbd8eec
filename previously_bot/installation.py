"""Whether the three packages are ours: other libraries are named adapters and memory too."""

import ast
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
        if found != home / package or not (found / module).is_file():
            raise MixedInstallation(package, found, home)
        # Installed into one folder, the other library's files lie among ours.
        start = found / "__init__.py"
        if not _only_says_what_it_is(start):
            raise MixedInstallation(package, start, home)


def _place(package: str) -> Path | None:
    """The folder of a package, or the file of a module that has its name."""
    spec = find_spec(package)
    if spec is None:
        return None
    places = [*(spec.submodule_search_locations or ()), *([spec.origin] if spec.origin else ())]
    return Path(places[0]).resolve() if places else None


def _only_says_what_it_is(start: Path) -> bool:
    """Whether a package's first file is a docstring and nothing else, as ours are."""
    try:
        body = ast.parse(start.read_bytes()).body
    except (OSError, SyntaxError, ValueError):
        return False
    return len(body) == 1 and isinstance(body[0], ast.Expr)
