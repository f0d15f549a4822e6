"""The exceptions of bezzel. Each message names the accepted values and the one that was found."""


class BezzelError(Exception):
    """Base class of all exceptions of bezzel."""


class SizeError(BezzelError, ValueError):
    """A board size, or another number, outside the accepted range."""


class OutsideError(BezzelError, ValueError):
    """A queen outside the board."""


class SharedColumnError(BezzelError, ValueError):
    """A placement without a rotated image, because two of its queens share a column."""


class NotationError(BezzelError, ValueError):
    """A text that is not a board."""


class UnknownNameError(BezzelError, ValueError):
    """An unknown name of a backend, notation, method or language."""


class MissingBackendError(BezzelError, RuntimeError):
    """A backend that needs instructions which this CPU does not have."""


class DeviceError(BezzelError, RuntimeError):
    """A GPU that is missing or fails."""


class ThreadsError(BezzelError, RuntimeError):
    """A number of threads outside the accepted range, or more than the system can start."""


class InconsistentError(BezzelError, RuntimeError):
    """A count that fails a check, because of a fault in the program or the machine."""


class LedgerError(BezzelError, RuntimeError):
    """A ledger that is missing, damaged or incomplete, or that cannot be written."""


class LineError(LedgerError):
    """A result line that is damaged or belongs to another plan."""


class ConflictError(LedgerError):
    """Units with different results; which machine is wrong is not known yet."""


class ClusterError(BezzelError, RuntimeError):
    """A cluster that cannot be reached or that fails."""
