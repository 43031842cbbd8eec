"""A GitHub for a test, and a private repository there with a few files."""

from collections.abc import Iterator

import pytest

from tests.contracts.github_places import SEED, OurPlace
from tests.servers.github import GitHubServer, github_server


@pytest.fixture
def github() -> Iterator[GitHubServer]:
    with github_server() as made:
        yield made


@pytest.fixture
def place(github: GitHubServer) -> Iterator[OurPlace]:
    repo = github.repository()
    repo.push(SEED)
    made = OurPlace(github, repo)
    yield made
    made.close()
