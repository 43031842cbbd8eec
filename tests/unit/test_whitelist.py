"""Every trick with a path is refused, by name; plain paths are let through."""

import pytest

from previously_bot.errors import PathRefused
from previously_bot.tools.whitelist import readable, readable_folder, writable

TRICKS = {
    "leads upwards or nowhere": [
        "..",
        ".",
        "",
        "/",
        "../memory/a.md",
        "memory/../../etc/passwd.txt",
        "memory/../.git/config.txt",
        "memory/notes/../../a.md",
        "memory/./a.md",
        "./memory/a.md",
        "memory//a.md",
        "memory/a.md/",
        "memory/a.md/.",
        "memory/..",
        "memory/.../a.md",
        "memory/.. /a.md",
    ],
    "starts elsewhere": [
        "/etc/passwd",
        "//server/share/a.md",
        "/memory/a.md",
        "C:/memory/a.md",
        "C:memory/a.md",
        "c:\\memory\\a.md",
        "\\\\server\\share\\a.md",
        "\\\\?\\C:\\a.md",
        "file:///etc/passwd",
        "https://example.org/a.md",
        "~/a.md",
        "~root/a.md",
        "memory/~/a.md",
        "$HOME/a.md",
        "tasks\\a.md",
        "memory\\..\\..\\a.md",
        "memory/..\\a.md",
    ],
    "is encoded": [
        "memory/%2e%2e/a.md",
        "memory/%2E%2E/a.md",
        "memory%2fepisodic%2fa.md",
        "memory/%252e%252e/a.md",
        "memory/..%2f..%2fa.md",
        "memory/%c0%ae%c0%ae/a.md",
        "memory/a%00.md",
        "memory/a.md%00.png",
        "%6demory/a.md",
    ],
    "holds what nobody sees": [
        "memory/a\0.md",
        "memory/a.md\0",
        "memory/a\n.md",
        "memory/a\r.md",
        "memory/a\t.md",
        "memory/\x1b[2Ja.md",
        "memory/a\x7f.md",
        "memory/a\u200b.md",
        "memory/epis\u200bodic/a.md",
        "memory/epis\u00adodic/a.md",
        "memory/a\u200d.md",
        "memory/\u202edm.a.md",
        "memory/\u2066a\u2069.md",
        "\ufeffmemory/a.md",
        "memory/epi\u034fsodic/a.md",
        "memory/episodic\ufe0f/a.md",
        "memory/a\u3164.md",
        "memory/a\u00a0.md",
        "memory/a\u3000.md",
        "memory/a\u2028.md",
        "memory/a\ud83d.md",
        "memory/a\ue000.md",
        "memory/a\U000e0041.md",
    ],
    "looks like another character": [
        "memory／a.md",
        "memory∕a.md",
        "memory⁄a.md",
        "memory╱a.md",
        "memory/．．/a.md",
        "memory/‥/a.md",
        "memory/…/a.md",
        "memory/․․/a.md",
        "memory/a。md",
        "memory/a｡md",
        "memory/﹒﹒/a.md",
        "memory/ꓸꓸ/a.md",
        "memory＼a.md",
        "memory∖a.md",
        "memory⧵a.md",
        "memory/％2e％2e/a.md",
        "memory/a：b.md",
        "memory/～/a.md",
        "memory/℀.md",
        "memory/⒈md.md",
    ],
    "is what was sent": [
        "memory/attachments/2026/07/07/120000-a-1f0c2a9e.txt",
        "memory/ATTACHMENTS/a.md",
    ],
    "is the timeline under another name": [
        "memory/episodic/slices/2026/07/07/1558.md",
        "memory/episodic/strands.json",
        "memory/episodic/a.md",
        "memory/Episodic/a.md",
        "memory/EPISODIC/a.md",
        "Memory/Episodic/a.md",
        "MEMORY/episodic/a.md",
        "memory/epiſodic/a.md",
        "memory/ｅｐｉｓｏｄｉｃ/a.md",
        "memory/ᵉpisodic/a.md",
        "memory/𝐞𝐩𝐢𝐬𝐨𝐝𝐢𝐜/a.md",
        "memory/episodic./a.md",
        "memory/episodic /a.md",
        "memory/ episodic/a.md",
        "memory/EPISOD~1/a.md",
        "memory/episodic::$INDEX_ALLOCATION/a.md",
        "memory/a.md:stream",
        "memory /a.md",
        "memory./a.md",
    ],
    "lies elsewhere": [
        "README.md",
        "a.md",
        "memory",
        "tasks",
        "memory.md",
        "memory2/a.md",
        "Memory/a.md",
        "TASKS/a.md",
        "docs/memory/a.md",
        "previously.yaml",
    ],
    "is hidden": [
        ".git/config",
        ".github/workflows/ci.yml",
        ".previously/lock",
        "memory/.git/hooks/post-commit.txt",
        "memory/.GIT/config.txt",
        "memory/.gitattributes",
        "memory/.hidden.md",
        "tasks/.previously.tmp",
        "memory/.md",
    ],
    "is a device": [
        "memory/CON",
        "memory/con.md",
        "memory/NUL.txt",
        "memory/aux.json",
        "memory/PRN.md",
        "memory/COM1.md",
        "memory/com¹.md",
        "memory/LPT9.txt",
        "memory/nul/a.md",
        "memory/CONIN$.md",
        "memory/con .md",
    ],
    "could be run": [
        "memory/a.py",
        "memory/a.sh",
        "memory/a.js",
        "memory/a.md.exe",
        "memory/a.html",
        "memory/a.svg",
        "memory/Makefile",
        "memory/a",
        "memory/a.MD",
        "memory/a.md.",
        "memory/a.md ",
        "memory/a.m\u0501",
        "tasks/a.ｍｄ",
        "tasks/a.ipynb",
    ],
    "has a meaning to a shell or a disk": [
        "memory/a*.md",
        "memory/a?.md",
        "memory/<a>.md",
        'memory/"a".md',
        "memory/a|b.md",
    ],
    "is too long": [
        "memory/" + "a" * 253 + ".md",
        "memory/" + "字" * 85 + ".md",
        "memory/" + "a/" * 500 + "a.md",
    ],
    "is an account of answers": [
        "sessions/2026/07/07/1558.md",
        "sessions/2026/07/07/1558-2.md",
        "sessions/2026/a.md",
        "sessions/２０２６/07/07/1558.md",
    ],
}
ALL = [(kind, path) for kind, paths in TRICKS.items() for path in paths]
ONLY_FOR_WRITING = {
    "is what was sent",
    "is the timeline under another name",
    "lies elsewhere",
    "could be run",
    "is an account of answers",
}

PLAIN = [
    "memory/user/profile.md",
    "memory/notes/garden.md",
    "memory/日记/三月.md",
    "memory/Ärger mit 'Leer zeichen' & 😀.md",
    "memory/episodic.md",
    "memory/episodics/a.md",
    "memory/notes/episodic/a.md",
    "memory/a.b.md",
    "memory/100%.md",
    "memory/console.md",
    "memory/a..b.md",
    "memory/" + "a" * 252 + ".md",
    "tasks/2026-03-10 call Ines.md",
    "tasks/trip.ics",
    "sessions/notes.md",
    "sessions/2026.md",
    "sessions/trips/2026/a.md",
    "memory/हिन्दी.md",
    "memory/data.json",
]


def test_there_are_many_tricks() -> None:
    assert len(ALL) >= 150


@pytest.mark.parametrize(("kind", "path"), ALL)
def test_no_trick_is_written(kind: str, path: str) -> None:
    with pytest.raises(PathRefused) as caught:
        writable(path)
    assert caught.value.path == path
    assert str(caught.value).endswith(".")
    str(caught.value).encode()


@pytest.mark.parametrize(
    ("kind", "path"), [one for one in ALL if one[0] not in ONLY_FOR_WRITING]
)
def test_no_trick_is_read(kind: str, path: str) -> None:
    if path == "$HOME/a.md":  # a plain, if odd, name of a folder
        return
    with pytest.raises(PathRefused):
        readable(path)


@pytest.mark.parametrize("path", PLAIN)
def test_plain_paths_are_written_and_read(path: str) -> None:
    assert writable(path) == readable(path) == path


def test_everything_that_is_not_hidden_is_read() -> None:
    for path in ("README.md", "memory/episodic/strands.json", "scripts/a.py", "LICENSE"):
        assert readable(path) == path
    assert readable_folder("memory/notes/") == readable_folder("memory/notes") == "memory/notes"
    assert [readable_folder(path) for path in ("", ".", "/")] == ["", "", ""]
    for path in (".git", "memory/..", "memory//", "~"):
        with pytest.raises(PathRefused):
            readable_folder(path)


def test_paths_are_composed() -> None:
    assert writable("memory/A\u0308rger.md") == "memory/Ärger.md"


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("memory/../a.md", 'a step ".."'),
        ("memory／a.md", 'a look-alike of "/"'),
        ("memory/a\u202e.md", "U+202E, which nobody sees"),
        ("memory/Episodic/a.md", "the timeline itself"),
        ("sessions/2026/07/07/1558.md", "how answers came about"),
        ("README.md", "only what is below memory/, tasks/ or sessions/"),
        ("memory/a.py", "only text is written"),
        ("memory/%2e%2e/a.md", "an encoded character"),
        ("memory/EPISOD~1/a.md", '"~"'),
        ("memory/nul.md", "a device"),
    ],
)
def test_a_refusal_says_why(path: str, why: str) -> None:
    with pytest.raises(PathRefused) as caught:
        writable(path)
    assert why in caught.value.why
