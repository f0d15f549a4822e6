"""``python -m bezzel.cluster``: the number on stdout, everything else on stderr."""

import argparse
import contextlib
import json
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .._native import parts
from ..errors import BezzelError, ClusterError, ConflictError, UnknownNameError

if TYPE_CHECKING:
    from .driver import Result

# Seconds between two lines of progress, on a terminal and elsewhere.
ON_A_TERMINAL = 0.5
ELSEWHERE = 10.0

CONFLICT = 1
BAD_INPUT = 2
INTERRUPTED = 130


def main(arguments: list[str] | None = None) -> int:
    """Runs the command, and returns its exit code."""
    options = parser().parse_args(arguments)
    try:
        return run(options)
    except ConflictError as error:
        say(f"error: {error}: `bezzel campaign verify {options.file} --resolve` counts these again")
        return CONFLICT
    except BezzelError as error:
        say(f"error: {error}")
        return BAD_INPUT
    except KeyboardInterrupt:
        say(f"interrupted: what is counted is in {options.file}, and the same command goes on")
        return INTERRUPTED


def run(options: argparse.Namespace) -> int:
    """Counts, and prints the total."""
    try:
        from .driver import Job, run
    except ModuleNotFoundError as error:
        if error.name != "ray":
            raise
        raise ClusterError("Ray is not installed: `pip install 'ray>=2.60'` installs it") from error

    job = Job(
        file=options.file,
        address=options.address,
        num_cpus=options.num_cpus,
        num_gpus=options.num_gpus,
        memory_gb=options.memory,
        seconds=options.seconds,
        tasks_per_worker=options.tasks_per_worker,
        backend=options.backend,
    )
    show = Display()
    try:
        # Ray prints what happens to nodes, and not always to stderr.
        with contextlib.redirect_stdout(sys.stderr):
            result = run(job, show)
    finally:
        show.clear()
    if options.format == "json":
        print(json.dumps({"n": result.n, "solutions": str(result.solutions)}))
    else:
        print(result.solutions)
    say(
        f"{result.n} queens: {result.units} units, {result.confirmed} of them counted twice, "
        f"{taken(result)}"
    )
    return 0


def taken(result: "Result") -> str:
    """What all counting took, by each clock that measured any of it."""
    clocks = [(result.cpu_seconds, "CPU"), (result.wall_seconds, "wall")]
    return " and ".join(f"{seconds:.1f} {clock} seconds" for seconds, clock in clocks if seconds)


def parser() -> argparse.ArgumentParser:
    """What the command accepts."""
    top = Parser(prog="python -m bezzel.cluster", description="Counts on a Ray cluster.")
    commands = top.add_subparsers(dest="command", required=True, parser_class=Parser)
    add = commands.add_parser("run", help="count what a ledger lacks").add_argument
    add("file", metavar="FILE", help="the ledger, made by `bezzel campaign new N FILE`")
    add(
        "--address",
        default="auto",
        help="HOST:PORT of the cluster, 'auto' on one of its machines, 'local' for this machine "
        "alone (default: auto)",
    )
    add(
        "--num-cpus",
        type=number(above=0.0, unit="processors"),
        default=1.0,
        help="processors that Ray sets aside for a task, which counts on one thread (default: 1)",
    )
    add(
        "--num-gpus",
        "--gpus-per-task",
        type=number(at_least=0.0, unit="GPUs"),
        help="GPUs that Ray sets aside for a task (default: 1 with a CUDA backend, 0 otherwise)",
    )
    add(
        "--memory",
        metavar="GB",
        type=number(at_least=0.0, unit="gigabytes"),
        default=0.0,
        help="memory that Ray sets aside for a task (default: 0)",
    )
    add(
        "--seconds",
        type=number(above=0.0, unit="seconds"),
        default=20.0,
        help="how long a task should take; 10 to 60 suit most clusters (default: 20)",
    )
    add(
        "--tasks-per-worker",
        type=number(at_least=1.0, unit="tasks", kind=int),
        default=2,
        help="tasks that Ray holds for each worker (default: 2)",
    )
    add(
        "--backend",
        type=backend,
        help="what counts: portable, avx2, avx512, cuda, opencl, or several with commas (default: "
        "the fastest vector unit of each node)",
    )
    add("--format", choices=["text", "json"], default="text", help="default: text")
    return top


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> Any:
        """Ends the program."""
        say(f"error: {message}")
        sys.exit(BAD_INPUT)


def backend(names: str) -> str:
    """Backends; whether they are there is for the nodes to say."""
    try:
        return ",".join(parts(names))
    except UnknownNameError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def number(
    *,
    unit: str,
    above: float | None = None,
    at_least: float | None = None,
    kind: Callable[[str], float] = float,
) -> Callable[[str], float]:
    """A number with a bound."""
    bound = f"more than {above:g}" if above is not None else f"at least {at_least:g}"

    def parse(text: str) -> float:
        try:
            value = kind(text)
            if (above is None or value > above) and (at_least is None or value >= at_least):
                if value < 1e9:
                    return value
        except ValueError:
            pass
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of {unit}: accepted is {bound}")

    return parse


class Display:
    """Progress: one line that changes on a terminal, now and then a plain line elsewhere."""

    def __init__(self) -> None:
        self._terminal = sys.stderr.isatty()
        self._shown = time.monotonic()
        self._drawn = False

    def __call__(self, progress: Any) -> None:
        """Shows what failed, and how far the count is, if it is time to."""
        for trouble in progress.troubles:
            self.clear()
            say(trouble)
        pause = ON_A_TERMINAL if self._terminal else ELSEWHERE
        if time.monotonic() - self._shown < pause:
            return
        self._shown = time.monotonic()
        line = (
            f"counting {progress.n} queens: {100 * progress.fraction:.1f} %, "
            f"{progress.results} results, {progress.tasks} tasks, {progress.workers} workers"
        )
        if progress.seconds_left is not None:
            line += f", {duration(progress.seconds_left)} left"
        if self._terminal:
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)
            self._drawn = True
        else:
            say(line)

    def clear(self) -> None:
        """Takes the changing line away."""
        if self._drawn:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def duration(seconds: float) -> str:
    """A time as people read it."""
    for below, divisor, unit in (
        (120, 1, "seconds"),
        (7_200, 60, "minutes"),
        (172_800, 3_600, "hours"),
    ):
        if seconds < below:
            return f"{seconds / divisor:.0f} {unit}"
    return f"{seconds / 86_400:.0f} days"


def say(line: str) -> None:
    """To whoever reads stderr."""
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
