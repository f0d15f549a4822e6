"""Failures by unit and by node, so that one bad unit or node does not end a count.

The units of a failed task are released and leased again, each in a separate task and, if possible,
on another node. A unit that fails repeatedly stays open, and a node with repeated failures is
excluded. Both are reported.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable

from .._native import Lease
from .counted import counted

# Failed attempts after which a unit stays open.
MAX_ATTEMPTS = 3

# Units that fail on a node, without a success in between, before it is excluded.
MAX_CONSECUTIVE_FAILURES = 3

# Units that an error message names.
MAX_NAMED_UNITS = 5


class Failures:
    """The failures during one run of the driver."""

    def __init__(self) -> None:
        #: Excluded nodes, each with the last error.
        self.excluded: dict[str, str] = {}
        #: Names of units that stay open, each with the last error.
        self.abandoned: dict[str, str] = {}
        self._attempts: Counter[int] = Counter()
        self._nodes_of: defaultdict[int, set[str]] = defaultdict(set)
        self._consecutive: defaultdict[str, set[int]] = defaultdict(set)

    def succeeded(self, node: str) -> None:
        """Records a successful task on a node."""
        self._consecutive.pop(node, None)

    def failed(self, leases: list[Lease], node: str | None, why: str) -> list[Lease]:
        """Records a failed task and returns which of its units to try again."""
        again = []
        for lease in leases:
            self._attempts[lease.index] += 1
            if node is not None:
                self._nodes_of[lease.index].add(node)
            if self._attempts[lease.index] < MAX_ATTEMPTS:
                again.append(lease)
            else:
                self.abandoned[lease.unit] = why
        if node is not None:
            self._consecutive[node].add(leases[0].index)
            if len(self._consecutive[node]) >= MAX_CONSECUTIVE_FAILURES:
                self.excluded[node] = why
        return again

    def has_failed(self, lease: Lease) -> bool:
        """Returns True if a task with this unit has failed."""
        return lease.index in self._attempts

    def other_node(self, leases: list[Lease], nodes: Iterable[str]) -> str | None:
        """Returns the first of these nodes on which a failed unit has not failed yet."""
        tried = self._nodes_of.get(leases[0].index)
        if not tried:
            return None
        return next((node for node in nodes if node not in tried | self.excluded.keys()), None)

    def __str__(self) -> str:
        """Lists the units that stay open, in one line."""
        named = [f"{unit} ({why})" for unit, why in list(self.abandoned.items())[:MAX_NAMED_UNITS]]
        more = len(self.abandoned) - len(named)
        if more:
            named.append(f"{more} more")
        return (
            f"{counted(len(self.abandoned), 'unit')} failed {MAX_ATTEMPTS} times, still open: "
            f"{', '.join(named)}"
        )
