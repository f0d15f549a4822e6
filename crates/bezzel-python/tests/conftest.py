"""Helpers and fixtures of all tests."""

import csv
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import bezzel
import pytest

CRATES = Path(__file__).parents[2]

# Stops a test that hangs, in seconds.
HANG_TIMEOUT = 300


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Runs the tests of clusters last: kernels are then compiled, which two workers would do at the same time."""
    items.sort(key=lambda item: item.path.name == "test_cluster.py")


def until(what: str, is_so: Callable[[], bool]) -> None:
    """Waits until this is so."""
    deadline = time.monotonic() + HANG_TIMEOUT
    while not is_so():
        assert time.monotonic() < deadline, f"timed out waiting until {what}"
        time.sleep(0.01)


class Published(NamedTuple):
    """A line of the published values."""

    n: int
    all: int
    fundamental: int
    half_turn: int
    quarter_turn: int


@pytest.fixture(scope="session")
def published() -> dict[int, Published]:
    """The values that the tests in Rust are checked against too, by n."""
    with open(CRATES / "bezzel-oracle" / "vectors" / "totals.csv") as lines:
        rows = list(csv.reader(line for line in lines if not line.startswith("#")))
    assert rows[0] == list(Published._fields)
    values = [Published(*map(int, row)) for row in rows[1:]]
    return {value.n: value for value in values}
