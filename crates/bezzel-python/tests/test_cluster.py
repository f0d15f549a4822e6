"""Counts on a cluster of two nodes with failures of each part.

Every count must give the published value, with exactly one result for each unit in the ledger.
The slowest backend leaves enough time for the failures.
"""

import contextlib
import hashlib
import itertools
import logging
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import bezzel
import pytest
from bezzel import errors
from bezzel.cluster import Ledger, driver, work
from bezzel.cluster.__main__ import main
from bezzel.cluster.driver import Job, Progress, run
from conftest import HANG_TIMEOUT, PUBLISHED, until

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

import ray  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy  # noqa: E402

COMMAND = [sys.executable, "-m", "bezzel.cluster", "run"]
FAST = ["--seconds", "0.1", "--backend", "portable"]


class Nodes:
    """Two nodes of one CPU each. The drivers connect to the first."""

    def __init__(self) -> None:
        # By default Ray takes 15 s to notice that a node is gone.
        config = {"health_check_period_ms": 200, "health_check_failure_threshold": 3}
        # By default workers have the a low priority: they hardly run on a busy machine.
        config |= {"worker_niceness": 0}
        head = {"num_cpus": 1, "include_dashboard": False, "_system_config": config}
        # Nothing reads their output, and each is a Python process that looks for work all the time.
        head |= {"no_monitor": True, "include_log_monitor": False}
        self.cluster = Cluster(initialize_head=True, head_node_args=head)
        self.add()

    @property
    def address(self) -> str:
        return str(self.cluster.address)

    def add(self) -> None:
        self.second = self.cluster.add_node(num_cpus=1)

    @contextlib.contextmanager
    def bad_one(self, package: Path) -> Iterator[None]:
        """Adds a third node with a worker, which imports another package as bezzel."""
        node = self.cluster.add_node(num_cpus=1, env_vars={"PYTHONPATH": str(package)})
        try:
            self.start_worker(node.node_id)
            yield
        finally:
            self.cluster.remove_node(node, allow_graceful=False)

    def start_worker(self, node: str) -> None:
        """Waits for a worker on a node. The workers of other nodes might count all units meanwhile."""
        there = NodeAffinitySchedulingStrategy(node, soft=False)
        ray.get(ray.remote(lambda: None).options(scheduling_strategy=there).remote())

    def add_with_worker(self) -> None:
        self.add()
        self.start_worker(self.second.node_id)

    def remove(self) -> None:
        """Removes the second node, and waits until Ray reports that."""
        self.cluster.remove_node(self.second, allow_graceful=False)
        until("a node is gone", lambda: self.second.node_id not in alive())

    def kill_if_counting(self) -> bool:
        """Kills a worker if one is counting."""
        nodes = [self.cluster.head_node, self.second]
        parents = {node.all_processes["raylet"][0].process.pid for node in nodes}
        for process in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                # Parent and title; Ray sets the title to the running function.
                parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
                title = (process / "cmdline").read_bytes()
                if parent in parents and title.startswith(b"ray::count"):
                    os.kill(int(process.name), signal.SIGKILL)
                    return True
        return False


def alive() -> set[str]:
    nodes: list[dict[str, Any]] = ray.nodes()  # type: ignore[no-untyped-call]
    return {node["NodeID"] for node in nodes if node["Alive"]}


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    nodes = Nodes()
    yield nodes
    nodes.cluster.shutdown()  # type: ignore[no-untyped-call]


@pytest.fixture(scope="module")
def connected(nodes: Nodes) -> Iterator[None]:
    """A connection that the counts of this process share, and so the workers: each imports Ray."""
    ray.init(address=nodes.address, log_to_driver=False, logging_level=logging.ERROR)
    yield
    ray.shutdown()


def on_cluster(test: Callable[..., None]) -> Callable[..., None]:
    """Marks a test that takes long and shares the connection."""
    pytest.mark.usefixtures("connected")(pytest.mark.long(test))
    return test


def created(folder: Path, n: int) -> Path:
    file = folder / f"q{n}.bezzel"
    Ledger.create(file, n).close()
    return file


def lines(file: Path) -> list[list[str]]:
    """Returns the words of each result in a ledger to which others may write."""
    whole = [line for line in file.read_text().splitlines(keepends=True) if line.endswith("\n")]
    return [line.split() for line in whole if line.startswith("u ")]


def results(file: Path) -> int:
    return len(lines(file))


def until_counted(file: Path, enough: int, process: subprocess.Popen[bytes]) -> None:
    """Waits until a ledger has enough results or the driver has ended."""
    until(
        f"there are {enough} results",
        lambda: results(file) >= enough or process.poll() is not None,
    )


def assert_complete(file: Path) -> None:
    """Checks the total and that each unit has one result."""
    with Ledger(file) as ledger:
        assert ledger.total() == PUBLISHED[ledger.n]
        status = ledger.status()
    assert status["counted_once"] == status["units"]
    units = [words[3] for words in lines(file)]
    assert len(units) == len(set(units)) == status["units"]


def assert_counted(job: Job, report: Callable[[Progress], None] = lambda progress: None) -> None:
    """Runs a job, and checks its result and its ledger."""
    result = run(job, report)
    assert result.solutions == PUBLISHED[result.n]
    assert_complete(Path(job.file))


def slow(file: Path, nodes: Nodes, **options: Any) -> Job:
    return Job(file, address=nodes.address, seconds=0.1, backend="portable", **options)


class Script:
    """A list of actions, each run once the count has enough results and the given workers.

    An action that returns False is tried again at the next report: the driver waits meanwhile.
    """

    def __init__(self, *acts: tuple[int, int, Callable[[], bool | None]]) -> None:
        self.acts = list(acts)

    def __call__(self, progress: Progress) -> None:
        if self.acts:
            results, workers, act = self.acts[0]
            is_due = progress.results >= results and progress.workers == workers
            if is_due and act() is not False:
                self.acts.pop(0)


def nothing() -> None:
    """Does nothing."""


def test_two_nodes(tmp_path: Path, nodes: Nodes) -> None:
    """Each connects, counts and disconnects."""
    q16 = created(tmp_path, 16)
    assert not ray.is_initialized()
    reports: list[Progress] = []
    # A pack takes 1 s, which is many units even on a slow or busy machine.
    job = Job(q16, address=nodes.address, seconds=1.0, backend="portable")
    assert_counted(job, reports.append)
    assert not ray.is_initialized()
    assert {report.workers for report in reports} == {2}
    # A bounded window, and packs of several units.
    assert max(report.tasks for report in reports) <= 4
    counted = [0, *(report.results for report in reports)]
    assert max(after - before for before, after in itertools.pairwise(counted)) > 1
    assert reports[-1].fraction == pytest.approx(1)


@pytest.mark.long
def test_the_driver_is_killed(tmp_path: Path, nodes: Nodes) -> None:
    q18 = created(tmp_path, 18)
    command = [*COMMAND, str(q18), "--address", "auto", *FAST]
    environment = {**os.environ, "RAY_ADDRESS": nodes.address}
    for enough in (10, 30):
        with subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as process:
            until_counted(q18, enough, process)
            process.kill()
            assert process.communicate()[0] == b""
        assert process.returncode == -signal.SIGKILL
        assert results(q18) >= enough
    assert results(q18) < 256
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=HANG_TIMEOUT
    )
    assert (done.returncode, done.stdout) == (0, f"{PUBLISHED[18]}\n")
    assert "18 queens: 256 units, 0 of them confirmed" in done.stderr
    assert_complete(q18)


@pytest.mark.long
def test_ctrl_c_keeps_all_results(tmp_path: Path, nodes: Nodes) -> None:
    # Too large to end before the signal comes, however late that is.
    q21 = created(tmp_path, 21)
    command = [*COMMAND, str(q21), "--address", nodes.address, *FAST]
    for enough in (2, 4):
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            until_counted(q21, enough, process)
            process.send_signal(signal.SIGINT)
            out, said = process.communicate(timeout=HANG_TIMEOUT)
        assert (process.returncode, out) == (130, b"")
        says = f"interrupted: results are in {q21}; run the same command to resume\n"
        assert said.decode().endswith(says)
        with Ledger(q21) as ledger:
            status = ledger.status()
        assert status["leased"] == 0 and enough <= status["counted_once"] < status["units"]


@on_cluster
def test_a_connection_is_used_and_left_open(tmp_path: Path, nodes: Nodes) -> None:
    job = ray.get_runtime_context().get_job_id()
    for address in ("auto", nodes.address):
        file = created(tmp_path, 12)
        assert_counted(Job(file, address=address))
        assert ray.get_runtime_context().get_job_id() == job
        file.unlink()


@on_cluster
def test_no_task_is_left_on_a_connection(
    tmp_path: Path, nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tasks that run, and those that wait for a worker, end with the count."""
    running = tmp_path / "running"
    running.mkdir()

    def counting(header: str, units: list[str], backend: str) -> None:
        file = running / units[0]
        try:
            file.touch()
            # It runs until it is cancelled, which ends it between two statements only.
            while True:
                time.sleep(0.01)
        finally:
            file.unlink(missing_ok=True)

    def free(kind: str) -> float:
        available: dict[str, float] = ray.available_resources()  # type: ignore[no-untyped-call]
        return available.get(kind, 0)

    def stop(progress: Progress) -> None:
        assert progress.tasks == 4
        until("two tasks run", lambda: len(list(running.iterdir())) == 2)
        raise InterruptedError

    monkeypatch.setattr(driver, "count", ray.remote(counting))
    file = created(tmp_path, 12)
    with pytest.raises(InterruptedError):
        run(slow(file, nodes), stop)
    until("no task runs", lambda: not any(running.iterdir()))
    until("all CPUs are free", lambda: free("CPU") == 2)
    with Ledger(file) as ledger:
        assert ledger.status()["leased"] == 0


@on_cluster
@pytest.mark.parametrize("retries", [driver.RETRIES, 0])
def test_workers_are_killed(
    retries: int, tmp_path: Path, nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Units of tasks that Ray gives up are released and leased again."""
    q18 = created(tmp_path, 18)
    script = Script(*((count, 2, nodes.kill_if_counting) for count in (20, 60, 100)))
    monkeypatch.setattr(driver, "RETRIES", retries)
    assert_counted(slow(q18, nodes), script)
    assert script.acts == []


@on_cluster
def test_a_node_is_removed_and_added(
    tmp_path: Path, nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    q18 = created(tmp_path, 18)
    # The driver sees a change in the report after it.
    monkeypatch.setattr(driver, "WAIT_SECONDS", 0.05)
    script = Script((40, 2, nodes.remove), (60, 1, nodes.add_with_worker), (60, 2, nothing))
    assert_counted(slow(q18, nodes), script)
    assert script.acts == []


@on_cluster
def test_ray_reserves_the_resources_of_a_task(tmp_path: Path, nodes: Nodes) -> None:
    for needs, workers in (
        ({"num_cpus": 0.5}, 4),
        ({"num_gpus": 1.0}, 0),
    ):
        file = created(tmp_path, 12)
        reports: list[Progress] = []

        def stop_if_idle(progress: Progress) -> None:
            reports.append(progress)
            if not progress.workers:
                raise InterruptedError

        job = slow(file, nodes, **needs)
        if workers:
            assert_counted(job, stop_if_idle)
        else:
            with pytest.raises(InterruptedError):
                run(job, stop_if_idle)
        assert {report.workers for report in reports} == {workers}
        file.unlink()


@pytest.mark.long
def test_a_task_has_a_gpu_if_it_counts_with_cuda(tmp_path: Path) -> None:
    def gpus(backend: str | None, asked: float | None = None) -> float:
        return Job(tmp_path, backend=backend, num_gpus=asked).gpus

    assert [gpus(None), gpus("avx2"), gpus("portable")] == [0, 0, 0]
    assert [gpus("cuda"), gpus("avx2,cuda"), gpus("cuda", 0.5), gpus("cuda", 0)] == [1, 1, 0.5, 0]
    with pytest.raises(errors.UnknownNameError, match="'avx3'"):
        gpus("avx3")


@on_cluster
def test_tasks_with_cuda_go_where_gpus_are(
    tmp_path: Path,
    nodes: Nodes,
    monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ray takes the number of GPUs from the node; here the CPU counts in their place."""
    seen = tmp_path / "seen"

    def counting(header: str, units: list[str], backend: str) -> tuple[object, ...]:
        node = ray.get_runtime_context().get_node_id()
        with seen.open("a") as tasks:
            tasks.write(f"{node} {backend} {os.environ['CUDA_VISIBLE_DEVICES']}\n")
        return work(header, units, backend="portable"), 0.1, node, None

    monkeypatch.setattr(driver, "count", ray.remote(counting))
    node = nodes.cluster.add_node(num_cpus=2, num_gpus=1)
    try:
        for asked, workers in ((None, 1), (0.5, 2)):
            file = created(tmp_path, 16)
            job = Job(file, address=nodes.address, seconds=0.1, backend="cuda", num_gpus=asked)
            reports: list[Progress] = []
            assert_counted(job, reports.append)
            assert reports[-1].workers == workers
            assert set(seen.read_text().splitlines()) == {f"{node.node_id} cuda 0"}
            file.unlink()
            seen.unlink()
    finally:
        nodes.cluster.remove_node(node, allow_graceful=False)


@on_cluster
def test_the_driver_stops_when_all_tasks_are_lost(
    tmp_path: Path, nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    q19 = created(tmp_path, 19)
    monkeypatch.setattr(driver, "RETRIES", 0)
    monkeypatch.setattr(driver, "MAX_FAILURES_IN_A_ROW", 1)
    script = Script((40, 2, nodes.kill_if_counting))
    with pytest.raises(errors.ClusterError, match="1 task failed in a row; .*, n19-.*: .*worker died"):
        run(slow(q19, nodes), script)
    with Ledger(q19) as ledger:
        status = ledger.status()
    assert status["leased"] == 0 and 40 <= status["counted_once"] < status["units"]


@on_cluster
def test_a_cluster_that_cannot_count_is_reported(tmp_path: Path, nodes: Nodes) -> None:
    file = created(tmp_path, 12)
    job = Job(file, address=nodes.address, backend="cuda:4000000", num_gpus=0)
    why = r"on .* \(node [0-9a-f]{8}\), n12-.*: cuda:4000000: "
    with pytest.raises(errors.ClusterError, match=f"no machine .* can count; .*{why}"):
        run(job)
    with Ledger(file) as ledger:
        assert ledger.status()["leased"] == 0


@on_cluster
def test_one_bad_node_is_excluded(tmp_path: Path, nodes: Nodes) -> None:
    """Otherwise it would fail many tasks while the others count one."""
    package = tmp_path / "bezzel"
    package.mkdir()
    real = str(Path(bezzel.__file__).parent)
    (package / "__init__.py").write_text(f"__path__.append({real!r})\n")
    # It is read by each task, so that all counts share the worker.
    fault = tmp_path / "fault.py"
    (package / "cluster.py").write_text(
        "from runpy import run_path\n"
        "def work(*a, **k):\n"
        f"    return run_path({str(fault)!r})['work'](*a, **k)\n"
    )
    with nodes.bad_one(tmp_path):
        for body, why in (
            ("raise ImportError('no libstdc++ here')", "no libstdc++ here"),
            ("return ['spoilt'.join(line.split('direct')) for line in count(*a, **k)]", "damaged"),
            ("return count(*a, **k)[1:]", "expected results of its units"),
        ):
            fault.write_text(
                f"from bezzel._native import work as count\ndef work(*a, **k):\n    {body}\n"
            )
            file = created(tmp_path, 18)
            warnings: list[str] = []
            assert_counted(slow(file, nodes), lambda progress: warnings.extend(progress.warnings))
            excluded = [warning for warning in warnings if "is excluded: " in warning]
            assert len(excluded) == 1 and why in excluded[0], warnings
            failed = f"a task failed on {excluded[0].partition(' is excluded')[0]}, n18-a"
            assert all(failed in warning for warning in warnings if warning not in excluded)
            assert len(warnings) < 20
            file.unlink()


@on_cluster
def test_a_unit_that_always_fails_stops_the_count(
    tmp_path: Path, nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    q16 = created(tmp_path, 16)
    with Ledger(q16) as ledger:
        bad = ledger.lease(3)[2].unit

    def failing(header: str, units: list[str], backend: None) -> tuple[object, ...]:
        if bad in units:
            raise RuntimeError("the device is gone")
        return work(header, units), 0.1, ray.get_runtime_context().get_node_id(), None

    monkeypatch.setattr(driver, "count", ray.remote(failing))
    with pytest.raises(errors.ClusterError, match=f"20 tasks failed in a row; .*, {bad}: .*gone"):
        run(slow(q16, nodes))
    monkeypatch.undo()
    assert_counted(slow(q16, nodes))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["FILE", "--address", "127.0.0.1:1"], "no cluster at '127.0.0.1:1': .*refused"),
        (["FILE", "--address", "somewhere"], "no cluster at 'somewhere': Invalid address"),
        (["missing", "--address", "local"], "missing"),
        (["FILE", "--seconds", "0"], "expected a positive number, found '0'"),
        (["FILE", "--num-gpus", "nan"], "expected a positive number, found 'nan'"),
        (["FILE", "--backend", "avx3"], "'avx3' .*portable, neon, avx2, avx512"),
        ([], "the following arguments are required: FILE"),
    ],
)
def test_bad_input_gets_one_line(
    arguments: list[str],
    says: str,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = created(tmp_path, 12)
    monkeypatch.chdir(tmp_path)
    arguments = [str(file) if argument == "FILE" else argument for argument in arguments]
    if "--address" in arguments:
        # This process may be connected already.
        code = subprocess.run(COMMAND + arguments, timeout=HANG_TIMEOUT).returncode
    else:
        with pytest.raises(SystemExit) as raised:
            main(["run", *arguments])
        code = raised.value.code  # type: ignore[assignment]
    out, said = capfd.readouterr()
    assert (code, out) == (2, "")
    assert said.startswith("error: ") and said.count("\n") == 1
    assert re.search(says, said), said


def test_a_complete_ledger_needs_no_cluster(tmp_path: Path) -> None:
    file = created(tmp_path, 12)
    with Ledger(file) as ledger:
        units = [lease.unit for lease in ledger.lease(10_000)]
        ledger.record(work(ledger.header, units))
    command = [*COMMAND, str(file), "--address", "127.0.0.1:1", "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG_TIMEOUT)
    assert done.stdout == f'{{"n": 12, "solutions": "{PUBLISHED[12]}"}}\n'
    assert done.returncode == 0


def test_a_wrong_result_is_found(tmp_path: Path) -> None:
    """A wrong result and then a correct one put the unit in conflict."""
    file = created(tmp_path, 12)
    with Ledger(file) as ledger:
        units = [lease.unit for lease in ledger.lease(10_000)]
        lines = work(ledger.header, units)
        wrong = next(line for line in lines if line.split()[6] != "0")
        body, _, _ = wrong.rpartition(" ")
        value = body.split()[6]
        body = body.replace(f" {value} ", f" {int(value) + 8} ", 1)
        checksum = hashlib.sha256(body.encode()).hexdigest()[:16]
        assert ledger.record([f"{body} {checksum}"]) == ["first"]
        outcomes = ledger.record(lines)
        assert outcomes.count("conflict") == 1 and outcomes.count("first") == len(lines) - 1
        with pytest.raises(errors.ConflictError, match="1 .*in conflict"):
            ledger.total()
    command = [*COMMAND, str(file), "--address", "127.0.0.1:1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG_TIMEOUT)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.endswith("--resolve`\n")
    assert done.stderr.count("\n") == 1
