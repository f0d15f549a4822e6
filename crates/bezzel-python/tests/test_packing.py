"""Units are packed into tasks, without a cluster."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from bezzel.cluster import Lease, Ledger
from bezzel.cluster.packing import LEASE_BATCH_SIZE, Packer


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger.create(tmp_path / "q18.bezzel", 18) as ledger:
        yield ledger


def cost(leases: list[Lease]) -> float:
    return sum(lease.cost for lease in leases)


def drain(packer: Packer, workers: int) -> list[list[Lease]]:
    tasks = []
    while leases := packer.next(workers):
        tasks.append(leases)
        packer.measured(leases, cost(leases) / 1e6)
    return tasks


def test_tasks_take_the_requested_seconds(ledger: Ledger) -> None:
    """Uses a rate of one million per second."""
    seconds = ledger.cost / 1e6 / 100
    tasks = drain(Packer(ledger, seconds, ledger.cost), workers=2)
    units = [lease.unit for leases in tasks for lease in leases]
    assert len(units) == len(set(units)) == ledger.status()["units"]
    # No rate is known before the first task.
    assert len(tasks[0]) == 1
    dearest = max(lease.cost for leases in tasks for lease in leases)
    # Later tasks are smaller because the end is near.
    for leases in tasks[1 : len(tasks) // 2]:
        target = seconds * 1e6
        assert len(leases) == 1 or target - dearest <= cost(leases) <= target


def test_tasks_become_smaller_towards_the_end(ledger: Ledger) -> None:
    tasks = drain(Packer(ledger, 1e9, ledger.cost), workers=4)
    left = ledger.cost
    for leases in tasks:
        assert len(leases) == 1 or cost(leases) <= left / 12 + 1e-6
        left -= cost(leases)
    assert left == pytest.approx(0, abs=1e-3)
    assert len(tasks[-1]) == 1


def test_no_more_units_are_leased_than_needed(ledger: Ledger) -> None:
    packer = Packer(ledger, 1.0, ledger.cost)
    for taken in range(1, 20):
        assert len(packer.next(workers=2)) == 1
        assert ledger.status()["leased"] <= taken + LEASE_BATCH_SIZE


def test_the_rate_gives_the_time_left(ledger: Ledger) -> None:
    packer = Packer(ledger, 1.0, ledger.cost)
    assert packer.seconds_left is None
    leases = packer.next(workers=1)
    packer.measured(leases, 7.0)
    assert packer.cost_left == pytest.approx(ledger.cost - cost(leases))
    assert packer.seconds_left == pytest.approx(7.0 * (ledger.cost / cost(leases) - 1))
