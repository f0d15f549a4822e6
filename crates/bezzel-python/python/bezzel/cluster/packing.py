"""Packs units into tasks of a given duration, by their cost and the measured rate.

Ray spends milliseconds on a task, and a unit may take microseconds or minutes. A task therefore
has units with the requested expected duration. Tasks become smaller towards the end, so that
all workers finish at about the same time.
"""

from collections import deque
from typing import Protocol

from .._native import Lease

# Units per lease call, and so the maximum number of units that are leased but not packed.
LEASE_BATCH_SIZE = 16

# A task holds at most 1/3 of the remaining cost per worker.
MIN_TASKS_LEFT_PER_WORKER = 3.0


class Source(Protocol):
    """A source of units, such as a ledger."""

    def lease(self, count: int, /) -> list[Lease]: ...


class Packer:
    """Makes tasks that take about `seconds`.

    `cost` is the cost of all units without a result.
    """

    def __init__(self, source: Source, seconds: float, cost: float) -> None:
        self._source = source
        self._seconds = seconds
        self._left = cost
        self._counted = 0.0
        self._spent = 0.0
        self._waiting: deque[Lease] = deque()

    def measured(self, leases: list[Lease], seconds: float) -> None:
        """Records the duration of a task."""
        cost = sum(lease.cost for lease in leases)
        self._left -= cost
        self._counted += cost
        self._spent += seconds

    def next(self, workers: int) -> list[Lease]:
        """Returns the units of the next task, or an empty list if no unit is left."""
        limit = self._limit(workers)
        leases: list[Lease] = []
        cost = 0.0
        while self._waiting or self._lease():
            cost += self._waiting[0].cost
            if leases and cost > limit:
                break
            leases.append(self._waiting.popleft())
        return leases

    @property
    def cost_left(self) -> float:
        """The cost of the units without a result."""
        return max(self._left, 0.0)

    @property
    def seconds_left(self) -> float | None:
        """The time that one worker needs for the remaining units, if a rate is known."""
        if not self._counted:
            return None
        return self.cost_left * self._spent / self._counted

    def _limit(self, workers: int) -> float:
        """Returns the maximum cost of a task of several units, 0 while no rate is known."""
        if not self._spent:
            return 0.0
        target = self._seconds * self._counted / self._spent
        return min(target, self.cost_left / (MIN_TASKS_LEFT_PER_WORKER * max(workers, 1)))

    def _lease(self) -> bool:
        self._waiting.extend(self._source.lease(LEASE_BATCH_SIZE))
        return bool(self._waiting)
