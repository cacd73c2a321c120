"""Questions about the way of a search: the next node, dead ends, jumps, and whole trees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from futoshiki_lab.core import Cell
from futoshiki_lab.exams.definitions import (
    LOOKS,
    SELECTIONS,
    define_look,
    describe,
    list_givens,
    write_domain,
)
from futoshiki_lab.exams.moments import (
    GONE,
    Draft,
    LookMoment,
    Source,
    Visit,
    find_begin,
    show,
    visits,
)
from futoshiki_lab.trace import Node, Trace

DEPTH_FIRST = (
    "Depth-first search: it selects a cell and tries the values of its domain at that moment, in "
    "ascending order. Each value that is tried is a node; its look follows. If the value survives, "
    "the search selects the next cell. If it fails, or if nothing was found below it, all that it "
    "changed is restored, and the next value is tried. When a cell has no value left to try, the "
    "search goes back to the cell before it, in the order of assignment."
)
BLAME = (
    "Conflict-directed backjumping keeps a conflict set for the cell: the cells that the search "
    "has assigned and whose looks removed values that the domain of the cell lacks, and for each "
    "value that failed the cells to blame for its look, without the cell itself. {} Givens, and "
    "what was removed while they were placed, have nobody to blame. The search jumps to the cell "
    "of the conflict set that was assigned last."
)
WHOM = {
    "bt": "To blame is the other cell of the constraint that was violated.",
    "fc": "To blame are the cells whose looks removed the values that the wiped-out cell lost.",
}
NOT_YET = "The board shows the values left in every cell before anything is restored."
TREE = (3, 14)  # how many nodes a tree to draw has

Tried = tuple[str, Cell | None, Sequence[int]]  # a misconception, and the values that it would try


def _define_search(trace: Trace) -> tuple[str, ...]:
    """How the search goes on."""
    settings = trace.run.settings
    return (DEPTH_FIRST, SELECTIONS[settings.select], *define_look(settings.algorithm))


# -- the next node ---------------------------------------------------------------------------------


def next_node(source: Source) -> Iterator[Draft]:
    """Which value of which cell is tried after a value that has survived."""
    for at, follower in _follow(source, "reading", "mrv", "mrv"):
        if at.accepted and follower.parent == at.node.number:
            free = at.after.free
            yield _ask_next(
                at,
                follower,
                f"{describe(at.after)} `{at.node.label}` has just been tried, and survives its "
                "look.",
                _list_wrong_followers(at, follower.cell),
                (at.steps.stop, follower.first),
                moves=len(free),
                values=at.after.count_values(free),
            )


def dead_end(source: Source) -> Iterator[Draft]:
    """Which value of which cell is tried after a value that has failed."""
    for at, follower in _follow(source, "reading", "mrv"):
        if not at.accepted:
            path = _find_path(at)
            told = ", ".join(
                f"{node.cell} = {node.value} of {write_domain(domain)}" for node, domain in path
            )
            steps = range(at.steps[-1], follower.first + 1)
            yield _ask_next(
                at,
                follower,
                f"{list_givens(at.after)} The cells that the search has assigned, in this order, "
                f"each with the domain that it had when it was selected: {told}. "
                f"The look at `{at.node.label}` has just failed. {NOT_YET}",
                _list_wrong_returns(at, path),
                steps,
                moves=len(steps) - 1,
                values=sum(len(domain) for _, domain in path),
            )


def _follow(source: Source, *selects: str) -> Iterator[tuple[LookMoment, Node]]:
    """Looks of one search, each with the node that comes next."""
    look = source.one_of("bt", "fc", "mac")
    select = source.one_of(*(["reading"] if look == "bt" else selects))
    for at in source.looks(look, select=select):
        tree = at.trace.tree()
        if at.node.number + 1 < len(tree):
            yield at, tree[at.node.number + 1]


def _ask_next(
    at: LookMoment,
    follower: Node,
    text: str,
    wrong: Iterable[Tried],
    steps: Iterable[int],
    moves: int,
    values: int,
) -> Draft:
    return Draft(
        at.trace,
        text,
        _define_search(at.trace),
        "Which value of which cell is tried next?",
        f"{follower.cell} = {follower.value}",
        [(name, f"{cell} = {tried[0]}") for name, cell, tried in wrong if tried],
        at.after,
        [at.trace.reason(step) for step in steps],
        moves,
        values,
        at.asked,
    )


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
        ("the search goes on in reading order", first, domains[first]),
        ("the cell with the fewest values comes first", fewest, domains[fewest]),
        ("the cell with the most values comes first", most, domains[most]),
    ]


Path = list[tuple[Node, tuple[int, ...]]]


def _find_path(at: LookMoment) -> Path:
    """The nodes from the first cell to here, each with the values that its cell had."""
    tree, found = at.trace.tree(), []
    for node in tree.path(at.node.number)[1:]:
        assert node.cell is not None
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


# -- jumping back ----------------------------------------------------------------------------------


def jump(source: Source) -> Iterator[Draft]:
    """Where conflict-directed backjumping goes when all values of a cell have failed."""
    look = source.one_of("bt", "fc")
    trace = source.run(look, "reading")
    tree = trace.tree()
    for visit in source.some(visits(trace)):
        above = tree[visit.first.parent]
        children = [tree[number] for number in above.children]
        if len(children) != len(visit.shown.domains[visit.cell]) or above.depth < 2:
            continue
        if any(node.kind != "failure" or not node.last for node in children):
            continue
        target, path = trace.blame.jump_to(above.number), tree.path(above.number)[1:]
        if target is None or target == path[-1].cell:
            continue
        blamed = trace.blame.in_order(trace.blame.visits[above.number].sets[-1], above.number)
        yield Draft(
            trace,
            f"{describe(visit.shown)} Now {visit.cell} is selected; each value of its domain is "
            "tried, and each fails in its look. What a look changes is undone before the next "
            "value is tried.",
            (LOOKS[look], BLAME.format(WHOM[look])),
            "To which cell does the search jump?",
            answer=target,
            wrong=_list_wrong_jumps(visit, path, blamed),
            shown=replace(visit.shown, mark=visit.cell),
            solution=[
                *_explain_blame(trace, children, above.number),
                f"the conflict set: {_join(blamed)}; the last one is {target}",
            ],
            moves=(children[-1].last or 0) - visit.first.first + 1,
            values=visit.shown.count_values(visit.shown.domains),
            asked={"cell": visit.cell},
        )


def _list_wrong_jumps(
    visit: Visit, path: list[Node], blamed: tuple[Cell, ...]
) -> Iterator[tuple[str, Cell]]:
    puzzle, cells = visit.trace.puzzle, [node.cell for node in path if node.cell]
    lines = [cell for cell in cells if cell in puzzle.neighbours[visit.cell]]
    signs = [cell for cell in cells if cell in puzzle.sign_neighbours[visit.cell]]
    for name, found in (
        ("a search goes back to the cell before", cells[-1:]),
        ("to blame is the last cell in the same line", lines[-1:]),
        ("the search jumps to the first cell to blame", blamed[:1]),
        ("the search begins again with the first cell", cells[:1]),
        ("to blame is the last cell with a sign to it", signs[-1:]),
        ("a jump goes back two cells", cells[-2:-1]),
    ):
        yield from ((name, cell) for cell in found)


def _explain_blame(trace: Trace, children: list[Node], above: int) -> Iterator[str]:
    for node in children:
        at = LookMoment(trace, node)
        yield from at.tell(*GONE)
        if at.look == "bt":
            yield trace.reason(at.steps[-1])
        blamed = trace.blame.in_order(trace.blame.of_node[node.number] - {node.cell}, above)
        yield f"to blame for {node.label}: {_join(blamed)}"


def _join(cells: tuple[Cell, ...]) -> str:
    return ", ".join(map(str, cells)) or "no cell"


# -- whole trees -----------------------------------------------------------------------------------


def tree(source: Source) -> Iterator[Draft]:
    """The search tree to the first solution, to draw: how many nodes it has."""
    trace = source.run(source.one_of("bt", "fc"), "reading", nodes=TREE[1])
    begin, nodes = find_begin(trace), list(trace.tree())[1:]
    failures = sum(node.kind == "failure" for node in nodes)
    if trace.outcome != "solved" or begin is None or failures < 2:
        return
    if not TREE[0] <= len(nodes) <= TREE[1]:
        return
    shown = show(trace, begin)
    ends = {"failure": "fails", "solution": "the solution"}
    told = [ends.get(node.kind, "survives") for node in nodes]
    drawn = (
        f"{'   ' * node.depth}{node.label}: {end}" for node, end in zip(nodes, told, strict=True)
    )
    yield Draft(
        trace,
        f"{describe(shown)} It ends with the first solution.",
        _define_search(trace),
        "Draw the search tree to the first solution. How many nodes has it, without the root?",
        answer=len(nodes),
        wrong=[
            ("the root is counted", len(nodes) + 1),
            ("values that fail are not counted", len(nodes) - failures),
            ("only values that fail are counted", failures),
            ("every cell is counted once", len({node.cell for node in nodes})),
            ("the givens are counted", len(nodes) + len(shown.puzzle.givens)),
        ],
        shown=shown,
        solution=[
            f"{trace.reason(node.first)}: {end}" for node, end in zip(nodes, told, strict=True)
        ],
        moves=len(nodes),
        values=shown.count_values(shown.domains),
        figure="\n".join(["start", *drawn]),
    )
