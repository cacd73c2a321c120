"""Questions about logic: which deduction is valid, and which rule it uses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any

from futoshiki_lab.classroom.exams.boards import ShownBoard, list_pairs
from futoshiki_lab.classroom.exams.kinds import TEXTS, Kind
from futoshiki_lab.classroom.exams.question import CHOICES, Question
from futoshiki_lab.classroom.exams.runs import Source
from futoshiki_lab.core import Cell, Domain, Problem, must_be_puzzle, parse_settings, run
from futoshiki_lab.reasons import deductions
from futoshiki_lab.reasons.ladder import marks_of
from futoshiki_lab.reasons.marks import KINDS, TRICKY, removals
from futoshiki_lab.reasons.rules import rules_for


def list_positions(source: Source) -> Iterator[ShownBoard]:
    """The boards before each deduction of a solution by logic."""
    puzzle = must_be_puzzle(source.puzzle)
    values = dict(puzzle.givens)
    domains: dict[Cell, Domain] = dict.fromkeys(puzzle.cells, puzzle.values)
    domains |= {cell: (value,) for cell, value in values.items()}
    for deduction in deductions(puzzle):
        yield ShownBoard(puzzle, dict(values), dict(domains))
        for cell, gone in deduction.removes.items():
            domains[cell] = tuple(value for value in domains[cell] if value not in gone)
        for cell, value in deduction.places.items():
            values[cell], domains[cell] = value, (value,)


def _tell(shown: ShownBoard) -> str:
    filled = f"Filled: {list_pairs(shown.values)}." if shown.values else "No cell is filled."
    told = "The board shows the values left in every other cell."
    return f"A puzzle is solved by logic, without guesses. {filled} {told}"


# -- which rule ------------------------------------------------------------------------------------

DEFINITIONS = {
    title: kind.rule for title, kind in KINDS.items() if kind.rule and "{}" not in title
} | TEXTS["rule"]
BACKTRACKING = parse_settings("bt")
LINES = ("line elimination", "last value", "line insertion")
SIGNS = ("inequality elimination", "chain of signs", "inequality insertion")
SETS = ("naked pair", "hidden pair", "naked triple", "hidden triple")
ENTERING, REMOVING = (*LINES[1:], SIGNS[-1]), (LINES[0], *SIGNS[:-1], *SETS)


MISSED, MOST_FALSE = 5, 8  # how far off another rule is; claims of which choices are made
ENTERED, AGAINST_SIGNS = "mixes up entering and removing", "mixes up lines and signs"
AGAINST_SETS = "mixes up one cell and a set"
FAR = ENTERED, AGAINST_SIGNS, AGAINST_SETS


def _confuse(right: str, other: str) -> str:
    """The idea that takes one rule for another."""
    both = {right, other}
    if (right in ENTERING) != (other in ENTERING):
        return ENTERED
    if both == {"last value", "line insertion"}:
        return "mixes up last value and last place"
    if both == {"inequality elimination", "chain of signs"}:
        return "mixes up a sign and a chain"
    if right in SETS and other in SETS:
        naked = right.split()[0] != other.split()[0]
        return "mixes up naked and hidden" if naked else "mixes up pairs and triples"
    return AGAINST_SIGNS if both & {*SIGNS} else AGAINST_SETS


@Kind("rule", "which rule gives a deduction")
def rule(source: Source) -> Iterator[Question]:
    """Which rule gives a conclusion; no other one that is offered gives it, too."""
    n = must_be_puzzle(source.puzzle).size
    names = (*LINES, *SIGNS, *(SETS if n > 5 else SETS[: n - 3]))
    aim = names[int(source.aims[0] * len(names))]  # each is right as often as any other
    for shown in source.some([*list_positions(source)]):
        marks = marks_of(shown.board())
        findings = (one for rule in rules_for(n, TRICKY) for one in rule(marks))
        found = [one for one in findings if one.rule in names]
        exact = [one for one in found if one.rule == aim]
        if not found:
            continue
        deduction = source.one_of(*exact or found)
        right, cells = deduction.rule, deduction.cells
        removes, places = {} if deduction.places else deduction.removes, deduction.places
        changes = [(cell, gone) for cell, values in removes.items() for gone in values]
        changes += places.items()
        others = source.random.shuffled(name for name in names if name != right)
        others.sort(key=lambda name: _confuse(right, name) in FAR)
        fail = [name for name in others if not all(gives(shown, name, *one) for one in changes)]
        kin = [name for name in fail if name in (ENTERING if places else REMOVING)]
        if len(kin) < CHOICES:  # the others are seen to be wrong by what the conclusion does
            kin += [name for name in fail if name not in kin][: CHOICES + 1 - len(kin)]
        wrong = [(_confuse(right, name), name) for name in kin]
        every = sorted([right, *kin])
        rules = tuple(f"{name.capitalize()}: {DEFINITIONS[name]}." for name in every)
        now = f"The next deduction: {deduction.conclusion}."
        solution = [f"{right}: {DEFINITIONS[right]}", str(deduction)]
        asked = {"cells": cells, "removes": removes, "places": places}
        about = right, wrong, solution, len(cells), cells, asked
        asks, state, off = "Which rule gives this deduction?", _tell(shown), MISSED * (not exact)
        made = Question(None, shown, now, asks, *about, state=state, rules=rules)
        yield replace(made, off=off, same=True)


def gives(shown: ShownBoard, rule: str, cell: Cell, value: int) -> bool:
    """Whether a rule, used anywhere on the board, removes a value from a cell, or enters it."""
    puzzle, domains, values = shown.puzzle, shown.domains, shown.values
    lines = [puzzle.groups[number] for number in puzzle.lines_of[cell]]
    if rule == "line elimination":
        return any(values.get(other) == value for other in puzzle.neighbours[cell])
    if rule == "last value":
        return domains[cell] == (value,)
    if rule == "line insertion":
        return any([x for x in line if value in domains[x]] == [cell] for line in lines)
    if rule in SIGNS:
        return _gives_by_signs(shown, rule, cell, value)
    kind, size = rule.split()
    k = 2 if size == "pair" else 3
    for line in lines:
        free = [x for x in line if x not in values]
        places = ({x for x in free if one in domains[x]} for one in puzzle.values if one != value)
        sets = [{*domains[x]} for x in free if x != cell] if kind == "naked" else [*places]
        unions = (set.union(*some) for some in combinations(filter(None, sets), k))
        held = value if kind == "naked" else cell
        if any(len(union) == k and held in union for union in unions):
            return True
    return False


def _gives_by_signs(shown: ShownBoard, rule: str, cell: Cell, value: int) -> bool:
    domains, signs = shown.domains, must_be_puzzle(shown.puzzle).signs
    if rule == "inequality insertion":
        for small, large in (sign for sign in signs if cell in sign):
            pairs = [(a, b) for a in domains[small] for b in domains[large] if a < b]
            if len(pairs) == 1 and pairs[0][cell == large] == value:
                return True
        return False
    for up in (True, False):  # from the cells below it, then from those above
        beyond, reached = [sign[:: -1 if up else 1] for sign in signs], {cell}
        for steps in range(1, len(domains)):
            reached = {far for near, far in beyond if near in reached}
            for far in reached if (steps > 1) == (rule == "chain of signs") else ():
                left = domains[far]
                if left and (value < left[0] + steps if up else value > left[-1] - steps):
                    return True
    return False


# -- valid or not ----------------------------------------------------------------------------------


BOUND, TURNED = "compares with the wrong end", "reads a sign the wrong way"
PLACE = "takes a possible place for the only one"
SETS_OF_THREE = "lets three values fit into two cells"
NO_LINE = "sees a pair without a common line"


@dataclass(frozen=True)
class Claim:
    """A conclusion, the reason that is given for it, and the cells that it names.

    Attributes
    ----------
    denied : the values of cells that it rules out.
    idea : the one that would hold it to be true; empty if the reason is true, and reason enough.
    """

    text: str
    cells: tuple[Cell, ...]
    denied: list[tuple[Cell, int]]
    idea: str


@Kind("valid", "which deduction is valid", "valid")
def valid(source: Source) -> Iterator[Question]:
    """Which of four deductions is valid; all have the same form, so that its words tell nothing."""
    forms = (_bounds, _places, _pairs)
    form = forms[int(source.aims[0] * len(forms))]
    for shown in source.some([*list_positions(source)]):
        claims = source.random.shuffled(form(shown))
        true = [claim for claim in claims if not claim.idea]
        if not true:
            continue
        right, against = source.one_of(*true), dict[str, dict[Cell, int]]()
        for claim in claims:
            wanted = claim.idea and len(against) < MOST_FALSE
            if wanted and (found := find_counterexample(shown, claim)):
                against[claim.text] = found
        wrong = [claim for claim in claims if claim.text in against]
        if len(wrong) <= CHOICES:
            continue
        named = [cell for claim in (right, *wrong[:CHOICES]) for cell in claim.cells]
        mistakes = [(claim.idea, claim.text) for claim in wrong]
        tells = {text: f"{text}: no, {list_pairs(ways)}" for text, ways in against.items()}
        told = [f"{right.text}: there is no other way"]
        about = right.text, mistakes, told, len(named), {*named}
        asks, state = "Which of these deductions is valid?", _tell(shown)
        yield Question(None, shown, "", asks, *about, tells=tells, same=True, state=state)


def _bounds(shown: ShownBoard) -> Iterator[Claim]:
    domains = shown.domains
    for smaller, larger in sorted(must_be_puzzle(shown.puzzle).signs):
        for cell, other in ((larger, smaller), (smaller, larger)):
            if cell in shown.values:
                continue
            low, high = domains[other][:1], domains[other][-1:]
            for upper, end in product((False, True), {*low, *high}):
                gone = tuple(one for one in domains[cell] if (one >= end if upper else one <= end))
                if gone and len(gone) < len(domains[cell]):
                    right_end = (end,) == (low if cell == larger else high)
                    idea = TURNED if upper == (cell == larger) else "" if right_end else BOUND
                    why = f"{smaller} < {larger}"
                    yield _removing(cell, gone, why, (smaller, larger), idea)


def _places(shown: ShownBoard) -> Iterator[Claim]:
    n, domains = must_be_puzzle(shown.puzzle).size, shown.domains
    names = [f"{kind} {at + 1}" for kind in ("row", "column") for at in range(n)]
    for name, line in zip(names, shown.puzzle.groups, strict=True):
        filled = {shown.values.get(one) for one in line}
        for cell in (one for one in line if one not in shown.values):
            for value in domains[cell] if len(domains[cell]) > 1 else ():
                if value not in filled:
                    only = not any(value in domains[one] for one in line if one != cell)
                    text = f"{cell} = {value}: {cell} is the only place left for {value} in {name}"
                    denied = [(cell, other) for other in domains[cell] if other != value]
                    yield Claim(text, line, denied, "" if only else PLACE)


def _pairs(shown: ShownBoard) -> Iterator[Claim]:
    domains, neighbours, free = shown.domains, shown.puzzle.neighbours, shown.free
    for one, two in combinations(free, 2):
        values, in_line = tuple(sorted({*domains[one], *domains[two]})), two in neighbours[one]
        if len(values) not in (2, 2 + in_line) or len(domains[one]) < 2:
            continue
        for cell in free:
            gone = tuple(value for value in domains[cell] if value in values)
            seen = cell in neighbours[one] and cell in neighbours[two]
            if seen and gone and len(gone) < len(domains[cell]):
                why = f"{one} and {two} have only {{{', '.join(map(str, values))}}} left"
                idea = NO_LINE if not in_line else SETS_OF_THREE if len(values) > 2 else ""
                yield _removing(cell, gone, why, (one, two, cell), idea)


def _removing(cell: Cell, gone: Domain, why: str, cells: tuple[Cell, ...], idea: str) -> Claim:
    text = f"remove {removals({cell: gone}, 'from')}: {why}"
    return Claim(text, tuple(sorted(cells)), [(cell, value) for value in gone], idea)


def find_counterexample(shown: ShownBoard, claim: Claim) -> dict[Cell, int] | None:
    """Values of the cells that it names, allowed by their domains and by the constraints between
    them, with which its conclusion is false; None if there are none."""
    around, domains = shown.puzzle.constraints, {cell: shown.domains[cell] for cell in claim.cells}
    pairs = [around[a][b] for a, b in combinations(claim.cells, 2) if b in around[a]]
    for cell, value in claim.denied if all(domains.values()) else ():
        found: Any = run(Problem({**domains, cell: (value,)}, pairs), BACKTRACKING).solutions
        if found:
            return dict(found[0])
    return None
