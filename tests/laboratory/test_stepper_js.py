"""What the browser rebuilds is what Python replays: states, sentences, trees and moves."""

import random
import re

import pytest
from broken import (
    changes_a_given,
    checks_rows_only,
    forgets_to_restore,
    restores_too_little,
    stops_half_way,
)
from conftest import REPO
from puzzles import random_puzzle
from rebuilt import agree, rebuild

from futoshiki_lab import MinConflicts, Puzzle, load, queens, record
from futoshiki_lab.stepper import export

pytestmark = pytest.mark.usefixtures("near_checkpoints")


def a_run(seed, jump, learn=False):
    chance = random.Random(seed)
    look = ("bt", "fc") if jump else ("bt", "fc", "mac")
    look = look[seed % len(look)]
    select = ["reading", "legal_mrv"] if jump else ["reading"]
    return record(
        random_puzzle(seed, chance.choice([2, 3, 4, 5, 6]), consistent=seed % 4 > 0),
        look,
        chance.choice(select if look == "bt" else ["reading", "mrv", "dom_wdeg"]),
        chance.choice(["ascending", "descending", "random", "lcv"]),
        root=chance.choice(["none", "ac"]),
        solutions=chance.choice([1, 2, "all"]),
        node_limit=None if jump else chance.choice([None, None, 7]),
        event_limit=chance.choice([150, 700, 1500]),
        seed=seed,
        jump=jump,
        learn=learn,
    )


@pytest.mark.slow
@pytest.mark.parametrize("way", [[False], [True], [True, True]])
@pytest.mark.parametrize("first", [0, 8])
def test_every_state_of_random_runs(first, way):
    agree(*(a_run(seed, *way) for seed in range(first, first + 8)))


@pytest.mark.slow
def test_every_state_of_some_chosen_runs():
    puzzle, several_reasons = load("nyu/Input1"), record(load("unequal/5x5-tricky#1"), "gac")
    assert len(several_reasons.recorder.reasons) > 1
    agree(
        record(puzzle, "fc"),
        record(puzzle, "bt", event_limit=1200, jump=True),  # over several checkpoints
        record(load("sysu/9x9"), "mac", event_limit=1200),
        several_reasons,
        *(record(one, MinConflicts(0, 60, 9), seed=3) for one in (puzzle, queens(6))),
        record(puzzle, "fc", event_limit=0),
        record(Puzzle(((1, 2), (2, 1))), "fc"),  # a solution at the root
    )


def prune_without_a_reason(board, cell):
    for other in board.unassigned_neighbours(cell):
        for value in board.domains[other][:1]:
            board.prune(other, value)
            if not board.domains[other]:
                return False
    return True


@pytest.mark.slow
def test_algorithms_that_are_wrong():
    puzzle = load("nyu/Input1")
    agree(
        record(puzzle, "fc", search=forgets_to_restore, event_limit=1500),
        record(puzzle, "fc", search=restores_too_little, event_limit=1500),
        record(puzzle, prune_without_a_reason, event_limit=1500),
    )


@pytest.mark.slow
def test_solutions_that_are_wrong():
    """Some are wrong, all are, one is not complete, one changes a given."""
    empty = Puzzle([[0] * 3] * 3, [((0, 0), (1, 0))])
    some = record(empty, checks_rows_only, solutions="all", event_limit=1500)
    kinds = [node.kind for node in some.tree]
    assert kinds.count("wrong") > kinds.count("solution") > 0
    all_wrong = record(load("nyu/Input1"), checks_rows_only)
    not_even = [record(load("nyu/Input1"), search=it) for it in (stops_half_way, changes_a_given)]
    for trace in not_even:
        assert [node.kind for node in trace.tree][-1] == "wrong"
    agree(some, all_wrong, *not_even)


@pytest.mark.slow
def test_subtrees_that_only_one_run_enters():
    backtracking, forward = record(load("nyu/Input1"), "bt"), record(load("nyu/Input1"), "fc")
    [found] = rebuild(backtracking, forward)["onlyHere"]
    ways = [
        [tuple(node.label for node in trace.tree.path(one.number)) for one in trace.tree]
        for trace in (backtracking, forward)
    ]
    for only, own, theirs in zip(found, ways, map(set, ways[::-1]), strict=True):
        assert only == [int(way not in theirs) for way in own]
    assert sum(found[0]) > 0


def test_the_counters_are_defined_as_in_the_documentation():
    page = (REPO / "docs" / "COUNTING.md").read_text(encoding="utf-8")
    defined = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", page, re.MULTILINE))
    tips = r'data-counter="(\w+)">.*?role="tooltip">(.*?)</span></div>'
    shown = {
        name: " ".join(tip.split()).removeprefix("counted each time ")
        for name, tip in re.findall(tips, export.read("run.html"), re.DOTALL)
    }
    assert shown.pop("setup_prunes")  # the page defines it within `prunes`
    same = defined["checks"].partition(",")[0]
    assert shown == {
        name: re.sub("^the same", same, text).replace("`", "").replace(" (below)", "")
        for name, text in defined.items()
    }
