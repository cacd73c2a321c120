"""Another choice at a step: the same search before it, its own way after it."""

import pytest
from steppers import recorded

from futoshiki_lab import Stepper, load, record, what_if
from futoshiki_lab.problems import queens
from futoshiki_lab.support.background import attempt

SEARCHES = [
    {"look": "fc", "select": "mrv"},
    {"look": "bt", "jump": True},
    {"look": "fc", "order": "random", "seed": 3, "solutions": "all", "node_limit": 60},
    {"look": "mac", "select": "dom_wdeg"},
]


@pytest.mark.slow
@pytest.mark.parametrize("search", SEARCHES, ids=str)
def test_both_runs_are_the_same_up_to_the_choice(search):
    trace = record(load("nyu/Input1"), **search)
    first = trace.steps("node")[12]
    event, state = trace.event(first), trace.state(first - 1)
    siblings = trace.tree[event.parent].children
    tried = {trace.tree[one].value for one in siblings if one < event.node}
    for value in set(state.domains[event.cell]) - tried:
        other = what_if(trace, first - 1, event.cell, value)
        assert [other.reason(step) for step in range(first)] == [
            trace.reason(step) for step in range(first)
        ]
        assert (other.event(first).cell, other.event(first).value) == (event.cell, value)
        assert other.run.settings.seed == trace.run.settings.seed


def test_another_cell_can_be_chosen_and_another_queen():
    trace = record(load("nyu/Input1"), "fc")
    free = trace.puzzle.cells[-1]
    value = trace.state(trace.steps("node")[0] - 1).domains[free][0]
    other = what_if(trace, 0, free, value)
    assert other.tree[1].label == f"{free}={value}"
    six = record(queens(6), "fc")
    assert what_if(six, 0, six.puzzle.cells[0], 3).tree[1].value == 3


def test_what_cannot_be_chosen_is_said():
    trace = record(load("nyu/Input1"), "fc")
    node = trace.tree[1]
    with pytest.raises(ValueError, match="nothing to choose"):
        what_if(trace, len(trace), node.cell, 1)
    with pytest.raises(ValueError, match="has a value"):
        what_if(trace, node.first, node.cell, node.value)
    with pytest.raises(ValueError, match="cannot be tried"):
        what_if(trace, 0, node.cell, 0)


def test_a_stepper_shows_the_other_search_beside_the_old_one():
    trace = recorded("nyu/Input1", "fc")
    stepper, node = Stepper(trace), trace.tree[1]
    left = trace.state(node.first - 1).domains[node.cell]
    question = {"ask": "what if", "run": 0, "step": 0, "value": left[-1]}
    question["cell"] = trace.puzzle.cells.index(node.cell)
    answer, error = attempt(lambda: stepper._answer(question))
    stepper._reply(question, answer, error)
    assert (stepper.traces, answer.keys(), error) == ((trace,), stepper.runs[0].keys(), "")
    question["beside"] = True
    stepper._reply(question, *attempt(lambda: stepper._answer(question)))
    assert [one.tree[1].value for one in stepper.traces] == [node.value, left[-1]]
    assert len(stepper.runs) == 2
