"""What a client or an endpoint calls an error, as one of the port's.

No word of an endpoint gets into an error: it may repeat the key, or what was said.
"""

import math
import re
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

import httpx2
import openai

from previously_bot.errors import (
    BadAnswer,
    ModelError,
    RateLimited,
    Refused,
    TooLong,
    Unreachable,
)

# What a client raises, in a request and in the middle of a stream. ValueError is JSON that is
# none, and bytes that are no text; RecursionError is JSON nested beyond reason.
CLIENT_ERRORS = (
    openai.OpenAIError,
    httpx2.HTTPError,
    httpx2.StreamError,
    ValueError,
    RecursionError,
)

LONGEST_WAIT = 86_400.0

_TOO_LONG = re.compile(
    r"context_length_exceeded|exceed_context_size|string_above_max_length"
    r"|context (length|window|size)|(prompt|input)( is)? too long|too many tokens"
    r"|maximum (number of tokens|prompt length)|reduce the length of"
)
# Names such as `invalid_api_key`; a key has digits, capitals or hyphens in it.
_NAME = re.compile(r"[a-z]+(_[a-z]+)+")

_KEY = "look whether the key is right and may use this model"
_ADDRESS = "look whether the model's name and its address are right"
_BALANCE = "look whether its account has something left"


def said_of(error: openai.APIStatusError) -> str:
    """What an endpoint gives as the reason, in small letters; not to be shown or logged."""
    return f"{error.code} {error.type} {error.param} {error.message}".lower()


def translated(model: str, error: Exception) -> ModelError:
    """`error` is one of CLIENT_ERRORS."""
    if isinstance(error, openai.APIStatusError):
        return _of_status(model, error.status_code, error, error.response.headers)
    if isinstance(error, openai.APITimeoutError | httpx2.TimeoutException):
        return Unreachable(model, "it did not answer in time")
    if isinstance(error, openai.APIConnectionError | httpx2.HTTPError | httpx2.StreamError):
        return Unreachable(model, "the connection failed or broke off")
    if isinstance(error, openai.APIError):
        return _within_a_stream(model, error)
    return BadAnswer(model, "it is not in the form of a chat completion")


def _within_a_stream(model: str, error: openai.APIError) -> ModelError:
    """An error that was sent in place of a piece; some servers give it a status as code."""
    status = str(error.code or "")
    if re.fullmatch(r"[45]\d\d", status, re.ASCII):
        return _of_status(model, int(status), error, {})
    said = f"{error.code} {error.type} {error.message}".lower()
    if _TOO_LONG.search(said):
        return TooLong(model)
    if "insufficient_quota" in said:
        return Refused(model, "insufficient_quota", _BALANCE)
    if "rate_limit" in said:
        return RateLimited(model)
    if any(word in said for word in ("server_error", "internal_error", "overloaded")):
        return Unreachable(model, "its server failed in the middle of the answer")
    return BadAnswer(model, "it broke off with an error")


def _of_status(
    model: str, status: int, error: openai.APIError, headers: Mapping[str, str]
) -> ModelError:
    told = (str(one or "") for one in (error.code, error.type))
    name = next(filter(_NAME.fullmatch, told), "")
    why = f"{status} {name}".strip()
    said = f"{error.code} {error.type} {error.message}".lower()
    if status == 413 or (status in (400, 422) and _TOO_LONG.search(said)):
        return TooLong(model)
    if status == 402 or (status == 429 and "insufficient_quota" in said):
        return Refused(model, why, _BALANCE)
    if status == 429:
        return RateLimited(model, retry_after(headers))
    if status in (401, 403):
        return Refused(model, why, _KEY)
    if status in (408, 409) or status >= 500:
        return Unreachable(model, f"its server answered {status}")
    if status < 400:
        return Refused(model, f"{status}, it is elsewhere", _ADDRESS)
    if status == 404:
        return Refused(model, why, _ADDRESS)
    return Refused(model, why, "look whether this model can do what it is asked for")


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds until an endpoint wants to be asked again, at most a day; None when it does not
    say, or nothing that makes sense. A date counts from the endpoint's own `Date`."""
    milliseconds = _number(headers.get("retry-after-ms", ""))
    seconds = _number(headers.get("retry-after", ""))
    if milliseconds is not None:
        seconds = milliseconds / 1000
    elif seconds is None:
        seconds = _seconds_between(headers.get("date", ""), headers.get("retry-after", ""))
    return None if seconds is None else min(seconds, LONGEST_WAIT)


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) and number >= 0 else None


def _seconds_between(start: str, end: str) -> float | None:
    try:
        seconds = (parsedate_to_datetime(end) - parsedate_to_datetime(start)).total_seconds()
    except (ValueError, TypeError, OverflowError):
        return None
    return max(seconds, 0.0)
