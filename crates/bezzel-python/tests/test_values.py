"""Lines with a correct checksum and impossible values."""

import hashlib
from pathlib import Path

import pytest

from bezzel.cluster import Ledger, work
from bezzel.errors import LineError


def summed(fields: list[str]) -> str:
    """Appends the checksum, which anyone can compute."""
    body = " ".join(fields)
    digest = hashlib.sha256(body.encode()).digest()
    return f"{body} {digest[:8].hex()}"


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    return Ledger.create(tmp_path / "q8.bezzel", 8)


def fields(ledger: Ledger) -> list[str]:
    lease = ledger.lease(1)[0]
    [line] = work(ledger.header, [lease.unit])
    return line.split(" ")[:-1]


def test_a_line_with_its_own_checksum_is_the_same(ledger: Ledger) -> None:
    good = fields(ledger)
    assert ledger.record([summed(good)]) == ["first"]


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (6, str(2**127)),
        (6, str(2**128 - 1)),
        (7, str(2**128 - 1)),
        (8, str(2**64 - 1)),
        (9, str(2**63)),
        (10, str(2**64 - 1)),
        (5, "a\x1b[2J"),
        (12, "a\x9b2J"),
        (13, "evil\u202etxt"),
        (13, "\x1b]0;title\x07"),
        (13, "a\x00b"),
    ],
)
def test_impossible_values_are_rejected(ledger: Ledger, place: int, value: str) -> None:
    line = fields(ledger)
    line[place] = value
    with pytest.raises(LineError) as rejected:
        ledger.record([summed(line)])
    said = str(rejected.value)
    assert said.startswith("line 1: ") and said.isprintable()
    assert ledger.status()["counted_once"] == 0


def test_seconds_name_their_clock(ledger: Ledger) -> None:
    line = fields(ledger)
    assert line[10].endswith("cpu")
    ledger.record([summed(line)])
    line[10] = "5000000"
    ledger.record([summed(line)])
    status = ledger.status()
    assert status["wall_seconds"] == 5.0
    assert 0 < status["cpu_seconds"] < 5.0
