"""Each format reads what its users write, and is written back as the same puzzle."""

import ast
import io
import os
import sys
from contextlib import suppress

import pytest
from conftest import rows_of
from puzzles import random_puzzle

from futoshiki_lab import (
    australia,
    dumps,
    load,
    load_all,
    loads,
    queens,
    random_binary,
    save,
    solve,
    sudoku,
)
from futoshiki_lab.core import Cell, Puzzle, PuzzleError, Sign
from futoshiki_lab.formats import FORMATS, detect, essence_model, load_entries, loads_all
from futoshiki_lab.support.writing import OutputFile

A, B, C, D = Cell(0, 0), Cell(0, 1), Cell(1, 0), Cell(1, 1)
SMALL = Puzzle(((1, 0), (0, 0)), frozenset({Sign(A, B), Sign(D, C), Sign(B, D)}))
FLAT = Puzzle(((0, 0), (0, 2)), frozenset({Sign(A, B), Sign(D, C)}))

SMALL_AS = {
    "grids": "1 0\n0 0\n\n<\n>\n\n0 ^\n",
    "picture": "1 < .\n    ^\n. > .\n",
    "id": "2:1,0L,0R,0U,\n",
    "pairs": "1\n2 3\n1 0\n0 0\n1 1 1 2\n1 2 2 2\n2 2 2 1\n",
    "csv": "2\n1,0\n0,0\n1\n-1\n0,1\n",
    "fut": "2\n1<0\n.^\n0>0\n",
    "rel": "2\nSTART:\n1;0\n0;0\nREL:\nA1;A2\nA2;B2\nB2;B1\n",
    "cnf": "c r1c1 = 1..2 are 1..2\nc r1c2 = 1..2 are 3..4\nc r2c1 = 1..2 are 5..6\n"
    "c r2c2 = 1..2 are 7..8\np cnf 8 20\n1 2 0\n-1 -2 0\n3 4 0\n-3 -4 0\n5 6 0\n-5 -6 0\n"
    "7 8 0\n-7 -8 0\n-1 -3 0\n-2 -3 0\n-2 -4 0\n-1 -5 0\n-2 -6 0\n-3 -7 0\n"
    "-4 -7 0\n-4 -8 0\n-5 -7 0\n-5 -8 0\n-6 -8 0\n1 0\n",
    "lists": "[[0,'<',0],\n [0,'>',2]]\n",
    "essence": "letting n be 2\nletting hints be function(\n    (1,1) --> 1\n)\n"
    "letting less_than be relation(\n    ((1,1), (1,2)),\n    ((1,2), (2,2)),\n"
    "    ((2,2), (2,1))\n)\n",
}


# -- reading and writing ------------------------------------------------------------------------


@pytest.mark.parametrize("name", FORMATS)
def test_each_format_says_the_same_puzzle_in_its_own_way(name):
    puzzle = FLAT if name == "lists" else SMALL  # lists have no place for a vertical sign
    assert loads(SMALL_AS[name]) == loads(SMALL_AS[name], name) == puzzle
    assert detect(SMALL_AS[name]) == name == FORMATS[name].name
    assert dumps(puzzle, name) == SMALL_AS[name]


SAT_PROBLEMS = [*(random_puzzle(k, 3 + k % 2, k % 3 > 0) for k in range(12)), queens(6)]
SAT_PROBLEMS += [australia(), random_binary(5, 3, seed=4), sudoku("12.." + "." * 8 + "..12")]


@pytest.mark.parametrize("problem", SAT_PROBLEMS, ids=str)
def test_a_sat_solver_finds_in_the_clauses_just_the_solutions(problem):
    """What it answers for a puzzle is read as that solution."""
    from pysat.formula import CNF
    from pysat.solvers import Cadical153

    formula, found = CNF(from_string=dumps(problem, "cnf")), []
    with Cadical153(formula) as solver:
        while solver.solve():
            model = solver.get_model()
            solver.add_clause([-literal for literal in model if literal > 0])
            found.append(f"c of 0.1 s\ns SATISFIABLE\nv {' '.join(map(str, model))} 0\n")
    solutions = solve(problem, "fc", solutions="all").solutions
    assert len(found) == len(solutions)
    if isinstance(problem, Puzzle):
        assert {loads(answer).grid for answer in found} == {*solutions}


def test_lists_have_no_place_for_a_vertical_sign_and_say_so():
    with pytest.raises(PuzzleError, match=r"horizontal signs only.*r1c2 and r2c2"):
        dumps(SMALL, "lists")


@pytest.mark.parametrize("name", FORMATS)
def test_two_formats_hold_many_puzzles_and_the_others_one(name):
    if FORMATS[name].many:
        assert name in ("id", "pairs")
        named = loads_all(dumps([SMALL, FLAT], name), name="few")
        assert [puzzle.name for puzzle in named] == ["few#1", "few#2"]
    else:
        with pytest.raises(PuzzleError, match=r"one puzzle.*found 2"):
            dumps([FLAT, FLAT], name)
    with pytest.raises(PuzzleError, match="found none"):
        dumps([], name)


def test_an_unknown_format_is_answered_with_the_known_ones():
    for call in (lambda: loads("0", "grid"), lambda: dumps(SMALL, "grid")):
        with pytest.raises(PuzzleError, match=r"'grid'; did you mean 'grids'\? .*picture"):
            call()


# -- one format at a time -------------------------------------------------------------------------


READINGS = [row.split(" | ", 2) for row in rows_of("readings.txt")]


@pytest.mark.parametrize(("format", "ids", "text"), READINGS, ids=lambda one: one[:20])
def test_a_text_is_read_as_the_puzzles_that_it_shows(format, ids, text):
    text, asked = ast.literal_eval(text), format[1:] if format.startswith("=") else None
    assert asked or format == "-" or detect(text) == format
    assert dumps(loads_all(text, asked), "id").split() == ids.split()


WITH_BAD = "2:1,0L,0R,0U,\n2:0,9,0,0\n\n1:0,\n7\n"


def test_bad_ids_among_good_ones_are_told_one_by_one(tmp_path):
    (tmp_path / "some.id").write_text(WITH_BAD)
    with pytest.raises(PuzzleError, match=r"2:5: expected a number in 0\.\.2, found '9'"):
        load_all(tmp_path / "some.id")
    first, wrong, third, strange = load_entries(tmp_path / "some.id")
    assert [first, third] == [SMALL, Puzzle(((0,),))]
    assert [first.name, third.name] == ["some#1", "some#3"]
    assert str(wrong).startswith(f"{tmp_path}/some.id:2:5:")
    assert str(strange).startswith(f"{tmp_path}/some.id:5:2:")


def test_a_puzzle_is_picked_whatever_the_other_lines_hold(tmp_path):
    (tmp_path / "some.id").write_text(WITH_BAD)
    assert load(f"{tmp_path}/some.id#1") == SMALL
    with pytest.raises(PuzzleError, match=r"some\.id:2:5: "):
        load(f"{tmp_path}/some.id#2")


def test_a_bad_board_among_lists_is_told_and_the_others_are_read(tmp_path):
    text = '{"one": {"board": [[1]]}, "two": {"board": [[7]]}, "three": {}}\n[[0]]'
    (tmp_path / "some").write_text(text)
    first, large, empty, last = load_entries(tmp_path / "some")
    assert [first, last] == [Puzzle(((1,),)), Puzzle(((0,),))]
    assert ("found '7'" in str(large), 'an entry "board"' in str(empty)) == (True, True)


def test_rel_goes_on_after_row_z_as_a_spreadsheet_does():
    puzzle = Puzzle(((0,) * 28,) * 28, frozenset({Sign(Cell(27, 0), Cell(26, 0))}))
    assert "AB1;AA1" in dumps(puzzle, "rel")
    assert loads(dumps(puzzle, "rel")) == puzzle


@pytest.mark.parametrize("name", SMALL_AS)
@pytest.mark.parametrize("comment", ["# a comment\n", "$ one\n\n  # and: another; [0, {1}\n"])
def test_comments_before_a_puzzle_are_passed_over_in_every_format(name, comment):
    text = SMALL_AS[name]
    assert detect(comment + text) == name
    assert loads(comment + text) == loads(comment + text, name) == loads(text)


def test_lists_may_be_a_table_of_named_boards():
    text = '{"one": {"board": [[1,"<",0],[0,".",0]], "answer": null}, "two": {"board": [[1]]}}'
    assert [p.name for p in loads_all(text)] == ["one", "two"]


@pytest.mark.parametrize("name", SMALL_AS)
def test_a_line_too_many_at_the_end_is_left_out_with_a_warning_if_asked_for(name):
    text = SMALL_AS[name] + "solved in 3 s\n"
    with pytest.raises(PuzzleError):
        loads(text)
    with pytest.warns(UserWarning, match=r"line \d+, the last one, .* left out: 'solved in 3 s'"):
        assert loads(text, strict=False) == loads(SMALL_AS[name])
    with pytest.raises(PuzzleError):
        loads(text + "and so on\n", strict=False)


def test_a_solution_below_a_drawing_is_left_out_with_a_warning():
    with pytest.warns(UserWarning, match="the drawing above line 6 is taken"):
        puzzle = loads("Puzzle\n. < .\n\n. .\n\nSolution\n1 < 2\n\n2 1\n")
    assert dumps(puzzle, "id") == "2:0,0L,0,0,\n"


@pytest.mark.parametrize("blank", [" ", "\t", ""])
def test_thousands_of_blank_lines_are_as_good_as_one(blank):
    between = f"{blank}\n" * 3_000
    assert loads(f". .\n{between}. .") == loads(". .\n. .")
    with pytest.raises(PuzzleError, match="found an empty text"):
        loads(between)


# -- files and names ------------------------------------------------------------------------------


def test_a_number_after_the_file_picks_one_of_its_puzzles(tmp_path):
    save([SMALL, FLAT], tmp_path / "few.dat")
    assert load(f"{tmp_path}/few.dat#2") == FLAT
    assert load(f"{tmp_path}/few.dat#2").name == "few#2"
    assert load_all(f"{tmp_path}/few.dat#1") == [SMALL]
    with pytest.raises(PuzzleError, match=r"few\.dat: expected #1 to #2, found #3"):
        load(f"{tmp_path}/few.dat#3")
    with pytest.raises(PuzzleError, match="2 puzzles: pick one with #k, k from 1 to 2"):
        load(tmp_path / "few.dat")


def test_a_short_name_finds_a_bundled_puzzle_from_any_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert load("nyu/Input2") == load("nyu/Input2.txt")
    assert load("nyu/Input2").name == load("nyu/Input2.txt").name == "nyu/Input2"
    assert load("usp/futoshiki#32").size == 5
    assert load("usp/futoshiki#32").name == "usp/futoshiki#32"
    assert len(load_all("usp/futoshiki")) == 100


def test_a_path_that_exists_goes_before_a_bundled_puzzle(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nyu").mkdir()
    save(FLAT, "nyu/Input2")
    assert load("nyu/Input2") == FLAT
    assert load("nyu/Input1").size == 5


def test_a_dash_is_standard_input(monkeypatch):
    data = dumps([SMALL, FLAT], "id").encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
    assert load_all("-") == [SMALL, FLAT]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
    assert load("-#2") == FLAT


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_an_encoding_that_names_itself_reads(tmp_path, encoding):
    (tmp_path / "a").write_text("1 < .\n    ∧\n. > .\n", encoding=encoding)
    assert load(tmp_path / "a") == SMALL


# -- saving ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "format"),
    [
        *(("a.txt", "grids"), ("a", "grids"), ("a.json", "grids"), ("a.DAT", "pairs")),
        *(("a.param", "essence"), ("a.essence-param", "essence")),
        *((f"a.{name}", name) for name in sorted(set(FORMATS) - {"essence", "lists"})),
    ],
)
def test_the_suffix_of_a_file_tells_the_format_to_save_in(tmp_path, file, format):
    save(SMALL, tmp_path / file)
    assert (tmp_path / file).read_text("utf-8") == SMALL_AS[format]
    assert load(tmp_path / file).name == load(str(tmp_path / file)).name == "a"


def test_the_essence_model_is_written_beside_the_parameters_on_request(tmp_path):
    save(SMALL, tmp_path / "a.param", model=True)
    assert load(tmp_path / "a.param") == SMALL
    assert (tmp_path / "futoshiki.essence").read_text("utf-8") == essence_model()
    with pytest.raises(PuzzleError, match="essence"):
        save(SMALL, tmp_path / "a.txt", model=True)


def test_a_folder_or_a_missing_folder_cannot_be_written(tmp_path):
    for path in (tmp_path, tmp_path / "no" / "a.txt", tmp_path / "a\0b"):
        with pytest.raises(PuzzleError, match="cannot write it"):
            save(SMALL, path)


def test_a_file_that_is_cut_short_stays_as_it_was_unless_a_part_is_wanted(tmp_path):
    for keep_partial, expected in ((False, "old"), (True, "new")):
        (tmp_path / "a").write_text("old")
        with (
            suppress(KeyboardInterrupt),
            OutputFile(tmp_path / "a", keep_partial=keep_partial) as file,
        ):
            file.write("new")
            raise KeyboardInterrupt
        assert (tmp_path / "a").read_text() == expected
    assert os.listdir(tmp_path) == ["a"]


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_saving_keeps_the_mode_of_the_file(tmp_path):
    save(FLAT, tmp_path / "a.txt")
    (tmp_path / "a.txt").chmod(0o640)
    save(SMALL, tmp_path / "a.txt")
    assert (tmp_path / "a.txt").stat().st_mode & 0o777 == 0o640


def test_saving_through_a_link_keeps_the_link(tmp_path):
    save(FLAT, tmp_path / "a.txt")
    (tmp_path / "link").symlink_to(tmp_path / "a.txt")
    save(SMALL, tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert load(tmp_path / "a.txt") == SMALL
