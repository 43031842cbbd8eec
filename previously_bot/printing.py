"""What commands print for machines: one JSON value."""

import json
import sys


def print_json(value: object) -> int:
    """Prints it, and returns the exit status of a command that went well."""
    is_utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    print(
        json.dumps(value, ensure_ascii=not is_utf8, indent=2 if sys.stdout.isatty() else None)
    )
    return 0
