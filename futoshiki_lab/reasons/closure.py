"""What follows from facts, the cheapest first.

An *atom* is something that may be known of a cell: that it has a value, that it has not, that it is
at least or at most so much. An atom follows from others by few rules: lines, signs, the only value
of a cell, the only place of a value, sets of cells and values in a line. It costs what the atoms
and facts that it follows from cost together, and a little for each step that has to be told. The
cheapest atom that is not yet known becomes known next. (Knuth, "A generalization of Dijkstra's
algorithm", 1977.)
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Set
from copy import copy
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import NamedTuple

from futoshiki_lab.core import Sign
from futoshiki_lab.reasons.facts import PRICES, Entry, Fact, Left, Line
from futoshiki_lab.reasons.shape import bits, bits_of, sets_of_cells, shape_of

IS, NOT, FROM, TO, DEAD = range(5)  # has the value, has not, at least, at most; a contradiction
STEP = 3  # what it costs to tell a step, besides its facts

Atom = tuple[int, int, int]  # one of the above, the number of the cell, the value
CONTRADICTION: Atom = (DEAD, 0, 0)
# The rules that need a step of their own.
TOLD = {"value", "place", "naked", "hidden", "rise", "case", "clash", "empty", "no place"}


class Derivation(NamedTuple):
    """How an atom became known.

    Attributes
    ----------
    cost : what its facts cost, and the steps to it.
    kind : the rule: "fact", "claim", "line", "filled", "is", "bound", "sign", "rise", "value",
        "place", "naked", "hidden", "case"; of a contradiction "clash", "empty", "no place".
    premises : the atoms that it follows from.
    fact : the entry, marks, sign or line that the rule used besides; None if there is none.
    within : for a "case", what is known if the cell has the value: a contradiction.
    """

    cost: int
    kind: str
    premises: tuple[Atom, ...] = ()
    fact: Fact | None = None
    within: Closure | None = None


class Closure:
    """What is known from some facts.

    Parameters
    ----------
    told : atoms that cost no more than an entry, since their steps are told anyway.

    Attributes
    ----------
    known : by atom its source, in the order in which they became known.
    left : for each cell the values that are not ruled out.
    before : what was known before a case was tried; None if none is.
    """

    def __init__(self, size: int, facts: Iterable[Fact], told: Container[Atom] = ()):
        self.shape, self.told = shape_of(size), told
        self.before: Closure | None = None
        self.known: dict[Atom, Derivation] = {}
        self.left = [self.shape.full] * size**2
        self._lines: dict[int, Line] = {}
        self._signs: dict[tuple[int, int], list[tuple[int, Sign]]] = {}
        self._heap: list[tuple[int, int, Atom, Derivation]] = []
        self._best: dict[Atom, int] = {}
        self._order = count()
        number, ends = self.shape.number, dict[Atom, None]()  # each cell is from 1 to n
        for fact in facts:
            if isinstance(fact, Line):
                self._lines[fact.among_all(size)] = fact
            elif isinstance(fact, Sign):
                low, high = map(number, fact)
                self._signs.setdefault((FROM, low), []).append((high, fact))
                self._signs.setdefault((TO, high), []).append((low, fact))
                ends |= {(FROM, low, 1): None, (TO, high, size): None}
            else:
                self.add(fact, "fact", PRICES[type(fact)])
        for end in ends:
            self.offer(end, Derivation(0, "is"))

    @property
    def earlier(self) -> Set[Atom]:
        """What was known before a case was tried."""
        return self.before.known.keys() if self.before else set()

    def add(self, fact: Entry | Left, kind: str, cost: int = 0) -> None:
        """Take in an entry or marks."""
        at = self.shape.number(fact.cell)
        if isinstance(fact, Entry):
            self.offer((IS, at, fact.value), Derivation(cost, kind, (), fact))
        else:
            gone = bits(self.shape.full & ~bits_of(fact.values))
            ends = (FROM, at, min(fact.values)), (TO, at, max(fact.values))
            for atom in (*((NOT, at, place + 1) for place in gone), *ends):
                self.offer(atom, Derivation(cost, kind, (), fact))

    def copy(self) -> Closure:
        """An independent copy."""
        twin = copy(self)
        twin.known, twin.left = self.known.copy(), self.left.copy()
        twin._heap, twin._best = self._heap.copy(), self._best.copy()
        return twin

    def settled(self) -> Closure:
        """The same with what had to be told as if it stood on the board; nothing is to follow."""
        twin, prices = self.copy(), dict[Atom, int]()
        for atom, source in self.known.items():
            told = source.kind in TOLD
            fact = PRICES[type(source.fact)] if source.fact else 0
            prices[atom] = 1 if told else fact + sum(map(prices.__getitem__, source.premises))
            twin.known[atom] = source._replace(cost=prices[atom])
        twin._heap, twin._best = [], {}
        return twin

    def run(self, goals: Container[Atom] = (CONTRADICTION,), limit: float = inf) -> Atom | None:
        """Make atoms known until one of them is a goal; the goal, if it is reached."""
        for atom in (atom for atom in self.known if atom in goals):
            return atom
        while CONTRADICTION not in self.known:
            if not self._heap:
                if not any(map(self._find_sets, range(2, self.shape.size // 2 + 1))):
                    return None
            elif self._heap[0][0] > limit:
                return None
            else:
                _, _, atom, source = heappop(self._heap)
                if atom not in self.known:
                    self.known[atom] = source
                    self._follow(*atom, source.cost)
                    if atom in goals:
                        return atom
        return None

    def offer(self, atom: Atom, source: Derivation) -> bool:
        """Note a way to an atom; whether it is the cheapest so far."""
        if atom in self.told:
            source = source._replace(cost=1)
        if atom in self.known or self._best.get(atom, source.cost + 1) <= source.cost:
            return False
        self._best[atom] = source.cost
        heappush(self._heap, (source.cost, next(self._order), atom, source))
        return True

    def try_values(self, limit: float) -> Iterator[tuple[Atom, Derivation]]:
        """What leads to a contradiction that costs no more than a limit, for when all is known."""
        before = self.settled()
        for at in sorted(range(len(self.left)), key=lambda at: self.left[at].bit_count()):
            for place in bits(before.left[at]):
                case = before.copy()
                case.before = before
                case.add(Entry(self.shape.cells[at], place + 1), "claim")
                if case.run(limit=limit):
                    cost = case.known[CONTRADICTION].cost + STEP
                    yield (NOT, at, place + 1), Derivation(cost, "case", within=case)

    # -- the rules -----------------------------------------------------------------------------

    def _follow(self, kind: int, at: int, value: int, cost: int) -> None:
        """Offer what follows from an atom, and from others that are known."""
        if kind == NOT:
            self._without(at, value, cost)
        elif kind == IS:
            self._with(at, value, cost)
        elif kind in (FROM, TO):
            self._bounded(kind, at, value, cost)

    def _with(self, at: int, value: int, cost: int) -> None:
        """A cell has a value."""
        here, shape = ((IS, at, value),), self.shape
        for other in range(1, shape.size + 1):
            if other != value:
                self.offer((NOT, at, other), Derivation(cost, "filled", here))
        for kind in (FROM, TO):
            self.offer((kind, at, value), Derivation(cost, "is", here))
        for number in bits(shape.lines_of[at]):
            if number in self._lines:
                line = self._lines[number]
                found = Derivation(cost + PRICES[Line], "line", here, line)
                for other in shape.lines[number]:
                    if other != at:
                        self.offer((NOT, other, value), found)
        self._clash(at, value)

    def _without(self, at: int, value: int, cost: int) -> None:
        """A cell has not a value."""
        n, bit = self.shape.size, 1 << value - 1
        self.left[at] &= ~bit
        self._clash(at, value)
        for kind, after in ((FROM, value + 1), (TO, value - 1)):
            self._rise(kind, at, value, after)
        left = self.left[at]
        if not left & left - 1:
            others = [(NOT, at, other) for other in range(1, n + 1) if not left >> other - 1 & 1]
            if left:
                self._conclude((IS, at, left.bit_length()), "value", others)
            else:
                self._conclude(CONTRADICTION, "empty", others)
        for number in bits(self.shape.lines_of[at]):
            if number in self._lines:
                cells, line = self.shape.lines[number], self._lines[number]
                places = [cell for cell in cells if self.left[cell] & bit]
                if len(places) < 2:
                    others = [(NOT, cell, value) for cell in cells if cell not in places]
                    goal = (IS, places[0], value) if places else CONTRADICTION
                    self._conclude(goal, "place" if places else "no place", others, line)

    def _bounded(self, kind: int, at: int, value: int, cost: int) -> None:
        """A cell is at least, or at most, so much."""
        n, up = self.shape.size, 1 if kind == FROM else -1
        here = ((kind, at, value),)
        for other in range(1, value) if up > 0 else range(value + 1, n + 1):
            self.offer((NOT, at, other), Derivation(cost, "bound", here))
        if not 1 <= value <= n:
            return  # no value is left
        self._rise(kind, at, value, value + up)
        for other, sign in self._signs.get((kind, at), ()):
            found = Derivation(cost + PRICES[Sign], "sign", here, sign)
            self.offer((kind, other, value + up), found)

    def _rise(self, kind: int, at: int, value: int, after: int) -> None:
        """A cell that is at least `value`, but not that, is at least the next one."""
        bound, gone = (kind, at, value), (NOT, at, value)
        if bound in self.known and gone in self.known:
            cost = self.known[bound].cost + self.known[gone].cost
            self.offer((kind, at, after), Derivation(cost, "rise", (bound, gone)))

    def _clash(self, at: int, value: int) -> None:
        """A contradiction if a cell has a value and has not."""
        pair = (IS, at, value), (NOT, at, value)
        if all(atom in self.known for atom in pair):
            self._conclude(CONTRADICTION, "clash", pair)

    def _find_sets(self, k: int) -> bool:
        """Find k cells of a line with k values, or k values with k places; whether there are."""
        found = False
        for number, line in self._lines.items():
            cells = self.shape.lines[number]
            masks = tuple(self.left[cell] for cell in cells)
            for hidden, places, values in sets_of_cells(masks, k):
                inside = [cells[at] for at in bits(places)]
                outside = [cell for cell in cells if cell not in inside]
                rest = self.shape.full & ~values
                near, far = ((outside, values), (inside, rest))[:: 1 if hidden else -1]
                premises = [(NOT, cell, at + 1) for cell in near[0] for at in bits(near[1])]
                for cell in far[0]:
                    for at in bits(self.left[cell] & far[1]):
                        atom, kind = (NOT, cell, at + 1), "hidden" if hidden else "naked"
                        found |= self._conclude(atom, kind, premises, line)
        return found

    def _conclude(
        self, atom: Atom, kind: str, atoms: Iterable[Atom], fact: Fact | None = None
    ) -> bool:
        """Offer what a step tells; whether it is the cheapest way so far."""
        if atom in self.known:
            return False
        premises = tuple(self._roots(atoms))
        cost = sum(self.known[premise].cost for premise in premises) + STEP
        cost -= kind == "clash"  # it is what a person sees first
        return self.offer(
            atom, Derivation(cost + (PRICES[Line] if fact else 0), kind, premises, fact)
        )

    def _roots(self, atoms: Iterable[Atom]) -> Iterator[Atom]:
        """What atoms follow from at a glance: one bound, or one entry, for all that it removes."""
        found: dict[tuple[int, ...], Atom] = {}
        for atom in atoms:
            source = self.known[atom]
            root = source.premises[0] if source.kind in ("bound", "filled") else atom
            kind, at, _ = root
            key = (kind, at) if kind in (FROM, TO) else root
            old = found.get(key, root)
            found[key] = max(root, old) if kind == FROM else min(root, old)
        for root in found.values():
            kind, at, value = root
            low, high = found.get((FROM, at), root)[2], found.get((TO, at), root)[2]
            if kind != NOT or low <= value <= high:
                yield root
