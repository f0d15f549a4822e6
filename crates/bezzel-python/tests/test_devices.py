"""GPU backends by name. OpenCL represents all of them, because it also runs on the CPU."""

from collections.abc import Callable
from pathlib import Path

import bezzel
import pytest
from bezzel import errors
from bezzel._native import parts, uses_cuda
from bezzel.cluster import Ledger, work
from conftest import Published


def test_devices_have_names_and_descriptions(opencl: str) -> None:
    description = bezzel.devices()[opencl]
    assert "OpenCL" in description
    assert all(name.startswith(("cuda:", "opencl:")) for name in bezzel.devices())


def test_counts_on_a_device(opencl: str, published: dict[int, Published]) -> None:
    for n in (0, 1, 6, 12):
        expected = published[n].all if n else 1
        assert bezzel.count(n, backend=opencl) == expected
    assert bezzel.count(13, backend=f"{opencl},portable", threads=1) == published[13].all
    assert bezzel.count_by_colour(12, backend="opencl") == bezzel.count_by_colour(12)


def test_work_on_a_device(opencl: str, tmp_path: Path, published: dict[int, Published]) -> None:
    for backend in (opencl, opencl, f"portable,{opencl}"):
        file = tmp_path / "q12.bezzel"
        with Ledger.create(file, 12) as ledger:
            while leases := ledger.lease(15):
                units = [(lease.unit, lease.attempt) for lease in leases]
                lines = work(ledger.header, units, backend=backend)
                assert sorted(line.split()[0] for line in lines) == sorted(u for u, _ in units)
                assert set(ledger.record(lines)) == {"merged"}
            assert ledger.total() == published[12].all
            names = {machine["backend"].split("_")[0] for machine in ledger.status()["machines"]}
        assert opencl in names and names <= {opencl, "portable"}
        file.unlink()


@pytest.mark.parametrize("driver", ["cuda", "opencl"])
def test_missing_devices_are_named(driver: str, tmp_path: Path) -> None:
    name = f"{driver}:4000000"
    with Ledger.create(tmp_path / "q8.bezzel", 8) as ledger:
        unit = ledger.lease(1)[0]
        calls: list[Callable[[], object]] = [
            lambda: bezzel.count(12, backend=name),
            lambda: bezzel.count_by_colour(12, backend=f"{name},portable"),
            lambda: work(ledger.header, [(unit.unit, 1)], backend=name),
        ]
        for call in calls:
            with pytest.raises(errors.DeviceError, match=f"^{name}: "):
                call()


def test_backends_are_split() -> None:
    assert parts("avx2, cuda:1") == ["cuda:1", "avx2"]
    for name in ("", "gpu", "cuda,cuda:0", "avx2,portable"):
        with pytest.raises(errors.UnknownNameError, match="portable, neon, avx2, avx512"):
            parts(name)
        with pytest.raises(errors.UnknownNameError):
            uses_cuda(name)
        with pytest.raises(errors.UnknownNameError):
            bezzel.count(12, backend=name)


def test_cuda_is_recognised() -> None:
    assert all(uses_cuda(name) for name in ("cuda", "cuda:1", "avx2,cuda"))
    assert not any(uses_cuda(name) for name in ("portable", "opencl", "opencl:0,avx2"))
