"""Each test gets a bot that knows nobody and nothing."""

from pathlib import Path

import pytest

from tests.end_to_end.process import Bot

pytest.register_assert_rewrite("tests.end_to_end.house")


@pytest.fixture
def bot(tmp_path: Path) -> Bot:
    return Bot(tmp_path)
