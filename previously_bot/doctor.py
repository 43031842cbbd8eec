"""`previously-bot doctor`: how every part is, a line each, and what to do."""

from argparse import Namespace

from previously_bot.clock import SystemClock
from previously_bot.printing import print_json


def doctor(given: Namespace) -> int:
    """Prints what was found. Returns 1 when something needs doing, else 0."""
    # Only this needs all that one can talk to, which takes long to import.
    from previously_bot.app.checkup import Asked, checked

    asked = Asked(given.config, given.person, given.repo, given.timezone)
    found, language = checked(asked, SystemClock())
    if given.json:
        print_json([one.as_json for one in found])
    else:
        for one in found:
            print(one.line(language))
    return 0 if all(one.ok for one in found) else 1
