"""A look, a selection or an order that has a name: every room knows it, or refuses it."""

import pytest
from conftest import REPO

from futoshiki_lab import (
    LOOKS,
    ORDERS,
    SELECTIONS,
    Drive,
    Explorer,
    Stepper,
    compare_solvers,
    draw_medians,
    draw_tree,
    load,
    questions,
    record,
    solve,
    sweep,
)
from futoshiki_lab.core import NamedLook, NamedSelect, fc_check
from futoshiki_lab.core.search import VIOLATION

PUZZLE = load("nyu/Input1")


def fc_row(board, cell):
    """Forward checking along the row only; in columns it looks back."""
    for other in board.puzzle.neighbours[cell]:
        if other in board.values:
            if not board.check(cell, board.values[cell], other, board.values[other]):
                return False
        elif other.row == cell.row and not fc_check(board, cell, other):
            return False
    return True


def centre(board):
    """The unassigned cell that is nearest to the centre."""
    middle = (board.puzzle.size - 1) / 2
    return min(board.unassigned, key=lambda x: abs(x.row - middle) + abs(x.column - middle))


@pytest.fixture
def named(monkeypatch):
    monkeypatch.setitem(LOOKS, "fc_row", NamedLook("fc_row", fc_row, "forward checking of the row"))
    monkeypatch.setitem(SELECTIONS, "centre", NamedSelect("centre", centre, "the centre first"))


def test_it_is_solved_and_recorded_like_the_function_without_a_name(named):
    run, trace = solve(PUZZLE, "fc_row", "centre"), record(PUZZLE, "fc_row", "centre")
    assert run.counts == trace.counts == solve(PUZZLE, fc_row, centre).counts
    assert (run.settings.engine, str(run.settings)) == ("readable", "fc_row, centre, ascending")
    with pytest.raises(ValueError, match="the look fc_row has no compiled twin; take engine"):
        solve(PUZZLE, "fc_row", engine="compiled")
    with pytest.raises(ValueError, match="the selection centre has no compiled twin; take engine"):
        solve(PUZZLE, "fc", "centre", engine="compiled")


def test_it_jumps_only_where_its_record_says_what_a_failure_means(named, monkeypatch):
    with pytest.raises(ValueError, match="fc_row cannot jump back: nothing says which"):
        solve(PUZZLE, "fc_row", jump=True)
    may = NamedLook("fc_row", fc_row, "forward checking of the row", twin=1, blames=VIOLATION)
    monkeypatch.setitem(LOOKS, "fc_row", may)
    jumped = solve(PUZZLE, "fc_row", jump=True)
    assert (jumped.settings.engine, jumped.outcome) == ("readable", "solved")
    with pytest.raises(ValueError, match="to jump, it takes a failure of the look fc_row for"):
        solve(PUZZLE, "fc_row", jump=True, engine="compiled")


@pytest.mark.parametrize("jobs", [1, 2])
def test_it_is_swept_compared_and_drawn(named, tmp_path, jobs):
    solvers = ["fc_row", "fc_row centre", "fc centre", "fc"]
    file, puzzles = tmp_path / "runs.csv", [PUZZLE, load("nyu/Input2"), load("nyu/Input3")] * 4
    table = sweep(puzzles, solvers, jobs=jobs, to=file, progress=False)
    assert dict(zip(table["solver"], table["engine"], strict=True)) == {
        **dict.fromkeys(solvers[:3], "readable"),
        "fc": "compiled",
    }
    assert table["nodes"][0] == solve(PUZZLE, fc_row).counts.nodes
    unnamed = sweep(PUZZLE, fc_row, jobs=1, to=file.with_name("own.csv"), progress=False)
    assert unnamed["nodes"][0] == table["nodes"][0]
    assert len(compare_solvers(table, "fc_row", "fc")) == 1
    assert draw_medians(table, by="size").axes[0].lines
    assert set(Explorer(4, solver="fc_row", puzzles=2).table["engine"]) == {"readable"}


def test_it_is_asked_driven_stepped_and_shown_as_a_tree(named):
    (asked,) = questions(PUZZLE, ["next_cell"], select="centre")
    assert "Next cell (`centre`): this function." in asked.whole
    assert "def centre(board):" in asked.whole
    (asked,) = questions(PUZZLE, ["removals"], look="fc_row")
    assert "forward checking of the row (`fc_row`" in asked.whole
    assert "def fc_row(board, cell):" in asked.whole
    assert asked.asked["look"] == "fc_row"
    stepper = Stepper(PUZZLE)
    stepper.choose(look="fc_row", select="centre")
    assert "fc_row" in {value for value, _ in stepper.offers["look"]}
    assert stepper.offers["jump"] == [(False, "cell by cell")]
    assert Drive(PUZZLE, "fc_row", select="centre").traces[0].run.settings.select == "centre"
    trace = record(PUZZLE, "fc_row", "centre")
    assert '"fc_row": "forward checking of the row (fc_row)"' in Stepper(trace).runs[0]["header"]
    assert "r" in draw_tree(trace)._repr_mimebundle_()["text/plain"]


def test_the_command_line_takes_it_and_its_help_says_it(named, run):
    code, out, err = run("solve", "nyu/Input1", "-a", "fc_row", "-s", "centre", "--json")
    assert (code, err) == (0, "")
    assert '"algorithm": "fc_row", "select": "centre"' in out
    for command in ("questions", "sweep", "solve"):
        code, out, _ = run(command, "--help")
        assert ("fc_row" in out, "centre" in out) == (True, True)
    told = " ".join(out.split())
    assert "fc_row (forward checking of the row)" in told
    assert "centre (the centre first)" in told
    code, _, err = run("solve", "nyu/Input1", "-a", "fc_row", "--jump")
    assert code == 2
    assert "fc_row cannot jump back" in err


def test_a_name_is_one_word():
    with pytest.raises(ValueError, match="a name is one word of letters, digits and _, not 'fc r'"):
        NamedLook("fc r", fc_row, "forward checking of the row")


@pytest.mark.parametrize("names", [LOOKS, SELECTIONS, ORDERS], ids=["look", "select", "order"])
def test_the_guide_says_each_as_its_record_does(names):
    guide = (REPO / "docs" / "GUIDE.md").read_text("utf-8")
    for one in names.values():
        said = one.said.removeprefix(one.name)
        assert f"`{one.name}`{' ' * (said[:1] not in ('', ' '))}{said}" in guide, one
