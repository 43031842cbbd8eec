"""An adapter for each platform in the settings."""

from adapters.base import Adapter
from adapters.telegram import TelegramAdapter
from previously_bot import slash
from previously_bot.clock import Pause
from previously_bot.settings import PlatformSettings, TelegramSettings, secret


def platforms_of(settings: PlatformSettings, pause: Pause) -> list[Adapter]:
    """In the order of the settings' own page. Raises MissingSecret."""
    found: list[Adapter] = []
    if settings.telegram:
        found.append(_telegram(settings.telegram, pause))
    return found


def _telegram(settings: TelegramSettings, pause: Pause) -> Adapter:
    return TelegramAdapter(
        secret(settings.token_env),
        base_url=settings.base_url,
        pause=pause,
        commands={"": slash.menu("en"), "zh": slash.menu("zh")},
    )
