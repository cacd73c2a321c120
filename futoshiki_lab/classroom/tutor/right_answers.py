"""Right functions as learners write them, a bug hunt, and what a tutor says to errors."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from inspect import (
    getsource,
    isbuiltin,
    isclass,
    iscoroutine,
    isfunction,
    isgenerator,
    ismethod,
    signature,
)
from textwrap import dedent

from futoshiki_lab.core import Board, Cell, fc_check, revise
from futoshiki_lab.core.jumping import searched
from futoshiki_lab.core.search import Arc
from futoshiki_lab.trace import Trace

# -- right functions -------------------------------------------------------------------------------


def patient(board: Board, cell: Cell) -> bool:
    """Forward checking that asks all neighbours, also after a wipe-out."""
    survives = True
    for x in board.unassigned_neighbours(cell):
        if not fc_check(board, cell, x):
            survives = False
    return survives


def order_values(board: Board, cell: Cell) -> list[int]:
    """First the value that rules out the fewest values of unassigned neighbours; ties ascending."""

    def ruled_out(value: int) -> int:
        return sum(
            not board.check(cell, value, other, theirs)
            for other in board.unassigned_neighbours(cell)
            for theirs in board.domains[other]
        )

    return sorted(board.domains[cell], key=ruled_out)


def propagate_arcs(board: Board, arcs: Iterable[Arc]) -> bool:
    """AC-3 with a list as its queue: an arc that waits is not added again. False is a wipe-out."""
    queue = list(dict.fromkeys(arcs))
    while queue:
        x, y = queue.pop(0)
        if revise(board, x, y):
            if not board.domains[x]:
                return False
            for z in board.unassigned_neighbours(x):
                if z != y and (z, x) not in queue:
                    queue.append((z, x))
    return True


def insertion(board: Board, line: Sequence[Cell]) -> bool:
    """Put each value that has one place left in a line there. False: a value has no place."""
    for value in board.puzzle.values:
        places = [cell for cell in line if value in board.domains[cell]]
        if not places:
            return False
        if len(places) == 1:
            for other in board.domains[places[0]]:
                if other != value:
                    board.prune(places[0], other)
    return True


def find_culprits(board: Board) -> set[Cell]:
    """For each value of a wiped-out cell the first cell that rules it out, unless it is a given."""
    x = next(cell for cell in board.unassigned if not board.domains[cell])
    constraints = board.puzzle.constraints[x]
    found = set()
    for value in board.puzzle.values:
        for y, other in board.values.items():
            if y in constraints and not constraints[y].holds(value, other):
                found.add(y)
                break
    return found - set(board.puzzle.givens)


def blame_as_gaschnig(
    board: Board, conflicts: set[Cell], below: set[Cell], survived: bool
) -> set[Cell]:
    """The conflict set after a value has failed, as Gaschnig (1979) has it: he jumps only from a
    cell whose values all failed in their looks."""
    return searched(board) if survived else conflicts | below


def best_repairs(board: Board) -> set[tuple[Cell, int]]:
    """All moves of min-conflicts: a cell in conflict, and a value with the fewest conflicts."""

    def conflicts(cell: Cell, value: int) -> int:
        rules = board.puzzle.constraints[cell].items()
        return sum(not rule.holds(value, board.values[other]) for other, rule in rules)

    moves = set()
    for cell, now in board.values.items():
        if cell not in board.puzzle.givens and conflicts(cell, now):
            many = {value: conflicts(cell, value) for value in board.puzzle.values}
            moves |= {(cell, value) for value in many if many[value] == min(many.values())}
    return moves


NO_BREAK = "\N{NO-BREAK SPACE}"
AS_WIDE = "\N{FIGURE SPACE}"  # as a digit

# -- a bug hunt ------------------------------------------------------------------------------------


def first_difference(one: Trace, other: Trace) -> int | None:
    """The first step after which the boards of two runs differ; None if there is none."""
    steps = range(min(len(one), len(other)) + 1)
    both = ((step, one.state(step), other.state(step)) for step in steps)
    differ = (at for at, a, b in both if (a.values, a.domains) != (b.values, b.domains))
    return next(differ, None)


def prunes_of(trace: Trace, node: int) -> dict[str, list[int]]:
    """What was pruned between a node's assignment and the next node, by the cell's name."""
    first = trace.tree[node].first
    until = trace.next(first, "node") or len(trace) + 1
    pruned: dict[str, list[int]] = {}
    for step in trace.steps("prune"):
        if first < step < until:
            event = trace.event(step)
            pruned.setdefault(str(event.cell), []).append(event.value)
    return pruned


def numbered_lines(function: Callable) -> list[str]:
    """The lines of a function below its `def`, which is line 1, such as "2: `return 1`".

    Their indentation is of no-break spaces: it is kept where a page breaks a long line.
    """
    body = dedent("\n".join(getsource(function).splitlines()[1:])).splitlines()
    shown = [line.lstrip().rjust(len(line), NO_BREAK) for line in body]
    return [f"{number:{AS_WIDE}>2}: `{line}`" for number, line in enumerate(shown, 2)]


def odd_lines(broken: Callable, right: Callable) -> set[str]:
    """The numbered lines of a broken function that the right one does not have."""
    known = getsource(right).splitlines()
    lines = getsource(broken).replace(broken.__name__, right.__name__).splitlines()[1:]
    numbered = zip(numbered_lines(broken), lines, strict=True)
    return {text for text, line in numbered if line not in known}


# -- advice ----------------------------------------------------------------------------------------

CHANGES_IN_PLACE = ("'remove'", "'append'", "'pop'", "'discard'", "'add'", "'insert'", "'clear'")


def of_error(error: BaseException, arguments: Iterable[object]) -> str:
    """Why a student may have met this error; nothing if that is not clear."""
    said, name = str(error.args[0]) if error.args else "", type(error).__name__
    key = error.args[0] if isinstance(error, KeyError) and error.args else None
    boards = [each for each in arguments if isinstance(each, Board)]
    if isinstance(key, Cell) and any(key in b.domains and key not in b.values for b in boards):
        return f"{key} has no value yet"
    itself = re.search(r"no constraint between (\S+) and \1$", said)
    if itself:
        return f"{itself[1]} is not a neighbour of itself: leave it out"
    if "'mappingproxy' object is not callable" in said:
        return "`board.domains` and `board.values` are no functions: write `board.domains[cell]`"
    if "'mappingproxy'" in said:
        return "only the verbs change a board, such as `board.prune`"
    if name == "AttributeError" and "'tuple'" in said and said.endswith(CHANGES_IN_PLACE):
        return "a domain is a tuple: `board.prune` takes a value out of it"
    if "'NoneType' object is not" in said and "callable" not in said:
        return "None is what a function without `return` gives, and `sort` and `append` too"
    return ""


def of_wrong_kind(yours: object, names: Sequence[str]) -> str:
    """What a check wants instead of this; nothing if it can be called with so many arguments.

    Parameters
    ----------
    names : of what the function is given.
    """
    wanted = f"a function of yours is wanted, `def mine({', '.join(names)})`"
    if isclass(yours) or not callable(yours):
        what = "a class" if isclass(yours) else "None" if yours is None else f"{yours!r:.40}"
        hint = ", without parentheses after its name" if yours is None or yours in (0, 1) else ""
        return f"{wanted}{hint}, not {what}"
    try:
        taken = signature(yours)
    except (TypeError, ValueError):  # a function written in C may not tell
        return ""
    try:
        taken.bind(*names)
        fits = not {"csp", "assignment"} & taken.parameters.keys()
    except TypeError:
        fits = False
    in_board = ": what a textbook's function finds in its arguments is in the `board`"
    return "" if fits else f"{wanted}, and this one takes `{taken}`{in_board}"


def of_answer(answer: object) -> str:
    """A sentence about an answer that has not been computed yet; nothing if it has."""
    if iscoroutine(answer):
        answer.close()
        return "With `async def` a call runs nothing of your function: write `def`."
    if isgenerator(answer) and answer.gi_code.co_name == "<genexpr>":
        around = "put `all(...)` or `set(...)` around it"
        return f"You return a generator, and nothing in it has run: {around}."
    if isgenerator(answer):
        return "With `yield` a call runs nothing of your function: write `return`."
    if isinstance(answer, map | filter | zip):
        return f"You return a `{type(answer).__name__}`, and nothing in it has run yet."
    if isfunction(answer) or ismethod(answer) or isbuiltin(answer):
        return f"You return the function `{answer.__name__}` itself: are its parentheses missing?"
    if isinstance(answer, list) and any(each is True or each is False for each in answer):
        return "You return a list of answers, which counts as true: put `all(...)` around it."
    return ""


def of_kind(answer: object, right: object) -> str:
    """A sentence about an answer of another kind than the right one; nothing if that is clear."""
    if isinstance(answer, tuple) and answer and isinstance(right, bool | Cell):
        if isinstance(answer, Cell):
            return ""
        one = "a pair" if len(answer) == 2 else f"{len(answer)} things"
        true = ", which always counts as true" if isinstance(right, bool) else ""
        return f"You return {one} in a tuple{true}: return the answer alone."
    if not isinstance(right, bool):
        return ""
    if isinstance(answer, str):
        return f"You return the text {answer!r}, and any text counts as true: return {right} here."
    if isinstance(answer, list | dict | set | frozenset):
        what = f"a {type(answer).__name__}"
        return f"You return {what}, which counts as true unless it is empty: return True or False."
    return ""


def of_none(answer: object, right: object) -> str:
    """A sentence about None where something else is due."""
    if answer is not None or right is None:
        return ""
    return "You return None: is a `return` missing? `sort`, `reverse` and `append` give None, too."
