"""Which models are used, what they cost, and how much one is given to read."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Self

from pydantic import model_validator

from previously_bot.setting_types import (
    Given,
    HttpAddress,
    Price,
    Section,
    Text,
    TokenBudget,
    VariableName,
    YesOrNo,
    refused,
)

BUDGET = 8_000
"""Tokens of a prompt, its tools included, where the settings do not say otherwise."""


class PriceSettings(Section):
    """Of a million tokens, in `currency`; `cached` are those that the provider kept from
    before, at the price of `input` when left out."""

    input: Price
    output: Price
    cached: Annotated[Price | None, Given] = None
    currency: Text = "USD"

    @property
    def of_cached(self) -> Decimal:
        return self.input if self.cached is None else self.cached


class EndpointSettings(Section):
    """`base_url` is the OpenAI-compatible root; a local model needs no key."""

    base_url: HttpAddress
    model: Text
    api_key_env: VariableName | None = None


class ModelSettings(EndpointSettings):
    """`sees` when it can be shown pictures."""

    sees: YesOrNo = False
    prices: Annotated[PriceSettings | None, Given] = None


class ProSettings(ModelSettings):
    """`budget` is how many tokens a prompt may have."""

    budget: TokenBudget = BUDGET


class ModelsSettings(Section):
    """None is a model that is not used; of `flash` and `pro` one does the work of both where
    the other is left out. `fallback` is asked when `pro` gives no answer. `voice` writes down
    what is said in recordings."""

    flash: Annotated[ModelSettings | None, Given] = None
    pro: Annotated[ProSettings | None, Given] = None
    fallback: Annotated[ModelSettings | None, Given] = None
    voice: Annotated[EndpointSettings | None, Given] = None

    @property
    def cast(self) -> Mapping[str, ModelSettings]:
        """Who is asked, by their roles; nobody where neither `flash` nor `pro` is named."""
        roles = {
            "flash": self.flash or self.pro,
            "pro": self.pro or self.flash,
            "fallback": self.fallback,
        }
        return {role: section for role, section in roles.items() if section}

    @property
    def seeing(self) -> frozenset[str]:
        """Who of them can be shown pictures, by role."""
        return frozenset(role for role, one in self.cast.items() if one.sees)

    @property
    def prices(self) -> Mapping[str, PriceSettings]:
        """What is asked of them costs, by role, as far as it is said."""
        return {role: one.prices for role, one in self.cast.items() if one.prices}

    @property
    def budget(self) -> int:
        return self.pro.budget if self.pro else BUDGET

    @model_validator(mode="after")
    def _no_fallback_alone(self) -> Self:
        if self.fallback and not (self.pro or self.flash):
            raise refused("goes with `pro` or `flash`, in whose place it answers", "fallback")
        return self
