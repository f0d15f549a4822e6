"""The driver: a bounded window of Ray tasks over the open units of a ledger.

It holds no state that matters. Units are leased from the ledger, packed into tasks, and results
go into the ledger as they come. A worker or node that is lost is Ray's business, which runs its
tasks elsewhere; what Ray gives up on, and what fails on a node, is given back to the ledger and
comes again (see `failures`). When the driver itself dies, Ray stops its tasks, and the next driver
finds in the ledger what is missing.
"""

import logging
import os
import socket
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from os import PathLike
from typing import Any

import ray
from ray.exceptions import RayError, RayTaskError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from .._native import Lease, Ledger, parts
from ..errors import ClusterError, LineError
from .failures import Failures
from .packing import Packer
from .worker import Answer, count

GB = 1_000_000_000

# The label by which a node is known to Ray.
NODE = "ray.io/node-id"

# How long the driver waits for a result before it looks at the cluster again, in seconds. Leases
# last much longer without a sign of life.
PATIENCE = 0.5

# How long a machine may take to answer when the driver connects, in seconds.
KNOCK = 10.0

# The driver gives up when so many tasks in a row were lost, each after all of Ray's retries, and
# for so many seconds no result has come.
LOST_IN_A_ROW = 20
SILENCE = 600.0


@dataclass(frozen=True)
class Job:
    """What is to be counted, and where."""

    #: The ledger.
    file: str | PathLike[str]
    #: The address of the cluster; 'auto' finds the one that this machine belongs to, 'local'
    #: starts one on this machine alone.
    address: str = "auto"
    #: What Ray sets aside for a task, which counts on one thread, on graphics cards or on both. By
    #: default a task with CUDA has one GPU, and no other has any.
    num_cpus: float = 1.0
    num_gpus: float | None = None
    memory_gb: float = 0.0
    #: How long a task should take. The first tasks have one unit each.
    seconds: float = 20.0
    #: Tasks given to Ray for each worker: the one that runs, and what it does next.
    tasks_per_worker: int = 2
    #: How often Ray runs a task again whose worker or node was lost.
    retries: int = 5
    #: The backend; by default each node takes the fastest vector unit of its processor.
    backend: str | None = None

    @property
    def gpus(self) -> float:
        """The GPUs of a task."""
        if self.num_gpus is not None:
            return self.num_gpus
        names = parts(self.backend) if self.backend is not None else []
        return float(any(name.startswith("cuda") for name in names))


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
    #: What failed since the last report, a line each.
    troubles: tuple[str, ...] = ()


@dataclass(frozen=True)
class Result:
    """A count that is complete."""

    n: int
    solutions: int
    units: int
    #: Units that were counted at least twice, with the same result.
    confirmed: int
    #: CPU seconds of all results for which CPU time was measured, by whomever they were counted.
    cpu_seconds: float
    #: Wall seconds of the others, such as those of GPUs.
    wall_seconds: float


def run(job: Job, report: Callable[[Progress], None] = lambda progress: None) -> Result:
    """Counts what the ledger lacks.

    Raises LedgerError if the ledger is not in order, ClusterError if there is no cluster, if no
    node of it can count or if units could not be counted on any, ConflictError if units have
    results that differ. Whatever happens, the ledger has all results so far.
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
        cpu_seconds=status["cpu_seconds"],
        wall_seconds=status["wall_seconds"],
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
        self._n = ledger.n
        left = 1.0 - ledger.status()["fraction"]
        self._failures = Failures()
        self._packer = Packer(
            ledger, job.seconds, ledger.cost * left, alone=self._failures.has_failed
        )
        self._tasks: dict[ray.ObjectRef[Any], list[Lease]] = {}
        self._results = 0
        self._lost_in_a_row = 0
        self._last_result = time.monotonic()
        self._troubles: list[str] = []
        self._nodes = Nodes(job)
        self._needs: dict[str, Any] = {
            "num_cpus": job.num_cpus,
            "num_gpus": job.gpus,
            "memory": int(job.memory_gb * GB),
            "max_retries": job.retries,
        }

    def drive(self) -> None:
        """Counts until nothing is left."""
        looked = time.monotonic()
        while self._fill():
            self._land()
            self._ledger.beat()
            if time.monotonic() - looked > PATIENCE:
                self._nodes.look()
                looked = time.monotonic()
            self._report(self._progress())
        if self._failures.left and not self._ledger.is_complete():
            raise ClusterError(f"{self._failures}; the same command tries them again")

    def _workers(self) -> int:
        return self._nodes.workers(self._failures.set_aside)

    def _fill(self) -> bool:
        """Gives Ray tasks up to the window; false if there is nothing to wait for."""
        workers = self._workers()
        window = self._job.tasks_per_worker * max(workers, 1)
        while len(self._tasks) < window:
            pack = self._packer.next(workers)
            if not pack:
                break
            units = [(lease.unit, lease.attempt) for lease in pack]
            task = count.options(**self._needs, **self._placed(pack))
            self._tasks[task.remote(self._header, units, self._job.backend)] = pack
        return bool(self._tasks)

    def _placed(self, pack: list[Lease]) -> dict[str, Any]:
        """Where a task may run: not where its unit has failed, nor on nodes that are set aside."""
        other = self._failures.other_node(pack, self._nodes.alive)
        if other is not None:
            return {"scheduling_strategy": NodeAffinitySchedulingStrategy(other, soft=True)}
        bad = self._failures.set_aside.keys() & self._nodes.alive.keys()
        return {"label_selector": {NODE: f"!in({','.join(sorted(bad))})"}} if bad else {}

    def _land(self) -> None:
        """Waits a little for results, and writes all that are there."""
        if not ray.wait(list(self._tasks), timeout=PATIENCE)[0]:
            return
        ready, _ = ray.wait(list(self._tasks), num_returns=len(self._tasks), timeout=0)
        failed: list[tuple[list[Lease], Answer]] = []
        for task in ready:
            pack = self._tasks.pop(task)
            answer = self._taken(pack, self._answer(task))
            if answer.why is not None:
                failed.append((pack, answer))
        # What came beside a task that failed is not lost.
        for pack, answer in failed:
            self._failed(pack, answer.node, answer.why or "")

    def _answer(self, task: "ray.ObjectRef[Any]") -> Answer:
        """What a task says, or what Ray says of it."""
        try:
            return Answer(*ray.get(task))
        except RayTaskError as error:
            return Answer([], 0.0, self._nodes.at(getattr(error, "ip", "")), _last_line(error))
        except RayError as error:
            return Answer([], 0.0, None, _last_line(error))

    def _taken(self, pack: list[Lease], answer: Answer) -> Answer:
        """Writes the results of a task, if they are what was asked for."""
        if answer.why is not None:
            return answer
        answered = sorted(line.partition(" ")[0] for line in answer.lines)
        if answered != sorted(lease.unit for lease in pack):
            return answer._replace(why="it answered for other units than it was asked for")
        try:
            self._results += len(self._ledger.record(answer.lines))
        except LineError as error:
            return answer._replace(why=str(error))
        self._packer.measured(pack, answer.seconds)
        if answer.node is not None:
            self._failures.succeeded(answer.node)
        self._lost_in_a_row = 0
        self._last_result = time.monotonic()
        return answer

    def _failed(self, pack: list[Lease], node: str | None, why: str) -> None:
        """Gives units back that were not counted. Those that are left are held until the end."""
        before = set(self._failures.set_aside)
        again = self._failures.failed(pack, node, why)
        self._ledger.release(again)
        self._packer.dropped([lease for lease in pack if lease not in again])
        units = pack[0].unit if len(pack) == 1 else f"{pack[0].unit} and {len(pack) - 1} more units"
        place = f" on {self._nodes.name(node)}" if node else ""
        self._troubles.append(f"a task failed{place}, {units}: {why}")
        for bad in self._failures.set_aside.keys() - before:
            self._troubles.append(f"{self._nodes.name(bad)} is set aside: {why}")
        if node is None:
            self._lost(why)
        if self._failures.set_aside and not self._workers():
            reasons = [
                f"{self._nodes.name(node)}: {why}"
                for node, why in self._failures.set_aside.items()
            ]
            raise ClusterError(f"no machine of the cluster can count: {', '.join(reasons)}")

    def _lost(self, why: str) -> None:
        """Gives up if the cluster loses all that it is given."""
        self._lost_in_a_row += 1
        silent = time.monotonic() - self._last_result
        if self._lost_in_a_row >= LOST_IN_A_ROW and silent >= SILENCE:
            raise ClusterError(f"{self._lost_in_a_row} tasks in a row were lost: {why}")

    def _progress(self) -> Progress:
        left = self._packer.seconds_left
        workers = self._workers()
        troubles = tuple(self._troubles)
        self._troubles.clear()
        return Progress(
            n=self._n,
            fraction=1.0 - self._packer.cost_left / self._ledger.cost,
            results=self._results,
            tasks=len(self._tasks),
            workers=workers,
            seconds_left=left / workers if left is not None and workers else None,
            troubles=troubles,
        )


class Nodes:
    """The nodes of the cluster."""

    def __init__(self, job: Job) -> None:
        self._wanted = {"CPU": job.num_cpus, "GPU": job.gpus, "memory": job.memory_gb * GB}
        #: Those that are there, by Ray's names for them.
        self.alive: dict[str, dict[str, Any]] = {}
        self._names: dict[str, str] = {}
        self.look()

    def look(self) -> None:
        """Sees which nodes are there."""
        nodes: list[dict[str, Any]] = ray.nodes()  # type: ignore[no-untyped-call]
        self.alive = {node["NodeID"]: node for node in nodes if node["Alive"]}
        for node, about in self.alive.items():
            self._names[node] = f"{about['NodeManagerHostname']} (node {node[:8]})"

    def workers(self, without: Collection[str]) -> int:
        """How many tasks can run at once beside these."""
        return sum(self._room(about) for node, about in self.alive.items() if node not in without)

    def _room(self, about: dict[str, Any]) -> int:
        has: dict[str, float] = about["Resources"]
        return min(int(has.get(kind, 0) / each) for kind, each in self._wanted.items() if each)

    def name(self, node: str) -> str:
        """A node as people know it."""
        return self._names.get(node, f"node {node[:8]}")

    def at(self, address: str) -> str | None:
        """The node of an address, if only one has it."""
        nodes = [n for n, about in self.alive.items() if about["NodeManagerAddress"] == address]
        return nodes[0] if len(nodes) == 1 else None


def _last_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__
