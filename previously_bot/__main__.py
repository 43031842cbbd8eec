"""The console command `previously-bot`, and `python -m previously_bot`."""

import sys

from previously_bot.errors import MixedInstallation
from previously_bot.installation import check_installation


def main() -> None:
    try:
        check_installation()
    except MixedInstallation as error:
        sys.exit(f"previously-bot: {error}")
    try:
        # Only now: before the check this might import somebody else's packages.
        from previously_bot.cli import run

        sys.exit(run(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit("previously-bot: stopped before it began.")


if __name__ == "__main__":
    main()
