"""A learner who drives a search: right moves in any order, wrong ones with their reason."""

import json

import pytest
import traitlets
from conftest import EXHAUSTIVE
from npm import run_node
from steppers import sent, told_to_believers

from futoshiki_lab import Drive, Puzzle, load, random_puzzles, record, solve
from futoshiki_lab.classroom.drive.driving import DriveResult
from futoshiki_lab.problems import australia, queens
from futoshiki_lab.stepper.packing import pack_trace
from futoshiki_lab.support.background import attempt

SEARCHES = [
    ("bt", "reading", {}),
    ("bt", "reading", {"jump": True}),
    ("bt", "legal_mrv", {}),
    ("fc", "reading", {}),
    ("fc", "reading", {"jump": True}),
    ("fc", "mrv", {"solutions": "all", "event_limit": 1500}),
    ("fc", "mrv_degree", {"order": "descending"}),
    ("mac", "mrv", {}),
    ("gac", "mrv", {}),
]


def never_minds_signs(board, cell):
    """A look of a student's own."""
    for other in board.unassigned_neighbours(cell):
        if board.values[cell] in board.domains[other]:
            board.prune(other, board.values[cell], cell)
        if not board.domains[other]:
            return False
    return True


@pytest.fixture(scope="module")
def drives():
    """Runs, each with what Node found when it drove them."""
    puzzles = list(random_puzzles(4, givens=1, signs=5, count=3 if EXHAUSTIVE else 1, seed=1))
    traces = [record(p, look, select, **more) for p in puzzles for look, select, more in SEARCHES]
    traces += [record(puzzle, never_minds_signs) for puzzle in puzzles]
    traces += [record(load("nyu/Input1"), jump=True)]  # it jumps over cells
    problems = [australia(), queens(6)]
    traces += [record(problem, look) for problem in problems for look in ("bt", "fc", "mac")]
    return list(zip(traces, run_node("drive_runs.mjs", [*map(sent, traces)]), strict=True))


def test_moves_in_any_legal_order_lead_to_the_end_of_the_run(drives):
    for trace, found in drives:
        cut_off = trace.outcome == "limit"
        assert found["random"]["end"] == len(trace) or cut_off
    assert sum(len(found["random"]["looks"]) for _, found in drives) > 20 * len(drives)


def test_every_wrong_move_is_refused_with_a_sentence_and_changes_nothing(drives):
    wrong = [found["random"]["wrong"] for _, found in drives]
    assert sum(one["tried"] for one in wrong) > 40 * len(drives)
    assert sum(one["changed"] + one["unsaid"] for one in wrong) == 0


def test_values_are_said_to_be_left_only_where_the_search_has_more_to_try(drives):
    assert sum(found["random"]["wrong"]["untrue"] for _, found in drives) == 0


def removable(puzzle, look, board):
    """The values that a look may remove next, by the definitions of docs/COUNTING.md."""
    values, domains = board["values"], board["domains"]
    just = puzzle.cells[board["cell"]]
    found = []
    for number, cell in enumerate(puzzle.cells):
        for value in domains[number] if values[number] < 0 else ():
            pairs = (
                (constraint, domains[puzzle.cells.index(other)])
                for other, constraint in puzzle.constraints[cell].items()
                if look == "mac" or other == just
            )
            supported = (any(one.holds(value, two) for two in left) for one, left in pairs)
            if not all(supported):
                found.append([number, value])
    return found


@pytest.mark.parametrize("look", ["fc", "mac"])
def test_a_look_removes_what_its_definition_says(drives, look):
    for trace, found in drives:
        if trace.run.settings.algorithm != look:
            continue
        for board in found["random"]["looks"]:
            empty = any(not left for left in board["domains"])
            expected = [] if empty else removable(trace.puzzle, look, board)
            assert sorted(board["strikes"]) == expected
            assert board["passes"] == (not empty and not expected)
            assert bool(board["fails"]) == empty


def test_backtracking_fails_at_the_cells_that_the_value_clashes_with(drives):
    for trace, found in drives:
        if trace.run.settings.algorithm != "bt":
            continue
        puzzle = trace.puzzle
        for board in found["random"]["looks"]:
            cell, values = puzzle.cells[board["cell"]], board["values"]
            clashes = [
                number
                for number, other in enumerate(puzzle.cells)
                if values[number] > 0
                and other in puzzle.constraints[cell]
                and not puzzle.constraints[cell][other].holds(board["value"], values[number])
            ]
            assert board["fails"] == clashes
            assert board["passes"] == (not clashes)


def test_who_drives_as_the_algorithm_does_makes_no_mistake(drives):
    told = [(found["truth"]["mistakes"], found["truth"]["guess"]) for _, found in drives]
    assert told == [({}, None)] * len(drives)


def test_a_learner_with_a_misconception_is_told_its_name(drives):
    told, guessed = told_to_believers(drives)
    assert len(told) >= 20
    for belief, names in told.items():
        if names:
            assert max(names, key=names.get) == belief
        assert guessed[belief] <= {None, belief}


def test_who_backtracks_where_the_search_jumps_is_not_told_of_values_that_are_left(drives):
    jumping = [found for trace, found in drives if trace.run.settings.jump]
    beliefs = [found["beliefs"]["backtracks where the search jumps"] for found in jumping]
    assert any(one["mistakes"] for one in beliefs)
    assert not any("goes back too early" in one["mistakes"] for one in beliefs)


def test_a_drive_says_what_the_learner_did_and_keeps_it():
    drive = Drive(load("nyu/Input1"), "fc", select="mrv", ask="looks", cells=False)
    assert drive.result == DriveResult()
    drive.set_state({"driven": {"moves": 3, "mistakes": {"restores too much": 1}, "step": 40}})
    assert (drive.result.moves, drive.result.mistakes) == (3, {"restores too much": 1})
    with pytest.raises(traitlets.TraitError, match="counts, and mistakes by their names"):
        drive.driven = {"moves": -1}
    assert drive.trace.run.settings.select == "mrv"


def ask_for_a_board(drive):
    """Ask as the page does, and take the first board; the error, if there is none."""
    for question in ({"ask": "boards"}, {"ask": "new board", "number": 0}):
        answer, error = attempt(lambda asked=question: drive._answer(asked))
        drive._reply(question, answer, error)
        if error:
            return error
    return ""


def test_a_new_board_is_like_the_one_before_and_what_was_done_stays():
    drive = Drive(load("nyu/Input1"), "fc", select="mrv", jump=True)
    first, settings = drive.trace, drive.trace.run.settings
    drive.driven = {"moves": 30, "mistakes": {"restores too much": 2}, "step": 90, "over": True}
    boards = [first]
    for number in (1, 2):
        assert ask_for_a_board(drive) == ""
        boards.append(drive.trace)
        puzzle = drive.trace.puzzle
        assert (puzzle.size, len(puzzle.givens)) == (5, len(first.puzzle.givens))
        assert len(puzzle.signs) == len(first.puzzle.signs)
        assert str(drive.trace.run.settings) == str(settings)
        assert drive.result == DriveResult(30, {"restores too much": 2}, boards=number)
        assert drive.trace.event(drive.step).verb.name == "BEGIN"
        assert drive.runs[0]["header"] == pack_trace(drive.trace)["header"]
    assert len({trace.puzzle.grid for trace in boards}) == 3


def test_a_new_board_is_another_one_also_where_this_one_is_among_the_seeds():
    first = next(random_puzzles(4, givens=4, signs=5, count=1, seed=2))
    drive = Drive(first, "fc", ask="cells")
    assert ask_for_a_board(drive) == ""
    assert drive.trace.puzzle.grid != first.grid


@pytest.mark.parametrize(("look", "select"), [("fc", "mrv"), ("mac", "reading"), ("bt", "reading")])
def test_new_boards_come_with_some_on_which_a_belief_misleads(look, select):
    """The page takes the first of them; who then believes it makes a wrong move."""
    drive = Drive(next(random_puzzles(4, givens=3, signs=5, count=1, seed=1)), look, select=select)
    boards = [board["run"] for board in drive._answer({"ask": "boards"})]
    drive._answer({"ask": "boards", "small": True})
    assert {trace.puzzle.size for trace, _ in drive._boards} == {3}
    played = run_node("drive_runs.mjs", boards)
    believed = [found["beliefs"] for found in played]
    for name in believed[0]:
        misleading = [found[name]["misleads"] for found in believed]
        mistaken = [bool(found[name]["mistakes"]) for found in believed]
        assert all(made <= misleads for made, misleads in zip(mistaken, misleading, strict=True))
    assert any(0 < sum(found[name]["misleads"] for found in believed) < 12 for name in believed[0])


def test_new_boards_are_made_of_puzzles_alone():
    drive = Drive(queens(5), "fc")
    assert ask_for_a_board(drive) == "new boards are made for Futoshiki only"


def test_a_board_that_has_no_other_like_it_says_so():
    drive = Drive(Puzzle([[0]]), "fc")
    assert ask_for_a_board(drive) == "there is no other board like this one"


def test_a_drive_refuses_what_it_does_not_know():
    with pytest.raises(ValueError, match="did you mean 'prunes'"):
        Drive(load("nyu/Input1"), ask="prune")
    with pytest.raises(ValueError, match="legal_mrv"):
        Drive(load("nyu/Input1"), "bt", select="mrv")


# -- nogoods, and full boards ----------------------------------------------------------------------


def has_solution(puzzle, values):
    grid = [list(row) for row in puzzle.grid]
    for cell, value in values.items():
        grid[cell.row][cell.column] = value
    return solve(Puzzle(grid, puzzle.signs), "mac").outcome == "solved"


def test_a_nogood_is_right_if_no_solution_has_it_and_no_cell_can_be_left_out():
    """Nor is one as small as the learned one refused; which cells can go is said, and all can."""
    puzzles = [*random_puzzles(4, givens=1, signs=6, count=6, seed=4)]
    traces = [record(one, "fc", jump=True, learn=True) for one in puzzles]
    written = larger = 0
    for trace, found in zip(traces, run_node("drive_runs.mjs", [*map(sent, traces)]), strict=True):
        assert found["random"]["end"] == len(trace)
        assert found["random"]["wrong"]["changed"] + found["random"]["wrong"]["unsaid"] == 0
        assert found["truth"]["mistakes"] == {}
        for one in found["random"]["nogoods"]:
            cells = [trace.puzzle.cells[at] for at in one["picked"]]
            pairs = {x: one["values"][trace.puzzle.cells.index(x)] for x in cells}
            true = not has_solution(trace.puzzle, pairs)
            shorter = [{x: pairs[x] for x in cells if x != out} for out in cells]
            spared = true and any(not has_solution(trace.puzzle, some) for some in shorter)
            assert one["passes"] == (true and (len(pairs) <= one["most"] or not spared))
            kept = {x: pairs[x] for x in cells if trace.puzzle.cells.index(x) not in one["spare"]}
            assert not true or (spared == (len(kept) < len(pairs)))
            assert not true or not has_solution(trace.puzzle, kept)
            written, larger = written + one["passes"], larger + bool(spared)
    assert written > 5
    assert larger > 5
    with pytest.raises(ValueError, match="needs a look that prunes"):
        Drive(puzzles[0], "bt", jump=True, learn=True)


def conflicts_of(problem, values, cell, value):
    others = problem.constraints[cell].items()
    return sum(not one.holds(value, values[other]) for other, one in others)


def test_who_mends_a_full_board_makes_the_moves_of_min_conflicts_until_it_is_solved():
    problems = [queens(8), queens(5), australia(), *random_puzzles(4, 2, 4, count=3, seed=1)]
    drives = [Drive(problem, "min_conflicts", seed=2) for problem in problems]
    found = run_node("drive_runs.mjs", [sent(drive.trace) for drive in drives])
    solved = helped = 0
    for problem, told in zip(problems, found, strict=True):
        assert told["random"]["wrong"]["changed"] + told["random"]["wrong"]["unsaid"] == 0
        for one in told["random"]["mends"][:60]:
            cells = problem.cells
            values = {x: problem.values[at - 1] for x, at in zip(cells, one["values"], strict=True)}
            table = {
                x: [conflicts_of(problem, values, x, v) for v in problem.domains[x]]
                for x in cells
                if x not in problem.givens
            }
            now = {x: table[x][problem.domains[x].index(values[x])] for x in table}
            legal = [["cell", cells.index(x), 0] for x in now if now[x]]
            best = []
            if one["cell"] >= 0:
                row = table[cells[one["cell"]]]
                best = [["value", -1, at] for at, n in enumerate(row, 1) if n == min(row)]
            assert [[*move.values()] for move in one["legal"]] == best + legal
            stays = (
                row.count(now[x]) == 1 and min(row) == now[x] for x, row in table.items() if now[x]
            )
            assert one["stuck"] == all(stays)
        end = {
            x: problem.values[at - 1] for x, at in zip(cells, told["random"]["values"], strict=True)
        }
        right = not any(conflicts_of(problem, end, x, end[x]) for x in cells)
        assert right or told["random"]["moves"] > 200
        solved += right
        left = told["helped"]  # after each change that help makes
        assert left == sorted(left, reverse=True)
        helped += left[-1:] == [0]
    assert solved
    assert helped > 3


def test_another_beginning_is_the_same_problem_with_the_next_seed():
    drive = Drive(queens(8), "min_conflicts", seed=3)
    assert drive.drive["ask"] == "mend"
    drive.driven = {"nodes": 7, "moves": 14}
    assert drive.result.nodes == 7
    assert ask_for_a_board(drive) == ""
    assert drive.trace.run.settings.seed == 4
    assert drive.drive["ask"] == "mend"
    assert drive.result.boards == 1
    assert json.loads(drive.runs[0]["header"])["settings"] == "you"
