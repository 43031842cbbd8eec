"""Which models an endpoint says it has: the cheapest thing that it can be asked."""

import openai

from previously_bot.models.openai_compatible.client import client_of
from previously_bot.models.openai_compatible.faults import CLIENT_ERRORS, translated

_CONNECTING = 5.0  # seconds


async def lists(name: str, base_url: str, api_key: str | None, patience: float) -> bool | None:
    """Whether a model of that name is among them; None where the endpoint lists none. Raises
    ModelError."""
    client, headers = client_of(name, base_url, api_key, min(patience, _CONNECTING))
    try:
        page = await client.models.list(extra_headers=headers, timeout=patience)
        found = {model.id for model in page.data}
    except openai.NotFoundError:
        return None
    except (AttributeError, TypeError):
        return None  # JSON of another shape
    except CLIENT_ERRORS as error:
        raise translated(name, error) from None
    finally:
        await client.close()
    if not found:
        return None
    # Some tell a model's version after its name, which may be left out.
    return any(one in (name, f"{name}:latest") for one in found)
