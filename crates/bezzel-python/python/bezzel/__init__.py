"""The n-queens problem: counts, lists, checks and draws solutions.

>>> import bezzel
>>> bezzel.count(8)
92
>>> next(bezzel.solutions(8))
Placement([0, 4, 7, 5, 2, 6, 1, 3])
>>> bezzel.check([0, 1, 2, 3]).conflict
Conflict((0, 0), (1, 1), 'diagonal')

Rows and columns are 0-based, and row 0 is at the top. All exceptions, in bezzel.errors, are
subclasses of BezzelError. Notebooks show placements, boards, and what player() and board() return.
bezzel.cluster counts on many machines.
"""

from collections.abc import Sequence as _Sequence

from ._native import *
from .errors import BezzelError

__all__ = [
    "BezzelError",
    "Conflict",
    "ConstrainedBoard",
    "Contents",
    "Hint",
    "Placement",
    "Puzzle",
    "Solutions",
    "Verdict",
    "View",
    "__version__",
    "backends",
    "board",
    "check",
    "count",
    "count_by_colour",
    "devices",
    "first",
    "fundamental",
    "occupancy",
    "player",
    "random_solution",
    "random_solutions",
    "read",
    "solutions",
]

_Sequence.register(Placement)
