"""How hypothesis runs: the same examples every time, unless more are asked for by hand.

And a small real model, and a GitHub by others, for whoever asks for them.
"""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests import emulate, real_model

_SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "default",
    deadline=None,
    derandomize=True,
    print_blob=True,
    max_examples=60,
    suppress_health_check=_SLOW_IS_FINE,
)
# By hand: pytest --hypothesis-profile=thorough
settings.register_profile(
    "thorough",
    deadline=None,
    print_blob=True,
    max_examples=1000,
    suppress_health_check=_SLOW_IS_FINE,
)
settings.load_profile("default")


@pytest.fixture(scope="session")
def real_model_url() -> Iterator[str]:
    """Where a small real model listens; for tests that are marked `real_model`."""
    with real_model.serving() as url:
        yield url


@pytest.fixture(scope="session")
def emulated() -> Iterator[emulate.Emulated]:
    """A GitHub by others; for tests that are marked `emulate`."""
    with emulate.serving() as server:
        yield server
