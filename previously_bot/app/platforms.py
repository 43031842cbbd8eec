"""The platforms of the settings, each by its adapter."""

from adapters.base import Adapter
from previously_bot.settings import PlatformSettings


def platforms_of(settings: PlatformSettings) -> list[Adapter]:
    return []
