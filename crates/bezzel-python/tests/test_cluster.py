"""Counts on a cluster of two nodes whose parts fail, one after the other.

Every count must give the published value, with exactly one result for each unit in the ledger.
The slowest backend is used, so that there is time for something to fail.
"""

import contextlib
import hashlib
import itertools
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import bezzel
import pytest
from bezzel import errors
from bezzel.cluster import Ledger, driver, work
from bezzel.cluster.driver import Job, Progress, run
from conftest import HANG_TIMEOUT, Published, until

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

import ray  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402

COMMAND = [sys.executable, "-m", "bezzel.cluster", "run"]
FAST = ["--seconds", "0.1", "--backend", "portable"]


class Nodes:
    """Two nodes of one processor each. The drivers are connected to the first."""

    def __init__(self) -> None:
        # By default Ray takes a quarter of a minute to notice that a node is gone.
        notice = {"health_check_period_ms": 200, "health_check_failure_threshold": 3}
        head = {"num_cpus": 1, "include_dashboard": False, "_system_config": notice}
        self.cluster = Cluster(initialize_head=True, head_node_args=head)
        self.add()

    @property
    def address(self) -> str:
        return str(self.cluster.address)

    def add(self) -> None:
        self.second = self.cluster.add_node(num_cpus=1)

    @contextlib.contextmanager
    def bad_one(self, package: Path) -> Iterator[None]:
        """A third node for a while, on which another package is taken for bezzel."""
        node = self.cluster.add_node(num_cpus=1, env_vars={"PYTHONPATH": str(package)})
        try:
            yield
        finally:
            self.cluster.remove_node(node, allow_graceful=False)

    def remove(self) -> None:
        self.cluster.remove_node(self.second, allow_graceful=False)

    def kill_a_worker(self) -> None:
        """Waits for a worker that is counting, and kills it."""
        until("a worker counts", self.kill_one_that_counts)

    def kill_one_that_counts(self) -> bool:
        """Kills a worker, if one is counting just now."""
        nodes = [self.cluster.head_node, self.second]
        parents = {node.all_processes["raylet"][0].process.pid for node in nodes}
        for process in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                # Parent and title, which Ray sets to what a worker runs.
                parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
                title = (process / "cmdline").read_bytes()
                if parent in parents and title.startswith(b"ray::count"):
                    os.kill(int(process.name), signal.SIGKILL)
                    return True
        return False


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    nodes = Nodes()
    yield nodes
    nodes.cluster.shutdown()  # type: ignore[no-untyped-call]


@pytest.fixture
def q19(tmp_path: Path) -> Path:
    return created(tmp_path, 19)


def created(folder: Path, n: int) -> Path:
    file = folder / f"q{n}.bezzel"
    Ledger.create(file, n).close()
    return file


def query(file: Path, sql: str) -> list[tuple[int, ...]]:
    with contextlib.closing(sqlite3.connect(file, timeout=HANG_TIMEOUT)) as connection:
        return connection.execute(sql).fetchall()


def results(file: Path) -> int:
    return query(file, "SELECT count(*) FROM results")[0][0]


def until_counted(file: Path, enough: int, process: subprocess.Popen[bytes]) -> None:
    """Waits until a ledger has so many results, or the driver has ended."""
    until(
        f"there are {enough} results",
        lambda: results(file) >= enough or process.poll() is not None,
    )


def attempts(file: Path) -> int:
    return query(file, "SELECT max(attempt) FROM results")[0][0]


def assert_complete(file: Path, expected: int) -> None:
    """The total is right, and each unit has one result."""
    with Ledger(file) as ledger:
        assert ledger.total() == expected
        status = ledger.status()
    assert status["done"] == status["units"]
    counted = query(file, "SELECT unit, count(*) FROM results GROUP BY unit ORDER BY unit")
    assert counted == [(unit, 1) for unit in range(status["units"])]


def slow(file: Path, nodes: Nodes, **options: Any) -> Job:
    return Job(file, address=nodes.address, seconds=0.1, backend="portable", **options)


class Plot:
    """Does one thing after the other, each once the count has so many results and workers."""

    def __init__(self, *acts: tuple[int, int, Callable[[], None]]) -> None:
        self.acts = list(acts)

    def __call__(self, progress: Progress) -> None:
        if self.acts:
            results, workers, act = self.acts[0]
            if progress.results >= results and progress.workers == workers:
                act()
                self.acts.pop(0)


def nothing() -> None:
    """Only waits for its time to come."""


@pytest.mark.parametrize("n", [18, 19])
def test_two_nodes(n: int, tmp_path: Path, nodes: Nodes, published: dict[int, Published]) -> None:
    file = created(tmp_path, n)
    reports: list[Progress] = []
    # A pack takes a second, which is many units even on a machine that is slow or busy.
    job = Job(file, address=nodes.address, seconds=1.0, backend="portable")
    assert run(job, reports.append).solutions == published[n].all
    assert_complete(file, published[n].all)
    assert {report.workers for report in reports} == {2}
    # A bounded window, and packs of several units.
    assert max(report.tasks for report in reports) <= 4
    counted = [0, *(report.results for report in reports)]
    assert max(after - before for before, after in itertools.pairwise(counted)) > 1
    assert reports[-1].fraction == pytest.approx(1)


@pytest.mark.parametrize(("retries", "attempt"), [(5, 1), (0, 2)])
def test_workers_are_killed(
    retries: int, attempt: int, q19: Path, nodes: Nodes, published: dict[int, Published]
) -> None:
    """What Ray does not run again goes back to the ledger, which gives it out again."""
    plot = Plot(*((count, 2, nodes.kill_a_worker) for count in (40, 120, 200)))
    assert run(slow(q19, nodes, retries=retries), plot).solutions == published[19].all
    assert plot.acts == []
    assert_complete(q19, published[19].all)
    assert attempts(q19) == attempt


def test_a_node_is_removed_and_added(
    q19: Path, nodes: Nodes, published: dict[int, Published]
) -> None:
    plot = Plot((40, 2, nodes.remove), (60, 1, nodes.add), (60, 2, nothing))
    assert run(slow(q19, nodes), plot).solutions == published[19].all
    assert plot.acts == []
    assert_complete(q19, published[19].all)


def test_the_driver_is_killed(q19: Path, nodes: Nodes, published: dict[int, Published]) -> None:
    command = [*COMMAND, str(q19), "--address", "auto", *FAST]
    environment = {**os.environ, "RAY_ADDRESS": nodes.address}
    for enough in (20, 60, 100):
        with subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as process:
            until_counted(q19, enough, process)
            process.kill()
            assert process.communicate()[0] == b""
        assert process.returncode == -signal.SIGKILL
        assert results(q19) >= enough
    assert results(q19) < query(q19, "SELECT units FROM campaign")[0][0]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=HANG_TIMEOUT
    )
    assert (done.returncode, done.stdout) == (0, f"{published[19].all}\n")
    assert "19 queens: 527 units, 0 of them counted twice" in done.stderr
    assert_complete(q19, published[19].all)


def test_ctrl_c_keeps_what_is_counted(
    q19: Path, nodes: Nodes, published: dict[int, Published]
) -> None:
    command = [*COMMAND, str(q19), "--address", nodes.address, *FAST]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        until_counted(q19, 20, process)
        process.send_signal(signal.SIGINT)
        out, said = process.communicate(timeout=HANG_TIMEOUT)
    assert (process.returncode, out) == (130, b"")
    says = f"interrupted: what is counted is in {q19}, and the same command goes on\n"
    assert said.decode().endswith(says)
    with Ledger(q19) as ledger:
        status = ledger.status()
    assert status["leased"] == 0 and 20 <= status["done"] < status["units"]
    assert run(slow(q19, nodes)).solutions == published[19].all
    assert_complete(q19, published[19].all)


def test_ray_is_told_what_a_task_needs(
    tmp_path: Path, nodes: Nodes, published: dict[int, Published]
) -> None:
    for needs, workers in (
        ({"num_cpus": 0.5}, 4),
        ({"num_cpus": 1.0, "memory_gb": 0.1}, 2),
        ({"num_gpus": 1.0}, 0),
        ({"memory_gb": 1e6}, 0),
    ):
        file = created(tmp_path, 12)
        reports: list[Progress] = []

        def stop_if_idle(progress: Progress) -> None:
            reports.append(progress)
            if not progress.workers:
                raise InterruptedError

        job = slow(file, nodes, **needs)
        if workers:
            assert run(job, stop_if_idle).solutions == published[12].all
        else:
            with pytest.raises(InterruptedError):
                run(job, stop_if_idle)
        assert {report.workers for report in reports} == {workers}
        file.unlink()


def test_a_task_has_a_gpu_if_it_counts_with_cuda(tmp_path: Path) -> None:
    def gpus(backend: str | None, asked: float | None = None) -> float:
        return Job(tmp_path, backend=backend, num_gpus=asked).gpus

    assert [gpus(None), gpus("avx2"), gpus("opencl"), gpus("opencl:0,portable")] == [0, 0, 0, 0]
    assert [gpus("cuda"), gpus("avx2,cuda"), gpus("cuda", 0.5), gpus("cuda", 0)] == [1, 1, 0.5, 0]
    with pytest.raises(errors.UnknownNameError, match="'avx3'"):
        gpus("avx3")


@pytest.mark.parametrize(("asked", "workers"), [(None, 1), (0.5, 2)])
def test_tasks_with_cuda_go_where_gpus_are(
    asked: float | None,
    workers: int,
    tmp_path: Path,
    nodes: Nodes,
    monkeypatch: pytest.MonkeyPatch,
    published: dict[int, Published],
) -> None:
    """Ray's GPUs are what a node says it has; these are counted for by the processor."""
    file, seen = created(tmp_path, 18), tmp_path / "seen"

    def counting(header: str, units: list[tuple[str, int]], backend: str) -> tuple[object, ...]:
        node = ray.get_runtime_context().get_node_id()
        with seen.open("a") as tasks:
            tasks.write(f"{node} {backend} {os.environ['CUDA_VISIBLE_DEVICES']}\n")
        return work(header, units, backend="portable"), 0.1, node, None

    monkeypatch.setattr(driver, "count", ray.remote(counting))
    node = nodes.cluster.add_node(num_cpus=2, num_gpus=1)
    try:
        job = Job(file, address=nodes.address, seconds=0.1, backend="cuda", num_gpus=asked)
        reports: list[Progress] = []
        assert run(job, reports.append).solutions == published[18].all
    finally:
        nodes.cluster.remove_node(node, allow_graceful=False)
    assert reports[-1].workers == workers
    assert set(seen.read_text().splitlines()) == {f"{node.node_id} cuda 0"}
    assert_complete(file, published[18].all)


def test_opencl_on_processors_needs_no_gpu(
    opencl: str, tmp_path: Path, nodes: Nodes, published: dict[int, Published]
) -> None:
    file = created(tmp_path, 13)
    job = Job(file, address=nodes.address, seconds=1.0, backend="opencl")
    reports: list[Progress] = []
    assert run(job, reports.append).solutions == published[13].all
    # Without GPUs there would be none. Nodes that were removed just before may still be in Ray's
    # books.
    assert reports[-1].workers >= 2
    assert_complete(file, published[13].all)
    with Ledger(file) as ledger:
        backends = {machine["backend"] for machine in ledger.status()["machines"]}
    assert all(backend.startswith(f"{opencl}_(") for backend in backends)


def test_the_driver_gives_up_when_all_is_lost(
    q19: Path, nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "LOST_IN_A_ROW", 1)
    monkeypatch.setattr(driver, "SILENCE", 0.0)
    plot = Plot((40, 2, nodes.kill_a_worker))
    with pytest.raises(errors.ClusterError, match="1 tasks in a row were lost: .*worker died"):
        run(slow(q19, nodes, retries=0), plot)
    with Ledger(q19) as ledger:
        status = ledger.status()
    assert status["leased"] == 0 and 40 <= status["done"] < status["units"]


def test_a_cluster_that_cannot_count_is_said(tmp_path: Path, nodes: Nodes) -> None:
    file = created(tmp_path, 12)
    job = Job(file, address=nodes.address, backend="cuda:4000000", num_gpus=0)
    why = r"\(node [0-9a-f]{8}\): cuda:4000000: "
    with pytest.raises(errors.ClusterError, match=f"no machine .* can count: .*{why}.*{why}"):
        run(job)
    with Ledger(file) as ledger:
        assert ledger.status()["leased"] == 0


@pytest.mark.parametrize(
    ("work", "why"),
    [
        ("raise ImportError('no libstdc++ here')", "no libstdc++ here"),
        ("return ['spoilt'.join(line.split('direct')) for line in count(*a, **k)]", "damaged"),
        ("return count(*a, **k)[1:]", "other units than it was asked for"),
    ],
)
def test_one_bad_node_is_set_aside(
    work: str, why: str, tmp_path: Path, nodes: Nodes, published: dict[int, Published]
) -> None:
    """It would fail task after task while the others count one."""
    file = created(tmp_path, 18)
    package = tmp_path / "bezzel"
    package.mkdir()
    real = str(Path(bezzel.__file__).parent)
    (package / "__init__.py").write_text(f"__path__.append({real!r})\n")
    (package / "cluster.py").write_text(
        f"from bezzel._native import work as count\ndef work(*a, **k):\n    {work}\n"
    )
    troubles: list[str] = []
    with nodes.bad_one(tmp_path):
        result = run(slow(file, nodes), lambda progress: troubles.extend(progress.troubles))
    assert result.solutions == published[18].all
    assert_complete(file, published[18].all)
    aside = [trouble for trouble in troubles if "is set aside: " in trouble]
    assert len(aside) == 1 and why in aside[0], troubles
    node = aside[0].partition(" is set aside")[0]
    assert all(f"a task failed on {node}, n18-a" in one for one in troubles if one not in aside)
    assert len(troubles) < 20


def test_a_unit_that_always_fails_stays_open(
    q19: Path, nodes: Nodes, monkeypatch: pytest.MonkeyPatch, published: dict[int, Published]
) -> None:
    with Ledger(q19) as ledger:
        bad = ledger.lease(3)[2].unit

    def failing(header: str, units: list[tuple[str, int]], backend: None) -> tuple[object, ...]:
        if any(name == bad for name, _ in units):
            raise RuntimeError("the device is gone")
        return work(header, units), 0.1, ray.get_runtime_context().get_node_id(), None

    monkeypatch.setattr(driver, "count", ray.remote(failing))
    troubles: list[str] = []
    with pytest.raises(errors.ClusterError, match=f"1 unit failed 3 times, left open: {bad} .*gone"):
        run(slow(q19, nodes), lambda progress: troubles.extend(progress.troubles))
    assert len(troubles) == 3 and all("the device is gone" in trouble for trouble in troubles)
    with Ledger(q19) as ledger:
        status = ledger.status()
        assert (status["open"], status["leased"]) == (1, 0)
    monkeypatch.undo()
    assert run(slow(q19, nodes)).solutions == published[19].all
    assert_complete(q19, published[19].all)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["FILE", "--address", "127.0.0.1:1"], "no cluster at '127.0.0.1:1': .*refused"),
        (["FILE", "--address", "somewhere"], "no cluster at 'somewhere': Invalid address"),
        (["missing", "--address", "local"], "missing: file not found"),
        (["FILE", "--seconds", "0"], "'0' is not a number of seconds: accepted is more than 0"),
        (["FILE", "--num-gpus", "nan"], "'nan' is not a number of GPUs: accepted is at least 0"),
        (["FILE", "--tasks-per-worker", "1.5"], "'1.5' is not a number of tasks"),
        (["FILE", "--backend", "avx3"], "unknown backend 'avx3' .*: accepted are portable"),
        (["FILE", "--gpus-per-task", "-1"], "'-1' is not a number of GPUs"),
        ([], "the following arguments are required: FILE"),
    ],
)
def test_bad_input_gets_one_line(arguments: list[str], says: str, tmp_path: Path) -> None:
    file = created(tmp_path, 12)
    arguments = [str(file) if argument == "FILE" else argument for argument in arguments]
    done = subprocess.run(
        COMMAND + arguments, capture_output=True, text=True, timeout=HANG_TIMEOUT, cwd=tmp_path
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: ") and done.stderr.count("\n") == 1
    assert re.search(says, done.stderr), done.stderr


def test_a_complete_ledger_needs_no_cluster(
    tmp_path: Path, published: dict[int, Published]
) -> None:
    file = created(tmp_path, 12)
    with Ledger(file) as ledger:
        units = [(lease.unit, lease.attempt) for lease in ledger.lease(10_000)]
        ledger.record(work(ledger.header, units))
    command = [*COMMAND, str(file), "--address", "127.0.0.1:1", "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG_TIMEOUT)
    assert done.stdout == f'{{"n": 12, "solutions": "{published[12].all}"}}\n'
    assert done.returncode == 0


def test_a_wrong_result_is_found(tmp_path: Path) -> None:
    """A machine that errs, and then one that does not: the unit is in conflict."""
    file = created(tmp_path, 12)
    with Ledger(file) as ledger:
        units = [(lease.unit, lease.attempt) for lease in ledger.lease(10_000)]
        lines = work(ledger.header, units)
        wrong = next(line for line in lines if line.split()[2] != "0")
        body, _, _ = wrong.rpartition(" ")
        value = body.split()[2]
        body = body.replace(f" {value} ", f" {int(value) + 8} ", 1)
        fingerprint = ledger.header.split()[-1]
        checksum = hashlib.sha256(f"{fingerprint}\n{body}".encode()).hexdigest()[:16]
        assert ledger.record([f"{body} {checksum}"]) == ["merged"]
        outcomes = ledger.record(lines)
        assert outcomes.count("conflict") == 1 and outcomes.count("merged") == len(lines) - 1
        with pytest.raises(errors.ConflictError, match="1 of them in conflict"):
            ledger.total()
    command = [*COMMAND, str(file), "--address", "127.0.0.1:1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG_TIMEOUT)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.endswith("--resolve` counts these again\n")
    assert done.stderr.count("\n") == 1
