"""Checks where many answers are right: a rule of logic, a nogood, a selection, a problem.

No right function is there to compare with. A rule must not lose a solution, and a nogood must not
be in one; a selection must select a cell. A rule and a selection are told how they compare with
what the package has. A problem must fit together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from itertools import count, islice, permutations, product
from time import monotonic
from typing import Any

import futoshiki_lab.classroom.tutor.random_cases as boards
import futoshiki_lab.classroom.tutor.whole_searches as live
import futoshiki_lab.core as core
from futoshiki_lab.classroom.ideas import IDEAS
from futoshiki_lab.classroom.tutor.cases import Behaviour, Case, Function, Gravity, observe
from futoshiki_lab.classroom.tutor.copies import Forbidden
from futoshiki_lab.classroom.tutor.feedback import BoardShown, Feedback, keep, leads_to, not_done
from futoshiki_lab.classroom.tutor.guard import call, in_short
from futoshiki_lab.classroom.tutor.limits import one_check
from futoshiki_lab.classroom.tutor.memory import REMEMBERS, Memory, draws_at_random
from futoshiki_lab.classroom.tutor.right_answers import blame_as_gaschnig, insertion
from futoshiki_lab.classroom.tutor.tutor import (
    OTHER_COST,
    PATIENCE,
    SEARCHES,
    TOO_SLOW,
    as_it_is,
    as_truth,
    try_on,
)
from futoshiki_lab.core import Board, Cell, Constraint, Problem, Puzzle, Select, Value, search
from futoshiki_lab.core.board import LimitReached
from futoshiki_lab.core.run import Run, parse_settings, run
from futoshiki_lab.support.out_of_order import find_outdated
from futoshiki_lab.support.phrases import listed

Pictures = tuple[BoardShown, ...]
Judge = Callable[[Case, Behaviour], Any]  # of what a function does on a board


def try_all(
    yours: Function, cases: list[Case], find_fault: Judge, show: Judge, so_far: str, **how: Any
) -> Feedback | list[Behaviour]:
    """What a student's function does on each board; a feedback if it fails, or is too slow."""
    here = try_on(cases, yours, **how)
    if isinstance(here, Feedback):
        return here
    for case, done in zip(cases, here, strict=False):
        judged = call(find_fault, case, done, whole=PATIENCE)  # an answer's `==` is theirs, too
        if fault := judged.trouble or str(judged.returned):
            shown, printed = show(case, done), done.outcome.printed
            said = fault if ": " in fault and not done.outcome.trouble else ""
            where = f"With {case.describe()}." if said else fault
            return Feedback("wrong", where, shown, said, printed, case=case, yours=yours)
    if len(here) < len(cases):
        return Feedback("another cost", f"{so_far} so far, {TOO_SLOW}", share=OTHER_COST)
    return here


# -- a rule ---------------------------------------------------------------------------------------

ON_EACH_LINE = live.InSearches("look", live.on_each_line)
OwnRule = Callable[[Board, Sequence[Cell]], bool]
RULE_CASES = (
    boards.make_cases(boards.make_line_with_few_values, fixed=160, fresh=40, sizes=(3, 4, 4, 5)),
    boards.make_cases(boards.make_line, fixed=20, fresh=10),  # a value may be without a place
)


@leads_to("own_rule")
@one_check()
def check_rule(yours: OwnRule, seed: int | None = None) -> Feedback:
    """Check a student's own rule, `yours(board, line)`: no value of a solution may go.

    Parameters
    ----------
    seed : int, optional
        Adds random boards, the same ones for the same seed.

    Returns
    -------
    Feedback
        Right if the rule also finds what elimination and line insertion do not find.
    """
    cases = [case for make in RULE_CASES for case in make(seed)]
    how = {"tidy": as_truth, "instead_of": Forbidden(insertion)}
    here = try_all(yours, cases, _find_fault, show_changes, "no solution is lost", **how)
    if isinstance(here, Feedback):
        return here
    if (told := _find_memory(yours, ON_EACH_LINE, as_truth)) is not None:
        return told
    tried = [*zip(cases, here, strict=True)]
    kept = f"no solution is lost on {len(tried)} boards"
    if all(done.board.domains == case.make_board().domains for case, done in tried):
        return not_done(f"{kept}, but the rule removes nothing on any of them")
    if not (further := sum(_goes_further(*each) for each in tried)):
        return not_done(
            f"{kept}, but it finds nothing that line insertion does not find, or elimination"
        )
    more = f"on {further} of them it finds what neither elimination nor line insertion finds"
    return Feedback("right", f"{kept}, and {more}", share=1)


def _find_memory(yours: Function, inside: live.InSearches, tidy: Function) -> Feedback | None:
    """Where a function does something else in a search than on a fresh board in the same state."""
    memory, found = Memory(yours), list[Feedback]()

    def visit(case: Case, board: Board) -> object:
        fresh = observe(yours, case, tidy)
        there = observe(yours, case, tidy, board=board)
        if there.first_difference(fresh) < Gravity.COST:
            where = "In a search it does something else on this board than on a fresh one."
            found.append(Feedback("wrong", where, (case.show("before"),), REMEMBERS))
            raise live.Enough
        return fresh.returned

    with suppress(live.Enough):
        inside(visit, SEARCHES)
    memory.forget()
    return found[0] if found and not draws_at_random(yours) else None


def _find_fault(case: Case, done: Behaviour) -> str:
    """What is wrong with what a rule has done, in a sentence; empty if nothing is."""
    if done.outcome.trouble:
        return done.outcome.trouble
    for cell, before in case.make_board().domains.items():
        for value in before:
            if value not in done.board.domains[cell] and is_solvable(case, cell, value):
                return f"{cell} loses {value}, but a solution of this board has {value} there."
    if not isinstance(done.returned, bool):
        return f"It returned {in_short(done.outcome.returned)} instead of True or False."
    if not done.returned and is_solvable(case):
        return "It returned False, but this board has a solution."
    if done.returned and not all(done.board.domains.values()):
        return "It returned True, but a domain is wiped out."
    return ""


def _goes_further(case: Case, done: Behaviour) -> bool:
    """Whether a rule finds something that elimination and line insertion together do not find.

    Elimination is what a person sees of one value: in its line it goes from all other cells.
    """
    board, before = case.make_board(), None
    (line,) = case.arguments
    while before != (before := dict(board.domains)):
        for cell, other in permutations(line, 2):
            alone = len(board.domains[cell]) == 1 and other not in board.values
            for value in {*board.domains[cell]} & {*board.domains[other]} if alone else ():
                board.prune(other, value)
        if not insertion(board, line) or not all(board.domains[cell] for cell in line):
            return False
    left = done.board.domains
    return not done.returned or any(not set(before[cell]) <= set(left[cell]) for cell in left)


def is_solvable(case: Case, cell: Cell | None = None, value: int = 0) -> bool:
    """Whether a board has a solution, with a value in a cell."""
    board = case.make_board()
    if cell:
        board.assign(cell, value)
    for assigned in board.values:  # none of them has been looked at
        if not core.look_back(board, assigned) or not core.forward_check(board, assigned):
            return False
    return search(board, core.forward_check, core.mrv)


def show_changes(case: Case, done: Behaviour) -> Pictures:
    before = case.show("before", asked=case.cells)
    if done.outcome.trouble:
        return (before,)
    left = done.board.domains
    changed = [cell for cell in left if left[cell] != before.domains[cell]]
    after = replace(
        case.show("after your function", done.board, changed), names=("", "what it changes")
    )
    return (before, after) if changed else (before,)


# -- a nogood --------------------------------------------------------------------------------------

AFTER_DEAD_ENDS = live.InSearches("look", live.after_dead_ends, boards.DeadEnd.of, prunes=False)
DEAD_ENDS = boards.make_cases(boards.make_dead_end, fixed=80)


@one_check()
def check_nogood(yours: Function, seed: int | None = None) -> Feedback:
    """Check a student's `yours(board)`: a nogood of a dead end, as a dictionary {cell: value}.

    It is right if no solution holds it, also if it is a smaller one than the expected one.
    """
    return replace(_check_nogood(yours, seed), check=check_nogood.__name__, yours=yours)


def _check_nogood(yours: Function, seed: int | None) -> Feedback:
    kept, cases = "no solution contains any of these nogoods", DEAD_ENDS(seed)
    here = try_all(yours, cases, _find_wrong_nogood, show_changes, kept, tidy=as_it_is)
    if isinstance(here, Feedback):
        return here
    if (told := _find_memory(yours, AFTER_DEAD_ENDS, as_it_is)) is not None:
        return told
    for case, done in zip(cases, here, strict=True):
        if extra := _list_extra(case, done):
            where = f"With {case.describe()}: {listed(extra)} can be left out."
            shown = case.show("before", asked=extra)
            said = IDEAS["keeps a cell that can be left out"].sentence
            return Feedback("another cost", where, (shown,), said, share=OTHER_COST, case=case)
    return Feedback("right", f"{kept}, on {len(here)} boards", share=1)


def _find_wrong_nogood(case: Case, done: Behaviour) -> str:
    """What is wrong with a nogood, in a sentence; empty if nothing is."""
    if done.outcome.trouble:
        return done.outcome.trouble
    nogood, board = done.outcome.returned, case.make_board()
    if not isinstance(nogood, Mapping):
        return f"It returned {in_short(nogood)} instead of a dictionary {{cell: value}}."
    for cell, value in nogood.items():
        if cell in case.puzzle.givens:
            return f"A given is no choice: leave {cell} out, the search cannot change it."
        if cell not in board.values or board.values[cell] != value:
            return f"A value that is not on the board: {cell} = {value} is not assigned here."
    held = " and ".join(f"{cell} = {value}" for cell, value in nogood.items()) or "an empty nogood"
    if is_solvable(Case(case.puzzle, assigned=tuple(nogood.items()))):
        return f"A cell to blame is missing: this puzzle has a solution with {held}."
    wiped = next(cell for cell in board.unassigned if not board.domains[cell])
    rules = board.puzzle.constraints[wiped]
    idle = [
        cell
        for cell in _list_extra(case, done)
        if cell not in rules
        or all(rules[cell].holds(value, board.values[cell]) for value in case.puzzle.values)
    ]
    if idle and len(nogood) == len(case.assigned):
        return (
            f"All assigned cells are too many: {listed(idle)} rule{'s' * (len(idle) == 1)} out "
            f"no value of {wiped}."
        )
    if idle:
        return f"A cell too many: {idle[0]} rules out no value of {wiped}, so it can be left out."
    return ""


def _list_extra(case: Case, done: Behaviour) -> list[Cell]:
    """The cells of a nogood that are not to blame, and without each of which it still tells why
    the last cell was wiped out."""
    nogood: Any = done.outcome.returned
    board = case.make_board()
    wiped = next(cell for cell in board.unassigned if not board.domains[cell])
    rules, blamed = board.puzzle.constraints[wiped], core.culprits(board)

    def tell_why(cells: Set[Cell]) -> bool:
        both = (cells | board.puzzle.givens.keys()) & rules.keys()
        values = board.puzzle.values
        return all(any(not rules[y].holds(v, board.values[y]) for y in both) for v in values)

    return [x for x in nogood if x not in blamed and tell_why(nogood.keys() - {x})]


# -- a conflict set --------------------------------------------------------------------------------

FAILED_VALUES = boards.make_cases(boards.make_failed_value)


@leads_to("gaschnig")
@one_check()
def check_gaschnig(yours: Function, seed: int | None = None) -> Feedback:
    """Check a student's `yours(board, conflicts, below, survived)`: Gaschnig's conflict set.

    Givens and the cell itself may be in it or not: a search that jumps never comes back to them.
    """
    cases, how = FAILED_VALUES(seed), {"instead_of": Forbidden(blame_as_gaschnig)}
    here = try_all(yours, cases, _find_wrong_set, _show_board, "right", tidy=as_it_is, **how)
    if isinstance(here, Feedback):
        return here
    return Feedback("right", f"{len(here)} boards: on each, it is Gaschnig's set", share=1)


def _find_wrong_set(case: Case, done: Behaviour) -> str:
    """What is wrong with a conflict set, in a sentence; empty if nothing is."""
    if done.outcome.trouble:
        return done.outcome.trouble
    found, board = done.outcome.returned, case.make_board()
    if done.verbs or (done.board.domains, done.board.values) != (board.domains, board.values):
        return "It changes the board: it only says which cells are culprits."
    if not isinstance(found, set | frozenset | list | tuple) or isinstance(found, Cell):
        return f"It returned {in_short(found)} instead of a set of cells."
    if strange := [one for one in found if not isinstance(one, Cell) or one not in board.domains]:
        return f"There is {in_short(strange[0])} in its set, which is no cell of this board."
    (conflicts, below, survived), searched = case.arguments, {cell for cell, _ in case.assigned}
    right = blame_as_gaschnig(board, *case.arguments) & searched
    if (mine := {*found} & searched) == right:
        return ""
    if survived:
        why = "a value that survived its look and failed further down has all searched cells as "
        why += "culprits, `searched(board)`"
    elif mine == searched:
        why = "a value that failed in its look adds its culprits, and no other cells"
    elif lost := (conflicts - mine) & searched:
        why = f"{listed(sorted(lost))} must stay in the conflict set"
    else:
        why = "the culprits of the value that has failed are added, and nothing else"
    given = ", ".join(
        f"{name} {listed(sorted(cells)) or 'empty'}"
        for name, cells in (("conflicts", conflicts), ("below", below))
    )
    told = listed(sorted(mine)) or "no cell"
    return f"With {given} and survived {survived} it returned {told}. Here {why}."


# -- a selection ----------------------------------------------------------------------------------

SELECTION_CASES = boards.make_cases(boards.make_selection)
MOST_NODES = 10_000  # on one puzzle; then the search is stopped
SEARCH_SECONDS = 10  # in one search
MOST_WATCHED = 100  # selections in a search whose steps are counted; that takes its time
RIVALS = ("reading", "mrv", "mrv_degree", "dom_wdeg")


class NoSelection(Exception):
    """What a student's function did in a search that a selection must not do."""


@leads_to("selection")
@one_check()
def check_selection(
    yours: Select, puzzles: Mapping[str, Puzzle], seed: int | None = None
) -> Feedback:
    """Check a selection of a student's own, `yours(board)`, and compare it on some puzzles.

    It has to return an unassigned cell, and must not change the board. Then every search with it
    finds the same solutions; the nodes are compared with those of the package's selections.

    Parameters
    ----------
    puzzles : mapping of str to Puzzle
        The puzzles, by the name under which each is told.
    seed : int, optional
        Adds random boards, the same ones for the same seed.

    Returns
    -------
    Feedback
        Right if it is a selection, whatever it costs; the text has the nodes on each puzzle.
    """
    judges = _find_fault_of_selection, _show_board, "a selection"
    how: Any = {"tidy": as_it_is, "stub": "write a selection of your own"}
    here = try_all(yours, SELECTION_CASES(seed), *judges, **how)
    if isinstance(here, Feedback):
        return here
    try:
        told = "; ".join(_compare(yours, puzzles))
    except NoSelection as no:
        return Feedback("wrong", f"{no} (in the middle of a search)")
    compared = f" Nodes (best of ours): {told}" if told else ""
    where = f"a selection on {len(here)} boards.{compared}"
    return keep("selection", Feedback("right", where, share=1, yours=yours))


def _show_board(case: Case, _: Behaviour) -> Pictures:
    return (case.show("the board"),)


def _find_fault_of_selection(case: Case, found: Behaviour) -> str:
    """What is wrong with one call of a selection; nothing if it selects a cell."""
    before = case.make_board()
    if found.outcome.trouble:
        return found.outcome.trouble
    if (found.board.domains, found.board.values) != (before.domains, before.values) or found.verbs:
        return "It changes the board: a selection only chooses a cell."
    return _find_fault_of_cell(found.outcome.returned, before)


def _find_fault_of_cell(chosen: object, board: Board) -> str:
    """Why what was chosen is no cell to go on with; nothing if it is one."""
    if chosen is None:
        return "It returned None: is a return missing?"
    if not isinstance(chosen, Cell):
        return f"It returned {in_short(chosen)}: the search wants one cell of `board.unassigned`."
    if chosen in board.values:
        return f"It returned {chosen}, which has a value: choose among `board.unassigned`."
    return "" if chosen in board.domains else f"It returned {chosen}, which is not on the board."


def _compare(yours: Select, puzzles: Mapping[str, Puzzle]) -> Iterator[str]:
    """The nodes on each puzzle, beside those of the best of the package's selections."""
    for name, puzzle in puzzles.items():
        mine = _search(puzzle, _guard(yours))
        rivals = {select: _search(puzzle, select).counts.nodes for select in RIVALS}
        best = min(rivals, key=rivals.__getitem__)
        stopped = "more than " if mine.outcome == "limit" else ""
        yield f"{name} {stopped}{mine.counts.nodes:,} ({best} {rivals[best]:,})"


def _search(puzzle: Puzzle, select: str | Select) -> Run:
    found = run(puzzle, parse_settings("fc", select, node_limit=MOST_NODES))
    if found.outcome == "interrupted":
        raise KeyboardInterrupt
    return found


def _guard(yours: Select) -> Select:
    """The same selection for one search; if it does anything else, NoSelection is raised."""
    calls, start = count(), monotonic()

    def guarded(board: Board) -> Cell:
        before = board.counts.prunes, board.counts.nodes, len(board.values)
        if monotonic() - start > SEARCH_SECONDS:
            raise LimitReached(f"the limit of {SEARCH_SECONDS} seconds was reached")
        outcome = call(yours, board, watched=next(calls) < MOST_WATCHED)
        after = board.counts.prunes, board.counts.nodes, len(board.values)
        fault = outcome.trouble or ("It changes the board." if before != after else "")
        if fault := fault or _find_fault_of_cell(outcome.returned, board):
            raise NoSelection(fault)
        return outcome.returned  # type: ignore[return-value]

    return guarded


# -- a problem ------------------------------------------------------------------------------------


@leads_to("problem")
@one_check()
def check_problem(yours: object, *arguments: object, like: Problem | None = None) -> Feedback:
    """Check a student's problem: its domains, its neighbours, its constraints.

    Parameters
    ----------
    yours : a `Problem`, or a function that makes one of the arguments; `...` where there is none
        yet.
    like : the problem that it should be; None for a problem of the student's own.
    """
    if outdated := find_outdated(yours):
        return Feedback("wrong", outdated)
    which = ""
    if callable(yours):
        which = f"{like.name}: " if like and like.name else ""
        outcome = call(yours, *arguments)
        if outcome.trouble:
            return Feedback("wrong", which + outcome.trouble)
        yours = outcome.returned
    if yours is ...:
        return not_done()
    if not isinstance(yours, Problem):
        given = f"a {type(yours).__name__}: {yours!r:.60}"
        return Feedback("wrong", f"a Problem is expected, not {given}")
    unsaid = (told for one in yours.pairs if isinstance(told := _ask_all(one, yours), str))
    faults = [*islice(unsaid, 1), *(_differences(yours, like) if like else ())]
    if faults:
        more = f" (and {len(faults) - 1} more)" * (len(faults) > 1)
        return Feedback("wrong", which + faults[0] + more)
    many = len([*yours.pairs])
    said = f"{len(yours.cells)} variables and {many} constraints"
    return Feedback("right", f"{said}; each constraint can be checked for all pairs of values")


def _ask_all(one: Constraint, problem: Problem) -> dict[tuple[Value, Value], bool] | str:
    """What a constraint says of all pairs of values; in words, if it does not."""
    pairs = [*product(problem.domains[one.cell], problem.domains[one.other])]
    outcome = call(lambda: [(said := one.holds(*pair), said in (True, False)) for pair in pairs])
    if outcome.trouble:
        return f"the constraint {one}: {outcome.trouble}"
    answers: Any = outcome.returned
    for (value, other), (said, is_one) in zip(pairs, answers, strict=True):
        if not is_one:
            told = in_short(said)
            return f"the constraint {one} says {told} of {value} and {other}: True or False?"
    return {pair: bool(said) for pair, (said, _) in zip(pairs, answers, strict=True)}


def _differences(yours: Problem, right: Problem) -> Iterator[str]:
    """What is missing, what is too much, what is another constraint."""
    missing = [cell for cell in right.cells if cell not in yours.domains]
    if missing:
        yield f"the variable {missing[0]} is missing: there are {listed(right.cells)}"
        return
    for cell in yours.cells:
        if cell not in right.domains:
            yield f"{cell} is not a variable here: there are {listed(right.cells)}"
            continue
        has, wants = yours.domains[cell], right.domains[cell]
        if {*has} != {*wants}:
            yield f"the domain of {cell} is {listed(has)}; it should be {listed(wants)}"
    for one in right.pairs:
        cell, other = one.cell, one.other
        if other not in yours.neighbours[cell]:
            yield f"{cell} and {other} are neighbours, but no constraint is between them"
        else:
            yield from _compared(yours.constraints[cell][other], one, right)
    for one in yours.pairs:
        if one.other not in right.neighbours.get(one.cell, (one.other,)):
            yield f"{one.cell} and {one.other} are not neighbours, but {one} is between them"


def _compared(yours: Constraint, right: Constraint, problem: Problem) -> Iterator[str]:
    said = _ask_all(yours, problem)
    if isinstance(said, str):  # it has been told from the other side
        return
    for (value, other), holds in said.items():
        if holds != (due := right.holds(value, other)):
            does, through = ("forbids", "") if due else ("lets", " through")
            told = f"{right.cell} = {value} and {right.other} = {other}{through}"
            yield f"the constraint {yours} {does} {told}; it should not"
            return
