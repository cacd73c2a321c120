"""Clauses in DIMACS, `cnf`: what a SAT solver reads, and what it answers.

    c r1c1 = 1..2 are 1..2
    ...
    p cnf 8 22
    1 2 0

The variable `cell * n + value` says that a cell has a value; cells are counted from 0, in reading
order. This is the direct encoding: each cell has a value (one clause), and not two (a clause for
each two); two values that a constraint forbids are not there together (a clause for each two); a
given is a clause alone. The comments are for people: the reader looks at the clauses only, in any
order, once or several times, and takes just those that it would write. A line `%` ends them, as in
SATLIB's files.

Any other problem is written in the same way, each cell with as many variables as it has values.

A solver's answer is read as the full grid that it stands for: `s SATISFIABLE` and lines `v 1 -2 ...
0`, or `SAT` and a line of numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice, product

from futoshiki_lab.core import MAX_SIZE, Cell, Problem, Puzzle
from futoshiki_lab.core.problem import Value, Variable
from futoshiki_lab.formats.sketch import Sketch, across, down
from futoshiki_lab.formats.text import Token, Tokens, fail, is_number, lines_of, split
from futoshiki_lab.support.phrases import printable, shown

Clause = tuple[int, ...]
SIZES = {n**3: n for n in range(1, MAX_SIZE + 1)}
_WANTED = "n * n * n variables, for each value of each cell one"


def write_cnf(problem: Problem) -> str:
    """Write the problem, and what its variables mean."""
    lines, last = list[str](), 0
    for cell, numbers in variables_of(problem).items():
        told = f"{cell} = {problem.choices(cell)}"
        first, last = last + 1, last + len(numbers)
        lines.append(f"c {printable(told)} are {first}..{last}")
    clauses = [*clauses_of(problem)]
    lines.append(f"p cnf {last} {len(clauses)}")
    return "\n".join((*lines, *(" ".join(map(str, (*one, 0))) for one in clauses), ""))


def variables_of(problem: Problem) -> dict[Variable, dict[Value, int]]:
    """For each cell the number of the variable that says that it has a value."""
    all_of = problem.values if isinstance(problem, Puzzle) else None
    found, last = dict[Variable, dict[Value, int]](), 0
    for cell in problem.cells:
        values = all_of or problem.domains[cell]
        found[cell] = {value: last + k for k, value in enumerate(values, 1)}
        last += len(values)
    return found


def clauses_of(problem: Problem) -> Iterator[Clause]:
    """The clauses, each with its numbers ascending by what they stand for."""
    at = variables_of(problem)
    for numbers in at.values():
        yield tuple(numbers.values())
        for one, two in combinations(numbers.values(), 2):
            yield -one, -two
    for pair in problem.pairs:
        for (one, a), (two, b) in product(at[pair.cell].items(), at[pair.other].items()):
            if not pair.allows(one, two):
                yield -a, -b
    for cell, value in problem.givens.items():
        yield (at[cell][value],)


def read_cnf(text: str) -> list[Sketch]:
    """Read one puzzle, or the full grid of a solver's answer."""
    lines = lines_of(text)
    while lines.current.text.lstrip(" \t").startswith("c"):
        lines.take("p cnf")
    if lines.current.text.lstrip(" \t").startswith(("s", "v", "SAT", "UNSAT")):
        return [_read_answer(lines)]
    head = lines.take("p cnf")
    words = [*islice(split(head), 5)]  # of a line that is too long one more than there may be
    if len(words) != 4 or [word.text for word in words[:2]] != ["p", "cnf"]:
        fail(f"expected p cnf and two numbers, found {shown(head.text.strip())}", words[0])
    if not is_number(words[2].text) or int(words[2].text) not in SIZES:
        fail(f"expected {_WANTED}, found {shown(words[2].text)}", words[2])
    n, places = SIZES[int(words[2].text)], dict[Clause, tuple[Token, Token | None]]()
    many: Counter[Clause] = Counter()
    for literals, begins, broken in _clauses(lines, n**3):
        clause = tuple(sorted({*literals}, key=abs))
        many[clause] += 1
        places[clause] = begins, broken
    sketch = Sketch(n)
    for clause in many:
        if len(clause) == 1 and clause[0] > 0 and many[clause] > (n == 1):
            cell, value = divmod(clause[0] - 1, n)
            given = places[clause][0]._replace(text=str(value + 1))
            sketch.add_given(Cell(*divmod(cell, n)), given)
    for one, two in (pair for row in (*across(n), *down(n)) for pair in row):
        for smaller, larger in ((one, two), (two, one)):  # no 2 where the other one is 1
            ends = (
                (smaller.row * n + smaller.column) * n + 2,
                (larger.row * n + larger.column) * n + 1,
            )
            clause = tuple(-end for end in sorted(ends))
            if n > 1 and clause in many:
                sketch.add_sign(smaller, larger, places[clause][0])
    wanted = [*clauses_of(sketch.puzzle(""))]
    strange = [places[clause] for clause in many.keys() - {*wanted}]
    for begins, broken in sorted(strange, key=lambda place: (not place[1], place[0][1:])):
        if broken:
            fail("expected 0 at the end of a clause", broken)
        fail(f"expected clauses of a puzzle only, found {shown(begins.text)}", begins)
    for clause in wanted:
        if clause not in many:
            told = shown(" ".join(map(str, (*clause, 0))))
            fail(f"expected the clause {told}", lines.current)
    return [sketch]


def _clauses(lines: Tokens, most: int) -> Iterator[tuple[list[int], Token, Token | None]]:
    """Each clause, as it stands on its first line, and the end of that line if it goes on."""
    literals, begins, broken = list[int](), Token("", 1, 1), None
    while not lines.ended:
        line = lines.take("a clause")
        if line.text.lstrip(" \t").startswith("%"):  # SATLIB's end of the clauses
            break
        for word in () if line.text.lstrip(" \t").startswith("c") else split(line):
            literals.append(_literal(word, most))
            if len(literals) == 1:
                begins, broken = line.part(word.column - line.column), None
            if literals[-1] == 0:
                end = word.column + len(word.text) - begins.column
                begins = begins if broken else begins.part(0, end)
                yield literals[:-1], begins, broken
                literals = []
        broken = broken or (line.end if literals else None)
    if literals:
        fail("expected 0 at the end of a clause", broken or lines.current)


def _literal(word: Token, most: int) -> int:
    if not is_number(word.text.removeprefix("-")) or abs(int(word.text)) > most:
        fail(f"expected the number of a variable, 1..{most}, or 0, found {shown(word.text)}", word)
    return int(word.text)


def _read_answer(lines: Tokens) -> Sketch:
    """Read the values of all variables: in lines `v`, or after `SAT`."""
    found = list[Token]()
    while not lines.ended:
        line = lines.take("a line")
        first, *others = split(line)
        status = [word.text for word in others] if first.text == "s" else ["SATISFIABLE"]
        if first.text.startswith("UNSAT") or status != ["SATISFIABLE"]:
            fail(f"expected a solution, found {shown(line.text.strip())}", line)
        if first.text not in ("c", "s", "SAT", "SATISFIABLE"):
            found += others if first.text == "v" else [first, *others]
    if not found:
        fail("expected the values of the variables, found none", lines.current)
    many = len({_literal(word, MAX_SIZE**3) for word in found} - {0})
    if many not in SIZES:
        fail(f"expected {_WANTED}, found {many}", found[0])
    sketch = Sketch(n := SIZES[many])
    for word in found:
        if 0 < int(word.text) <= many:
            cell, value = divmod(int(word.text) - 1, n)
            sketch.add_given(Cell(*divmod(cell, n)), word._replace(text=str(value + 1)))
    for r, row in enumerate(sketch.rows):
        if 0 in row:
            fail(f"expected a value for {Cell(r, row.index(0))}, found none", lines.current)
    return sketch
