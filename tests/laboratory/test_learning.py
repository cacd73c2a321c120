"""Learning: every nogood is one, the solutions are the same, limits and refusals."""

from __future__ import annotations

from random import Random

import pytest
from conftest import EXHAUSTIVE
from puzzles import all_solutions, random_problem, random_puzzle

from futoshiki_lab import Verb, load, record, search, solve
from futoshiki_lab.core.learning import Limits
from futoshiki_lab.core.verbs import Nogood
from futoshiki_lab.solving import EngineError

EARLIER, MANY = (0, 240) if EXHAUSTIVE else (60, 48)  # the 93rd wipes a domain out
LEARNS = {"jump": True, "learn": True}


def runs(number):
    """Recorded runs in every way that learns: (trace, all solutions of its problem)."""
    for seed in range(EARLIER, EARLIER + number):
        random = Random(seed)
        problem = random_problem(seed)
        if seed % 2:
            problem = random_puzzle(seed, random.choice((3, 4)), seed % 3 > 0)
        look = random.choice(["bt", "fc"])
        selections = ["reading", "legal_mrv"] + ["mrv", "dom_wdeg"] * (look == "fc")
        way = look, random.choice(selections), random.choice(["ascending", "lcv", "random"])
        more = {"solutions": random.choice([1, 2, "all"]), "node_limit": 300}
        limits = {"learn": random.choice([True, 2, 4]), "remember": random.choice([None, 3])}
        trace = record(problem, *way, jump=True, **more, **limits)
        yield trace, all_solutions(problem)


@pytest.mark.slow
@pytest.mark.usefixtures("near_checkpoints")
def test_no_solution_holds_a_nogood_and_what_one_removes_is_in_no_solution_there():
    learned = reused = wiped = 0
    for trace, solutions in runs(MANY):
        known = []
        limits = trace.run.settings.learn
        for step in range(1, len(trace) + 1):
            event, values = trace.event(step), trace.state(step).values
            if event.verb is Verb.LEARN:
                nogood = {(cell, values[cell]) for cell in event.deduction.cells}
                assert not any(nogood <= solution.items() for solution in solutions)
                assert 0 < len(nogood) <= limits.cells
                first, *more = (f"{cell} = {values[cell]}" for cell in event.deduction.cells)
                together = " together with " + ", ".join(more) if more else ""
                together = " and ".join(together.rsplit(", ", 1))
                assert trace.reason(step) == f"learn: not {first}{together}"
                known.append(nogood)
            elif isinstance(event.deduction, Nogood) and event.verb is Verb.PRUNE:
                others = {(cell, values[cell]) for cell in event.deduction.cells}
                kept = known[-limits.kept :] if limits.kept < 99 else known
                assert {*others, (event.cell, event.value)} in kept
                start = f"remove {event.value} from {event.cell}: it failed before"
                assert trace.reason(step).startswith(start)
                reused += 1
                wiped += not trace.state(step).domains[event.cell]
        learned += len(known)
        assert trace.counts.learned == len(known)
        assert trace.state(len(trace)).counts == trace.run.counts
    assert learned > 2 * MANY
    assert reused > MANY / 3
    assert wiped


def test_the_same_solutions_are_found():
    fewer = 0
    for seed in range(2 * MANY):
        problem = random_puzzle(seed, 3, True) if seed % 2 else random_problem(seed)
        way = ("bt", "reading") if seed % 3 else ("fc", "mrv")
        plain, jumped, learned = (
            solve(problem, *way, solutions="all", **more) for more in ({}, {"jump": True}, LEARNS)
        )
        for run in (jumped, learned):
            assert run.outcome == plain.outcome
            assert run.counts.solutions == plain.counts.solutions
            grids = [[*map(str, one.solutions)] for one in (plain, run)]
            assert grids[0] == grids[1] if way[0] == "bt" else {*grids[0]} == {*grids[1]}
        assert jumped.counts.nodes <= plain.counts.nodes
        fewer += learned.counts.nodes < jumped.counts.nodes
    assert fewer > MANY / 12


def test_a_search_that_is_stopped_keeps_what_it_counted_and_limits_are_told():
    some = solve(load("nyu/Input2"), "bt", jump=True, learn=5, remember=9, node_limit=500)
    assert str(some.settings) == "bt, reading, ascending, jump, learn=5, remember=9"
    assert some.outcome == "limit"
    assert some.counts.learned > 9
    assert some.settings.engine == "readable"


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"learn": True}, "learn needs jump=True"),
        ({"learn": -1, "jump": True}, "learn must be a whole number from 1 or True, not -1"),
        ({"remember": 5, "jump": True}, "it needs learn=True"),
        ({**LEARNS, "remember": 0}, "remember must be a whole number from 1, not 0"),
        ({**LEARNS, "search": search}, "a search of your own jumps by itself"),
    ],
)
@pytest.mark.parametrize("ask", [solve, record])
def test_what_cannot_be_learned_is_refused(ask, more, message):
    with pytest.raises(ValueError, match=message):
        ask(load("nyu/Input1"), "fc", **more)


def test_the_compiled_engine_does_not_learn_and_says_so():
    with pytest.raises(EngineError, match="or one that learns; take"):
        solve(load("nyu/Input1"), "fc", **LEARNS, engine="compiled")


def test_a_new_search_knows_nothing_of_the_last_one():
    search_twice, puzzle = Limits().search(), load("nyu/Input1")
    counts = [solve(puzzle, "fc", search=search_twice).counts for _ in range(2)]
    assert counts[0] == counts[1] == solve(puzzle, "fc", **LEARNS).counts
