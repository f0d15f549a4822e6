"""The task that runs on the nodes of the cluster.

This module is sent with each task. A machine on which the package is missing or does not load can
therefore report that, with its node.
"""

import sys
from typing import NamedTuple

import ray

by_value = ray.cloudpickle.register_pickle_by_value
by_value(sys.modules[__name__])  # type: ignore[no-untyped-call]


class Answer(NamedTuple):
    """The outcome of a task."""

    #: A line for each result.
    lines: list[str]
    #: Wall time of the task.
    seconds: float
    #: Ray's id of the node, if known.
    node: str | None
    #: The error, if there are no results.
    why: str | None = None


@ray.remote
def count(
    header: str,
    units: list[str],
    backend: str | None,
) -> tuple[list[str], float, str, str | None]:
    """Counts the units of a task and returns the fields of an answer."""
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
