"""Boards with constraints."""

import copy
import pickle
import xml.etree.ElementTree as ElementTree

import bezzel
import numpy as np
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
    board = ConstrainedBoard(4, queens=[(0, 0)], blocked=[(1, 2), (3, 1)])
    assert str(board) == "Q...\n..x.\n....\n.x..\n"
    assert repr(board) == "<ConstrainedBoard: n = 4, queens = 1>"
    assert board.to_compact() == "Q3/2x1/4/1x2"
    with pytest.raises(errors.SizeError, match="drawing"):
        str(ConstrainedBoard(100_000))
    with pytest.raises(errors.SizeError, match="one word"):
        ConstrainedBoard(100_000).to_compact()
    board.block(0, 0)
    with pytest.raises(errors.BezzelError, match="the queen at row 0 column 0 is on a blocked square"):
        board.to_compact()


def test_bad_constraints() -> None:
    board = ConstrainedBoard(8)
    for place in (board.place, board.block):
        for row, column in ((8, 0), (0, 8), (-1, 0), (0, 2**40)):
            with pytest.raises(errors.OutsideError, match=str(row)):
                place(row, column)
        with pytest.raises(errors.SizeError, match=f"found {2**70}"):
            place(0, 2**70)
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


def test_queens_and_blocks_are_arguments() -> None:
    board = ConstrainedBoard(8)
    board.place(0, 3)
    board.block(1, 0)
    board.block(2, 7)
    board.block_diagonal(-2)
    board.block_anti_diagonal(13)
    given = ConstrainedBoard(
        8,
        queens=[(0, 3)],
        blocked=[(2, 7), (1, 0)],
        blocked_diagonals=[-2],
        blocked_anti_diagonals=[13],
    )
    assert given == board
    assert (given.queens, given.blocked) == ([(0, 3)], [(1, 0), (2, 7)])
    assert (given.blocked_diagonals, given.blocked_anti_diagonals) == ([-2], [13])
    squares = np.array([[1, 0], [2, 7]])
    same = ConstrainedBoard(
        np.int64(8),
        queens={(np.uint8(0), 3)},
        blocked=squares,
        blocked_diagonals=(number for number in [-2]),
        blocked_anti_diagonals=np.array([13]),
    )
    assert same == given and ConstrainedBoard(8) == ConstrainedBoard(8, queens=[], blocked=())
    for arguments in (
        {"queens": [(8, 0)]},
        {"blocked": [(-1, 0)]},
        {"blocked_diagonals": [-8]},
        {"blocked_anti_diagonals": [15]},
    ):
        with pytest.raises(errors.OutsideError, match="expected .* found"):
            ConstrainedBoard(8, **arguments)
    with pytest.raises(errors.SizeError, match="expected a number from .* found"):
        ConstrainedBoard(8, blocked_diagonals=[2**40])
    with pytest.raises(errors.SizeError, match="expected a number from .* found"):
        ConstrainedBoard(8, blocked_anti_diagonals=[-1])
    for square in ((0,), (0, 1, 2), ()):
        with pytest.raises(ValueError, match=r"expected \(row, column\), found"):
            ConstrainedBoard(8, queens=[square])
    for wrong in (5, [0, 3], [(0.5, 1)], ["ab"]):
        with pytest.raises(TypeError):
            ConstrainedBoard(8, queens=wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        ConstrainedBoard(8.0)  # type: ignore[arg-type]
    with pytest.raises(errors.SizeError, match="found -1"):
        ConstrainedBoard(-1)


def test_queens_and_blocks_are_taken_back() -> None:
    board = corner(8)
    board.remove(0, 0)
    board.remove(0, 0)
    assert board == ConstrainedBoard(8)
    board.block(3, 3)
    board.unblock(3, 3)
    board.unblock(3, 3)
    assert board == ConstrainedBoard(8)
    board.block_diagonal(0)
    board.block_anti_diagonal(7)
    board.block(3, 4)
    board.unblock(3, 4)
    blocked = {(row, row) for row in range(8)} | {(row, 7 - row) for row in range(8)}
    left = {(row, column) for row in range(8) for column in range(8) if board.is_blocked(row, column)}
    assert left == blocked - {(3, 4)}
    for change in (board.remove, board.unblock):
        for square in ((8, 0), (0, 8), (-1, 0)):
            with pytest.raises(errors.OutsideError):
                change(*square)
    large = ConstrainedBoard(2**31 - 1, blocked=[(5, 5)], blocked_diagonals=[0])
    with pytest.raises(errors.SizeError, match="0 to 2048"):
        large.unblock(5, 5)
    large.unblock(5, 6)


def test_copies_are_independent() -> None:
    board = ConstrainedBoard(
        9, queens=[(0, 0)], blocked=[(1, 4)], blocked_diagonals=[-3], blocked_anti_diagonals=[13]
    )
    copies = [board.copy(), copy.copy(board), copy.deepcopy(board)]
    copies += [pickle.loads(pickle.dumps(board, number)) for number in range(2, 6)]
    for other in copies:
        assert other == board and other is not board
        other.place(8, 1)
        assert other != board
    assert board.queens == [(0, 0)]
    huge = ConstrainedBoard(2**31 - 1, queens=[(2**31 - 2, 0)], blocked_diagonals=[5])
    assert pickle.loads(pickle.dumps(huge)) == huge
    with pytest.raises(TypeError, match="unhashable"):
        hash(board)


def test_pictures_show_queens_and_crosses() -> None:
    board = ConstrainedBoard(6, queens=[(0, 1), (2, 1)], blocked=[(5, 0)], blocked_diagonals=[0])
    picture = board._repr_svg_()
    assert picture is not None and picture == board.svg()
    root = ElementTree.fromstring(picture)
    by_class = {element.get("class"): element for element in root.iter()}
    queens = by_class["queens"]
    assert [(use.get("y"), use.get("x")) for use in queens] == [("0", "1"), ("2", "1")]
    assert by_class["crosses"].attrib["d"].count("M") == 7
    assert by_class["conflicts"].attrib["d"] == "M1.5 0.5L1.5 2.5"
    assert "crosses" not in {element.get("class") for element in ElementTree.fromstring(corner(4).svg()).iter()}
    assert ConstrainedBoard(257)._repr_svg_() is None
    assert "2048" in ConstrainedBoard(2048).svg()
    with pytest.raises(errors.SizeError, match="0 to 2048 for a picture"):
        ConstrainedBoard(2049).svg()
