"""Ctrl-C in a long call, and other threads during one, each in a process of its own."""

import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

FILE = Path(tempfile.mkdtemp()) / "q32.bezzel"

LONG_CALLS = {
    "count": "bezzel.count(26)",
    "count_by_colour": "bezzel.count_by_colour(26, threads=1)",
    "plan": "bezzel.count(32)",
    "solutions": "next(bezzel.solutions(64))",
    "fundamental": "list(bezzel.fundamental(20))",
    "first": "[bezzel.first(100_000_000).is_solution for _ in range(1000)]",
    "placement": "bezzel.Placement(iter(int, 1))",
    "create": f"bezzel.cluster.Ledger.create({str(FILE)!r}, 32)",
    "work": "bezzel.cluster.work('# bezzel n 32 ', [])",
}

PROGRAM = """
import threading, time
import bezzel.cluster

ticks = 0
def tick():
    global ticks
    while True:
        time.sleep(0.01)
        ticks += 1

threading.Thread(target=tick, daemon=True).start()
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", ticks, flush=True)
"""


@pytest.mark.parametrize("name", LONG_CALLS)
def test_ctrl_c_ends_a_long_call(name: str) -> None:
    program = PROGRAM.format(call=LONG_CALLS[name])
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.7)
        assert process.poll() is None, "the call was not long"
        started = time.monotonic()
        process.send_signal(signal.SIGINT)
        said, ticks = process.stdout.readline().split()
        assert said == "interrupted"
        assert time.monotonic() - started < 5
        # Without the lock released, the other thread would hardly have run.
        assert int(ticks) >= 10
        assert process.wait(timeout=20) == 0
        assert not FILE.exists()
    finally:
        process.kill()
        process.wait()
