"""Checks for the notebooks' exercises: right, wrong and why, or not done yet.

Each check returns a `Feedback`, which shows itself in a notebook. An answer that is still `...` is
not done yet; that is never an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from html import escape
from inspect import getsource
from itertools import pairwise, product
from random import Random

from futoshiki_lab.board import Board, Domain
from futoshiki_lab.ordering import Select, ascending, mrv, reading_order
from futoshiki_lab.puzzle import Cell, Puzzle
from futoshiki_lab.search import Look, fc_check, forward_check, revise
from futoshiki_lab.solver import Search, solve
from futoshiki_lab.trace import Trace

MARKS = {"right": "✓", "wrong": "✗", "not done yet": "…"}


@dataclass(frozen=True)
class Feedback:
    """What a check has to say: `verdict` is "right", "wrong" or "not done yet"."""

    verdict: str
    text: str

    def __bool__(self) -> bool:
        return self.verdict == "right"

    def __repr__(self) -> str:
        return f"{MARKS[self.verdict]} {self.verdict}: {self.text}"

    def _repr_html_(self) -> str:
        border = {"right": "#009E73", "wrong": "#D55E00", "not done yet": "#999999"}[self.verdict]
        return (
            f'<div style="border-left: 5px solid {border}; padding: 0.3em 0.8em">'
            f"<b>{MARKS[self.verdict]} {self.verdict}</b>: {escape(self.text)}</div>"
        )


def not_done(what: str = "put your answer in the place of the three dots") -> Feedback:
    """The feedback for an answer that is still `...`."""
    return Feedback("not done yet", what)


def check_answer(answer: object, right: object, because: str, hint: str) -> Feedback:
    """Compare an answer with the right one.

    Parameters
    ----------
    because : why the right answer is right; shown once it is given.
    hint : where to look again; shown with a wrong answer, which is not given away.
    """
    if answer is ...:
        return not_done()
    if answer == right:
        return Feedback("right", because)
    return Feedback("wrong", f"{answer!r} is not it: {hint}")


def check_order(answer: Sequence[int], lines: Mapping[int, str], source: str) -> Feedback:
    """Compare an order of numbered lines with the order in which they stand in a source text."""
    if answer is ... or ... in answer:
        return not_done()
    if sorted(answer) != sorted(lines):
        return Feedback("wrong", f"each of {', '.join(map(str, sorted(lines)))} stands there once")
    placed = [line.strip() for line in source.splitlines()]
    right = sorted(lines, key=lambda number: placed.index(lines[number]))
    for number, expected in zip(answer, right, strict=True):
        if number != expected:
            return Feedback("wrong", f"{lines[number]!r} comes too early: what must happen first?")
    return Feedback("right", "so stand the lines of the search that runs here")


def check_path(answer: Sequence[str], trace: Trace) -> Feedback:
    """Compare predicted nodes, such as ["r1c1=1", "r1c2=1"], with the first ones of a run."""
    if answer is ... or ... in answer:
        return not_done()
    nodes = (node.label for node in list(trace.tree())[1:])
    for number, (said, label) in enumerate(zip(answer, nodes, strict=False), 1):
        if "".join(said.split()) != label:
            return Feedback(
                "wrong", f"node {number} is {label}, not {said}: step there and see why"
            )
    return Feedback("right", f"these are the first {len(answer)} nodes of the run")


def check_prunes(answer: Mapping[str, Iterable[int]], trace: Trace, node: int) -> Feedback:
    """Compare a prediction such as {"r1c3": [1, 2]} with what the look at a node prunes."""
    if answer is ...:
        return not_done()
    pruned = prunes_of(trace, node)
    said = {cell: sorted(values) for cell, values in answer.items() if list(values)}
    for cell in sorted({*said, *pruned}):
        if said.get(cell, []) != pruned.get(cell, []):
            found = ", ".join(map(str, pruned.get(cell, []))) or "nothing"
            return Feedback("wrong", f"{cell} loses {found}: which constraint says so?")
    return _right_values(pruned)


def prunes_of(trace: Trace, node: int) -> dict[str, list[int]]:
    """What was pruned between a node's assignment and the next node, by the cell's name."""
    first = trace.tree()[node].first
    until = trace.next(first, "node") or len(trace) + 1
    pruned: dict[str, list[int]] = {}
    for step in trace.steps("prune"):
        if first < step < until:
            event = trace.event(step)
            pruned.setdefault(str(event.cell), []).append(event.value)
    return pruned


def check_fc_check(yours: Callable[[Board, Cell, Cell], bool]) -> Feedback:
    """Hold a student's `fc_check(board, cell, x)` against the definition on many small boards."""
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
    """Hold a student's look against a known one: the same solutions and the same counters."""
    board = Board(Puzzle([[0, 0], [0, 0]]))
    board.assign(Cell(0, 0), 1)
    if yours(board, Cell(0, 0)) is ...:
        return not_done("write the body of the function")
    for puzzle in names:
        mine, known = solve(puzzle, yours, node_limit=20_000), solve(puzzle, right)
        on = f"on {puzzle.name or repr(puzzle)} it"
        if mine.violations:
            return Feedback("wrong", f"{on} accepts a board where {mine.violations[0]}")
        if mine.outcome != known.outcome:
            return Feedback("wrong", f"{on} ends {mine.outcome}, not {known.outcome}")
        for name, count in asdict(known.counts).items():
            counted = getattr(mine.counts, name)
            if counted != count:
                return Feedback("wrong", f"{on} counts {counted:,} {name}, not {count:,}")
    return Feedback("right", "the same solutions, and every counter the same")


def first_difference(one: Trace, other: Trace) -> int | None:
    """The first step after which the boards of two runs differ; None if there is none."""
    for step in range(min(len(one), len(other)) + 1):
        here, there = one.state(step), other.state(step)
        if (here.values, here.domains) != (there.values, there.domains):
            return step
    return None


def check_first_wrong(answer: int, right: Trace, broken: Trace) -> Feedback:
    """Compare a step with the first one after which a broken run has another board."""
    if answer is ...:
        return not_done()
    first = first_difference(right, broken)
    if answer == first:
        here, there = right.reason(first), broken.reason(first)
        return Feedback("right", f"the right search: “{here}”; the broken one: “{there}”")
    if isinstance(answer, int) and answer < first:
        return Feedback("wrong", f"after step {answer} both boards are still the same: go on")
    return Feedback("wrong", f"{answer!r} is too late: the boards differ before it; step back")


def check_line(answer: int | str, broken: Callable, right: Callable, hint: str) -> Feedback:
    """Compare a named line of a broken function with the lines that the right one does not have.

    Parameters
    ----------
    answer : the number of the line, counted from its `def` (which is 1), or its text.
    hint : where to look again; shown with a wrong answer.
    """
    if answer is ...:
        return not_done()
    known = getsource(right).splitlines()
    lines = getsource(broken).replace(broken.__name__, right.__name__).splitlines()
    odd = {number: line for number, line in enumerate(lines, 1) if number > 1 and line not in known}
    named = answer.strip() if isinstance(answer, str) else answer
    for number, line in odd.items():
        if named in (number, line.strip()):
            return Feedback("right", f"line {number}; the right search has no such line there")
    return Feedback("wrong", f"{answer!r} is not it: {hint}")


def check_search(yours: Search, puzzles: Iterable[Puzzle]) -> Feedback:
    """Hold a student's search against the right one: the first solution, all of them, the nodes."""
    try:
        if yours(Board(Puzzle([[0]])), forward_check, reading_order, ascending) is ...:
            return not_done("write the body of the function")
        for puzzle, sought in product(puzzles, (1, "all")):
            mine = solve(puzzle, solutions=sought, search=yours, node_limit=20_000)
            known = solve(puzzle, solutions=sought)
            on = f"on {puzzle.name or repr(puzzle)}, solutions={sought!r}, it"
            if mine.violations:
                return Feedback("wrong", f"{on} accepts a board where {mine.violations[0]}")
            if mine.outcome != known.outcome:
                return Feedback("wrong", f"{on} ends {mine.outcome}, not {known.outcome}")
            for name in ("solutions", "nodes"):
                counted, right = getattr(mine.counts, name), getattr(known.counts, name)
                if counted != right:
                    return Feedback("wrong", f"{on} counts {counted:,} {name}, not {right:,}")
    except RecursionError:
        return Feedback("wrong", "it calls itself without end: is every call one cell further?")
    return Feedback("right", "the same solutions and the same nodes, for one and for all")


def check_ranking(answer: Sequence[str], amounts: Mapping[str, float]) -> Feedback:
    """Compare a ranking with what was measured, the smallest amount first."""
    if answer is ... or ... in answer:
        return not_done("put every name in its place")
    if sorted(answer) != sorted(amounts):
        return Feedback("wrong", f"each of these has one place: {', '.join(amounts)}")
    for first, second in pairwise(answer):
        if amounts[first] > amounts[second]:
            return Feedback("wrong", f"{second} comes before {first}: can you say why?")
    return Feedback("right", "this is the order that was measured")


def check_claims(answers: Mapping[str, object], right: Mapping[str, object]) -> Feedback:
    """Compare several short answers with the right ones; says how many, and which to think over."""
    if ... in answers.values():
        return not_done("answer each of them in the place of its three dots")
    wrong = [claim for claim in right if answers.get(claim, ...) != right[claim]]
    if wrong:
        score = f"{len(right) - len(wrong)} of {len(right)}"
        return Feedback("wrong", f"{score} are right; think again about: {'; '.join(wrong)}")
    return Feedback("right", f"all {len(right)} of them")


def check_lost(
    answer: Mapping[str, Iterable[int]],
    before: Mapping[Cell, Domain],
    after: Mapping[Cell, Domain],
) -> Feedback:
    """Compare a prediction such as {"r1c3": [1, 2]} with what domains lost from here to there."""
    if answer is ... or ... in answer.values():
        return not_done()
    lost = {str(cell): sorted(set(before[cell]) - set(after[cell])) for cell in before}
    said = {cell: sorted(values) for cell, values in answer.items()}
    for cell in sorted({*said, *lost}):
        expected = lost.get(cell, [])
        if said.get(cell, []) != expected:
            found = ", ".join(map(str, expected)) or "nothing"
            return Feedback("wrong", f"{cell} loses {found}: which neighbour says so?")
    return _right_values(lost)


def _right_values(gone: Mapping[str, list[int]]) -> Feedback:
    count = sum(map(len, gone.values()))
    what = "one value goes, and just this" if count == 1 else f"{count} values go, and just these"
    return Feedback("right", what)


def check_mrv(yours: Select) -> Feedback:
    """Hold a student's `mrv(board)` against the definition on boards in the midst of a search."""
    for seed in range(200):
        board = _board_in_search(seed)
        right, answer = mrv(board), yours(board)
        if answer is ...:
            return not_done("write the body of the function")
        if answer not in board.domains:
            return Feedback("wrong", f"it returned {answer!r}, which is no cell of the board")
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
    """Hold a student's `revise(board, x, y)` against the definition on many small boards."""
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
            counting = "every value wants a support, and the first one found will do"
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
    """Hold a student's line insertion, `yours(board, line)`, against the rule on many lines."""
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
        for cell in line if again else ():
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
    """What line insertion leaves, used so many times; None where it comes to a contradiction."""
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
