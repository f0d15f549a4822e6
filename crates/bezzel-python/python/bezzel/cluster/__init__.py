"""Counting on many machines with Ray.

``python -m bezzel.cluster run FILE`` takes the open units of a ledger, which ``bezzel campaign
new`` or ``Ledger.create`` makes, and has them counted by a Ray cluster. Everything that is known
is in the ledger, on the machine where the driver runs: after a crash, whatever the ledger lacks is
counted again. Placement, retries and resources are Ray's work.

``bezzel.cluster.driver`` does the same from Python, and needs Ray to be installed. What is here
needs nothing: ledgers, and counting their units by whatever else brings them about.
"""

from .._native import Lease, Ledger, work

__all__ = ["Lease", "Ledger", "work"]
