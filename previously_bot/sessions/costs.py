"""What the requests to models took, in tokens and in money (pure)."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from previously_bot.account import Asked
from previously_bot.model import Usage
from previously_bot.model_settings import PriceSettings
from previously_bot.sessions import sentences
from previously_bot.sessions.plain import code, words

_MILLION = 1_000_000
_DIGITS = 3  # of a price, from its first that is not zero
_LONGEST_NAME = 80  # code points of a role or a model
_LONGEST_FAILURE = 300
_LONGEST_CURRENCY = 12

Prices = Mapping[str, PriceSettings]


def cost(usage: Usage, price: PriceSettings) -> Decimal:
    """What the tokens cost, in the price's currency; those cached are part of the prompt."""
    cached = min(usage.cached, usage.prompt)
    fresh = usage.prompt - cached
    of_million = fresh * price.input + cached * price.of_cached + usage.answer * price.output
    return of_million / _MILLION


def request_line(asked: Asked, prices: Prices, language: str) -> str:
    """One request: which model as what, its tokens, its price if there is one, its failure."""
    named = f"{words(asked.role, _LONGEST_NAME)}: {code(asked.model, _LONGEST_NAME)}"
    price = prices.get(asked.role)
    parts = [named, _tokens(asked.usage, language)]
    if price and _is_known(asked.usage):
        parts.append(_money(cost(asked.usage, price), price.currency))
    if asked.failed:
        why = words(asked.failed, _LONGEST_FAILURE)
        parts.append(sentences.FAILED.say(language, why=why))
    return " — ".join(parts)


def sum_line(asked: Sequence[Asked], prices: Prices, language: str) -> str:
    """All that is known of the costs, a sum a currency; "" where nothing is.

    "At least", where a request has no price or did not say its tokens.
    """
    sums: dict[str, Decimal] = {}
    is_all = True
    for one in asked:
        price = prices.get(one.role)
        if price and _is_known(one.usage):
            so_far = sums.get(price.currency, Decimal(0))
            sums[price.currency] = so_far + cost(one.usage, price)
        else:
            is_all = False
    if not sums:
        return ""
    said = " + ".join(_money(amount, currency) for currency, amount in sums.items())
    return (sentences.ALTOGETHER if is_all else sentences.AT_LEAST).say(language, sums=said)


def _is_known(usage: Usage) -> bool:
    return usage != Usage()


def _tokens(usage: Usage, language: str) -> str:
    if not _is_known(usage):
        return sentences.TOKENS_UNKNOWN.say(language)
    values = {"prompt": f"{usage.prompt:,}", "answer": f"{usage.answer:,}"}
    if not usage.cached:
        return sentences.TOKENS.say(language, **values)
    return sentences.TOKENS_CACHED.say(language, **values, cached=f"{usage.cached:,}")


def _money(amount: Decimal, currency: str) -> str:
    """Down to the cent, or as far down as there is something to see: 12.34, 0.000412."""
    places = max(2, _DIGITS - 1 - amount.adjusted()) if amount else 0
    return f"{amount:.{places}f} {words(currency, _LONGEST_CURRENCY)}"
