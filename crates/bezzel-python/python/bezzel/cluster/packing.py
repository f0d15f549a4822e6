"""Units are packed into tasks of some seconds, by their costs and the rate that is measured.

Ray spends milliseconds on a task and a unit may take microseconds or minutes, so a task is a
pack of units: as many as should take the seconds aimed at. Towards the end packs become smaller,
so that no worker is left alone with a long one.
"""

from collections import deque
from collections.abc import Callable
from typing import Protocol

from .._native import Lease

# Units leased at a time, and so the most that lie here unpacked.
HANDFUL = 16

# A pack holds at most this part of what each worker still has to do.
SHARE = 3.0


class Source(Protocol):
    """Where units come from: a ledger."""

    def lease(self, count: int, /) -> list[Lease]: ...


class Packer:
    """Makes packs of about `seconds`; `cost` is what all units cost that have no result yet.

    Units of which `alone` is true are in packs of their own.
    """

    def __init__(
        self,
        source: Source,
        seconds: float,
        cost: float,
        alone: Callable[[Lease], bool] = lambda lease: False,
    ) -> None:
        self._source = source
        self._seconds = seconds
        self._left = cost
        self._alone = alone
        self._counted = 0.0
        self._spent = 0.0
        self._waiting: deque[Lease] = deque()

    def measured(self, pack: list[Lease], seconds: float) -> None:
        """A pack took so long."""
        cost = sum(lease.cost for lease in pack)
        self._left -= cost
        self._counted += cost
        self._spent += seconds

    def dropped(self, pack: list[Lease]) -> None:
        """Units that will not be counted."""
        self._left -= sum(lease.cost for lease in pack)

    def next(self, workers: int) -> list[Lease]:
        """The next pack; empty if there is nothing left to give out."""
        limit = self._limit(workers)
        pack: list[Lease] = []
        cost = 0.0
        while self._waiting or self._take():
            next_one = self._waiting[0]
            is_alone = self._alone(next_one)
            if pack and (is_alone or cost + next_one.cost > limit):
                break
            pack.append(self._waiting.popleft())
            cost += next_one.cost
            if is_alone:
                break
        return pack

    @property
    def cost_left(self) -> float:
        """What the units cost that have no result yet."""
        return max(self._left, 0.0)

    @property
    def seconds_left(self) -> float | None:
        """How long one worker would take for the rest, if a rate is known."""
        if not self._counted:
            return None
        return self.cost_left * self._spent / self._counted

    def _limit(self, workers: int) -> float:
        """The most that a pack of several units may cost. Without a rate there is no such."""
        if not self._spent:
            return 0.0
        aimed = self._seconds * self._counted / self._spent
        return min(aimed, self.cost_left / (SHARE * max(workers, 1)))

    def _take(self) -> bool:
        self._waiting.extend(self._source.lease(HANDFUL))
        return bool(self._waiting)
