"""GPU backends by name."""

from collections.abc import Callable
from pathlib import Path

import bezzel
import pytest
from bezzel import errors
from bezzel._native import uses_cuda
from bezzel.cluster import Ledger, work
from conftest import PUBLISHED


def test_devices_count() -> None:
    for name, description in bezzel.devices().items():
        assert name.startswith("cuda:") and "CUDA" in description
        assert bezzel.count(12, backend=name) == PUBLISHED[12]
        assert bezzel.count_by_colour(12, backend=f"{name},portable") == bezzel.count_by_colour(12)


def test_missing_devices_are_named(tmp_path: Path) -> None:
    name = "cuda:4000000"
    with Ledger.create(tmp_path / "q8.bezzel", 8) as ledger:
        unit = ledger.lease(1)[0]
        calls: list[Callable[[], object]] = [
            lambda: bezzel.count(12, backend=name),
            lambda: bezzel.count_by_colour(12, backend=f"{name},portable"),
            lambda: work(ledger.header, [unit.unit], backend=name),
        ]
        for call in calls:
            with pytest.raises(errors.DeviceError, match=f"^{name}: "):
                call()


def test_unknown_backends_are_rejected() -> None:
    for name in ("", "gpu", "cuda,cuda:0", "avx2,portable"):
        with pytest.raises(errors.UnknownNameError, match="portable, neon, avx2, avx512"):
            uses_cuda(name)
        with pytest.raises(errors.UnknownNameError):
            bezzel.count(12, backend=name)


def test_cuda_is_recognised() -> None:
    assert all(uses_cuda(name) for name in ("cuda", "cuda:1", "avx2,cuda"))
    assert not any(uses_cuda(name) for name in ("portable", "avx2"))
