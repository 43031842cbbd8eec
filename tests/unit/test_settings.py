"""Settings: what is accepted, and that each mistake names itself, its file and line."""

import os
import re
from pathlib import Path

import pytest
import tzlocal
from pydantic import ValidationError

from memory.when import Customs
from previously_bot import settings as module
from previously_bot.errors import BadSetting, BotError, MissingSecret, UnreadableSettings
from previously_bot.settings import Settings, find_settings_file, read_settings, secret

WHOLE = """
people:
  - name: mara
    timezone: Europe/Berlin
    language: en
    accounts: {telegram: 8812, discord: 90210}
    repository:
      github: mara/timeline
      branch: main
      token_env: GITHUB_TOKEN
      api_url: https://g.example/v3/
      prefix: notes/previously/
      author: {name: Previously, email: bot@example.com}
      allow_public: true
  - name: Lin
    timezone: Asia/Shanghai
    language: zh
    accounts: {telegram: "8813"}
    repository: {folder: ./timeline}
platforms:
  telegram:
    token_env: TELEGRAM_BOT_TOKEN
    base_url: http://127.0.0.1:8081
    webhook: {url: https://bot.example/hook/, listen: "[::1]:8081", secret_token_env: HOOK}
  discord:
    token_env: DISCORD_BOT_TOKEN
    api_url: https://discord.com/api/v10
    gateway_url: wss://gateway.discord.gg
state: ./state
models:
  flash: {base_url: https://api.deepseek.com, model: flash-1, api_key_env: DEEPSEEK_API_KEY}
  pro:   {base_url: "http://localhost:11434/v1", model: 'qwen3:8b'}
"""

MARA = """\
people:
  - name: mara
    timezone: Europe/Berlin
"""


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch) -> Path:
    """A home of nobody else's, and a folder to stand in."""
    home = tmp_path / "home"
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "share"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    monkeypatch.delenv("PREVIOUSLY_CONFIG", raising=False)
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    return home


def written(text: str | bytes) -> Path:
    path = Path("previously.yaml")
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_everything_of_the_documented_file_is_represented(tmp_path):
    settings = read_settings(written(WHOLE))
    mara, lin = settings.people
    assert (mara.name, mara.timezone, mara.language) == ("mara", "Europe/Berlin", "en")
    assert dict(mara.accounts) == {"telegram": "8812", "discord": "90210"}
    assert mara.repository.github == "mara/timeline"
    assert mara.repository.folder is None
    assert mara.repository.branch == "main"
    assert mara.repository.token_env == "GITHUB_TOKEN"
    assert mara.repository.api_url == "https://g.example/v3"
    assert mara.repository.prefix == "notes/previously"
    assert mara.repository.author is not None
    assert mara.repository.author.name == "Previously"
    assert mara.repository.author.email == "bot@example.com"
    assert mara.repository.allow_public is True
    assert lin.repository.allow_public is False
    assert (lin.language, dict(lin.accounts)) == ("zh", {"telegram": "8813"})
    assert lin.repository.folder == tmp_path / "here" / "timeline"
    telegram, discord = settings.platforms.telegram, settings.platforms.discord
    assert telegram is not None
    assert discord is not None
    assert telegram.token_env == "TELEGRAM_BOT_TOKEN"
    assert telegram.base_url == "http://127.0.0.1:8081"
    webhook = telegram.webhook
    assert webhook is not None
    assert (webhook.url, webhook.secret_token_env) == ("https://bot.example/hook", "HOOK")
    assert (webhook.address, webhook.answered_path) == (("::1", 8081), "/hook")
    assert discord.token_env == "DISCORD_BOT_TOKEN"
    assert discord.api_url == "https://discord.com/api/v10"
    assert discord.gateway_url == "wss://gateway.discord.gg"
    assert settings.state == tmp_path / "here" / "state"
    flash, pro = settings.models.flash, settings.models.pro
    assert flash is not None
    assert pro is not None
    assert (flash.base_url, flash.model) == ("https://api.deepseek.com", "flash-1")
    assert flash.api_key_env == "DEEPSEEK_API_KEY"
    assert (pro.base_url, pro.model) == ("http://localhost:11434/v1", "qwen3:8b")
    assert pro.api_key_env is None


def test_a_webhook_listens_to_this_machine_alone_unless_it_is_told_more():
    webhook = "webhook: {url: 'https://b.example', secret_token_env: S}"
    text = f"{MARA}platforms: {{telegram: {{token_env: T, {webhook}}}}}\n"
    telegram = read_settings(written(text)).platforms.telegram
    assert telegram is not None
    assert telegram.webhook is not None
    assert telegram.webhook.address == ("127.0.0.1", 8080)
    assert telegram.webhook.answered_path == "/"


def test_a_server_of_ones_own_may_come_to_any_port():
    webhook = "webhook: {url: 'http://127.0.0.1:99/a', path: /b, secret_token_env: S}"
    own = f"base_url: 'http://127.0.0.1:8081', {webhook}"
    text = f"{MARA}platforms: {{telegram: {{token_env: T, {own}}}}}\n"
    telegram = read_settings(written(text)).platforms.telegram
    assert telegram is not None
    assert telegram.webhook is not None
    assert (telegram.webhook.url, telegram.webhook.answered_path) == (
        "http://127.0.0.1:99/a",
        "/b",
    )


def test_what_is_left_out_has_its_default(home):
    settings = read_settings(written(MARA))
    (mara,) = settings.people
    assert (mara.language, dict(mara.accounts)) == ("en", {})
    assert mara.customs == Customs()
    assert mara.repository.folder == home / "share" / "previously" / "timeline"
    assert settings.state == home / "share" / "previously" / "state"
    assert settings.platforms.telegram is None
    assert settings.platforms.discord is None
    assert settings.models.flash is None
    assert settings.models.pro is None


@pytest.mark.parametrize("heading", ["platforms:", "models:\n  # flash: …", "models: ~"])
def test_a_heading_with_nothing_under_it_is_as_if_left_out(heading):
    assert read_settings(written(MARA + heading)) == read_settings(written(MARA))


def test_without_a_file_there_is_one_person_and_the_console(home, monkeypatch):
    monkeypatch.setattr(tzlocal, "get_localzone_name", lambda: "Asia/Tokyo")
    settings = Settings.default()
    (you,) = settings.people
    assert (you.name, you.timezone, you.language) == ("you", "Asia/Tokyo", "en")
    assert you.repository.folder == home / "share" / "previously" / "timeline"
    assert settings.state == home / "share" / "previously" / "state"
    assert settings.platforms.telegram is None
    assert settings.models.pro is None


def _no_answer() -> str:
    raise LookupError("conflicting configurations")


@pytest.mark.parametrize("machine", [lambda: None, lambda: "local", lambda: "", _no_answer])
def test_a_machine_that_does_not_know_its_zone_is_in_utc(machine, monkeypatch):
    monkeypatch.setattr(tzlocal, "get_localzone_name", machine)
    assert Settings.default().people[0].timezone == "UTC"


def test_settings_cannot_be_changed():
    settings = read_settings(written(WHOLE))
    with pytest.raises(ValidationError):
        settings.state = Path("/elsewhere")
    for person in (settings.people[0], Settings.default().people[0]):
        with pytest.raises(TypeError):
            person.accounts["telegram"] = "1"


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("name: no", "no"),
        ("name: 0123", "0123"),
        ("name: 12:30", "12:30"),
        ("name: 2026-07-07", "2026-07-07"),
        ("name: '  mara '", "mara"),
        ("name: 马拉", "马拉"),
    ],
)
def test_a_scalar_is_the_text_that_stands_there(line, text):
    assert read_settings(written(MARA.replace("name: mara", line))).people[0].name == text


def test_relative_paths_start_at_the_file_and_a_tilde_at_home(tmp_path, home):
    folder = tmp_path / "etc"
    folder.mkdir()
    path = folder / "p.yaml"
    path.write_text(MARA + "    repository: {folder: ./t}\nstate: ~/s\n")
    settings = read_settings(Path("../etc/p.yaml"))
    assert settings.people[0].repository.folder == tmp_path / "etc" / "t"
    assert settings.state == home / "s"


def test_customs_are_settings_of_a_person():
    lines = "    week_start: sunday\n    date_order: day_first\n    holidays: no\n"
    assert read_settings(written(MARA + lines)).people[0].customs == Customs(6, True, "NO")


def test_how_large_a_file_is_kept_is_a_setting():
    assert (
        read_settings(written(MARA + "attachments: {most: 25}\n")).attachments.bytes
        == 25_000_000
    )
    assert read_settings(written(MARA)).attachments.bytes == 10_000_000
    assert read_settings(written(MARA + "attachments:\n")).attachments.most == 10


@pytest.mark.parametrize("bad", ["0", "51", "10 MB", "2.5", "-1", "", "[1]", "9" * 5000])
def test_a_file_is_kept_within_bounds(bad):
    with pytest.raises(BadSetting, match=r":4: `attachments\.most` is not a whole number of"):
        read_settings(written(f"{MARA}attachments: {{most: {bad}}}\n"))


BAD: list[tuple[str, str]] = [
    # The last lines of a file whose first three are MARA, and what is said of it.
    ("    week_start: tuesday", "4: `people.0.week_start` is 'tuesday' and not one of"),
    ("    date_order: day", "4: `people.0.date_order` is 'day' and not one of"),
    ("    holidays: USA", "4: `people.0.holidays` is not the two letters of a country"),
    ("    holidays:", "4: `people.0.holidays` is empty"),
    ("    language: de", "4: `people.0.language` is 'de' and not one of 'en' or 'zh'"),
    ("    langauge: en", "4: `people.0.langauge` is no setting (did you mean language?)"),
    ("stat: ./s", "4: `stat` is no setting (did you mean state?)"),
    ("xyzzy: 1", "4: `xyzzy` is no setting"),
    ("<<: {a: b}", "4: `<<` is no setting"),
    ("state:", "4: `state` is not a path"),
    ("state: ''", "4: `state` is not a path"),
    ("state: ~nobody-of-that-name/s", "4: `state` names a user whose home folder is unknown"),
    ("state: [a]", "4: `state` is not a path"),
    ("state: a\nstate: b", "5: `state` stands in line 4 already"),
    ("  - name: Mara\n    timezone: UTC", "4: `people.1.name` is the name of two people"),
    ("  - timezone: UTC", "4: `people.1.name` is missing"),
    ("  - name: lin", "4: `people.1.timezone` is missing"),
    ("  - 17", "4: `people.1` is not a mapping of settings"),
    ("  - name: ''\n    timezone: UTC", "4: `people.1.name` is empty"),
    ("  - name: [a]\n    timezone: UTC", "4: `people.1.name` is not a text"),
    ('  - name: "a\\0b"', "4: `people.1.name` holds characters that cannot be printed"),
    (
        "  - name: lin\n    timezone: UTC",
        "4: `people.1.repository` is the repository of mara too, and each person needs one",
    ),
    ("    accounts: 8812", "4: `people.0.accounts` is not a mapping from platform to account"),
    (
        "    accounts:\n      telegarm: 1",
        "5: `people.0.accounts.telegarm` is no platform (did you mean telegram?)",
    ),
    (
        "    accounts:\n      telegram: '@mara'",
        "5: `people.0.accounts.telegram` is not the number of an account on telegram",
    ),
    (
        "    accounts:\n      discord:",
        "5: `people.0.accounts.discord` is not the number of an account on discord",
    ),
    (
        "    accounts: {telegram: 1}\n  - name: lin\n    timezone: UTC\n"
        "    repository: {folder: l}\n    accounts:\n      discord: 1\n      telegram: 1",
        "10: `people.1.accounts.telegram` is the account of mara too",
    ),
    (
        "    repository: {github: a/b, token_env: T}\n  - name: lin\n    timezone: UTC\n"
        "    repository: {github: A/B, token_env: U}",
        "7: `people.1.repository` is the repository of mara too, and each person needs one",
    ),
    (
        "    repository: {}",
        "4: `people.0.repository` needs exactly one of `github` and `folder`",
    ),
    (
        "    repository:\n      github: a/b\n      folder: ./c\n      token_env: T",
        "4: `people.0.repository` needs exactly one of `github` and `folder`",
    ),
    (
        "    repository: {github: a/b}",
        "4: `people.0.repository.token_env` is missing, and GitHub lets nobody in without",
    ),
    (
        "    repository:\n      folder: ./c\n      branch: main",
        "6: `people.0.repository.branch` goes with `github` only, not with `folder`",
    ),
    *(
        (
            f"    repository:\n      folder: ./c\n      {line}",
            f"6: `people.0.repository.{line.split(':')[0]}` goes with `github` only, not with "
            "`folder`",
        )
        for line in ("prefix: a", "author: {name: a, email: a@b}", "allow_public: true")
    ),
    *(
        (
            f"    repository:\n      github: a/b\n      token_env: T\n      prefix: {prefix}",
            "7: `people.0.repository.prefix` is not a folder inside the repository, such as "
            "notes/previously",
        )
        for prefix in ("/", "/etc", "..", "a/../b", "a//b", "./a", "a\\b", ".GIT/a")
    ),
    (
        "    repository:\n      github: a/b\n      token_env: T\n      prefix:",
        "7: `people.0.repository.prefix` is empty",
    ),
    (
        "    repository:\n      github: a/b\n      token_env: T\n      allow_public: yes",
        "7: `people.0.repository.allow_public` is neither true nor false",
    ),
    (
        "    repository:\n      github: a/b\n      token_env: T\n      author: {name: Bot}",
        "7: `people.0.repository.author.email` is missing",
    ),
    (
        "    repository:\n      github: a/b\n      token_env: T\n"
        "      author: {name: Bot, email: nobody}",
        "7: `people.0.repository.author.email` is not an e-mail address",
    ),
    (
        "    repository:\n      github: a/b\n      token_env: T\n"
        "      author: {name: Bot <b>, email: a@b}",
        "7: `people.0.repository.author.name` holds < or >, which no signature can",
    ),
    (
        "    repository: {github: https://github.com/a/b, token_env: T}",
        "4: `people.0.repository.github` is not a repository as owner/name",
    ),
    ("platforms: {matrix: {}}", "4: `platforms.matrix` is no setting"),
    ("platforms:\n  telegram:", "5: `platforms.telegram` is empty"),
    ("platforms: {telegram: {}}", "4: `platforms.telegram.token_env` is missing"),
    (
        "platforms:\n  telegram:\n    token_env: T\n    base_url: ftp://x",
        "7: `platforms.telegram.base_url` is not an address that begins with https://",
    ),
    (
        "platforms:\n  telegram:\n    token_env: T\n    base_url: https://me:pw@x",
        "7: `platforms.telegram.base_url` has a name or a password in it, where anybody may",
    ),
    (
        "platforms:\n  telegram:\n    token_env: T\n    webhook: yes",
        "7: `platforms.telegram.webhook` is not a mapping",
    ),
    (
        "platforms:\n  telegram:\n    token_env: T\n    webhook:",
        "7: `platforms.telegram.webhook`",
    ),
    (
        "platforms:\n  discord:\n    token_env: T\n    gateway_url: https://x",
        "7: `platforms.discord.gateway_url` is not an address that begins with wss://",
    ),
    (
        "models:\n  pro:\n    model: x\n    base_url: http://",
        "7: `models.pro.base_url` is not an address that begins with https://",
    ),
    ("models: {pro: {model: x}}", "4: `models.pro.base_url` is missing"),
    ("models: {fast: {}}", "4: `models.fast` is no setting"),
]


@pytest.mark.parametrize(("lines", "said"), BAD)
def test_a_bad_setting_names_itself_its_file_and_its_line(lines, said):
    with pytest.raises(BadSetting) as caught:
        read_settings(written(MARA + lines + "\n"))
    sentence = str(caught.value)
    assert sentence.startswith(f"previously.yaml:{said}")
    assert sentence.endswith("; correct it and start again.")
    assert "\n" not in sentence


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("url: 'https://b.example'", "secret_token_env` is missing"),
        ("secret_token_env: S", "url` is missing"),
        ("secret_token_env: S, url: 'http://b.example'", "url` is not an https:// address"),
        ("secret_token_env: S, url: 'https://b.example:99'", "url` is not an https:// address"),
        ("secret_token_env: S, url: 'https://b.example/?a=b'", "url` is more than a host"),
        *(
            (f"secret_token_env: S, url: 'https://b.example', {line}", said)
            for line, said in [
                ("listen: 8443", "listen` is not an address with a port to listen at"),
                ("listen: 0.0.0.0", "listen` is not an address with a port"),
                ("listen: 'here:0'", "listen` is not an address with a port"),
                ("listen: 'http://here:80'", "listen` is not an address with a port"),
                ("path: hook", "path` is not the path of an address, such as /telegram"),
                ("port: 8443", "port` is no setting"),
            ]
        ),
    ],
)
def test_a_bad_webhook_names_what_is_wrong(lines, said):
    telegram = f"platforms: {{telegram: {{token_env: T, webhook: {{{lines}}}}}}}\n"
    with pytest.raises(BadSetting) as caught:
        read_settings(written(MARA + telegram))
    assert f"previously.yaml:4: `platforms.telegram.webhook.{said}" in str(caught.value)


@pytest.mark.parametrize(
    ("zone", "hint"),
    [
        ("Mars/Phobos", "(one is Europe/Berlin)"),
        ("Europe/Belrin", "(did you mean Europe/Berlin?)"),
        ("Europe", ""),
        ("../etc/passwd", ""),
        ("/etc/localtime", ""),
        ("UTC+2", ""),
    ],
)
def test_a_zone_that_does_not_exist_is_named(zone, hint):
    with pytest.raises(BadSetting) as caught:
        read_settings(written(MARA.replace("Europe/Berlin", zone)))
    assert f"previously.yaml:3: `people.0.timezone` is {zone!r}, which is no time zone" in str(
        caught.value
    )
    assert hint in str(caught.value)


def test_the_problem_that_comes_first_in_the_file_is_told():
    text = "people:\n  - name: mara\n    timezone: Nowhere\nstat: x\n"
    with pytest.raises(BadSetting, match=r"yaml:3: `people\.0\.timezone`"):
        read_settings(written(text.replace("stat:", "state:") + "models: {pro: {}}\n"))


@pytest.mark.parametrize("people", ["people:", "people: []", "state: ./s"])
def test_nobody_is_not_enough(people):
    with pytest.raises(
        BadSetting, match=r"previously\.yaml:1: `people` is (empty|missing|not)"
    ):
        read_settings(written(people))


SECRET = "1234567:AAHsecret"


@pytest.mark.parametrize(
    ("lines", "key", "remedy"),
    [
        (f"platforms: {{telegram: {{token: '{SECRET}'}}}}", "token", "token_env"),
        (f"platforms: {{discord: {{bot_token: '{SECRET}'}}}}", "bot_token", "token_env"),
        (f"models: {{pro: {{api_key: '{SECRET}'}}}}", "api_key", "api_key_env"),
        (f"    repository: {{github: a/b, token: '{SECRET}'}}", "token", "token_env"),
        (f"api_key: '{SECRET}'", "api_key", "api_key_env"),
        (
            f"platforms: {{telegram: {{token_env: T, webhook: {{secret: '{SECRET}'}}}}}}",
            "webhook.secret",
            "secret_token_env",
        ),
    ],
)
def test_a_secret_in_the_file_is_refused_with_the_place_for_it(lines, key, remedy):
    with pytest.raises(BadSetting) as caught:
        read_settings(written(MARA + lines))
    sentence = str(caught.value)
    assert f"{key}` is no place for a secret" in sentence
    assert f"name here as `{remedy}`" in sentence
    assert SECRET not in sentence


@pytest.mark.parametrize("value", [SECRET, "ghp_16C7e42F292c6912E7", "sk-abc", "$TOKEN", ""])
def test_a_secret_where_a_variables_name_belongs_is_refused_unseen(value):
    lines = f"platforms: {{telegram: {{token_env: '{value}'}}}}"
    with pytest.raises(BadSetting, match=r"`platforms\.telegram\.token_env` is") as caught:
        read_settings(written(MARA + lines))
    assert not value or value not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "previously.yaml:1 "),
        ("# nothing\n", "previously.yaml:1 "),
        ("- a\n- b\n", "previously.yaml:1 "),
        ("hello", "previously.yaml:1 "),
        ("people:\n  - name: a: b\n", "previously.yaml:2 "),
        ("people:\n\t- name: a\n", "previously.yaml:2 "),
        ("people: [a\n", "previously.yaml:2 "),
        ("a: *nothing\n", "previously.yaml:1 "),
        ("a: b\n---\nc: d\n", "previously.yaml:2 "),
        ("? [a]\n: b\n", "previously.yaml:1 "),
        ("people: &a [*a]\n", "previously.yaml "),
        ("[" * 5000, "previously.yaml "),
        (b"people: \x00\n", "previously.yaml "),
        (b"people: \xff\xfe\n", "previously.yaml "),
        ("people: é\n".encode("latin-1"), "previously.yaml "),
    ],
)
def test_a_file_that_is_no_settings_file_is_refused_in_one_sentence(content, said):
    with pytest.raises(UnreadableSettings) as caught:
        read_settings(written(content))
    sentence = str(caught.value)
    assert sentence.startswith(said + "cannot be used as settings (")
    assert sentence.endswith("; correct it and start again.")
    assert "\n" not in sentence


def test_a_byte_order_mark_and_dos_line_ends_are_fine():
    path = written(b"\xef\xbb\xbf" + MARA.replace("\n", "\r\n").encode())
    assert read_settings(path).people[0].name == "mara"


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("folder", "it is a folder"),
        ("missing.yaml", "No such file"),
        ("file/x.yaml", "Not a d"),
    ],
)
def test_what_cannot_be_read_is_named(place, why):
    Path("folder").mkdir()
    Path("file").touch()
    with pytest.raises(UnreadableSettings, match=re.escape(why)) as caught:
        read_settings(Path(place))
    assert place in str(caught.value)


def test_the_settings_file_is_looked_for_in_order(tmp_path, home, monkeypatch):
    assert find_settings_file(None) is None
    at_home = home / "config" / "previously" / "previously.yaml"
    at_home.parent.mkdir(parents=True)
    at_home.touch()
    assert find_settings_file(None) == at_home
    Path("previously.yaml").touch()
    assert find_settings_file(None) == Path("previously.yaml")
    monkeypatch.setenv("PREVIOUSLY_CONFIG", "")
    assert find_settings_file(None) == Path("previously.yaml")
    monkeypatch.setenv("PREVIOUSLY_CONFIG", str(tmp_path / "named.yaml"))
    assert find_settings_file(None) == tmp_path / "named.yaml"
    assert find_settings_file(Path("given.yaml")) == Path("given.yaml")


def test_a_secret_is_read_from_the_environment(monkeypatch):
    monkeypatch.setenv("SOME_TOKEN", " abc\n")
    assert secret("SOME_TOKEN") == "abc"


@pytest.mark.parametrize("value", [None, "", "  \n"])
def test_a_missing_secret_names_its_variable(value, monkeypatch):
    monkeypatch.delenv("SOME_TOKEN", raising=False)
    if value is not None:
        monkeypatch.setenv("SOME_TOKEN", value)
    with pytest.raises(MissingSecret, match="SOME_TOKEN, which the settings name, is not set"):
        secret("SOME_TOKEN")
    assert issubclass(MissingSecret, BotError)
    with pytest.raises(MissingSecret, match="SOME_TOKEN, which the settings name for the bot,"):
        secret("SOME_TOKEN", "the bot")


def test_reading_does_not_look_at_the_environments_secrets(monkeypatch):
    for name in ("TELEGRAM_BOT_TOKEN", "DISCORD_BOT_TOKEN", "GITHUB_TOKEN", "DEEPSEEK_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    assert read_settings(written(WHOLE)).people


def test_the_default_folders_are_the_users(home):
    assert module.user_folder() == home / "share" / "previously"
    assert module.config_folder() == home / "config" / "previously"
    assert os.path.isabs(module.user_folder())


def test_the_example_can_be_used_as_it_is():
    settings = read_settings(Path(__file__).parents[2] / "previously.example.yaml")
    assert settings.platforms.telegram
    assert settings.platforms.discord
    assert set(settings.models.cast) == {"flash", "pro"}
