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


def cost(pack: list[Lease]) -> float:
    return sum(lease.cost for lease in pack)


def drain(packer: Packer, workers: int) -> list[list[Lease]]:
    packs = []
    while pack := packer.next(workers):
        packs.append(pack)
        packer.measured(pack, cost(pack) / 1e6)
    return packs


def test_packs_take_the_requested_seconds(ledger: Ledger) -> None:
    """Uses a rate of one million per second."""
    seconds = ledger.cost / 1e6 / 100
    packs = drain(Packer(ledger, seconds, ledger.cost), workers=2)
    units = [lease.unit for pack in packs for lease in pack]
    assert len(units) == len(set(units)) == ledger.status()["units"]
    # No rate is known before the first pack.
    assert len(packs[0]) == 1
    dearest = max(lease.cost for pack in packs for lease in pack)
    # Later packs are smaller because the end is near.
    for pack in packs[1 : len(packs) // 2]:
        target = seconds * 1e6
        assert len(pack) == 1 or target - dearest <= cost(pack) <= target


def test_packs_become_smaller_towards_the_end(ledger: Ledger) -> None:
    packs = drain(Packer(ledger, 1e9, ledger.cost), workers=4)
    left = ledger.cost
    for pack in packs:
        assert len(pack) == 1 or cost(pack) <= left / 12 + 1e-6
        left -= cost(pack)
    assert left == pytest.approx(0, abs=1e-3)
    assert len(packs[-1]) == 1


def test_no_more_units_are_leased_than_needed(ledger: Ledger) -> None:
    packer = Packer(ledger, 1.0, ledger.cost)
    for taken in range(1, 20):
        assert len(packer.next(workers=2)) == 1
        assert ledger.status()["leased"] <= taken + LEASE_BATCH_SIZE


def test_the_rate_gives_the_time_left(ledger: Ledger) -> None:
    packer = Packer(ledger, 1.0, ledger.cost)
    assert packer.seconds_left is None
    pack = packer.next(workers=1)
    packer.measured(pack, 7.0)
    assert packer.cost_left == pytest.approx(ledger.cost - cost(pack))
    assert packer.seconds_left == pytest.approx(7.0 * (ledger.cost / cost(pack) - 1))
