"""GitHub's REST API on loopback, as strict as the real one, and people who push there."""

from tests.servers.github.repository import Repository
from tests.servers.github.server import (
    CODELOAD,
    MOMENT,
    NAME,
    TOKEN,
    GitHubServer,
    github_server,
)

__all__ = [
    "CODELOAD",
    "MOMENT",
    "NAME",
    "TOKEN",
    "GitHubServer",
    "Repository",
    "github_server",
]
