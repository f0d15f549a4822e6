"""Ledgers in Python. Their behaviour when machines fail is tested in Rust."""

from pathlib import Path

import bezzel
import pytest
from bezzel import errors
from bezzel.cluster import Ledger, work
from conftest import PUBLISHED


def units_of(ledger: Ledger, count: int) -> list[str]:
    return [lease.unit for lease in ledger.lease(count)]


def test_a_count_by_hand(tmp_path: Path) -> None:
    file = tmp_path / "q12.bezzel"
    with Ledger.create(file, 12) as ledger:
        assert (ledger.n, ledger.is_complete()) == (12, False)
        with pytest.raises(errors.LedgerError, match="no total yet: 0 of"):
            ledger.total()
        lines = work(ledger.header, units_of(ledger, 5), backend="portable")
        assert ledger.record(lines) == ["first"] * 5
        assert ledger.record(lines) == ["identical"] * 5
    with Ledger(file) as ledger:
        while units := units_of(ledger, 100):
            ledger.record(work(ledger.header, units))
            ledger.refresh()
        assert ledger.is_complete()
        assert ledger.total() == PUBLISHED[12]
        status = ledger.status()
        assert status["counted_once"] == status["units"]
        assert sum(machine["results"] for machine in status["machines"]) == status["units"]


def test_a_ledger_of_a_given_board(tmp_path: Path) -> None:
    board = bezzel.ConstrainedBoard(10)
    board.place(0, 1)
    board.block(5, 5)
    with Ledger.create(tmp_path / "board.bezzel", 10, board=board) as ledger:
        assert ledger.board == "1Q8/10/10/10/10/5x4/10/10/10/10"
        while units := units_of(ledger, 100):
            ledger.record(work(ledger.header, units, backend="portable"))
        assert ledger.total() == board.count() == board.count(backend="portable")
        assert ledger.status()["board"] == ledger.board
    board.place(1, 2)
    for n, what in ((11, "expected a board of 11 rows, found one of 10"), (10, "diagonal")):
        with pytest.raises(ValueError, match=what):
            Ledger.create(tmp_path / "other.bezzel", n, board=board)
    assert not (tmp_path / "other.bezzel").exists()
    with Ledger.create(tmp_path / "q10.bezzel", 10) as ledger:
        assert ledger.board is None


def test_units_are_released(tmp_path: Path) -> None:
    with Ledger.create(tmp_path / "q12.bezzel", 12) as ledger:
        everything = ledger.lease(10_000)
        assert ledger.lease(1) == []
        ledger.release(everything[:3])
        again = ledger.lease(10)
        assert {lease.unit for lease in again} == {lease.unit for lease in everything[:3]}


def test_a_ledger_that_is_removed_is_noticed_and_its_results_are_rescued(tmp_path: Path) -> None:
    file = tmp_path / "q12.bezzel"
    ledger = Ledger.create(file, 12)
    lines = work(ledger.header, units_of(ledger, 3), backend="portable")
    ledger.record(lines[:1])
    file.unlink()
    with pytest.raises(errors.LedgerError, match="removed while it was in use; 3 results saved in"):
        ledger.record(lines[1:])
    (rescued,) = tmp_path.glob("q12.bezzel.rescued-*.bezzel")
    with Ledger(rescued) as copy:
        assert copy.record(lines) == ["identical"] * 3
    with pytest.raises(errors.LedgerError, match="removed while it was in use"):
        ledger.refresh()
    rescued.unlink(missing_ok=True)


def test_wrong_input_is_rejected(tmp_path: Path) -> None:
    file = tmp_path / "q12.bezzel"
    with Ledger.create(file, 12) as ledger:
        with pytest.raises(errors.LedgerError, match="file exists"):
            Ledger.create(file, 12)
        units = units_of(ledger, 2)
        good, other = work(ledger.header, units)
        value = good.split()[6]
        wrong = good.replace(f" {value} ", f" {int(value) + 8} ", 1)
        with pytest.raises(errors.LedgerError, match="damaged"):
            ledger.record([other, wrong])
        assert ledger.status()["counted_once"] == 0
        with pytest.raises(errors.LedgerError, match="expected a unit of n = 12"):
            work(ledger.header, ["n12-a9-c0000-e0..1-o0..1"])
        with pytest.raises(errors.LedgerError, match="damaged"):
            work(ledger.header.replace("n12", "n13"), units)
        with pytest.raises(errors.UnknownNameError, match="avx2"):
            work(ledger.header, units, backend="avx")
    with pytest.raises(ValueError, match="closed"):
        ledger.lease(1)
    with pytest.raises(errors.SizeError, match="0 to 32"):
        Ledger.create(tmp_path / "q33.bezzel", 33)
    with pytest.raises(errors.LedgerError, match="file not found"):
        Ledger(tmp_path / "missing.bezzel")
    (tmp_path / "text").write_text("no ledger")
    with pytest.raises(errors.LedgerError, match="expected a bezzel ledger"):
        Ledger(tmp_path / "text")
