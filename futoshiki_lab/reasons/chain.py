"""The chain of steps that is told: each with its own facts and its conclusion.

It goes forward from the facts, or from what is claimed to a contradiction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from futoshiki_lab.core import Cell, Sign
from futoshiki_lab.reasons.closure import (
    CONTRADICTION,
    FROM,
    IS,
    NOT,
    STEP,
    TO,
    TOLD,
    Atom,
    Closure,
    Derivation,
)
from futoshiki_lab.reasons.facts import (
    Entry,
    Fact,
    Left,
    Line,
    cost,
    grouped,
    says_more,
    sort_facts,
)
from futoshiki_lab.reasons.filling import shrink
from futoshiki_lab.reasons.shape import shape_of

CASE = 20  # what a case may cost: a value that leads to a contradiction on the way
ROUNDS = 3  # how often cases are looked for
AGAIN = 2  # how often a chain is looked for again, with its steps as if they cost nothing


class Part(NamedTuple):
    """What rules values of a cell out at a glance.

    Attributes
    ----------
    kind : "filled" (the cell has another value), "line" (a line has the value), "signs" (a chain of
        signs), "left" (it was ruled out before).
    cell, values : the cell, and the values that are ruled out.
    fact : the entry, the marks, or what was concluded before; None for signs that need none.
    line : the line that has the value.
    signs : the signs, from the cell of `fact` to this one.
    """

    kind: str
    cell: Cell
    values: tuple[int, ...]
    fact: Entry | Left | None = None
    line: Line | None = None
    signs: tuple[Sign, ...] = ()

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All facts of the part."""
        return (*self.signs, *(fact for fact in (self.fact, self.line) if fact))


@dataclass(frozen=True)
class Step:
    """What follows at once from a few facts, and from what was concluded before.

    Attributes
    ----------
    kind : "value" (the only one of a cell), "place" (the only one of a value in a line), "naked"
        (cells of a line share as many values), "hidden" (values of a line share as many cells),
        "bound" (a cell is at least, or at most, so much), "out" (a value is ruled out at a glance),
        "case" (a value leads to a contradiction); or a contradiction: "clash" (a cell has a value
        that it cannot have), "empty" (no value for a cell), "no place" (for a value in a line).
    concludes : entries, or cells and the values that are left in them; nothing is a contradiction.
    parts : what rules the other values, or the other places, out.
    line : the row or column that the step is about, if there is one.
    value : the value of a place.
    facts : of all facts of the parts, and the line, so many that none can be left out.
    inner : of a "case", the steps to a contradiction if the cell has the value.
    """

    kind: str
    concludes: tuple[Entry | Left, ...]
    parts: tuple[Part, ...]
    line: Line | None = None
    value: int = 0
    inner: tuple[Step, ...] = ()
    facts: tuple[Fact, ...] = ()

    @property
    def named(self) -> tuple[Fact, ...]:
        """All facts of the parts, and the line; of a case what its steps need from outside."""
        facts = {fact for part in self.parts for fact in part.facts}
        facts |= {self.line} if self.line else set()
        for step in self.inner:
            facts.update(step.named)
        for step in self.inner:
            facts.difference_update(step.concludes)
        return sort_facts(facts - {self.claim})

    def with_fact(self, old: Fact, new: Entry | Left) -> Step:
        """The step with another fact in its parts in place of one."""
        parts = tuple(p._replace(fact=new) if p.fact == old else p for p in self.parts)
        inner = tuple(step.with_fact(old, new) for step in self.inner)
        return replace(self, parts=parts, inner=inner)

    @property
    def claim(self) -> Entry | None:
        """What a case assumes."""
        return Entry(self.concludes[0].cell, self.value) if self.inner else None

    @property
    def cost(self) -> int:
        """The price of its facts."""
        return cost(self.facts or self.named)


def steps_to(closure: Closure, target: Atom = CONTRADICTION) -> list[Step]:
    """The steps to what is known, in the order in which they are told, and no others.

    Within a case these are the steps after what was known before.
    """
    source = closure.known[target]
    if source.kind == "filled" and _told(closure, source.premises[0]):
        target = source.premises[0]
    needed = _needed(closure, target) - closure.earlier
    groups = grouped(
        (source if source.kind in ("naked", "hidden") else atom, atom)
        for atom, source in closure.known.items()
        if atom in needed
    )
    return [_step(closure, atoms) for atoms in groups.values()]


def _needed(closure: Closure, target: Atom) -> set[Atom]:
    """An atom, and those on the way to it that have steps of their own.

    The way ends where something was known before a case was tried.
    """
    needed, waiting = {target}, [target]
    while waiting:
        within = closure.known[atom := waiting.pop()].within
        if within:
            more = _needed(within, CONTRADICTION) & within.earlier
        else:
            ends = {[*_down(closure, part)][-1] for part in _parts_of(closure, atom)}
            more = {end for end in ends if _told(closure, end)}
        waiting += more - needed - closure.earlier
        needed |= more
    return needed


def _conclusion(size: int, cells: list[Cell], atom: Atom) -> Entry | Left:
    """An atom as a fact."""
    kind, at, value = atom
    if kind == IS:
        return Entry(cells[at], value)
    out = _out(size, atom)
    return Left(cells[at], tuple(v for v in range(1, size + 1) if v not in out))


def _out(size: int, atom: Atom) -> tuple[int, ...]:
    """The values that an atom rules out in its cell."""
    kind, _, value = atom
    if kind == FROM:
        return tuple(range(1, value))
    if kind == TO:
        return tuple(range(value + 1, size + 1))
    return tuple(other for other in range(1, size + 1) if (other == value) == (kind == NOT))


def _told(closure: Closure, atom: Atom) -> bool:
    """Whether an atom has a step of its own; a bound that only repeats another atom has none."""
    source = closure.known[atom]
    if source.kind == "rise":
        bound, gone = source.premises
        alone = closure.known[bound] == Derivation(0, "is")
        return not (alone and closure.known[gone].kind in {*TOLD, "fact", "claim"})
    return source.kind in TOLD


def _parts_of(closure: Closure, atom: Atom) -> list[Atom]:
    """The parts of the step to an atom; a bound takes in the bounds of its cell before it."""
    source = closure.known[atom]
    if not _told(closure, atom):
        return [atom]
    if source.kind != "rise":
        return list(source.premises)
    bound, gone = source.premises
    before = _parts_of(closure, bound) if _told(closure, bound) else [bound]
    return [*(before if closure.known[bound].kind == "rise" else [bound]), gone]


def _down(closure: Closure, atom: Atom) -> Iterator[Atom]:
    """The atoms from one down to where a fact is, or to one with a step of its own."""
    yield atom
    while not _told(closure, atom) and closure.known[atom].premises:
        atom = closure.known[atom].premises[-1]
        yield atom


def _step(closure: Closure, atoms: list[Atom]) -> Step:
    """The step to some atoms with one source."""
    size, atom, source = closure.shape.size, atoms[0], closure.known[atoms[0]]
    told = _told(closure, atom)
    premises = _parts_of(closure, atom)
    parts = [_part(closure, premise) for premise in premises]
    kind = {"rise": "bound"}.get(source.kind, source.kind) if told else "out"
    return Step(
        kind,
        tuple(_conclusion(size, closure.shape.cells, a) for a in atoms if a != CONTRADICTION),
        tuple(part for part in parts if part.facts),
        source.fact if told and isinstance(source.fact, Line) else None,
        min(set.intersection(*(set(p.values) for p in parts))) if kind == "no place" else atom[2],
        tuple(steps_to(source.within)) if source.within else (),
    )


def _part(closure: Closure, part: Atom) -> Part:
    """What rules values out at a glance, as a part of a step."""
    size, cells = closure.shape.size, closure.shape.cells
    way = list(_down(closure, part))
    end = way[-1]
    sources = [closure.known[atom] for atom in (way[:-1] if _told(closure, end) else way)]
    signs = tuple(source.fact for source in sources if isinstance(source.fact, Sign))
    line = next((source.fact for source in sources if isinstance(source.fact, Line)), None)
    fact: Entry | Left | None = None
    if _told(closure, end):
        fact = _conclusion(size, cells, end)
    elif isinstance(known := closure.known[end].fact, Entry | Left):
        fact = known
    kind = "line" if line else "signs" if signs else "filled" if end[0] == IS else "left"
    return Part(kind, cells[part[1]], _out(size, part), fact, line, signs)


@dataclass(frozen=True)
class Chain:
    """Steps to a conclusion.

    Attributes
    ----------
    claim : what is assumed, if they lead from there to a contradiction.
    """

    steps: tuple[Step, ...]
    claim: Entry | Left | None = None

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts to start from: what the steps name, and neither conclude nor assume."""
        found = {fact for step in self.steps for fact in step.named}
        concluded = {fact for step in self.steps for fact in step.concludes}
        return sort_facts(found - concluded - {self.claim})

    @property
    def cost(self) -> int:
        """What its facts cost, and its steps."""
        return sum(step.cost + STEP for step in self.steps)


def find_chain(
    size: int, facts: Sequence[Fact], goal: Atom, claim: Entry | Left | None = None
) -> Chain | None:
    """The chain to a goal, of steps that cost little each; None if a guess is needed.

    Parameters
    ----------
    claim : the contrary of the goal, which may be assumed. A chain without it goes first unless it
        costs twice as much.
    """
    start, found = Closure(size, facts), list[Chain]()
    for _ in range(ROUNDS):
        found = list(_ways(start, goal, claim))
        cases = [] if found else list(start.try_values(CASE))
        for case in cases:
            start.offer(*case)
        if not cases:
            break
    told = found
    for _ in range(AGAIN):
        short = all(len(chain.steps) < 3 for chain in told)
        if short or any(step.inner for chain in told for step in chain.steps):
            break
        told = [_again(size, facts, goal, chain) for chain in told]
        pairs = zip(found, told, strict=True)
        found = [min(pair, key=lambda chain: chain.cost) for pair in pairs]
    if not found:
        return None
    best = min(found, key=lambda chain: (1 + bool(chain.claim)) * chain.cost)
    return replace(best, steps=tuple(finish(size, best.steps)))


def _ways(start: Closure, goal: Atom, claim: Entry | Left | None) -> Iterator[Chain]:
    """The chain forward, and the one from the claim."""
    if start.run((goal,)):
        yield Chain(tuple(steps_to(start, goal)))
    if claim:
        twin = start.copy()
        twin.add(claim, "claim")
        if twin.run():
            yield Chain(tuple(steps_to(twin)), claim)


def _again(size: int, facts: Sequence[Fact], goal: Atom, chain: Chain) -> Chain:
    """The same way again, now that its steps are told anyway."""
    concluded = [fact for step in chain.steps for fact in step.concludes]
    number = shape_of(size).number
    told = {(IS, number(fact.cell), fact.value) for fact in concluded if isinstance(fact, Entry)}
    start = Closure(size, facts, told)
    if chain.claim:
        start.add(chain.claim, "claim")
    end = CONTRADICTION if chain.claim else goal
    return Chain(tuple(steps_to(start, end)), chain.claim) if start.run((end,)) else chain


def finish(size: int, steps: Sequence[Step]) -> Iterator[Step]:
    """Steps with their facts; what one chain of signs says is one step."""
    merged: dict[object, Step] = {}
    for step in _without_weak_bounds(steps):
        signs = step.kind == "value" and all(part.kind == "signs" for part in step.parts)
        key = step.named if signs else step
        old = merged.get(key)
        merged[key] = replace(old, concludes=old.concludes + step.concludes) if old else step
    for step in merged.values():
        inner = tuple(finish(size, step.inner))
        facts = shrink(size, step.named, step.concludes)
        yield replace(step, inner=inner, facts=sort_facts(facts))


def _without_weak_bounds(steps: Sequence[Step]) -> list[Step]:
    """The steps without a bound of a cell that is told again, closer, before it is of use."""
    left, at = list(steps), 0
    while at < len(left):
        weak = _bound_of(left[at])
        users = [k for k, step in enumerate(left) if weak in step.named]
        between = map(_bound_of, left[at + 1 : users[0]] if users else [])
        closer = next(
            (bound for bound in between if weak and bound and says_more(bound, weak)), None
        )
        if weak and closer:
            left = [step.with_fact(weak, closer) for step in left]
            del left[at]
        else:
            at += 1
    return left


def _bound_of(step: Step) -> Entry | Left | None:
    """What a step concludes if it is a bound."""
    return step.concludes[0] if step.kind == "bound" else None


def prove(
    size: int, facts: Sequence[Fact], cell: Cell | None, value: int, must: int = 0
) -> Chain | None:
    """The steps by which facts rule a value out, or show what a cell must be; None: a guess."""
    if cell is None:
        return find_chain(size, facts, CONTRADICTION)
    at = cell.row * size + cell.column
    if not must:
        return find_chain(size, facts, (NOT, at, value), Entry(cell, value))
    others = tuple(other for other in range(1, size + 1) if other != must)
    claim = Left(cell, others) if others else None  # a single cell has no other value
    return find_chain(size, facts, (IS, at, must), claim)
