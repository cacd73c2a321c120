"""Where the stepper asks for predictions, and what it takes for right: as the trace has it."""

from functools import cache
from itertools import groupby

import pytest
from broken import forgets_to_restore
from npm import run_node
from steppers import sent

from futoshiki_lab import Puzzle, load, record
from futoshiki_lab.stepper.stepper import PREDICTIONS

pytestmark = pytest.mark.usefixtures("near_checkpoints")

LOOKING = {"CHECK", "PRUNE", "WIPE_OUT"}


def goes_on(board, cell):
    """A student's own look: it goes on after a wipe-out."""
    good = True
    for other in board.unassigned_neighbours(cell):
        for value in board.domains[other]:
            if not board.check(other, value, cell, board.values[cell]):
                board.prune(other, value, because=cell)
        good = good and bool(board.domains[other])
    return good


INPUT1 = load("nyu/Input1")
TRACES = {
    "bt": lambda: record(INPUT1, "bt", event_limit=3000),
    "fc": lambda: record(INPUT1, "fc"),
    "fc mrv": lambda: record(INPUT1, "fc", "mrv"),
    "fc lcv": lambda: record(INPUT1, "fc", "mrv", "lcv"),
    "fc jump": lambda: record(INPUT1, "fc", jump=True),
    "mac": lambda: record(INPUT1, "mac", "dom_wdeg"),
    "gac": lambda: record(load("unequal/5x5-tricky#1"), "gac"),
    "a student's look": lambda: record(INPUT1, goes_on),
    "all solutions": lambda: record(Puzzle([[0] * 3] * 3, [((0, 0), (0, 1))]), solutions="all"),
    "no solution": lambda: record(Puzzle(((1, 0, 0), (0, 1, 0), (0, 0, 2))), "bt"),
    "the givens contradict": lambda: record(Puzzle(((1, 1), (0, 0))), "fc"),
}


@pytest.fixture(scope="module", params=TRACES)
def case(request):
    return asked_about(TRACES[request.param])


@cache
def asked_about(run):
    """The trace of a run, and what quiz.js asks about it."""
    trace = run()
    [asked] = run_node("stepper_quiz.mjs", [sent(trace)])
    return trace, asked


def verb(trace, step):
    return trace.event(step).verb.name


def nodes_of(trace):
    return [node for node in trace.tree if node.number]


def places(asked, kind):
    """Of every question: its step, and the right answer."""
    return [(one["step"], one["right"]) for one in asked[kind]["questions"]]


def test_every_kind_of_the_widget_is_known_there(case):
    assert tuple(case[1]) == PREDICTIONS


def test_the_values_that_a_look_prunes(case):
    trace, asked = case
    nodes = nodes_of(trace)
    if trace.outcome == "limit" and verb(trace, len(trace)) in LOOKING:
        nodes.pop()  # nobody knows what its look would have pruned
    expected = []
    for node in nodes:
        steps = [step for step in trace.steps("prune") if trace.event(step).node == node.number]
        if steps:
            pruned = [f"{trace.event(step).cell}={trace.event(step).value}" for step in steps]
            expected.append((node.first, pruned))
    assert places(asked, "prune") == expected
    for one in asked["prune"]["questions"]:
        step = one["step"]
        assert verb(trace, step) == "ASSIGN"
        event = trace.event(step)
        assert one["text"].startswith(f"The look at {event.cell} = {event.value} removes values.")
        between = {verb(trace, at) for at in range(step + 1, one["end"] + 1)}
        assert between <= LOOKING
        assert verb(trace, one["end"]) in ("PRUNE", "WIPE_OUT")


def test_the_cell_that_is_selected(case):
    trace, asked = case
    expected = []
    for _, children in groupby(
        sorted(nodes_of(trace), key=lambda node: (node.parent, node.number)),
        key=lambda node: (node.parent, node.cell),
    ):
        first = next(children)
        before = (first.first - back for back in range(1, first.first))
        step = next(at for at in before if verb(trace, at) in ("ACCEPT", "BEGIN"))
        expected.append((step, [str(first.cell)]))
    assert places(asked, "cell") == sorted(expected)


def test_the_value_that_is_tried(case):
    trace, asked = case
    tried = [(step, trace.event(step)) for step in trace.steps("node")]
    assert places(asked, "value") == [(step - 1, [event.value]) for step, event in tried]
    texts = [one["text"] for one in asked["value"]["questions"]]
    assert texts == [
        f"Which value does the search try next for {event.cell}?" for _, event in tried
    ]


def test_where_the_search_goes_back_to(case):
    trace, asked = case
    expected = []
    for step in trace.steps("backtrack"):
        jump = trace.event(step).jump
        path = jump.culprits if jump else trace.state(step - 1).path
        expected.append((step - 1, [str(path[-1]) if path else "nowhere"]))
    assert places(asked, "backtrack") == expected


def test_the_kind_of_the_next_event(case):
    trace, asked = case
    names = [verb(trace, step) for step in range(1, len(trace) + 1)]
    begin = names.index("BEGIN") + 1 if "BEGIN" in names else len(names)
    spoken = [name.lower().replace("_", "-") for name in names[begin:]]
    expected = [(begin + at, [name]) for at, name in enumerate(spoken)]
    assert places(asked, "next") == expected
    assert (
        set(spoken)
        <= set(asked["next"]["verbs"])
        <= set(spoken) | {"solution"} | {name.lower().replace("_", "-") for name in names[:begin]}
    )


@pytest.mark.parametrize("kind", PREDICTIONS)
def test_a_move_to_the_end_stops_at_every_question_once(case, kind):
    _, asked = case
    found = asked[kind]
    assert found["stops"] == [one["step"] for one in found["questions"]]
    many = len(found["stops"])
    assert found["score"] == (f"{(many + 1) // 2} of {many} right" if many else "")


@pytest.mark.parametrize("kind", PREDICTIONS)
def test_right_and_wrong_with_the_sentences_of_the_run(case, kind):
    trace, asked = case
    for one in asked[kind]["questions"]:
        assert one["refused"] == ""
        assert one["all"]["right"]
        assert one["all"]["words"].startswith("✓ Right: ")
        assert not one["part"]["right"] or (kind == "reason" and len(one["right"]) > 1)
        assert not one["shown"]["right"]
        if kind == "prune":
            continue
        assert one["none"]["words"].startswith("✗ Wrong: not ")
        assert one["none"]["words"].endswith(f", but {one['right'][0]}.")
        sentence = trace.reason(one["end"])
        first = one["none"]["reasons"][0]
        assert first.lower() == sentence.lower()


def test_what_is_missing_is_told_with_its_constraint():
    trace, asked = asked_about(TRACES["fc"])
    questions = asked["prune"]["questions"]
    assert len(questions) > 50
    for one in questions:
        total = len(one["right"])
        steps = [step for step in trace.steps("prune") if one["step"] < step <= one["end"]]
        told = [trace.reason(step) for step in steps]
        wiped = [line for line in one["all"]["reasons"] if "no value left" in line]
        assert one["all"]["reasons"] == told + wiped
        assert bool(wiped) == (verb(trace, one["end"]) == "WIPE_OUT")
        # All but the first were struck out.
        found = f"{total - 1} of {total} found" + (" ○" if total > 1 else "")
        words = one["part"]["words"].replace("\xa0", " ")
        assert words == f"✗ Wrong: {found}, 1 missing ◌."
        assert one["part"]["reasons"] == [f"◌ {told[0]}", *wiped]


def test_a_student_s_look_that_goes_on_after_a_wipe_out_has_not_ended_there():
    trace, asked = asked_about(TRACES["a student's look"])
    ended, went_on = [], []
    for one in asked["prune"]["questions"]:
        if verb(trace, one["end"]) == "WIPE_OUT":
            on = verb(trace, one["end"] + 1) in LOOKING
            (went_on if on else ended).append(one["all"]["reasons"][-1])
    assert ended
    assert all(line.startswith("The look ends there: ") for line in ended)
    assert went_on
    assert not any("The look ends" in line for line in went_on)


def test_why_a_cell_is_selected():
    _, reading = asked_about(TRACES["fc"])
    for one in reading["cell"]["questions"]:
        [cell] = one["right"]
        why = f"By reading order: {cell} is the first cell without a value"
        assert one["all"]["reasons"][1:] == [why]
    trace, asked = asked_about(TRACES["fc mrv"])
    for one in asked["cell"]["questions"]:
        state, [name] = trace.state(one["step"]), one["right"]
        sizes = {
            str(cell): len(state.domains[cell])
            for cell in trace.puzzle.cells
            if cell not in state.values
        }
        least = sizes.pop(name)
        assert least <= min(sizes.values(), default=9)
        alone = least < min(sizes.values(), default=9)
        values = "1 value" if least == 1 else f"{least} values"
        rest = "the fewest of all" if alone else "and no cell has fewer"
        assert one["all"]["reasons"][1:] == [f"By mrv: {name} has {values} left, {rest}"]


def test_which_values_were_tried_before():
    questions = asked_about(TRACES["bt"])[1]["value"]["questions"]
    second = next(one for one in questions if one["right"] == [3])
    why = "By ascending order from {1, 2, 3, 4, 5}; 1 and 2 were tried before"
    assert second["all"]["reasons"][1] == why
    first = questions[0]
    assert first["all"]["reasons"][1] == "By ascending order from {1, 2, 3, 4, 5}"


def test_a_search_that_forgets_to_restore_is_asked_about_as_it_runs():
    trace, asked = asked_about(
        lambda: record(INPUT1, "fc", search=forgets_to_restore, event_limit=1500)
    )
    for kind in PREDICTIONS:
        for one in asked[kind]["questions"]:
            assert one["all"]["right"], one
            assert one["refused"] == ""
    assert len(asked["value"]["questions"]) == len(trace.steps("node"))
