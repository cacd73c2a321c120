"""The command line, as users and their scripts use it."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from dataclasses import asdict, fields
from pathlib import Path

import pandas as pd
import pytest
from conftest import REPO, few, is_one_line, program, rows_of

from futoshiki_lab import Counts, bundled, dumps, load, load_all, loads, solve, summary, sweep
from futoshiki_lab.command_line.program import COMMANDS
from futoshiki_lab.solving import ENGINES

EMPTY_2X2 = "0 0\n0 0\n\n0\n0\n\n0 0\n"  # two solutions
IMPOSSIBLE = "1 1\n0 0\n\n0\n0\n\n0 0\n"
INPUT_1 = "3 2 4 1 5\n5 3 1 2 4\n1 5 2 4 3\n2 4 5 3 1\n4 1 3 5 2\n"
INPUT_2 = "1 5 3 2 4\n3 2 1 4 5\n5 4 2 1 3\n4 1 5 3 2\n2 3 4 5 1\n"
KEYS = "puzzle n algorithm select order root jump solutions engine outcome counts"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """An empty folder to work in, with a puzzle, one without a solution, and one that is none."""
    monkeypatch.chdir(tmp_path)
    for name, text in {"free": EMPTY_2X2, "none": IMPOSSIBLE, "bad": "1 2\n3 x\n"}.items():
        (tmp_path / f"{name}.txt").write_text(text)
    (tmp_path / "many.id").write_text("2:1,0,0,0\n2:0R,0,0,0\n2:0,0,0,0\n")
    return tmp_path


def process(*words, **options):
    """The real program; to start the compiled engine takes a second, so not that one."""
    if words[:1] == ("solve",):
        words = ("solve", "--engine", "readable", *words[1:])
    return program(*words, **options)


def finished(*words, stdin=b"", **options):
    """Run the real program to its end: exit code, standard output, standard error."""
    with process(*words, **options) as running:
        out, err = running.communicate(stdin, timeout=60)
    return running.returncode, out, err


# --- nothing but a file ---------------------------------------------------------------------------


@pytest.mark.filterwarnings("always:left out:UserWarning")  # pytest makes an error of it
@pytest.mark.parametrize(
    "command", ["solve", "show", "grade", "hint", "why", "questions", "generate"]
)
def test_a_command_takes_every_bundled_file_without_any_option(run, command):
    largest = {"show": 9, "grade": 9, "questions": 4}.get(command, 5)  # of what costs little
    for file in few(bundled(), 8 if command == "questions" else 20):
        if max(puzzle.size for puzzle in load_all(file)) <= largest:
            code, out, err = run(command, file)
            assert (file, code, out != "") == (file, 0, True)
            assert all(" left out: " in line or " first one" in line for line in err.splitlines())


# --- solve: the grid ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in bundled() if name.startswith("nyu/")])
def test_what_is_written_equals_the_course_s_own_output_file(run, name):
    folder, file = name.split("/")
    expected = (REPO / "data" / folder / "solutions" / f"{file}.txt").read_text()
    code, out, _ = run(f"solve {name} -a mac -s mrv")
    assert (code, out.split()) == (0, expected.split())


def test_puzzles_are_divided_by_a_blank_line_and_options_stand_anywhere(run):
    assert run("solve nyu/Input1 -a mac nyu/Input2 -s mrv") == (0, f"{INPUT_1}\n{INPUT_2}", "")


def test_one_puzzle_of_many_is_picked_by_its_number(run):
    assert run("solve many.id#2 many.id#1")[1] == "2 1\n1 2\n\n1 2\n2 1\n"


def test_a_file_whose_name_starts_with_a_dash_goes_after_two_dashes(run, folder):
    (folder / "-o").write_text(EMPTY_2X2)
    (folder / "-x.txt").write_text(EMPTY_2X2)
    assert run("solve free.txt -a bt -- -o -x.txt")[:2] == (0, "1 2\n2 1\n\n" * 2 + "1 2\n2 1\n")
    code, _, err = run("solve -x.txt")
    assert code == 2
    assert "goes after --" in err


# --- solve: what is told otherwise ----------------------------------------------------------------


def test_the_other_files_are_solved_all_the_same(run):
    code, out, err = run("solve bad.txt nyu/Input1 missing.txt nyu/Input2")
    assert (code, out) == (2, f"{INPUT_1}\n{INPUT_2}")
    bad, missing = err.splitlines()
    assert bad.startswith("bad.txt:2:1: expected")
    assert missing.startswith("missing.txt: ")


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ("free.txt free.txt", 0),
        ("free.txt none.txt free.txt", 1),
        ("none.txt nyu/Input2 free.txt", 3),
        ("nyu/Input2 none.txt", 3),
        ("bad.txt nyu/Input2 none.txt", 2),
        ("nyu/Input2 none.txt bad.txt free.txt", 2),
    ],
)
def test_where_several_exit_codes_apply_2_goes_before_3_before_1(run, files, code):
    assert run(f"solve {files} --node-limit 10")[0] == code


# --- solve --json ---------------------------------------------------------------------------------


def objects(out):
    return [json.loads(line) for line in out.splitlines()]


def test_json_is_one_object_a_line_with_exactly_these_keys_and_counters(run):
    code, out, err = run("solve many.id nyu/Input1 --json")
    results = objects(out)
    assert (code, err) == (0, "")
    assert {" ".join(result) for result in results} == {KEYS}
    names = ["many.id#1", "many.id#2", "many.id#3", "nyu/Input1#1"]
    assert [result["puzzle"] for result in results] == names
    assert objects(run("solve many.id#2 --json")[1])[0]["puzzle"] == "many.id#2"
    assert {tuple(result["counts"]) for result in results} == {
        tuple(counter.name for counter in fields(Counts))
    }


@pytest.mark.parametrize("name", ["nyu/Input1", "nyu/Input3", "conjure/4x4", "usp/futoshiki#1"])
@pytest.mark.parametrize(
    ("look", "select", "order", "root"),
    [
        ("bt", "reading", "ascending", "none"),
        ("bt", "reading", "lcv", "ac"),
        ("fc", "mrv", "random", "none"),
        ("fc", "dom_wdeg", "descending", "ac"),
        ("mac", "mrv_degree", "lcv", "none"),
        ("gac", "dom_wdeg", "ascending", "none"),
    ],
)
@pytest.mark.parametrize("engine", ENGINES)
def test_json_says_what_solve_returns(run, name, look, select, order, root, engine):
    asked = f"-a {look} -s {select} --order {order} --root {root} --seed 7 --solutions 2"
    code, out, _ = run(f"solve {name} {asked} --engine {engine} --json")
    [result] = objects(out)
    way = (look, select, order)
    expected = solve(load(name), *way, root=root, seed=7, solutions=2, engine="readable")
    assert code == 0
    assert result["counts"] == asdict(expected.counts)
    assert result["outcome"] == expected.outcome == "exhausted"
    assert result["solutions"] == [[list(row) for row in grid] for grid in expected.solutions]
    echoed = [result[key] for key in ("n", "algorithm", "select", "order", "root", "engine")]
    assert echoed == [load(name).size, look, select, order, root, engine]


@pytest.mark.parametrize(
    ("asked", "outcome", "code", "solutions"),
    [
        ("free.txt", "solved", 0, 1),
        ("free.txt --solutions 2", "solved", 0, 2),
        ("free.txt --solutions 3", "exhausted", 0, 2),
        ("free.txt --solutions all", "exhausted", 0, 2),
        ("free.txt --solutions 99999999999999999999", "exhausted", 0, 2),
        ("none.txt", "unsatisfiable", 1, 0),
        ("none.txt --solutions all --node-limit 0", "unsatisfiable", 1, 0),
        ("free.txt --node-limit 4", "solved", 0, 1),
        ("free.txt --node-limit 3", "limit", 3, 0),
        ("free.txt --node-limit 0", "limit", 3, 0),
        ("free.txt --solutions all --node-limit 4", "limit", 3, 1),
    ],
)
def test_the_outcome_and_its_exit_code(run, asked, outcome, code, solutions):
    actual, out, err = run(f"solve {asked} -a fc --json")
    [result] = objects(out)
    assert (actual, result["outcome"], len(result["solutions"]), err) == (
        *(code, outcome, solutions),
        "",
    )


# --- what is refused ------------------------------------------------------------------------------

REFUSED = dict(row.split(" => ") for row in rows_of("refused.txt"))  # words, a part of the message


@pytest.mark.parametrize("asked", REFUSED)
def test_a_command_that_makes_no_sense_exits_2_with_one_line(run, asked):
    code, out, err = run(asked)
    assert (code, out) == (2, "")
    assert REFUSED[asked] in err
    assert is_one_line(err)


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", ".", "..", "/", "no\nsuch", "\x1b[31mred", "x" * 5000, "a\0b"),
        *("free.txt/x", "\udcff", "\u202e", "#1", "free.txt#", "free.txt#0", "free.txt#2", "~"),
        *("free.txt#99999999999", "many.id#-1", "/dev/null", "C:\\free.txt", "nyu", "nyu/"),
    ],
)
def test_a_file_that_is_not_there_exits_2_with_one_printable_line(run, name):
    for command in (["solve"], ["show"], ["convert", "--to", "id"]):
        code, out, err = run(*command, "--", name)
        assert (code, out) == (2, "")
        assert is_one_line(err)


def test_no_command_at_all_exits_2_with_a_short_help(run):
    code, out, err = run()
    assert (code, out) == (2, "")
    assert all(f" {command} " in err for command in (*COMMANDS, "COMMAND"))
    assert len(err.splitlines()) == 4 + len(COMMANDS)  # one line each; usage, blank, help, version


# --- puzzles --------------------------------------------------------------------------------------


def test_the_bundled_puzzles_are_listed_one_a_line(run):
    assert run("puzzles") == (0, "".join(f"{name}\n" for name in bundled()), "")


def test_a_word_picks_the_bundled_puzzles_with_it_in_their_names(run):
    assert run("puzzles NYU") == (0, "nyu/Input1\nnyu/Input2\nnyu/Input3\nnyu/SampleInput\n", "")


# --- help -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_fits_a_terminal(run, command, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    code, out, err = run(f"{command} --help")
    assert (code, err) == (0, "")
    assert run(f"help {command}") == (code, out, err)
    assert max(map(len, out.splitlines())) <= 80
    assert out.isascii()


def test_every_example_of_the_help_runs(run, folder, monkeypatch):
    (folder / "Input1.txt").write_text(dumps(load("nyu/Input1")))
    for command in [command for command in COMMANDS if command != "mark"]:  # that needs a table
        lines = [line.strip() for line in run(f"{command} --help")[1].splitlines()]
        examples = [line for line in lines if line.startswith(f"futoshiki-lab {command} ")]
        assert examples
        for example in examples:
            code, _, err = run(example.removeprefix("futoshiki-lab "))
            assert (code, err) == (0, "") or (code == 3 and "--node-limit" in example)
    assert run("grade 20.id")[1] == "Extreme\n" * 20
    assert run("solve Output1.txt")[1] == INPUT_1


# --- show and convert -----------------------------------------------------------------------------


def test_show_draws_every_puzzle_of_a_file(run):
    code, out, _ = run("show many.id")
    assert code == 0
    assert [line for line in out.splitlines() if ":" in line] == [
        "many.id#1: n = 2, 1 given, 0 signs",
        "many.id#2: n = 2, 0 givens, 1 sign",
        "many.id#3: n = 2, 0 givens, 0 signs",
    ]


@pytest.mark.parametrize("command", ["solve", "show"])
def test_a_picture_is_drawn_where_the_end_of_the_name_asks_for_one(run, folder, command):
    assert run(f"{command} nyu/Input2 -o board.svg") == (0, "", "")
    digits = (folder / "board.svg").read_text().count("<use ")
    assert run(f"{command} many.id -o boards.pdf") == (0, "", "")
    assert (folder / "boards.pdf").read_bytes().count(b"/Type /Page ") == 3
    code, out, err = run(f"{command} many.id -o boards.png")
    assert (code, out) == (2, "")
    assert err == "boards.png: 3 boards are too many for one picture; a .pdf has a page for each\n"
    assert not (folder / "boards.png").exists()
    assert run("show nyu/Input2 -o given.svg")[0] == 0
    assert (digits > (folder / "given.svg").read_text().count("<use ")) == (command == "solve")


def test_an_algorithm_may_be_called_a_look(run):
    assert run("solve nyu/Input1 --look bt --json") == run("solve nyu/Input1 -a bt --json")
    assert run("questions 4 --kind jump --look=bt --jump") == run(
        "questions 4 --kind jump --algorithm bt --jump"
    )


@pytest.mark.parametrize("form", ["grids", "picture", "id", "pairs", "essence", "csv", "rel"])
def test_convert_writes_what_reads_back_as_the_same_puzzle(run, folder, form):
    puzzle = load("nyu/Input2")
    code, out, err = run(f"convert nyu/Input2 --to {form}")
    assert (code, err) == (0, "")
    assert loads(out, form) == puzzle
    assert run(f"convert nyu/Input2 --to {form} -o out.any") == (0, "", "")
    assert (folder / "out.any").read_text() == out


@pytest.mark.parametrize(
    "asked", ["many.id --to grids", "nyu/Input2 --to lists", "bad.txt --to id"]
)
def test_convert_says_in_one_line_what_a_format_cannot_hold(run, folder, asked):
    (folder / "out").write_text("kept")
    code, out, err = run(f"convert {asked} -o out")
    assert (code, out) == (2, "")
    assert is_one_line(err)
    assert err.startswith(asked.split()[0])
    assert (folder / "out").read_text() == "kept"


def test_convert_writes_the_essence_model_beside_the_parameters(run, folder):
    assert run("convert nyu/Input2 --to essence -o Input2.param --model") == (0, "", "")
    assert load("Input2.param") == load("nyu/Input2")
    assert "find" in (folder / "futoshiki.essence").read_text()


# --- where the output goes ------------------------------------------------------------------------


def test_the_output_may_be_the_input(run, folder):
    assert run("solve free.txt many.id -o many.id")[0] == 0
    assert (folder / "many.id").read_text() == "1 2\n2 1\n\n" * 2 + "2 1\n1 2\n\n1 2\n2 1\n"


def test_givens_that_contradict_each_other_are_named_once(run, folder):
    (folder / "two.txt").write_text("4\n1 . . 1\n" + ". . . .\n" * 3)
    for command, code in {"solve": 1, "questions": 2}.items():
        exit_code, _, err = run(f"{command} two.txt")
        assert exit_code == code
        assert err.count("r1c1 = 1 and r1c4 = 1, but r1c1 ≠ r1c4") == len(err.splitlines()) == 1


def test_nothing_to_write_leaves_the_output_file_as_it_was(run, folder):
    for file, code in {"none.txt": 1, "bad.txt": 2}.items():
        before = (folder / file).read_text()
        assert run(f"solve {file} -o {file}")[0] == code
        assert (folder / file).read_text() == before
        assert run(f"solve {file} -o new.txt")[0] == code
    assert not (folder / "new.txt").exists()


@pytest.mark.parametrize(
    "out", [".", "/", "", "missing/out.txt", "free.txt/out", "a\0b", "x" * 300]
)
@pytest.mark.parametrize("command", ["solve", "convert --to id"])
def test_an_output_that_cannot_be_written_exits_2_with_one_line(run, folder, command, out):
    before = {*os.listdir(folder)}
    code, written, err = run(*command.split(), "free.txt", "-o", out)
    assert (code, written) == (2, "")
    assert is_one_line(err)
    assert "cannot write it" in err
    assert {*os.listdir(folder)} == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a Linux device")
@pytest.mark.parametrize("command", [["solve"], ["show"], ["convert", "--to", "id"], ["--help"]])
def test_a_full_disk_ends_in_one_line(command):
    words = command if command == ["--help"] else [*command, "nyu/Input1"]
    with open("/dev/full", "wb") as full:
        code, _, err = finished(*words, stdout=full)
    assert code == 2
    assert is_one_line(err.decode())
    if command in (["solve"], ["convert", "--to", "id"]):
        code, _, err = finished(*command, "nyu/Input1", "-o", "/dev/full")
        assert code == 2
        assert is_one_line(err.decode())


# --- as a process ---------------------------------------------------------------------------------


def test_standard_input_is_a_file_too():
    text = dumps(load("nyu/Input2")).encode()
    assert finished("solve", "-", stdin=text) == (0, INPUT_2.encode(), b"")
    code, out, _ = finished("solve", "-", "--json", stdin=b"2:0,0,0,0\n2:1,1,0,0\n")
    assert code == 1
    assert [json.loads(line)["puzzle"] for line in out.splitlines()] == ["-#1", "-#2"]
    code, out, err = finished("show", "-", stdin=b"1 2\n3 x\n")
    assert (code, out) == (2, b"")
    assert err.startswith(b"-:2:1: ")


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")
def test_ctrl_c_while_it_waits_for_standard_input_exits_130(folder):
    with process("solve", "free.txt", "-") as running:
        assert [running.stdout.readline() for _ in range(2)] == [b"1 2\n", b"2 1\n"]
        time.sleep(0.3)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=30)
    assert (running.returncode, out) == (130, b"")
    assert err == b"futoshiki-lab: interrupted\n"


@pytest.mark.skipif(os.name != "posix", reason="pipes break otherwise elsewhere")
@pytest.mark.parametrize(
    "command", ["solve", "solve -o /dev/stdout", "show", "convert --to id", "solve --help"]
)
def test_a_broken_pipe_ends_quietly(command):
    reading, writing = os.pipe()
    os.close(reading)
    words = command.split() if "--help" in command else [*command.split(), "usp/futoshiki"]
    try:
        code, _, err = finished(*words, stdout=writing)
    finally:
        os.close(writing)
    assert (code, err) == (141, b"")


@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are POSIX's")
def test_a_terminal_is_told_how_far_it_is(folder):
    import pty

    (folder / "few.id").write_text("2:0,0,0,0\n" * 5)
    told_of = {"few.id": b"puzzle 5 of 5: few.id", "free.txt": b"starting the search"}
    for (files, expected), puzzles in zip(told_of.items(), (5, 1), strict=True):
        ours, theirs = pty.openpty()
        code, out, _ = finished("solve", files, stderr=theirs)
        os.close(theirs)
        told = b""
        while expected not in told or not told.endswith(b"\r"):
            told += os.read(ours, 10_000)
        os.close(ours)
        assert (b"puzzle 1 of 1" in told, told.split(b"\r")[-2].strip()) == (False, b"")
        assert code == 0
        assert out.decode() == "\n".join(["1 2\n2 1\n"] * puzzles)


def test_closed_standard_streams_do_no_harm():
    python = shlex.quote(sys.executable)
    script = f"{python} -m futoshiki_lab solve nyu/Input1 missing >&- 2>&- <&-"
    run = subprocess.run(script, shell=True, env={**os.environ, "PYTHONPATH": str(REPO)})
    assert run.returncode == 2


def test_a_sweep_is_the_one_of_python_with_its_summary_and_goes_on_from_its_file(run, folder):
    words = shlex.split("sweep nyu/Input1 nyu/Input2 --solvers bt 'fc mrv' --jobs 1 -o runs.csv")
    code, out, _ = run(*words)
    table = sweep(["nyu/Input1", "nyu/Input2"], ["bt", "fc mrv"], jobs=1)
    written = pd.read_csv(folder / "runs.csv")
    assert (code, list(written["nodes"])) == (0, list(table["nodes"]))
    assert out == f"{summary(table).to_string(index=False)}\n"
    before = (folder / "runs.csv").read_text()
    assert run(*words)[:2] == (0, out)
    assert (folder / "runs.csv").read_text() == before
    assert run("sweep nyu/Input1 --solvers bt --node-limit 5 --jobs 1")[0] == 3
    for wrong in ("sweep nyu/Input1", "sweep nyu/Input1 --solvers xx", "sweep no --solvers bt"):
        code, out, err = run(wrong)
        assert (code, out, is_one_line(err)) == (2, "", True)
