"""A beginner's walk: 02, 03, 05, 06 and 07, in a style of their own, some functions wrong at first.

Each notebook has a kernel of its own, as on another day; only the cells that a part needs are run.
"""

import nbformat
import pytest
from conftest import REPO
from nbclient import NotebookClient

from futoshiki_lab import load, my_solver, solve

# By notebook, the texts that are typed into the cells of its parts: several, until one is right.
TYPED = {
    "02-backtracking": {
        "my-look": [
            "def my_look_back(board, cell):\n    return True",
            """def fits(board, cell, other):
    return board.check(cell, board.values[cell], other, board.values[other])

def my_look_back(board, cell):
    return all(fits(board, cell, other) for other in board.assigned_neighbours(cell))""",
        ],
        "my-search": [
            """def my_search(board, look, select, order):
    if board.complete:
        return board.solution()
    x = select(board)
    for v in order(board, x):
        before = board.assign(x, v)
        ok = board.accept(x, look(board, x))
        if ok and my_search(board, look, select, order):
            return True
        else:
            board.restore(before)
    board.backtrack(x)
    return False""",
        ],
    },
    "03-forward-checking": {
        "my-fc-check": [
            "def my_fc_check(board, cell, x):\n    while True: pass",
            """GONE = 0

def my_fc_check(board, cell, x):
    value = board.values[cell]
    bad = [d for d in board.domains[x] if not board.check(x, d, cell, value)]
    for d in bad:
        board.prune(x, d, because=cell)
    return len(board.domains[x]) != GONE""",
        ],
        "my-forward-check": [
            """def my_forward_check(board, cell):
    for x in board.unassigned_neighbours(cell):
        if my_fc_check(board, cell, x) is False:
            return False
    return True"""
        ],
    },
    "05-consistency": {
        "my-revise": [
            """def fits(board, x, v, y):  # another helper of this name
    return any(board.check(x, v, y, w) for w in board.domains[y])

def my_revise(board, x, y):
    before = len(board.domains[x])
    for v in board.domains[x]:
        if not fits(board, x, v, y):
            board.prune(x, v, because=y)
    return len(board.domains[x]) < before""",
        ],
        "my-ac3": [
            """from collections import deque

def my_ac3(board, arcs):
    queue = deque(dict.fromkeys(arcs))
    while queue:
        x, y = queue.popleft()
        if my_revise(board, x, y):
            if board.domains[x] == ():
                return False
            queue.extend(
                (z, x) for z in board.unassigned_neighbours(x) if z != y and (z, x) not in queue
            )
    return True""",
        ],
    },
    "06-heuristics": {
        "my-mrv": [
            "my_mrv = lambda b: max(b.unassigned, key=lambda c: len(b.domains[c]))",
            """def my_mrv(board):
    sizes = [len(board.domains[c]) for c in board.unassigned]
    return board.unassigned[sizes.index(min(sizes))]""",
        ],
    },
    "07-jumping-back": {
        "my-culprits": [
            """def my_culprits(board):
    [x, *_] = [c for c in board.unassigned if not board.domains[c]]
    rules, found = board.puzzle.constraints[x], set()
    for v in board.puzzle.values:
        guilty = (y for y, w in board.values.items() if y in rules and not rules[y].holds(v, w))
        found.add(next(guilty, None))
    return {y for y in found if y and y not in board.puzzle.givens}""",
        ],
        "my-jump": [
            """def my_jump(board, look, select, order):
    if board.complete:
        return None if board.solution() else searched(board)
    cell = select(board)
    conflicts = board.removers(cell)
    for value in order(board, cell):
        mark = board.assign(cell, value)
        if board.accept(cell, look(board, cell)):
            blamed = my_jump(board, look, select, order)
        else:
            blamed = my_culprits(board)
        if blamed is None:
            return None
        board.restore(mark)
        if cell in blamed:
            conflicts = conflicts | blamed - {cell}
            continue
        board.skip(cell)
        return blamed
    board.backtrack(cell)
    return conflicts""",
        ],
    },
}


@pytest.mark.slow
def test_a_beginners_walk_ends_in_a_solver_of_their_own(tmp_path, monkeypatch):
    parts = 0
    for stem, typed in TYPED.items():
        notebook = nbformat.read(REPO / "notebooks" / f"{stem}.ipynb", as_version=4)
        cells = {cell.id: cell.source for cell in notebook.cells}
        run = [cells["import"]]
        for name, texts in typed.items():
            run += [text for one in texts for text in (one, cells[f"check-{name}"])]
        run = [*map(nbformat.v4.new_code_cell, run)]
        walk = nbformat.v4.new_notebook(cells=run)
        place = {"metadata": {"path": str(tmp_path)}}
        NotebookClient(walk, timeout=120, kernel_name="python3", resources=place).execute()
        said = [cell.outputs[0].data["text/plain"] for cell in run[2::2]]
        kept = [text for text in said if "kept: part" in text]
        assert len(kept) == len(typed), said
        assert all(text.startswith("✗ wrong") for text in said if text not in kept)
        parts += len(typed)
        monkeypatch.chdir(tmp_path)
        assert my_solver().written == parts
    mine = my_solver().choose("fc", "reading", jump=True)
    ours = solve(load("nyu/Input2"), "fc", jump=True)
    assert (mine.ours, mine.solve(load("nyu/Input2")).counts) == ([], ours.counts)
