"""Random solutions and occupancies."""

from collections import Counter
from typing import Literal

import bezzel
import pytest


@pytest.mark.parametrize("method", ["uniform", "min-conflicts"])
def test_solutions_repeat_with_their_seed(method: Literal["uniform", "min-conflicts"]) -> None:
    drawn = bezzel.random_solutions(8, 40, seed=1, method=method)
    assert len(drawn) == 40 and all(board.is_solution for board in drawn)
    assert drawn == bezzel.random_solutions(8, 40, seed=1, method=method)
    assert drawn != bezzel.random_solutions(8, 40, seed=2, method=method)
    assert bezzel.random_solution(8, seed=1, method=method) == drawn[0]


def test_uniform_draws_reach_every_solution() -> None:
    drawn = Counter(str(board) for board in bezzel.random_solutions(6, 4000, seed=1))
    assert sorted(drawn) == [str(board) for board in bezzel.solutions(6)]
    assert all(850 < count < 1150 for count in drawn.values())


def test_sizes_and_methods() -> None:
    assert bezzel.random_solution(3) is None
    assert bezzel.random_solutions(2, 5, method="min-conflicts") == []
    large = bezzel.random_solution(2000)
    assert large is not None and large.is_solution
    with pytest.raises(bezzel.BezzelError):
        bezzel.random_solution(33, method="uniform")
    with pytest.raises(ValueError, match="expected 'uniform' or 'min-conflicts', found 'fair'"):
        bezzel.random_solution(8, method="fair")  # type: ignore[arg-type]


def test_occupancies_add_up() -> None:
    for n in (1, 5, 8, 11):
        rows = bezzel.occupancy(n)
        total = bezzel.count(n)
        assert [sum(row) for row in rows] == [total] * n
        assert [sum(column) for column in zip(*rows, strict=True)] == [total] * n
    assert bezzel.occupancy(8)[0] == [4, 8, 16, 18, 18, 16, 8, 4]
