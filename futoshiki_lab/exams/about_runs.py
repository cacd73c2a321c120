"""Questions about whole runs, and what is to be drawn: trees, tables, constraint graphs."""

from __future__ import annotations

from collections.abc import Iterator

from futoshiki_lab.exams.drafts import Draft, write_domain
from futoshiki_lab.exams.items import Shown
from futoshiki_lab.exams.misconceptions import touch
from futoshiki_lab.exams.moments import LookMoment, Source, find_begin, show
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
        moments = [LookMoment(trace, node) for node in nodes]
        if not all(at.repeats for at in moments):
            continue
        rows = {f"row {number}": _write_row(at) for number, at in enumerate(moments, 1)}
        missed = [row.replace("| fails", "| survives") for row in rows.values()]
        asked = {"options": tuple(sorted({*rows.values(), *missed}))}
        told, many, cells = [trace.reason(node.first) for node in nodes], len(nodes), shown.domains
        yield Draft(trace, shown, rows, (), told, many, cells, asked, columns=COLUMNS, least=0)


def _write_row(at: LookMoment) -> str:
    left = (f"{cell} {write_domain(at.after.domains[cell])}" for cell in at.watched.removes)
    changed, end = "; ".join(left) or "none", ENDS.get(at.node.kind, "survives")
    return f"{at.cell} = {at.node.value} | {at.watched.checks} | {changed} | {end}"


def graph(source: Source) -> Iterator[Draft]:
    """The constraint graph of the unassigned cells, to draw: how many edges it has."""
    for at in source.looks(
        look=("fc",), keep=lambda at: at.accepted and len(at.after.free) in FREE
    ):
        shown, free = at.after, at.after.free
        pairs = [one for one in at.trace.puzzle.pairs if {one.cell, one.other} & {*free}]
        edges = [one for one in pairs if {one.cell, one.other} <= {*free}]
        many, signs = len(edges), sum(one.relation != "≠" for one in edges)
        if many not in EDGES:
            continue
        lines = (
            f"{cell}: {', '.join(f'{e.other} ({e.relation})' for e in edges if e.cell == cell)}"
            for cell in free
        )
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
