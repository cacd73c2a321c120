"""The reasons that the game and the stepper show: what a kernel answers, what a page carries."""

import json
import random
import sys

import pytest
from games import asked
from npm import run_node
from test_why import agreeing

from futoshiki_lab import Play, Puzzle, Sign, Stepper, load, look_logic, record, why
from futoshiki_lab.classroom.pages.saved import unpack_run
from futoshiki_lab.reasons import answers, walkthrough
from futoshiki_lab.reasons.facts import Entry, Line
from futoshiki_lab.reasons.shape import rows_of
from futoshiki_lab.stepper.packing import pack_puzzle, pack_trace
from futoshiki_lab.support import progress
from futoshiki_lab.trace.replay import Replay

FOUR, FIVE = load("unequal/4x4-recursive#1"), load("unequal/5x5-tricky#1")
NONE = Puzzle(((1, 1), (0, 0)))


def carried_failures(trace):
    return answers.carried_failures(trace.puzzle, trace.recorder, trace.outcome)


@pytest.fixture
def without_pysat(monkeypatch):
    monkeypatch.setitem(sys.modules, "pysat", None)
    answers.carried.cache_clear()
    yield
    answers.carried.cache_clear()


@pytest.fixture(scope="module")
def held():
    """What a page carries for the 4x4."""
    return json.loads(answers.carried(FOUR))


def is_enough(puzzle, reason):
    """Whether all facts of a reason are impossible together."""
    cells, n = puzzle.cells, puzzle.size
    facts = [Entry(cells[cell], value) for cell, value in reason["entries"]]
    facts += [Sign(cells[low], cells[high]) for low, high in reason["signs"]]
    facts += [
        Line("row", first // n) if last - first < n else Line("column", first)
        for first, last in reason["lines"]
    ]
    claim = () if reason["cell"] < 0 else [(cells[reason["cell"]], [reason["value"]])]
    return not agreeing(n, facts, *claim)


def cost(reason):
    return len(reason["entries"]) + len(reason["signs"]) + 2 * len(reason["lines"])


# -- the game ------------------------------------------------------------------------------------


def test_a_kernel_says_what_why_says():
    solution = [*answers.facts(FIVE)["solution"]]
    values = [value if cell % 3 == 0 else 0 for cell, value in enumerate(solution)]
    for cell in (1, 13):
        wrong = solution[cell] % 5 + 1
        reason, error = asked(Play(FIVE), ask="why", cell=cell, value=wrong, values=values)
        found = why(FIVE, FIVE.cells[cell], wrong, rows_of(values, 5))
        assert (error, reason["text"], reason["can"]) == ("", found.text, False)
        assert is_enough(FIVE, reason)


def test_a_value_that_can_stand_is_told_without_the_solution():
    solution = answers.facts(FIVE)["solution"]
    reason, _ = asked(Play(FIVE), ask="why", cell=7, value=solution[7], values=[0] * 25)
    assert (reason["text"], reason["can"]) == (f"r2c3 can still be {solution[7]}.", True)
    assert reason["entries"] == reason["signs"] == reason["lines"] == []


def test_what_cannot_be_completed_is_not_said_to_be_the_puzzles_fault():
    solution = answers.facts(FIVE)["solution"]
    values = [0] * 25
    values[0] = solution[0] % 5 + 1
    reason, _ = asked(Play(FIVE), ask="why", cell=7, value=solution[7], values=values)
    assert reason["text"].startswith(f"r1c1 = {values[0]} is wrong: ")
    assert (reason["cell"], reason["can"], reason["wrong"]) == (7, True, [0])


def test_a_hint_has_the_reasons_that_it_tells_of():
    puzzle = load("unequal/5x5-recursive#1")
    told = [step for step in walkthrough(puzzle) if step.reason]
    assert told
    assert all(step.reason.steps for step in told)
    for step in told:
        reason = answers.pack_reason(step.reason)
        (cell,) = step.removes
        assert (puzzle.cells[reason["cell"]], (reason["value"],)) == (cell, step.removes[cell])
        assert step.why == reason["text"]
    wrong = [0] * 25
    wrong[7] = answers.facts(FIVE)["solution"][7] % 5 + 1
    hint = answers.next_hint(FIVE, wrong, [])
    assert hint["why"] == hint["reason"]["text"]


def test_of_a_puzzle_without_solution_the_reasons_are_told():
    reason, _ = asked(Play(NONE), ask="why", cell=None, value=0, values=[1, 1, 0, 0])
    assert reason["text"] == why(NONE).text
    assert json.loads(answers.carried(NONE))["none"]["text"] == reason["text"]
    assert carried_failures(record(NONE, "fc"))[0]["text"] == reason["text"]


def test_without_a_solver_there_are_reasons_too(without_pysat):
    solution = answers.facts(FIVE)["solution"]
    for cell, value in ((7, solution[7] % 5 + 1), (20, solution[20] % 5 + 1)):
        question = {"cell": cell, "value": value, "values": [0] * 25}
        reason, error = asked(Play(FIVE), ask="why", **question)
        assert (error, reason["can"], is_enough(FIVE, reason)) == ("", False, True)
    assert asked(Play(FIVE), ask="hint", values=[0] * 25, marks=[])[1] == ""
    assert len(json.loads(answers.carried(FOUR))["reasons"]) > 50


def test_a_large_board_says_that_it_takes_long():
    large = Puzzle([[0] * 13] * 13)
    answer, error = asked(Play(large), ask="why", cell=0, value=1, values=[0] * 169)
    assert (answer, "larger than 12x12" in error) == (None, True)
    run = Stepper(record(large, "fc", node_limit=1))
    assert "larger than 12x12" in asked(run, ask="why", run=0, node=1)[1]


# -- its page ------------------------------------------------------------------------------------


def test_a_page_has_reasons_against_every_wrong_value(held):
    right = {f"{cell} {value}" for cell, value in enumerate(held["facts"]["solution"])}
    every = {f"{cell} {value}" for cell in range(16) for value in range(1, 5)}
    given = {f"{FOUR.cells.index(cell)} {v}" for cell in FOUR.givens for v in range(1, 5)}
    assert held["reasons"].keys() == every - given
    assert {key for key, some in held["reasons"].items() if some[0]["can"]} == right - given
    stands = {tuple(entry) for entry in enumerate(held["facts"]["solution"])}
    givens = {(at, FOUR[cell]) for at, cell in enumerate(FOUR.cells) if FOUR[cell]}
    for key, some in held["reasons"].items():
        assert any({tuple(entry) for entry in one["entries"]} <= givens for one in some)
        assert all({tuple(entry) for entry in one["entries"]} <= stands for one in some)
        assert all(f"{one['cell']} {one['value']}" == key for one in some)


def test_how_far_a_page_is_shows_on_standard_error(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(progress, "BAR_DELAY", 0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    answers.carried.cache_clear()
    Play(FOUR).to_html(tmp_path / "play.html")
    assert "/16" in capsys.readouterr().err
    failed = carried_failures(record(FOUR, "fc"))
    assert f"/{len(failed)}" in capsys.readouterr().err


def test_the_reasons_of_a_page_are_enough(held):
    short = [
        one for some in held["reasons"].values() for one in some if one["short"] and not one["can"]
    ]
    chance = random.Random(1)
    assert all(is_enough(FOUR, one) for one in chance.sample(short, 25))


def answered(puzzle, held, questions):
    """What standalone.js answers."""
    question = {"puzzle": pack_puzzle(puzzle), "carried": held, "questions": questions}
    return run_node("carried_answers.mjs", question)


def test_a_page_says_the_cheapest_reason_that_holds(held):
    chance, solution, questions = random.Random(2), held["facts"]["solution"], []
    for _ in range(60):
        values = [
            value if FOUR[cell] or chance.random() < 0.5 else 0
            for cell, value in zip(FOUR.cells, solution, strict=True)
        ]
        cell, value = chance.randrange(16), chance.randint(1, 4)
        if not FOUR[FOUR.cells[cell]]:
            questions.append(
                {"id": 1, "ask": "why", "cell": cell, "value": value, "values": values}
            )
    told = answered(FOUR, held, questions)
    for question, reason in zip(questions, told, strict=True):
        cell, value, values = question["cell"], question["value"], question["values"]
        assert reason["can"] == (value == solution[cell])
        assert all(values[at] == stands for at, stands in reason["entries"])
        if not reason["can"]:
            assert reason["text"].startswith(f"{FOUR.cells[cell]} cannot be {value}")
            holds = [
                cost(one)
                for one in held["reasons"][f"{cell} {value}"]
                if all(values[at] == stands for at, stands in one["entries"])
            ]
            assert cost(reason) == min(holds)


def test_beside_a_wrong_entry_a_page_does_not_say_that_a_value_can_stand(held):
    solution, empty = held["facts"]["solution"], [0] * 16
    first, second = [at for at, cell in enumerate(FOUR.cells) if not FOUR[cell]][:2]
    empty[first] = solution[first] % 4 + 1
    values = [FOUR[cell] or empty[at] for at, cell in enumerate(FOUR.cells)]
    question = {"id": 1, "cell": second, "value": solution[second], "values": values, "marks": []}
    reason, hint = answered(FOUR, held, [{**question, "ask": ask} for ask in ("why", "hint")])
    assert reason["text"].startswith(f"{FOUR.cells[first]} cannot be {values[first]}")
    assert hint["why"] == reason["text"]
    assert (hint["wrong"], hint["reason"]) == (first, reason)


# -- the stepper ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "look", "more"),
    [
        ("nyu/Input1", "fc", {"select": "mrv"}),
        ("unequal/4x4-tricky#1", "bt", {"jump": True}),
        ("unequal/5x5-tricky#1", look_logic, {"select": "mrv"}),
    ],
)
def test_a_saved_run_has_the_events_of_its_trace(name, look, more):
    trace = record(load(name), look, **more)
    puzzle, events, outcome = unpack_run(pack_trace(trace))
    assert (puzzle, outcome) == (trace.puzzle, trace.outcome)
    assert [*map(list, events.columns)] == [*map(list, trace.recorder.columns)]
    assert list(Replay(puzzle, events).tree) == list(trace.tree)


def test_every_node_that_came_to_nothing_has_its_reason():
    trace = record(FOUR, "fc")
    carried, tree = carried_failures(trace), trace.tree
    failed = {node.number for node in tree if node.last and not tree.holds_solution[node.number]}
    assert carried.keys() == failed != set()
    board = Stepper(trace)
    for number in random.Random(3).sample(sorted(failed), 6):
        answer, error = asked(board, ask="why", run=0, node=number)
        assert error == ""
        path = {(FOUR.cells.index(node.cell), node.value) for node in tree.path(number)[1:]}
        given = {(at, FOUR[cell]) for at, cell in enumerate(FOUR.cells) if FOUR[cell]}
        for reason in (answer, carried[number]):
            assert {tuple(entry) for entry in reason["entries"]} <= path | given
            assert is_enough(FOUR, reason)


def test_a_large_run_carries_nothing(monkeypatch):
    for name, carries in (("unequal/7x7-easy#1", True), ("unequal/8x8-easy#1", False)):
        trace = record(load(name), "fc", node_limit=30)
        assert bool(carried_failures(trace)) == carries
    trace = record(FOUR, "fc")
    monkeypatch.setattr(answers, "NODES", 16)
    assert carried_failures(trace) == {}


def test_where_all_that_is_needed_stood_above_the_node_is_named():
    trace = record(load("nyu/Input1"), "fc")
    cells, tree = trace.puzzle.cells, trace.tree
    carried = carried_failures(trace)
    above = {number: one["since"] for number, one in carried.items() if "since" in one}
    assert above
    for number, (told, step) in above.items():
        path = tree.path(number)
        (node,) = [node for node in path[1:-1] if node.first == step]
        assert f"{node.cell} = {node.value} on: step {step:,}, node {node.number:,}" in told
        below = path[path.index(node) + 1 :]
        stands = {(cells.index(one.cell), one.value) for one in below}
        assert not stands & {tuple(entry) for entry in carried[number]["entries"]}


def test_a_look_that_is_wrong_is_found_out():
    solution = answers.facts(FOUR)["solution"]

    def look(board, cell):
        return cell in FOUR.givens  # which are placed before the search

    stepper = Stepper(record(FOUR, look))
    nodes = [*stepper.trace.tree][1:]
    assert len(nodes) == 4
    for node in nodes:
        answer, _ = asked(stepper, ask="why", run=0, node=node.number)
        assert answer["can"] == (node.value == solution[FOUR.cells.index(node.cell)])


@pytest.mark.parametrize("question", [{"run": 1, "node": 0}, {"run": 0, "node": 10**6}, {}])
def test_what_is_no_node_is_said_in_words(question):
    answer, error = asked(Stepper(record(FOUR, "fc")), ask="why", **question)
    assert answer is None
    assert error
