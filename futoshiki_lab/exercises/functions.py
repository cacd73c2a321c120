"""Checks of functions that a student writes, on many small boards, against the definition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from random import Random

from futoshiki_lab.core import (
    Board,
    Cell,
    Look,
    Puzzle,
    Select,
    fc_check,
    forward_check,
    mrv,
    revise,
)
from futoshiki_lab.exercises.feedback import Feedback, difference, not_done
from futoshiki_lab.solving import solve


def check_fc_check(yours: Callable[[Board, Cell, Cell], bool]) -> Feedback:
    """Compare a student's `fc_check(board, cell, x)` with the definition on many small boards."""
    for seed in range(200):
        board, twin, cell, x = _two_boards(seed)
        answer, right = yours(board, cell, x), fc_check(twin, cell, x)
        if answer is ...:
            return not_done("write the body of the function")
        where = f"{cell} = {board.values[cell]}, {board.puzzle.constraints[x][cell]}, and {x} had "
        where += f"{set(board.puzzle.values)}"
        if board.domains[x] != twin.domains[x]:
            left, expected = set(board.domains[x]) or "∅", set(twin.domains[x]) or "∅"
            return Feedback("wrong", f"with {where}: {left} is left, it should be {expected}")
        if bool(answer) != right:
            return Feedback("wrong", f"with {where}: it returned {answer!r} instead of {right}")
        if board.counts != twin.counts:
            yours_, ours = board.counts.setup_checks, twin.counts.setup_checks
            return Feedback(
                "wrong", f"with {where}: {yours_} checks instead of {ours}, one for each value"
            )
    return Feedback("right", "200 boards agree, domain by domain and check by check")


def _two_boards(seed: int) -> tuple[Board, Board, Cell, Cell]:
    """The same random board twice, a cell just assigned on it, and an unassigned neighbour."""
    random = Random(seed)
    n = random.randint(1, 4) + 1
    cell = Cell(random.randrange(n), random.randrange(n))
    beside = [Cell(cell.row, c) for c in (cell.column - 1, cell.column + 1) if 0 <= c < n]
    x = random.choice(beside)
    signs = random.choice([[], [(cell, x)], [(x, cell)]])
    boards = [Board(Puzzle([[0] * n] * n, signs)) for _ in range(2)]
    value = random.randint(1, n)
    for board in boards:
        board.assign(cell, value)
    return boards[0], boards[1], cell, x


def check_look(yours: Look, right: str, names: Iterable[Puzzle]) -> Feedback:
    """Compare a student's look with a known one: the same solutions and the same counters."""
    board = Board(Puzzle([[0, 0], [0, 0]]))
    board.assign(Cell(0, 0), 1)
    if yours(board, Cell(0, 0)) is ...:
        return not_done("write the body of the function")
    for puzzle in names:
        known = solve(puzzle, right)
        try:
            mine = solve(puzzle, yours, node_limit=20_000)
        except (TypeError, ValueError) as error:  # it returned None, or a verb refused to act
            return Feedback("wrong", f"it ends in an error: {error}")
        wrong = difference(mine, known, f"on {puzzle.name or repr(puzzle)}", asdict(known.counts))
        if wrong is not None:
            return wrong
    return Feedback("right", "the same solutions, and every counter the same")


def check_mrv(yours: Select) -> Feedback:
    """Compare a student's `mrv(board)` with the definition on boards in the middle of a search."""
    for seed in range(200):
        board = _board_in_search(seed)
        right, answer = mrv(board), yours(board)
        if answer is ...:
            return not_done("write the body of the function")
        if answer not in board.domains:
            return Feedback("wrong", f"it returned {answer!r}, which is not a cell of the board")
        if answer in board.values:
            return Feedback("wrong", f"it chose {answer}, which has a value already")
        most, least = len(board.domains[answer]), len(board.domains[right])
        if most > least:
            why = f"{answer} has {most} values left where {right} has {least}"
            return Feedback("wrong", f"{why}: {set(board.domains[right])}")
        if answer != right:
            return Feedback("wrong", f"{answer} ties with {right}, which comes first in reading")
    return Feedback("right", "200 boards agree, ties included")


def _board_in_search(seed: int) -> Board:
    """A random board on which forward checking has made a few guesses; a cell is still free."""
    random = Random(seed)
    n = random.randint(3, 5)
    starts = [(row, random.randrange(n - 1)) for row in range(n)]  # one sign in each row
    signs = [random.sample([(row, c), (row, c + 1)], 2) for row, c in starts]
    board = Board(Puzzle([[0] * n] * n, signs))
    for _ in range(random.randint(0, n)):
        cell = random.choice(board.unassigned)
        mark = board.assign(cell, random.choice(board.domains[cell]))
        if not forward_check(board, cell):
            board.restore(mark)
    return board


def check_revise(yours: Callable[[Board, Cell, Cell], bool]) -> Feedback:
    """Compare a student's `revise(board, x, y)` with the definition on many small boards."""
    for seed in range(200):
        board, twin, x, y = _two_arcs(seed)
        where = f"{board.puzzle.constraints[x][y]}, {x} in {set(board.domains[x])} and {y} in "
        where += f"{set(board.domains[y])}"
        counted = board.counts.checks
        answer, right = yours(board, x, y), revise(twin, x, y)
        if answer is ...:
            return not_done("write the body of the function")
        if board.domains[y] != twin.domains[y]:
            return Feedback("wrong", f"with {where}: {y} changed; the arc ({x}, {y}) is about {x}")
        if board.domains[x] != twin.domains[x]:
            left, expected = set(board.domains[x]) or "∅", set(twin.domains[x]) or "∅"
            return Feedback("wrong", f"with {where}: {x} keeps {left}, it should be {expected}")
        if bool(answer) != right:
            return Feedback("wrong", f"with {where}: it returned {answer!r} instead of {right}")
        if board.counts != twin.counts:
            mine, ours = board.counts.checks - counted, twin.counts.checks - counted
            counting = "every value needs a support, and the first one found will do"
            return Feedback("wrong", f"with {where}: {mine} checks, not {ours}: {counting}")
    return Feedback("right", "200 boards agree, domain by domain and check by check")


def _two_arcs(seed: int) -> tuple[Board, Board, Cell, Cell]:
    """The same random board twice, with two neighbours on it that have lost some values."""
    random = Random(seed)
    n = random.randint(2, 5)
    x, y = random.sample([Cell(0, 0), Cell(0, 1)], 2)
    signs = random.choice([[], [(x, y)], [(y, x)]])
    boards = [Board(Puzzle([[0] * n] * n, signs)) for _ in range(2)]
    for cell in (x, y):
        for value in random.sample(range(1, n + 1), random.randint(0, n - 1)):
            for board in boards:
                board.prune(cell, value)
    for board in boards:
        board.begin()
    return boards[0], boards[1], x, y


def check_insertion(yours: Callable[[Board, Sequence[Cell]], bool]) -> Feedback:
    """Compare a student's line insertion, `yours(board, line)`, with the rule on many lines."""
    for seed in range(300):
        board, line = _a_line(seed)
        before = {cell: set(board.domains[cell]) for cell in line}
        possible = set(board.puzzle.values) == set().union(*before.values())
        answer = yours(board, line)
        if answer is ...:
            return not_done("write the body of the function")
        where = ", ".join(f"{cell} in {domain}" for cell, domain in before.items())
        if possible != bool(answer) and (not possible or _inserted(before)):
            why = "every value has a place" if possible else "some value has no place"
            return Feedback("wrong", f"with {where}: it returned {answer!r}, but {why}")
        once, again = _inserted(before, times=1), _inserted(before)
        if not once or not again:
            continue
        for cell in line:
            left = set(board.domains[cell])
            if not again[cell] <= left <= once[cell]:
                kept = f"{cell} keeps {left or '∅'}, it should be {once[cell]}"
                return Feedback("wrong", f"with {where}: {kept}")
    return Feedback("right", "300 lines agree")


def _a_line(seed: int) -> tuple[Board, list[Cell]]:
    """A board whose first row has lost values, and that row; some value may have no place left."""
    random = Random(seed)
    n = random.randint(2, 5)
    board = Board(Puzzle([[0] * n] * n))
    line = [Cell(0, column) for column in range(n)]
    kept = (
        random.sample(board.puzzle.values, n) if seed % 4 else random.choices(range(1, n + 1), k=n)
    )
    for cell, keep in zip(line, kept, strict=True):
        for value in board.puzzle.values:
            if value != keep and random.random() < 0.6:
                board.prune(cell, value)
    board.begin()
    return board, line


def _inserted(domains: dict[Cell, set[int]], times: int = 9) -> dict[Cell, set[int]] | None:
    """What line insertion leaves when used `times` times; None if it meets a contradiction."""
    for _ in range(times):
        after = {cell: set(domain) for cell, domain in domains.items()}
        for value in range(1, len(domains) + 1):
            places = [cell for cell, domain in domains.items() if value in domain]
            if len(places) == 1:
                after[places[0]] &= {value}
        if not all(after.values()) or len(set().union(*after.values())) < len(after):
            return None
        domains = after
    return domains
