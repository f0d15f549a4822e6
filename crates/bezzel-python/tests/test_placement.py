"""Placements: columns, images, notations and the behaviour of Python objects."""

import copy
import pickle
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence

import bezzel
import numpy as np
import pytest
from bezzel import Placement, errors

SOLUTION = [0, 4, 7, 5, 2, 6, 1, 3]
PARTIAL = [1, None, 0, None]


def test_columns_are_numpy_arrays() -> None:
    columns = Placement(SOLUTION).columns
    assert columns.dtype == np.int32
    assert columns.tolist() == SOLUTION
    assert not columns.flags.writeable
    assert Placement(PARTIAL).columns.tolist() == [1, -1, 0, -1]
    assert Placement([]).columns.shape == (0,)
    for board in (SOLUTION, PARTIAL):
        assert Placement(Placement(board).columns) == Placement(board)
    for kind in (np.int8, np.uint16, np.int64):
        assert Placement(np.array(SOLUTION, dtype=kind)) == Placement(SOLUTION)


def test_it_is_a_sequence() -> None:
    board = Placement(PARTIAL)
    assert (len(board), board.n) == (4, 4)
    assert list(board) == [board[row] for row in range(4)] == PARTIAL
    assert (board[-2], board[-1]) == (0, None)
    for row in (4, -5):
        with pytest.raises(IndexError, match=f"row {row} is outside a board of 4 rows"):
            board[row]
    assert board.queens == [(0, 1), (2, 0)]
    assert isinstance(board, Sequence)
    for part in (slice(None), slice(1, 3), slice(None, None, -1), slice(5, 9)):
        assert board[part] == PARTIAL[part]
    assert list(reversed(board)) == PARTIAL[::-1]
    assert 0 in board and None in board and 3 not in board
    assert (board.index(0), board.index(None), board.count(None), board.count(3)) == (2, 1, 2, 0)
    assert board[np.int64(2)] == 0 and board.index(np.uint8(1)) == 0
    assert (board.index(None, 2), board.index(None, -1), board.index(0, 0, 3)) == (3, 3, 2)
    with pytest.raises(ValueError):
        board.index(0, 3)
    for column in (3, -1, 10**30):
        with pytest.raises(ValueError, match="is not in list"):
            board.index(column)
    with pytest.raises(TypeError):
        board[1.0]  # type: ignore[call-overload]
    match Placement(SOLUTION):
        case [first, *_, last]:
            assert (first, last) == (0, 3)
        case _:
            pytest.fail("it is no sequence")


def test_numpy_takes_placements_as_rows() -> None:
    boards = list(bezzel.solutions(8))
    for array in (np.array(boards), np.asarray(boards), np.stack(boards)):
        assert array.shape == (92, 8) and array.dtype == np.int32
        assert array.tolist() == [list(board) for board in boards]
    for kind in (np.int8, np.int64, np.float64, object):
        array = np.array(boards, dtype=kind)
        assert array.shape == (92, 8) and array.dtype == kind
    one = np.array(Placement(PARTIAL))
    assert one.tolist() == [1, -1, 0, -1] and one.flags.writeable
    assert np.array(Placement([])).shape == (0,)
    assert np.sum(boards[0]) == 28
    assert (np.array(SOLUTION) == Placement(SOLUTION)).tolist() == [True] * 8
    assert np.asarray(Placement(SOLUTION) == np.array(SOLUTION)).tolist() == [True] * 8


def test_equality_order_hash_and_copies() -> None:
    one, same, other = Placement(SOLUTION), Placement(tuple(SOLUTION)), bezzel.first(8)
    assert other is not None
    assert one == same != other
    assert hash(one) == hash(same)
    assert len({one, same, other}) == 2
    assert one < other <= other and other > one >= one
    for equal in (SOLUTION, tuple(SOLUTION), [float(column) for column in SOLUTION]):
        assert one == equal and equal == one and not one != equal
    for unlike in (SOLUTION[:-1], SOLUTION[::-1], [*SOLUTION, 0], [], "04752613", None, 8):
        assert one != unlike and not one == unlike
    assert Placement(PARTIAL) == PARTIAL and Placement(PARTIAL) != [1, -1, 0, -1]
    assert {tuple(SOLUTION): "found"}[one] == "found"  # type: ignore[index]
    with pytest.raises(TypeError):
        assert one < SOLUTION  # type: ignore[operator]
    for board in (one, Placement(PARTIAL), Placement([])):
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(board, protocol)) == board
        assert copy.copy(board) == copy.deepcopy(board) == board
        assert eval(repr(board)) == board
    with pytest.raises(AttributeError):
        one.n = 9  # type: ignore[misc]


def test_images_of_queens_in_a_column_are_an_error() -> None:
    with pytest.raises(errors.SharedColumnError, match="rows 0 and 1 in column 0"):
        Placement([0, 0]).images()


@pytest.mark.parametrize("columns", [[0, 2], [-2], [0, 2**31], [10**30]])
def test_queens_outside_are_rejected(columns: list[int]) -> None:
    for call in (Placement, bezzel.check):
        with pytest.raises(errors.OutsideError, match=r"column.* row \d|row \d.* column"):
            call(columns)


def test_check_reports_the_error() -> None:
    assert bezzel.check(Placement(SOLUTION))
    assert str(bezzel.check(SOLUTION)) == "valid (n = 8)"
    wrong = bezzel.check([0, 2, 0, 3])
    assert not wrong and not wrong.valid
    assert wrong.conflict is not None
    assert (wrong.conflict.first, wrong.conflict.second) == ((0, 0), (2, 0))
    assert wrong.conflict.line == "column"
    assert wrong.conflict == Placement([0, 2, 0, 3]).conflict
    empty = bezzel.check(PARTIAL)
    assert not empty and (empty.conflict, empty.empty_row) == (None, 1)
    assert bezzel.check([]).valid


def test_svg_shows_all_queens() -> None:
    picture = Placement(SOLUTION)._repr_svg_()
    assert picture is not None
    root = ElementTree.fromstring(picture)
    queens = [e for e in root.iter() if e.tag.endswith("use") and "#queen" in e.attrib.values()]
    at = [(e.attrib["y"], e.attrib["x"]) for e in queens]
    assert at == [(str(row), str(column)) for row, column in enumerate(SOLUTION)]
    large = bezzel.first(1000)
    assert large is not None and large._repr_svg_() is None
