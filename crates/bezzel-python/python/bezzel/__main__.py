"""The command `bezzel`, also as `python -m bezzel`."""

import signal
import sys

from ._native import run_command


def main() -> int:
    """Runs the command with the arguments of the process and returns the exit code."""
    # Python would only note a signal that arrives while the command reads its input.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run_command(["bezzel", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
