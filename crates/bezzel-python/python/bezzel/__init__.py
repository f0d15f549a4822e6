"""The n queens problem: counting, listing, checking and drawing solutions.

>>> import bezzel
>>> bezzel.count(8)
92
>>> next(bezzel.solutions(8))
Placement([0, 4, 7, 5, 2, 6, 1, 3])
>>> bezzel.check([0, 1, 2, 3]).conflict
Conflict((0, 0), (1, 1), 'diagonal')

Rows and columns count from 0, the first row is at the top. Exceptions are in bezzel.errors,
all of them kinds of BezzelError. bezzel.cluster counts on many machines.
"""

from ._native import (
    Conflict,
    Placement,
    Solutions,
    Verdict,
    __version__,
    backends,
    cards,
    check,
    count,
    count_by_colour,
    first,
    fundamental,
    solutions,
)
from .errors import BezzelError

__all__ = [
    "BezzelError",
    "Conflict",
    "Placement",
    "Solutions",
    "Verdict",
    "__version__",
    "backends",
    "cards",
    "check",
    "count",
    "count_by_colour",
    "first",
    "fundamental",
    "solutions",
]
