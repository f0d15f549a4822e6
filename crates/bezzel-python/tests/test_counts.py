"""Counts against the published values, and rejected arguments."""

import bezzel
import pytest
from bezzel import errors
from conftest import PUBLISHED


def test_counts_are_the_published_ones() -> None:
    assert bezzel.count(0) == 1
    for n in range(1, 17):
        assert bezzel.count(n) == PUBLISHED[n]


@pytest.mark.parametrize(("backend", "features"), bezzel.backends().items())
def test_every_backend_counts_the_same(backend: str, features: dict[str, bool]) -> None:
    missing = [name for name, is_present in features.items() if not is_present]
    if missing:
        with pytest.raises(errors.MissingBackendError, match=f"because it has no {', '.join(missing)}:"):
            bezzel.count(14, backend=backend)
        return
    for threads in (1, 2, 3):
        counted = bezzel.count(14, threads=threads, backend=backend)
        assert counted == PUBLISHED[14]


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: bezzel.count(-1), errors.SizeError, "0 to 4294967295, found -1"),
        (lambda: bezzel.count(33), errors.SizeError, "(?=.*33).* 0 to 32"),
        (lambda: bezzel.count(10**40), errors.SizeError, "0 to 4294967295, found 10"),
        (lambda: bezzel.solutions(65), errors.SizeError, "(?=.*65).* 0 to 64"),
        (lambda: bezzel.first(2**31), errors.SizeError, "0 to 2147483647"),
        (lambda: bezzel.count(2**32 - 1), errors.SizeError, "found 4294967295"),
        (lambda: bezzel.solutions(2**32 - 1), errors.SizeError, "found 4294967295"),
        (lambda: bezzel.fundamental(2**32 - 1), errors.SizeError, "found 4294967295"),
        (lambda: bezzel.occupancy(2**31 - 1), errors.SizeError, "0 to 32"),
        (lambda: bezzel.count(8, threads=0), errors.ThreadsError, "expected 1 to 1024 threads, found 0"),
        (lambda: bezzel.count(8, threads=-3), errors.SizeError, "found -3"),
        (lambda: bezzel.count(8, threads=10**9), errors.ThreadsError, "found 1000000000"),
        (
            lambda: bezzel.count(8, backend="avx3"),
            errors.UnknownNameError,
            "'avx3'.*avx2.* portable, neon, avx2, avx512",
        ),
    ],
)
def test_rejected_arguments_are_named(call, error, says) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(error, match=says) as raised:
        call()
    assert isinstance(raised.value, errors.BezzelError)


@pytest.mark.parametrize("wrong", [2.0, "8", None])
def test_other_types_are_a_type_error(wrong: object) -> None:
    with pytest.raises(TypeError):
        bezzel.count(wrong)  # type: ignore[arg-type]
