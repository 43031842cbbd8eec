"""Which adapters the settings ask for."""

import pytest

from previously_bot.app.platforms import platforms_of
from previously_bot.errors import MissingSecret
from previously_bot.settings import PlatformSettings
from tests.fakes import never

TELEGRAM = PlatformSettings.model_validate({"telegram": {"token_env": "BOT_TOKEN"}})


async def test_no_platform_is_used_unless_it_is_named() -> None:
    assert platforms_of(PlatformSettings(), never) == []


async def test_telegram_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_TOKEN", "7123456789:AAF-secret")
    (adapter,) = platforms_of(TELEGRAM, never)
    assert adapter.traits.platform == "telegram"
    assert "AAF-secret" not in repr(adapter)
    await adapter.close()


async def test_without_its_token_it_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("BOT_TOKEN", raising=False)
    with pytest.raises(MissingSecret, match="BOT_TOKEN"):
        platforms_of(TELEGRAM, never)
