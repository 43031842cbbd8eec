"""Secrets that are known by their looks: keys and tokens of the services people use (pure).

Each begins with letters that nothing else begins with, or is built in a way that nothing else
is; so ordinary text, hashes, UUIDs and numbers are left alone. None of the patterns looks at
a text twice, however hostile it is.
"""

from re import Match

from previously_bot.masking.spans import API_KEY, PASSWORD, Shape

_WORD = "A-Za-z0-9_-"
_ALONE = rf"(?<![{_WORD}])"  # nothing of the same stands before it


def _shape(kind: str, pattern: str, *hints: str, mixed: bool = False, shown: int = 4) -> Shape:
    holds = _is_mixed if mixed else lambda _: True
    return Shape(kind, hints, pattern, shown, holds)


def _is_mixed(found: Match[str]) -> bool:
    """Chance made it: it has a digit and a letter, and is not one character again and again."""
    text = found[0].rpartition("-")[2] if "-" in found[0] else found[0]
    return (
        any(one.isdigit() for one in text)
        and any(one.isalpha() for one in text)
        and len(set(text)) > 8
    )


def _is_by_chance(found: Match[str]) -> bool:
    """No name in a program, however long, has letters and digits so mixed."""
    text = found["secret"]
    return (
        any(one.islower() for one in text)
        and any(one.isupper() for one in text)
        and sum(not one.isalpha() for one in text) >= 3
    )


def _is_of_aws(found: Match[str]) -> bool:
    """Such a key looks like nothing in particular; what stands before it says what it is."""
    said_before = found.string[max(0, found.start() - 120) : found.start()].lower()
    return any(hint in said_before for hint in ("aws", "akia", "asia"))


def _is_chosen(found: Match[str]) -> bool:
    """No placeholder stands where the password would."""
    secret = found["secret"].casefold()
    is_template = secret[0] in "<{$[%*(" or set(secret) <= set("*x.…")
    return not is_template and secret not in _PLACEHOLDERS


_PLACEHOLDERS = frozenset(
    "pass passwd password pwd secret token key yourpassword your-password your_password".split()
)

SHAPES = (
    _shape(
        "GitHub token", r"gh[opsur]_[A-Za-z0-9]{30,255}", "gho_", "ghp_", "ghs_", "ghu_", "ghr_"
    ),
    _shape("GitHub token", r"github_pat_[A-Za-z0-9_]{22,255}", "github_pat_"),
    _shape("GitLab token", rf"gl(?:pat|dt|rt|cbt|ptt|oas|soat)-[{_WORD}]{{20,}}", "gl"),
    _shape("Anthropic key", rf"sk-ant-[{_WORD}]{{20,}}", "sk-ant-"),
    _shape("OpenRouter key", r"sk-or-v1-[A-Za-z0-9]{32,}", "sk-or-"),
    _shape("OpenAI key", rf"sk-(?:proj|svcacct|admin|None)-[{_WORD}]{{20,}}", "sk-"),
    _shape(API_KEY, rf"{_ALONE}sk-[A-Za-z0-9]{{20,}}(?![{_WORD}])", "sk-", mixed=True),
    _shape("Groq key", r"gsk_[A-Za-z0-9]{40,}", "gsk_"),
    _shape("xAI key", r"xai-[A-Za-z0-9]{60,}", "xai-"),
    _shape("Perplexity key", r"pplx-[A-Za-z0-9]{40,}", "pplx-"),
    _shape("Replicate token", rf"{_ALONE}r8_[A-Za-z0-9]{{37}}(?![{_WORD}])", "r8_"),
    _shape("Hugging Face token", r"hf_[A-Za-z0-9]{30,}", "hf_"),
    _shape(
        "AWS key", r"(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])", "akia", "asia"
    ),
    Shape(
        "AWS key",
        ("aws", "akia", "asia"),
        r"(?<![A-Za-z0-9/+=])(?P<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])",
        holds=lambda found: _is_by_chance(found) and _is_of_aws(found),
    ),
    _shape("Google key", rf"AIza[{_WORD}]{{35}}(?![{_WORD}])", "aiza"),
    _shape("Google key", rf"GOCSPX-[{_WORD}]{{24,}}", "gocspx-"),
    _shape("Google token", rf"ya29\.[{_WORD}]{{20,}}", "ya29."),
    _shape("Slack token", r"xox[abeoprs]-[A-Za-z0-9-]{10,}", "xox", mixed=True),
    _shape("Slack token", r"xapp-[0-9]-[A-Za-z0-9-]{20,}", "xapp-"),
    _shape(
        "webhook address",
        r"hooks\.slack\.com/(?P<secret>(?:services|workflows|triggers)/[A-Za-z0-9/_-]{20,})",
        "hooks.slack.com",
    ),
    _shape(
        "webhook address",
        rf"discord(?:app)?\.com/api/webhooks/(?P<secret>[0-9]{{15,20}}/[{_WORD}]{{60,}})",
        "/api/webhooks/",
    ),
    _shape("Stripe key", r"(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}", "k_live_", "k_test_"),
    _shape("Stripe key", r"whsec_[A-Za-z0-9+/=]{24,}", "whsec_"),
    Shape(
        "Telegram bot token",
        (":aa",),
        rf"(?<![0-9])(?P<secret>[0-9]{{6,12}}:AA[{_WORD}]{{33}})(?![{_WORD}])",
        holds=_is_by_chance,
    ),
    Shape(
        "Discord token",
        (".",),
        rf"{_ALONE}(?P<secret>[MNO][{_WORD}]{{23,27}}\.[{_WORD}]{{6}}\.[{_WORD}]{{27,40}})"
        rf"(?![{_WORD}])",
        holds=_is_by_chance,
    ),
    _shape(
        "JSON Web Token", rf"(?<![.{_WORD}])eyJ[{_WORD}]{{8,}}(?:\.[{_WORD}]*){{2,4}}", "eyj"
    ),
    _shape("npm token", r"npm_[A-Za-z0-9]{36}", "npm_"),
    _shape("PyPI token", rf"pypi-AgE[{_WORD}]{{40,}}", "pypi-age"),
    _shape("SendGrid key", rf"{_ALONE}SG\.[{_WORD}]{{16,32}}\.[{_WORD}]{{30,64}}", "sg."),
    _shape("Twilio key", r"(?<![A-Za-z0-9])SK[0-9a-f]{32}(?![A-Za-z0-9])", "sk"),
    _shape("Shopify token", r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}", "shp"),
    _shape("DigitalOcean token", r"do[opr]_v1_[a-f0-9]{64}", "_v1_"),
    _shape("Databricks token", r"(?<![A-Za-z0-9])dapi[a-f0-9]{32}", "dapi"),
    _shape("Vault token", rf"{_ALONE}hv[sbr]\.[{_WORD}]{{24,}}", "hv"),
    _shape("Linear key", r"lin_(?:api|oauth)_[A-Za-z0-9]{32,}", "lin_"),
    _shape(
        "Notion token", r"(?<![A-Za-z0-9])(?:ntn_|secret_)[A-Za-z0-9]{40,}", "ntn_", "secret_"
    ),
    _shape("Grafana token", r"gl(?:sa|c)_[A-Za-z0-9+/=_]{32,}", "glsa_", "glc_"),
    _shape("Tailscale key", r"tskey-[a-z]+-[A-Za-z0-9-]{16,}", "tskey-"),
    _shape("Azure key", r"AccountKey=(?P<secret>[A-Za-z0-9+/]{80,90}={0,2})", "accountkey="),
    _shape("age key", r"AGE-SECRET-KEY-1[A-Z0-9]{50,}", "age-secret-key-1"),
    _shape("wallet key", r"(?<![A-Za-z0-9])[xyz]prv[1-9A-HJ-NP-Za-km-z]{100,}", "prv"),
    _shape(
        "access token",
        r"(?i:\bauthorization[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:bearer|basic|token)\s{1,3})"
        r"(?P<secret>[A-Za-z0-9._~+/=-]{16,})",
        "authorization",
        mixed=True,
    ),
    Shape(
        PASSWORD,
        ("://",),
        r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s/:@\"'<>]{0,80}:"
        r"(?P<secret>[^\s/@\"'<>]{1,120})@(?=[A-Za-z0-9\[])",
        shown=0,
        holds=_is_chosen,
    ),
)
"""Those that begin most plainly stand first: where two overlap, the first says the kind."""
