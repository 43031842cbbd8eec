"""The settings of models: prices, the budget of a prompt, and one to fall back on."""

from decimal import Decimal
from pathlib import Path

import pytest
from pydantic import ValidationError

from previously_bot.errors import BadSetting
from previously_bot.model_settings import ModelsSettings
from previously_bot.settings import read_settings

MODELS = """\
people:
  - name: mara
    timezone: Europe/Berlin
models:
  flash: {base_url: https://api.example, model: flash-1, api_key_env: MODEL_KEY}
  pro:
    base_url: https://api.example
    model: pro-1
    api_key_env: MODEL_KEY
    budget: 12000
    prices: {input: 0.28, cached: 0.028, output: "0.42", currency: EUR}
  fallback:
    base_url: http://localhost:11434/v1
    model: local-1
    prices: {input: 0, output: 2}
"""


@pytest.fixture
def read(tmp_path):
    def reading(text: str) -> ModelsSettings:
        path = Path(tmp_path) / "previously.yaml"
        path.write_text(text)
        return read_settings(path).models

    return reading


def test_everything_about_models_is_represented(read):
    models = read(MODELS)
    assert (models.flash.model, models.flash.prices) == ("flash-1", None)
    assert (models.pro.model, models.pro.budget) == ("pro-1", 12000)
    prices = models.pro.prices
    assert (prices.input, prices.output) == (Decimal("0.28"), Decimal("0.42"))
    assert (prices.cached, prices.of_cached) == (Decimal("0.028"), Decimal("0.028"))
    assert prices.currency == "EUR"
    assert (models.fallback.model, models.fallback.api_key_env) == ("local-1", None)
    assert models.fallback.base_url == "http://localhost:11434/v1"


def test_what_is_left_out_of_models_has_its_default(read):
    models = read(MODELS.replace("    budget: 12000\n", ""))
    assert models.pro.budget == 8000
    prices = models.fallback.prices
    assert (prices.cached, prices.of_cached, prices.currency) == (None, Decimal(0), "USD")
    assert read(MODELS.split("models:")[0]).fallback is None


def test_settings_of_models_cannot_be_changed(read):
    models = read(MODELS)
    with pytest.raises(ValidationError):
        models.pro.budget = 9000
    with pytest.raises(ValidationError):
        models.pro.prices.input = Decimal(1)


@pytest.mark.parametrize("budget", ["2000", "200000", "' 8000 '"])
def test_a_budget_may_be_what_a_model_can_use(read, budget):
    assert read(MODELS.replace("budget: 12000", f"budget: {budget}")).pro.budget >= 2000


BUDGET = "models.pro.budget` is not a number of tokens from 2000 to 200000"
BAD: list[tuple[str, str, str]] = [
    # What stands in the file, what stands there instead, and what is said of it.
    *[
        ("budget: 12000", f"budget: {bad}", f"10: `{BUDGET}")
        for bad in ("1999", "200001", "8k", "8_000", "8000.5", "-8000", "٨٠٠٠", "9" * 5000)
    ],
    ("budget: 12000", "budget:", f"10: `{BUDGET}"),
    ("budget: 12000", "budget: [1]", f"10: `{BUDGET}"),
    *[
        ("input: 0.28", f"input: {bad}", "11: `models.pro.prices.input` is not a price")
        for bad in ("-1", "free", "1e3", ".5", "0.28 EUR", "nan", "'0,28'", "", "[1]", "1" * 50)
    ],
    (
        "output: 2",
        "outptu: 2",
        "15: `models.fallback.prices.outptu` is no setting (did you mean",
    ),
    (", output: 2", "", "15: `models.fallback.prices.output` is missing"),
    ("input: 0, ", "", "15: `models.fallback.prices.input` is missing"),
    ("cached: 0.028", "cached:", "11: `models.pro.prices.cached` is empty"),
    ("currency: EUR", "currency: ''", "11: `models.pro.prices.currency` is empty"),
    ("currency: EUR", "currency: [EUR]", "11: `models.pro.prices.currency` is not a text"),
    (
        "prices: {input: 0, output: 2}",
        "prices: 2",
        "15: `models.fallback.prices` is not a mapp",
    ),
    ("prices: {input: 0, output: 2}", "prices:", "15: `models.fallback.prices` is empty"),
    (
        "prices: {input: 0, output: 2}",
        "budget: 9000",
        "15: `models.fallback.budget` is no setting",
    ),
    (
        "  fallback:",
        "  falback:",
        "12: `models.falback` is no setting (did you mean fallback?)",
    ),
    ("    model: local-1\n", "", "12: `models.fallback.model` is missing"),
    (
        "    base_url: http://localhost:11434/v1\n",
        "",
        "12: `models.fallback.base_url` is missing",
    ),
]


@pytest.mark.parametrize(("good", "bad", "told"), BAD)
def test_a_bad_setting_of_a_model_names_itself_its_file_and_line(read, good, bad, told):
    assert good in MODELS
    with pytest.raises(BadSetting) as caught:
        read(MODELS.replace(good, bad, 1))
    sentence = str(caught.value)
    assert f"previously.yaml:{told}" in sentence
    assert sentence.endswith("; correct it and start again.")
    assert len(sentence) < 400


def test_a_key_in_a_fallback_is_refused_unseen(read):
    with pytest.raises(BadSetting, match="api_key` is no place for a secret") as caught:
        read(MODELS.replace("    model: local-1", "    model: local-1\n    api_key: sk-abc123"))
    assert "sk-abc123" not in str(caught.value)
    assert "name here as `api_key_env`" in str(caught.value)


def test_a_model_may_see_and_another_listen(read):
    models = read(
        MODELS.replace("    budget: 12000\n", "    sees: true\n")
        + "  voice: {base_url: http://localhost:1/v1, model: ear-1}\n"
    )
    assert models.seeing == {"pro"}
    assert (models.voice.model, models.voice.api_key_env) == ("ear-1", None)
    assert "voice" not in models.cast
    assert read(MODELS).voice is None
    assert read(MODELS).seeing == frozenset()


@pytest.mark.parametrize("bad", ["maybe", "1", "[true]", ""])
def test_whether_a_model_sees_is_true_or_false(read, bad):
    with pytest.raises(BadSetting, match=r"`models\.pro\.sees` is neither true nor false"):
        read(MODELS.replace("budget: 12000", f"sees: {bad}"))
