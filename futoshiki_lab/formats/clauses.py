"""Clauses in DIMACS, `cnf`: what a SAT solver reads.

    c r1c1 = 1..2 are 1..2
    ...
    p cnf 8 22
    1 2 0

The variable `cell * n + value` says that a cell has a value; cells are counted from 0, in reading
order. This is the direct encoding: each cell has a value (one clause), and not two (a clause for
each two); two values that a constraint forbids are not there together (a clause for each two); a
given is a clause alone. The comments are for people: the reader looks at the clauses only, in any
order, and takes just those that it would write.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice

from futoshiki_lab.core import MAX_SIZE, Cell, Puzzle
from futoshiki_lab.formats.sketch import Sketch, across, down
from futoshiki_lab.formats.text import Token, Tokens, fail, is_number, lines_of, split
from futoshiki_lab.support.phrases import shown

Clause = tuple[int, ...]


def write_cnf(puzzle: Puzzle) -> str:
    """Write the puzzle, and what its variables mean."""
    n, clauses = puzzle.size, [*clauses_of(puzzle)]
    first = {cell: 1 + at * n for at, cell in enumerate(puzzle.cells)}
    legend = (f"c {cell} = 1..{n} are {at}..{at + n - 1}" for cell, at in first.items())
    head = f"p cnf {n**3} {len(clauses)}"
    return "\n".join((*legend, head, *(" ".join(map(str, (*one, 0))) for one in clauses), ""))


def clauses_of(puzzle: Puzzle) -> Iterator[Clause]:
    """The clauses, each with its numbers ascending by what they stand for."""
    n, values = puzzle.size, range(1, puzzle.size + 1)
    at = {cell: number * n for number, cell in enumerate(puzzle.cells)}
    for cell in puzzle.cells:
        yield tuple(at[cell] + value for value in values)
        for one, two in combinations(values, 2):
            yield -at[cell] - one, -at[cell] - two
    for pair in puzzle.pairs:
        for one in values:
            for two in values:
                if not pair.holds(one, two):
                    yield -at[pair.cell] - one, -at[pair.other] - two
    for cell, value in puzzle.givens.items():
        yield (at[cell] + value,)


def read_cnf(text: str) -> list[Sketch]:
    """Read one puzzle."""
    lines = lines_of(text)
    head = lines.take("p cnf")
    while head.text.lstrip(" \t").startswith("c"):
        head = lines.take("p cnf")
    words = [*islice(split(head), 5)]  # of a line that is too long one more than there may be
    sizes = {str(n**3): n for n in range(1, MAX_SIZE + 1)}
    if len(words) != 4 or [word.text for word in words[:2]] != ["p", "cnf"]:
        fail(f"expected p cnf and two numbers, found {shown(head.text.strip())}", words[0])
    if words[2].text not in sizes:
        wanted = "n * n * n variables, for each value of each cell one"
        fail(f"expected {wanted}, found {shown(words[2].text)}", words[2])
    n, places = sizes[words[2].text], dict[Clause, Token]()
    many: Counter[Clause] = Counter()
    for clause, place in _clauses(lines):
        many[clause] += 1
        places[clause] = place
    sketch = Sketch(n)
    for clause in many:
        if len(clause) == 1 and 0 < clause[0] <= n**3 and many[clause] > (n == 1):
            cell, value = divmod(clause[0] - 1, n)
            given = places[clause]._replace(text=str(value + 1))
            sketch.add_given(Cell(*divmod(cell, n)), given)
    for one, two in (pair for row in (*across(n), *down(n)) for pair in row):
        for smaller, larger in ((one, two), (two, one)):  # no 2 where the other one is 1
            ends = (
                (smaller.row * n + smaller.column) * n + 2,
                (larger.row * n + larger.column) * n + 1,
            )
            clause = tuple(-end for end in sorted(ends))
            if n > 1 and clause in many:
                sketch.add_sign(smaller, larger, places[clause])
    for clause in clauses_of(sketch.puzzle("")):
        if not many[clause]:
            fail(f"expected the clause {_told(clause)}", lines.current)
        many[clause] -= 1
    for clause in many.elements():
        fail(f"expected clauses of a puzzle only, found {_told(clause)}", places[clause])
    return [sketch]


def _clauses(lines: Tokens) -> Iterator[tuple[Clause, Token]]:
    """Each clause, sorted, and the line on which it ends."""
    literals: list[int] = []
    while not lines.ended:
        line = lines.take("a clause")
        for word in () if line.text.lstrip(" \t").startswith("c") else split(line):
            if not is_number(word.text.removeprefix("-")):
                fail(f"expected the number of a variable or 0, found {shown(word.text)}", word)
            literals.append(int(word.text))
            if literals[-1] == 0:
                yield tuple(sorted(literals[:-1], key=abs)), word
                literals = []
    if literals:
        fail("expected 0 at the end of a clause", lines.current)


def _told(clause: Clause) -> str:
    return shown(" ".join(map(str, (*clause, 0))))
