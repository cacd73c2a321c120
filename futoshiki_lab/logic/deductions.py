"""What was deduced, in cells, values and words.

The rules find numbers and bits (`futoshiki_lab.logic.rules`); here each find gets its name, the
cells that justify it and its sentence, and it is here that one can ask what it rests on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from futoshiki_lab.core import Cell, Reason
from futoshiki_lab.logic import kinds as k
from futoshiki_lab.logic.marks import CellBits, Found, Marks, bits, values_of

COUNTED = {2: "pair", 3: "triple", 4: "quadruple"}
FISHES = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}


@dataclass(frozen=True)
class Deduction:
    """One step of a solution by logic.

    Attributes
    ----------
    rule : the name of the rule that was used ("naked pair", "line insertion" ...).
    level : the level of that rule, one of `LEVELS`.
    text : why, in words.
    cells : the cells that justify it, in reading order.
    removes : the values that go, by cell.
    places : the values that cells get for good.
    """

    rule: str
    level: str
    text: str
    cells: tuple[Cell, ...]
    removes: Mapping[Cell, tuple[int, ...]]
    places: Mapping[Cell, int]

    @property
    def conclusion(self) -> str:
        """What follows, in words: values placed, or else values removed."""
        if self.places:
            return and_(f"{cell} = {value}" for cell, value in self.places.items())
        if not self.removes:
            return ""
        return f"remove {removals(self.removes)}"

    @property
    def reason(self) -> Reason:
        """The reason alone, as a `Board` is told it."""
        return Reason(self.rule, self.text, self.cells)

    def __str__(self) -> str:
        return f"{self.conclusion}: {self.text}" if self.conclusion else self.text


@dataclass(frozen=True)
class Hint:
    """One hint, in three strengths.

    Attributes
    ----------
    where : the weakest: where to look.
    rule : which rule to use there.
    why : the strongest: what follows, and why.
    cells : the cells to light.
    places : the values to enter.
    removes : the pencil marks to cross out.
    wrong : an entry that cannot stand, or a cell whose marks lack its value; else None.
    """

    where: str
    rule: str
    why: str
    cells: tuple[Cell, ...] = ()
    places: Mapping[Cell, int] = field(default_factory=dict)
    removes: Mapping[Cell, tuple[int, ...]] = field(default_factory=dict)
    wrong: Cell | None = None

    def __str__(self) -> str:
        return "\n".join((self.where, self.rule, self.why))


def removals(removes: Mapping[Cell, tuple[int, ...]]) -> str:
    """Values and the cells that they go from, cells that lose the same named together."""
    losing: dict[tuple[int, ...], list[Cell]] = {}
    for cell, gone in removes.items():
        losing.setdefault(gone, []).append(cell)
    return and_(
        f"{and_(map(str, gone))} from {and_(map(str, cells))}" for gone, cells in losing.items()
    )


def in_words(found: Found, marks: Marks) -> Deduction:
    """A find as a deduction.

    Parameters
    ----------
    marks : the board that it was found on, in whatever state.
    """
    cells = marks.shape.cells
    rule, level = name_of(found)
    return Deduction(
        rule,
        level,
        say(found, marks),
        tuple(cells[cell] for cell in sorted(justifying(found, marks))),
        {cells[cell]: values_of(gone) for cell, gone in found.removes},
        {cells[cell]: bit.bit_length() for cell, bit in found.places},
    )


def undecided(marks: Marks) -> Deduction:
    """The cell with the fewest values left, where the rules have come to an end."""
    index = marks.most_limited()
    cell, left = marks.shape.cells[index], values_of(marks.masks[index])
    text = f"{cell} can be {or_(map(str, left))}, and no rule says which"
    return Deduction("trial and error", "Recursive", text, (cell,), {}, {})


def name_of(found: Found) -> tuple[str, str]:
    """The name of the rule of a find, and its level."""
    names = k.LEVELS
    match found.kind:
        case k.EMPTY:
            return "no value left", names[k.TRIVIAL]
        case k.NO_PLACE:
            return "no place left", names[k.TRIVIAL]
        case k.LINE:
            return "line elimination", names[k.TRIVIAL]
        case k.NAKED_SINGLE:
            return "last value", names[k.TRIVIAL]
        case k.HIDDEN_SINGLE:
            return "line insertion", names[k.TRIVIAL]
        case k.ONLY_PAIR:
            return "inequality insertion", names[k.EASY]
        case k.CHAIN_BOUND:
            return "chain of signs", names[k.EASY]
        case k.SIGN_BOUND:
            return "inequality elimination", names[k.EASY]
        case k.NAKED_SET | k.HIDDEN_SET:
            kind = "naked" if found.kind == k.NAKED_SET else "hidden"
            size = len(found.detail[1])
            return f"{kind} {COUNTED.get(size, f'set of {size}')}", names[k.TRICKY]
        case k.FISH:
            size = found.detail[1].bit_count()
            return FISHES.get(size, f"fish of {size}"), names[k.EXTREME]
        case k.FORCING:
            return "forcing chain", names[k.EXTREME]
        case k.REFUTED:
            return "contradiction", names[k.RECURSIVE]
    raise AssertionError(found)


# -- what it rests on ------------------------------------------------------------------------------


def premises(found: Found, marks: Marks) -> list[CellBits]:
    """The absent values that a find rests on, as (cell, values): were one there, it would not hold.

    Together with the signs of the puzzle they imply what was found.
    """
    shape, detail = marks.shape, found.detail
    full = shape.full
    match found.kind:
        case k.EMPTY:
            return [(detail[0], full)]
        case k.NO_PLACE:
            missing = detail[1] & -detail[1]
            return [(cell, missing) for cell in shape.lines[detail[0]]]
        case k.LINE:
            return [(detail[0], full & ~detail[1])]
        case k.NAKED_SINGLE:
            return [(detail[0], full & ~found.places[0][1])]
        case k.HIDDEN_SINGLE:
            cell, line, bit = detail
            return [(other, bit) for other in shape.lines[line] if other != cell]
        case k.ONLY_PAIR:
            smaller, larger, left, right = detail
            return [(smaller, right - 1 & ~left), (larger, full & ~right & ~(left | left - 1))]
        case k.SIGN_BOUND:
            smaller, larger, losing, bound = detail
            if losing == larger:
                return [(smaller, bound - 1)]
            return [(larger, full & ~(bound | bound - 1))]
        case k.CHAIN_BOUND:
            chain, bound, upward = detail
            below = (1 << bound - 1) - 1
            return [(chain[0], below if upward else full & ~(below | 1 << bound - 1))]
        case k.NAKED_SET:
            return [(cell, full & ~detail[2]) for cell in detail[1]]
        case k.HIDDEN_SET:
            line, cells, values = detail
            return [(other, values) for other in shape.lines[line] if other not in cells]
        case k.FISH:
            bit, lines, across, by_row = detail
            return [
                (_at(line, place, by_row, shape.size), bit)
                for line in bits(lines)
                for place in bits((1 << shape.size) - 1 & ~across)
            ]
        case k.FORCING:
            chain, values, bit = detail
            before = (bit, *values)
            return [
                (cell, full & ~(value | excluded))
                for cell, value, excluded in zip(chain, values, before, strict=False)
            ]
        case k.REFUTED:
            return list(detail[0].needs)
    raise AssertionError(found)


def justifying(found: Found, marks: Marks) -> set[int]:
    """The cells that a find rests on; with values that hide in a line, the whole line."""
    detail = found.detail
    if found.kind == k.REFUTED:
        return detail[0].cells(marks)
    cells = {cell for cell, _ in premises(found, marks)}
    if found.kind in (k.ONLY_PAIR, k.SIGN_BOUND):
        cells |= set(detail[:2])
    elif found.kind == k.CHAIN_BOUND:
        cells |= set(detail[0])
    elif found.kind == k.HIDDEN_SINGLE:
        cells.add(detail[0])
    elif found.kind == k.HIDDEN_SET:
        cells |= set(detail[1])
    return cells


# -- in words --------------------------------------------------------------------------------------


def say(found: Found, marks: Marks) -> str:
    """Why it follows, in words; to stand after what follows and a colon."""
    detail, names = found.detail, marks.shape.cells
    match found.kind:
        case k.EMPTY:
            return f"{names[detail[0]]} has no value left"
        case k.NO_PLACE:
            missing = values_of(detail[1])[0]
            return f"{missing} has no place left in {line_name(detail[0], marks)}"
        case k.LINE:
            cell, bit = detail
            return f"{names[cell]} = {bit.bit_length()} is in the same line"
        case k.NAKED_SINGLE:
            return f"no other value is left for {names[detail[0]]}"
        case k.HIDDEN_SINGLE:
            cell, line, bit = detail
            where = line_name(line, marks)
            return f"{names[cell]} is the only place left for {bit.bit_length()} in {where}"
        case k.ONLY_PAIR:
            smaller, larger, left, right = detail
            pair = f"{left.bit_length()} < {right.bit_length()}"
            return f"{names[smaller]} < {names[larger]} holds for {pair} only"
        case k.SIGN_BOUND:
            smaller, larger, losing, bound = detail
            up = losing == larger
            sign = f"{names[smaller]} < {names[larger]}"
            return f"{sign} and {_bound(smaller if up else larger, bound.bit_length(), up, marks)}"
        case k.CHAIN_BOUND:
            chain, bound, upward = detail
            rising = chain if upward else chain[::-1]
            signs = " < ".join(str(names[cell]) for cell in rising)
            return f"{signs} and {_bound(chain[0], bound, upward, marks)}"
        case k.NAKED_SET:
            _, cells, union = detail
            who, what = and_(str(names[cell]) for cell in cells), ", ".join(_numbers(union))
            return f"{who} share {{{what}}}"
        case k.HIDDEN_SET:
            line, cells, values = detail
            where = and_(str(names[cell]) for cell in cells)
            what = and_(_numbers(values))
            return f"{what} have only {where} left in {line_name(line, marks)}"
        case k.FISH:
            return _fish(*detail)
        case k.FORCING:
            return _chain(*detail, marks)
        case k.REFUTED:
            return detail[0].tell(marks)
    raise AssertionError(found)


def line_name(line: int, marks: Marks) -> str:
    """Row 1 or column 1."""
    size = marks.shape.size
    return f"row {line + 1}" if line < size else f"column {line - size + 1}"


def _bound(cell: int, bound: int, least: bool, marks: Marks) -> str:
    """What is known of a cell; for the smallest and the largest value nothing need be known."""
    if bound == (1 if least else marks.shape.size):
        return f"{'no value is below' if least else 'no value is above'} {bound}"
    return f"{marks.shape.cells[cell]} is at {'least' if least else 'most'} {bound}"


def _fish(bit: int, lines: int, across: int, by_row: bool) -> str:
    line, other = ("rows", "columns") if by_row else ("columns", "rows")
    who, where = and_(_numbers(lines)), and_(_numbers(across))
    return f"in {line} {who}, {bit.bit_length()} can be in {other} {where} only"


def _chain(chain: tuple[int, ...], values: tuple[int, ...], bit: int, marks: Marks) -> str:
    names = marks.shape.cells
    value = bit.bit_length()
    forced = ", then ".join(
        f"{names[cell]} = {forced.bit_length()}" for cell, forced in zip(chain, values, strict=True)
    )
    ends = f"{names[chain[0]]} or {names[chain[-1]]}"
    return f"if {names[chain[0]]} is not {value}, then {forced}; so {ends} is {value}"


def _numbers(mask: int) -> list[str]:
    return [str(value) for value in values_of(mask)]


def _at(line: int, place: int, by_row: bool, size: int) -> int:
    return line * size + place if by_row else place * size + line


def and_(texts: Iterable[object]) -> str:
    """Words in a row: "a, b and c"."""
    return _listed(texts, "and")


def or_(texts: Iterable[object]) -> str:
    """Words in a row: "a, b or c"."""
    return _listed(texts, "or")


def _listed(texts: Iterable[object], last: str) -> str:
    words = [str(text) for text in texts]
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
