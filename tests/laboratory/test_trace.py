"""A recorded run tells exactly what happened, at every step, forward and back."""

import pickle
from contextlib import suppress
from dataclasses import replace

import pytest
from broken import checks_rows_only, forgets_to_restore, restores_too_little
from conftest import examples
from hypothesis import given, strategies as st
from puzzles import EVERY_WAY, puzzles

from futoshiki_lab import Board, Cell, Puzzle, Trace, forward_check, load, record, search, solve
from futoshiki_lab.core import Reason, Verb, parse_settings
from futoshiki_lab.core.search import set_up
from futoshiki_lab.trace import replay
from futoshiki_lab.trace.recorder import Recorder
from futoshiki_lab.trace.replay import Replay

WAYS = st.sampled_from(EVERY_WAY)


def live_states(puzzle: Puzzle, way: tuple, limit: int) -> list[tuple]:
    """What the board is like just before each event, seen while the search runs."""
    states = []

    def watch(verb, where, value, other_value):
        if len(states) >= limit:
            raise KeyboardInterrupt
        states.append((dict(board.values), dict(board.domains), replace(board.counts)))

    functions = parse_settings(*way).functions
    board = Board(puzzle, observer=watch, sought=None, seed=3)
    with suppress(KeyboardInterrupt):
        if set_up(board, functions.look):
            search(board, *functions)
    return states


@examples(30)
@given(puzzles(1, 5), WAYS)
def test_replaying_gives_the_live_state_at_every_event(puzzle, way):
    live = live_states(puzzle, way, limit=2500)
    trace = record(puzzle, *way, solutions="all", seed=3, event_limit=2500)
    assert len(trace) == len(live)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(replay, "CHECKPOINT", 100)  # more of them, and less to play again from each
        for step, (values, domains, counts) in enumerate(live):
            state = trace.state(step)
            assert (state.values, state.domains, state.counts) == (values, domains, counts)
            assert list(state.values) == list(values)
        assert trace.state(len(trace)).counts == trace.counts
    if trace.outcome != "limit":
        plain = solve(puzzle, *way, solutions="all", seed=3, engine="readable")
        assert (trace.outcome, trace.counts) == (plain.outcome, plain.counts)


@examples(60)
@given(puzzles(2, 5), WAYS)
def test_every_prune_has_a_reason_that_really_rules_the_value_out(puzzle, way):
    trace = record(puzzle, *way, root="ac", solutions=2, event_limit=3000)
    for step in trace.steps("prune"):
        event, before = trace.event(step), trace.state(step - 1)
        assert event.value in before.domains[event.cell]
        if event.deduction:  # it takes several cells, which have at most as many values
            cells = event.deduction.cells
            values = {value for cell in cells for value in before.domains[cell]}
            assert len(values) <= len(cells)
            assert event.value in values
            assert event.cell not in cells or len(values) < len(cells)
            continue
        supports = before.domains[event.other]
        if event.other_value:
            assert supports == (event.other_value,)
        assert not any(event.constraint.holds(event.value, support) for support in supports)


@given(puzzles(1, 5), WAYS, st.data())
def test_moves_go_to_the_nearest_step_of_their_kind(puzzle, way, data):
    trace = record(puzzle, *way, event_limit=2000)
    step = data.draw(st.integers(0, len(trace)))
    kinds = ["node", "check", "prune", "wipe-out", "backtrack", "solution"]
    verbs = (Verb.ASSIGN, Verb.CHECK, Verb.PRUNE, Verb.WIPE_OUT, Verb.BACKTRACK, Verb.SOLUTION)
    for what, verb in zip(kinds, verbs, strict=True):
        steps = [k for k in range(1, len(trace) + 1) if trace.event(k).verb == verb]
        assert trace.next(step, what) == next((k for k in steps if k > step), None)
        assert trace.previous(step, what) == next((k for k in steps[::-1] if k < step), None)


@given(puzzles(2, 5), WAYS)
def test_a_failed_value_is_where_a_look_has_just_failed(puzzle, way):
    trace = record(puzzle, *way, event_limit=2000)
    for step in trace.steps("failed value"):
        assert trace.event(step + 1).verb == Verb.RESTORE
        last = trace.event(step)
        if way[0] == "bt":
            assert last.verb == Verb.CHECK
            assert not last.constraint.holds(last.value, last.other_value)
        else:
            assert () in trace.state(step).domains.values()


@given(puzzles(2, 5), WAYS)
def test_a_dead_end_is_a_backtrack_after_nothing_but_failed_values(puzzle, way):
    """Counted from the verbs alone: no value of the cell that is left was ever accepted."""
    trace = record(puzzle, *way, event_limit=2000)
    accepted, found = [False], []  # by depth, whether a value was accepted there
    for step in range(1, len(trace) + 1):
        match trace.event(step).verb:
            case Verb.ACCEPT:
                accepted[-1] = True
                accepted.append(False)
            case Verb.SOLUTION:
                accepted[-1] = True
            case Verb.BACKTRACK:
                if not accepted.pop():
                    found.append(step)
                accepted = accepted or [False]
    assert [*trace.steps("dead end")] == found


def test_unknown_moves_list_the_known_ones():
    trace = record(Puzzle([[0]]))
    with pytest.raises(ValueError, match="did you mean 'dead end'"):
        trace.next(0, "deadend")
    with pytest.raises(IndexError, match=f"the steps are 0 to {len(trace)}"):
        trace.state(len(trace) + 1)
    with pytest.raises(IndexError):
        trace.state(-1)
    with pytest.raises(IndexError):
        trace.event(0)


# -- the search tree -----------------------------------------------------------------------------


@examples(60)
@given(puzzles(1, 5), WAYS)
def test_the_tree_has_one_node_for_each_value_tried(puzzle, way):
    trace = record(puzzle, *way, solutions=3, node_limit=1500)
    tree, counts = trace.tree, trace.counts
    kinds = [node.kind for node in tree][1:]
    assert len(kinds) == counts.nodes
    assert kinds.count("branch") + kinds.count("solution") == counts.accepted
    assert max((node.depth for node in tree), default=0) == counts.max_depth
    assert sum(tree.subtree_sizes[child] + 1 for child in tree[0].children) == counts.nodes
    if counts.nodes:
        assert kinds.count("solution") == counts.solutions
        assert bool(tree.holds_solution[0]) == bool(counts.solutions)


@examples(40)
@given(puzzles(2, 5), WAYS)
def test_the_path_to_the_open_node_is_what_is_assigned(puzzle, way):
    trace = record(puzzle, *way, event_limit=1500)
    for step in range(0, len(trace) + 1, 7):
        state = trace.state(step)
        path = trace.tree.path(state.node)[1:]
        assert [node.cell for node in path] == list(state.path)
        assert all(state.values[node.cell] == node.value for node in path)
        assert all(node.first <= step and (node.last or step + 1) > step for node in path)


def test_an_event_belongs_to_the_node_that_it_is_about():
    trace = record(load("nyu/Input1"), "bt")
    for step in range(1, len(trace) + 1):
        event = trace.event(step)
        node = trace.tree[event.node]
        assert (event.parent, event.depth) == (node.parent, node.depth)
        if event.verb in (Verb.ASSIGN, Verb.CHECK, Verb.ACCEPT, Verb.RESTORE):
            assert (node.cell, node.value) == (event.cell, event.value)


# -- words and source lines ----------------------------------------------------------------------


def test_a_prune_says_which_constraint_and_which_value_rule_it_out():
    puzzle = Puzzle([[0, 3, 0], [0] * 3, [0] * 3], [((0, 1), (0, 2))])
    trace = record(puzzle, "fc")
    reasons = [trace.reason(step) for step in trace.steps("prune")]
    assert "remove 1 from r1c3: r1c2 < r1c3 and r1c2 = 3" in reasons
    assert "remove 3 from r1c1: r1c2 ≠ r1c1 and r1c2 = 3" in reasons
    trace = record(Puzzle([[0, 0], [0, 0]], [((0, 0), (0, 1))]), "mac")
    supportless = "r1c2 > r1c1 and no value of r1c2 in {1, 2} supports it"
    assert trace.reason(trace.steps("prune")[0]) == f"remove 2 from r1c1: {supportless}"


def test_every_event_of_a_small_run_is_told_in_words():
    trace = record(Puzzle([[1, 0], [0, 0]]), "fc")
    assert [trace.reason(step) for step in range(len(trace) + 1)] == [
        "the start: nothing has happened yet",
        "place the given r1c1 = 1",
        "check r1c2 ≠ r1c1: 1 ≠ 1 fails",
        "remove 1 from r1c2: r1c1 ≠ r1c2 and r1c1 = 1",
        "check r1c2 ≠ r1c1: 2 ≠ 1 holds",
        "check r2c1 ≠ r1c1: 1 ≠ 1 fails",
        "remove 1 from r2c1: r1c1 ≠ r2c1 and r1c1 = 1",
        "check r2c1 ≠ r1c1: 2 ≠ 1 holds",
        "the setup is done",
        "try r1c2 = 2 (node 1)",
        "check r2c2 ≠ r1c2: 1 ≠ 2 holds",
        "check r2c2 ≠ r1c2: 2 ≠ 2 fails",
        "remove 2 from r2c2: r1c2 ≠ r2c2 and r1c2 = 2",
        "r1c2 = 2 survives its look",
        "try r2c1 = 2 (node 2)",
        "check r2c2 ≠ r2c1: 1 ≠ 2 holds",
        "r2c1 = 2 survives its look",
        "try r2c2 = 1 (node 3)",
        "r2c2 = 1 survives its look",
        "solution 1: every cell has a value",
    ]


def test_failures_and_ways_back_are_told_in_words():
    impossible = Puzzle([[0, 0], [0, 0]], [((0, 0), (0, 1)), ((1, 0), (1, 1))])
    trace = record(impossible, "fc")
    told = [trace.reason(step) for step in range(len(trace) + 1)]
    assert "wipe-out: r1c2 has no value left" in told
    assert "take back r1c1 = 2 and give back 2 pruned values" in told
    spent = "no value of r1c1 is left to try"
    assert told[-1] == f"{spent}: no cell comes before it, the search ends"
    trace = record(load("nyu/Input1"), "bt")
    step = trace.steps("backtrack")[0]
    assert trace.reason(step).endswith(f"is left to try: back to {trace.state(step).path[-1]}")


def my_look(board: Board, cell: Cell) -> bool:
    """A look as a student writes it."""
    for other in board.unassigned_neighbours(cell):
        for value in board.domains[other]:
            if not board.check(other, value, cell, board.values[cell]):
                board.prune(other, value, because=cell)  # the line to be lit
        if not board.domains[other]:
            return False
    return True


def test_the_line_of_a_students_own_code_is_known_for_every_event():
    trace = record(load("nyu/Input1"), my_look)
    assert trace.counts == solve(load("nyu/Input1"), forward_check).counts
    assert [source.name for source in trace.sources.functions][:2] == ["search", "my_look"]
    for step in trace.steps("prune"):
        line = trace.event(step).line
        assert line.source.name == "my_look"
        assert line.text == "board.prune(other, value, because=cell)  # the line to be lit"


def last_cell(board: Board) -> Cell:
    """A selection as a student writes it."""
    return board.unassigned[-1]


@pytest.mark.parametrize(
    ("way", "expected"),
    [
        (["bt"], ["search", "look_back"]),
        (["fc"], ["search", "forward_check", "fc_check"]),
        (["mac"], ["search", "maintain_arc_consistency", "ac3", "revise"]),
        (["bt", last_cell, "lcv"], ["least_constraining_value", "ruled_out", "last_cell"]),
    ],
)
def test_the_sources_are_the_functions_that_ran_each_once(way, expected):
    sources = [source.name for source in record(load("nyu/Input3"), *way).sources.functions]
    assert [name for name in sources if name in expected] == expected


def test_every_source_line_calls_the_verb_of_its_event():
    for look, order in (("bt", "lcv"), ("fc", "lcv"), ("mac", "ascending")):
        trace = record(load("usp/futoshiki#1"), look, order=order)
        for step in range(1, len(trace) + 1):
            event = trace.event(step)
            called = "prune" if event.verb is Verb.WIPE_OUT else event.verb.name.lower()
            assert f"board.{called}(" in event.line.text


def test_code_without_a_file_is_recorded_without_its_text():
    names = {}
    exec(
        "def hidden(board, cell):\n"
        "    return board.check(cell, 1, board.puzzle.neighbours[cell][0], 2)",
        names,
    )
    trace = record(Puzzle([[1, 0], [0, 0]]), names["hidden"], event_limit=4)
    assert trace.event(2).line.text == ""
    assert "hidden" in [source.name for source in trace.sources.functions]


# -- limits and interrupts -----------------------------------------------------------------------


@pytest.mark.parametrize("limit", [*range(0, 60, 7), 1000])
def test_an_event_limit_keeps_what_was_recorded_and_says_so(limit):
    whole, part = (
        record(load("nyu/SampleInput"), "mac", **m) for m in ({}, {"event_limit": limit})
    )
    assert (len(part), part.outcome) == (limit, "limit")
    assert f"the event limit of {limit:,} was reached" in repr(part)
    assert part.counts == part.state(limit).counts == whole.state(limit).counts
    assert part.state(limit).domains == whole.state(limit).domains
    assert [*map(part.event, range(1, limit + 1))] == [*map(whole.event, range(1, limit + 1))]


def test_an_interrupt_ends_a_recording_without_a_replay(monkeypatch):
    """A replay takes as long as the recording did: it must wait until somebody asks for a state."""
    nodes = 0

    def interrupted(board: Board, cell: Cell) -> bool:
        nonlocal nodes
        nodes += 1
        if nodes == 20:
            raise KeyboardInterrupt
        return forward_check(board, cell)

    with monkeypatch.context() as patch:
        patch.setattr(Replay, "__init__", lambda *arguments: pytest.fail("replayed"))
        trace = record(load("nyu/Input2"), interrupted)
        assert trace.run.counts.nodes == 19  # and one given
    assert trace.outcome == "interrupted"
    assert trace.counts == trace.state(len(trace)).counts
    assert trace.counts.nodes == len(trace.tree) - 1


def test_columns_of_different_lengths_are_cut_to_the_shortest():
    recorder = Recorder(Puzzle([[0]]), 10)
    recorder.verbs.append(1)
    recorder.close()
    assert {len(column) for column in recorder.columns} == {0}


def test_a_trace_can_be_kept_in_a_file():
    trace = record(load("nyu/Input1"))
    again = pickle.loads(pickle.dumps(trace))
    assert isinstance(again, Trace)
    assert again.state(500) == trace.state(500)
    assert again.event(500).line == trace.event(500).line


# -- broken algorithms ---------------------------------------------------------------------------


@examples(60)
@given(puzzles(2, 5), WAYS)
def test_a_search_that_forgets_to_restore_is_recorded_as_it_is(puzzle, way):
    trace = record(puzzle, *way, search=forgets_to_restore, event_limit=3000)
    assert trace.sources.functions[0].name == "forgets_to_restore"
    assert not any(trace.event(step).verb == Verb.RESTORE for step in trace.steps())
    assert trace.counts == trace.state(len(trace)).counts


def test_a_wrong_solution_is_told_and_is_another_kind_of_node():
    trace = record(load("nyu/Input1"), checks_rows_only)
    assert trace.reason(len(trace)) == (
        "solution 1 is wrong: r1c1 ≠ r2c1 fails: 3 and 3 (and 16 more)"
    )
    assert "wrong: r1c1 ≠ r2c1 fails: 3 and 3" in repr(trace)
    *others, last = (node.kind for node in trace.tree)
    assert (last, set(others) & {"solution", "wrong"}) == ("wrong", set())
    assert trace.tree.holds_solution[0] == 1
    assert record(load("nyu/Input1")).tree.holds_solution[0] == 2


def test_a_search_that_gives_back_too_little_is_told_as_it_is():
    trace = record(load("nyu/Input1"), "fc", search=restores_too_little, event_limit=1000)
    steps = range(1, len(trace) + 1)
    told = {trace.reason(step) for step in steps if trace.event(step).verb == Verb.RESTORE}
    assert any(text.startswith("give back ") for text in told)
    assert not any(" = 0" in text for text in told)


# -- reasons of several cells --------------------------------------------------------------------

PAIR = Reason("naked pair", "r1c1 and r1c2 share {1, 2}", (Cell(0, 0), Cell(0, 1)))


def two_cells_share_two_values(board: Board, cell: Cell) -> bool:
    """A look that takes 1 and 2 from the rest of the first row as soon as anything is assigned."""
    for value in {1, 2} & set(board.domains[Cell(0, 2)]):
        board.prune(Cell(0, 2), value, because=PAIR)
    return bool(board.domains[Cell(0, 2)])


def test_a_deduction_is_recorded_once_with_its_cells_and_words():
    trace = record(Puzzle([[0] * 3] * 3), two_cells_share_two_values, node_limit=2)
    first, second = trace.steps("prune")
    event = trace.event(first)
    assert event.deduction == trace.event(second).deduction == PAIR
    assert list(trace.recorder.reasons) == [PAIR]
    assert (event.cell, event.value, event.constraint) == (Cell(0, 2), 1, None)
    assert set(event.in_play) == {Cell(0, 0), Cell(0, 1), Cell(0, 2)}
    assert trace.reason(first) == "remove 1 from r1c3: r1c1 and r1c2 share {1, 2}"
    others = (trace.event(step) for step in trace.steps() if step not in (first, second))
    assert not any(event.deduction for event in others)


def test_a_deduction_that_wipes_out_is_replayed_and_blamed_as_it_happened():
    def empty(board, cell):
        for value in board.domains[Cell(2, 2)]:
            board.prune(Cell(2, 2), value, because=Reason("none", "it is so", (Cell(0, 2), cell)))
        return False

    trace = record(Puzzle([[0] * 3] * 3), empty, "dom_wdeg")
    wiped = trace.next(0, "wipe-out")
    assert trace.event(wiped).deduction.text == "it is so"
    assert trace.state(len(trace)).counts == trace.counts
    board = trace._replay.board_at(wiped)
    assert board.blame[Cell(2, 2), Cell(0, 2)] == 1
    assert board.blame[Cell(2, 2), Cell(0, 0)] == 0
