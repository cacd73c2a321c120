"""What the browser rebuilds is what Python replays: states, sentences, trees and moves."""

import json
import random
import re
import shutil
import subprocess
from base64 import b64encode
from dataclasses import astuple
from functools import cache
from pathlib import Path

import pytest
from broken import (
    changes_a_given,
    checks_rows_only,
    forgets_to_restore,
    restores_too_little,
    stops_half_way,
)

from futoshiki_lab import Puzzle, load, record
from futoshiki_lab.logic import look_logic
from futoshiki_lab.widgets.packing import pack_trace

HERE = Path(__file__).parent
REPO = HERE.parent
NODE = shutil.which("node")

pytestmark = [
    pytest.mark.skipif(NODE is None, reason="Node is not installed: no JavaScript was run"),
    pytest.mark.usefixtures("near_checkpoints"),
]


def rebuild(*traces, only=()):
    """What run.js makes of traces, under Node."""
    runs = [
        {
            name: part if name == "header" else b64encode(part).decode("ascii")
            for name, part in pack_trace(trace).items()
        }
        for trace in traces
    ]
    command = [NODE, str(HERE / "stepper_states.mjs"), *only]
    done = subprocess.run(command, input=json.dumps(runs), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def keep_states(trace):
    """Replay every state once: a reason looks at two that are asked for on their own as well."""
    trace.state = cache(trace.state)


def state_of(trace, step):
    """A state in the shape in which the JavaScript tells it."""
    state = trace.state(step)
    return {
        "values": {str(cell): value for cell, value in state.values.items()},
        "domains": {str(cell): list(domain) for cell, domain in state.domains.items()},
        "counts": list(astuple(state.counts)),
        "path": [str(cell) for cell in state.path],
        "node": state.node,
        "sentence": trace.reason(step),
    }


def unpack_tree(trace):
    sizes = trace.tree().subtree_sizes
    return [
        {
            "parent": node.parent,
            "label": node.label,
            "kind": node.kind,
            "first": node.first,
            "last": node.last or 0,
            "depth": node.depth,
            "below": sizes[node.number],
        }
        for node in trace.tree()
    ]


def blame_of(trace):
    """The books of blame in that shape; None if nobody knows who is to blame."""
    try:
        books = trace.blame
    except ValueError:
        return None
    steps = map(books.conflicts, range(len(trace) + 1))
    return {
        "conflicts": [{str(cell): names(found) for cell, found in at.items()} for at in steps],
        "ofNode": {str(node): names(found) for node, found in books.of_node.items()},
        "jumpTo": {str(node): names([books.jump_to(node)]) for node in books.visits},
    }


def names(cells):
    return {str(cell) for cell in cells if cell}


def agree(*traces):
    """Node takes longer to start than for most runs: it is given several at once."""
    for trace, found in zip(traces, rebuild(*traces)["answers"], strict=True):
        keep_states(trace)
        agrees(trace, found)


def agrees(trace, found):
    told = found["blame"] and {
        "conflicts": [
            {cell: set(names) for cell, names in at.items()} for at in found["blame"]["conflicts"]
        ],
        **{
            part: {key: set(names) for key, names in found["blame"][part].items()}
            for part in ("ofNode", "jumpTo")
        },
    }
    assert told == blame_of(trace), trace
    assert len(found["states"]) == len(trace) + 1
    for step, state in enumerate(found["states"]):
        assert state == state_of(trace, step), f"step {step} of {trace}"
    assert found["tree"] == unpack_tree(trace), trace
    for what, steps in found["moves"].items():
        assert steps == list(trace.steps(what)), f"{what} of {trace}"


def a_puzzle(chance, n):
    """Some givens and signs; now and then without a solution."""
    cells = [(row, column) for row in range(n) for column in range(n)]
    grid = [[0] * n for _ in range(n)]
    for row, column in chance.sample(cells, chance.randint(0, n)):
        grid[row][column] = chance.randint(1, n)
    signs = set()
    for row, column in chance.sample(cells, chance.randint(0, len(cells) // 2)):
        other = (row, column + 1) if chance.random() < 0.5 else (row + 1, column)
        if max(other) < n:
            signs.add(((row, column), other) if chance.random() < 0.8 else (other, (row, column)))
    return Puzzle(tuple(map(tuple, grid)), frozenset(signs), f"random {n}x{n}")


def a_run(seed):
    chance = random.Random(seed)
    look = ("bt", "fc", "mac")[seed % 3]
    select = "reading" if look == "bt" else chance.choice(["reading", "mrv", "dom_wdeg"])
    return record(
        a_puzzle(chance, chance.choice([2, 3, 4, 5, 6])),
        look,
        select,
        chance.choice(["ascending", "descending", "random", "lcv"]),
        root=chance.choice(["none", "ac"]),
        solutions=chance.choice([1, 2, "all"]),
        node_limit=chance.choice([None, None, 7]),
        event_limit=chance.choice([150, 700, 1500]),
        seed=seed,
    )


@pytest.mark.parametrize("first", [0, 8, 16])
def test_every_state_of_random_runs(first):
    agree(*map(a_run, range(first, first + 8)))


def a_run_that_jumps(seed):
    chance = random.Random(seed)
    look = ("bt", "fc")[seed % 2]
    return record(
        a_puzzle(chance, chance.choice([3, 4, 5])),
        look,
        chance.choice(["reading", "legal_mrv"] if look == "bt" else ["reading", "mrv", "dom_wdeg"]),
        chance.choice(["ascending", "descending", "random", "lcv"]),
        root=chance.choice(["none", "ac"]),
        solutions=chance.choice([1, 2, "all"]),
        event_limit=chance.choice([150, 700, 1500]),
        seed=seed,
        jump=True,
    )


@pytest.mark.parametrize("first", [0, 8])
def test_every_state_of_runs_that_jump(first):
    agree(*map(a_run_that_jumps, range(first, first + 8)))


def test_a_run_over_several_checkpoints():
    puzzle = load("nyu/Input1")
    agree(record(puzzle, "fc"), record(puzzle, "bt", event_limit=1200, jump=True))


def test_a_large_board():
    agree(record(load("sysu/9x9"), "mac", event_limit=1200))


def test_reasons_of_several_cells():
    for look in ("gac", look_logic):
        trace = record(load("unequal/5x5-tricky#1"), look)
        assert len(trace.recorder.reasons) > 1
        agree(trace)


def test_a_run_of_no_events():
    agree(record(load("nyu/Input1"), "fc", event_limit=0))


def test_a_solution_at_the_root():
    agree(record(Puzzle(((1, 2), (2, 1))), "fc"))


def prune_without_a_reason(board, cell):
    for other in board.unassigned_neighbours(cell):
        for value in board.domains[other][:1]:
            board.prune(other, value)
            if not board.domains[other]:
                return False
    return True


def test_algorithms_that_are_wrong():
    puzzle = load("nyu/Input1")
    agree(
        record(puzzle, "fc", search=forgets_to_restore, event_limit=1500),
        record(puzzle, "fc", search=restores_too_little, event_limit=1500),
        record(puzzle, prune_without_a_reason, event_limit=1500),
    )


def test_solutions_that_are_wrong():
    """Some are wrong, all are, one is not complete, one changes a given."""
    empty = Puzzle([[0] * 3] * 3, [((0, 0), (1, 0))])
    some = record(empty, checks_rows_only, solutions="all", event_limit=1500)
    kinds = [node.kind for node in some.tree()]
    assert kinds.count("wrong") > kinds.count("solution") > 0
    all_wrong = record(load("nyu/Input1"), checks_rows_only)
    not_even = [record(load("nyu/Input1"), search=it) for it in (stops_half_way, changes_a_given)]
    for trace in not_even:
        assert [node.kind for node in trace.tree()][-1] == "wrong"
    agree(some, all_wrong, *not_even)


def test_subtrees_that_only_one_run_enters():
    backtracking, forward = record(load("nyu/Input1"), "bt"), record(load("nyu/Input1"), "fc")
    told = rebuild(backtracking, forward, only=["--compare"])
    ((never_by_forward, never_by_backtracking),) = told["onlyHere"]

    def ways(trace):
        return [
            tuple(node.label for node in trace.tree().path(number.number))
            for number in trace.tree()
        ]

    theirs = set(ways(forward))
    assert never_by_forward == [int(way not in theirs) for way in ways(backtracking)]
    theirs = set(ways(backtracking))
    assert never_by_backtracking == [int(way not in theirs) for way in ways(forward)]
    assert sum(never_by_forward) > 0


def test_the_counters_are_defined_as_in_the_documentation():
    page = (REPO / "docs" / "COUNTING.md").read_text(encoding="utf-8")
    defined = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", page, re.MULTILINE))
    shown = rebuild(record(load("nyu/Input1"), event_limit=0))["COUNTERS"]
    assert shown.pop("setup_prunes")  # the page defines it within `prunes`
    assert shown == {name: text.replace("`", "") for name, text in defined.items()}
