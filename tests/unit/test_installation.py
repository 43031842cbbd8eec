"""The guard at start-up: libraries of others are named adapters and memory too."""

import os
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from previously_bot.errors import MixedInstallation
from previously_bot.installation import check_installation

HOME = Path(__file__).parents[2]
DEMO = HOME / "previously_bot" / "demo"
CRASH = (
    'import pathlib\npathlib.Path(__file__ + ".imported").touch()\nraise SystemExit("crash")\n'
)
# The guard comes before anything that is not in the standard library: no site-packages.
ALONE = ("-S",)


def start(
    *on_path: Path, within: Path, options: Sequence[str] = ()
) -> subprocess.CompletedProcess[str]:
    """`python -m previously_bot timeline` from some folder, with others next on the path."""
    path = os.pathsep.join(str(folder) for folder in on_path)
    within.mkdir(exist_ok=True)
    return subprocess.run(
        [sys.executable, *options, "-m", "previously_bot", "timeline", "--repo", str(DEMO)],
        env={
            **os.environ,
            "PYTHONPATH": path,
            "PREVIOUSLY_CONFIG": "",
            "XDG_CONFIG_HOME": str(within),
        },
        cwd=within,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def foreign(file: Path) -> None:
    """A module of another library; importing it leaves a trace and ends the process."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(CRASH, encoding="utf-8")


def ours(folder: Path, *packages: str) -> Path:
    """A folder with these packages of ours, as far as the guard looks at them."""
    modules = {
        "previously_bot": ("__init__", "__main__", "errors", "installation"),
        "adapters": ("__init__", "base"),
        "memory": ("__init__", "slices"),
    }
    for package in packages:
        (folder / package).mkdir(parents=True)
        for module in modules[package]:
            name = f"{package}/{module}.py"
            (folder / name).write_bytes((HOME / name).read_bytes())
    return folder


def assert_refused(done: subprocess.CompletedProcess[str], package: str, found: Path) -> None:
    assert done.returncode == 1
    assert done.stdout == ""
    (said,) = done.stderr.splitlines()
    assert said.startswith(f"previously-bot: The package `{package}` at {found} is not")
    assert said.endswith(
        "install previously-bot in an environment of its own, with pipx or in a venv."
    )
    assert not list(found.parent.rglob("*.imported"))


@pytest.mark.parametrize("package", ["memory", "adapters"])
def test_another_library_that_comes_first_is_named_and_not_imported(
    package: str, tmp_path: Path
) -> None:
    for module in ("__init__", "base", "slices"):
        foreign(tmp_path / package / f"{module}.py")
    done = start(tmp_path, HOME, within=tmp_path / "elsewhere")
    assert_refused(done, package, tmp_path / package)


def test_a_single_file_that_comes_first_is_named_and_not_imported(tmp_path: Path) -> None:
    foreign(tmp_path / "memory.py")
    assert_refused(
        start(tmp_path, HOME, within=tmp_path / "elsewhere"), "memory", tmp_path / "memory.py"
    )


def test_a_file_in_the_folder_where_one_starts_counts_as_first(tmp_path: Path) -> None:
    foreign(tmp_path / "memory.py")
    assert_refused(start(HOME, within=tmp_path), "memory", tmp_path / "memory.py")


def test_another_library_in_a_zip_is_named(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as archive:
        archive.writestr("memory/__init__.py", CRASH)
    done = start(tmp_path / "other.zip", HOME, within=tmp_path)
    assert_refused(done, "memory", tmp_path / "other.zip" / "memory")


def test_another_library_installed_into_the_same_folder_is_named(tmp_path: Path) -> None:
    home = ours(tmp_path, "previously_bot", "adapters", "memory")
    foreign(home / "memory" / "__init__.py")
    done = start(home, options=ALONE, within=home)
    assert_refused(done, "memory", home / "memory" / "__init__.py")


def test_a_folder_without_init_is_named_where_ours_is_missing(tmp_path: Path) -> None:
    home = ours(tmp_path / "ours", "previously_bot", "adapters")
    foreign(tmp_path / "other" / "memory" / "slices.py")
    done = start(home, tmp_path / "other", options=ALONE, within=home)
    assert_refused(done, "memory", tmp_path / "other" / "memory")


def test_a_missing_package_is_said_to_be_missing(tmp_path: Path) -> None:
    home = ours(tmp_path, "previously_bot", "adapters")
    done = start(home, options=ALONE, within=home)
    assert done.returncode == 1
    (said,) = done.stderr.splitlines()
    assert said.startswith("previously-bot: The package `memory` is missing")


def test_a_folder_without_init_does_not_stand_in_the_way_of_ours(tmp_path: Path) -> None:
    # Such is a timeline repository itself: its files lie in a folder named memory.
    foreign(tmp_path / "memory" / "slices.py")
    done = start(HOME, within=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout
    assert not list(tmp_path.rglob("*.imported"))


def test_where_all_is_well_nothing_is_said(tmp_path: Path) -> None:
    check_installation()
    done = start(HOME, within=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_guard_itself_imports_neither_package() -> None:
    code = (
        "import sys; from previously_bot.installation import check_installation; "
        "check_installation(); sys.exit(bool({'memory', 'adapters'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=HOME, check=False, timeout=60)
    assert done.returncode == 0


def test_the_error_is_one_of_the_bot(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    foreign(tmp_path / "memory.py")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "memory", raising=False)
    with pytest.raises(MixedInstallation, match=r"memory\.py"):
        check_installation()
