"""Ctrl-C and other threads during a long call, each in a separate process."""

import hashlib
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest
from conftest import HANG_TIMEOUT

FILE = Path(tempfile.mkdtemp()) / "q32.bezzel"

# Drawn by `bezzel generate completion 28 --model excluded-diagonals --seed 3`. To choose between search and
# colour-split counter takes long.
HARD = """bezzel.ConstrainedBoard(
    28,
    blocked_diagonals=[-27, -26, -23, -21, -20, -6, -5, -1, 8, 12, 16, 20, 21, 22, 26],
    blocked_anti_diagonals=[1, 3, 4, 8, 9, 10, 12, 13, 22, 29, 33, 35, 53],
)"""

# The plan of n = 32, which `work` makes before it looks for units.
PLAN = "plan n32 p3"
HEADER = f"{PLAN} {hashlib.sha256(PLAN.encode()).hexdigest()[:16]}"

LONG_CALLS = {
    "count": "bezzel.count(26, threads=1)",
    "count_by_colour": "bezzel.count_by_colour(26, threads=1)",
    "plan": "bezzel.count(32)",
    "occupancy": "bezzel.occupancy(32)",
    "completions": "bezzel.ConstrainedBoard(29, blocked=[(0, 0)]).random_completions()",
    "squares": "bezzel.ConstrainedBoard(30, queens=[(0, 3)]).occupancy()",
    "random": "bezzel.random_solution(32, method='uniform')",
    "choice": f"{HARD}.count()",
    "local search": "bezzel.random_solution(100_000_000)",
    "solutions": "next(bezzel.solutions(64))",
    "fundamental": "list(bezzel.fundamental(20))",
    "first": "[bezzel.first(10_000_000).is_solution for _ in range(10_000)]",
    "placement": "bezzel.Placement(iter(int, 1))",
    "create": f"bezzel.cluster.Ledger.create({str(FILE)!r}, 32)",
    "work": f"bezzel.cluster.work({HEADER!r}, [])",
}

# The other thread runs during the call only if the call releases the GIL.
PROGRAM = """
import signal, threading, time
import bezzel.cluster

# A shell's background jobs are started with this signal ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)

def tick(calling):
    calling.wait()
    # Until the call has computed for a while.
    begin = time.process_time()
    while time.process_time() < begin + 0.2:
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
