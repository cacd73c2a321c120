"""Questions about the way of a search: the next node, dead ends, jumps, and whole trees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from futoshiki_lab.core import Cell, Verb
from futoshiki_lab.exams.definitions import (
    CELLS,
    LOOKS,
    SELECTIONS,
    among,
    givens_of,
    paragraphs,
    rules_of,
    search_in_words,
    situation,
)
from futoshiki_lab.exams.moments import (
    LookMoment,
    Source,
    began,
    is_whole,
    settings_of,
    shown_at,
    visits,
)
from futoshiki_lab.exams.question import Difficulty, Draft, Shown
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


def text_of(trace: Trace, now: str) -> str:
    """The search and where it is."""
    settings = trace.run.settings
    return paragraphs(search_in_words(settings.algorithm, settings.select), now)


def rules_for(trace: Trace) -> tuple[str, ...]:
    """How the search goes on."""
    settings = trace.run.settings
    return (DEPTH_FIRST, SELECTIONS[settings.select], *rules_of(settings.algorithm), CELLS)


# -- the next node ---------------------------------------------------------------------------------


def next_node(source: Source) -> Iterator[Draft]:
    """Which value of which cell is tried after a value that has survived."""
    look = source.one_of("bt", "fc", "mac")
    selects = ["reading"] if look == "bt" else ["reading", "mrv", "mrv"]
    for at in source.looks(look, select=source.one_of(*selects)):
        follower = _after(at)
        if not at.accepted or follower is None or follower.parent != at.node.number:
            continue
        shown = _marked(at.after, at.node.cell)
        now = f"`{at.node.label}` has just been tried, and survives its look."
        yield Draft(
            text=text_of(at.trace, f"{situation(shown)} {now}"),
            rules=rules_for(at.trace),
            asks="Which value of which cell is tried next?",
            answer=_tried(follower),
            right=_tried(follower),
            wrong=_wrong_followers(at, shown, follower),
            shown=shown,
            asked=at.asked,
            solution=[at.trace.reason(step) for step in (at.steps.stop, follower.first)],
            difficulty=_to_compare(shown),
        )


def _tried(node: Node) -> str:
    return f"{node.cell} = {node.value}"


def _after(at: LookMoment) -> Node | None:
    """The node that follows."""
    tree = at.trace.tree()
    return tree[at.node.number + 1] if at.node.number + 1 < len(tree) else None


def _to_compare(shown: Shown) -> Difficulty:
    free = shown.free
    return Difficulty(len(free), sum(len(shown.domains[cell]) for cell in free))


def _wrong_followers(at: LookMoment, shown: Shown, right: Node) -> list[tuple[str, str]]:
    free = shown.free
    fewest = min(free, key=lambda cell: len(shown.domains[cell]))
    most = max(free, key=lambda cell: len(shown.domains[cell]))
    assert right.cell is not None
    domain = shown.domains[right.cell]
    pruned = [value for value in shown.puzzle.values if value not in domain]
    older = at.trace.state(at.node.first - 1).domains
    assert at.node.cell is not None
    others = [value for value in older[at.node.cell] if value > at.node.value]
    wrong: list[tuple[str, Cell, Sequence[int]]] = [
        ("all values of a cell are tried before the next cell", at.node.cell, others)
    ]
    wrong += [("removed values are tried too", right.cell, pruned)]
    wrong += [("the largest value comes first", right.cell, [domain[-1]])]
    wrong += [("the search goes on in reading order", free[0], shown.domains[free[0]])]
    wrong += [("the cell with the fewest values comes first", fewest, shown.domains[fewest])]
    wrong += [("the cell with the most values comes first", most, shown.domains[most])]
    return [(name, f"{cell} = {values[0]}") for name, cell, values in wrong if values]


def _marked(shown: Shown, mark: Cell | None) -> Shown:
    return Shown(shown.puzzle, shown.values, shown.domains, mark)


# -- dead ends -------------------------------------------------------------------------------------


def dead_end(source: Source) -> Iterator[Draft]:
    """Which value of which cell is tried after a value that has failed."""
    look = source.one_of("bt", "fc", "mac")
    selects = ["reading"] if look == "bt" else ["reading", "mrv"]
    for at in source.looks(look, select=source.one_of(*selects)):
        follower = _after(at)
        if at.accepted or follower is None:
            continue
        path, last = _path(at.trace, at.node), at.steps[-1]
        now = f"{_in_words(path)} The look at `{at.node.label}` has just failed."
        steps = range(last + 1, follower.first + 1)
        yield Draft(
            text=text_of(at.trace, f"{givens_of(at.after)} {now} {NOT_YET}"),
            rules=rules_for(at.trace),
            asks="Which value of which cell is tried next?",
            answer=_tried(follower),
            right=_tried(follower),
            wrong=_wrong_returns(at, path),
            shown=_marked(at.after, at.node.cell),
            asked=at.asked,
            solution=[at.trace.reason(step) for step in (last, *steps)],
            difficulty=Difficulty(len(steps), sum(len(domain) for _, domain in path)),
        )


Path = list[tuple[Node, tuple[int, ...]]]


def _path(trace: Trace, node: Node) -> Path:
    """The nodes from the first cell to here, each with the values that its cell had."""
    tree = trace.tree()
    found = []
    for one in tree.path(node.number)[1:]:
        first = tree[tree[one.parent].children[0]]
        assert one.cell is not None
        found.append((one, trace.state(first.first - 1).domains[one.cell]))
    return found


def _in_words(path: Path) -> str:
    told = ", ".join(f"{_tried(node)} of {among(domain)}" for node, domain in path)
    return (
        f"The cells that the search has assigned, in this order, each with the domain that it had "
        f"when it was selected: {told}."
    )


def _wrong_returns(at: LookMoment, path: Path) -> list[tuple[str, str]]:
    node, domain = path[-1]
    wrong = []
    left = [value for value in domain if value > node.value]
    if len(path) > 1:
        before, values = path[-2]
        later = [value for value in values if value > before.value]
        if later:
            name = "after a dead end the cell before gets another value at once"
            wrong.append((name, f"{before.cell} = {later[0]}"))
        first, values = path[0]
        later = [value for value in values if value > first.value]
        if later:
            wrong.append(("the search begins again", f"{first.cell} = {later[0]}"))
        wrong.append(("the search begins again with the same value", _tried(first)))
        wrong.append(("the cell before tries its value again", _tried(before)))
    if not left:
        unused = [value for value in at.trace.puzzle.values if value not in domain]
        if unused:
            wrong.append(("removed values are tried too", f"{node.cell} = {unused[0]}"))
        wrong.append(("a cell begins again with its values", f"{node.cell} = {domain[0]}"))
    else:
        wrong.append(("the largest value comes next", f"{node.cell} = {left[-1]}"))
    free = at.after.free
    going = [(cell, at.after.domains[cell]) for cell in free if at.after.domains[cell]]
    if going:
        cell, values = going[0]
        wrong.append(
            ("a value that fails stays, and the next cell follows", f"{cell} = {values[0]}")
        )
    wrong.append(("a value that fails is tried once more", _tried(node)))
    return wrong


# -- jumping back ----------------------------------------------------------------------------------


def jump(source: Source) -> Iterator[Draft]:
    """Where conflict-directed backjumping goes when all values of a cell have failed."""
    look = source.one_of("bt", "fc")
    trace = source.run(look, "reading")
    tree = trace.tree()
    for visit in source.some(visits(trace)):
        above = tree[visit.first.parent]
        children = [tree[number] for number in above.children]
        if len(above.children) != len(visit.shown.domains[visit.cell]) or above.depth < 2:
            continue
        if any(node.kind != "failure" for node in children):
            continue
        if not all(is_whole(trace, node.number) and node.last for node in children):
            continue
        target, path = trace.blame.jump_to(above.number), tree.path(above.number)[1:]
        if target is None or target == path[-1].cell:
            continue
        last = children[-1].last
        assert last is not None
        yield Draft(
            text=_about_jumping(trace, visit.shown, visit.cell),
            rules=(LOOKS[look], BLAME.format(WHOM[look]), CELLS),
            asks="To which cell does the search jump?",
            answer=target,
            right=str(target),
            wrong=_wrong_jumps(trace, visit.cell, path, above.number),
            shown=_marked(visit.shown, visit.cell),
            asked={**settings_of(trace), "cell": visit.cell},
            solution=_why_there(trace, children, above.number, target),
            difficulty=Difficulty(
                last - visit.first.first + 1, sum(len(d) for d in visit.shown.domains.values())
            ),
        )


def _about_jumping(trace: Trace, shown: Shown, cell: Cell) -> str:
    return paragraphs(
        search_in_words(trace.run.settings.algorithm, "reading"),
        f"{situation(shown)} Now {cell} is selected; each value of its domain is tried, and each "
        "fails in its look. What a look changes is undone before the next value is tried.",
    )


def _wrong_jumps(trace: Trace, cell: Cell, path: list[Node], above: int) -> list[tuple[str, str]]:
    blame = trace.blame.in_order(trace.blame.visits[above].sets[-1], above)
    lines = [node for node in path if node.cell in trace.puzzle.neighbours[cell]]
    wrong = [("a search goes back to the cell before", _cell(path[-1]))]
    if lines:
        wrong.append(("to blame is the last cell in the same line", _cell(lines[-1])))
    wrong.append(("the search jumps to the first cell to blame", str(blame[0])))
    wrong.append(("the search begins again with the first cell", _cell(path[0])))
    signs = [node for node in path if node.cell in trace.puzzle.sign_neighbours[cell]]
    if signs:
        wrong.append(("to blame is the last cell with a sign to it", _cell(signs[-1])))
    if len(path) > 1:
        wrong.append(("a jump goes back two cells", _cell(path[-2])))
    return wrong


def _cell(node: Node) -> str:
    return str(node.cell)


def _why_there(trace: Trace, children: list[Node], above: int, target: Cell) -> list[str]:
    told = []
    for node in children:
        at = LookMoment(trace, node)
        blamed = trace.blame.in_order(trace.blame.of_node[node.number] - {node.cell}, above)
        told += [*at.told(Verb.PRUNE, Verb.WIPE_OUT)]
        if trace.run.settings.algorithm == "bt":
            told.append(trace.reason(at.steps[-1]))
        told.append(f"to blame for {node.label}: {_cells(blamed)}")
    whole = trace.blame.in_order(trace.blame.visits[above].sets[-1], above)
    return [*told, f"the conflict set: {_cells(whole)}; the last one is {target}"]


def _cells(cells: tuple[Cell, ...]) -> str:
    return ", ".join(map(str, cells)) or "no cell"


# -- whole trees -----------------------------------------------------------------------------------


def tree(source: Source) -> Iterator[Draft]:
    """The search tree to the first solution, to draw: how many nodes it has."""
    trace = source.run(source.one_of("bt", "fc"), "reading", nodes=TREE[1])
    begin, nodes = began(trace), list(trace.tree())[1:]
    failures = sum(node.kind == "failure" for node in nodes)
    if trace.outcome != "solved" or begin is None or failures < 2:
        return
    if not TREE[0] <= len(nodes) <= TREE[1]:
        return
    shown, drawn = shown_at(trace, begin), in_characters(nodes)
    cells = len({node.cell for node in nodes})
    yield Draft(
        text=text_of(trace, f"{situation(shown)} It ends with the first solution."),
        rules=rules_for(trace),
        asks="Draw the search tree to the first solution. How many nodes has it, without the root?",
        answer=len(nodes),
        right=str(len(nodes)),
        wrong=[
            ("the root is counted", str(len(nodes) + 1)),
            ("values that fail are not counted", str(len(nodes) - failures)),
            ("only values that fail are counted", str(failures)),
            ("every cell is counted once", str(cells)),
            ("the givens are counted", str(len(nodes) + len(shown.puzzle.givens))),
        ],
        shown=shown,
        asked=settings_of(trace),
        solution=[trace.reason(node.first) + _end_of(node) for node in nodes],
        difficulty=Difficulty(len(nodes), sum(map(len, shown.domains.values()))),
        figure=drawn,
    )


def _end_of(node: Node) -> str:
    return {"failure": ": fails", "solution": ": the solution"}.get(node.kind, ": survives")


def in_characters(nodes: list[Node]) -> str:
    """A tree with characters: one node a line, further right the deeper it is."""
    return "\n".join(
        ["start", *(f"{'   ' * node.depth}{node.label}{_end_of(node)}" for node in nodes)]
    )
