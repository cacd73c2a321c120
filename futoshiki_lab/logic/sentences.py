"""Reasons in a sentence: what follows from a few facts, one step at a time, and how it is said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from futoshiki_lab.core import Cell, Sign
from futoshiki_lab.logic.easy_rules import SignBoundRule, losing
from futoshiki_lab.logic.facts import Entry, Fact, Left, Line
from futoshiki_lab.logic.findings import (
    Finding,
    HiddenSingle,
    LineElimination,
    NoPlaceLeft,
    NoValueLeft,
    ValueTwice,
    path_to,
)
from futoshiki_lab.logic.marks import Marks
from futoshiki_lab.logic.shape import bits_of, shape_of
from futoshiki_lab.trace.words import listed

LONGEST = 300  # characters of a sentence; what takes more is only counted
STEPS = 6  # values that a sentence tells on the way to a contradiction


# -- what follows ----------------------------------------------------------------------------------


class Way(NamedTuple):
    """The way to a contradiction.

    Attributes
    ----------
    steps : the values that follow, in order.
    end : the contradiction in words.
    where : the cell that `end` names, if it names one.
    """

    steps: list[Entry]
    end: str
    where: tuple[Cell, ...]


def follow(
    size: int, facts: Sequence[Fact], claim: tuple[Cell, Iterable[int]] | None
) -> Way | None:
    """Follow what a person sees at once from facts, as far as a contradiction.

    An entry, a sign or a filled cell of the same line takes values away, and the last place of a
    value in a line is filled.

    Parameters
    ----------
    claim : a cell, and the values that it is said to have; None if nothing is claimed.

    Returns
    -------
    Only what the contradiction needs; None if these steps do not lead to one.
    """
    shape = shape_of(size)
    signs = [(shape.number(s.smaller), shape.number(s.larger)) for s in facts if type(s) is Sign]
    marks = Marks(size, signs, [shape.full] * size**2)
    known = [claim] if claim else []
    known += [(fact.cell, [fact.value]) for fact in facts if isinstance(fact, Entry)]
    known += [(fact.cell, fact.values) for fact in facts if isinstance(fact, Left)]
    for cell, left in known:
        marks.remove(shape.number(cell), shape.full & ~bits_of(left))
    start, lines = list(marks.masks), [fact for fact in facts if isinstance(fact, Line)]
    left_after: dict[Finding, int] = {}  # each step, and what it leaves to its cell
    before = -1
    while not marks.dead and len(left_after) > before:
        before = len(left_after)
        for found in _see(marks, lines):
            marks.apply(found)
            left_after.update((found, marks.masks[at]) for at, _ in found.removes)
            if marks.dead:
                break
    return _way(marks, start, left_after) if marks.dead else None


def _see(marks: Marks, lines: Iterable[Line]) -> Iterator[Finding]:
    """What is seen at once, cell by cell; each finding is applied before the next one is sought."""
    shape, masks, rule = marks.shape, marks.masks, SignBoundRule()
    for sign in range(len(marks.signs)):
        yield from reversed(list(rule.find(marks, sign)))
    for line in (line.number + shape.size * (line.kind == "column") for line in lines):
        cells = shape.lines[line]
        for cell in cells:
            bit = masks[cell]
            if bit & bit - 1:
                continue
            same = [other for other in cells if other > cell and masks[other] == bit]
            if same:
                yield ValueTwice((cell, same[0]), bit, line)
            for other in cells:
                if other != cell and masks[other] & bit:
                    yield LineElimination((cell,), bit, removes=((other, bit),))
        for bit in (1 << place for place in range(shape.size)):
            places = [cell for cell in cells if masks[cell] & bit]
            if not places:
                yield NoPlaceLeft((), bit, line)
            elif len(places) == 1 and masks[places[0]] != bit:
                removes = losing(marks, (places[0], bit))
                yield HiddenSingle((places[0],), bit, line, removes=removes)


def _way(marks: Marks, start: list[int], left_after: dict[Finding, int]) -> Way:
    """What the contradiction needs.

    That is not the value of a cell which has no value left in the end, if nothing else followed
    from it.
    """
    shape, dead = marks.shape, marks.dead
    assert dead
    goal = dead.premises(shape)
    used = {cell for cell, _ in goal} if len(goal) > 1 else set()
    path, _ = path_to(goal, list(left_after), start, shape)
    steps = []
    for found in reversed(path):
        ((cell, _),), left = found.removes, left_after[found]
        if left.bit_count() == 1 and cell in used:
            steps.append(Entry(shape.cells[cell], left.bit_length()))
        used |= {cell for cell, _ in found.premises(shape)}
    where = (shape.cells[dead.cell],) if isinstance(dead, NoValueLeft) else ()
    return Way(steps[::-1], dead.why(shape), where)


# -- how it is said --------------------------------------------------------------------------------


class Told(NamedTuple):
    """A clause, and the cells that it names besides those of the facts."""

    clause: str
    cells: tuple[Cell, ...] = ()


def tell(facts: Sequence[Fact], way: Way | None, otherwise: bool | None) -> Told:
    """Tell why a claim is impossible: the clause after "r1c1 cannot be 2: ".

    Parameters
    ----------
    way : what `follow` says of the facts.
    otherwise : whether the claim is the contrary of what the sentence says; None if there is none.
    """
    told = (_at_a_glance(facts, otherwise), *_with_steps(facts, way, otherwise))
    return next(one for one in told if one and len(one.clause) <= LONGEST)


def _at_a_glance(facts: Sequence[Fact], otherwise: bool | None) -> Told | None:
    """What needs no steps: a value that stands in the line, or signs."""
    lines = [fact for fact in facts if isinstance(fact, Line)]
    entries = [fact for fact in facts if isinstance(fact, Entry)]
    if not facts:
        return Told("there are no other values")
    if otherwise is not None and 1 == len(facts) == len(entries):
        return Told(f"it is given as {entries[0].value}")
    if otherwise is not False or len(lines) > 1:
        return None
    if lines:
        return Told(f"{entries[0]} stands in {lines[0]}") if len(facts) == 2 and entries else None
    if any(isinstance(fact, Left) for fact in facts):
        return None
    signs = chains([fact for fact in facts if isinstance(fact, Sign)])
    return Told(f"{listed([*signs, *entries])} leave{'s' * (len(facts) == 1)} it no room")


def _with_steps(facts: Sequence[Fact], way: Way | None, otherwise: bool | None) -> Iterator[Told]:
    """The ways to say it, from the most to the least detailed; the last is always short."""
    names = listed(named(facts))
    first = {True: "otherwise ", False: "with it, ", None: ""}[otherwise]
    if way and len(way.steps) <= STEPS:
        start = "it leads to " if way.steps and otherwise is False else first
        steps = f"{listed(way.steps)}, and then " * bool(way.steps)
        cells = (*way.where, *(entry.cell for entry in way.steps))
        yield Told(f"{start}{steps}{way.end}, because of {names}", cells)
    if way:
        yield Told(f"{first}{way.end}, because of {names}", way.where)
    if otherwise is None:
        yield Told(f"these cannot hold together: {names}")
    else:
        yield Told(f"no {'other value' if otherwise else 'solution'} agrees with {names}")
    yield Told(f"it follows from {counted(facts)}")


def named(facts: Sequence[Fact]) -> list[str]:
    """The facts by name: entries, chains of signs, rows, columns."""
    names = [str(fact) for fact in facts if isinstance(fact, Entry)]
    marks = [fact for fact in facts if isinstance(fact, Left)]
    if marks:
        names.append(f"the marks of {listed(marks)}")
    names += chains([fact for fact in facts if isinstance(fact, Sign)])
    for kind in ("row", "column"):
        numbers = [f.number + 1 for f in facts if isinstance(f, Line) and f.kind == kind]
        if numbers:
            names.append(f"{kind}{'s' * (len(numbers) > 1)} {listed(numbers)}")
    return names


def counted(facts: Sequence[Fact]) -> str:
    """How many there are of each kind: "3 entries, 1 sign and 2 rows"."""
    names: dict[type, str] = {Entry: "entry", Left: "marked cell", Sign: "sign"}
    kinds = Counter(f.kind if isinstance(f, Line) else names[type(f)] for f in facts)
    more = {"entry": "entries"}
    return listed(f"{n} {more.get(k, f'{k}s') if n > 1 else k}" for k, n in kinds.items())


def chains(signs: Sequence[Sign]) -> list[str]:
    """Signs that follow each other as one: "r1c1 < r1c2 < r2c2"."""
    left, found = sorted(signs), []
    while left:
        higher = {sign.larger for sign in left}
        chain: list[Cell] = list(next((s for s in left if s.smaller not in higher), left[0]))
        left.remove(Sign(*chain))
        while after := next((sign for sign in left if sign.smaller == chain[-1]), None):
            left.remove(after)
            chain.append(after.larger)
        found.append(" < ".join(map(str, chain)))
    return found
