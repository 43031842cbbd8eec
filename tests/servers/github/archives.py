"""The files of a commit in one archive, as codeload makes it."""

import fnmatch
import gzip
import io
import tarfile

from tests.servers.github.objects import LINK, PROGRAM
from tests.servers.github.repository import Repository


def tarball(repo: Repository, commit: str) -> bytes:
    """Under one folder; without what a `.gitattributes` says is not to be exported."""
    top = f"{repo.name.replace('/', '-')}-{commit[:7]}"
    files = repo.objects.files(repo.objects.commits[commit].tree)
    hidden = _hidden(repo.files())
    packed = io.BytesIO()
    with tarfile.open(
        fileobj=packed, mode="w", format=tarfile.PAX_FORMAT, pax_headers={"comment": commit}
    ) as archive:
        folder = tarfile.TarInfo(f"{top}/")
        folder.type = tarfile.DIRTYPE
        archive.addfile(folder)
        for path, entry in sorted(files.items()):
            if entry.kind != "blob" or any(fnmatch.fnmatch(path, one) for one in hidden):
                continue
            content = repo.objects.blobs[entry.sha]
            member = tarfile.TarInfo(f"{top}/{path}")
            member.mode = 0o755 if entry.mode == PROGRAM else 0o644
            if entry.mode == LINK:
                member.type, member.linkname = tarfile.SYMTYPE, content.decode()
                content = b""
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return gzip.compress(packed.getvalue(), mtime=0)


def _hidden(files: dict[str, bytes]) -> list[str]:
    rules = files.get(".gitattributes", b"").decode().splitlines()
    return [rule.split()[0] for rule in rules if rule.split()[1:] == ["export-ignore"]]
