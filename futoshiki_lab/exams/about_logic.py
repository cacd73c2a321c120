"""Questions about logic: whether a deduction is valid, and which rule it uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from futoshiki_lab.core import Cell, Domain
from futoshiki_lab.exams.definitions import list_pairs
from futoshiki_lab.exams.items import Shown
from futoshiki_lab.exams.moments import Draft, Source
from futoshiki_lab.logic import Deduction, deductions
from futoshiki_lab.logic.findings import KINDS, removals

VALID, INVALID = "valid", "not valid"
WHEN_VALID = (
    "A deduction is valid if its conclusion holds in every way to give the cells that it names "
    "values of their domains that satisfies all constraints between these cells."
)
LINES = ("line elimination", "last value", "line insertion")
SIGNS = ("inequality elimination", "chain of signs", "inequality insertion")
SETS = ("naked pair", "naked triple", "hidden pair", "hidden triple")
BOUND = "the larger cell stays above the largest value of the smaller one"
PLACE = "a possible place of a value is its only place"
THREE = "two cells with three values between them use these up"
NO_LINE = "two cells with the same two values need no common line"
ALL = "a deduction has to look at all cells of the board"


@dataclass(frozen=True)
class Claim:
    """A conclusion, the reason that is given for it, and the cells that both name."""

    text: str
    cells: tuple[Cell, ...]
    removes: Mapping[Cell, tuple[int, ...]]
    places: Mapping[Cell, int]
    misconception: str = ""


def list_positions(source: Source) -> Iterator[tuple[Shown, Deduction]]:
    """The boards of a solution by logic, each with the deduction that comes next."""
    puzzle = source.puzzle
    values = dict(puzzle.givens)
    domains: dict[Cell, Domain] = dict.fromkeys(puzzle.cells, puzzle.values)
    domains |= {cell: (value,) for cell, value in values.items()}
    for deduction in deductions(puzzle):
        yield Shown(puzzle, dict(values), dict(domains)), deduction
        for cell, gone in deduction.removes.items():
            domains[cell] = tuple(value for value in domains[cell] if value not in gone)
        for cell, value in deduction.places.items():
            values[cell], domains[cell] = value, (value,)


def _ask(
    shown: Shown,
    about: Claim | Deduction,
    text: str,
    rules: tuple[str, ...],
    asks: str,
    answer: str,
    wrong: Sequence[tuple[str, str]],
    solution: list[str],
) -> Draft:
    """A question about a deduction; all its wrong choices are needed."""
    filled = f"Filled: {list_pairs(shown.values)}." if shown.values else "No cell is filled."
    return Draft(
        None,
        f"A puzzle is solved by logic, without guesses. {filled} The board shows the values left "
        f"in every other cell.\n\n{text}",
        rules,
        asks,
        answer,
        wrong,
        shown,
        solution,
        moves=len(about.cells),
        values=shown.count_values(about.cells),
        asked={name: getattr(about, name) for name in ("cells", "removes", "places")},
        least=len(wrong),
    )


# -- which rule ------------------------------------------------------------------------------------

SHORT = {
    "line elimination": "a filled cell removes its value from the rest of its row and column",
    "chain of signs": "along a chain of two signs or more every step costs at least one value",
    "naked pair": "two cells of a line with only two values between them use up these values",
    "naked triple": "three cells of a line with only three values between them use up these values",
    "hidden pair": "two values with only two places in a line leave no room there for others",
    "hidden triple": "three values with only three places in a line leave no room there for others",
}
DEFINITIONS = {kind.title: kind.rule for kind in KINDS if "{}" not in kind.title} | SHORT
SINGLE = "the only value of a cell and the only place of a value are the same"
ENTERED = "entering a value and removing one are the same"
CHAINED = "a single sign and a chain are the same"
NAKED = "naked and hidden are the same"
COUNTED = "two cells and three are the same"
CONFUSED = {
    "line elimination": ((ENTERED, "line insertion"), (NAKED, "last value")),
    "last value": ((SINGLE, "line insertion"), (ENTERED, "line elimination")),
    "line insertion": ((SINGLE, "last value"), (ENTERED, "line elimination")),
    "inequality insertion": ((ENTERED, "inequality elimination"), (SINGLE, "last value")),
    "inequality elimination": ((CHAINED, "chain of signs"), (ENTERED, "inequality insertion")),
    "chain of signs": ((CHAINED, "inequality elimination"), (ENTERED, "inequality insertion")),
    "naked pair": ((NAKED, "hidden pair"), (COUNTED, "naked triple")),
    "naked triple": ((NAKED, "hidden triple"), (COUNTED, "naked pair")),
    "hidden pair": ((NAKED, "naked pair"), (COUNTED, "hidden triple")),
    "hidden triple": ((NAKED, "naked triple"), (COUNTED, "hidden pair")),
}


def rule(source: Source) -> Iterator[Draft]:
    """Which rule a deduction uses."""
    found = [(shown, one) for shown, one in list_positions(source) if one.rule in CONFUSED]
    groups = [[pair for pair in found if pair[1].rule in names] for names in (SIGNS, SETS, LINES)]
    order = source.some([group for group in groups if group])
    for shown, deduction in (source.one_of(*group) for group in order):
        right, wrong = deduction.rule, CONFUSED[deduction.rule]
        names = sorted({right, *(other for _, other in wrong)})
        rules = "; ".join(f"{name}: {DEFINITIONS[name]}" for name in names)
        yield _ask(
            shown,
            deduction,
            f"The next deduction: {deduction}.\n\nRules: {rules}.",
            (),
            "Which rule does this deduction use?",
            right,
            wrong,
            [f"{right}: {DEFINITIONS[right]}", str(deduction)],
        )


# -- valid or not ----------------------------------------------------------------------------------


def valid(source: Source) -> Iterator[Draft]:
    """Whether a deduction is valid."""
    wanted = source.one_of(True, False)
    for shown, deduction in source.some(list(list_positions(source))):
        claims = [*_wrong_bounds(shown), *_wrong_places(shown), *_wrong_pairs(shown)]
        if wanted and deduction.rule in (*SIGNS, *SETS, "line insertion"):
            cells = tuple(sorted({*deduction.cells, *deduction.removes, *deduction.places}))
            claims = [Claim(str(deduction), cells, deduction.removes, deduction.places)]
        elif wanted or not claims:
            continue
        claim = source.one_of(*claims)
        against = find_counterexample(shown, claim)
        if (against is None) != wanted:  # some wrong deductions are valid by accident
            continue
        right, wrong = (VALID, INVALID) if wanted else (INVALID, VALID)
        why = f"{claim.misconception}: this is wrong; possible is {list_pairs(against or {})}"
        yield _ask(
            shown,
            claim,
            f"A deduction: {claim.text}.\n\n"
            f"It names these cells: {', '.join(map(str, claim.cells))}.",
            (WHEN_VALID,),
            "Is this deduction valid?",
            right,
            [(claim.misconception or ALL, wrong)],
            [claim.text if wanted else why],
        )


def _wrong_bounds(shown: Shown) -> Iterator[Claim]:
    domains = shown.domains
    for smaller, larger in sorted(shown.puzzle.signs):
        most = domains[smaller][-1] if domains[smaller] else 0
        gone = tuple(value for value in domains[larger] if value <= most)
        if larger not in shown.values and gone and len(gone) < len(domains[larger]):
            why = f"{smaller} < {larger} and {smaller} can be {most}"
            yield _removing({larger: gone}, why, (smaller, larger), BOUND)


def _wrong_places(shown: Shown) -> Iterator[Claim]:
    n = shown.puzzle.size
    for row in range(n):
        line = tuple(Cell(row, column) for column in range(n))
        for cell in line:
            if cell not in shown.values and len(shown.domains[cell]) > 1:
                value = shown.domains[cell][-1]
                text = f"{cell} = {value}: row {row + 1} needs a {value}, and {cell} can have it"
                yield Claim(text, line, {}, {cell: value}, PLACE)


def _wrong_pairs(shown: Shown) -> Iterator[Claim]:
    domains, neighbours = shown.domains, shown.puzzle.neighbours
    free = shown.free
    for one, two in combinations(free, 2):
        values = tuple(sorted({*domains[one], *domains[two]}))
        in_line = two in neighbours[one]
        if len(values) != (3 if in_line else 2) or len(domains[one]) < 2:
            continue
        for cell in free:
            gone = tuple(value for value in domains[cell] if value in values)
            if cell in neighbours[one] and cell in neighbours[two] and gone:
                told = ", ".join(map(str, values))
                why = f"{one} and {two} share {{{told}}}"
                name = THREE if in_line else NO_LINE
                yield _removing({cell: gone}, why, (one, two, cell), name)


def _removing(
    removes: Mapping[Cell, tuple[int, ...]], why: str, cells: tuple[Cell, ...], name: str
) -> Claim:
    text = f"remove {removals(removes, 'from')}: {why}"
    return Claim(text, tuple(sorted(cells)), removes, {}, name)


def find_counterexample(shown: Shown, claim: Claim) -> dict[Cell, int] | None:
    """Values of the cells that it names, allowed by their domains and by the constraints between
    them, with which its conclusion is false; None if there are none."""
    denied = [(cell, value) for cell, gone in claim.removes.items() for value in gone]
    for cell, value in claim.places.items():
        denied += [(cell, other) for other in shown.domains[cell] if other != value]
    filled = (_fill(shown, claim.cells, {cell: value}) for cell, value in denied)
    return next((values for values in filled if values), None)


def _fill(shown: Shown, cells: tuple[Cell, ...], values: dict[Cell, int]) -> dict[Cell, int] | None:
    """Give the cells values that agree with each other; None if there is no way to do it."""
    left = [cell for cell in cells if cell not in values]
    if not left:
        return values
    cell, constraints = left[0], shown.puzzle.constraints[left[0]]
    for value in shown.domains[cell]:
        agrees = all(
            constraints[other].holds(value, theirs)
            for other, theirs in values.items()
            if other in constraints
        )
        found = _fill(shown, cells, {**values, cell: value}) if agrees else None
        if found:
            return found
    return None
