"""Texts in any form."""

import json
from pathlib import Path

import bezzel
import pytest
from bezzel import ConstrainedBoard, Placement, Puzzle, errors

SOLUTION = [0, 4, 7, 5, 2, 6, 1, 3]
REGIONS = "AAAB\nACBB\nCCCB\nDDCC\n"


@pytest.mark.parametrize(
    ("text", "said", "boards"),
    [
        (
            ".Q..\n...Q\nQ...\n..Q.\n\n..Q.\nQ...\n...Q\n.Q..\n",
            "2 drawings of 4 × 4, queens 'Q'",
            [[1, 3, 0, 2], [2, 0, 3, 1]],
        ),
        ("[2, 4, 1, 3]", "1 list of columns of 4 × 4, numbered from 1", [[1, 3, 0, 2]]),
        # Boards with faults are boards.
        ("0 1 2 3\n0 2 1 3\n", "2 lists of columns of 4 × 4, numbered from 0", [[0, 1, 2, 3], [0, 2, 1, 3]]),
    ],
)
def test_boards_are_read(text: str, said: str, boards: list[list[int]]) -> None:
    contents = bezzel.read(text)
    assert (str(contents), repr(contents)) == (said, f"<Contents: {said}>")
    assert contents.boards == [Placement(board) for board in boards]
    assert contents.puzzles == contents.marks == []


def test_boards_with_constraints_are_read() -> None:
    board = ConstrainedBoard(4, queens=[(0, 0)], blocked=[(1, 2), (3, 1)])
    compact = board.to_compact()
    document = {"n": 4, "queens": [[0, 0]], "blocked": [[1, 2], [3, 1]]}
    # The other words of a record in chess follow the third.
    for text in (str(board), compact, f"{compact} w - - 0 1", json.dumps(document)):
        assert bezzel.read(text).boards == [board]
    document["blocked_diagonals"] = [2]
    board.block_diagonal(2)
    assert bezzel.read(json.dumps(document)).boards == [board]
    (two,) = bezzel.read("QQ\n..\n").boards
    assert isinstance(two, ConstrainedBoard) and two.queens == [(0, 0), (0, 1)]


def test_puzzles_are_read() -> None:
    contents = bezzel.read(REGIONS)
    assert contents.puzzles == [Puzzle(REGIONS)]
    assert (str(contents), contents.boards) == ("1 puzzle of 4 × 4", [])
    assert contents.marks == ["....\n" * 4]


def test_marks_of_puzzles_are_read() -> None:
    marks = ".Q..\nx..x\n....\n....\n"
    contents = bezzel.read(f"{REGIONS}\n{marks}")
    assert contents.marks == [marks]


def test_what_decides_two_meanings() -> None:
    with pytest.raises(errors.NotationError, match="use base=1 .*, columns=True"):
        bezzel.read("4 1 2 4 3")
    assert bezzel.read("4 1 2 4 3", base=1).boards == [Placement([0, 1, 3, 2])]
    assert bezzel.read("4 1 2 4 3", columns=True).boards == [Placement([4, 1, 2, 4, 3])]
    with pytest.raises(ValueError, match="expected base 0 or 1, found 2"):
        bezzel.read("1 2", base=2)  # type: ignore[arg-type]


def test_other_text_is_rejected() -> None:
    for text, says in (
        ("hello", "line 1 is 'hello': not understood"),
        ("", "expected a board, found none"),
        (Placement(SOLUTION).text("svg"), "line 1 is '<svg .*': not understood"),
    ):
        with pytest.raises(errors.NotationError, match=says):
            bezzel.read(text)
        with pytest.raises(TypeError):
            bezzel.read(Path(text))  # type: ignore[arg-type]
