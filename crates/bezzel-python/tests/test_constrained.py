"""Boards with placed queens and blocked squares."""

import bezzel
import pytest
from bezzel import ConstrainedBoard, Placement, errors


def corner(n: int) -> ConstrainedBoard:
    board = ConstrainedBoard(n)
    board.place(0, 0)
    return board


def test_completions_are_those_of_a_filter() -> None:
    board = corner(8)
    board.block(1, 4)
    board.block_diagonal(-3)
    board.block_anti_diagonal(13)
    expected = [
        one
        for one in bezzel.solutions(8)
        if one[0] == 0
        and one[1] != 4
        and all(row - column != -3 and row + column != 13 for row, column in one.queens)
    ]
    assert list(board.completions()) == expected
    drawn = board.random_completions(20, seed=1)
    assert len(drawn) == 20 and all(placement in expected for placement in drawn)
    assert board.random_completions(20, seed=1, threads=1) == drawn
    squares = board.occupancy(threads=1, backend="portable")
    assert squares == board.occupancy()
    assert squares[0] == [len(expected)] + [0] * 7
    assert [sum(row) for row in squares] == [len(expected)] * 8
    assert board.count() == board.count(threads=1) == len(expected)
    assert board.queens == [(0, 0)]
    assert board.is_blocked(1, 4) and board.is_blocked(0, 3) and not board.is_blocked(1, 3)


def test_one_completion() -> None:
    assert corner(6).complete() is None
    assert not corner(6).is_unique()
    found = corner(8).complete(time_limit=60.0)
    assert isinstance(found, Placement) and found.is_solution and found[0] == 0
    assert not corner(8).is_unique()
    board = corner(8)
    board.place(1, 4)
    assert board.is_unique()
    with pytest.raises(TimeoutError, match="time_limit"):
        corner(32).complete(time_limit=0.0)
    with pytest.raises(ValueError):
        corner(8).complete(time_limit=-1.0)


def test_drawings() -> None:
    text = "Q...\n..x.\n....\n.x..\n"
    board = ConstrainedBoard.read(text)
    assert str(board) == text
    assert board == ConstrainedBoard.read(str(board)) != corner(4)
    assert repr(board) == "<ConstrainedBoard: n = 4, queens = 1>"
    with pytest.raises(errors.NotationError, match="line 2, column 1"):
        ConstrainedBoard.read("Q.\n#.\n")
    with pytest.raises(errors.SizeError, match="drawing"):
        str(ConstrainedBoard(100_000))


def test_other_forms_of_boards() -> None:
    board = ConstrainedBoard.read("Q...\n..x.\n....\n.x..\n")
    assert board.to_compact() == "Q3/2x1/4/1x2"
    assert ConstrainedBoard.read(board.to_compact()) == board
    json = '{"n": 4, "queens": [[0, 0]], "blocked": [[1, 2], [3, 1]]}'
    assert ConstrainedBoard.read(json) == board
    given = ConstrainedBoard(4)
    given.place(1, 3)
    for text in ("- 3 - -", Placement.parse("- 3 - -").text("grid")):
        assert ConstrainedBoard.read(text) == given
    for text, reason in (
        ("Q3/2x1/4/1x3", "row 3: expected 4 squares"),
        ("Q3/2x1/4/1x2 Q", "expected the end of the board"),
        ('{"n": 4, "queens": [[0, 4]]}', "below 4"),
        ("1 3 0 2\n2 0 3 1\n", "another in line 2"),
    ):
        with pytest.raises(errors.NotationError, match=reason):
            ConstrainedBoard.read(text)
    with pytest.raises(errors.SizeError, match="one word"):
        ConstrainedBoard(100_000).to_compact()


def test_bad_constraints() -> None:
    board = ConstrainedBoard(8)
    for place in (board.place, board.block):
        for row, column in ((8, 0), (0, 8), (-1, 0), (0, 2**40)):
            with pytest.raises(errors.OutsideError, match=str(row)):
                place(row, column)
    with pytest.raises(errors.OutsideError):
        board.block_diagonal(8)
    with pytest.raises(errors.OutsideError):
        board.block_anti_diagonal(15)
    with pytest.raises(errors.OutsideError):
        board.is_blocked(8, 0)
    assert board == ConstrainedBoard(8)
    board.place(0, 0)
    board.place(1, 1)
    assert board.contradiction is not None and "diagonal" in board.contradiction
    assert board.count() == 0
    with pytest.raises(errors.SizeError, match="0 to 32"):
        corner(33).count()
    with pytest.raises(errors.SizeError):
        ConstrainedBoard(2**31)
