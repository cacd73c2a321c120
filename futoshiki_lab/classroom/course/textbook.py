"""The textbook's `csp.py`: what is done on one of its objects is watched, its file is not changed.

Russell and Norvig's programs (aima-python), and what courses make of them, search on an object with
`variables` (once `vars`), `domains`, `neighbors` and `constraints(A, a, B, b)`. While their call
runs, these methods of that one object are watched, and a board of ours follows:

    constraints   one check, whatever it answers with (of a tuple the first entry counts)
    assign        one node; what `suppose` removes from that variable goes with it
    prune         a prune, because of the constraint that was asked last, if it failed
    restore       the value is taken back, with all that was pruned since
    unassign      a backtrack, unless the variable gets another value next

What `curr_domains` lost otherwise is seen at the next of these. Their constraints are asked when
their code asks them, and never else: what is shown of one is what it has said.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from itertools import product
from math import isqrt
from operator import itemgetter
from types import CodeType, FrameType, ModuleType
from typing import Any, cast

from futoshiki_lab.classroom.course.watching import Event, Watch
from futoshiki_lab.classroom.tutor.feedback import Feedback
from futoshiki_lab.core import MAX_SIZE, Board, Constraint, LimitReached, Problem, Reason, Verb
from futoshiki_lab.core.verbs import Deduced, Mark
from futoshiki_lab.trace import Trace, record
from futoshiki_lab.trace.recorder import Sources

WATCHED = ("constraints", "assign", "unassign", "suppose", "prune", "restore")
RELATION = "is compatible with"
DIRECTLY, NOT_RESTORED = "taken out of curr_domains", "not given back by restore"
# Asked of a neighbour: no variable is its own, so it always holds (so in `AC3` from 2011 to 2018).
HOLDS_ALWAYS = re.compile(r"for (\w+) in [\w.]+\[(\w+)\]:?(?:\s*#.*)?\s+if \1 != \2\b")
ANSWERS_PAIR = re.compile(r"return \(?False, ")
Said = dict[tuple[Any, Any], bool]  # what a constraint answered, by the two values


def truth(answer: Any) -> bool:
    """What an answer counts as: of a pair its first entry, where later years added a count."""
    return bool(answer[0] if isinstance(answer, tuple) and answer else answer)


def fixed(value: Any) -> Any:
    """A value as a board can have it: lists (the numbers of a cage, of a word) become tuples."""
    return tuple(map(fixed, value)) if isinstance(value, list) else value


class TextbookProblem(Problem):
    """Their problem as other rooms see it; of a constraint it knows what was answered.

    Parameters
    ----------
    csp : their object, with variables, domains, neighbours and constraints.
    asks : whether a constraint that was not answered yet is asked, for a search of ours.
    """

    def __init__(self, csp: Any, asks: bool = True):
        try:
            cells = [*(getattr(csp, "variables", None) or csp.vars)]
            domains = {var: tuple(dict.fromkeys(map(fixed, csp.domains[var]))) for var in cells}
            around = {var: _neighbours(csp, var) for var in cells}
        except (AttributeError, KeyError, TypeError) as error:
            wanted = "variables, domains, neighbors and constraints, as in the textbook's csp.py"
            raise TypeError(f"expected an object with {wanted}; but {error!r}") from None
        said: dict[frozenset[Any], tuple[Any, Any, Said]] = {}
        for var, others in around.items():
            for other in others:
                if other in domains and other != var:
                    said.setdefault(frozenset((var, other)), (var, other, {}))
        ask = csp.constraints if asks else lambda *_: True
        links = [
            Constraint(a, b, RELATION, partial(_answer, it, ask, a, b))
            for a, b, it in said.values()
        ]
        places = _places(cells, domains)
        is_grid = places and {x % 1 for x, _ in places.values()} == {0}
        view = "board" if is_grid else "graph"
        super().__init__(domains, links, places=places, view=view, name=type(csp).__name__)
        self.said: dict[tuple[Any, Any], tuple[Constraint, Said, bool]] = {}
        for a, b, it in said.values():
            self.said[a, b] = self.constraints[a][b], it, False
            self.said[b, a] = self.constraints[b][a], it, True

    def faults(self, solution: Any) -> Iterator[tuple[tuple[Any, ...], str]]:
        """None: many constraints read the state of a search, and say nothing of a full board."""
        return iter(())


def _neighbours(csp: Any, var: Any) -> list[Any]:
    with suppress(KeyError):
        return list(csp.neighbors[var])
    return []


def _answer(said: Said, ask: Any, one: Any, two: Any, value: Any, other_value: Any) -> bool:
    known = said.get((value, other_value))
    return truth(ask(one, value, two, other_value)) if known is None else known


def _places(cells: list[Any], domains: Mapping[Any, Any]) -> dict[Any, tuple[float, float]]:
    """Pairs of numbers, and n * n numbers, as grids; a dozen others as a graph, more as a list."""
    side = isqrt(len(cells))
    if all(isinstance(cell, tuple) and [*map(type, cell)] == [int, int] for cell in cells):
        return {cell: (cell[1], cell[0]) for cell in cells}
    if side > 1 and side**2 == len(cells) and all(type(cell) is int for cell in cells):
        return {cell: (at % side, at // side) for at, cell in enumerate(cells)}
    if len(cells) > 12 or any(isinstance(cell, tuple) for cell in cells):
        return {cell: (1.6 * (at % side), at // side) for at, cell in enumerate(cells)}
    return {}


class Watching(Watch):
    """A look that does nothing, and a search that is theirs."""

    def __init__(self, csp: Any, call: Callable[[], Any]):
        self.csp, self.call, self.result = csp, call, None
        self.marks: dict[Any, Mark] = {}
        self.supposed: dict[int, tuple[Any, Any]] = {}  # the lists of removals, and whose they are
        self.last = self.left = None  # assigned last; given up
        self.site: tuple[CodeType, int] | None = None  # the line of that
        self.failed: tuple[Any, ...] = ()
        self.moved: dict[Any, list[tuple[int, tuple[Any, ...]]]] = {}  # after so many restores
        self.restores = 0
        self.__name__ = getattr(call, "__name__", type(csp).__name__)
        if self.__name__ == "<lambda>":
            known, own = call.__globals__, call.__code__.co_names
            called = (name for name in own if not isinstance(known.get(name), ModuleType))
            self.__name__ = next(called, "search")

    def __call__(self, board: Board, cell: Any, /) -> bool:
        return True

    def begin_with(self, board: Board) -> bool:
        """What is missing in `curr_domains` before the search is setup."""
        self.follow(board)
        self.note_order(board.puzzle.cells)
        for event in self.synchronise("missing before the search"):
            self.tell(*event)
        return True

    def search(self, board: Board, *_: Any) -> bool:
        own, names = vars(self.csp), [name for name in WATCHED if hasattr(self.csp, name)]
        before = {name: own[name] for name in names if name in own}
        try:
            for name in names:
                setattr(self.csp, name, partial(getattr(self, name), getattr(self.csp, name)))
            self.result = self.call()
        finally:
            for name in names:
                own.pop(name, None)
            own.update(before)
        if hasattr(self, "mend") and not truth(self.result):
            raise LimitReached("the changes led to no solution, and there may be one")
        for verb, var in self.settled():
            self.from_their_line(partial(verb, board, var))
        full: Mapping[Any, Any] = self.result if isinstance(self.result, Mapping) else {}
        if not board.complete and not full.keys() >= {*board.puzzle.cells}:
            return False
        enough = self.from_their_line(board.solution)
        if not board.complete:  # found without `assign`
            found = {var: fixed(value) for var, value in full.items()}
            board.solutions[-1] = board.puzzle.solution_of(found)
        return bool(enough)

    # -- what is called in place of theirs: it tells the events, so two frames up is their line ----

    def constraints(self, theirs: Any, one: Any, a: Any, two: Any, b: Any, *more: Any) -> Any:
        answer = theirs(one, a, two, b, *more)
        holds = answer if answer is True or answer is False else truth(answer)
        a, b = fixed(a), fixed(b)
        board = self.board
        board.counts.checks += 1
        if not holds:
            self.failed = one, two
        link, said, turned = board.puzzle.said.get((one, two), (None, {}, False))  # type: ignore[attr-defined]
        if link and said.setdefault((b, a) if turned else (a, b), holds) == holds:
            self.tell(Verb.CHECK, link, a, b)
        else:  # no neighbours, or it answers otherwise than before
            text = f"{two} = {b} {'holds' if holds else 'fails'}"
            self.tell(Verb.CHECK, Deduced(one, Reason("check", text, (one, two))), a, 0)
        return answer

    def assign(self, theirs: Any, var: Any, value: Any, assignment: Any, *more: Any) -> Any:
        board, counted = self.board, getattr(self.csp, "nassigns", None)
        if board.values.get(var, self) == fixed(value):  # whether that counts is theirs to say
            done = theirs(var, value, assignment, *more)
            if counted is not None and counted == self.csp.nassigns:
                return done
            theirs = lambda *_: done  # noqa: E731
        full = var in board.values and len(assignment) == len(board.puzzle.cells)
        if full or assignment is getattr(self.csp, "current", None):
            self.mend = self.last = None  # min_conflicts: a value is changed, nothing is taken back
        else:
            for event in self.before(var, back=var in board.values):
                self.tell(*event)
        self.site = _line_of(sys._getframe(1))
        self.tell(Verb.ASSIGN, var, fixed(value), 0)
        self.marks[var] = self.silently(board.assign, var, fixed(value))
        self.last = None if hasattr(self, "mend") else var
        return theirs(var, value, assignment, *more)

    def suppose(self, theirs: Any, var: Any, value: Any, *more: Any) -> Any:
        removals = theirs(var, value, *more)
        self.supposed[id(removals)] = removals, var
        return removals

    def prune(self, theirs: Any, var: Any, value: Any, *removals: Any) -> Any:
        board, other = self.board, next((x for x in self.failed if x != var), None)
        known = var in self.failed and other in board.puzzle.constraints[var]
        if var in board.values and board.values[var] == fixed(value):
            reason = Reason("assigned", "its value is removed, too", tuple(self.failed))
            self.tell(Verb.WIPE_OUT, Deduced(var, reason), board.puzzle.empty, 0)
        for event in self.rule_out(var, fixed(value), other if known else None):
            self.tell(*event)
        return theirs(var, value, *removals)

    def restore(self, theirs: Any, removals: Any, *more: Any) -> Any:
        var = self.supposed.pop(id(removals), (None, self.last))[1]
        for event in self.before(var, back=var in self.board.values):
            self.tell(*event)
        done = theirs(removals, *more)
        for event in self.synchronise(NOT_RESTORED):
            self.tell(*event)
        with suppress(TypeError, ValueError):  # other lists of removals
            self.note_order({var for var, _ in removals})
        return done

    def unassign(self, theirs: Any, var: Any, *assignment: Any) -> Any:
        for event in self.before(var, back=var in self.board.values):
            self.tell(*event)
        self.left, self.site = var, _line_of(sys._getframe(1))
        return theirs(var, *assignment)

    # -- what follows of it on the board -----------------------------------------------------------

    def before(self, var: Any, back: bool) -> Iterator[Event]:
        """What is only known now; then, if it goes `back`, the value of a variable taken back."""
        board = self.board
        for verb, one in self.settled(var):
            value = board.values[one] if verb is Board.accept else board.puzzle.empty
            yield Verb.ACCEPT if verb is Board.accept else Verb.BACKTRACK, one, value, 0
            self.silently(verb, board, one)
        yield from self.synchronise(DIRECTLY)
        if back:
            yield Verb.RESTORE, var, board.values[var], self.marks[var]
            self.restores += 1
            self.silently(board.restore, self.marks[var])

    def settled(self, var: Any = None) -> Iterator[tuple[Callable[..., Any], Any]]:
        """A variable that is given up, a value that has survived its inference."""
        last, left, self.last, self.left = self.last, self.left, None, None
        if last is not None and last != var and last in self.board.values:
            yield Board.accept, last
        if left is not None and left != var:
            yield Board.backtrack, left

    def synchronise(self, why: str) -> Iterator[Event]:
        """Prune what their `curr_domains` have lost otherwise; begin anew if they got all back."""
        board, theirs = self.board, getattr(self.csp, "curr_domains", None)
        if theirs is None:
            return
        domains = board.domains
        if not board.values and any(len(theirs[x]) > len(domains[x]) for x in domains):
            yield Verb.RESTORE, board._trail[0][0], board.puzzle.empty, Mark(0)
            self.restores += 1
            self.silently(board.restore, Mark(0))
        for var in board.unassigned:
            if len(theirs[var]) < len(domains[var]):
                left = [*map(fixed, theirs[var])]
                for gone in [value for value in domains[var] if value not in left]:
                    yield from self.rule_out(var, gone, Reason("directly", why, (var,)))

    def note_order(self, variables: Iterable[Any]) -> None:
        """Keep at which place each value of a variable stands, where their order is another one."""
        theirs = getattr(self.csp, "curr_domains", None) or self.csp.domains
        values = self.board.puzzle.values
        for var in variables if len(values) <= MAX_SIZE or not self.moved else ():
            stand = self.moved[var][-1][1] if var in self.moved else values
            left = dict.fromkeys(map(fixed, theirs[var]))
            if [*left] != [value for value in stand if value in left]:
                own = {*self.board.puzzle.domains[var]}
                order = (v for v in dict.fromkeys([*left, *stand]) if v in own)
                stand = tuple(next(order) if value in own else value for value in values)
                self.moved.setdefault(var, []).append((self.restores, stand))

    def from_their_line(self, act: Callable[[], Any]) -> Any:
        """Call a verb as if from the line of their code that assigned or gave up last."""
        if self.site is None:
            return act()
        theirs, line = self.site
        code = compile("done = act()", theirs.co_filename, "exec")
        names: dict[str, Any] = {"act": act}
        exec(code.replace(co_name=theirs.co_name, co_firstlineno=line), names)
        return names["done"]


def _line_of(frame: FrameType) -> tuple[CodeType, int]:
    return frame.f_code, frame.f_lineno


def their_order(board: Board) -> Any:
    """What a title calls the selection: their search makes its own."""
    raise NotImplementedError


def their_values(board: Board, cell: Any) -> Any:
    """The same of the order of values."""
    raise NotImplementedError


their_order.__name__, their_values.__name__ = "their order", "their values"


def record_csp(csp: Any, call: Callable[[], Any], asks: bool = False, **how: Any) -> Trace:
    """Run a search of theirs on an object of the textbook's `csp.py`, and write down every event.

    Parameters
    ----------
    csp : the object; it is watched while `call` runs, and left as it was.
    call : what searches on it, called without arguments:
        `lambda: backtracking_search(csp, inference=forward_checking)`, a method, a search of yours.
    asks : whether their constraints may be asked afterwards, too, as a search of ours on
        `trace.puzzle` needs it.
    how : `node_limit`, `event_limit` and `keep_errors`, as in `record`.

    Returns
    -------
    A `Trace`: solution, order and printed lines are theirs. What the call returned is
    `trace.run.settings.functions.look.result`.

    Raises
    ------
    TypeError : the object has no variables, domains or neighbors.
    PuzzleError : a domain is empty, or has values that cannot be told apart.
    """
    watch = Watching(csp, call)
    mine = watch, their_order, their_values
    trace = record(TextbookProblem(csp, asks), *mine, search=watch.search, **how)
    ours = {"search", "set_up", "from_their_line", "begin_with"}
    shown = (one for one in trace.sources.functions if one.name not in ours)
    trace.sources = Sources(tuple(shown), trace.sources.lines)
    verbs = enumerate(trace.recorder.verbs, 1)
    steps = [0, *(step for step, verb in verbs if verb == Verb.RESTORE)]
    for var, those in watch.moved.items():
        trace.orders[var] = [(steps[restores], stand) for restores, stand in those]
    return trace


def check_csp(trace: Trace) -> Feedback:
    """Name the first step at which a run of `record_csp` leaves a right one, where that is proved.

    What proves it is in the run itself: a wipe-out after which the search goes on, two variables no
    values of which go together, as its inference has just found, or a value never given back.
    """
    mistake, events = next(_mistakes(trace), None), len(trace)
    if mistake:
        return Feedback("wrong", f"step {mistake[0]:,}: {mistake[1]}")
    noted = "".join(f"; {note}" for note in _notes(trace))
    return Feedback("right", f"no step of {events:,} is proved to be wrong{noted}")


def _mistakes(trace: Trace) -> Iterator[tuple[int, str]]:
    wiped, asks = "", _sites_of_pairs(trace)
    arc, failed = cast(Any, None), set[tuple[Any, ...]]()  # asked last, the values that failed
    for step, verb in enumerate(trace.recorder.verbs, 1):
        if verb == Verb.ACCEPT and isinstance(arc, Constraint) and not wiped:
            left = trace.state(step).domains
            if failed >= {*product(left[arc.cell], left[arc.other])}:
                wiped = f"no value of {arc.cell} goes with one of {arc.other}"
        if verb in (Verb.RESTORE, Verb.ASSIGN):
            arc = None
        if verb == Verb.RESTORE:
            wiped = ""
        elif verb == Verb.CHECK and trace.recorder.sites[step - 1] in asks:
            _, asked, *values = trace.recorder.row(step)
            if asked is not arc:
                arc, failed = asked, set()
            if isinstance(arc, Constraint) and arc.holds(*values):
                arc = None  # it has a support
            failed.add(tuple(values))
        elif verb == Verb.WIPE_OUT:
            wiped = f"{trace.event(step).cell} has no value left (step {step:,})"
        elif verb in (Verb.ACCEPT, Verb.ASSIGN, Verb.SOLUTION) and wiped:
            pair = "does its inference return a pair? (False, 7) is true"
            yield step, f"{wiped}, and the search goes on as if its inference had said True: {pair}"
        elif verb == Verb.PRUNE:
            event = trace.event(step)
            if event.deduction and event.deduction.text == NOT_RESTORED:
                told = f"{event.value} was pruned from {event.cell} below the value taken back"
                yield step, f"{told}, and it is not given back"


def _sites_of_pairs(trace: Trace) -> set[int]:
    """The lines of functions that can answer a pair, as `AC3b` does, and of what these call."""
    those = [one.text for one in trace.sources.functions if ANSWERS_PAIR.search(one.text)]
    names = [line.source.name for line in trace.sources.lines]
    called = {name for name in names for text in those if re.search(rf"\b{name}\(", text)}
    return {at for at, name in enumerate(names) if name in called}


def _notes(trace: Trace) -> Iterator[str]:
    if missing := trace.counts.setup_prunes:
        yield (
            f"{missing:,} values were missing in curr_domains before the search: by AC-3, or by a "
            "search before on the same object"
        )
    for source in trace.sources.functions:
        if found := HOLDS_ALWAYS.search(source.text):
            one, two = found.groups()
            told = f"{source.name} asks `{one} != {two}` of the neighbours of {two}"
            yield f"{told}, which always holds: the arc that comes back is revised again, in vain"
    drifts = [(at, var) for var, those in trace.orders.items() for at, _ in those if at]
    if drifts:
        step, var = min(drifts, key=itemgetter(0))
        state = trace.state(step)
        there = ", ".join(map(str, state.domains[var]))
        yield (
            f"after {state.counts.nodes:,} values restore has left {there} in {var}: "
            "that is the order in which they are tried"
        )
    words = [value for value in trace.puzzle.values if isinstance(value, str)]
    if any(word.isdigit() for word in words) and len({*map(len, words)}) > 1:
        yield f"its values are texts, and as texts {max(words)!r} is the largest"
