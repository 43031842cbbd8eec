"""Why the operating system said no, in words a person can act upon."""

import errno

_WORDS = {
    errno.EACCES: "permission is missing",
    errno.EPERM: "permission is missing",
    errno.EROFS: "it lies on a read-only disk",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EFBIG: "the file would be larger than the system allows",
    errno.ENAMETOOLONG: "the name is too long for this disk",
    errno.EEXIST: "a file is where a folder should be",
    errno.ENOTDIR: "a file is where a folder should be",
    errno.ELOOP: "its links lead in a circle",
    errno.EIO: "the disk reports an error",
}


def reason(error: OSError) -> str:
    """One clause without a full stop; the system's own words where there are no better ones."""
    known = _WORDS.get(error.errno) if error.errno is not None else None
    return known or error.strerror or str(error) or type(error).__name__
