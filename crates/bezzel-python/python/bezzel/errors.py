"""The exceptions of bezzel. Each message names what was wrong and what is accepted."""


class BezzelError(Exception):
    """The base of all exceptions of bezzel."""


class SizeError(BezzelError, ValueError):
    """A board larger (or smaller) than accepted."""


class OutsideError(BezzelError, ValueError):
    """A queen beyond an edge of the board."""


class SharedColumnError(BezzelError, ValueError):
    """A placement without a turned image, because two of its queens share a column."""


class NotationError(BezzelError, ValueError):
    """A text that does not show a board."""


class UnknownNameError(BezzelError, ValueError):
    """A name that is none of the accepted ones."""


class MissingBackendError(BezzelError, RuntimeError):
    """A backend that needs instructions which this processor does not have."""


class DeviceError(BezzelError, RuntimeError):
    """A graphics card that is not there, or fails."""


class ThreadsError(BezzelError, RuntimeError):
    """A number of threads that is not accepted, or that the system does not give."""


class InconsistentError(BezzelError, RuntimeError):
    """A count that contradicts itself: a fault of the program or of the machine."""


class LedgerError(BezzelError, RuntimeError):
    """A ledger that is missing, not in order, or not complete, or a line that does not fit it."""


class LineError(LedgerError):
    """A line that is damaged, or belongs to another plan."""


class ConflictError(LedgerError):
    """Units with results that differ: a machine errs, and it is not known which."""


class ClusterError(BezzelError, RuntimeError):
    """A cluster that cannot be reached, or fails."""
