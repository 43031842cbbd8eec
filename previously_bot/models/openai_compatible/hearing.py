"""The transcriber: any endpoint that speaks OpenAI's `/audio/transcriptions`.

Importing this takes about half a second, so it is imported where a transcriber is built.
"""

import asyncio
import mimetypes
from pathlib import PurePosixPath

from previously_bot.errors import BadAnswer, Unreachable
from previously_bot.models.openai_compatible.client import client_of
from previously_bot.models.openai_compatible.faults import CLIENT_ERRORS, translated


class OpenAICompatibleTranscriber:
    """`base_url` is the root that `/audio/transcriptions` is appended to; without an `api_key`
    none is sent. In seconds: `connecting` is how long a connection may take, `in_all` the
    whole. Nothing is asked twice."""

    def __init__(
        self,
        name: str,
        base_url: str,
        api_key: str | None = None,
        *,
        connecting: float = 10,
        in_all: float = 120,
    ) -> None:
        self._name = name
        self._in_all = in_all
        self._client, self._headers = client_of(name, base_url, api_key, connecting)

    async def transcribe(self, content: bytes, name: str) -> str:
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        try:
            async with asyncio.timeout(self._in_all):
                heard = await self._client.audio.transcriptions.create(
                    model=self._name,
                    # The words of a name are nobody's business there; its end tells the kind.
                    file=(f"recording{PurePosixPath(name).suffix}", content, kind),
                    response_format="json",
                    extra_headers=self._headers,
                )
        except TimeoutError:
            raise Unreachable(self._name, "it did not answer in time", was_slow=True) from None
        except CLIENT_ERRORS as error:
            raise translated(self._name, error) from None
        text = getattr(heard, "text", None)
        if not isinstance(text, str):
            raise BadAnswer(self._name, "it is not in the form of a transcription")
        return text

    async def close(self) -> None:
        await self._client.close()
