"""Which adapters the settings ask for."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from previously_bot.app.platforms import platforms_of
from previously_bot.database import Database
from previously_bot.errors import MissingSecret, UnusableSecret
from previously_bot.inbox import Inbox
from previously_bot.settings import PlatformSettings
from tests.fakes import HandClock, never

TELEGRAM = PlatformSettings.model_validate({"telegram": {"token_env": "BOT_TOKEN"}})

DISCORD = PlatformSettings.model_validate({"discord": {"token_env": "BOT_TOKEN"}})


@pytest.fixture
def inbox(tmp_path: Path) -> Iterator[Inbox]:
    database = Database(tmp_path)
    yield Inbox(database)
    database.close()


async def test_no_platform_is_used_unless_it_is_named(inbox: Inbox) -> None:
    assert platforms_of(PlatformSettings(), inbox, HandClock(), never) == []


async def test_telegram_is_one(inbox: Inbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_TOKEN", "7123456789:AAF-secret")
    (adapter,) = platforms_of(TELEGRAM, inbox, HandClock(), never)
    assert adapter.traits.platform == "telegram"
    assert "AAF-secret" not in repr(adapter)
    await adapter.close()


async def test_without_its_token_it_says_what_is_missing(
    inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BOT_TOKEN", raising=False)
    with pytest.raises(MissingSecret, match="BOT_TOKEN"):
        platforms_of(TELEGRAM, inbox, HandClock(), never)


HOOKED = PlatformSettings.model_validate(
    {
        "telegram": {
            "token_env": "BOT_TOKEN",
            "webhook": {"url": "https://b.example/hook", "secret_token_env": "HOOK"},
        }
    }
)


@pytest.mark.parametrize("secret", ["not one", "x" * 257, "é"])
async def test_a_webhook_with_a_secret_that_telegram_refuses_says_which_it_takes(
    inbox: Inbox, monkeypatch: pytest.MonkeyPatch, secret: str
) -> None:
    monkeypatch.setenv("BOT_TOKEN", "7123456789:AAF-secret")
    monkeypatch.setenv("HOOK", secret)
    with pytest.raises(UnusableSecret, match=r"HOOK.* put 1 to 256 of A-Z, a-z") as it:
        platforms_of(HOOKED, inbox, HandClock(), never)
    assert secret not in str(it.value)


async def test_a_webhook_without_its_secret_says_what_is_missing(
    inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOT_TOKEN", "7123456789:AAF-secret")
    monkeypatch.delenv("HOOK", raising=False)
    with pytest.raises(MissingSecret, match="HOOK"):
        platforms_of(HOOKED, inbox, HandClock(), never)


async def test_a_webhook_is_made_of_its_settings(
    inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOT_TOKEN", "7123456789:AAF-secret")
    monkeypatch.setenv("HOOK", "x" * 256)
    (adapter,) = platforms_of(HOOKED, inbox, HandClock(), never)
    assert "xxx" not in repr(vars(adapter))
    await adapter.close()


async def test_discord_is_one(inbox: Inbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_TOKEN", "MTA.secret")
    (adapter,) = platforms_of(DISCORD, inbox, HandClock(), never)
    assert adapter.traits.platform == "discord"
    assert "MTA.secret" not in repr(adapter)
    await adapter.close()
