"""Lines with a correct checksum and impossible values."""

import hashlib
from pathlib import Path

import pytest

from bezzel.cluster import Ledger, work
from bezzel.errors import LineError


def signed(ledger: Ledger, fields: list[str]) -> str:
    """Appends the checksum, which anyone can compute."""
    fingerprint = ledger.header.split(" ")[-1]
    body = " ".join(fields)
    digest = hashlib.sha256(f"{fingerprint}\n{body}".encode()).digest()
    return f"{body} {digest[:8].hex()}"


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    return Ledger.create(tmp_path / "q8.bezzel", 8)


def fields(ledger: Ledger) -> list[str]:
    lease = ledger.lease(1)[0]
    [line] = work(ledger.header, [(lease.unit, lease.attempt)])
    return line.split(" ")[:-1]


def test_a_line_that_is_signed_again_is_the_same(ledger: Ledger) -> None:
    good = fields(ledger)
    assert ledger.record([signed(ledger, good)]) == ["merged"]


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (2, str(2**127)),
        (2, str(2**128 - 1)),
        (3, str(2**128 - 1)),
        (4, str(2**64 - 1)),
        (5, str(2**63)),
        (10, str(2**64 - 1)),
        (6, "a\x1b[2J"),
        (7, "a\x9b2J"),
        (8, "evil\u202etxt"),
        (8, "\x1b]0;title\x07"),
        (9, "a\x00b"),
    ],
)
def test_impossible_values_are_rejected(ledger: Ledger, place: int, value: str) -> None:
    line = fields(ledger)
    line[place] = value
    with pytest.raises(LineError) as rejected:
        ledger.record([signed(ledger, line)])
    said = str(rejected.value)
    assert said.startswith("expected ") and said.isprintable()
    assert ledger.status()["done"] == 0


def test_seconds_name_their_clock(ledger: Ledger) -> None:
    line = fields(ledger)
    assert line[10].endswith("cpu")
    ledger.record([signed(ledger, line)])
    line[10] = "5000000"
    ledger.record([signed(ledger, line)])
    status = ledger.status()
    assert status["wall_seconds"] == 5.0
    assert 0 < status["cpu_seconds"] < 5.0
