"""Puzzles: text, solutions, grades, hints and the behaviour of Python objects."""

import pickle
import xml.etree.ElementTree as ElementTree

import pytest
from bezzel import Puzzle, errors

SMALL = "AABBB\nAAAAC\nADDDC\nDDDDC\nDDDEC"


def test_grades_are_met() -> None:
    for grade in ("easy", "medium", "hard"):
        assert Puzzle.generate(7, grade=grade, seed=1).grade == grade
    assert Puzzle("ABCDE\n" * 5).grade is None


def test_hints_follow_the_marks() -> None:
    puzzle = Puzzle(SMALL)
    hint = puzzle.hint()
    assert hint is not None
    assert (hint.rule, hint.units, hint.queen) == ("single", [("region", 4)], (4, 3))
    hint = puzzle.hint(hint.apply("\n".join(["....."] * 5)))
    assert hint is not None and hint.rule == "queen"
    assert hint.because == [(4, 3)] and (0, 3) in hint.ruled_out
    with pytest.raises(ValueError, match="expected one queen in row 0"):
        puzzle.hint("QQ...\n.....\n.....\n.....\n.....")
    for marks in ("", "Q....\n", ".....\n" * 6, "Q...\n" * 5, "?....\n" * 5):
        with pytest.raises(errors.NotationError, match="expected 5 rows of 5 marks"):
            puzzle.hint(marks)
    with pytest.raises(ValueError, match="expected marks with row"):
        hint.apply("")


def test_text_pictures_and_copies() -> None:
    puzzle = Puzzle(SMALL)
    assert str(puzzle) == SMALL + "\n"
    assert puzzle == Puzzle('{"n":5,"regions":["AABBB","AAAAC","ADDDC","DDDDC","DDDEC"]}')
    assert eval(repr(puzzle)) == pickle.loads(pickle.dumps(puzzle)) == puzzle
    assert len({puzzle, Puzzle(SMALL.lower())}) == 1
    root = ElementTree.fromstring(puzzle.svg("..Q..\n.....\n.....\n.....\n....."))
    assert len([part for part in root.iter() if part.tag.endswith("use")]) == 1


def test_regions_may_have_several_parts() -> None:
    assert Puzzle("AAAB\nACBB\nCCCB\nDDCA").solutions(limit=10) == []


def test_bad_input_has_one_line() -> None:
    for text in ("", "AAA\nABB\nCCC", "A" * 10_000, SMALL.replace("E", "D")):
        with pytest.raises(errors.NotationError) as caught:
            Puzzle(text)
        assert len(str(caught.value).splitlines()) == 1
    for n in (-1, 4, 17, 2**40):
        with pytest.raises(errors.SizeError):
            Puzzle.generate(n)
    with pytest.raises(errors.UnknownNameError, match="did you mean 'hard'"):
        Puzzle.generate(6, grade="hrad")  # type: ignore[arg-type]
