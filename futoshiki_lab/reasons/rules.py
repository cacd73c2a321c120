"""The rules, the easiest first: singles, signs, sets in a line, sets across lines, forcing chains.

Every level can deduce the same as in Simon Tatham's Unequal (`unequal.c` and `latin.c` show what
his program does; this is a new program). A few of its details decide grades:

- the last value of a cell and the last place of a value in a line are Trivial;
- Easy compares the bounds of the two cells of one sign, repeatedly; that covers chains of signs. A
  chain in one step (`push_along_chains`), and the one pair that satisfies a sign (`fill_pairs`),
  are shortcuts for people; they find nothing that single signs would not find;
- Tricky takes sets of any size, naked or hidden, in one line;
- Extreme takes sets of rows and columns for one value, and after these **forcing chains through
  cells with two values, found breadth first and each cell visited once**. Such a search can miss a
  chain that a full search would find, so `follow_twos` looks in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial

from futoshiki_lab.reasons.marks import EXTREME, Deduction, Marks
from futoshiki_lab.reasons.shape import (
    Bits,
    CellBits,
    bits,
    sets_both_ways,
    sets_of_cells,
    values_of,
)
from futoshiki_lab.support.phrases import listed

Rule = Callable[[Marks], Iterator[Deduction]]  # yields all that follows; it changes nothing


# -- singles ---------------------------------------------------------------------------------------


def eliminate_in_lines(marks: Marks) -> Iterator[Deduction]:
    """A placed value is removed from the rest of its row and column."""
    masks, shape = marks.masks, marks.shape
    for cell in bits(marks.placed):
        bit = masks[cell]
        removes = tuple([(peer, bit) for peer in shape.peers[cell] if masks[peer] & bit])
        if removes:
            name, premises = str(shape.cells[cell]), [(cell, shape.full & ~bit)]
            why = f"{name} = {bit.bit_length()} is in the same line"
            yield marks.deduce("line elimination", name, why, premises, removes)


def fill_last_values(marks: Marks) -> Iterator[Deduction]:
    """A cell with one value left has that value."""
    for cell, bit in enumerate(marks.masks):
        if not bit & bit - 1 and not marks.placed >> cell & 1:
            name, premises = str(marks.shape.cells[cell]), [(cell, marks.shape.full & ~bit)]
            why = f"no other value is left for {name}"
            yield marks.deduce("last value", name, why, premises, places=((cell, bit),))


def fill_last_places(marks: Marks) -> Iterator[Deduction]:
    """A value with one place left in a line goes there."""
    masks, shape = marks.masks, marks.shape
    for number, line in enumerate(shape.lines):
        once = twice = 0
        for cell in line:
            mask = masks[cell]
            twice |= once & mask
            once |= mask
        name, missing = shape.line_name(number), shape.full & ~once
        if missing:
            bit = missing & -missing
            why = f"{bit.bit_length()} has no place left in {name}"
            yield marks.deduce("no place left", name, why, [(cell, bit) for cell in line])
            continue
        for cell in line:
            hit = masks[cell] & once & ~twice
            if hit and not marks.placed >> cell & 1:
                bit = hit & -hit  # a second value here has no place left: found next
                why = f"{shape.cells[cell]} is the only place left for {bit.bit_length()} in {name}"
                premises = [(other, bit) for other in line if other != cell]
                gone, keep = losing(marks, (cell, bit)), ((cell, bit),)
                yield marks.deduce("line insertion", name, why, premises, gone, keep, lit=line)


# -- signs -----------------------------------------------------------------------------------------


def compare_bounds(marks: Marks) -> Iterator[Deduction]:
    """A cell stays below the largest value of a larger one, and above the smallest of a smaller."""
    for sign in marks.signs:
        for up in (-1, 1):
            start, end = chain = sign[::up]
            bound = _end_of(marks.masks[start], up)
            gone = _beyond(marks.masks[end], bound, up)
            if gone:
                yield _bound(marks, chain, bound, up > 0, gone)


def fill_pairs(marks: Marks) -> Iterator[Deduction]:
    """The only pair of values that satisfies a sign."""
    for smaller, larger in marks.signs:
        below, above = marks.masks[smaller], marks.masks[larger]
        left = below & ~_beyond(below, _end_of(above, -1), -1)
        right = above & ~_beyond(above, _end_of(below, 1), 1)
        if left.bit_count() != 1 or right.bit_count() != 1:
            continue
        pair = ((smaller, left), (larger, right))
        removes = losing(marks, *pair)
        if removes:
            one, other = (marks.shape.cells[cell] for cell in (smaller, larger))
            holds = f"{left.bit_length()} < {right.bit_length()}"
            yield marks.deduce(
                "inequality insertion",
                f"the sign between {one} and {other}",
                f"{one} < {other} holds for {holds} only",
                [(smaller, right - 1 & ~left), (larger, marks.shape.full & -left << 1 & ~right)],
                removes,
                tuple((cell, bit) for cell, bit in pair if not marks.placed >> cell & 1),
            )


def push_along_chains(marks: Marks) -> Iterator[Deduction]:
    """Along a chain of signs every step costs one value.

    It finds something only where a chain says more than any single sign of the cell. First the
    smallest values push up from smaller to larger cells, then the largest values push down.
    """
    for up in (1, -1):
        first = [up * _end_of(mask, up) for mask in marks.masks]
        reach, before = first.copy(), [-1] * len(first)
        for _ in range(marks.shape.size):  # longer chains and circles are impossible
            last = reach.copy()
            for start, end in (sign[::up] for sign in marks.signs):
                if reach[start] >= reach[end]:
                    reach[end], before[end] = reach[start] + 1, start
            if reach == last:
                break
        for cell, mask in enumerate(marks.masks):
            start = before[cell]
            if start >= 0 and reach[start] != first[start]:  # two signs at least
                gone, chain = _beyond(mask, up * reach[start], up), chain_to(cell, before)
                if gone and chain:
                    yield _bound(marks, chain, up * first[chain[0]], up > 0, gone)


def _bound(marks: Marks, chain: tuple[int, ...], bound: int, upward: bool, gone: Bits) -> Deduction:
    """The last cell of a chain of signs is bounded by the first one.

    Parameters
    ----------
    chain : cells, each with a sign to the next; all rise if `upward`, else all fall.
    bound : the smallest value of the first cell if `upward`, else the largest.
    """
    cells, full, size = marks.shape.cells, marks.shape.full, marks.shape.size
    single, rising = len(chain) == 2, chain if upward else chain[::-1]
    signs = " < ".join(str(cells[cell]) for cell in rising)
    if bound == (1 if upward else size):  # true of every cell
        why = f"{signs} and no value is {'below' if upward else 'above'} {bound}"
    else:
        why = f"{signs} and {cells[chain[0]]} is at {'least' if upward else 'most'} {bound}"
    ends = rising if single else chain
    return marks.deduce(
        "inequality elimination" if single else "chain of signs",
        f"the {'sign' if single else 'chain of signs'} between {cells[ends[0]]} and "
        f"{cells[ends[-1]]}",
        why,
        [(chain[0], (1 << bound - 1) - 1 if upward else full >> bound << bound)],
        ((chain[-1], gone),),
        lit=chain,
    )


# -- sets in a line, and across lines --------------------------------------------------------------


def find_sets(marks: Marks, k: int) -> Iterator[Deduction]:
    """k cells of a line with k values between them, or k values with k places between them.

    The values of such cells are removed from the other cells of the line; other values are removed
    from such places. A naked set leaves a hidden set in the rest of the line, so small sets of both
    kinds are enough to find all sets of any size.
    """
    cells, full = marks.shape.cells, marks.shape.full
    for number, line in enumerate(marks.shape.lines):
        masks = tuple(marks.masks[cell] for cell in line)
        for hidden, places, values in sets_of_cells(masks, k):
            gone = ~values if hidden else values
            removes = tuple(
                [
                    (cell, mask & gone)
                    for place, (cell, mask) in enumerate(zip(line, masks, strict=True))
                    if (places >> place & 1) == hidden and mask & gone
                ]
            )
            if removes:
                inside, where = [line[at] for at in bits(places)], marks.shape.line_name(number)
                names, some = listed(cells[cell] for cell in inside), values_of(values)
                if hidden:
                    title, why = "hidden", f"{listed(some)} have only {names} left in {where}"
                    premises = [(cell, values) for cell in line if cell not in inside]
                else:
                    title, why = "naked", f"{names} share {{{', '.join(map(str, some))}}}"
                    premises = [(cell, full & ~values) for cell in inside]
                lit, title = line if hidden else (), f"{title} set of {{}}"
                yield marks.deduce(title, where, why, premises, removes, size=k, lit=lit)
                break  # one for each line


def find_fishes(marks: Marks, k: int) -> Iterator[Deduction]:
    """k rows in which a value has places only in the same k columns, or k columns with k rows.

    The value is removed from the rest of these columns (or rows): the X-wing, for any k.
    """
    size, full, masks = marks.shape.size, marks.shape.full, marks.masks
    for value in range(1, size + 1):
        bit = 1 << value - 1
        rows = [
            sum(1 << column for column in range(size) if masks[row + column] & bit)
            for row in range(0, size * size, size)
        ]
        for by_column, members, across in sets_both_ways(rows, k):
            lines = marks.shape.lines[size:] if by_column else marks.shape.lines[:size]
            places = [lines[line][at] for line in bits(full & ~members) for at in bits(across)]
            removes = tuple((cell, bit) for cell in places if masks[cell] & bit)
            if removes:
                kinds = ("columns", "rows") if by_column else ("rows", "columns")
                who, where = listed(values_of(members)), listed(values_of(across))
                elsewhere = list(bits(full & ~across))
                yield marks.deduce(
                    "fish of {}",
                    f"where {value} can be in every row and column",
                    f"in {kinds[0]} {who}, {value} can be in {kinds[1]} {where} only",
                    [(lines[line][at], bit) for line in bits(members) for at in elsewhere],
                    removes,
                    size=k,
                    lit=[lines[line][at] for line in bits(members) for at in bits(across)],
                )


# -- forcing chains --------------------------------------------------------------------------------


def follow_twos(marks: Marks) -> Iterator[Deduction]:
    """Cells with two values in a chain: whichever value the first one has, one end has the value v.

    If the first cell is not v, it has its other value; the next cell of the chain, in line with it,
    loses that value and has its own other one; and so on until a cell must be v. So one of the two
    ends is v, and no cell in line with both ends is v.
    """
    twos = [mask.bit_count() == 2 for mask in marks.masks]
    for start in (cell for cell, two in enumerate(twos) if two):
        for value in bits(marks.masks[start]):
            yield from _follow(marks, start, 1 << value, twos)


def _follow(marks: Marks, start: int, bit: Bits, twos: list[bool]) -> Iterator[Deduction]:
    """Search breadth first from a cell that is not `bit`; stop at the first value ruled out."""
    masks, around, size = marks.masks, marks.shape.around, marks.shape.size
    row, column = divmod(start, size)
    forced, before, queue = {start: masks[start] ^ bit}, {start: -1}, [start]
    for cell in queue:
        now = forced[cell]
        for other in around[cell]:
            if other in forced or not masks[other] & now:
                continue
            if twos[other]:
                queue.append(other)
                before[other] = cell
                forced[other] = masks[other] ^ now
            if now == bit and (other // size == row or other % size == column):
                chain = chain_to(cell, before)
                names = [marks.shape.cells[link] for link in chain]
                links = zip(names, map(forced.__getitem__, chain), strict=True)
                told = ", then ".join(f"{name} = {value.bit_length()}" for name, value in links)
                v, ends = bit.bit_length(), f"{names[0]} or {names[-1]}"
                yield marks.deduce(
                    "forcing chain",
                    f"the cells with two values left, from {names[0]} on",
                    f"if {names[0]} is not {v}, then {told}; so {ends} is {v}",
                    [(link, marks.shape.full & ~masks[link]) for link in chain],
                    ((other, bit),),
                )
                return


# -- what several rules need -----------------------------------------------------------------------


def losing(marks: Marks, *keep: CellBits) -> tuple[CellBits, ...]:
    """The values that cells lose if they keep only these."""
    masks = marks.masks
    return tuple([(cell, masks[cell] & ~bit) for cell, bit in keep if masks[cell] & ~bit])


def chain_to(cell: int, before: Mapping[int, int] | Sequence[int]) -> tuple[int, ...]:
    """The chain that led to a cell, from its start; empty if it runs in a circle.

    Parameters
    ----------
    before : for each cell the one before it; -1 for a start.
    """
    chain: list[int] = []
    while cell >= 0:
        if cell in chain:
            return ()
        chain.append(cell)
        cell = before[cell]
    return tuple(reversed(chain))


def _end_of(mask: Bits, up: int) -> int:
    """The smallest value of a set if `up` is 1, the largest if it is -1; 0 if it is empty."""
    return (mask & -mask if up > 0 else mask).bit_length()


def _beyond(mask: Bits, bound: int, up: int) -> Bits:
    """Those values that are not above a bound if `up` is 1, or not below it if it is -1."""
    return mask & ((1 << max(bound, 0)) - 1 if up > 0 else -1 << max(bound - 1, 0))


@lru_cache(maxsize=256)
def rules_for(size: int, level: int = EXTREME, graded: bool = False) -> tuple[Rule, ...]:
    """The rules up to a level for a board of a size, the easiest first.

    Parameters
    ----------
    graded : whether they are for a grade; else there are shortcuts for people among them.
    """
    sets = range(2, size // 2 + 1)
    by_level: tuple[Iterable[Rule], ...] = (
        (eliminate_in_lines, fill_last_values, fill_last_places),
        (*(() if graded else (fill_pairs, push_along_chains)), compare_bounds),
        (partial(find_sets, k=k) for k in sets),
        (*(partial(find_fishes, k=k) for k in sets), follow_twos),
    )
    return tuple(rule for rules in by_level[: level + 1] for rule in rules)
