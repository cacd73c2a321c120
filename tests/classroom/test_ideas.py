"""The catalogue of ideas: a changed piece of an algorithm does what its name says."""

from dataclasses import replace

import pytest

import futoshiki_lab.core as core
from futoshiki_lab import Puzzle, random_puzzles
from futoshiki_lab.classroom import ideas
from futoshiki_lab.classroom.ideas import ALL, believe
from futoshiki_lab.classroom.tutor.checks import EXERCISES
from futoshiki_lab.core import LOOKS, Board, Sign, fc_check

IN_THE_LIBRARY = [  # the others are made by the tests of the exercises
    pytest.param(idea, piece, id=f"{piece}-{idea.name}")
    for idea in ALL
    for piece in idea.functions
    if piece in ("maintain_arc_consistency", "bounded_by", *core.orderings.__dict__)
    and piece not in EXERCISES
]


def turned(puzzle):
    return Puzzle(puzzle.grid, [Sign(large, small) for small, large in puzzle.signs])


def without_signs(puzzle):
    return Puzzle(puzzle.grid)


def looks_at(puzzle, look):
    """What a look does at a neighbour of each cell: its answer, and the domains after it."""
    for cell in puzzle.cells:
        for value in puzzle.values:
            board = Board(puzzle)
            board.begin()
            board.assign(cell, value)
            second = board.unassigned_neighbours(cell)[0]
            board.assign(second, value % puzzle.size + 1)
            yield look(board, second), dict(board.domains)


@pytest.mark.parametrize("name", LOOKS)
@pytest.mark.parametrize(
    ("idea", "change"),
    [("reads a sign the wrong way", turned), ("forgets the signs", without_signs)],
)
def test_a_look_with_an_idea_about_signs_is_the_right_look_on_a_puzzle_with_other_signs(
    name, idea, change
):
    changed, differs = believe(idea, LOOKS[name].function), 0
    for puzzle in random_puzzles(4, givens=0, signs=9, count=4, seed=3):
        theirs = [*looks_at(puzzle, changed)]
        assert theirs == [*looks_at(change(puzzle), LOOKS[name].function)]
        differs += theirs != [*looks_at(puzzle, LOOKS[name].function)]
    assert differs


@pytest.mark.parametrize(("idea", "piece"), IN_THE_LIBRARY)
def test_a_changed_piece_of_the_library_stands_there_once(idea, piece):
    right = getattr(core, piece, None) or getattr(core.alldifferent, piece, None)
    assert idea.make_in(right or getattr(core.orderings, piece)) is not right


def test_an_idea_that_is_another_algorithm_runs_it_and_one_that_is_none_changes_nothing():
    assert believe("stops at forward checking", LOOKS["mac"].function) is LOOKS["fc"].function
    assert believe("puts the degree first", LOOKS["fc"].function) is None


def test_each_idea_has_a_sentence_for_the_learner():
    assert all(idea.sentence.endswith((".", "?")) for idea in ALL)


@pytest.mark.parametrize("line", [1, 2])
def test_a_piece_with_a_wrong_indentation_is_an_error_in_its_own_line(line):
    first = "if x not in board.puzzle.sign_neighbours[cell]:"
    idea = next(one for one in ALL if any(first in wrong for _, wrong in one.changes))
    ((right, wrong),) = idea.changes
    bad = [text.strip() if at == 1 else text for at, text in enumerate(wrong)]
    if line == 2:
        bad = [*wrong[:2], "      " + wrong[2]]
    with pytest.raises(IndentationError) as raised:
        replace(idea, changes=[(right, bad)]).make_in(fc_check)
    at = ideas.FILE.read_text("utf-8").splitlines().index("+ " + first) + 1
    assert (raised.value.filename, raised.value.lineno) == (str(ideas.FILE), at + line)
    with pytest.raises(ValueError, match=r"ideas.txt, line 8 begins with a blank: - return"):
        ideas._parse("= a name\n - return True", 7, "", ())
