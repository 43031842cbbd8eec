"""One look at everything that the settings name elsewhere: repositories, models, platforms."""

import asyncio
import secrets
from collections.abc import Awaitable, Sequence
from contextlib import closing
from datetime import timedelta
from zoneinfo import ZoneInfo

from adapters.base import AdapterError
from memory.errors import RemoteError, RemoteUnreachable, StoreError
from memory.standing import Standing
from previously_bot.app.pasts import repository_of
from previously_bot.app.places import Place
from previously_bot.clock import Clock, pause
from previously_bot.errors import BotError
from previously_bot.findings import Finding, Remembered, There, of_model, of_repository
from previously_bot.model_settings import EndpointSettings, ModelsSettings
from previously_bot.platform_settings import (
    DiscordSettings,
    PlatformSettings,
    TelegramSettings,
)
from previously_bot.repository_settings import RepositorySettings
from previously_bot.settings import Settings, secret, secret_of
from previously_bot.texts import doctor, remotes

_PATIENCE = 5.0
"""Seconds for one answer; whoever runs this waits for it."""


async def look_everywhere(
    settings: Settings, places: Sequence[Place], clock: Clock, language: str
) -> list[Finding]:
    """All at the same time; told in the order of the settings."""
    repositories = [
        asyncio.to_thread(_repository, place, place.repository, clock)
        for place in places
        if place.repository is not None
    ]
    found = await asyncio.gather(
        asyncio.gather(*repositories),
        _models(settings.models, language),
        _platforms(settings.platforms, language),
    )
    return [finding for part in found for finding in part]


def _repository(place: Place, chosen: RepositorySettings, clock: Clock) -> Finding:
    from memory.stores.github.pacing import Pacer
    from memory.stores.github.wire import Surroundings

    looked: There | Exception
    remaining = None
    until = clock.now() + timedelta(seconds=_PATIENCE)

    def again(_: float) -> None:
        """What is to be tried again is tried at once, as long as there is time."""
        if clock.now() >= until:
            raise RemoteUnreachable(place.called, "it took too long")

    jitter = secrets.SystemRandom().random
    around = Surroundings(clock.now, again, jitter, Pacer(clock.now), _PATIENCE)
    try:
        token = secret(chosen.token_env or "")
        with closing(repository_of(chosen, token, around)) as remote:
            try:
                head = remote.look()
            finally:
                remaining = remote.budget.remaining if remote.budget else None
    except (RemoteError, BotError) as error:
        looked = error
    else:
        looked = There(head.name, head.branch, head.commit, head.private, head.archived)
    return of_repository(
        place.person,
        place.called,
        looked,
        _remembered(place),
        remaining,
        allow_public=chosen.allow_public,
    )


def _remembered(place: Place) -> Remembered:
    from memory.stores.github.glance import glance

    assert place.mirror is not None
    try:
        seen = glance(place.mirror)
    except StoreError as error:
        return Remembered(Standing(), None, str(error))
    return Remembered(seen.standing, seen.pending) if seen else Remembered(Standing(), 0)


async def _models(models: ModelsSettings, language: str) -> Sequence[Finding]:
    named: dict[str, EndpointSettings | None] = {
        "flash": models.flash,
        "pro": models.pro,
        "fallback": models.fallback,
        "voice": models.voice,
    }
    found = [_model(role, one, language) for role, one in named.items() if one]
    if not found:
        return [Finding("model", "", ok=True, what=doctor.NO_MODELS.say(language))]
    return await asyncio.gather(*found)


async def _model(role: str, chosen: EndpointSettings, language: str) -> Finding:
    from previously_bot.models.openai_compatible.listing import lists

    try:
        key = secret(chosen.api_key_env) if chosen.api_key_env else None
        listed = await lists(chosen.model, chosen.base_url, key, _PATIENCE)
    except BotError as error:
        what = _in_words(error, language)
        return Finding("model", role, ok=False, what=what, more={"model": chosen.model})
    return of_model(role, chosen.model, listed, language)


async def _platforms(platforms: PlatformSettings, language: str) -> Sequence[Finding]:
    found = []
    if platforms.telegram:
        found.append(_platform("telegram", _on_telegram(platforms.telegram), language))
    if platforms.discord:
        found.append(_platform("discord", _on_discord(platforms.discord), language))
    if not found:
        return [Finding("platform", "", ok=True, what=doctor.NO_PLATFORMS.say(language))]
    return await asyncio.gather(*found)


async def _platform(name: str, letting_in: Awaitable[str], language: str) -> Finding:
    try:
        account = await letting_in
    except (AdapterError, BotError) as error:
        return Finding("platform", name, ok=False, what=_in_words(error, language))
    what = doctor.LET_IN.say(language, name=account)
    return Finding("platform", name, ok=True, what=what, more={"account": account})


def _in_words(error: Exception, language: str) -> str:
    """Of what has no time of its own in it."""
    return remotes.in_words(error, ZoneInfo("UTC"), language)


async def _on_telegram(chosen: TelegramSettings) -> str:
    from adapters.telegram import SECRETS, account_of

    token = secret(chosen.token_env)
    if chosen.webhook:
        secret_of(chosen.webhook.secret_token_env, *SECRETS)
    return await account_of(token, chosen.base_url, _PATIENCE)


async def _on_discord(chosen: DiscordSettings) -> str:
    from adapters.discord import account_of

    return await account_of(secret(chosen.token_env), chosen.api_url, _PATIENCE, pause)
