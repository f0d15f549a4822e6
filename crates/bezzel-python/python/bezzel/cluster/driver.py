"""The driver: a bounded window of Ray tasks over the open units of a ledger.

The driver leases units from the ledger, packs them into tasks and stores results as they arrive.
It keeps no other state. If a worker or node is lost, Ray runs its tasks elsewhere. Units of tasks
that fail or that Ray gives up are released and leased again. A node on which tasks keep failing gets
no more of them, and the driver stops if tasks keep failing on the cluster. If the driver dies, Ray
stops its tasks, and the next driver counts the remaining units of the ledger.
"""

import contextlib
import logging
import os
import socket
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from os import PathLike
from typing import Any

import ray
from ray.exceptions import RayError, RayTaskError

from .._native import Lease, Ledger, uses_cuda
from ..errors import ClusterError, LineError
from .counted import counted
from .packing import Packer
from .worker import Answer, count

# Ray's label for the id of a node.
NODE_LABEL = "ray.io/node-id"

# Running and waiting tasks per worker.
TASKS_PER_WORKER = 2

# Number of times that Ray repeats a task whose worker or node was lost.
RETRIES = 5

# Time to wait for a result before looking at the cluster again.
WAIT_SECONDS = 0.5

# Time limit for a connection to the cluster.
CONNECT_TIMEOUT_SECONDS = 10.0

# Consecutive failed tasks after which a node gets no more of them.
MAX_FAILURES_OF_NODE = 3

# Consecutive failed tasks after which the driver stops. If the dashboard of the driver's node crashes,
# its raylet ends with it, and every task is lost at once.
MAX_FAILURES_IN_A_ROW = 20


@dataclass(frozen=True)
class Job:
    """A ledger to count and the cluster to count it on."""

    #: The ledger.
    file: str | PathLike[str]
    #: The address of the cluster, for a program that is not connected to one: 'auto' for the one of this
    #: machine, 'local' to start one on this machine only.
    address: str = "auto"
    #: Resources that Ray reserves for a task, which counts on one thread, on GPUs or on both. By
    #: default, a task that uses CUDA reserves one GPU.
    num_cpus: float = 1.0
    num_gpus: float | None = None
    #: Duration of a task. The first tasks have one unit each.
    seconds: float = 20.0
    #: The backends; by default the fastest CPU backend of each node.
    backend: str | None = None

    @property
    def gpus(self) -> float:
        """The number of GPUs reserved for a task."""
        if self.num_gpus is not None:
            return self.num_gpus
        return float(self.backend is not None and uses_cuda(self.backend))


@dataclass(frozen=True)
class Progress:
    """The progress of a count."""

    n: int
    #: Fraction of the expected cost that is counted, 0 to 1.
    fraction: float
    #: Results received by this driver.
    results: int
    #: Tasks given to Ray, and workers of the cluster.
    tasks: int
    workers: int
    #: Expected time to the end with the current workers.
    seconds_left: float | None
    #: Failures since the last report, one line each.
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Result:
    """A complete count."""

    n: int
    solutions: int
    units: int
    #: Units with at least two equal results.
    confirmed: int
    #: CPU seconds of all results in the ledger whose CPU time was measured.
    cpu_seconds: float
    #: Wall seconds of the other results, such as results of GPUs.
    wall_seconds: float


def run(job: Job, report: Callable[[Progress], None] = lambda progress: None) -> Result:
    """Counts the remaining units of a ledger.

    If this program is connected to a cluster (`ray.init`), the count uses that connection and leaves
    it open. Otherwise it connects to the address of the job, and disconnects at the end.

    Raises LedgerError if the ledger fails a check, ClusterError if there is no cluster or tasks keep
    failing, and ConflictError if results of a unit differ. All results received until then are in the
    ledger.
    """
    with Ledger(job.file) as ledger:
        if not ledger.is_complete():
            with connection(job.address):
                driver = _Driver(job, ledger, report)
                try:
                    driver.drive()
                finally:
                    driver.cancel()
        solutions = ledger.total()
        status = ledger.status()
    return Result(
        n=status["n"],
        solutions=solutions,
        units=status["units"],
        confirmed=status["confirmed"],
        cpu_seconds=status["cpu_seconds"],
        wall_seconds=status["wall_seconds"],
    )


@contextlib.contextmanager
def connection(address: str) -> Iterator[None]:
    """Connects to the cluster, unless this program is connected to one already."""
    if ray.is_initialized():
        yield
        return
    connect(address)
    try:
        yield
    finally:
        ray.shutdown()


def connect(address: str) -> None:
    """Connects to the cluster."""
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    try:
        _check_reachable(address)
        ray.init(address=address, **quiet)
    except (OSError, RuntimeError, ValueError) as error:
        first = str(error).strip().split("\n")[0]
        raise ClusterError(
            f"no cluster at '{address}': {first} (expected HOST:PORT or 'auto', both on a machine "
            "of the cluster, or 'local' for this machine only)"
        ) from error


def _check_reachable(address: str) -> None:
    """Fails if nothing listens at an address, which Ray would try for minutes."""
    if address == "auto":
        address = os.environ.get("RAY_ADDRESS", address)
    host, _, port = address.rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host, int(port)), timeout=CONNECT_TIMEOUT_SECONDS).close()


class _Driver:
    def __init__(self, job: Job, ledger: Ledger, report: Callable[[Progress], None]) -> None:
        self._job = job
        self._ledger = ledger
        self._report = report
        self._header = ledger.header
        self._n = ledger.n
        left = 1.0 - ledger.status()["fraction"]
        self._packer = Packer(ledger, job.seconds, ledger.cost * left)
        self._tasks: dict[ray.ObjectRef[Any], list[Lease]] = {}
        self._results = 0
        #: Failed tasks since the last result, on each node and in all.
        self._failed_on: Counter[str] = Counter()
        self._failed_in_a_row = 0
        self._warnings: list[str] = []
        self._nodes = Nodes(job)
        self._needs: dict[str, Any] = {
            "num_cpus": job.num_cpus,
            "num_gpus": job.gpus,
            "max_retries": RETRIES,
        }

    def drive(self) -> None:
        """Counts until no unit is left."""
        looked = time.monotonic()
        while self._fill():
            self._collect()
            self._ledger.refresh()
            if time.monotonic() - looked > WAIT_SECONDS:
                self._nodes.refresh()
                looked = time.monotonic()
            self._report(self._progress())

    def cancel(self) -> None:
        """Cancels the remaining tasks, which Ray would run as long as this program is connected."""
        for task in self._tasks:
            ray.cancel(task)

    def _excluded(self) -> set[str]:
        return {node for node, times in self._failed_on.items() if times >= MAX_FAILURES_OF_NODE}

    def _workers(self) -> int:
        return self._nodes.workers(self._excluded())

    def _fill(self) -> bool:
        """Fills the window with tasks; returns False if no task is running."""
        workers = self._workers()
        window = TASKS_PER_WORKER * max(workers, 1)
        while len(self._tasks) < window:
            leases = self._packer.next(workers)
            if not leases:
                break
            units = [lease.unit for lease in leases]
            task = count.options(**self._needs, **self._placement())
            self._tasks[task.remote(self._header, units, self._job.backend)] = leases
        return bool(self._tasks)

    def _placement(self) -> dict[str, Any]:
        """Keeps a task off excluded nodes."""
        bad = self._excluded() & self._nodes.alive.keys()
        return {"label_selector": {NODE_LABEL: f"!in({','.join(sorted(bad))})"}} if bad else {}

    def _collect(self) -> None:
        """Waits up to 0.5 s for results and stores those that have arrived."""
        if not ray.wait(list(self._tasks), timeout=WAIT_SECONDS)[0]:
            return
        ready, _ = ray.wait(list(self._tasks), num_returns=len(self._tasks), timeout=0)
        failed: list[tuple[list[Lease], Answer]] = []
        for task in ready:
            leases = self._tasks.pop(task)
            answer = self._store(leases, self._answer(task))
            if answer.why is not None:
                failed.append((leases, answer))
        # Failures come last, so that the results of other tasks are stored even if this raises.
        for leases, answer in failed:
            self._failed(leases, answer)

    def _answer(self, task: "ray.ObjectRef[Any]") -> Answer:
        """Returns the answer of a task, or the error that Ray reports for it."""
        try:
            return Answer(*ray.get(task))
        except RayTaskError as error:
            return Answer([], 0.0, self._nodes.at(getattr(error, "ip", "")), _last_line(error))
        except RayError as error:
            return Answer([], 0.0, None, _last_line(error))

    def _store(self, leases: list[Lease], answer: Answer) -> Answer:
        """Stores the results of a task if they belong to its units."""
        if answer.why is not None:
            return answer
        answered = sorted(_unit(line) for line in answer.lines)
        if answered != sorted(lease.unit for lease in leases):
            return answer._replace(why="expected results of its units, found those of others")
        try:
            self._results += len(self._ledger.record(answer.lines))
        except LineError as error:
            return answer._replace(why=str(error))
        self._packer.measured(leases, answer.seconds)
        if answer.node is not None:
            del self._failed_on[answer.node]
        self._failed_in_a_row = 0
        return answer

    def _failed(self, leases: list[Lease], answer: Answer) -> None:
        """Releases the units of a failed task, and stops if tasks keep failing."""
        self._ledger.release(leases)
        node = answer.node
        units = leases[0].unit
        if len(leases) > 1:
            units += f" and {counted(len(leases) - 1, 'more unit')}"
        place = f" on {self._nodes.name(node)}" if node else ""
        failure = f"task failed{place}, {units}: {answer.why}"
        self._warnings.append(f"a {failure}")
        # Many tasks may run on a node when it is excluded, and their failures say nothing about other nodes.
        if node in self._excluded():
            return
        self._failed_in_a_row += 1
        if node is not None:
            self._failed_on[node] += 1
        if node in self._excluded():
            self._warnings.append(f"{self._nodes.name(node)} is excluded: {answer.why}")
            if not self._workers():
                raise ClusterError(f"no machine of the cluster can count; the last {failure}")
        if self._failed_in_a_row >= MAX_FAILURES_IN_A_ROW:
            failed = counted(self._failed_in_a_row, "task")
            raise ClusterError(f"{failed} failed in a row; the last {failure}")

    def _progress(self) -> Progress:
        left = self._packer.seconds_left
        workers = self._workers()
        warnings = tuple(self._warnings)
        self._warnings.clear()
        return Progress(
            n=self._n,
            fraction=1.0 - self._packer.cost_left / self._ledger.cost,
            results=self._results,
            tasks=len(self._tasks),
            workers=workers,
            seconds_left=left / workers if left is not None and workers else None,
            warnings=warnings,
        )


class Nodes:
    """The nodes of the cluster."""

    def __init__(self, job: Job) -> None:
        self._wanted = {"CPU": job.num_cpus, "GPU": job.gpus}
        #: The nodes that are alive, by Ray's ids.
        self.alive: dict[str, dict[str, Any]] = {}
        self._names: dict[str, str] = {}
        self.refresh()

    def refresh(self) -> None:
        """Updates the list of nodes."""
        nodes: list[dict[str, Any]] = ray.nodes()  # type: ignore[no-untyped-call]
        self.alive = {node["NodeID"]: node for node in nodes if node["Alive"]}
        for node, info in self.alive.items():
            self._names[node] = f"{info['NodeManagerHostname']} (node {node[:8]})"

    def workers(self, without: Collection[str]) -> int:
        """Returns the number of tasks that can run at the same time without these nodes."""
        return sum(self._room(info) for node, info in self.alive.items() if node not in without)

    def _room(self, info: dict[str, Any]) -> int:
        has: dict[str, float] = info["Resources"]
        return min(int(has.get(kind, 0) / each) for kind, each in self._wanted.items() if each)

    def name(self, node: str) -> str:
        """Returns the host name and short id of a node."""
        return self._names.get(node, f"node {node[:8]}")

    def at(self, address: str) -> str | None:
        """Returns the node with this address, if there is exactly one."""
        nodes = [n for n, info in self.alive.items() if info["NodeManagerAddress"] == address]
        return nodes[0] if len(nodes) == 1 else None


def _unit(line: str) -> str:
    """Returns the unit of a result: the word after `u` and the two of the plan."""
    words = line.split(maxsplit=4)
    return words[3] if len(words) > 3 else ""


def _last_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__
