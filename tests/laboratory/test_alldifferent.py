"""Generalised arc consistency: it prunes exactly the values that no filling of a line contains."""

from itertools import product

from conftest import examples
from hypothesis import assume, given, strategies as st
from puzzles import brute_force, latin_squares, puzzles

from futoshiki_lab import Board, Cell, Puzzle, record
from futoshiki_lab.core import forward_check, generalised_arc_consistency, maintain_arc_consistency
from futoshiki_lab.core.alldifferent import bounded_by, filter_line
from futoshiki_lab.core.search import set_up


def board_with(domains: dict[Cell, set[int]], n: int, **more) -> Board:
    """An empty board without signs, some of whose cells have lost values."""
    board = Board(Puzzle([[0] * n] * n), **more)
    for cell, left in domains.items():
        for value in set(board.domains[cell]) - left:
            board.prune(cell, value)
    return board


def fillings(board: Board, line: list[Cell]) -> list[tuple[int, ...]]:
    """Every way to fill a line with different values of the cells' domains, by trying them all."""
    ways = product(*(board.domains[cell] for cell in line))
    return [way for way in ways if len(set(way)) == len(line)]


@st.composite
def first_rows(draw) -> Board:
    """A board whose first row has any domains at all."""
    n = draw(st.integers(1, 5))
    values = st.sets(st.integers(1, n), min_size=1)
    domains = {Cell(0, column): draw(values) for column in range(n)}
    return board_with(domains, n)


# -- one line ------------------------------------------------------------------------------------


@examples(200)
@given(first_rows())
def test_the_cells_that_are_too_many_are_too_many_only_all_together(board):
    """Without any one of them the others can be filled."""
    line, reasons = board.puzzle.groups[0], set()
    assume(not fillings(board, line))
    before = dict(board.domains)
    board.observer = lambda verb, where, *values: reasons.add(getattr(where, "reason", None))
    list(filter_line(board, line))
    [reason] = reasons
    *others, last = line[: line.index(max(reason.cells)) + 1]
    crowded = Board(board.puzzle)
    crowded._domains.update(before)
    assert last in reason.cells
    assert not fillings(crowded, list(reason.cells))
    for cell in reason.cells:
        assert fillings(crowded, [other for other in reason.cells if other != cell])
    assert fillings(crowded, others)


def test_reasons_say_who_shares_what():
    trace = record(Puzzle([[1, 2, 0], [0] * 3, [0] * 3]), "gac", "mrv")
    texts = {trace.reason(step) for step in trace.steps("prune")}
    assert "remove 1 from r1c2: r1c1 is 1" not in texts  # a given has its one value from the start
    assert "remove 1 from r1c3: r1c1 is 1" in texts
    crowded = Puzzle([[0] * 3] * 3, [((0, 0), (1, 0)), ((0, 1), (1, 1)), ((0, 2), (1, 2))])
    trace = record(crowded, "gac")
    assert trace.outcome == "unsatisfiable"
    [step] = trace.steps("wipe-out")
    reason = "remove 2 from r1c3: r1c1, r1c2 and r1c3 have only {1, 2} between them"
    assert trace.reason(step - 1) == reason


def test_constraints_with_all_the_other_cells_are_blamed_for_a_wipe_out():
    crowded = {Cell(0, column): {1, 2} for column in (0, 2, 3)}
    board = board_with(crowded, 4)
    assert list(filter_line(board, board.puzzle.groups[0])) == [Cell(0, 3)]
    blamed = {pair for pair, times in board.blame.items() if times}
    pairs = {(Cell(0, 3), Cell(0, 0)), (Cell(0, 3), Cell(0, 2))}
    assert blamed == pairs | {(other, cell) for cell, other in pairs}


# -- signs ---------------------------------------------------------------------------------------


def test_a_sign_costs_one_check_for_each_value_looked_at_and_a_line_none():
    board = Board(Puzzle([[0] * 5] * 5, [((0, 0), (0, 1)), ((1, 0), (0, 0))]))
    assert list(bounded_by(board, Cell(0, 0))) == [Cell(0, 1), Cell(1, 0)]
    assert (board.domains[Cell(0, 1)], board.domains[Cell(1, 0)]) == ((2, 3, 4, 5), (1, 2, 3, 4))
    assert board.counts.setup_checks == 5 + 5
    assert board.counts.setup_prunes == 2
    board = Board(Puzzle([[1, 2, 0], [0] * 3, [0] * 3]))
    assert set_up(board, generalised_arc_consistency)
    assert board.counts.setup_checks == 0 < board.counts.setup_prunes


# -- a whole board -------------------------------------------------------------------------------


def after_setup(puzzle: Puzzle, look, root: str = "none") -> dict | None:
    board = Board(puzzle)
    return dict(board.domains) if set_up(board, look, root) else None


@examples(150)
@given(puzzles(1, 4))
def test_a_consistent_board_satisfies_the_definition_on_every_line_and_sign(puzzle):
    """And what other looks prune at the root, this one prunes too."""
    domains = after_setup(puzzle, generalised_arc_consistency)
    if domains is None:
        assert brute_force(puzzle, latin_squares(puzzle.size)) == set()
        return
    board = Board(puzzle)
    board._domains.update(domains)
    for cells in puzzle.groups:
        ways = list(zip(*fillings(board, cells), strict=True))
        assert [set(domains[cell]) for cell in cells] == [set(values) for values in ways]
    for smaller, larger in puzzle.signs:
        assert all(value < domains[larger][-1] for value in domains[smaller])
        assert all(value > domains[smaller][0] for value in domains[larger])
    for weaker, root in ((maintain_arc_consistency, "none"), (forward_check, "ac")):
        more = after_setup(puzzle, weaker, root)
        assert more is not None
        assert all(set(domains[cell]) <= set(more[cell]) for cell in puzzle.cells)
