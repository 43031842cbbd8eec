"""Secrets of every shape, made up and put together when they are needed, so that nobody who
searches this repository for secrets finds any."""

import random
import string

_LETTERS = string.ascii_letters + string.digits
_WORD = _LETTERS + "-_"


def chance(many: int, letters: str = _LETTERS, seed: int = 7) -> str:
    """The same every time; with a digit and both cases, as chance has them in long texts."""
    made = random.Random(seed + many).choices(letters, k=many)
    made[1:4] = [one for one in "aB3" if one in letters or one == "3"]
    return "".join(made)[:many].ljust(many, "7")


def pem(kind: str = "RSA ", lines: int = 12) -> str:
    """A private key of so many lines."""
    body = "\n".join(chance(64, _LETTERS + "+/", seed) for seed in range(lines))
    dashes = "-" * 5
    edge = f"{kind}PRIVATE KEY{dashes}"
    return f"{dashes}BEGIN {edge}\n{body}\n{chance(30)}==\n{dashes}END {edge}"


def tokens() -> dict[str, tuple[str, str]]:
    """Secrets that are known by their looks: a name for each, its kind, and it."""
    upper, lower = string.ascii_uppercase + "234567", string.digits + "abcdef"
    return {
        "github": ("GitHub token", "gh" + "p_" + chance(36)),
        "github oauth": ("GitHub token", "gh" + "o_" + chance(36)),
        "github fine": ("GitHub token", "github" + "_pat_" + chance(22) + "_" + chance(59)),
        "gitlab": ("GitLab token", "gl" + "pat-" + chance(20, _WORD)),
        "openai": ("OpenAI key", "sk-" + "proj-" + chance(100, _WORD)),
        "old openai": ("API key", "sk" + "-" + chance(48)),
        "deepseek": ("API key", "sk" + "-" + chance(32, lower)),
        "anthropic": ("Anthropic key", "sk-" + "ant-api03-" + chance(93, _WORD) + "AA"),
        "aws id": ("AWS key", "AK" + "IA" + chance(16, upper).upper()),
        "google": ("Google key", "AI" + "za" + chance(35, _WORD)),
        "slack": ("Slack token", "xox" + "b-123456789012-1234567890123-" + chance(24)),
        "stripe": ("Stripe key", "sk_" + "live_" + chance(24)),
        "telegram": ("Telegram bot token", "712345678" + ":AA" + chance(33, _WORD)),
        "discord": (
            "Discord token",
            "M" + chance(25) + "." + chance(6) + "." + chance(38, _WORD),
        ),
        "jwt": (
            "JSON Web Token",
            "ey" + "J" + chance(20) + ".ey" + "J" + chance(60) + "." + chance(43, _WORD),
        ),
        "npm": ("npm token", "npm" + "_" + chance(36)),
        "pypi": ("PyPI token", "pypi" + "-AgE" + chance(120, _WORD)),
        "hugging face": ("Hugging Face token", "hf" + "_" + chance(34)),
        "sendgrid": ("SendGrid key", "SG" + "." + chance(22) + "." + chance(43)),
        "twilio": ("Twilio key", "SK" + chance(32, lower).lower()),
        "shopify": ("Shopify token", "shp" + "at_" + chance(32, lower).lower()),
        "age": ("age key", "AGE-SECRET" + "-KEY-1" + chance(58, upper).upper()),
        "pem": ("private key", pem()),
        "openssh": ("private key", pem("OPENSSH ", 20)),
        "pkcs8": ("private key", pem("")),
        "visa": ("card number", "4111 1111" + " 1111 1111"),
        "mastercard": ("card number", "5555-5555" + "-5555-4444"),
        "amex": ("card number", "3782 822463" + " 10005"),
        "unionpay": ("card number", "62000000" + "00000005"),
    }


def stated() -> dict[str, str]:
    """Sentences that plainly state a secret, which is the value."""
    key = chance(32, string.digits + "abcdef")
    return {
        "my password is hunter2": "hunter2",
        "My password is: Sommer2024!": "Sommer2024!",
        "password: swordfish": "swordfish",
        "Wifi password: Tr0ub4dor&3, second floor": "Tr0ub4dor&3",
        "I changed my password to Blue42Horse.": "Blue42Horse",
        'the config has "password": "letmein"': "letmein",
        "DB_PASSWORD=swordfish": "swordfish",
        "my password is `swordfish1`": "swordfish1",
        "the passcode is 482913": "482913",
        "My PIN is 4821": "4821",
        "cvv: 123": "123",
        "密码是abc12345": "abc12345",
        "我的密码：sesame。": "sesame",
        "银行卡密码是482913": "482913",
        "密码改成 qwer1234 了": "qwer1234",
        "WiFi 密码: Zebra!99": "Zebra!99",
        "口令为 Abc@123": "Abc@123",
        f"api_key: '{key}'": key,
        f"client_secret={key}": key,
        "postgres://bob:h4x0r%21@db.example.com/shop": "h4x0r%21",
        f"git clone https://oauth2:{key}@github.com/a/b.git": key,
        f"Authorization: Bearer {key}": key,
        f"aws_secret_access_key = {chance(36)}/+9Z": f"{chance(36)}/+9Z",
    }
