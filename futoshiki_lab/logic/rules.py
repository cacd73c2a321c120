"""The rules, from the easiest to the hardest: what each looks at, and what it finds.

Each rule is an object with a level, and a method `find(marks, scope)` that yields what the rule
allows in one scope: a line, a sign, a value or the whole board. Nothing is changed by looking.
`search` asks the scopes in which something has changed since they were last found empty, so that a
rule that is asked again and again costs little.

What every level can do is what Simon Tatham's Unequal can do with it (his `unequal.c` and `latin.c`
say what his program does; this is another program). A few of its habits decide grades:

- a value that is the last one of its cell, or that has one place left in a line, is Trivial;
- Easy compares the bounds of the two cells of one sign, again and again: a chain of signs is no
  more than that. A chain in one step (`ChainBound`), and the one pair that satisfies a sign
  (`OnlyPair`), are there for people; they reach nothing that single signs would not;
- Tricky takes sets of any size, naked or hidden, in one line;
- Extreme takes sets of rows and columns for one value, and after these **forcing chains through
  cells with two values, found breadth first and each cell visited once**. Such a search can miss a
  chain that a more patient one would find, so the order in which it looks is kept here too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from futoshiki_lab.logic.marks import Bits, Found, Marks, bits

(
    EMPTY,
    NO_PLACE,
    LINE,
    NAKED_SINGLE,
    HIDDEN_SINGLE,
    ONLY_PAIR,
    CHAIN_BOUND,
    SIGN_BOUND,
    NAKED_SET,
    HIDDEN_SET,
    FISH,
    FORCING,
) = range(12)
REFUTED = 12  # no rule finds this: see `futoshiki_lab.logic.paths`

TRIVIAL, EASY, TRICKY, EXTREME = range(4)
LEVEL_NAMES = ("Trivial", "Easy", "Tricky", "Extreme")


class Rule:
    """One rule of the ladder.

    Attributes
    ----------
    level : TRIVIAL to EXTREME.
    """

    level = TRIVIAL

    def everywhere(self, marks: Marks) -> int:
        """All its scopes, as bits."""
        raise NotImplementedError

    def touched(self, marks: Marks, cell: int, gone: Bits) -> int:
        """The scopes that have to be looked at again when a cell has changed, as bits."""
        raise NotImplementedError

    def find(self, marks: Marks, scope: int) -> Iterator[Found]:
        """What follows in one scope."""
        raise NotImplementedError

    def still_to_do(self, marks: Marks) -> int:
        """The scopes in which something has changed since they were found empty, as bits."""
        todo = marks.todo.get(self)
        if todo is None:
            return self.everywhere(marks)
        for cell, gone in marks.log[marks.seen[self] :]:
            todo |= self.touched(marks, cell, gone)
        return todo

    def search(self, marks: Marks) -> Iterator[Found]:
        """What follows in any scope that may hold something new, the lowest first."""
        marks.todo[self] = todo = self.still_to_do(marks)
        marks.seen[self] = len(marks.log)
        while todo:
            low = todo & -todo
            yield from self.find(marks, low.bit_length() - 1)
            todo ^= low
            marks.todo[self] = todo  # only now: who stops listening in between has not seen it all


class LineElimination(Rule):
    """A placed value goes from the rest of its row and column (seed 002's line elimination)."""

    def everywhere(self, marks: Marks) -> int:
        return marks.placed

    def touched(self, marks: Marks, cell: int, gone: Bits) -> int:
        return marks.placed & 1 << cell

    def find(self, marks: Marks, scope: int) -> Iterator[Found]:
        masks = marks.masks
        bit = masks[scope]
        removes = tuple([(peer, bit) for peer in marks.shape.peers[scope] if masks[peer] & bit])
        if removes:
            yield Found(LINE, removes, (), (scope, bit))


class NakedSingle(Rule):
    """The last value of a cell is its value."""

    def everywhere(self, marks: Marks) -> int:
        return _singles(marks) & ~marks.placed

    def touched(self, marks: Marks, cell: int, gone: Bits) -> int:
        mask = marks.masks[cell]
        return 0 if mask & (mask - 1) else 1 << cell & ~marks.placed

    def find(self, marks: Marks, scope: int) -> Iterator[Found]:
        if not marks.placed >> scope & 1:
            yield Found(NAKED_SINGLE, (), ((scope, marks.masks[scope]),), (scope,))


class HiddenSingle(Rule):
    """A value with one place left in a line goes there (seed 002's line insertion)."""

    def everywhere(self, marks: Marks) -> int:
        return (1 << 2 * marks.shape.size) - 1

    def touched(self, marks: Marks, cell: int, gone: Bits) -> int:
        return marks.shape.lines_of[cell]

    def find(self, marks: Marks, scope: int) -> Iterator[Found]:
        masks, line = marks.masks, marks.shape.lines[scope]
        once = twice = 0
        for cell in line:
            mask = masks[cell]
            twice |= once & mask
            once |= mask
        if once != marks.shape.full:
            yield Found(NO_PLACE, (), (), (scope, marks.shape.full & ~once))
            return
        alone = once & ~twice
        for cell in line:
            hit = masks[cell] & alone
            if hit and not marks.placed >> cell & 1:
                bit = hit & -hit  # a second value here has no place at all, which shows next
                removes = ((cell, masks[cell] ^ bit),) if masks[cell] != bit else ()
                yield Found(HIDDEN_SINGLE, removes, ((cell, bit),), (cell, scope, bit))


class OfSigns(Rule):
    """What the rules for one sign have in common: they look where one of its cells has changed."""

    level = EASY

    def everywhere(self, marks: Marks) -> int:
        return (1 << len(marks.signs)) - 1

    def touched(self, marks: Marks, cell: int, gone: Bits) -> int:
        return marks.sign_bits[cell]


class OnlyPair(OfSigns):
    """The only pair of values that satisfies a sign (seed 002's inequality insertion)."""

    def find(self, marks: Marks, scope: int) -> Iterator[Found]:
        smaller, larger = marks.signs[scope]
        low, high = _bounds(marks, smaller, larger)
        left = marks.masks[smaller] & high - 1
        right = marks.masks[larger] & ~(low | low - 1)
        if not left or not right or left & left - 1 or right & right - 1:
            return
        removes = _removes(marks, (smaller, left), (larger, right))
        if removes:
            places = tuple(
                (cell, bit)
                for cell, bit in ((smaller, left), (larger, right))
                if not marks.placed >> cell & 1
            )
            yield Found(ONLY_PAIR, removes, places, (smaller, larger, left, right))


class SignBound(OfSigns):
    """A cell stays below the largest value of a larger one, and above the smallest of a smaller."""

    def find(self, marks: Marks, scope: int) -> Iterator[Found]:
        smaller, larger = marks.signs[scope]
        low, high = _bounds(marks, smaller, larger)
        gone = marks.masks[smaller] & ~(high - 1)
        if gone:
            yield Found(SIGN_BOUND, ((smaller, gone),), (), (smaller, larger, smaller, high))
        gone = marks.masks[larger] & (low | low - 1)
        if gone:
            yield Found(SIGN_BOUND, ((larger, gone),), (), (smaller, larger, larger, low))


class ChainBound(OfSigns):
    """Along a chain of signs every step costs one value (seed 002's inequality elimination).

    It speaks only where a chain says more than any single sign of the cell.
    """

    def everywhere(self, marks: Marks) -> int:
        return 1 if marks.signs else 0

    def touched(self, marks: Marks, cell: int, gone: Bits) -> int:
        return 1 if marks.sign_bits[cell] else 0

    def find(self, marks: Marks, scope: int) -> Iterator[Found]:
        yield from self._bounds(marks, upward=True)
        yield from self._bounds(marks, upward=False)

    def _bounds(self, marks: Marks, upward: bool) -> Iterator[Found]:
        """Smallest values pushed up from smaller to larger cells, or largest ones pushed down."""
        first = {cell: _end(mask, upward) for cell, mask in enumerate(marks.masks)}
        reach, before = dict(first), dict.fromkeys(first, -1)
        steps = [sign if upward else sign[::-1] for sign in marks.signs]
        for _ in range(marks.shape.size):  # a longer chain has no room, nor has a circle
            settled = True
            for start, end in steps:
                passed = reach[start] + (1 if upward else -1)
                if passed > reach[end] if upward else passed < reach[end]:
                    reach[end], before[end], settled = passed, start, False
            if settled:
                break
        for cell, bound in reach.items():
            start = before[cell]
            if start >= 0 and reach[start] != first[start]:  # two signs at least
                gone = marks.masks[cell] & _beyond(bound, upward)
                chain = tuple(reversed(_back(cell, before)))
                if gone and chain:
                    yield Found(CHAIN_BOUND, ((cell, gone),), (), (chain, first[chain[0]], upward))


class SetsInLine(Rule):
    """k cells of a line with k values between them, or k values with k places between them.

    The values of such cells go from the other cells of the line; the other values go from such
    places. A set of k cells leaves a set of values for the others, so that looking for small ones
    of both kinds finds all of any size.
    """

    level = TRICKY

    def __init__(self, k: int):
        self.k = k

    def everywhere(self, marks: Marks) -> int:
        return (1 << 2 * marks.shape.size) - 1

    def touched(self, marks: Marks, cell: int, gone: Bits) -> int:
        return marks.shape.lines_of[cell]

    def find(self, marks: Marks, scope: int) -> Iterator[Found]:
        line = marks.shape.lines[scope]
        masks = [marks.masks[cell] for cell in line]
        open_cells = sum(1 for mask in masks if mask & mask - 1)
        if 2 * self.k <= open_cells:
            for places, union in closed_sets(masks, self.k):
                removes = [
                    (cell, mask & union)
                    for place, (cell, mask) in enumerate(zip(line, masks, strict=True))
                    if not places >> place & 1 and mask & union
                ]
                if removes:
                    cells = tuple(line[place] for place in bits(places))
                    yield Found(NAKED_SET, tuple(removes), (), (scope, cells, union))
                    return
        if 2 * self.k < open_cells:
            for values, places in closed_sets(transposed(masks), self.k):
                cells = tuple(line[place] for place in bits(places))
                keep = tuple((cell, values) for cell in cells)
                removes = _removes(marks, *keep)
                if removes:
                    yield Found(HIDDEN_SET, removes, (), (scope, cells, values))
                    return


class Fish(Rule):
    """k rows in which a value has its places in the same k columns, or columns with k rows.

    The value goes from the rest of these columns (or rows): the X-wing, for any k.
    """

    level = EXTREME

    def __init__(self, k: int):
        self.k = k

    def everywhere(self, marks: Marks) -> int:
        return marks.shape.full

    def touched(self, marks: Marks, cell: int, gone: Bits) -> int:
        return gone

    def find(self, marks: Marks, scope: int) -> Iterator[Found]:
        size, bit, masks = marks.shape.size, 1 << scope, marks.masks
        rows = [
            sum(1 << column for column in range(size) if masks[row + column] & bit)
            for row in range(0, size * size, size)
        ]
        open_rows = sum(1 for row in rows if row & row - 1)
        if 2 * self.k <= open_rows:
            for lines, across in closed_sets(rows, self.k):
                yield from self._fish(marks, bit, rows, lines, across, by_row=True)
        if 2 * self.k < open_rows:
            columns = transposed(rows)
            for lines, across in closed_sets(columns, self.k):
                yield from self._fish(marks, bit, columns, lines, across, by_row=False)

    def _fish(
        self, marks: Marks, bit: Bits, rows: list[int], lines: int, across: int, by_row: bool
    ) -> Iterator[Found]:
        size = marks.shape.size
        removes = tuple(
            (line * size + place if by_row else place * size + line, bit)
            for line, row in enumerate(rows)
            if not lines >> line & 1
            for place in bits(row & across)
        )
        if removes:
            yield Found(FISH, removes, (), (bit, lines, across, by_row))


class ForcingChain(Rule):
    """Cells with two values in a chain: whichever value the first one has, one end has the value v.

    If the first cell is not v, it is its other value; the next cell on the chain, in line with it,
    loses that value and is its own other one; and so on until a cell must be v. So one of the two
    ends is v, and whatever is in line with both is not.
    """

    level = EXTREME

    def everywhere(self, marks: Marks) -> int:
        return 1

    def touched(self, marks: Marks, cell: int, gone: Bits) -> int:
        return 1

    def find(self, marks: Marks, scope: int) -> Iterator[Found]:
        twos = [mask.bit_count() == 2 for mask in marks.masks]
        for start, two in enumerate(twos):
            if two:
                for value in bits(marks.masks[start]):
                    found = self._from(marks, start, 1 << value, twos)
                    if found:
                        yield found
                        return

    def _from(self, marks: Marks, start: int, bit: Bits, twos: list[bool]) -> Found | None:
        """Walk breadth first from a cell that is not `bit`; stop at the first value ruled out."""
        masks, around, size = marks.masks, marks.shape.around, marks.shape.size
        row, column = divmod(start, size)
        forced, came_from, queue = {start: masks[start] ^ bit}, {start: -1}, [start]
        for cell in queue:
            now = forced[cell]
            for other in around[cell]:
                if other in forced or not masks[other] & now:
                    continue
                if twos[other]:
                    queue.append(other)
                    came_from[other] = cell
                    forced[other] = masks[other] ^ now
                if now == bit and (other // size == row or other % size == column):
                    chain = tuple(reversed(_back(cell, came_from)))
                    values = tuple(forced[link] for link in chain)
                    return Found(FORCING, ((other, bit),), (), (chain, values, bit))
        return None


# -- what several rules need -----------------------------------------------------------------------


def closed_sets(rows: list[int], k: int) -> list[tuple[int, int]]:
    """All groups of k rows with k columns between them, rows that have one column left out.

    Returns
    -------
    Pairs (rows, columns), both as bits, in the order in which itertools would combine them.
    """
    narrow = [(1 << i, row) for i, row in enumerate(rows) if row & row - 1 and row.bit_count() <= k]
    found: list[tuple[int, int]] = []
    if len(narrow) >= k:
        _grow(narrow, 0, k, k, 0, 0, found)
    return found


def _grow(
    narrow: list[tuple[int, int]],
    first: int,
    more: int,
    k: int,
    members: int,
    union: int,
    found: list[tuple[int, int]],
) -> None:
    for index in range(first, len(narrow) - more + 1):
        member, row = narrow[index]
        wider = union | row
        if wider.bit_count() <= k:
            if more == 1:
                found.append((members | member, wider))
            else:
                _grow(narrow, index + 1, more - 1, k, members | member, wider, found)


def transposed(rows: list[int]) -> list[int]:
    """The columns of a square of bits, each as the rows in which it is set."""
    return [
        sum(1 << i for i, row in enumerate(rows) if row >> column & 1)
        for column in range(len(rows))
    ]


def _singles(marks: Marks) -> int:
    return sum(1 << cell for cell, mask in enumerate(marks.masks) if not mask & mask - 1)


def _bounds(marks: Marks, smaller: int, larger: int) -> tuple[Bits, Bits]:
    """The smallest value of the smaller cell and the largest of the larger one, as bits."""
    low = marks.masks[smaller]
    return low & -low, 1 << marks.masks[larger].bit_length() >> 1


def _removes(marks: Marks, *keep: tuple[int, Bits]) -> tuple[tuple[int, Bits], ...]:
    """What goes from cells that keep only these values."""
    masks = marks.masks
    return tuple([(cell, masks[cell] & ~bit) for cell, bit in keep if masks[cell] & ~bit])


def _end(mask: Bits, smallest: bool) -> int:
    """The smallest or the largest value."""
    return (mask & -mask).bit_length() if smallest else mask.bit_length()


def _beyond(bound: int, below: bool) -> Bits:
    """All values below a bound, or above it."""
    return (1 << max(bound - 1, 0)) - 1 if below else -1 << max(bound, 0)


def _back(cell: int, before: dict[int, int]) -> tuple[int, ...]:
    """The chain that led to a cell, from it back to the start; empty if it runs in a circle."""
    chain: list[int] = []
    while cell >= 0:
        if cell in chain:
            return ()
        chain.append(cell)
        cell = before[cell]
    return tuple(chain)


# -- the ladder ------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def ladder(size: int) -> tuple[Rule, ...]:
    """The rules that a grade is made of, the easiest first."""
    sets = range(2, size // 2 + 1)
    trivial = (LineElimination(), NakedSingle(), HiddenSingle())
    tricky = (SetsInLine(k) for k in sets)
    extreme = (*(Fish(k) for k in sets), ForcingChain())
    return (*trivial, SignBound(), *tricky, *extreme)


@lru_cache(maxsize=32)
def rules(size: int) -> tuple[Rule, ...]:
    """The ladder with those rules that make a person's way shorter: the only pair, and chains."""
    easy = (OnlyPair(), ChainBound())
    below, above = (
        [rule for rule in ladder(size) if (rule.level < EASY) == trivial]
        for trivial in (True, False)
    )
    return (*below, *easy, *above)


def up_to(rules: Iterable[Rule], level: int) -> tuple[Rule, ...]:
    """The rules of a level and of those below it."""
    return tuple(rule for rule in rules if rule.level <= level)


def advance(marks: Marks, rules: tuple[Rule, ...]) -> Iterator[tuple[Rule, Found]]:
    """Apply the easiest thing that any rule finds, and again, until none finds anything.

    A complete board is held against every line and sign, whatever rules filled it: if `marks` is
    complete and not dead in the end, it is a solution.

    Yields
    ------
    The rule and what it found, applied already. `marks.dead` says whether it met a contradiction.
    """
    while marks.dead is None:
        for rule in up_to(ladder(marks.shape.size), EASY) if marks.complete else rules:
            found = next(rule.search(marks), None)
            if found is not None:
                marks.apply(found)
                yield rule, found
                break
        else:
            return
