"""Helpers and fixtures of all tests."""

import csv
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

CRATES = Path(__file__).parents[2]

# Stops a test that hangs, in seconds.
HANG_TIMEOUT = 300

# A shell starts a command in the background with Ctrl-C ignored, and so would be its workers and programs: Ray
# interrupts tasks by the same signal.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Runs the tests of clusters last: kernels are then compiled, which two workers would do at the same time.

    Those that take long run only if BEZZEL_TEST_ALL is set: a cluster starts and ends in some of them.
    """
    items.sort(key=lambda item: item.path.name == "test_cluster.py")
    if os.environ.get("BEZZEL_TEST_ALL"):
        return
    skip = pytest.mark.skip(reason="takes long: scripts/test --all runs it")
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(skip)


def until(what: str, is_so: Callable[[], bool]) -> None:
    """Waits until this is so."""
    deadline = time.monotonic() + HANG_TIMEOUT
    while not is_so():
        assert time.monotonic() < deadline, f"timed out waiting until {what}"
        time.sleep(0.01)


def published() -> dict[int, int]:
    """Returns the numbers of solutions that the tests in Rust are checked against too, by n."""
    with open(CRATES / "bezzel-oracle" / "vectors" / "totals.csv") as lines:
        rows = csv.DictReader(line for line in lines if not line.startswith("#"))
        return {int(row["n"]): int(row["all"]) for row in rows}


PUBLISHED = published()
