"""``python -m bezzel.cluster``: the total on stdout, everything else on stderr."""

import argparse
import contextlib
import json
import sys
import time
from typing import TYPE_CHECKING, Any

from .._native import uses_cuda
from ..errors import BezzelError, ClusterError, ConflictError, UnknownNameError
from .counted import counted

if TYPE_CHECKING:
    from .driver import Result

# Seconds between two lines of progress.
TERMINAL_PROGRESS_INTERVAL_SECONDS = 0.5
LOG_PROGRESS_INTERVAL_SECONDS = 10.0

CONFLICT = 1
BAD_INPUT = 2
INTERRUPTED = 130


def main(arguments: list[str] | None = None) -> int:
    """Runs the command and returns its exit code."""
    options = parser().parse_args(arguments)
    try:
        return run(options)
    except ConflictError as error:
        write_note(f"error: {error}: run `bezzel ledger verify {options.file} --resolve`")
        return CONFLICT
    except BezzelError as error:
        write_note(f"error: {error}")
        return BAD_INPUT
    except KeyboardInterrupt:
        write_note(f"interrupted: results are in {options.file}; run the same command to resume")
        return INTERRUPTED


def run(options: argparse.Namespace) -> int:
    """Counts and prints the total."""
    try:
        from .driver import Job, run
    except ModuleNotFoundError as error:
        if error.name != "ray":
            raise
        raise ClusterError("Ray is not installed: run `pip install 'ray>=2.60'`") from error

    job = Job(
        file=options.file,
        address=options.address,
        num_cpus=options.num_cpus,
        num_gpus=options.num_gpus,
        seconds=options.seconds,
        backend=options.backend,
    )
    show = Display()
    try:
        # Ray prints messages about nodes, some of them to stdout.
        with contextlib.redirect_stdout(sys.stderr):
            result = run(job, show)
    finally:
        show.clear()
    if options.format == "json":
        print(json.dumps({"n": result.n, "solutions": str(result.solutions)}))
    else:
        print(result.solutions)
    write_note(
        f"{counted(result.n, 'queen')}: {counted(result.units, 'unit')}, "
        f"{result.confirmed} of them confirmed, "
        f"{time_spent(result)}"
    )
    return 0


def time_spent(result: "Result") -> str:
    """Returns the time of all results, by each clock that measured some of it."""
    clocks = [(result.cpu_seconds, "CPU"), (result.wall_seconds, "wall")]
    return " and ".join(f"{seconds:.1f} {clock} seconds" for seconds, clock in clocks if seconds)


def parser() -> argparse.ArgumentParser:
    """Returns the parser of the arguments."""
    top = Parser(prog="python -m bezzel.cluster", description="Counts a ledger on a Ray cluster.")
    commands = top.add_subparsers(dest="command", required=True, parser_class=Parser)
    add = commands.add_parser("run", help="count the remaining units of a ledger").add_argument
    add("file", metavar="FILE", help="ledger, such as `bezzel count N --save FILE` creates")
    add(
        "--address",
        default="auto",
        help="HOST:PORT of the cluster, 'auto' on one of its machines, 'local' for this machine "
        "only (default: auto)",
    )
    add(
        "--num-cpus",
        type=number,
        default=1.0,
        help="CPUs that Ray reserves for a task, which counts on one thread (default: 1)",
    )
    add(
        "--num-gpus",
        type=number,
        help="GPUs that Ray reserves for a task (default: 1 with a CUDA backend, otherwise 0)",
    )
    add(
        "--seconds",
        type=number,
        default=20.0,
        help="duration of a task; 10 to 60 s suit most clusters (default: 20)",
    )
    add(
        "--backend",
        type=backend,
        help="backends, comma-separated, as in bezzel.count: such as portable (CPU) or cuda (GPUs) "
        "(default: the fastest CPU backend of each node)",
    )
    add("--format", choices=["text", "json"], default="text", help="default: text")
    return top


class Parser(argparse.ArgumentParser):
    """A parser that reports errors in one line."""

    def error(self, message: str) -> Any:
        """Prints the error and exits."""
        write_note(f"error: {message}")
        sys.exit(BAD_INPUT)


def backend(names: str) -> str:
    """Parses backend names; the nodes check whether they are available."""
    try:
        uses_cuda(names)
    except UnknownNameError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return names


def number(text: str) -> float:
    """Parses a positive number."""
    try:
        if 0 < float(text) < 1e9:
            return float(text)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"expected a positive number, found '{text}'")


class Display:
    """Progress: a line that is redrawn on a terminal, or a line every 10 s elsewhere."""

    def __init__(self) -> None:
        self._terminal = sys.stderr.isatty()
        self._shown = time.monotonic()
        self._drawn = False

    def __call__(self, progress: Any) -> None:
        """Prints warnings at once, and progress at regular intervals."""
        for warning in progress.warnings:
            self.clear()
            write_note(warning)
        interval = TERMINAL_PROGRESS_INTERVAL_SECONDS
        if not self._terminal:
            interval = LOG_PROGRESS_INTERVAL_SECONDS
        if time.monotonic() - self._shown < interval:
            return
        self._shown = time.monotonic()
        line = (
            f"counting {counted(progress.n, 'queen')}: {100 * progress.fraction:.1f}%, "
            f"{counted(progress.results, 'result')}, {counted(progress.tasks, 'task')}, "
            f"{counted(progress.workers, 'worker')}"
        )
        if progress.seconds_left is not None:
            line += f", {progress.seconds_left / 3_600:.1f} hours left"
        if self._terminal:
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)
            self._drawn = True
        else:
            write_note(line)

    def clear(self) -> None:
        """Erases the line on the terminal."""
        if self._drawn:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def write_note(line: str) -> None:
    """Writes a line to stderr."""
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
