"""Free play: the learner's own tree, its counts, and what stands beside it."""

import json
from base64 import b64encode
from dataclasses import dataclass, field

import pytest
from conftest import EXHAUSTIVE
from npm import run_node
from test_drive import ask_for_a_board

from futoshiki_lab import Drive, Puzzle, load, random_puzzles, record, solve
from futoshiki_lab.classroom.drive.driving import DriveResult
from futoshiki_lab.core import Verb
from futoshiki_lab.problems import australia, queens
from futoshiki_lab.stepper.packing import pack_puzzle, pack_trace

PUZZLES = list(random_puzzles(4, givens=3, signs=5, count=5, seed=3))
IMPOSSIBLE = Puzzle([[1, 0, 0], [0, 1, 0], [0, 0, 2]])
ROUNDS = 20 if EXHAUSTIVE else 4
BOARDS = [*PUZZLES, IMPOSSIBLE, Puzzle([[0, 0], [0, 0]]), australia(), queens(4), queens(3)]


def start(problem):
    """The run that a page begins with, as JSON."""
    sent = Drive(problem).runs[0]
    return {
        name: part if name == "header" else b64encode(part).decode() for name, part in sent.items()
    }


@dataclass
class Tried:
    """A node of the tree that a play should have: written without a look at the page's code."""

    cell: object = None
    value: object = None
    clashes: bool = False
    vain: set = field(default_factory=set)  # what came to nothing below it: cells with values
    below: int = 0


class Reference:
    def __init__(self, problem):
        self.problem, self.path, self.nodes, self.failed_values = problem, [Tried()], 0, 0

    @property
    def board(self):
        return {**self.problem.givens, **{one.cell: one.value for one in self.path[1:]}}

    def left(self, cell):
        values = self.problem.domains[cell] if cell not in self.problem.givens else ["given"]
        return [v for v in values if not any((cell, v) in one.vain for one in self.path)]

    @property
    def stuck(self):
        return self.path[-1].clashes or not all(map(self.left, self.problem.cells))

    def try_value(self, cell, value):
        self.path[-1].below += 1
        clashes = any(
            other in self.board and not one.holds(value, self.board[other])
            for other, one in self.problem.constraints[cell].items()
        )
        self.path.append(Tried(cell, value, clashes))
        self.nodes += 1
        self.failed_values += clashes

    def go_back(self, cell=None):
        while True:
            stuck, last = self.stuck, self.path.pop()
            self.failed_values += not last.below and not last.clashes
            if stuck:
                self.path[-1].vain.add((last.cell, last.value))
            if cell in (None, last.cell):
                return

    @property
    def outcome(self):
        if not self.path[-1].clashes and len(self.board) == len(self.problem.cells):
            return "solved"
        return "unsatisfiable" if len(self.path) == 1 and self.stuck else False


@pytest.fixture(scope="module")
def plays():
    """Random plays: each a board, and what came of every move."""
    asked = [{"start": start(problem)} for problem in BOARDS]
    found = run_node("free_plays.mjs", asked * ROUNDS)
    return list(zip(BOARDS * ROUNDS, found, strict=True))


def test_random_plays_have_the_counts_and_the_boards_of_a_reference(plays):
    ends = []
    for problem, play in plays:
        cells, values = problem.cells, problem.values
        reference = Reference(problem)
        for one in play["told"]:
            if "refused" in one:
                assert one["refused"]
                assert not one["changed"]
                continue
            move, outcome = one["move"], None
            if move["kind"] == "value":
                reference.try_value(cells[move["cell"]], values[move["value"] - 1])
            elif move["kind"] == "restore":
                reference.go_back()
            elif move["cell"] >= 0:
                reference.go_back(cells[move["cell"]])
            else:
                if reference.path[-1].clashes:
                    reference.go_back()
                outcome = reference.outcome or "stopped"
            assert (one["nodes"], one["failed_values"]) == (
                reference.nodes,
                reference.failed_values,
            )
            board = [reference.board.get(cell) for cell in cells]
            assert [values[at - 1] if at > 0 else None for at in one["values"]] == board
            for cell, left in zip(cells, one["left"], strict=True):
                if cell not in reference.board:
                    assert [values[at - 1] for at in left] == reference.left(cell)
            assert one["over"] == (outcome or reference.outcome)
        ends.append((play["told"] or [{"over": "at once"}])[-1]["over"])
        assert play["again"]  # the moves alone bring all of it back
    assert {"solved", "stopped", "unsatisfiable"} <= set(ends)


def test_a_play_proves_only_what_is_true(plays):
    for problem, play in plays:
        if play["told"] and play["told"][-1]["over"] == "unsatisfiable":
            assert solve(problem, "fc", engine="readable").outcome == "unsatisfiable"


MOVES = {Verb.ASSIGN: "value", Verb.RESTORE: "restore"}


@pytest.mark.parametrize(
    "search", [("bt",), ("fc",), ("mac",), ("fc", "mrv"), ("bt", "reading", "descending")]
)
def test_who_plays_as_an_algorithm_does_has_its_nodes_and_failed_values(search):
    traces = [record(puzzle, *search) for puzzle in BOARDS]
    asked = []
    for trace in traces:
        number, meant = trace.puzzle.cells.index, trace.puzzle.values.index
        events = (trace.event(step) for step in range(1, len(trace) + 1))
        moves = [
            {
                "kind": MOVES[event.verb],
                "cell": number(event.cell),
                "value": 1 + meant(event.value) if event.verb == Verb.ASSIGN else 0,
            }
            for event in events
            if event.verb in MOVES
        ]
        asked.append({"start": start(trace.puzzle), "moves": moves})
    for trace, play in zip(traces, run_node("free_plays.mjs", asked), strict=True):
        last = (play["told"] or [{"nodes": 0, "failed_values": 0}])[-1]
        assert (last["nodes"], last["failed_values"]) == (
            trace.counts.nodes,
            len(trace.steps("failed value")),
        )


def test_free_play_sends_the_setup_alone_and_the_others_for_later():
    drive = Drive(load("nyu/Input1"))
    (sent,), others = drive.runs, drive.drive["others"]
    assert '"settings": "you"' in sent["header"]
    assert not drive.trace.counts.nodes
    looks = ["bt", "fc", "mac"]
    assert [one["header"] for one in others] == [
        pack_trace(record(load("nyu/Input1"), look))["header"] for look in looks
    ]
    drive.set_state(
        {"driven": {"moves": 5, "nodes": 3, "failed_values": 1, "over": True, "done": []}}
    )
    assert (drive.result.nodes, drive.result.failed_values, drive.result.over) == (3, 1, True)


def test_free_play_goes_on_with_a_new_board():
    drive = Drive(PUZZLES[0])
    drive.driven = {"moves": 5, "nodes": 3, "failed_values": 1, "over": True, "done": []}
    assert ask_for_a_board(drive) == ""
    assert drive.result == DriveResult(moves=5, boards=1)
    assert drive.trace.puzzle.grid != PUZZLES[0].grid
    assert {json.loads(one["header"])["key"] for one in [*drive.runs, *drive.drive["others"]]} == {
        pack_puzzle(drive.trace.puzzle)["key"]
    }


def test_where_the_givens_end_the_search_nothing_is_left_to_play():
    ends = {"solved": Puzzle([[1, 2], [2, 1]]), "unsatisfiable": Puzzle([[1, 1], [0, 0]])}
    played = run_node("free_plays.mjs", [{"start": start(one)} for one in ends.values()])
    assert [play["ended"] for play in played] == list(ends)
    assert [play["told"] for play in played] == [[], []]


def test_free_play_has_no_settings():
    with pytest.raises(TypeError, match="free play has no settings: leave out select"):
        Drive(PUZZLES[0], select="mrv")
