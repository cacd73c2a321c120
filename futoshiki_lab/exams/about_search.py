"""Questions about the way of a search: the next node, dead ends, jumps, several at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from futoshiki_lab.core import Cell, Verb
from futoshiki_lab.exams import misconceptions as wrong
from futoshiki_lab.exams.definitions import AC3, describe_state, list_givens, write_domain
from futoshiki_lab.exams.items import Answer, Shown
from futoshiki_lab.exams.moments import (
    GONE,
    Draft,
    LookMoment,
    Source,
    Visit,
    compare,
    find_begin,
    show,
)
from futoshiki_lab.trace import Node, Trace

NOT_YET = "The board shows the values left in every cell before anything is restored."
LOST = range(1, 10)  # values that a look removes in a question of several parts

Tried = tuple[str, Cell | None, Sequence[int]]  # a misconception, and the values that it would try


# -- the next node ---------------------------------------------------------------------------------


def next_node(source: Source) -> Iterator[Draft]:
    """Which value of which cell is tried after a value that has survived."""
    for at, follower in _follow(source, "reading", "mrv", "mrv"):
        if at.accepted and follower.parent == at.node.number:
            yield _ask_next(
                at,
                follower,
                f"{describe_state(at.after)} `{at.node.label}` has just been tried, and survives "
                "its look.",
                _list_wrong_followers(at, follower.cell),
                (at.end, follower.first),
                moves=len(at.after.free),
                cells=at.after.free,
            )


def dead_end(source: Source) -> Iterator[Draft]:
    """Which value of which cell is tried after a value that has failed."""
    for at, follower in _follow(source, "reading", "mrv"):
        path = _find_path(at)
        jumps = at.settings.jump and follower.cell != at.cell  # earlier failures decide, not shown
        if at.accepted or jumps or at.settings.algorithm == "gac":
            continue
        told = ", ".join(
            f"{node.cell} = {node.value} of {write_domain(domain)}" for node, domain in path
        )
        steps = range(at.end, follower.first + 1)
        yield _ask_next(
            at,
            follower,
            f"{list_givens(at.after)} The cells that the search has assigned, in this order, "
            f"each with the domain that it had when it was selected: {told}. "
            f"The look at `{at.node.label}` has just failed. {NOT_YET}",
            _list_wrong_returns(at, path),
            steps,
            moves=len(steps) - 1,
            cells=[node.cell for node, _ in path if node.cell],
        )


def _follow(source: Source, *selects: str) -> Iterator[tuple[LookMoment, Node]]:
    """Looks of one search, each with the node that comes next."""
    look = source.one_of("bt", "fc", "mac")
    select = ("reading",) if look == "bt" else selects
    for at in source.looks(look=(look,), select=select):
        if at.follower and at.settings.order != "random":
            yield at, at.follower


def _ask_next(
    at: LookMoment,
    follower: Node,
    text: str,
    mistakes: Iterable[Tried],
    steps: Iterable[int],
    moves: int,
    cells: Iterable[Cell],
) -> Draft:
    return Draft(
        at.trace,
        text,
        at.after,
        "Which value of which cell is tried next?",
        f"{follower.cell} = {follower.value}",
        _write_tried(mistakes),
        [at.trace.reason(step) for step in steps],
        moves,
        cells,
        about=("search",),
        asked=at.asked,
    )


def _write_tried(mistakes: Iterable[Tried]) -> list[tuple[str, Answer]]:
    return [(name, f"{cell} = {tried[0]}") for name, cell, tried in mistakes if tried]


def _list_wrong_followers(at: LookMoment, right: Cell | None) -> list[Tried]:
    assert right is not None
    shown, domains = at.after, at.after.domains
    first = shown.free[0]
    fewest = min(shown.free, key=lambda cell: len(domains[cell]))
    most = max(shown.free, key=lambda cell: len(domains[cell]))
    older = at.trace.state(at.node.first - 1).domains[at.cell]
    return [
        (
            "all values of a cell are tried before the next cell",
            at.cell,
            [value for value in older if value > at.node.value],
        ),
        (
            "removed values are tried too",
            right,
            [value for value in shown.puzzle.values if value not in domains[right]],
        ),
        ("the largest value comes first", right, domains[right][-1:]),
        (wrong.READING, first, domains[first]),
        ("the cell with the fewest values comes first", fewest, domains[fewest]),
        (wrong.LARGEST, most, domains[most]),
        ("the search goes on with the last cell", shown.free[-1], domains[shown.free[-1]]),
    ]


Path = list[tuple[Node, tuple[int, ...]]]


def _find_path(at: LookMoment) -> Path:
    """The nodes from the first cell to here, each with the values that its cell had."""
    tree, found = at.trace.tree(), []
    for node in tree.path(at.node.number)[1:]:
        first = tree[tree[node.parent].children[0]]
        found.append((node, at.trace.state(first.first - 1).domains[node.cell]))
    return found


def _list_wrong_returns(at: LookMoment, path: Path) -> Iterator[Tried]:
    def later(node: Node, domain: tuple[int, ...]) -> list[int]:
        return [value for value in domain if value > node.value]

    node, domain = path[-1]
    if len(path) > 1:
        first, before = path[0][0], path[-2][0]
        name = "after a dead end the cell before gets another value at once"
        yield name, before.cell, later(*path[-2])
        yield "the search begins again", first.cell, later(*path[0])
        yield "the search begins again with the same value", first.cell, [first.value]
        yield "the cell before tries its value again", before.cell, [before.value]
    left = later(node, domain)
    if left:
        yield "the largest value comes next", node.cell, left[-1:]
    else:
        unused = [value for value in at.trace.puzzle.values if value not in domain]
        yield "removed values are tried too", node.cell, unused
        yield "a cell begins again with its values", node.cell, domain
    going = next((cell for cell in at.after.free if at.after.domains[cell]), None)
    if going:
        name = "a value that fails stays, and the next cell follows"
        yield name, going, at.after.domains[going]
    yield "a value that fails is tried once more", node.cell, [node.value]


# -- several parts on one state --------------------------------------------------------------------


def state(source: Source) -> Iterator[Draft]:
    """What is removed? Is there a wipe-out? What is next? Would arc consistency have seen it?"""
    for at in source.looks(
        look=("fc",), select=("reading", "mrv"), keep=lambda at: len(at.watched.because) in LOST
    ):
        follower, settings = at.follower, at.settings
        where = at.node.number if at.accepted else at.node.parent
        if follower is None or follower.parent != where or settings.order == "random":
            continue
        before = show(at.trace, at.node.first - 1)
        if len(before.inner_arcs) > source.most:
            continue
        domain = write_domain(before.domains[at.cell])
        text = (
            f"{describe_state(at.shown)} `{at.node.label}` has just been assigned, of {domain}; "
            "the look comes next."
        )
        asked = _list_parts(at, follower, before)
        parts = [
            Draft(
                at.trace,
                text,
                at.shown,
                asks,
                answer,
                mistakes,
                solution,
                moves=moves,
                cells=at.shown.free,
                about=("search",),
                rules=(AC3,),
                asked={**at.asked, "part": letter},
                least=1,
            )
            for letter, (asks, answer, mistakes, solution, moves) in zip("abcd", asked, strict=True)
        ]
        whole = " ".join(f"{part.asked['part']}) {part.asks}" for part in parts)
        yield replace(parts[0], asks=whole, answer="", wrong=(), least=0, parts=parts, solution=())


def _list_parts(
    at: LookMoment, follower: Node, before: Shown
) -> Iterator[tuple[str, Answer, list[tuple[str, Answer]], list[str], int]]:
    """Each part: what it asks, its answer, the wrong ones, the worked solution, the moves."""
    wiped = [str(cell) for cell in at.shown.free if not at.after.domains[cell]]
    changed = sorted(at.shown.free, key=lambda cell: (cell not in at.watched.removes, cell))
    yield (
        "Which values does the look remove, and from which cells?",
        at.watched.removes,
        [*wrong.mistake_look(at), (wrong.NOTHING, {})],
        at.tell(*GONE),
        len(at.watched.steps),
    )
    yield (
        "Does the look end with a wipe-out? If so, in which cell?",
        wiped[0] if wiped else "no",
        [
            ("a domain that shrinks is not empty", "no"),
            *(("a cell that loses values is wiped out", str(cell)) for cell in changed),
        ],
        at.watched.tell(Verb.WIPE_OUT) or ["every domain keeps a value"],
        1,
    )
    mistakes = (
        _list_wrong_followers(at, follower.cell)
        if at.accepted
        else [*_list_wrong_returns(at, _find_path(at))]
    )
    yield (
        "Which value of which cell is tried next?",
        f"{follower.cell} = {follower.value}",
        _write_tried(mistakes),
        [at.trace.reason(follower.first)],
        len(at.after.free),
    )
    watched = wrong.run_ac3(before, before.inner_arcs)
    gone = at.node.value in watched.removes.get(at.cell, ())
    seen = gone or not watched.passed
    ways = [
        ("a wipe-out is seen by forward checking only", "no"),
        ("arc consistency sees every dead end", "yes"),
    ]
    yield (
        f"Before {at.node.label} was tried: would AC-3 over the arcs (X, Y) between unassigned "
        f"neighbours have removed {at.node.value} from {at.cell}, or emptied a domain?",
        "yes" if seen else "no",
        [*ways],
        watched.tell(*GONE) or ["AC-3 removes nothing"],
        len(watched.steps),
    )


# -- jumping back ----------------------------------------------------------------------------------


def jump(source: Source) -> Iterator[Draft]:
    """Where conflict-directed backjumping goes when all values of a cell have failed."""
    for visit in source.visits(look=("bt", "fc"), jump=True):
        trace, above, nodes = visit.trace, visit.first.parent, visit.nodes
        path = trace.tree().path(above)[1:]
        tried = len(nodes) == len(visit.shown.domains[visit.cell])
        if (
            not tried
            or len(path) < 2
            or any(one.kind != "failure" or not one.last for one in nodes)
        ):
            continue
        blamed = trace.blame.in_order(trace.blame.visits[above].sets[-1], above)
        if not blamed or blamed[-1] == path[-1].cell:
            continue
        shown = replace(visit.shown, mark=visit.cell, weights={})
        yield Draft(
            trace,
            f"{describe_state(shown)} Now {visit.cell} is selected; each value of its domain is "
            "tried, and each fails in its look. What a look changes is undone before the next "
            "value is tried.",
            shown,
            "To which cell does the search jump?",
            blamed[-1],
            _list_wrong_jumps(visit, path, blamed),
            [
                *_explain_loss(trace, visit.first.first - 1, visit.cell),
                *_explain_blame(trace, nodes, above),
                f"the conflict set: {_join(blamed)}; the last one is {blamed[-1]}",
            ],
            moves=(nodes[-1].last or 0) - visit.first.first + 1,
            cells=shown.domains,
            about=("search",),
            asked={"cell": visit.cell},
        )


def _list_wrong_jumps(
    visit: Visit, path: list[Node], blamed: tuple[Cell, ...]
) -> Iterator[tuple[str, Cell]]:
    puzzle, cells = visit.trace.puzzle, [node.cell for node in path]
    lines = [cell for cell in cells if cell in puzzle.neighbours[visit.cell]]
    signs = [cell for cell in cells if cell in puzzle.sign_neighbours[visit.cell]]
    for name, found in (
        ("a search goes back to the cell before", cells[-1:]),
        ("to blame is the last cell in the same line", lines[-1:]),
        ("the search jumps to the first cell to blame", blamed[:1]),
        ("the search begins again with the first cell", cells[:1]),
        ("to blame is the last cell with a sign to it", signs[-1:]),
        ("a jump goes back two cells", cells[-2:-1]),
        ("a jump passes the cell to blame", cells[: cells.index(blamed[-1])][-1:]),
        (
            "a jump goes to the cell after the one to blame",
            cells[cells.index(blamed[-1]) + 1 :][:1],
        ),
    ):
        yield from ((name, cell) for cell in found if cell)


def _explain_loss(trace: Trace, step: int, cell: Cell) -> Iterator[str]:
    """Why a cell lacks the values that it has lost since the search began, a sentence each."""
    begin = find_begin(trace) or 0
    for value in compare(trace.state(begin).domains, trace.state(step).domains).get(cell, ()):
        events = (trace.event(at) for at in trace.steps("prune") if begin < at <= step)
        found = [one for one in events if (one.cell, one.value) == (cell, value)]
        if found:
            yield f"{cell} lacks {value} because of {found[-1].other}: {found[-1].constraint}"


def _explain_blame(trace: Trace, nodes: list[Node], above: int) -> Iterator[str]:
    for node in nodes:
        at = LookMoment(trace, node)
        yield from at.tell(*GONE)
        if at.watched.tell(Verb.WIPE_OUT):
            wiped = next(cell for cell in at.shown.free if not at.after.domains[cell])
            yield from _explain_loss(trace, at.end, wiped)
        else:
            yield at.trace.reason(at.end)
        blamed = trace.blame.in_order(trace.blame.of_node[node.number] - {node.cell}, above)
        yield f"to blame for {node.label}: {_join(blamed)}"


def _join(cells: tuple[Cell, ...]) -> str:
    return ", ".join(map(str, cells)) or "no cell"
