"""Random solutions and occupancies."""

from collections.abc import Callable
from typing import Any, Literal

import bezzel
import numpy as np
import pytest


@pytest.mark.parametrize("method", ["uniform", "min-conflicts"])
def test_solutions_repeat_with_their_seed(method: Literal["uniform", "min-conflicts"]) -> None:
    drawn = bezzel.random_solutions(8, 40, seed=1, method=method)
    assert len(drawn) == 40 and all(board.is_solution for board in drawn)
    assert drawn == bezzel.random_solutions(8, 40, seed=1, method=method)
    assert drawn != bezzel.random_solutions(8, 40, seed=2, method=method)
    assert bezzel.random_solution(8, seed=1, method=method) == drawn[0]


def test_sizes_and_methods() -> None:
    assert bezzel.random_solution(3) is None
    assert bezzel.random_solutions(2, 5, method="min-conflicts") == []
    large = bezzel.random_solution(2000)
    assert large is not None and large.is_solution
    with pytest.raises(bezzel.BezzelError):
        bezzel.random_solution(33, method="uniform")
    with pytest.raises(ValueError, match="expected 'uniform' or 'min-conflicts', found 'fair'"):
        bezzel.random_solution(8, method="fair")  # type: ignore[arg-type]


def test_seeds_and_numbers_out_of_range_name_the_range() -> None:
    board = bezzel.ConstrainedBoard(6)
    calls: list[Callable[[Any], object]] = [
        lambda seed: bezzel.random_solution(6, seed=seed),
        lambda seed: bezzel.random_solution(6, seed=seed, method="min-conflicts"),
        lambda seed: bezzel.random_solutions(6, 2, seed=seed),
        lambda seed: board.random_completions(seed=seed),
        lambda seed: bezzel.Puzzle.generate(5, seed=seed),
    ]
    for call in calls:
        for seed in (-1, 2**64, -(10**30)):
            expected = f"expected a number from 0 to 18446744073709551615, found {seed}"
            with pytest.raises(ValueError, match=expected):
                call(seed)
        with pytest.raises(TypeError):
            call(1.5)
        assert call(np.int64(7)) == call(7) and call(2**64 - 1) is not None
    puzzle = bezzel.Puzzle.generate(5, seed=1)
    counts: list[Callable[[int], object]] = [
        lambda number: bezzel.random_solutions(6, number),
        lambda number: board.random_completions(number),
        lambda number: puzzle.solutions(limit=number),
    ]
    for count in counts:
        with pytest.raises(ValueError, match="expected a number from 0 to .*, found -1"):
            count(-1)
        assert count(0) == []


def test_equal_seeds_give_equal_solutions_of_board_and_size() -> None:
    board = bezzel.ConstrainedBoard(9)
    for seed in range(20):
        drawn = bezzel.random_solutions(9, 3, seed=seed)
        assert board.random_completions(3, seed=seed, threads=1) == drawn
