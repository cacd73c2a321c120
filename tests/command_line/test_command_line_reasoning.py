"""grade, hint, why and generate at the command line, as users and their scripts use them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from functools import cache

import pytest
from conftest import is_one_line, program

from futoshiki_lab import Puzzle, dumps, load, loads, why
from futoshiki_lab.command_line import making
from futoshiki_lab.explorer.generator import generate
from futoshiki_lab.formats import load_all
from futoshiki_lab.reasons import LEVELS, grade, hint

IMPOSSIBLE, FREE = "2:1,1,0,0,", "2:0,0,0,0,"


@cache
def one_of_each_level() -> list[Puzzle]:
    return [generate(5, level) for level in LEVELS]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """An empty folder to work in, with puzzles of every level and of none."""
    monkeypatch.chdir(tmp_path)
    every = one_of_each_level()
    (tmp_path / "every.id").write_text(dumps(every, "id") + f"{FREE}\n{IMPOSSIBLE}\n")
    (tmp_path / "easy.txt").write_text(dumps(every[1]))
    (tmp_path / "none.id").write_text(f"{IMPOSSIBLE}\n")
    return tmp_path


# --- grade ----------------------------------------------------------------------------------------


def test_grade_says_one_word_for_each_puzzle(run):
    expected = "".join(f"{level}\n" for level in (*LEVELS, "ambiguous", "impossible"))
    assert run("grade every.id") == (1, expected, "")
    assert run("grade every.id#4") == (0, "Extreme\n", "")


def test_grade_as_json_names_the_puzzle_and_its_hardest_deduction(run):
    code, out, err = run("grade every.id --json")
    results = [json.loads(line) for line in out.splitlines()]
    assert (code, err) == (1, "")
    assert all([*result] == ["puzzle", "n", "level", "hardest"] for result in results)
    assert [result["puzzle"] for result in results] == [f"every.id#{k}" for k in range(1, 8)]
    assert [result["n"] for result in results] == [5] * 5 + [2] * 2
    for result, puzzle in zip(results, load_all("every.id"), strict=True):
        verdict = grade(puzzle)
        assert result["level"] == verdict.level
        assert result["hardest"]["rule"] == verdict.hardest.rule
        assert result["hardest"]["text"] == str(verdict.hardest)
    assert results[3]["hardest"]["level"] == "Extreme"


# --- hint -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("strength", [1, 2, 3])
def test_a_stronger_hint_says_one_thing_more(run, strength):
    puzzle = load("easy.txt")
    expected = str(hint(puzzle, puzzle.grid)).splitlines()[:strength]
    code, out, err = run(f"hint easy.txt --strength {strength}")
    assert (code, out.splitlines(), err) == (0, expected, "")
    assert strength > 1 or run("hint easy.txt") == (code, out, err)


def test_each_puzzle_of_a_file_gets_its_hint_under_its_name(run):
    code, out, _ = run("hint every.id --strength 2")
    blocks = out.split("\n\n")
    assert code == 1  # the last one is impossible
    assert [block.splitlines()[0] for block in blocks] == [f"every.id#{k}:" for k in range(1, 8)]


# --- why ------------------------------------------------------------------------------------------


def test_why_says_the_reasons_and_shows_a_solution_where_there_are_none(run):
    puzzle = load("easy.txt")
    cell = next(cell for cell in puzzle.cells if not puzzle[cell])
    must = why(puzzle, cell).must
    for value in puzzle.values:
        code, out, err = run(f"why easy.txt {cell} {value}")
        told = str(why(puzzle, cell, value))
        assert (code, out.startswith(f"{told}\n"), err) == (0, True, "")
        grid = out.removeprefix(f"{told}\n").splitlines()
        assert len(grid) == (puzzle.size if value == must else 0)
    assert run(f"why easy.txt {str(cell).upper()}") == (0, f"{why(puzzle, cell)}\n", "")


def test_why_without_a_cell_says_why_there_is_no_solution(run):
    assert run("why none.id") == (1, f"{why(load('none.id'))}\n", "")
    code, out, _ = run("why easy.txt")
    assert (code, out.splitlines()[0]) == (0, "There is a solution:")


# --- generate -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", range(1, 8))
def test_generate_takes_a_size_and_writes_the_id_of_an_easy_puzzle(run, size):
    level = "Trivial" if size == 1 else "Easy"
    assert run(f"generate {size}") == (0, dumps(generate(size, level, seed=0), "id"), "")


def test_generate_draws_the_board_on_a_terminal(run, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    puzzle = generate(4, seed=3)
    assert run("generate 4 --seed 3")[1] == f"{puzzle.picture()}\n\n{dumps(puzzle, 'id')}"
    assert run("generate 4 --seed 3 --to id")[1] == dumps(puzzle, "id")


def test_generate_does_what_it_is_asked_for(run):
    words = "generate 5 --level X --givens 4-7 --signs 8 --symmetric --seed -3 --count 2"
    code, out, err = run(words)
    wish = {"level": "Extreme", "givens": (4, 7), "signs": 8, "symmetric": True}
    expected = [generate(5, **wish, seed=seed) for seed in (-3, -2)]
    assert (code, out, err) == (0, dumps(expected, "id"), "")
    assert run("generate 4 --minimal")[1] == dumps(generate(4, minimal=True), "id")


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (
            "generate 2 --level extreme --attempts 5",
            "generate: found no 2x2 puzzle of level Extreme",
        ),
        ("generate 4 --givens 0 --signs 0", "without any clue there are many solutions"),
        ("generate 4 --givens 0 --signs 1 --attempts 3 --count 2", "in 3 attempts"),
    ],
)
def test_a_puzzle_that_is_not_found_exits_1_and_says_why(run, asked, message):
    code, out, err = run(asked)
    assert (code, out) == (1, "")
    assert message in err
    assert is_one_line(err)


# --- the real program -----------------------------------------------------------------------------


def output_after(interrupt, running):
    """What it says after Ctrl-C; once more where none hears it, while workers are being started."""
    interrupt()
    try:
        return running.communicate(timeout=20)
    except subprocess.TimeoutExpired:
        interrupt()
        return running.communicate(timeout=60)


def test_puzzles_come_in_order_and_ctrl_c_keeps_them(folder):
    with program("generate", "6", "--count", "1000000", start_new_session=True) as running:
        lines = [running.stdout.readline() for _ in range(20)]
        # As a terminal does: it is sent to the workers too.
        out, err = output_after(lambda: os.killpg(running.pid, signal.SIGINT), running)
    assert (running.returncode, err) == (130, b"futoshiki-lab: interrupted\n")
    made = [loads(line.decode()) for line in (*lines, *out.splitlines())]
    for seed in (0, 1, len(lines) // 2, *range(len(lines) - 10, len(made))):
        assert made[seed] == generate(6, seed=seed)


@pytest.mark.parametrize("format", ["id", "pairs"])
def test_ctrl_c_keeps_what_was_made_in_the_output_file(run, folder, monkeypatch, format):
    def two_and_ctrl_c(request, count, seed, attempts):
        yield from (generate(4), generate(4, seed=1))
        raise KeyboardInterrupt

    monkeypatch.setattr(making, "generate_in_turn", two_and_ctrl_c)
    code, out, err = run(f"generate 4 --count 9 --to {format} -o some.id")
    assert (code, out, err) == (130, "", "futoshiki-lab: interrupted\n")
    assert load_all("some.id") == [generate(4), generate(4, seed=1)]
