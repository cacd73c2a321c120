"""Questions about the way of a search: the next node, dead ends, jumps, whole runs, graphs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from futoshiki_lab.classroom.exams.about_looks import PROPAGATIONS, WHICH, mistake_look, slip, touch
from futoshiki_lab.classroom.exams.boards import ShownBoard, Tried, mistake, try_idea, write_domain
from futoshiki_lab.classroom.exams.kinds import Kind
from futoshiki_lab.classroom.exams.question import Answer, Question
from futoshiki_lab.classroom.exams.runs import GONE, Source, TriedValue, list_losses
from futoshiki_lab.classroom.ideas import believe, list_ideas
from futoshiki_lab.core import Cell, Verb, ac3, descending, forward_check, mrv, reading_order, run
from futoshiki_lab.trace import Node, Trace

LOST = range(1, 10)  # values that a look removes in a question of several parts
EITHER = "reading mrv"

Next = tuple[str, Cell | None, Sequence[int]]  # an idea, and the values that it would try
Wrong = list[tuple[str, Answer]]
Part = tuple[str, Answer, Wrong, list[str], int]  # of a draft, from what it asks to its moves
NEXT = "Which value of which cell is tried next?"
UNRESTORED = "Nothing is restored yet."


# -- the next node ---------------------------------------------------------------------------------


@Kind("next_node", "the next node", "search", anywhere=True)
def next_node(source: Source) -> Iterator[Question]:
    """Which value of which cell is tried after a value that has survived."""
    for at, follower in _follow(source, "reading mrv mrv"):
        if at.accepted and follower.cell is not None and follower.parent == at.node.number:
            mistakes, free = _write_next(_list_wrong_followers(at, follower.cell)), at.after.free
            left = write_domain(at.after.domains[follower.cell])
            selected = f"the next cell is selected: {follower.cell}, with {left} left"
            told = [f"the look does not fail, so {selected}", at.trace.reason(follower.first)]
            now = f"`{at.node.label}` has just been tried, and survives its look."
            about = _write_node(follower), mistakes, told, len(free), free, at.asked
            yield Question(at.trace, at.after, now, NEXT, *about)


@Kind("dead_end", "the node after a dead end", "search", anywhere=True)
def dead_end(source: Source) -> Iterator[Question]:
    """Which value of which cell is tried after a value that has failed."""
    for at, follower in _follow(source, "reading mrv"):
        path = _find_path(at)
        jumps = at.settings.jump and follower.cell != at.cell  # earlier failures decide, not shown
        if at.accepted or jumps or at.settings.algorithm == "gac":
            continue
        had = [f"{node.cell} {write_domain(domain)}" for node, domain in path if len(domain) > 1]
        told = f"These had more than one value to try when they were selected: {', '.join(had)}."
        if len({domain for _, domain in path}) == 1:
            told = f"Each assigned cell had {write_domain(path[0][1])} to try."
        now = f"The look at `{at.node.label}` has just failed."
        mistakes, right = _write_next(_list_wrong_returns(at, path)), _write_node(follower)
        solution = [at.trace.reason(step) for step in range(at.end, follower.first + 1)]
        cells = [node.cell for node, _ in path if node.cell]
        about = right, mistakes, solution, len(solution) - 1, cells, at.asked
        yield Question(at.trace, at.after, now, NEXT, *about, more=f"{UNRESTORED} {told}")


OPEN = range(3, 7)  # calls before the dead end, in a question about them


@Kind("stack", "the calls that are open", "search stack", anywhere=True)
def stack(source: Source) -> Iterator[Question]:
    """Which calls of the search are on the stack when it goes on after a dead end."""
    for made in dead_end(source):
        path = [str(cell) for cell in made.shown.values if cell not in made.shown.puzzle.givens]
        if len(path) in OPEN:
            open_ = path[: path.index(str(made.answer).partition(" = ")[0]) + 1]
            filled, free = [*map(str, made.shown.puzzle.givens)], [*map(str, made.shown.free)]
            wrong = [
                ("puts givens on the stack", [*filled[:1], *open_] * bool(filled)),
                ("calls the next cell too early", [*open_, *free[:1]] * bool(free)),
                ("leaves calls that have returned on the stack", path),
                ("goes back too early", open_[:-1]),
                ("goes back to the start", path[:1]),
                ("takes a call for a jump", open_[-1:]),
                ("counts the calls from the last one", open_[::-1]),
            ]
            mistakes = [(name, ", ".join(calls)) for name, calls in wrong if calls]
            asks = "Which calls are on the stack when the next value is tried, oldest first?"
            yield replace(made, asks=asks, answer=", ".join(open_), mistakes=mistakes)


def _follow(source: Source, selects: str) -> Iterator[tuple[TriedValue, Node]]:
    """Looks of one search, each with the node that comes next."""
    look = source.one_of("bt", "fc", "mac")
    kind = replace(source.kind, look=look, select="reading" if look == "bt" else selects)
    for at in replace(source, kind=kind).looks():
        if at.follower and at.settings.order != "random":
            yield at, at.follower


def _write_node(node: Node) -> str:
    return f"{node.cell} = {node.value}"


def _write_next(mistakes: Iterable[Next]) -> Wrong:
    return [(name, f"{cell} = {tried[0]}") for name, cell, tried in mistakes if tried]


READING, FEWEST = "selects in reading order", "selects the fewest values"
MOST, LAST = "selects the most values", "goes on with the last cell"


def _list_wrong_followers(at: TriedValue, right: Cell | None) -> Iterator[Next]:
    assert right is not None
    shown, board = at.after, at.after.board()
    older, order = at.before.domains[at.cell], at.settings.functions.order
    later = older[older.index(at.node.value) + 1 :]
    gone = [value for value in shown.puzzle.values if value not in shown.domains[right]]
    yield "tries all values of a cell first", at.cell, later
    yield "tries removed values", right, gone
    yield "tries the values in descending order", right, [*descending(board, right)]
    fewest = right == mrv(board) and right != reading_order(board)  # what is said of it is true
    for name in (READING, FEWEST, MOST, LAST):
        if (fewest or name != MOST) and (changed := believe(name, mrv)):
            cell = try_idea(changed, board)
            yield name, cell, [] if cell is None else [*order(board, cell)]


Path = list[tuple[Node, tuple[int, ...]]]


def _find_path(at: TriedValue) -> Path:
    """The nodes from the first cell to here, each with the values that its cell had."""
    tree, found = at.trace.tree, []
    for node in tree.path(at.node.number)[1:]:
        first = tree[tree[node.parent].children[0]]
        found.append((node, at.trace.state(first.first - 1).domains[node.cell]))
    return found


def _list_wrong_returns(at: TriedValue, path: Path) -> Iterator[Next]:
    def later(node: Node, domain: tuple[int, ...]) -> list[int]:
        return [*domain[domain.index(node.value) + 1 :]]

    node, domain = path[-1]
    if len(path) > 1:
        first, before = path[0][0], path[-2][0]
        yield "goes back too early", before.cell, later(*path[-2])
        yield "goes back to the start", first.cell, later(*path[0])
        yield "goes back to the start", first.cell, [first.value]
        yield "tries a value again", before.cell, [before.value]
    left = later(node, domain)
    if left:
        yield "tries the values in another order", node.cell, left[-1:]
    else:
        unused = [value for value in at.trace.puzzle.values if value not in domain]
        yield "tries removed values", node.cell, unused
        yield "tries a value again", node.cell, domain
    going = next((cell for cell in at.after.free if at.after.domains[cell]), None)
    if going:
        yield "does not give back", going, at.after.domains[going]
        last = [cell for cell in at.after.free if at.after.domains[cell]][-1]
        yield "goes on after a failure", last, at.after.domains[last][-1:]
    yield "tries a value again", node.cell, [node.value]


# -- several parts on one state --------------------------------------------------------------------


@Kind("state", "one state, several questions", "search ac3", select=EITHER, few=True, spare=15)
def state(source: Source) -> Iterator[Question]:
    """What is removed? Is there a wipe-out? What is next? Would arc consistency have seen it?"""
    for at in source.looks(lambda at: len(at.because) in LOST):
        follower, free = at.follower, at.shown.free
        where = at.node.number if at.accepted else at.node.parent
        if follower is None or follower.parent != where or at.settings.order == "random":
            continue
        if len(at.before.inner_arcs) > source.most or len(at.before.domains[at.cell]) < 2:
            continue
        domain = write_domain(at.before.domains[at.cell])
        just = f"`{at.node.label}` has just been assigned, of {domain}; the look comes next."
        parts = tuple(
            Question(at.trace, at.shown, just, *part, free, {**at.asked, "part": letter})
            for letter, part in zip("abcd", _list_parts(source, at, follower), strict=True)
        )
        asks = " ".join(f"{one.asked['part']}) {one.asks}" for one in parts)
        yield replace(parts[0], asks=asks, answer="", mistakes=(), parts=parts, solution=())


def _list_parts(source: Source, at: TriedValue, follower: Node) -> Iterator[Part]:
    free, domains, look = at.shown.free, at.after.domains, at.settings.functions.look
    yield WHICH, at.removes, [*mistake_look(source, at)], at.tell(*GONE), at.moves

    wiped = "no" if at.wiped is None else str(at.wiped)
    wrong: Wrong = [("misses the wipe-out", "no")]
    for name, tried in mistake(at.shown, list_ideas("look"), (look, forward_check), at.cell):
        wrong += [(name, str(cell)) for cell in free if not tried.after[cell]][:1]
    for cell in source.random.shuffled(at.removes):
        idea = ("takes one value left for a wipe-out", "takes any loss for a wipe-out")
        wrong += [(idea[len(domains[cell]) > 1], str(cell))] * bool(domains[cell])
    asks = "Does the look end with a wipe-out? If so, in which cell?"
    told = at.tell(Verb.WIPE_OUT)[1:] or ["every domain keeps a value"]
    yield asks, wiped, wrong, told, 1

    others = _list_wrong_returns(at, _find_path(at))
    if at.accepted:
        others = _list_wrong_followers(at, follower.cell)
    told, right = [at.trace.reason(follower.first)], _write_node(follower)
    yield NEXT, right, _write_next(others), told, len(at.after.free)

    had, arcs = at.before.domains[at.cell], at.before.inner_arcs
    before = Tried(at.before, ac3, arcs)
    asks = (
        "Suppose AC-3 had run over the arcs (X, Y) between unassigned neighbours before "
        f"{at.node.label} was tried. Which values would it have left in {at.cell}?"
    )
    wrong = [("takes every state for consistent", write_domain(had))]
    if not at.accepted:
        rest = (one for one in before.after[at.cell] if one != at.node.value)
        wrong.append(("sees every failure by arc consistency", write_domain(rest)))
    for name, tried in mistake(at.before, PROPAGATIONS, (ac3,), arcs):
        wrong.append((name, write_domain(tried.after[at.cell])))
    gone, left = before.removes.get(at.cell, ()), before.after[at.cell]
    wrong.append(("keeps what should be removed", write_domain(gone)))
    for name, removes in slip(source, {at.cell: left}, {at.cell: gone}):
        wrong.append((name, write_domain({*had} - {*removes[at.cell]})))
    told, right = before.told or ["AC-3 removes nothing"], write_domain(before.after[at.cell])
    yield asks, right, wrong, told, before.moves


# -- jumping back ----------------------------------------------------------------------------------


@Kind("jump", "where a jump goes", "search", look="bt fc", jump=True, anywhere=True)
def jump(source: Source) -> Iterator[Question]:
    """Where conflict-directed backjumping goes when all values of a cell have failed."""
    for at in source.visits():
        trace, above, cell, blame = at.trace, at.node.parent, at.cell, at.trace.blame
        path = [node.cell for node in trace.tree.path(above) if node.cell]
        failed = all(one.kind == "failure" and one.last for one in at.all_tried)
        last = at.all_tried[-1].last
        every = len(at.all_tried) == len(at.before.domains[cell])
        if len(path) < 2 or not failed or not last or not every:
            continue
        blamed = blame.in_order(blame.visits[above].sets[-1], above)
        if not blamed or (blamed[-1] == path[-1] and not source.may_be_last):
            continue
        solution = [*_explain_loss(trace, at.node.first - 1, cell), *_explain_blame(at)]
        solution.append(f"the conflict set: {_join(blamed)}; the last one is {blamed[-1]}")
        shown = replace(at.before, framed=cell, weights={})
        now = f"Now {cell} is selected; each value of its domain is tried, and each fails."
        mistakes, moves = _list_wrong_jumps(at, path, blamed), last - at.node.first + 1
        about = blamed[-1], mistakes, solution, moves, shown.domains, {"cell": cell}
        asks = "To which cell does the search go back?"
        yield Question(trace, shown, now, asks, *about)


def _list_wrong_jumps(at: TriedValue, cells: list[Cell], blamed: tuple[Cell, ...]) -> Wrong:
    puzzle, to = at.trace.puzzle, cells.index(blamed[-1])
    around, signs = puzzle.neighbours[at.cell], puzzle.stated_neighbours[at.cell]
    found = {
        "backtracks where the search jumps": cells[-1:],
        "blames the last cell in the line": [one for one in cells if one in around][-1:],
        "jumps to the first cell to blame": blamed[:1],
        "goes back to the start": cells[:1],
        "blames the last cell with a sign": [one for one in cells if one in signs][-1:],
        "jumps back two cells": cells[-2:-1],
        "jumps past the cell to blame": cells[:to][-1:],
        "jumps too short": cells[to + 1 :][:1],
    }
    return [(name, cell) for name, jumped_to in found.items() for cell in jumped_to]


def _explain_loss(trace: Trace, step: int, cell: Cell) -> Iterator[str]:
    """Why a cell lacks the values that it has lost since the search began, a sentence each."""
    for one in list_losses(trace, step, cell, since=trace.tree[1].first - 1):
        yield f"{cell} lacks {one.value} because of {one.other}: {one.constraint}"


def _explain_blame(visit: TriedValue) -> Iterator[str]:
    trace, above = visit.trace, visit.node.parent
    for node in visit.all_tried:
        at = TriedValue(trace, node)
        yield from at.tell(*GONE)
        if at.wiped is None:
            yield trace.reason(at.end)
        else:
            yield from _explain_loss(trace, at.end, at.wiped)
        blamed = trace.blame.in_order(trace.blame.of_node[node.number] - {node.cell}, above)
        yield f"to blame for {node.label}: {_join(blamed)}"


def _join(cells: tuple[Cell, ...]) -> str:
    return ", ".join(map(str, cells)) or "no cell"


# -- whole runs, and what is to be drawn ----------------------------------------------------------

TREE = range(3, 15)  # how many nodes a tree to draw has, or a table to fill in
WHOLE = 200  # nodes of the tree to all solutions
FREE, EDGES = range(4, 9), range(4, 16)  # unassigned cells of a constraint graph, and its edges

HOW_MANY = (
    "Draw the search tree to the first solution. How many nodes does it have, without the root?"
)
ENDS_SOLVED = "It ends with the first solution."
ENDS = {"failure": "fails", "solution": "the solution"}
SMALL = dict[str, Any](look="bt fc", few=True, anywhere=True)


def _whole_run(source: Source) -> Iterator[tuple[Trace, ShownBoard, list[Node]]]:
    """A search that ends with a solution after so many nodes, two of them failures."""
    for trace in source.runs(TREE.stop - 1):
        found, settings = [*trace.tree][1:], trace.run.settings
        small = len(found) in TREE and sum(node.kind == "failure" for node in found) > 1
        known = settings.order != "random" and settings.sought == 1
        if small and known and found[-1].kind == "solution":  # a weak look lets others through
            yield trace, TriedValue(trace, found[0]).before, found


@Kind("tree", "the search tree to the first solution", "search", spare=60, **SMALL)
def tree(source: Source) -> Iterator[Question]:
    """The search tree to the first solution, to draw: how many nodes it has."""
    for trace, shown, nodes in _whole_run(source):
        many, failures = len(nodes), sum(node.kind == "failure" for node in nodes)
        told = [(node, ENDS.get(node.kind, "survives")) for node in nodes]
        whole = run(trace.puzzle, replace(trace.run.settings, sought=None, node_limit=WHOLE))
        wanted = TREE.start + 1 + int(source.aims[0] * (len(TREE) - 1))
        mistakes = [
            ("goes on after the first solution", whole.counts.nodes),
            ("counts the root", many + 1),
            ("leaves out the solution", many - 1),
            ("leaves out values that fail", many - failures),
            ("counts values that fail only", failures),
            ("counts every cell once", len({node.cell for node in nodes})),
            ("counts the givens", many + len(shown.puzzle.givens)),
        ]
        solution = [f"{trace.reason(node.first)}: {end}" for node, end in told]
        drawn = [f"{'   ' * node.depth}{node.label}: {end}" for node, end in told]
        figure = "\n".join(["start", *drawn])
        about = shown, "", HOW_MANY, many, mistakes, solution, many, shown.domains
        off = abs(many - wanted) // 3
        yield Question(trace, *about, figure=figure, off=off, more=ENDS_SOLVED)


@Kind("graph", "the constraint graph", few=True)
def graph(source: Source) -> Iterator[Question]:
    """The constraint graph of the unassigned cells, to draw: how many edges it has."""
    for at in source.looks(lambda at: at.accepted and len(at.after.free) in FREE):
        shown, free = at.after, at.after.free
        pairs = [one for one in at.trace.puzzle.pairs if {one.cell, one.other} & {*free}]
        edges = [one for one in pairs if {one.cell, one.other} <= {*free}]
        many, signs = len(edges), sum(one.relation != "≠" for one in edges)
        if many not in EDGES:
            continue
        to = [(edge.cell, f"{edge.other} ({edge.relation})") for edge in edges]
        lines = (f"{x}: {', '.join(told for cell, told in to if cell == x)}" for x in free)
        mistakes = [
            ("looks at signs only", signs),
            ("looks at cells that touch only", sum(touch(one.cell, one.other) for one in edges)),
            ("takes assigned cells for nodes", len(pairs)),
            ("counts each edge from both ends", 2 * many),
            ("counts a sign besides the ≠", many + signs),
            ("counts the nodes", len(free)),
        ]
        told = [f"the edges: {'; '.join(map(str, edges))}", f"these are {many}"]
        asks = (
            "Draw the constraint graph of the unassigned cells: a node for each of them, an edge "
            "for each constraint between two of them. How many edges does it have?"
        )
        about = many, mistakes, told, many, free
        yield Question(at.trace, shown, "", asks, *about, figure="\n".join(lines))


FILL_IN = (
    "Fill in the table: a row for each value that is tried, until the solution. What stands in "
    "each row?"
)
COLUMNS = ("row", "value tried", "checks of its look", "domains that change", "how the look ends")


@Kind("trace_table", "a whole run as a table", "search", **SMALL)
def trace_table(source: Source) -> Iterator[Question]:
    """A table to fill in over a whole run: assignments, domains after each, counters."""
    for trace, shown, nodes in _whole_run(source):
        tried = [TriedValue(trace, node) for node in nodes]
        if not all(at.repeats for at in tried):
            continue
        rows = {f"row {number}": _write_row(at) for number, at in enumerate(tried, 1)}
        missed = [row.replace("| fails", "| survives") for row in rows.values()]
        asked = {"options": tuple(sorted({*rows.values(), *missed}))}
        told = [trace.reason(node.first) for node in nodes]
        about = shown, "", FILL_IN, rows, (), told, len(nodes), shown.domains, asked
        yield Question(trace, *about, columns=COLUMNS, more=ENDS_SOLVED)


def _write_row(at: TriedValue) -> str:
    left = (f"{cell} {write_domain(at.after.domains[cell])}" for cell in at.removes)
    changed, end = "; ".join(left) or "none", ENDS.get(at.node.kind, "survives")
    return f"{_write_node(at.node)} | {at.checks} | {changed} | {end}"


UNTOLD, MOVED = (Verb.CHECK, Verb.ACCEPT), (Verb.PRUNE, Verb.RESTORE, Verb.BACKTRACK)


@Kind("drive", "a search that you drive", "search", select="reading mrv", driven=True)
def drive(source: Source) -> Iterator[Question]:
    """A whole search, for the learner to drive: which values it tries."""
    for trace in source.runs(int(source.most)):  # a node takes two moves or more
        nodes, chosen = [*trace.tree][1:], trace.run.settings.select != "reading"
        if trace.outcome == "limit" or not nodes:
            continue
        verbs = Counter(trace.recorder.verbs[nodes[0].first - 1 :])
        steps = range(nodes[0].first, len(trace) + 1)
        told = [trace.reason(at) for at in steps if trace.event(at).verb not in UNTOLD]
        # The end of a look is a move, too; what a jump skips goes with it.
        moves = 2 * len(nodes) + sum(verbs[verb] for verb in MOVED) - verbs[Verb.SKIP]
        moves += chosen * len({node.parent for node in nodes})
        shown, tried = TriedValue(trace, nodes[0]).before, [*map(_write_node, nodes)]
        now = "You are the search, until it ends: each move is yours."
        asks = "What does the search do, move by move?"
        yield Question(trace, shown, now, asks, tried, (), told, moves, shown.domains)
