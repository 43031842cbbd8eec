"""Lets the shared contract classes explain a failed assertion like any test module."""

import pytest

from tests.contracts.github_fixtures import either_place, github, place
from tests.contracts.telegram_fixtures import adapter, make, server, unused_port

__all__ = ["adapter", "either_place", "github", "make", "place", "server", "unused_port"]

pytest.register_assert_rewrite(
    "tests.contracts.store_contract",
    "tests.contracts.model_contract",
    "tests.contracts.answerer_contract",
)
