"""Lets the shared contract classes explain a failed assertion like any test module."""

import pytest

pytest.register_assert_rewrite(
    "tests.contracts.store_contract",
    "tests.contracts.model_contract",
    "tests.contracts.answerer_contract",
)
