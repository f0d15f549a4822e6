"""Ctrl-C and other threads during a long call, each in a separate process."""

import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest
from conftest import HANG_TIMEOUT

FILE = Path(tempfile.mkdtemp()) / "q32.bezzel"

LONG_CALLS = {
    "count": "bezzel.count(26, threads=1)",
    "count_by_colour": "bezzel.count_by_colour(26, threads=1)",
    "plan": "bezzel.count(32)",
    "solutions": "next(bezzel.solutions(64))",
    "fundamental": "list(bezzel.fundamental(20))",
    "first": "[bezzel.first(100_000_000).is_solution for _ in range(1000)]",
    "placement": "bezzel.Placement(iter(int, 1))",
    "create": f"bezzel.cluster.Ledger.create({str(FILE)!r}, 32)",
    "work": "bezzel.cluster.work('# bezzel n 32 ', [])",
}

# The other thread runs during the call only if the call releases the GIL.
PROGRAM = """
import threading, time
import bezzel.cluster

def tick(calling):
    calling.wait()
    for _ in range(20):
        time.sleep(0.01)
    print("ticked", time.process_time(), flush=True)

calling = threading.Event()
threading.Thread(target=tick, args=[calling], daemon=True).start()
try:
    calling.set()
    {call}
except KeyboardInterrupt:
    print("interrupted", time.process_time(), flush=True)
"""

# Maximum CPU time of a call after Ctrl-C. Each call would need many times as much to finish.
MAX_CPU_SECONDS = 3.0


@pytest.mark.parametrize("name", LONG_CALLS)
def test_ctrl_c_ends_a_long_call(name: str) -> None:
    program = PROGRAM.format(call=LONG_CALLS[name])
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True
    )
    watchdog = threading.Timer(HANG_TIMEOUT, process.kill)
    watchdog.start()
    try:
        assert process.stdout is not None
        ticked, before = process.stdout.readline().split()
        assert ticked == "ticked"
        assert process.poll() is None, "the call was not long"
        process.send_signal(signal.SIGINT)
        interrupted, after = process.stdout.readline().split()
        assert interrupted == "interrupted"
        assert float(after) - float(before) < MAX_CPU_SECONDS
        assert process.wait() == 0
        assert not FILE.exists()
    finally:
        watchdog.cancel()
        process.kill()
        process.wait()
