"""What runs on the cluster.

It is sent along with each task, so that a machine on which the package is missing or does not
load says so, and with it which machine it is.
"""

import sys
from typing import NamedTuple

import ray

by_value = ray.cloudpickle.register_pickle_by_value
by_value(sys.modules[__name__])  # type: ignore[no-untyped-call]


class Answer(NamedTuple):
    """What became of a task."""

    #: A line for each result.
    lines: list[str]
    #: How long all took.
    seconds: float
    #: Where it ran: the node as Ray names it, if that is known.
    node: str | None
    #: Why there are no results.
    why: str | None = None


@ray.remote
def count(
    header: str, units: list[tuple[str, int]], backend: str | None
) -> tuple[list[str], float, str, str | None]:
    """Counts a pack of units, and returns the fields of an answer."""
    import time

    import ray

    node = ray.get_runtime_context().get_node_id()
    started = time.perf_counter()
    try:
        from bezzel.cluster import work

        lines = work(header, units, backend=backend)
    except Exception as error:
        why = " ".join(str(error).split()) or type(error).__name__
        return [], time.perf_counter() - started, node, why
    return lines, time.perf_counter() - started, node, None
