"""Counts on a Ray cluster.

``python -m bezzel.cluster run FILE`` counts the open units of a ledger on a Ray cluster. Create the
ledger with ``Ledger.create``. The ledger, on the machine of the driver,
contains the whole state: after a crash, run the command again to count the remaining units. Ray
does placement, retries and resources.

``bezzel.cluster.driver`` is the same in Python and needs Ray. This module does not need it: it has
ledgers, and ``work`` to count units with any other scheduler.
"""

from .._native import Lease, Ledger, work

__all__ = ["Lease", "Ledger", "work"]
