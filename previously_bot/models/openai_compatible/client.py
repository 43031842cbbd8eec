"""A client for one endpoint, which takes nothing from the environment."""

import httpx2
import openai

from previously_bot.errors import Refused

Headers = dict[str, str | openai.Omit]


def client_of(
    name: str, base_url: str, api_key: str | None, connecting: float
) -> tuple[openai.AsyncOpenAI, Headers]:
    """The client, and the headers that go with each request. Raises Refused for a key that is
    none; `name` is the model's."""
    if api_key and not (api_key.isascii() and api_key.isprintable()):
        remedy = "look whether the key was copied whole"
        raise Refused(name, "its key has characters that no key has", remedy)
    headers: Headers = {} if api_key else {"Authorization": openai.Omit()}
    client = openai.AsyncOpenAI(
        # Given in any case: the client takes from the environment what it is not given,
        # and what is there belongs to another endpoint.
        api_key=api_key or "none",
        admin_api_key="",
        organization="",
        project="",
        webhook_secret="",
        base_url=base_url,
        max_retries=0,
        # What a person said goes to the address in the settings, and to no other.
        http_client=openai.DefaultAsyncHttpxClient(
            follow_redirects=False, timeout=httpx2.Timeout(None, connect=connecting)
        ),
    )
    return client, headers
