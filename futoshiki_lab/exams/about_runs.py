"""Questions about whole runs, and what is to be drawn: trees, tables, constraint graphs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from futoshiki_lab.core import Constraint
from futoshiki_lab.exams import misconceptions as wrong
from futoshiki_lab.exams.definitions import describe_state, write_domain
from futoshiki_lab.exams.items import Shown
from futoshiki_lab.exams.moments import (
    Draft,
    LookMoment,
    Source,
    find_begin,
    show,
)
from futoshiki_lab.trace import Node, Trace

TREE = range(3, 15)  # how many nodes a tree to draw has, or a table to fill in
FREE, EDGES = range(4, 9), range(4, 16)  # unassigned cells of a constraint graph, and its edges

ENDS = {"failure": "fails", "solution": "the solution"}


def _whole_run(source: Source) -> Iterator[tuple[Trace, Shown, list[Node]]]:
    """A search that ends with a solution after so many nodes, two of them failures."""
    for trace in source.runs(TREE.stop - 1, look=("bt", "fc")):
        begin, found = find_begin(trace), [*trace.tree()][1:]
        failures = sum(node.kind == "failure" for node in found)
        settings, small = trace.run.settings, failures > 1 and len(found) in TREE
        known = settings.order != "random" and settings.sought == 1
        if trace.outcome == "solved" and begin and small and known:
            yield trace, show(trace, begin), found


def tree(source: Source) -> Iterator[Draft]:
    """The search tree to the first solution, to draw: how many nodes it has."""
    for trace, shown, nodes in _whole_run(source):
        failures = sum(node.kind == "failure" for node in nodes)
        told = [ENDS.get(node.kind, "survives") for node in nodes]
        drawn = (
            f"{'   ' * node.depth}{node.label}: {end}"
            for node, end in zip(nodes, told, strict=True)
        )
        yield Draft(
            trace,
            f"{describe_state(shown)} It ends with the first solution.",
            shown,
            "Draw the search tree to the first solution. How many nodes has it, without the root?",
            len(nodes),
            [
                ("the root is counted", len(nodes) + 1),
                ("values that fail are not counted", len(nodes) - failures),
                ("only values that fail are counted", failures),
                ("every cell is counted once", len({node.cell for node in nodes})),
                ("the givens are counted", len(nodes) + len(shown.puzzle.givens)),
            ],
            [f"{trace.reason(node.first)}: {end}" for node, end in zip(nodes, told, strict=True)],
            moves=len(nodes),
            cells=shown.domains,
            about=("search",),
            figure="\n".join(["start", *drawn]),
        )


COLUMNS = ("row", "value tried", "checks of its look", "domains that change", "how the look ends")


def trace_table(source: Source) -> Iterator[Draft]:
    """A table to fill in over a whole run: assignments, domains after each, counters."""
    for trace, shown, nodes in _whole_run(source):
        moments = [LookMoment(trace, node) for node in nodes]
        if not all(at.repeats for at in moments):
            continue
        rows = {f"row {number}": _write_row(at) for number, at in enumerate(moments, 1)}
        missed = [row.replace("| fails", "| survives") for row in rows.values()]
        yield Draft(
            trace,
            f"{describe_state(shown)} It ends with the first solution.",
            shown,
            "Fill in the table: a row for each value that is tried, until the solution. What "
            "stands in each row?",
            rows,
            (),
            [trace.reason(node.first) for node in nodes],
            moves=len(nodes),
            cells=shown.domains,
            about=("search",),
            asked={"options": tuple(sorted({*rows.values(), *missed}))},
            least=0,
            columns=COLUMNS,
        )


def _write_row(at: LookMoment) -> str:
    left = (f"{cell} {write_domain(at.after.domains[cell])}" for cell in at.watched.removes)
    changed, end = "; ".join(left) or "none", ENDS.get(at.node.kind, "survives")
    return f"{at.cell} = {at.node.value} | {at.watched.checks} | {changed} | {end}"


def graph(source: Source) -> Iterator[Draft]:
    """The constraint graph of the unassigned cells, to draw: how many edges it has."""
    for at in source.looks(
        look=("fc",), keep=lambda at: at.accepted and len(at.after.free) in FREE
    ):
        shown, puzzle = at.after, at.trace.puzzle
        pairs = [one for one in puzzle.pairs if {one.cell, one.other} & {*shown.free}]
        edges = [one for one in pairs if {one.cell, one.other} <= {*shown.free}]
        if len(edges) not in EDGES:
            continue
        signs = sum(one.relation != "≠" for one in edges)
        lines = (
            f"{cell}: {', '.join(f'{e.other} ({e.relation})' for e in edges if e.cell == cell)}"
            for cell in shown.free
        )
        yield Draft(
            at.trace,
            describe_state(shown),
            shown,
            "Draw the constraint graph of the unassigned cells: a node for each of them, an edge "
            "for each constraint between two of them. How many edges has it?",
            len(edges),
            [
                ("only signs are constraints", signs),
                ("only cells that touch have a constraint", _count_touching(edges)),
                ("assigned cells are nodes too", len(pairs)),
                ("each edge is counted from both ends", 2 * len(edges)),
                ("a sign comes on top of the ≠", len(edges) + signs),
                ("the nodes are counted", len(shown.free)),
            ],
            [f"the edges: {'; '.join(map(str, edges))}", f"these are {len(edges)}"],
            moves=len(edges),
            cells=shown.free,
            figure="\n".join(lines),
        )


def _count_touching(edges: Iterable[Constraint]) -> int:
    return sum(wrong.touch(edge.cell, edge.other) for edge in edges)
