"""A GitHub for a test, and a private repository there with a few files; or an empty one, there
or on a GitHub by others."""

from collections.abc import Iterator

import pytest

from tests.contracts.github_places import SEED, EmulatedPlace, OurPlace, Place
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


@pytest.fixture(params=["ours", pytest.param("by others", marks=pytest.mark.emulate)])
def either_place(request: pytest.FixtureRequest) -> Iterator[Place]:
    """An empty private repository."""
    if request.param == "ours":
        with github_server() as server:
            made: Place = OurPlace(server, server.repository())
            yield made
            made.close()
    else:
        emulated = request.getfixturevalue("emulated")
        # Each test has its own; the emulator lives as long as the session.
        name = request.node.nodeid.rpartition("/")[2].removeprefix("test_github_")
        name = "".join(c if c.isalnum() else "-" for c in name)
        made = EmulatedPlace(emulated, name)
        yield made
        made.close()
