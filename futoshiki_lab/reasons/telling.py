"""Steps in words, as a person would tell them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from futoshiki_lab.core import Cell, Sign
from futoshiki_lab.reasons.chain import Part, Step
from futoshiki_lab.reasons.facts import Entry, Left, grouped
from futoshiki_lab.support.phrases import listed

FEW = 3  # so many filled cells are named
LINE = 24  # words, without a number; what takes more is said in a more general way


def tell_chain(steps: Sequence[Step], size: int, head: str, between: str = "") -> str:
    """Steps in words: a sentence or two, or numbered lines if there are more.

    Parameters
    ----------
    head : what follows from them all; empty if the last step says so itself.
    between : what is assumed on the way to a contradiction: "with it" or "otherwise".
    """
    lines = [step for step in steps if not _is_plain(step)]
    if len(lines) > 1 and _says_no_more(lines[-1], lines[-2]):
        lines.pop()
    numbers: dict[Entry | Left, int] = {}
    told: list[str] = []
    for step in steps if len(lines) > 2 else lines:
        if step in lines:
            plain = not head or len(lines) > 2 or bool(told) or step.kind == "out"
            told.append(tell(step, size, numbers, ": " if plain else ", since "))
        if len(lines) > 2:
            numbers.update(dict.fromkeys(step.concludes, len(told)))
    if len(lines) > 2:
        begin = f"{head}. {upper_first(between)}:" if between else f"{head}:"
        return "\n".join([begin, *(f"{at}. {upper_first(t)}." for at, t in enumerate(told, 1))])
    if head and not told[0].startswith(f"{head}: "):
        first = f"{between}{', ' * bool(between)}{told[0]}"
        if words_in(f"{head} {first}") > LINE:
            told.insert(0, f"{head}. {upper_first(between)}:" if between else f"{head}:")
        else:
            told[0] = f"{head}: {first}"
    sentences = [upper_first(text) + "." * (text[-1] != ":") for text in told]
    if between and len(lines) > 1:
        sentences[-1] = f"Then {told[-1]}."
    return ("\n" if words_in(" ".join(sentences)) > LINE else " ").join(sentences)


def _is_plain(step: Step) -> bool:
    """Whether a bound only says together what was just told."""
    return step.kind == "bound" and all(part.kind == "left" for part in step.parts)


def _says_no_more(last: Step, before: Step) -> bool:
    """Whether the last step only strikes out, in a line, the value that was just found."""
    parts = last.parts if last.kind == "out" else ()
    return len(parts) == 1 and parts[0].kind == "line" and parts[0].fact in before.concludes


def tell(
    step: Step,
    size: int,
    numbers: Mapping[Entry | Left, int] = MappingProxyType({}),
    since: str = ": ",
) -> str:
    """What follows in a step, and why: a sentence without its full stop.

    Parameters
    ----------
    numbers : for what was concluded before, the number of its line.
    since : what stands before the reasons.
    """
    told = _Telling(step, size, numbers, since)
    whole = told.sentence(told.because())
    return whole if words_in(whole) <= LINE else min(whole, told.general(), key=words_in)


def words_in(text: str) -> int:
    """The number of words; signs between cells are none."""
    return sum(any(map(str.isalnum, word)) for word in text.split())


def upper_first(text: str) -> str:
    """A sentence with a capital, unless it begins with the name of a cell."""
    return text if text[:1] == "r" and text[1:2].isdigit() else text[:1].upper() + text[1:]


class _Telling:
    """The words for one step."""

    def __init__(self, step: Step, size: int, numbers: Mapping[Entry | Left, int], since: str):
        self.step, self.size, self.numbers, self.since = step, size, numbers, since
        self.cell = step.concludes[0].cell if step.concludes else None

    def general(self) -> str:
        """The step without what would make it too long."""
        if self.step.inner:
            count = len(self.step.inner)
            return self.sentence([f"with it, {count} steps lead to a contradiction"])
        if not self._of_value:
            lines = sorted({part.line for part in self.step.parts if part.line}, reverse=True)
            signs = ["its signs"] * any(part.signs for part in self.step.parts)
            return self.sentence([f"{listed([*lines, *signs])} rule the others out"])
        an = "an" if self.step.value in (8, 11, 18) else "a"
        ways = {"filled": "are filled", "line": f"see {an} {self.step.value}"}
        ways |= {"left": "lost it", "signs": "break a sign"}
        kinds = {part.kind for part in self.step.parts}
        others = listed((way for kind, way in ways.items() if kind in kinds), "or")
        return self.sentence([f"{'the others' if self.cell else 'its cells'} {others}"])

    @property
    def _of_value(self) -> bool:
        return self.step.kind in ("place", "no place")

    def sentence(self, reasons: Sequence[str]) -> str:
        """The conclusion with some reasons."""
        step, cell, value = self.step, self.cell, self.step.value
        last = f", and {reasons[-1]}" if reasons[1:] else "".join(reasons)
        why = f"{self.since}{', '.join(reasons[:-1])}{last}" * bool(reasons)
        match step.kind:
            case "place":
                return self._only_one() or f"in {step.line}, {value} can only go in {cell}{why}"
            case "no place":
                return f"{value} has no place in {step.line}{why}"
            case "value":
                return self._by_signs() or f"{cell} must be {value}{why}"
            case "bound":
                return f"{cell} {_bounds(step.concludes[0], self.size)}{why}"
            case "naked" | "hidden":
                return self._set(bool(reasons))
            case "out" | "case":
                return f"{self._removed(' cannot be ')}{why}"
            case "empty":
                return f"no value is left for {step.parts[0].cell}{why}"
        return self._clash()

    def because(self) -> list[str]:
        """What rules the others out, each kind together."""
        if self.step.kind in ("naked", "hidden", "clash"):
            return []
        if self.step.kind == "case":
            return [f"with it, {_and_then(self.step.inner, self.size)}"]
        by_kind = grouped((part.kind, part) for part in self.step.parts)
        ways: dict[str, Callable[[list[Part]], Iterable[str]]] = {
            "filled": self._filled,
            "line": self._places if self._of_value else self._lines,
            "signs": self._signs,
            "left": self._left,
        }
        if len(by_kind.get("filled", [])) > FEW:  # "the other cells" come last
            ways["filled"] = ways.pop("filled")
        return [text for kind, way in ways.items() for text in way(by_kind.get(kind, []))]

    def _filled(self, parts: list[Part]) -> Iterator[str]:
        if self.step.kind == "out":
            yield from (f"it is given as {listed(p.fact.values)}" for p in parts if p.fact)
        elif len(parts) > FEW:
            others = "all" if len(parts) == len(self.step.parts) else "the"
            yield f"{others} other cells are filled"
        elif parts:
            yield f"{listed(part.cell for part in parts)} {'are' if parts[1:] else 'is'} filled"

    def _places(self, parts: list[Part]) -> Iterator[str]:
        """Lines that have the value elsewhere."""
        value, lines = self.step.value, [part.line for part in parts if part.line]
        where = [part.fact.cell for part in parts if part.fact]
        if len(lines) == 1:
            yield f"{lines[0]} has its {value} in {where[0]}"
        elif lines:
            numbers = listed(line.number + 1 for line in lines)
            places = f" in {listed(where)}" if len(lines) == 2 else ""
            yield f"{lines[0].kind}s {numbers} have their {value}{places}"

    def _lines(self, parts: list[Part]) -> Iterator[str]:
        """Lines that have the values of one cell."""
        if self.step.kind == "out":
            yield from (f"{part.fact} stands in {part.line}" for part in parts)
            return
        for line, some in grouped((p.line, value) for p in parts for value in p.values).items():
            yield f"{line} has {listed(sorted(some))}"

    def _signs(self, parts: list[Part]) -> Iterator[str]:
        plain = [part for part in parts if not part.fact and len(part.signs) == 1]
        if self._of_value and len(plain) > 1:
            kind = "smaller" if self.step.value == 1 else "larger"
            yield f"{listed(part.cell for part in plain)} have a {kind} neighbour"
            parts = [part for part in parts if part not in plain]
        chains = [_chain(part, self.size) for part in parts]
        if parts and self.step.kind == "out" and not parts[0].fact:
            yield f"{chains[0]} leave{'s' * (len(parts[0].signs) == 1)} it no room"
        elif len(chains) == 2 and parts[0].cell == parts[1].cell:
            yield _join(chains, parts[0].cell)
        else:
            yield from chains

    def _left(self, parts: list[Part]) -> Iterator[str]:
        """What was ruled out before."""
        gone = grouped(
            ((part.cell, self.numbers.get(part.fact, 0) if part.fact else 0), value)
            for part in parts
            for value in ([self.step.value] if self._of_value else part.values)
        )
        alike = grouped(
            ((tuple(sorted({*values})), number), cell) for (cell, number), values in gone.items()
        )
        for (same, number), cells in alike.items():
            yield f"{_are_not(cells, same)}{f' ({number})' * bool(number)}"

    def _only_one(self) -> str:
        """The only cell of a line without a smaller, or a larger, neighbour."""
        step = self.step
        signs = [part for part in step.parts if part.kind == "signs"]
        if len(signs) < 2 or any(part.fact or len(part.signs) > 1 for part in signs):
            return ""
        if any(part.kind not in ("signs", "filled") for part in step.parts):
            return ""
        open_one = "only open cell" if len(signs) < len(step.parts) else "only cell"
        kind = "smaller" if step.value == 1 else "larger"
        return (
            f"{self.cell} is the {open_one} of {step.line} without a {kind} neighbour, "
            f"so it is {step.value}"
        )

    def _by_signs(self) -> str:
        """A value between the bounds of signs, or at an end of them."""
        parts, n = self.step.parts, self.size
        if not parts or any(part.kind != "signs" for part in parts):
            return ""
        told = _join([_chain(part, n) for part in parts], parts[0].cell)
        found = listed(sorted(self.step.concludes))
        if told.count("<") == n - 1 and not any(part.fact for part in parts):
            found = f"this has to be {listed(range(1, n + 1))}"
        return f"{told}, so {found}"

    def _set(self, short: bool) -> str:
        """Cells and values that belong together."""
        step = self.step
        out = grouped((part.cell, value) for part in step.parts for value in part.values)
        values, cells = set.intersection(*map(set, out.values())), list(out)
        if step.kind == "naked":
            values = set(range(1, self.size + 1)) - values
        elif step.line:
            cells = [cell for cell in step.line.cells(self.size) if cell not in out]
        some, so = listed(sorted(values)), f"so {self._removed()}"
        if short:
            so = "no other cell has them" if step.kind == "naked" else "they have no others"
            return f"{len(cells)} cells of {step.line} share {some}, so {so}"
        if step.kind == "naked":
            return f"{listed(cells)} share {some} in {step.line}, {so}"
        return f"in {step.line}, {some} can only go in {listed(cells)}, {so}"

    def _removed(self, verb: str = "") -> str:
        """What is concluded: the values that cells cannot have."""
        gone = grouped(
            (fact.cell, value)
            for fact in self.step.concludes
            for value in range(1, self.size + 1)
            if value not in fact.values
        )
        alike = grouped((tuple(out), cell) for cell, out in gone.items())
        return listed(_are_not(cells, out, verb) for out, cells in alike.items())

    def _clash(self) -> str:
        """A cell has a value that it cannot have."""
        has, rule = self.step.parts
        assert isinstance(has.fact, Entry)
        cell, value = has.fact
        if rule.kind == "line" and rule.fact:
            both = listed(sorted([cell, rule.fact.cell]))
            return f"{value} stands twice in {rule.line}: in {both}"
        if rule.kind == "signs":
            told, name = _chain(rule, self.size), str(cell)
            up = rule.signs[0].larger == cell
            told = f"{told} = {value}" if up else f"{name} = {value}{told[len(name) :]}"
            return f"{told} is impossible"
        if rule.kind == "filled" and isinstance(rule.fact, Entry):
            return f"{cell} would be both {value} and {rule.fact.value}"
        return f"{has.fact}, but {next(iter(self._left([rule])))}"


def _chain(part: Part, size: int) -> str:
    """A chain of signs, rising: "r2c4 = 4 < r2c5 < r2c6"."""
    signs = _rising(part.signs)
    cells = [str(signs[0].smaller), *(str(sign.larger) for sign in signs)]
    fact = part.fact
    if fact:
        at = 0 if fact.cell == signs[0].smaller else -1
        name = str(fact.cell)
        if isinstance(fact, Entry):
            cells[at] = f"{name} = {fact.value}"
        else:
            cells[at] = f"{name} ({_bounds(fact, size).removeprefix('is ')})"
    return " < ".join(cells)


def _rising(signs: Sequence[Sign]) -> list[Sign]:
    """The signs of one chain from the smallest cell up."""
    return list(signs if len(signs) < 2 or signs[0].larger == signs[1].smaller else signs[::-1])


def _join(chains: Sequence[str], cell: Cell) -> str:
    """Two chains that meet in a cell as one."""
    if len(chains) == 2:
        low, high = sorted(chains, key=lambda text: text.startswith(str(cell)))
        if low.endswith(str(cell)) and high.startswith(str(cell)):
            return low + high[len(str(cell)) :]
    return listed(chains)


def _bounds(left: Entry | Left, size: int) -> str:
    """The values left in a cell: "is at least 3"."""
    if isinstance(left, Entry):
        return f"is {left.value}"
    low, high = left.values[0], left.values[-1]
    if len(left.values) == high - low + 1 and (low == 1 or high == size):
        return f"is at most {high}" if low == 1 else f"is at least {low}"
    return f"is {listed(left.values, 'or')}"


def _and_then(steps: Sequence[Step], size: int) -> str:
    """Steps to a contradiction in one clause, only the last with its reasons."""
    *before, last = steps
    facts = (fact for step in before for fact in step.concludes)
    told = listed(f"{fact.cell} {_bounds(fact, size)}" for fact in facts)
    return f"{told}; then " * bool(told) + tell(last, size)


def _are_not(cells: Sequence[Cell], values: Sequence[int], verb: str = "") -> str:
    """Values that cells do not have: "r1c1 and r1c3 are not 3"."""
    verb = verb or (" are not " if cells[1:] else " is not ")
    return f"{listed(cells)}{verb}{listed(values, 'or')}"
