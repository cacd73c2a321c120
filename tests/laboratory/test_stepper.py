"""The stepper's Python side: what it accepts, sends, refuses and writes."""

import asyncio
import json
import re
import zlib
from array import array
from base64 import b64decode
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from xml.etree import ElementTree

import pytest
import traitlets
from conftest import few

from futoshiki_lab import Cell, Puzzle, Stepper, bundled, load, load_all, record, search
from futoshiki_lab.core import PuzzleError, Reason, Verb
from futoshiki_lab.stepper.packing import pack_trace


@pytest.fixture(scope="module")
def trace():
    return record(load("nyu/Input1"), "fc")


# -- what it takes ---------------------------------------------------------------------------


def test_step_is_a_number_to_read_set_and_observe(trace):
    stepper, seen = Stepper(trace), []
    stepper.observe(lambda change: seen.append(change["new"]), "step")
    stepper.step = 12
    assert (stepper.step, seen) == (12, [12])
    assert Stepper(trace, step=len(trace)).step == len(trace)


def test_it_opens_where_the_search_begins_to_try():
    puzzle = load("nyu/Input2")
    for look in ("bt", "fc", "mac"):
        run = record(puzzle, look, event_limit=3000)
        assert (Stepper(run).step, Stepper(run).by) == (run.steps("node")[0], "move")
        assert Stepper(run, step=0).step == 0
        begin = Stepper(run, predict="cell").step
        assert run.event(begin).verb == Verb.BEGIN
    in_setup = record(Puzzle([[1, 1], [0, 0]]), "fc")
    assert (in_setup.counts.nodes, Stepper(in_setup).step) == (0, 0)


def test_the_page_is_told_the_step_when_it_opens(trace, monkeypatch):
    told = []
    monkeypatch.setattr(Stepper, "open", lambda stepper: told.append(stepper.get_state("step")))
    Stepper(trace, step=7)
    assert told == [{"step": 7}]


@pytest.mark.parametrize("step", [-1, 10**9])
def test_a_step_that_is_not_there_is_refused(trace, step):
    stepper = Stepper(trace, step=5)
    with pytest.raises(traitlets.TraitError, match=r"the steps are 0 to 2,049"):
        stepper.step = step
    assert stepper.step == 5


def test_what_the_browser_says_late_is_no_error(trace):
    stepper = Stepper(trace)
    stepper.set_state({"step": 10**9})
    assert stepper.step == len(trace)


def test_runs_side_by_side_are_of_one_puzzle(trace):
    other = record(load("nyu/Input2"), "fc", event_limit=10)
    with pytest.raises(ValueError, match=r"of one puzzle.*nyu/Input1, nyu/Input2"):
        Stepper(trace, other)
    assert Stepper(trace, trace, trace).by == "node"
    assert Stepper(trace).by == "move"
    assert Stepper(trace, trace, by="check").by == "check"


def test_heads_of_two_runs_say_which_is_the_packages_and_which_is_ones_own(trace):
    def my_search(*parts):
        return search(*parts)

    mine = record(trace.puzzle, "fc", search=my_search)
    heads = [json.loads(run["header"])["role"] for run in Stepper(trace, mine).runs]
    assert heads == ["package", "my_search"]
    heads = [json.loads(run["header"])["role"] for run in Stepper(trace, trace).runs]
    assert heads == ["", ""]


# -- what it sends ---------------------------------------------------------------------------


def test_the_columns_are_compact_and_a_wide_mark_is_kept(trace):
    wide = record(load("sysu/9x9"), "fc", event_limit=20_000)
    for run, kind in ((trace, "B"), (wide, "H")):
        sent = pack_trace(run)
        size = sum(len(part) for name, part in sent.items() if name != "header")
        assert size <= 2 * len(run)
        assert array(kind, zlib.decompress(sent["others"])).tolist() == [*run.recorder.other_values]


def test_the_boards_own_functions_are_not_the_algorithm(trace):
    names = [function["name"] for function in json.loads(pack_trace(trace)["header"])["functions"]]
    assert names[:2] == ["search", "forward_check"]
    assert "fc_check" in names
    assert "prune" not in names


def test_a_deduction_is_sent_by_the_number_of_its_reason():
    reason = Reason("naked pair", "r1c1 and r1c2 share {1, 2}", (Cell(0, 0), Cell(0, 1)))

    def look(board, cell):
        if 1 in board.domains[Cell(0, 2)]:
            board.prune(Cell(0, 2), 1, because=reason)
        return False

    trace = record(Puzzle([[0] * 3] * 3), look)
    sent = pack_trace(trace)
    assert json.loads(sent["header"])["reasons"] == [
        {"rule": reason.rule, "text": reason.text, "cells": [0, 1]}
    ]
    row = trace.next(0, "prune") - 1
    assert [zlib.decompress(sent[name])[row] for name in ("places", "others")] == [2, 1]


# -- a puzzle alone --------------------------------------------------------------------------


def in_plain_python(test):
    """Run a test where no event loop runs: a browser test before it may have left one behind."""

    @wraps(test)
    def run():
        with ThreadPoolExecutor(1) as thread:
            thread.submit(test).result()

    return run


@in_plain_python
def test_a_puzzle_is_recorded_at_once_and_again_on_a_change():
    stepper = Stepper(load("nyu/Input1"))
    assert stepper.trace.run.settings.algorithm == "fc"
    stepper.step = 30
    stepper.choose(look="mac")
    assert stepper.trace.run.settings.algorithm == "mac"
    assert stepper.step == stepper.trace.steps("node")[0]
    stepper.choose(puzzle="nyu/Input3")
    assert stepper.trace.puzzle == load("nyu/Input3")
    stepper.choose(select="mrv", order="descending")
    assert str(stepper.trace.run.settings) == "mac, mrv, descending"
    stepper.choose(look="fc", jump=True)
    assert str(stepper.trace.run.settings) == "fc, mrv, descending, jump"


@in_plain_python
def test_what_is_not_offered_cannot_be_chosen():
    stepper = Stepper(load("nyu/Input1"))
    before, choice = stepper.trace, stepper.choice
    for wrong, why in [
        ({"look": "fcc"}, "there is no look 'fcc'; did you mean 'fc'"),
        ({"puzzle": "nyu/Input9"}, "there is no puzzle 'nyu/Input9'"),
        ({"puzzle": "nyu/Input2", "number": 2}, "there is no number 2; the only number is 1"),
    ]:
        with pytest.raises(traitlets.TraitError, match=why):
            stepper.choose(**wrong)
    with pytest.raises(traitlets.TraitError, match="a choice has puzzle, number, look"):
        stepper.choice = {"look": "bt"}
    assert (stepper.trace, stepper.choice) == (before, choice)
    with pytest.raises(TypeError, match=r"only Stepper\(puzzle\) has choices"):
        Stepper(before).choose(look="bt")
    assert Stepper(before).offers == {}


@in_plain_python
def test_no_jump_is_offered_where_a_look_cannot_jump_back():
    stepper = Stepper(load("nyu/Input1"))
    stepper.choose(jump=True)
    for look in ("mac", "gac"):
        stepper.choose(look=look)
        assert (stepper.choice["jump"], offered(stepper, "jump")) == (False, [False])
        assert stepper.trace.run.settings.algorithm == look
        stepper.choose(jump=True)  # by a program: the browser lets nobody
        assert f"Not recorded: {look} cannot jump back" in stepper.notice
        assert (stepper.choice["jump"], offered(stepper, "jump")) == (False, [False])
    stepper.choose(look="mac", jump=True)
    assert ("Not recorded: mac" in stepper.notice, stepper.choice["look"]) == (True, "gac")
    stepper.choose(look="fc")
    assert offered(stepper, "jump") == [False, True]
    stepper.choose(jump=True)
    stepper.choose(select="mrv")
    stepper.choose(look="bt")  # which goes with no mrv: back to what is shown
    assert (stepper.choice["look"], stepper.choice["jump"]) == ("fc", True)
    stepper.set_state({"choice": {**stepper.choice, "look": "mac"}})  # as the browser says it
    assert (stepper.choice["jump"], stepper.trace.run.settings.algorithm) == (False, "mac")


def board_and_menu(stepper):
    """What the board shows, and what the menus say: both as puzzle and settings."""
    settings, choice = stepper.trace.run.settings, stepper.choice
    said = [choice["look"], choice["select"], choice["order"], choice["jump"]]
    file = choice["puzzle"]
    chosen = load_all(file)[choice["number"] - 1] if file else stepper._menus.own
    shown = [settings.algorithm, settings.select, settings.order, settings.jump]
    return (stepper.trace.puzzle, shown), (chosen, said)


def offered(stepper, name):
    return [value for value, _ in stepper.offers[name]]


@in_plain_python
def test_every_bundled_puzzle_can_be_chosen_from_the_menus():
    stepper = Stepper(load("nyu/Input1"), event_limit=50)
    assert set(offered(stepper, "puzzle")) == {"", *bundled()} - {"nyu/Input1"}
    for file in few(offered(stepper, "puzzle")[1:], 12):
        stepper.choose(puzzle=file)
        puzzles = load_all(file)
        assert offered(stepper, "number") == list(range(1, len(puzzles) + 1)), file
        for number in {1, len(puzzles)}:
            stepper.choose(number=number)
            assert stepper.trace.puzzle == puzzles[number - 1], file
            assert "Not recorded" not in stepper.notice
            shown, said = board_and_menu(stepper)
            assert shown == said
    stepper.choose(puzzle="")
    assert (stepper.choice["number"], stepper.trace.puzzle) == (1, load("nyu/Input1"))


@in_plain_python
def test_board_and_menus_agree_after_every_failure():
    stepper = Stepper(load("nyu/Input1"), event_limit=50)
    stepper.choose(puzzle="unequal/4x4-easy")
    stepper.choose(number=3)
    stepper.choose(select="mrv")
    before = stepper.trace
    stepper.choose(look="bt")  # which goes with no mrv
    assert "Not recorded: backtracking" in stepper.notice
    assert "has no domains to compare" in stepper.notice
    with pytest.MonkeyPatch.context() as patch:

        def broken(file):
            raise PuzzleError("no such file", file=file)

        patch.setattr("futoshiki_lab.stepper.controls.load_all", broken)
        stepper.choose(puzzle="usp/futoshiki")
        assert "Not recorded: usp/futoshiki: no such file" in stepper.notice
    assert stepper.trace is before
    shown, said = board_and_menu(stepper)
    assert shown == said
    assert (stepper.choice["puzzle"], stepper.choice["number"]) == ("unequal/4x4-easy", 3)
    assert offered(stepper, "number") == list(range(1, 14))
    stepper.choose(number=4)
    assert stepper.trace.puzzle == load("unequal/4x4-easy#4")
    assert stepper.notice.startswith("Cut off")


@in_plain_python
def test_what_the_browser_sends_is_checked_too():
    stepper = Stepper(load("nyu/Input1"))
    stepper.set_state({"choice": {**stepper.choice, "look": "bt"}})
    assert stepper.trace.run.settings.algorithm == "bt"
    chosen = stepper.choice
    for wrong in (
        {"puzzle": "../secret"},
        {"puzzle": ["x"]},
        {"look": ["fc"]},
        {"number": 10**400},
        {"jump": "x"},
    ):
        stepper.set_state({"choice": {**chosen, **wrong}})
        assert stepper.choice == chosen
    assert board_and_menu(stepper)[0] == board_and_menu(stepper)[1]


@pytest.mark.parametrize(
    "steps",
    [
        *([5], [5, 6, 7], [5, 10**6], [5, 10**400], [-1, 5], [5, "6"], [5, None], [5, 1.5]),
        *("56", None, {}),
    ],
)
def test_steps_that_fit_no_run_are_not_taken(trace, steps, tmp_path):
    stepper = Stepper(trace, record(trace.puzzle, "bt"))
    stepper.set_state({"step": 5, "steps": [5, 6]})
    told, sent = repr(stepper), []
    stepper.send_state = sent.append
    stepper.set_state({"steps": steps})
    assert sent == ["steps"]  # so the page has the right ones again
    assert stepper.steps == [5, 6]
    assert repr(stepper) == told
    assert "step 6 of" in told
    stepper.to_html(tmp_path / "page.html")


def test_a_run_that_is_cut_off_says_so():
    stepper = Stepper(load("nyu/Input2"), event_limit=500)
    assert len(stepper.trace) == 500
    assert "the event limit of 500 was reached" in stepper.notice


@in_plain_python
def test_recording_leaves_the_notebook_at_hand_and_the_last_choice_counts():
    async def choose(stepper, *choices):
        for choice in choices:
            stepper.choose(**choice)
        before = stepper.trace.run.settings.algorithm, stepper.notice
        await stepper.task
        return before

    for second, told in (
        ({"select": "mrv"}, "mac, mrv, ascending"),
        ({"look": "fc"}, "fc, reading, ascending"),
    ):
        stepper = Stepper(load("nyu/Input2"))
        before = asyncio.run(choose(stepper, {"look": "mac"}, second))
        assert before == ("fc", "recording …")  # not there yet
        assert str(stepper.trace.run.settings) == told
        assert (stepper.task, stepper.notice) == (None, "")


def test_a_puzzle_without_a_name_can_be_chosen():
    assert Stepper(Puzzle(((0, 0), (0, 0)))).offers["puzzle"][0] == ("", "this 2x2")


# -- without the browser ---------------------------------------------------------------------


def test_it_shows_itself_with_a_still_picture(trace):
    for stepper in (Stepper(trace), Stepper(trace, trace, step=9), Stepper(trace.puzzle)):
        data, _ = stepper._repr_mimebundle_()
        assert "application/vnd.jupyter.widget-view+json" in data
        drawn = ElementTree.fromstring(data["image/svg+xml"])
        boards = [one for one in drawn.iter() if one.get("role") == "img"]
        assert len(boards) == len(stepper.traces)
        assert data["text/plain"] == repr(stepper)
    assert repr(Stepper(trace, step=7)) == (
        "<Stepper nyu/Input1; fc, reading, ascending: step 7 of 2,049>"
    )
    assert "of" not in repr(Stepper(trace, step=7, hide_ahead=True)).split()


def test_a_page_holds_the_whole_run_and_hides_what_comes_if_the_stepper_does(trace, tmp_path):
    for hide in (True, False):
        stepper = Stepper(trace, step=44, hide_ahead=hide)
        page = stepper.to_html(tmp_path / "player.html").read_text(encoding="utf-8")
        data = re.search(r'<script type="application/json">(.*?)</script>', page, re.DOTALL)[1]
        state = json.loads(data)
        assert (state["step"], state["hide_ahead"]) == (44, hide)
        verbs = zlib.decompress(b64decode(state["runs"][0]["verbs"]))
        assert list(verbs) == list(trace.recorder.verbs)
        assert not re.search(r'(?:src|href)="(?!data:)', page)


def test_a_page_escapes_what_names_and_sources_say(tmp_path):
    evil = "</script><script>alert(1)</script><!-- </title>"
    puzzle = Puzzle(((0, 0), (0, 0)), frozenset(), evil)
    page = Stepper(record(puzzle, "fc")).to_html(tmp_path / "p.html").read_text(encoding="utf-8")
    assert "<script>alert" not in page
    assert page.count("</script>") == 2  # the data's own, and the module's
    assert "<!--" not in page
    assert page.count("</title>") == 2  # the page's own, and the picture's
