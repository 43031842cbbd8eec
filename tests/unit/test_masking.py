"""What is a secret and what is none, and what is left of one."""

import base64
import hashlib
import random
import time
import uuid
from pathlib import Path

import pytest

from previously_bot.masking import kinds_in, masked, secrets
from previously_bot.masking.rows import CUT, masked_in_a_row
from tests.made_up_secrets import chance, pem, stated, tokens

TOKENS, STATED = tokens(), stated()
HERE = Path(__file__).parents[1]


@pytest.mark.parametrize("name", TOKENS)
def test_a_secret_that_is_known_by_its_looks_is_masked_and_its_kind_stays(name: str) -> None:
    kind, secret = TOKENS[name]
    for text in (
        secret,
        f"Is {secret} still valid?",
        f"我的是{secret}，还能用吗",
        f"({secret})",
    ):
        found = masked(text)
        assert found.kinds == (kind,)
        assert found.text.startswith(text.partition(secret)[0])
        assert found.text.endswith(text.partition(secret)[2])
        assert f"[secret: {kind}" in found.text
        assert all(secret[at : at + 6] not in found.text for at in range(len(secret) - 5))


@pytest.mark.parametrize("sentence", STATED)
def test_a_secret_that_is_plainly_stated_is_masked_and_the_sentence_stays(
    sentence: str,
) -> None:
    secret = STATED[sentence]
    found = masked(sentence)
    before, _, after = sentence.partition(secret)
    assert found.text.startswith(before + "[secret: ")
    assert found.text.endswith("]" + after)
    assert len(found.kinds) == 1


def test_the_end_of_what_chance_made_stays_and_of_a_password_nothing() -> None:
    _, token = TOKENS["github"]
    assert masked(token).text == f"[secret: GitHub token …{token[-4:]}]"
    assert masked("4111 1111" + " 1111 1111").text == "[secret: card number …1111]"
    assert masked("my password is hunter2-hunter2-hunter2").text == (
        "my password is [secret: password]"
    )
    assert masked(f"so:\n{pem()}\nthat is it").text == "so:\n[secret: private key]\nthat is it"


def test_each_kind_is_told_once_and_every_secret_is_masked() -> None:
    first, second = "gh" + "p_" + chance(36, seed=1), "gh" + "p_" + chance(36, seed=2)
    found = masked(f"{first} and {second}, password: swordfish")
    assert found.kinds == ("GitHub token", "password")
    assert found.text == (
        f"[secret: GitHub token …{first[-4:]}] and [secret: GitHub token …{second[-4:]}], "
        "password: [secret: password]"
    )
    assert kinds_in(found.text) == found.kinds


@pytest.mark.parametrize(
    "change",
    [
        lambda key: "\n".join(f"> {line}" for line in key.split("\n")),
        lambda key: key.replace("\n", "\r\n"),
        lambda key: key.replace("\n", "\\n"),
        lambda key: key.replace("\n", " "),
        lambda key: "\n".join(f"    {line}" for line in key.split("\n")),
        lambda key: key.rpartition("\n")[0],
        lambda key: key.partition("\n")[2],
        lambda key: key.partition("\n")[2].replace("\n", "\\n"),
    ],
    ids="quoted windows escaped spaced indented endless headless headless-escaped".split(),
)
def test_a_private_key_is_masked_however_it_was_pasted(change) -> None:  # type: ignore[no-untyped-def]
    key = change(pem())
    found = masked(f"Here it is:\n{key}\nThat was it, thank you.")
    assert found.kinds == ("private key",)
    assert found.text.startswith("Here it is:\n")
    assert found.text.endswith("That was it, thank you.")
    assert all(line not in found.text for line in pem().split("\n")[1:-1])


HARMLESS = """\
My password is wrong again, and the password is too long.
I forgot my password. A password is required. The password was changed yesterday.
密码是什么？我的密码是对的。密码是 WiFi 的。密码是8位。密码忘了，密码设为了必填
def login(user, password: str, token: str | None = None) -> None:
password = getpass()
self.token = token; token = next(tokens); password=password, api_key=settings.api_key
secret_key = os.environ["SECRET"]
api_key_env: DEEPSEEK_API_KEY
connect(password=None, token=tok); max_tokens: 4096; passwords: 3
<input type="password" name="password">
docker run -e POSTGRES_PASSWORD=$PASSWORD -e TOKEN=${TOKEN}
postgres://user:password@localhost/db https://host:8080/@user mailto:bob@example.com
Password: ******** Password: <your password> password: required password: Optional[str]
The secret is patience. my secret: I like cheese. The token is expired. API key is missing.
Password reset: https://example.com/reset password hashing is SHA256, password is base64-encoded
the password is 8-16 characters, the password is now stronger, I added a password to file2
PIN: 560001, pin = 13, pin: 1234
Call +49 170 1234567, +86 138 0013 8000 or 020 7946 0958. Order number 4111111111111111.
订单号 4111111111111111，快递单号：6200000000000005
IBAN DE89 3704 0044 0532 0130 00, ISBN 978-3-16-148410-0, 4111 1111 1111 1112
1700000000000 1701234567890123 123456789012345678 2026-07-07T15:58:03.120Z 10.0.0.1:8080
The lines begin with -----BEGIN PRIVATE KEY----- and end with -----END PRIVATE KEY-----.
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKtd6fbqbZ0Qm1wX0m3 anna@laptop
sk-learn-estimator-doc-link-container risk-assessment-2026 task-0123456789
task-aB3aB3aB3aB3aB3aB3aB3aB3 AKIA is a prefix, ghp_ is one too, and so is sk-ant-…
""".splitlines()


@pytest.mark.parametrize("line", HARMLESS)
def test_what_is_no_secret_stays(line: str) -> None:
    assert masked(line).text == line


def test_hashes_and_identifiers_and_pictures_are_no_secrets() -> None:
    dice = random.Random(1)
    for _ in range(300):
        content = dice.randbytes(30)
        hashes = [hashlib.new(name, content).hexdigest() for name in ("md5", "sha1", "sha256")]
        digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
        number = str(uuid.UUID(bytes=content[:16]))
        text = f"commit {' '.join(hashes)} sha256-{digest} {number} {number.replace('-', '')}"
        assert masked(text).text == text
    picture = base64.b64encode(dice.randbytes(300_000)).decode()
    assert secrets(f"![](data:image/png;base64,{picture})") == []


def test_nothing_in_the_program_and_in_its_documents_is_taken_for_a_secret() -> None:
    root = HERE.parent
    folders = ("previously_bot", "memory", "adapters", "docs", "tests/golden", "benchmarks")
    paths = [path for one in folders for path in (root / one).rglob("*.[pmj]*")]
    found = {
        str(path): masked(path.read_text("utf-8")).kinds
        for path in [*paths, root / "CHANGELOG.md"]
        if path.is_file() and path.suffix in (".py", ".md", ".json", ".jsonl")
    }
    assert len(found) > 300
    assert {path: kinds for path, kinds in found.items() if kinds} == {}


def test_a_label_is_masked_no_further() -> None:
    for text in (*STATED, *(secret for _, secret in TOKENS.values())):
        once = masked(f"password: {text}").text
        assert masked(once).text == once
    assert masked("the [secret: API key] is [secret: password]").kinds == ()


# A secret that an app cut in two


@pytest.mark.parametrize("name", [*TOKENS])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_secret_cut_in_two_is_masked_in_both_messages(name: str, share: float) -> None:
    _, secret = TOKENS[name]
    at = max(1, int(len(secret) * share))
    first, second = "so many words " * 200 + secret[:at], secret[at:] + " and so on"
    one, two = masked_in_a_row([first, second])
    assert one.text.startswith("so many words ")
    assert two.text.endswith(" and so on")
    whole = one.text + two.text
    assert all(secret[at : at + 6] not in whole for at in range(len(secret) - 5))


@pytest.mark.parametrize("name", ["github", "anthropic", "jwt", "pem", "openssh"])
def test_the_rest_of_a_secret_is_masked_when_it_comes_later(name: str) -> None:
    _, secret = TOKENS[name]
    at = len(secret) // 2
    (one,) = masked_in_a_row(["so many words " * 200 + secret[:at]])
    assert one.text.endswith(", goes on]")
    (two,) = masked_in_a_row([secret[at:] + "\nand so on"], one.text)
    whole = one.text + two.text
    assert all(secret[at : at + 6] not in whole for at in range(len(secret) - 5))
    assert two.text.endswith("and so on")


def test_a_key_of_three_messages_is_masked_in_all_of_them() -> None:
    key = pem(lines=100)
    parts = [key[at : at + CUT + 500] for at in range(0, len(key), CUT + 500)]
    assert len(parts) == 3
    for masked_parts in (masked_in_a_row(parts), one_by_one(parts)):
        assert [one.text.partition(",")[0].strip("]") for one in masked_parts] == (
            ["[secret: private key"] * 3
        )


def one_by_one(parts: list[str]):  # type: ignore[no-untyped-def]
    former, found = "", []
    for part in parts:
        found += masked_in_a_row([part], former)
        former = found[-1].text
    return found


def test_messages_that_are_no_parts_of_one_are_each_as_they_are_alone() -> None:
    texts = ["my password is hunter2", "sk-", "a" * 30, pem(), "hello", "word " * 500, "words"]
    assert masked_in_a_row(texts) == [masked(text) for text in texts]


@pytest.mark.parametrize(
    "piece",
    [
        *("eyJ", "eyJa.", "sk-", "password is ", "password: x ", "a", "4111 ", "aws ", "AKIA"),
        *("a://b:", "密码是", "token=", "SG.", "\\n", " ", "=", "A" * 64 + "\n"),
        *("-" * 5 + "BEGIN PRIVATE KEY" + "-" * 5, "-" * 5 + "END PRIVATE KEY" + "-" * 5),
    ],
)
def test_no_text_is_so_hostile_that_it_takes_long(piece: str) -> None:
    text = (piece * 200_000)[:200_000]
    before = time.process_time()
    masked(text)
    assert time.process_time() - before < 2
