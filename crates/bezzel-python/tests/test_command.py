"""The command `bezzel` that the package installs."""

import contextlib
import signal
import subprocess
import sys
import sysconfig
import threading
from pathlib import Path

import bezzel
import pytest

COMMAND = Path(sysconfig.get_path("scripts"), "bezzel")


def run(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([COMMAND, *arguments], input=text, capture_output=True, text=True)


def test_the_command_counts_and_creates_ledgers(tmp_path: Path) -> None:
    assert run("count", "8").stdout == "92\n"
    assert run("--version").stdout.startswith(f"bezzel {bezzel.__version__}\n")
    ledger = str(tmp_path / "q14.bezzel")
    assert run("count", "14", "--save", ledger).stdout == "365596\n"
    assert run("count", "--save", ledger).stdout == "365596\n"


def test_exit_codes_and_streams_are_those_of_the_command() -> None:
    wrong = run("check", text="0 1\n")
    says = "read as 1 list of columns of 2 × 2, numbered from 0\n"
    assert (wrong.returncode, wrong.stderr) == (1, says)
    assert "attack each other" in wrong.stdout
    bad = run("count", "eight")
    assert (bad.returncode, bad.stdout, bad.stderr.count("\n")) == (2, "", 1)
    same = subprocess.run([sys.executable, "-m", "bezzel", "count", "8"], capture_output=True)
    assert same.stdout == b"92\n"


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_stops_a_command_that_computes() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen([COMMAND, "list", "20"], stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout and process.stderr
        # A board is reported when the command listens for signals.
        assert process.stdout.readline().count(" ") == 19
        process.send_signal(signal.SIGINT)
        # The rest of the output, until the command ends.
        process.stdout.read()
        message = process.stderr.read()
    assert process.returncode == 130
    assert message.startswith("stopped before the end") and message.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_ends_a_command_that_reads() -> None:
    """Nothing is to be saved, so the signal has its usual effect, not that of Python."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [COMMAND, "check"], stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        stdin = process.stdin

        def write() -> None:
            # It ends within the boards: the command waits for a reader of what it reports.
            with contextlib.suppress(BrokenPipeError):
                stdin.write(b"1 3 0 2\n" * 200_000)

        writing = threading.Thread(target=write)
        writing.start()
        # A board is reported when the command reads.
        assert process.stdout.read(13) == b"line 1: valid"
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        message = process.stderr.read()
        writing.join()
    assert process.returncode == -signal.SIGINT
    assert b"Traceback" not in message and b"KeyboardInterrupt" not in message
