"""Which part of a search tree a picture shows, and what is known of it at a step.

A screen has room for about 150 nodes, a search has thousands. The nodes to draw are chosen so:
1. The path to the first solution is open (in a search that was stopped: to its last node), and the
   paths to further solutions as long as there is room.
2. If there are too many siblings along the path, adjacent ones are merged into one triangle; if
   that is not enough, the middle of the path is folded.
3. Collapsed subtrees are opened completely, the smallest first, as long as there is room.
4. In the room that is left, larger ones are opened level by level, from the top.

So small failures can be read completely, large ones show their beginning, and every triangle shows
how many nodes it hides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from itertools import chain, groupby
from math import inf

from futoshiki_lab.core import Verb
from futoshiki_lab.draw.ink import AHEAD, plain
from futoshiki_lab.trace import BRANCH, FAILURE, OPEN, SKIPPED, WRONG, Node, SearchTree, Trace

FIGURE_SPACE = "\u2007"  # as wide as a digit
LONGEST_NAME = 200  # characters of a puzzle's name: the settings come after it
NODE, COLLAPSED, MERGED, FOLDED = "node", "collapsed", "merged", "folded"
NO_FOLD = (-1, -1)


@dataclass(frozen=True)
class TreeItem:
    """One thing that is drawn.

    Attributes
    ----------
    name : unique in the picture; `above` is the name of the item above it, empty at the root.
    kind : NODE, one node; COLLAPSED, one node that hides all below it; MERGED, adjacent siblings
        that are hidden together with all below them; FOLDED, a hidden middle part of a path.
    nodes : the numbers of its nodes: one; or the siblings; or the first and the last of the path's
        folded part.
    hidden : how many nodes it hides.
    """

    name: str
    above: str
    kind: str
    nodes: tuple[int, ...]
    hidden: int = 0


def visible_items(
    tree: SearchTree,
    limit: int,
    depth: int | None = None,
    levels: float = inf,
) -> list[TreeItem]:
    """Choose the items of a tree to draw; the root comes first, and parents before children.

    Parameters
    ----------
    limit : how many items may be drawn, the root not counted.
    depth : nothing below this depth is drawn.
    levels : of a path that is longer, the middle is folded.

    Raises
    ------
    ValueError : limit is less than 3, or depth less than 1.
    """
    if limit < 3:
        raise ValueError(f"limit must be at least 3, not {limit}")
    if depth is not None and depth < 1:
        raise ValueError(f"depth must be at least 1, not {depth}")
    visible = _VisibleTree(tree, limit, depth)
    visible.open_paths()
    visible.make_it_fit(levels)
    visible.open_small_subtrees()
    visible.open_level_by_level()
    return list(visible.items())


class _VisibleTree:
    """The part of a tree that is drawn; opens nodes as long as there is room.

    Attributes
    ----------
    opened : the nodes whose children are drawn.
    kept : the nodes on the paths that must stay open.
    merged : those opened nodes whose other children are merged.
    fold : the nodes above and below the folded part of the path; NO_FOLD if nothing is folded.
    drawn : the number of items, the root not counted.
    """

    def __init__(self, tree: SearchTree, limit: int, depth: int | None):
        self.tree, self.limit, self.depth = tree, limit, depth
        self.sizes, self.holds_solution = tree.subtree_sizes, tree.holds_solution
        self.opened: set[int] = set()
        self.kept: set[int] = set()
        self.merged: set[int] = set()
        self.fold = NO_FOLD
        self.drawn = 0
        self.main_path: list[int] = []

    def open_paths(self) -> None:
        """Step 1: the paths."""
        holds = enumerate(self.holds_solution)
        ends = [number for number, holds in holds if holds and not self.sizes[number]]
        self.main_path, *paths = map(self._path, ends or [self._last_standing()])
        for path in (self.main_path, *paths):
            cost = sum(len(self.tree[node].children) for node in path if node not in self.opened)
            if path is not self.main_path and self.drawn + cost > self.limit:
                break
            self.kept.update(path)
            self.open(path)

    def open(self, numbers: Iterable[int]) -> None:
        """Draw the children of these nodes."""
        for number in numbers:
            deep = self.depth is not None and self.tree.depth(number) >= self.depth
            if self.sizes[number] and number not in self.opened and not deep:
                self.opened.add(number)
                self.drawn += len(self.tree[number].children)

    def _path(self, number: int) -> list[int]:
        return [node.number for node in self.tree.path(number)]

    def _last_standing(self) -> int:
        """The deepest node that is still assigned at the end of the run."""
        node = self.tree[0]
        while node.children and self.tree[node.children[-1]].last is None:
            node = self.tree[node.children[-1]]
        return node.number

    def make_it_fit(self, levels: float) -> None:
        """Step 2: if that is too much."""
        if self.drawn > self.limit:
            for number in self.opened:
                if sum(map(self._is_closed, self.tree[number].children)) > 1:
                    self.merged.add(number)
            self.drawn = sum(len(self.groups(number)) for number in self.opened)
        if self.drawn > self.limit or len(self.main_path) > levels + 1:
            self._fold_the_path(levels)

    def groups(self, number: int) -> list[list[int]]:
        """The children of an open node as they are drawn: each alone, or some of them together."""
        if number not in self.merged:
            return [[child] for child in self.tree[number].children]
        runs = groupby(self.tree[number].children, self._is_closed)
        parts = ([[*run]] if closed else [[child] for child in run] for closed, run in runs)
        return [*chain.from_iterable(parts)]

    def _is_closed(self, number: int) -> bool:
        return number not in self.opened and number not in self.kept

    def _fold_the_path(self, levels: float) -> None:
        """Keep so many levels at both ends of the path, taking turns, as long as there is room."""
        path = [number for number in self.main_path if number in self.opened]
        path += self.main_path[len(path) : len(path) + 1]
        costs = [len(self.groups(number)) for number in path[:-1]]
        top, bottom, room = 0, len(path) - 1, self.limit - 2
        while bottom - top > 2:
            upper = top <= len(path) - 1 - bottom
            cost = costs[top] if upper else costs[bottom - 1]
            if cost > room or top + len(path) - bottom > levels:
                break
            room -= cost
            top, bottom = (top + 1, bottom) if upper else (top, bottom - 1)
        if bottom - top < 2:
            return
        self.fold = path[top], path[bottom]
        folded = set(path[top + 1 : bottom])
        self.opened -= folded
        self.drawn = self.limit - room

    def open_small_subtrees(self) -> None:
        """Step 3: open whole subtrees, the smallest first, until the next has no room."""
        waiting = list(self._closed())
        heapify(waiting)
        while waiting and self.drawn + waiting[0][0] <= self.limit:
            _, above, tops = heappop(waiting)
            if len(tops) > 1:
                self._unmerge(above)
            for top in tops:
                # Nodes are numbered in the order of the search: a subtree is a range.
                self.open(range(top, top + self.sizes[top] + 1))

    def _closed(self) -> Iterator[tuple[int, int, list[int]]]:
        """What can be opened: the number of additional items, the node above, the closed nodes."""
        for number in self.opened - {self.fold[0]}:
            merged = [group for group in self.groups(number) if len(group) > 1]
            tops = [*chain.from_iterable(merged)]
            for child in self.tree[number].children:
                if child not in self.opened and child not in tops and self.sizes[child]:
                    yield self.sizes[child], number, [child]
            if tops:
                yield sum(self.sizes[top] + 1 for top in tops) - len(merged), number, tops

    def open_level_by_level(self) -> None:
        """Step 4: open the nodes nearest to the root, as long as their children have room."""
        depth = self.tree.depth
        waiting = [(depth(number), number) for number in self.opened if number != self.fold[0]]
        heapify(waiting)
        while waiting and self.drawn < self.limit:
            _, number = heappop(waiting)
            children = self.tree[number].children
            if self.drawn + len(children) - len(self.groups(number)) > self.limit:
                continue
            self._unmerge(number)
            for child in children:
                room = self.drawn + len(self.tree[child].children) <= self.limit
                if room and child not in self.opened:
                    self.open([child])
                    if child in self.opened:
                        heappush(waiting, (depth(child), child))

    def _unmerge(self, number: int) -> None:
        if number in self.merged:
            before = len(self.groups(number))
            self.merged.discard(number)
            self.drawn += len(self.groups(number)) - before

    def items(self) -> Iterator[TreeItem]:
        """The items to draw, parents before children, siblings in the order of the search."""
        waiting = [self._item([0], "")]
        while waiting:
            item = waiting.pop()
            yield item
            if item.kind == FOLDED:
                waiting.append(self._item([self.fold[1]], item.name))
            elif item.kind == NODE and item.nodes[0] == self.fold[0]:
                top, bottom = self.fold
                path = self._path(bottom)
                first, last = path[path.index(top) + 1], path[-2]
                hidden = self.sizes[top] - self.sizes[bottom] - 1
                waiting.append(TreeItem(f"f{first}", item.name, FOLDED, (first, last), hidden))
            elif item.kind == NODE and item.nodes[0] in self.opened:
                groups = self.groups(item.nodes[0])
                waiting += [self._item(group, item.name) for group in reversed(groups)]

    def _item(self, group: list[int], above: str) -> TreeItem:
        first = group[0]
        if len(group) > 1:
            hidden = sum(self.sizes[number] + 1 for number in group)
            return TreeItem(f"m{first}", above, MERGED, tuple(group), hidden)
        if first in self.opened or not self.sizes[first]:
            return TreeItem(f"n{first}", above, NODE, (first,))
        return TreeItem(f"n{first}", above, COLLAPSED, (first,), self.sizes[first])


# -- what is known at a step ----------------------------------------------------------------------


class TreeSnapshot:
    """A tree at one step of its run; with `step=None`, all of it.

    Parameters
    ----------
    source : the trace, or only its tree, which has no reasons and no steps.

    Raises
    ------
    TypeError : `source` is neither, or `step` is given with a tree without its trace.
    IndexError : the trace has no such step.
    """

    def __init__(self, source: Trace | SearchTree, step: int | None = None):
        self.title, self.where, self.step = "search tree", "", step
        self.trace = source if isinstance(source, Trace) else None
        self.current: int | None = None
        if isinstance(source, Trace):
            name = plain(source.puzzle.name or "puzzle", LONGEST_NAME)
            self.title = f"{name}: {source.run.settings}"
            if step is not None:
                self.current = source.state(step).node
                last = f"{len(source):,}"
                # The same width at every step: a wider caption would move the tree.
                here = f"{step:,}".rjust(len(last), FIGURE_SPACE)
                self.where = f" · step {here} of {last}"
        elif not isinstance(source, SearchTree):
            raise TypeError(f"draw_tree takes a Trace or its tree, not {type(source).__name__}")
        elif step is not None:
            raise TypeError("a tree alone has no steps: give the trace")
        self.tree = source.tree if isinstance(source, Trace) else source

    def kind(self, node: Node) -> str:
        """The kind of the node as known at this step; AHEAD if it has not been tried yet."""
        if self.step is None:
            return node.kind
        if node.first > self.step:
            return AHEAD
        if node.kind == SKIPPED and node.last is not None and node.last >= self.step:
            node = replace(node, kind=BRANCH)  # the jump comes later
        known_from = self._known_from(node)
        return node.kind if known_from is not None and known_from <= self.step else OPEN

    def jumps(self) -> Iterator[tuple[int, int, bool]]:
        """Each jump over nodes: where it begins, where it leads, whether that has happened.

        It begins at the last value that failed below the innermost skipped node.
        """
        for node in self.tree:
            if node.kind == SKIPPED and not self._skips(node, self.tree[node.parent]):
                inner = node
                while inner.children and self._skips(self.tree[inner.children[-1]], inner):
                    inner = self.tree[inner.children[-1]]
                start = inner.children[-1] if inner.children else inner.number
                yield start, node.parent, self.kind(node) == SKIPPED

    def _skips(self, node: Node, above: Node) -> bool:
        """Whether one jump passes a node and then the one above it."""
        both = node.kind == above.kind == SKIPPED
        return both and node.last is not None and above.last == node.last + 2

    def reason(self, node: Node) -> str:
        """Why a node failed or is wrong, in a sentence; empty if neither, or if it is not known."""
        known_from = self._known_from(node) if node.kind in (FAILURE, WRONG) else None
        return self.trace.reason(known_from) if self.trace and known_from else ""

    def short_reason(self, node: Node) -> tuple[str, str] | None:
        """The same in two words: a relation and the other cell, or ∅ and the wiped-out cell."""
        known_from = self._known_from(node)
        if self.trace is None or not known_from or node.kind != FAILURE:
            return None
        event = self.trace.event(known_from)
        if event.verb == Verb.WIPE_OUT:
            return "∅", str(event.cell)
        if event.verb != Verb.CHECK or event.constraint is None:
            return None
        relation = event.constraint.relation
        if event.cell == node.cell:
            return relation, str(event.other)
        return {"<": ">", ">": "<"}.get(relation, "≠"), str(event.cell)

    def _known_from(self, node: Node) -> int | None:
        """The step at which the kind of the node became known."""
        if node.number == 0:
            return 0
        if node.kind in (FAILURE, SKIPPED) and node.last is not None:
            return node.last + (1 if node.kind == SKIPPED else -1)
        if node.kind == OPEN or self.trace is None:
            return None
        verb = Verb.ACCEPT if node.kind == BRANCH else Verb.SOLUTION
        return self.trace.recorder.verbs.index(verb, node.first) + 1
