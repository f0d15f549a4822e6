"""What failed, how often, and where: one bad unit or machine must not end a count.

Units of a task that failed go back to the ledger and come again, each in a task of its own and,
if there is another one, on another node. A unit that fails again and again is left; a node on
which unit after unit fails is set aside. Both are named.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable

from .._native import Lease

# A unit that has failed so often is not given out again.
TRIES = 3

# A node is set aside when so many units in a row have failed there.
IN_A_ROW = 3

# Units that are named one by one.
NAMED = 5


class Failures:
    """The failures of one run of the driver."""

    def __init__(self) -> None:
        #: Why nodes were set aside.
        self.set_aside: dict[str, str] = {}
        #: Why units were left, by name.
        self.left: dict[str, str] = {}
        self._tries: Counter[int] = Counter()
        self._nodes_of: defaultdict[int, set[str]] = defaultdict(set)
        self._in_a_row: defaultdict[str, set[int]] = defaultdict(set)

    def succeeded(self, node: str) -> None:
        """A task came back from this node with results."""
        self._in_a_row.pop(node, None)

    def failed(self, pack: list[Lease], node: str | None, why: str) -> list[Lease]:
        """Notes that a task failed, and returns those of its units that are to come again."""
        again = []
        for lease in pack:
            self._tries[lease.index] += 1
            if node is not None:
                self._nodes_of[lease.index].add(node)
            if self._tries[lease.index] < TRIES:
                again.append(lease)
            else:
                self.left[lease.unit] = why
        if node is not None:
            self._in_a_row[node].add(pack[0].index)
            if len(self._in_a_row[node]) >= IN_A_ROW:
                self.set_aside[node] = why
        return again

    def has_failed(self, lease: Lease) -> bool:
        """Whether a task with this unit has failed."""
        return lease.index in self._tries

    def other_node(self, pack: list[Lease], nodes: Iterable[str]) -> str | None:
        """For a unit that has failed: the first of these nodes on which it has not."""
        tried = self._nodes_of.get(pack[0].index)
        if not tried:
            return None
        return next((node for node in nodes if node not in tried | self.set_aside.keys()), None)

    def __str__(self) -> str:
        """What is left, in a line."""
        named = [f"{unit} ({why})" for unit, why in list(self.left.items())[:NAMED]]
        more = len(self.left) - len(named)
        if more:
            named.append(f"{more} more")
        units = "unit" if len(self.left) == 1 else "units"
        return f"{len(self.left)} {units} failed {TRIES} times, left open: {', '.join(named)}"
