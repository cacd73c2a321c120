"""Notebook 04: its broken versions go wrong where it says; a restore of one's own."""

import pytest
from student_cells import cells_of, written

from futoshiki_lab import Puzzle, Verb, forward_check, load, record, search
from futoshiki_lab.classroom.tutor import OpenBoard, check_restore, check_search, first_difference
from futoshiki_lab.classroom.tutor.checks import EXERCISES
from futoshiki_lab.core.search import set_up

CELLS = cells_of("04-restoring")
VERSIONS = (1, 2, 3)

# -- the versions ----------------------------------------------------------------------------

# How each is run, the first step after which the boards differ, and what happens there: in the
# right search, in the broken one.
HUNTS = {
    1: ("nyu/SampleInput", {}, 188, Verb.RESTORE, Verb.ASSIGN),  # a failed look is not taken back
    2: ("nyu/SampleInput", {}, 178, Verb.ASSIGN, Verb.RESTORE),  # taken back before it is used
    3: ("nyu/SampleInput", {"solutions": "all"}, 600, Verb.RESTORE, Verb.BACKTRACK),  # a solution
}


@pytest.mark.parametrize("version", VERSIONS)
def test_a_broken_run_is_the_right_one_until_the_step_that_is_asked_for(version):
    name, settings, step, right_verb, broken_verb = HUNTS[version]
    settings = {"event_limit": 2000} | settings  # long enough for each
    right = record(load(name), "fc", **settings)
    broken = record(load(name), "fc", search=written(CELLS[f"search-{version}"]), **settings)
    assert first_difference(right, broken) == step
    assert first_difference(right, right) is None
    for before in range(1, step):
        here, there = right.event(before), broken.event(before)
        assert (here.verb, here.cell, here.value) == (there.verb, there.cell, there.value)
    assert (right.event(step).verb, broken.event(step).verb) == (right_verb, broken_verb)
    assert str(step) not in "\n".join(CELLS.values())


# -- mending ---------------------------------------------------------------------------------

PRUNE_AFTER = "        board.restore(mark)\n        board.prune(cell, value)\n    board.backtrack"
PRUNE_BEFORE = "        board.prune(cell, value)\n        board.restore(mark)\n    board.backtrack"
LOOP = "while board.domains[cell]:\n        value = order(board, cell)[0]"
MENDED = {
    1: ("            board.restore(mark)", "        board.restore(mark)"),
    2: ("            board.restore(mark)\n            mark = board.assign(cell, value)\n", ""),
    3: ("if not board.complete:\n            board.restore", "board.restore"),
}


def edited(version, old, new):
    source = CELLS[f"search-{version}"]
    assert source.count(old) == 1
    return written(source.replace(old, new))


@pytest.mark.parametrize("version", VERSIONS)
def test_a_version_is_wrong_until_it_is_mended(version):
    assert check_search(written(CELLS[f"search-{version}"])).verdict == "wrong"
    assert check_search(edited(version, *MENDED[version]))


def test_a_value_tried_in_vain_may_be_pruned_after_the_restore_and_not_before():
    restore = "        board.restore(mark)\n    board.backtrack"
    again = CELLS["search-3"].replace(*MENDED[3]).replace("for value in order(board, cell):", LOOP)
    after, before = (written(again.replace(restore, way)) for way in (PRUNE_AFTER, PRUNE_BEFORE))
    assert check_search(after)
    assert ": it is assigned" in check_search(before).text


# -- a restore of one's own --------------------------------------------------------------------


def in_one_go(board, mark):
    for cell, domain in board.trail[mark:][::-1]:
        board.domains[cell] = domain
        if cell in board.values:
            del board.values[cell]
    board.trail = board.trail[:mark]
    return board


def test_a_restore_may_be_written_in_another_way_and_a_search_with_it_counts_the_same():
    assert check_restore(in_one_go)
    puzzle = load("nyu/SampleInput")
    board = OpenBoard(puzzle, in_one_go)
    assert set_up(board, forward_check)
    assert search(board, forward_check)
    run = record(puzzle, "fc").run
    assert (board.counts, board.solutions) == (run.counts, [run.solution])


def from_copies(board, mark):
    values, domains = board.copies[mark]
    board.values.clear()
    board.values.update(values)
    board.domains.update(domains)


def test_copied_domains_are_accepted_and_both_ways_are_told_their_cost():
    whole = record(Puzzle([[0] * 5] * 5), "fc").counts
    trail, copies = whole.nodes + whole.prunes, 25 * whole.nodes
    for yours, way in ((in_one_go, "takes the trail"), (from_copies, "copies")):
        told = check_restore(yours)
        assert told.verdict == "right"
        assert f"writes {copies:,} domains, the trail {trail:,} entries: yours {way}" in told.where
    run = record(load("nyu/SampleInput"), "fc", solutions="all").run
    board = OpenBoard(run.puzzle, from_copies, sought=None)
    assert set_up(board, forward_check)
    assert not search(board, forward_check)
    assert (board.counts, tuple(board.solutions)) == (run.counts, run.solutions)


def test_a_copy_that_is_put_back_in_part_is_wrong():
    EXERCISES["restore"].kept.clear()
    assert check_restore(
        lambda board, mark: board.domains.update(board.copies[mark][1])
    ).verdict == ("wrong")


def none_for_a_value(board, mark):
    while len(board.trail) > mark:
        cell, board.domains[cell] = board.trail.pop()
        board.values[cell] = None


def del_value(board, mark):
    cell, board.domains[cell] = board.trail.pop()
    del board.values[cell]


@pytest.mark.parametrize(
    ("yours", "words"),
    [
        (none_for_a_value, "a cell without one is not there"),
        (lambda board, mark: board.domains.clear(), "It leaves None as the domain of r1c1"),
        (lambda board, mark: setattr(board, "trail", None), "a list as the trail"),
        (lambda board, mark: setattr(board, "domains", {}), "another dictionary"),
        (del_value, "`del board.values[cell]`: r1c2"),
    ],
)
def test_what_a_restore_of_ones_own_must_not_leave_is_told(yours, words):
    EXERCISES["restore"].kept.clear()  # a board on which another function failed comes first
    assert words in repr(check_restore(yours))
