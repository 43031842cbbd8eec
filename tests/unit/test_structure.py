"""The rules of the house: sizes, names, who may import whom, documents that tell the truth."""

import ast
import builtins
import importlib
import inspect
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]
PACKAGES = ("previously_bot", "adapters", "memory")
MODULES = sorted(
    file.relative_to(HOME).as_posix()
    for name in PACKAGES
    for file in (HOME / name).rglob("*.py")
)

LONGEST_MODULE = 300
LONGEST_FUNCTION = 40
# Exceptions, each with the most lines it may have. They may shrink and go, not grow.
LONG_MODULES: dict[str, int] = {}
LONG_FUNCTIONS: dict[str, int] = {}

MOST_METHODS = 5
PORTS = {
    "memory/store.py": "Store",
    "memory/stores/github/remote.py": "Remote",
    "adapters/base.py": "Adapter",
    "previously_bot/answerer.py": "Answerer",
    "previously_bot/clock.py": "Clock",
    "previously_bot/model.py": "ChatModel",
}

NOT_IN_NAMES = re.compile(r"(manager|helper|util|common|service|handler|data|info)s?")

ERRORS = {
    "memory.errors": "TimelineError",
    "previously_bot.errors": "BotError",
    "adapters.base": "AdapterError",
}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def parsed(module: str) -> ast.Module:
    return ast.parse((HOME / module).read_text(encoding="utf-8"))


def definitions(
    tree: ast.AST, within: str = ""
) -> Iterator[tuple[str, Function | ast.ClassDef]]:
    """Every function and class, however deep, with its dotted name."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Function | ast.ClassDef):
            name = f"{within}.{node.name}" if within else node.name
            yield name, node
            yield from definitions(node, name)
        else:
            yield from definitions(node, within)


def classes() -> Iterator[tuple[str, ast.ClassDef]]:
    for module in MODULES:
        for _, node in definitions(parsed(module)):
            if isinstance(node, ast.ClassDef):
                yield module, node


def is_property(node: Function) -> bool:
    return any(ast.unparse(decorator) == "property" for decorator in node.decorator_list)


# Sizes


def assert_short(lines: dict[str, int], longest: int, exceptions: dict[str, int]) -> None:
    too_long = {name for name, n in lines.items() if n > exceptions.get(name, longest)}
    assert too_long == set()
    no_longer_needed = {name for name in exceptions if lines.get(name, 0) <= longest}
    assert no_longer_needed == set()


@pytest.mark.parametrize("module", MODULES)
def test_a_module_says_what_it_is_for(module: str) -> None:
    assert ast.get_docstring(parsed(module))


def test_modules_are_short() -> None:
    lines = {
        module: len((HOME / module).read_text(encoding="utf-8").splitlines())
        for module in MODULES
    }
    assert_short(lines, LONGEST_MODULE, LONG_MODULES)


def test_functions_are_short() -> None:
    lines = {
        f"{module}:{name}": (node.end_lineno or node.lineno) - node.lineno + 1
        for module in MODULES
        for name, node in definitions(parsed(module))
        if isinstance(node, Function)
    }
    assert_short(lines, LONGEST_FUNCTION, LONG_FUNCTIONS)


def test_ports_fit_on_one_screen() -> None:
    protocols = {
        (module, node.name): [
            one.name for one in node.body if isinstance(one, Function) and not is_property(one)
        ]
        for module, node in classes()
        if any(ast.unparse(base).split("[")[0] == "Protocol" for base in node.bases)
    }
    assert PORTS.items() <= protocols.keys()
    assert [port for port, methods in protocols.items() if len(methods) > MOST_METHODS] == []


# Who may import whom


def lint_imports(root: Path) -> str:
    """What import-linter says of the three packages below a folder, by its pyproject.toml."""
    code = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run(
        [sys.executable, "-c", code, "--no-cache", "--config", str(root / "pyproject.toml")],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root), "PYTHONUTF8": "1", "COLUMNS": "200"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    return done.stdout + done.stderr


def contracts() -> list[dict[str, list[str]]]:
    with open(HOME / "pyproject.toml", "rb") as file:
        found: list[dict[str, list[str]]] = tomllib.load(file)["tool"]["importlinter"][
            "contracts"
        ]
    return found


def test_the_contracts_of_imports_are_kept() -> None:
    said = lint_imports(HOME)
    assert f"Contracts: {len(contracts())} kept, 0 broken." in said, said


def test_every_contract_of_imports_breaks_when_its_rule_does(tmp_path: Path) -> None:
    for package in PACKAGES:
        shutil.copytree(
            HOME / package, tmp_path / package, ignore=shutil.ignore_patterns("demo")
        )
    shutil.copy(HOME / "pyproject.toml", tmp_path)
    guarded = [name for one in contracts() for name in one.get("protected_modules", ())]
    wrong = {
        "memory.words": ["adapters.base", "previously_bot.clock"],
        "adapters.base": ["memory.slices", "previously_bot.clock"],
        "previously_bot.commands": guarded,
    }
    for module, names in wrong.items():
        with open(tmp_path / f"{module.replace('.', '/')}.py", "a", encoding="utf-8") as file:
            file.writelines(f"import {name}\n" for name in names)
    said = lint_imports(tmp_path)
    assert f"Contracts: 0 kept, {len(contracts())} broken." in said, said
    for module, names in wrong.items():
        assert [name for name in names if f"{module} -> {name}" not in said] == [], said


def test_every_outside_library_has_a_home() -> None:
    outside = {
        name.split(".")[0]
        for module in MODULES
        for node in ast.walk(parsed(module))
        for name in imported(node)
    }
    guarded = {name for one in contracts() for name in one.get("protected_modules", ())}
    assert outside - set(PACKAGES) - sys.stdlib_module_names - guarded == set()


def imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module or ""] if isinstance(node, ast.ImportFrom) else []


def test_every_platform_is_named_by_app_alone() -> None:
    (contract,) = (
        one for one in contracts() if "memory.stores" in one.get("protected_modules", ())
    )
    platforms = {
        f"adapters.{file.parent.name}" for file in (HOME / "adapters").glob("*/adapter.py")
    }
    assert contract["protected_modules"] == [
        *sorted(platforms),
        "memory.stores",
        "previously_bot.models",
    ]
    assert contract["allowed_importers"] == ["previously_bot.app"]


# Names


def words(name: str) -> list[str]:
    """ "find_HTTPData" → find, http, data."""
    return [
        word.lower()
        for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name.split(".")[-1])
    ]


def test_no_name_is_a_word_that_says_nothing() -> None:
    names = {part for module in MODULES for part in module.removesuffix(".py").split("/")}
    names |= {name for module in MODULES for name, _ in definitions(parsed(module))}
    empty = {name for name in names for word in words(name) if NOT_IN_NAMES.fullmatch(word)}
    assert empty == set()


def test_no_class_hides_an_error_of_python() -> None:
    assert {node.name for _, node in classes()} & {"MemoryError", "TimeoutError"} == set()


# Errors


def drawn(text: str, root: str) -> dict[str, str]:
    """Class → base, of a tree drawn below a line that is only its root."""
    path, bases = [root], {}
    for line in text.split(f"\n{root}\n")[1].splitlines():
        branch = re.match(r"((?:│   |    )*)[├└]── (\w+)", line)
        if branch is None:
            break
        del path[len(branch[1]) // 4 + 1 :]
        bases[branch[2]] = path[-1]
        path.append(branch[2])
    return bases


def raised(module: str) -> dict[str, str]:
    """Class → base, of the errors that a module has."""
    return {
        name: one.__bases__[0].__name__
        for name, one in vars(importlib.import_module(module)).items()
        if isinstance(one, type) and issubclass(one, Exception) and one.__module__ == module
    }


@pytest.mark.parametrize(("module", "root"), ERRORS.items())
def test_the_tree_of_errors_is_drawn_as_it_is(module: str, root: str) -> None:
    found = importlib.import_module(module)
    texts = [inspect.getdoc(found), inspect.getdoc(vars(found)[root])]
    (text,) = [text for text in texts if text and "├── " in text]
    assert {root: "Exception", **drawn(text, root)} == raised(module)


def test_no_other_module_has_public_errors() -> None:
    errors = {name for module in ERRORS for name in raised(module)}
    errors |= {
        name
        for name, one in vars(builtins).items()
        if isinstance(one, type) and issubclass(one, BaseException)
    }
    homes = {f"{module.replace('.', '/')}.py" for module in ERRORS}
    elsewhere = {
        f"{module}:{node.name}"
        for module, node in classes()
        if module not in homes and not node.name.startswith("_")
        if errors & {ast.unparse(base).split(".")[-1] for base in node.bases}
    }
    assert elsewhere == set()


# Documents


def modules_drawn(document: str) -> set[str]:
    """The modules that the tree in a document names.

    The tree is the fenced block that begins with `previously_bot/`. Two spaces a level; names
    with one space between them, folders ending in a slash; two spaces before what is said of
    them. What lies beside the three packages is passed over.
    """
    (tree,) = re.findall(
        r"^```\w*\n(previously_bot/.*?)^```$", document, re.MULTILINE | re.DOTALL
    )
    found: set[str] = set()
    folders: list[str] = []
    for line in tree.splitlines():
        names = re.split(r"  +", line.strip())[0].split()
        del folders[(len(line) - len(line.lstrip())) // 2 :]
        for name in names:
            path = "/".join([*folders, name.rstrip("/")])
            if not name.endswith("/"):
                found.add(f"{path.removesuffix('.py')}.py")
            else:
                assert (HOME / path).is_dir(), f"{path} is no folder"
        if names and names[-1].endswith("/"):
            folders.append(names[-1].rstrip("/"))
    return {name for name in found if name.startswith(tuple(f"{one}/" for one in PACKAGES))}


def test_the_tree_in_the_architecture_names_the_modules_there_are() -> None:
    document = (HOME / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert modules_drawn(document) == {
        module for module in MODULES if not module.endswith("/__init__.py")
    }


def ours() -> list[Path]:
    """Every file that git tracks or would add."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=HOME,
        capture_output=True,
        check=True,
    ).stdout.decode()
    found = [HOME / name for name in listed.split("\0") if name]
    assert found
    return [file for file in found if file.is_file()]


def lines_with(pattern: str) -> list[str]:
    expression = re.compile(pattern, re.IGNORECASE)
    return [
        f"{file.relative_to(HOME)}:{number}: {line}"
        for file in ours()
        if file != Path(__file__)
        for number, line in enumerate(file.read_text("utf-8", "replace").splitlines(), start=1)
        if expression.search(line)
    ]


def test_no_file_knows_the_machine_it_was_written_on() -> None:
    assert lines_with(r"(?<![\w.~])/(work|root)/") == []


def test_no_file_names_the_host_of_a_package_registry() -> None:
    assert lines_with(r"pypi\.org|files\.pythonhosted|registry\.npmjs|deb\.debian") == []


def test_no_file_speaks_of_how_it_was_made() -> None:
    making = (
        r"\bissues? #?[0-9]|\b(this|earlier|previous|next|helper) session\b|\bsub-?agents?\b"
    )
    making += r"|\b(DESIGN|STYLE|TRAPS)\.md\b"
    assert lines_with(making) == []
