"""The driver: a bounded window of Ray tasks over the open units of a ledger.

It holds no state that matters. Units are leased from the ledger, packed into tasks, and results
go into the ledger as they come. A worker or node that is lost is Ray's business, which runs its
tasks elsewhere; what Ray gives up on is given back to the ledger and comes again. When the driver
itself dies, Ray stops its tasks, and the next driver finds in the ledger what is missing.
"""

import logging
import os
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any

import ray
from ray.exceptions import RayError, RayTaskError

from .._native import Lease, Ledger
from ..errors import ClusterError
from .packing import Packer
from .worker import count

if TYPE_CHECKING:
    from .._native import _Backend

GB = 1_000_000_000

# How long the driver waits for a result before it looks at the cluster again, in seconds. Leases
# last much longer without a sign of life.
PATIENCE = 0.5

# How long a machine may take to answer when the driver connects, in seconds.
KNOCK = 10.0

# The driver gives up when so many tasks in a row were lost, each after all of Ray's retries.
LOST_IN_A_ROW = 20


@dataclass(frozen=True)
class Job:
    """What is to be counted, and where."""

    #: The ledger.
    file: str | PathLike[str]
    #: The address of the cluster; 'auto' finds the one that this machine belongs to, 'local'
    #: starts one on this machine alone.
    address: str = "auto"
    #: What Ray sets aside for a task, which counts on one thread.
    num_cpus: float = 1.0
    num_gpus: float = 0.0
    memory_gb: float = 0.0
    #: How long a task should take. The first tasks have one unit each.
    seconds: float = 20.0
    #: Tasks given to Ray for each worker: the one that runs, and what it does next.
    tasks_per_worker: int = 2
    #: How often Ray runs a task again whose worker or node was lost.
    retries: int = 5
    #: The backend; by default each node takes its fastest.
    backend: "_Backend | None" = None


@dataclass(frozen=True)
class Progress:
    """How far a count is."""

    n: int
    #: The part of the expected work that is counted, 0 to 1.
    fraction: float
    #: Results received by this driver.
    results: int
    #: Tasks that Ray has, and workers that it has for them.
    tasks: int
    workers: int
    #: Until the end, if the workers stay as they are.
    seconds_left: float | None


@dataclass(frozen=True)
class Result:
    """A count that is complete."""

    n: int
    solutions: int
    units: int
    #: Units that were counted at least twice, with the same result.
    confirmed: int
    #: What all counting took, by whomever.
    core_seconds: float


def run(job: Job, report: Callable[[Progress], None] = lambda progress: None) -> Result:
    """Counts what the ledger lacks.

    Raises LedgerError if the ledger is not in order, ClusterError if there is no cluster or it
    loses task after task, ConflictError if units have results that differ. Whatever happens, the
    ledger has all results so far.
    """
    with Ledger(job.file) as ledger:
        if not ledger.is_complete():
            connect(job.address)
            try:
                _Driver(job, ledger, report).drive()
            finally:
                ray.shutdown()
        solutions = ledger.total()
        status = ledger.status()
    return Result(
        n=status["n"],
        solutions=solutions,
        units=status["units"],
        confirmed=status["confirmed"],
        core_seconds=status["core_seconds"],
    )


def connect(address: str) -> None:
    """Connects to the cluster."""
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    try:
        _knock(address)
        ray.init(address=address, **quiet)
    except (OSError, RuntimeError, ValueError) as error:
        first = str(error).strip().split("\n")[0]
        raise ClusterError(
            f"there is no cluster at '{address}': {first} (accepted are HOST:PORT and 'auto', "
            "both on a machine of the cluster, and 'local' for this machine alone)"
        ) from error


def _knock(address: str) -> None:
    """Fails if nobody listens at an address, which Ray would try for minutes."""
    if address == "auto":
        address = os.environ.get("RAY_ADDRESS", address)
    host, _, port = address.rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host, int(port)), timeout=KNOCK).close()


class _Driver:
    def __init__(self, job: Job, ledger: Ledger, report: Callable[[Progress], None]) -> None:
        self._job = job
        self._ledger = ledger
        self._report = report
        self._header = ledger.header
        left = 1.0 - ledger.status()["fraction"]
        self._packer = Packer(ledger, job.seconds, ledger.cost * left)
        self._tasks: dict[ray.ObjectRef[Any], list[Lease]] = {}
        self._results = 0
        self._lost_in_a_row = 0
        self._count = count.options(
            num_cpus=job.num_cpus,
            num_gpus=job.num_gpus,
            memory=int(job.memory_gb * GB),
            max_retries=job.retries,
        )

    def drive(self) -> None:
        """Counts until nothing is left."""
        workers = _workers(self._job)
        looked = time.monotonic()
        while self._fill(workers):
            self._land()
            self._ledger.beat()
            if time.monotonic() - looked > PATIENCE:
                workers = _workers(self._job)
                looked = time.monotonic()
            self._report(self._progress(workers))

    def _fill(self, workers: int) -> bool:
        """Gives Ray tasks up to the window; false if there is nothing to wait for."""
        window = self._job.tasks_per_worker * max(workers, 1)
        while len(self._tasks) < window:
            pack = self._packer.next(workers)
            if not pack:
                break
            units = [(lease.unit, lease.attempt) for lease in pack]
            task = self._count.remote(self._header, units, self._job.backend)
            self._tasks[task] = pack
        return bool(self._tasks)

    def _land(self) -> None:
        """Waits a little for results, and writes all that are there."""
        if not ray.wait(list(self._tasks), timeout=PATIENCE)[0]:
            return
        ready, _ = ray.wait(list(self._tasks), num_returns=len(self._tasks), timeout=0)
        written: list[str] = []
        try:
            for task in ready:
                pack = self._tasks.pop(task)
                lines, seconds = self._received(task, pack)
                if lines:
                    written += lines
                    self._packer.measured(pack, seconds)
        finally:
            # What came before a task that failed is not lost.
            self._results += len(self._ledger.record(written))

    def _received(
        self, task: "ray.ObjectRef[Any]", pack: list[Lease]
    ) -> tuple[list[str], float]:
        """The results of a task. If it was lost, its units are given back."""
        try:
            lines, seconds = ray.get(task)
        except RayTaskError as error:
            raise ClusterError(f"a worker failed: {_last_line(error)}") from error
        except RayError as error:
            self._ledger.release(pack)
            self._lost_in_a_row += 1
            if self._lost_in_a_row >= LOST_IN_A_ROW:
                raise ClusterError(
                    f"{LOST_IN_A_ROW} tasks in a row were lost: {_last_line(error)}"
                ) from error
            return [], 0.0
        self._lost_in_a_row = 0
        return lines, seconds

    def _progress(self, workers: int) -> Progress:
        left = self._packer.seconds_left
        return Progress(
            n=self._ledger.n,
            fraction=1.0 - self._packer.cost_left / self._ledger.cost,
            results=self._results,
            tasks=len(self._tasks),
            workers=workers,
            seconds_left=left / workers if left is not None and workers else None,
        )


def _workers(job: Job) -> int:
    """How many tasks the cluster can run at once."""
    has: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
    wanted = {"CPU": job.num_cpus, "GPU": job.num_gpus, "memory": job.memory_gb * GB}
    return min(int(has.get(kind, 0) / each) for kind, each in wanted.items() if each)


def _last_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__
