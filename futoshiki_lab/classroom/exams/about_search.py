"""Questions about the way of a search: the next node, dead ends, jumps, whole runs, graphs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from futoshiki_lab.classroom.exams.about_looks import mistake_look, run_ac3, touch
from futoshiki_lab.classroom.exams.drafts import Draft, list_givens, write_domain
from futoshiki_lab.classroom.exams.items import Answer
from futoshiki_lab.classroom.exams.moments import GONE, Moment, Shown, Source, compare
from futoshiki_lab.core import Cell, Verb
from futoshiki_lab.trace import Node, Trace

LOST = range(1, 10)  # values that a look removes in a question of several parts

Tried = tuple[str, Cell | None, Sequence[int]]  # a misconception, and the values that it would try
Wrong = list[tuple[str, Answer]]
Part = tuple[Answer, Wrong, list[str], int]


# -- the next node ---------------------------------------------------------------------------------


def next_node(source: Source) -> Iterator[Draft]:
    """Which value of which cell is tried after a value that has survived."""
    for at, follower in _follow(source, "reading mrv mrv"):
        if at.accepted and follower.parent == at.node.number:
            mistakes, free = _write_tried(_list_wrong_followers(at, follower.cell)), at.after.free
            told = [at.trace.reason(step) for step in (at.end, follower.first)]
            right, moves = _write_node(follower), len(free)
            yield Draft(at.trace, at.after, right, mistakes, told, moves, free, at.asked)


def dead_end(source: Source) -> Iterator[Draft]:
    """Which value of which cell is tried after a value that has failed."""
    for at, follower in _follow(source, "reading mrv"):
        path = _find_path(at)
        jumps = at.settings.jump and follower.cell != at.cell  # earlier failures decide, not shown
        if at.accepted or jumps or at.settings.algorithm == "gac":
            continue
        came = (f"{_write_node(node)} of {write_domain(domain)}" for node, domain in path)
        words = {"givens": list_givens(at.after), "path": ", ".join(came)}
        mistakes, right = _write_tried(_list_wrong_returns(at, path)), _write_node(follower)
        told = [at.trace.reason(step) for step in range(at.end, follower.first + 1)]
        moves, cells = len(told) - 1, [node.cell for node, _ in path if node.cell]
        yield Draft(at.trace, at.after, right, mistakes, told, moves, cells, at.asked, words)


def _follow(source: Source, selects: str) -> Iterator[tuple[Moment, Node]]:
    """Looks of one search, each with the node that comes next."""
    look = source.one_of("bt", "fc", "mac")
    form = {**source.form, "look": look, "select": "reading" if look == "bt" else selects}
    for at in replace(source, form=form).looks():
        if at.follower and at.settings.order != "random":
            yield at, at.follower


def _write_node(node: Node) -> str:
    return f"{node.cell} = {node.value}"


def _write_tried(mistakes: Iterable[Tried]) -> Wrong:
    return [(name, f"{cell} = {tried[0]}") for name, cell, tried in mistakes if tried]


def _list_wrong_followers(at: Moment, right: Cell | None) -> Iterable[Tried]:
    assert right is not None
    shown, domains = at.after, at.after.domains
    first, last = shown.free[0], shown.free[-1]
    fewest = min(shown.free, key=lambda cell: len(domains[cell]))
    most = max(shown.free, key=lambda cell: len(domains[cell]))
    older = at.before.domains[at.cell]
    gone = [value for value in shown.puzzle.values if value not in domains[right]]
    return [
        ("whole cell", at.cell, [value for value in older if value > at.node.value]),
        ("removed", right, gone),
        ("descending", right, domains[right][-1:]),
        ("reading", first, domains[first]),
        ("smallest domain", fewest, domains[fewest]),
        ("most", most, domains[most]),
        ("last cell", last, domains[last]),
    ]


Path = list[tuple[Node, tuple[int, ...]]]


def _find_path(at: Moment) -> Path:
    """The nodes from the first cell to here, each with the values that its cell had."""
    tree, found = at.trace.tree(), []
    for node in tree.path(at.node.number)[1:]:
        first = tree[tree[node.parent].children[0]]
        found.append((node, at.trace.state(first.first - 1).domains[node.cell]))
    return found


def _list_wrong_returns(at: Moment, path: Path) -> Iterable[Tried]:
    def later(node: Node, domain: tuple[int, ...]) -> list[int]:
        return [value for value in domain if value > node.value]

    node, domain = path[-1]
    if len(path) > 1:
        first, before = path[0][0], path[-2][0]
        yield "at once", before.cell, later(*path[-2])
        yield "again", first.cell, later(*path[0])
        yield "again same", first.cell, [first.value]
        yield "before again", before.cell, [before.value]
    left = later(node, domain)
    if left:
        yield "largest next", node.cell, left[-1:]
    else:
        unused = [value for value in at.trace.puzzle.values if value not in domain]
        yield "removed", node.cell, unused
        yield "cell again", node.cell, domain
    going = next((cell for cell in at.after.free if at.after.domains[cell]), None)
    if going:
        yield "stays", going, at.after.domains[going]
    yield "once more", node.cell, [node.value]


# -- several parts on one state --------------------------------------------------------------------


def state(source: Source) -> Iterator[Draft]:
    """What is removed? Is there a wipe-out? What is next? Would arc consistency have seen it?"""
    for at in source.looks(lambda at: len(at.watched.because) in LOST):
        follower, free = at.follower, at.shown.free
        where = at.node.number if at.accepted else at.node.parent
        if follower is None or follower.parent != where or at.settings.order == "random":
            continue
        if len(at.before.inner_arcs) > source.most:
            continue
        words = {"domain": write_domain(at.before.domains[at.cell])}
        parts = {
            letter: Draft(at.trace, at.shown, *part, free, {**at.asked, "part": letter}, words)
            for letter, part in zip("abcd", _list_parts(at, follower), strict=True)
        }
        yield replace(parts["a"], answer="", wrong=(), parts=parts, solution=())


def _list_parts(at: Moment, follower: Node) -> Iterator[Part]:
    """Of each part: its answer, the wrong ones, the worked solution, the moves."""
    removes, free, domains = at.watched.removes, at.shown.free, at.after.domains
    mistakes: Wrong = [*mistake_look(at), ("nothing", {})]
    yield removes, mistakes, at.tell(*GONE), len(at.watched.steps)

    wiped = next((str(cell) for cell in free if not domains[cell]), "no")
    changed = sorted(free, key=lambda cell: (cell not in removes, cell))
    mistakes = [("shrinks", "no"), *(("loses", str(cell)) for cell in changed)]
    yield wiped, mistakes, at.watched.tell(Verb.WIPE_OUT) or ["every domain keeps a value"], 1

    tried = _list_wrong_returns(at, _find_path(at))
    if at.accepted:
        tried = _list_wrong_followers(at, follower.cell)
    told = [at.trace.reason(follower.first)]
    yield _write_node(follower), _write_tried(tried), told, len(at.after.free)

    watched = run_ac3(at.before, at.before.inner_arcs)
    gone = at.node.value in watched.removes.get(at.cell, ())
    seen = "yes" if gone or not watched.passed else "no"
    told = watched.tell(*GONE) or ["AC-3 removes nothing"]
    yield seen, [("ahead only", "no"), ("sees all", "yes")], told, len(watched.steps)


# -- jumping back ----------------------------------------------------------------------------------


def jump(source: Source) -> Iterator[Draft]:
    """Where conflict-directed backjumping goes when all values of a cell have failed."""
    for at in source.visits():
        trace, above, cell, blame = at.trace, at.node.parent, at.cell, at.trace.blame
        path = [node.cell for node in trace.tree().path(above) if node.cell]
        failed = all(one.kind == "failure" and one.last for one in at.tried)
        last = at.tried[-1].last
        if len(path) < 2 or not failed or not last or len(at.tried) < len(at.before.domains[cell]):
            continue
        blamed = blame.in_order(blame.visits[above].sets[-1], above)
        if not blamed or blamed[-1] == path[-1]:
            continue
        solution = [*_explain_loss(trace, at.node.first - 1, cell), *_explain_blame(at)]
        solution.append(f"the conflict set: {_join(blamed)}; the last one is {blamed[-1]}")
        shown, asked = replace(at.before, mark=cell, weights={}), {"cell": cell}
        mistakes, moves = _list_wrong_jumps(at, path, blamed), last - at.node.first + 1
        yield Draft(trace, shown, blamed[-1], mistakes, solution, moves, shown.domains, asked)


def _list_wrong_jumps(at: Moment, cells: list[Cell], blamed: tuple[Cell, ...]) -> Wrong:
    puzzle, to = at.trace.puzzle, cells.index(blamed[-1])
    found = {
        "cell before": cells[-1:],
        "same line": [cell for cell in cells if cell in puzzle.neighbours[at.cell]][-1:],
        "first blamed": blamed[:1],
        "first again": cells[:1],
        "last sign": [cell for cell in cells if cell in puzzle.sign_neighbours[at.cell]][-1:],
        "two back": cells[-2:-1],
        "passes": cells[:to][-1:],
        "short": cells[to + 1 :][:1],
    }
    return [(name, cell) for name, jumped_to in found.items() for cell in jumped_to]


def _explain_loss(trace: Trace, step: int, cell: Cell) -> Iterator[str]:
    """Why a cell lacks the values that it has lost since the search began, a sentence each."""
    begin = trace.tree()[1].first - 1
    for value in compare(trace.state(begin).domains, trace.state(step).domains).get(cell, ()):
        events = (trace.event(at) for at in trace.steps("prune") if begin < at <= step)
        found = [one for one in events if (one.cell, one.value) == (cell, value)]
        if found:
            yield f"{cell} lacks {value} because of {found[-1].other}: {found[-1].constraint}"


def _explain_blame(visit: Moment) -> Iterator[str]:
    trace, above = visit.trace, visit.node.parent
    for node in visit.tried:
        at = Moment(trace, node)
        yield from at.tell(*GONE)
        if at.watched.tell(Verb.WIPE_OUT):
            wiped = next(cell for cell in at.shown.free if not at.after.domains[cell])
            yield from _explain_loss(trace, at.end, wiped)
        else:
            yield trace.reason(at.end)
        blamed = trace.blame.in_order(trace.blame.of_node[node.number] - {node.cell}, above)
        yield f"to blame for {node.label}: {_join(blamed)}"


def _join(cells: tuple[Cell, ...]) -> str:
    return ", ".join(map(str, cells)) or "no cell"


# -- whole runs, and what is to be drawn ----------------------------------------------------------

TREE = range(3, 15)  # how many nodes a tree to draw has, or a table to fill in
FREE, EDGES = range(4, 9), range(4, 16)  # unassigned cells of a constraint graph, and its edges

ENDS = {"failure": "fails", "solution": "the solution"}


def _whole_run(source: Source) -> Iterator[tuple[Trace, Shown, list[Node]]]:
    """A search that ends with a solution after so many nodes, two of them failures."""
    for trace in source.runs(TREE.stop - 1):
        found, settings = [*trace.tree()][1:], trace.run.settings
        small = len(found) in TREE and sum(node.kind == "failure" for node in found) > 1
        known = settings.order != "random" and settings.sought == 1
        if small and known and found[-1].kind == "solution":  # a weak look lets others through
            yield trace, Moment(trace, found[0]).before, found


def tree(source: Source) -> Iterator[Draft]:
    """The search tree to the first solution, to draw: how many nodes it has."""
    for trace, shown, nodes in _whole_run(source):
        many, failures = len(nodes), sum(node.kind == "failure" for node in nodes)
        told = [(node, ENDS.get(node.kind, "survives")) for node in nodes]
        mistakes = [
            ("root", many + 1),
            ("no failures", many - failures),
            ("failures", failures),
            ("cells once", len({node.cell for node in nodes})),
            ("givens", many + len(shown.puzzle.givens)),
        ]
        solution = [f"{trace.reason(node.first)}: {end}" for node, end in told]
        drawn = [f"{'   ' * node.depth}{node.label}: {end}" for node, end in told]
        figure = "\n".join(["start", *drawn])
        yield Draft(trace, shown, many, mistakes, solution, many, shown.domains, figure=figure)


COLUMNS = ("row", "value tried", "checks of its look", "domains that change", "how the look ends")


def trace_table(source: Source) -> Iterator[Draft]:
    """A table to fill in over a whole run: assignments, domains after each, counters."""
    for trace, shown, nodes in _whole_run(source):
        moments = [Moment(trace, node) for node in nodes]
        if not all(at.repeats for at in moments):
            continue
        rows = {f"row {number}": _write_row(at) for number, at in enumerate(moments, 1)}
        missed = [row.replace("| fails", "| survives") for row in rows.values()]
        asked = {"options": tuple(sorted({*rows.values(), *missed}))}
        told, many, cells = [trace.reason(node.first) for node in nodes], len(nodes), shown.domains
        yield Draft(trace, shown, rows, (), told, many, cells, asked, columns=COLUMNS)


def _write_row(at: Moment) -> str:
    left = (f"{cell} {write_domain(at.after.domains[cell])}" for cell in at.watched.removes)
    changed, end = "; ".join(left) or "none", ENDS.get(at.node.kind, "survives")
    return f"{at.cell} = {at.node.value} | {at.watched.checks} | {changed} | {end}"


UNTOLD, MOVED = (Verb.CHECK, Verb.ACCEPT), (Verb.PRUNE, Verb.RESTORE, Verb.BACKTRACK)


def drive(source: Source) -> Iterator[Draft]:
    """A whole search, for the learner to drive: which values it tries."""
    for trace in source.runs(int(source.most)):  # a node takes two moves or more
        nodes, chosen = [*trace.tree()][1:], trace.run.settings.select != "reading"
        if trace.outcome == "limit" or not nodes:
            continue
        verbs = Counter(trace.recorder.verbs[nodes[0].first - 1 :])
        steps = range(nodes[0].first, len(trace) + 1)
        told = [trace.reason(at) for at in steps if trace.event(at).verb not in UNTOLD]
        # The end of a look is a move, too; what a jump skips goes with it.
        moves = 2 * len(nodes) + sum(verbs[verb] for verb in MOVED) - verbs[Verb.SKIP]
        moves += chosen * len({node.parent for node in nodes})
        shown, tried = Moment(trace, nodes[0]).before, [*map(_write_node, nodes)]
        yield Draft(trace, shown, tried, (), told, moves, shown.domains)


def graph(source: Source) -> Iterator[Draft]:
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
            ("only signs", signs),
            ("only touching", sum(touch(edge.cell, edge.other) for edge in edges)),
            ("assigned nodes", len(pairs)),
            ("both ends", 2 * many),
            ("sign and line", many + signs),
            ("nodes", len(free)),
        ]
        told = [f"the edges: {'; '.join(map(str, edges))}", f"these are {many}"]
        yield Draft(at.trace, shown, many, mistakes, told, many, free, figure="\n".join(lines))
