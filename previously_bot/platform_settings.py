"""The settings of chat platforms: who the bot is there, and how it gets what is said."""

from typing import Annotated, Self
from urllib.parse import urlsplit

from pydantic import model_validator

from previously_bot.setting_types import (
    Given,
    HttpAddress,
    ListenAddress,
    Section,
    UrlPath,
    VariableName,
    WebSocketAddress,
    refused,
)

# Where Telegram's own servers come to; None is what goes without saying.
_PORTS = (None, 443, 80, 88, 8443)


class WebhookSettings(Section):
    """Telegram brings messages to `url`; a proxy with the certificate hands them on to
    `listen`, in plain HTTP, for `path` (None is that of the url)."""

    url: HttpAddress
    listen: ListenAddress = "127.0.0.1:8080"
    path: UrlPath | None = None
    secret_token_env: VariableName

    @model_validator(mode="after")
    def _a_host_and_a_path(self) -> Self:
        parts = urlsplit(self.url)
        if parts.query or parts.fragment or parts.username:
            raise refused("is more than a host and a path", "url")
        return self

    @property
    def address(self) -> tuple[str, int]:
        """The host and the port to listen at."""
        parts = urlsplit(f"//{self.listen}")
        return parts.hostname or "", parts.port or 0

    @property
    def answered_path(self) -> str:
        return self.path or urlsplit(self.url).path or "/"


class TelegramSettings(Section):
    """`base_url` is the server's root."""

    token_env: VariableName
    base_url: HttpAddress | None = None
    webhook: Annotated[WebhookSettings | None, Given] = None

    @model_validator(mode="after")
    def _an_address_for_telegram(self) -> Self:
        # A server of one's own may take others.
        if self.webhook and not self.base_url:
            parts = urlsplit(self.webhook.url)
            if parts.scheme != "https" or parts.port not in _PORTS:
                why = "is not an https:// address on port 443, 80, 88 or 8443, and Telegram "
                raise refused(f"{why}comes to no other", "webhook", "url")
        return self


class DiscordSettings(Section):
    """`api_url` is the REST root with its version."""

    token_env: VariableName
    api_url: HttpAddress | None = None
    gateway_url: WebSocketAddress | None = None


class PlatformSettings(Section):
    """None is a platform that is not used. The console needs no settings."""

    telegram: Annotated[TelegramSettings | None, Given] = None
    discord: Annotated[DiscordSettings | None, Given] = None
