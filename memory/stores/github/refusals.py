"""What an answer that is no success means, status by status, in an error with a remedy."""

from collections.abc import Mapping

from memory.errors import (
    ChangeRefused,
    HeadMoved,
    NotPermitted,
    RemoteError,
    RemoteUnreachable,
    RepositoryArchived,
    RepositoryBlocked,
    RepositoryMissing,
    StrangeAnswer,
    TokenRefused,
)

_LIMIT_WORDS = ("rate limit", "abuse detection")
_ANOTHER = "name another repository"
_AUTHORIZE = "authorize it there, in the settings of your tokens under “Configure SSO”"
_ON_THE_WAY = frozenset({408, 425})  # as good as a server that is down


def is_limit(status: int, headers: Mapping[str, str], said: str) -> bool:
    """Whether a refusal is for the number of requests; a 403 may also be for permission."""
    if status == 429:
        return True
    if status != 403:
        return False
    told = headers.get("retry-after") or headers.get("x-ratelimit-remaining") == "0"
    return bool(told) or any(words in said.lower() for words in _LIMIT_WORDS)


def is_trouble(status: int) -> bool:
    """Whether the place failed, rather than said no: another time it may go well."""
    return status >= 500 or status in _ON_THE_WAY


def refusal(name: str, branch: str, status: int, said: str, *, writing: bool) -> RemoteError:
    """The error for a status; `said` is the place's own reason, with no secret in it."""
    if is_trouble(status):
        return RemoteUnreachable(name, f"it answers with {status}", was_sent=True)
    if status == 401:
        return TokenRefused(name)
    if status == 403:
        return _forbidden(name, said, writing=writing)
    if status == 404:
        # A token that may only read is told that there is nothing to write to.
        return NotPermitted(name, "write there") if writing else RepositoryMissing(name)
    if status == 410:
        return RepositoryMissing(name, "since it was removed for good", _ANOTHER)
    if status == 451:
        return RepositoryBlocked(name)
    if not writing or 300 <= status < 400:
        return StrangeAnswer(name, _told(status, said))
    if status == 409:
        return HeadMoved(name, branch)
    return ChangeRefused(name, _told(status, said))


def _forbidden(name: str, said: str, *, writing: bool) -> RemoteError:
    lowered = said.lower()
    if "archived" in lowered or "read-only" in lowered:
        return RepositoryArchived(name)
    if "dmca" in lowered:
        return RepositoryBlocked(name)
    if "access blocked" in lowered:
        return RepositoryBlocked(name, "blocked by the site that it is on")
    what = "write there" if writing else "read it"
    if "saml" in lowered or "sso" in lowered.split():
        what += " before it is authorized for the organization's single sign-on"
        return NotPermitted(name, what, _AUTHORIZE)
    return NotPermitted(name, what)


def _told(status: int, said: str) -> str:
    return f"{status}: {said}" if said else f"{status}"
