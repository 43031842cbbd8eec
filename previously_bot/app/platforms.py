"""An adapter for each platform in the settings."""

from functools import partial

from adapters.base import Adapter
from previously_bot import slash
from previously_bot.clock import Clock, Pause
from previously_bot.inbox import Inbox
from previously_bot.platform_settings import (
    DiscordSettings,
    PlatformSettings,
    TelegramSettings,
)
from previously_bot.settings import secret, secret_of


def platforms_of(
    settings: PlatformSettings, inbox: Inbox, clock: Clock, pause: Pause
) -> list[Adapter]:
    """In the order of the settings' own page; the inbox says what is known already. Raises
    MissingSecret and UnusableSecret."""
    found: list[Adapter] = []
    if settings.telegram:
        found.append(_telegram(settings.telegram, clock, pause))
    if settings.discord:
        found.append(_discord(settings.discord, inbox, clock, pause))
    return found


# Each platform's library takes long to import, and nobody waits for one that is not used.


def _telegram(settings: TelegramSettings, clock: Clock, pause: Pause) -> Adapter:
    from adapters.telegram import SECRETS, TelegramAdapter, Webhook

    hook, webhook = settings.webhook, None
    if hook:
        told = secret_of(hook.secret_token_env, *SECRETS)
        webhook = Webhook(hook.url, told, *hook.address, hook.answered_path)
    return TelegramAdapter(
        secret(settings.token_env),
        base_url=settings.base_url,
        now=clock.now,
        pause=pause,
        commands=_commands(),
        webhook=webhook,
    )


def _discord(settings: DiscordSettings, inbox: Inbox, clock: Clock, pause: Pause) -> Adapter:
    from adapters.discord import DiscordAdapter

    return DiscordAdapter(
        secret(settings.token_env),
        after=partial(inbox.last, "discord"),
        channels=partial(inbox.chats, "discord"),
        now=clock.now,
        pause=pause,
        api_url=settings.api_url,
        gateway_url=settings.gateway_url,
        commands=_commands(),
    )


def _commands() -> dict[str, dict[str, str]]:
    return {"": slash.menu("en"), "zh": slash.menu("zh")}
