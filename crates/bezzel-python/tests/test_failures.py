"""Failures of tasks as the driver records them, without a cluster."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from bezzel.cluster import Lease, Ledger
from bezzel.cluster.failures import (
    MAX_ATTEMPTS,
    MAX_CONSECUTIVE_FAILURES,
    MAX_NAMED_UNITS,
    Failures,
)
from bezzel.cluster.packing import Packer


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger.create(tmp_path / "q14.bezzel", 14) as ledger:
        yield ledger


def test_a_unit_is_tried_again_a_limited_number_of_times(ledger: Ledger) -> None:
    failures = Failures()
    good, bad = leases = ledger.lease(2)
    assert failures.failed(leases, None, "lost") == leases
    assert failures.has_failed(good) and failures.has_failed(bad)
    for _ in range(MAX_ATTEMPTS - 2):
        assert failures.failed([bad], "a", "gone") == [bad]
    assert failures.failed([bad], "a", "gone") == []
    assert failures.abandoned == {bad.unit: "gone"}
    assert str(failures) == f"1 unit failed {MAX_ATTEMPTS} times, still open: {bad.unit} (gone)"
    assert failures.excluded == {}, "one unit proves nothing about a node"


def test_many_units_are_not_all_named(ledger: Ledger) -> None:
    failures = Failures()
    leases = ledger.lease(MAX_NAMED_UNITS + 2)
    for _ in range(MAX_ATTEMPTS):
        failures.failed(leases, None, "gone")
    assert str(failures).startswith(f"{MAX_NAMED_UNITS + 2} units failed")
    assert str(failures).endswith(f"{leases[MAX_NAMED_UNITS - 1].unit} (gone), 2 more")


def test_a_node_is_excluded_after_consecutive_failures(ledger: Ledger) -> None:
    failures = Failures()
    units = ledger.lease(2 * MAX_CONSECUTIVE_FAILURES)
    for unit in units[: MAX_CONSECUTIVE_FAILURES - 1]:
        failures.failed([unit], "a", "gone")
    failures.succeeded("a")
    for unit in units[:MAX_CONSECUTIVE_FAILURES]:
        assert failures.excluded == {}
        failures.failed([unit], "a", "gone")
        failures.succeeded("b")
    assert failures.excluded == {"a": "gone"}


def test_another_node_is_tried(ledger: Ledger) -> None:
    failures = Failures()
    unit, other = ledger.lease(2)
    assert failures.other_node([unit], ["a", "b"]) is None, "wherever there is room"
    failures.failed([unit], "a", "gone")
    assert failures.other_node([unit], ["a", "b"]) == "b"
    assert failures.other_node([unit], ["a"]) is None
    assert failures.other_node([other], ["a", "b"]) is None
    failures.excluded["b"] = "gone"
    assert failures.other_node([unit], ["a", "b", "c"]) == "c"


def test_units_that_failed_have_tasks_of_their_own(ledger: Ledger) -> None:
    failures = Failures()
    packer = Packer(ledger, 1e9, ledger.cost, alone=failures.has_failed)
    packer.measured(packer.next(1), 1.0)
    leases = packer.next(1)
    assert len(leases) > 2
    ledger.release(failures.failed(leases, None, "lost"))
    tasks: list[list[Lease]] = []
    while taken := packer.next(1):
        tasks.append(taken)
    again = {lease.unit for lease in leases}
    assert {one[0].unit for one in tasks if len(one) == 1} >= again
    assert not any(lease.unit in again for one in tasks if len(one) > 1 for lease in one)
