"""What runs without the extras, and what an error says where one of them is missing."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

from house import REPO
from test_setup import EXTRAS, INSTALLED_AS

import futoshiki_lab as lab
from futoshiki_lab import look_back

# A process in which only what a plain install brings can be imported.
IMPORTED_AS = {package: module for module, package in INSTALLED_AS.items()}
GONE = sorted(IMPORTED_AS.get(name, name) for listed in EXTRAS.values() for name in listed)
WITHOUT = f"import sys; sys.modules.update(dict.fromkeys({GONE}))\n"


def without_extras(script, *words):
    """Run a script with the words of its command line; a module that is None cannot be imported."""
    place = {**os.environ, "PYTHONPATH": str(REPO)}
    words = [sys.executable, "-c", WITHOUT + script, *words]
    return subprocess.run(words, capture_output=True, text=True, env=place, timeout=120)


COMMAND = "from futoshiki_lab.__main__ import main; sys.exit(main())"
COMMANDS = [
    *("solve nyu/Input1 nyu/Input2 --json", "solve nyu/Input1 -a mac -s dom_wdeg"),
    *("show nyu/Input1", "convert nyu/Input1 --to id", "grade nyu/Input1", "hint nyu/Input1"),
    *("generate 4 --count 2", "puzzles"),
]


def test_what_a_plain_install_brings_is_enough_to_watch_and_to_play(tmp_path):
    page = tmp_path / "page.html"
    done = without_extras(f"""
import warnings
warnings.simplefilter("error")
from futoshiki_lab import Play, Stepper, generate, grade, hint, is_unique, load, predict
from futoshiki_lab import record, solve
puzzle = load("nyu/Input2")
trace = record(puzzle, "fc", select="mrv")
stepper = Stepper(trace, step=10)
shown = [stepper, Stepper(puzzle), Play(generate(4)), predict("How many?", 2, reveal=stepper)]
assert all(one._repr_mimebundle_()[0]["text/plain"] for one in shown)
assert puzzle._repr_html_().startswith("<svg") and trace.tree[0].children
assert solve(puzzle).settings.engine == "readable" and is_unique(load("nyu/Input1"))
assert grade(puzzle) and hint(puzzle, puzzle.grid)
stepper.to_html({str(page)!r})
from futoshiki_lab.command_line import main
print([main(words.split()) for words in {COMMANDS}])
""")
    assert (done.returncode, done.stderr) == (0, "")
    assert "fsl-player" in page.read_text(encoding="utf-8")
    assert done.stdout.splitlines()[-1] == str([0] * len(COMMANDS))


BEYOND = {  # what needs an extra, and which one
    "lab.draw_board(puzzle)": "lab",
    "lab.draw_tree(trace)": "lab",
    "lab.draw_costs(None)": "lab",
    "lab.sweep(puzzle, 'fc')": "lab",
    "lab.read_sweep(os.devnull)": "lab",
    "lab.summary(None)": "lab",
    "lab.generate_batch(2, 4)": "lab",
    "lab.Explorer()": "lab",
    "lab.solve(puzzle, engine='compiled')": "fast",
}


def test_an_error_names_the_extra_that_brings_what_is_missing():
    done = without_extras(f"""
import json, os
import futoshiki_lab as lab
puzzle = lab.load("nyu/Input1")
trace, said = lab.record(puzzle, "fc"), {{}}
for code in {list(BEYOND)}:
    try:
        eval(code)
    except (ImportError, ValueError) as error:
        said[code] = str(error)
print(json.dumps(said))
""")
    assert done.returncode == 0, done.stderr
    errors = json.loads(done.stdout)
    for code, extra in BEYOND.items():
        told = re.fullmatch(
            r'.* needs (\w+), .*: pip install "futoshiki-lab\[(\w+)\]"', errors[code]
        )
        assert told, code
        assert told[2] == extra
        assert INSTALLED_AS.get(told[1], told[1]) in EXTRAS[extra]


def test_every_public_name_is_there_without_extras_or_says_which_one_it_needs():
    done = without_extras("""
import json
import futoshiki_lab as lab
said = {}
for name in lab.__all__:
    found = getattr(lab, name)
    if "_put_off" in getattr(found, "__qualname__", ""):
        try:
            found()
        except ImportError as error:
            said[name] = str(error)
print(json.dumps(said))
""")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert {"draw_board", "draw_tree", "Explorer"} < said.keys() < set(lab.__all__)
    for name, error in said.items():
        needs = rf'{name} needs \w+, which is not installed: pip install "futoshiki-lab\[lab\]"'
        assert re.fullmatch(needs, error)


HARD = "unequal/6x6-recursive#3"  # so many checks that the compiled engine is worth loading


def test_a_long_search_goes_on_without_numba_and_one_line_says_why_it_is_slow():
    done = without_extras(COMMAND, "solve", HARD, HARD, "--json")
    assert done.returncode == 0
    assert done.stdout.count('"engine": "readable", "outcome": "solved"') == 2
    assert re.findall(r"install \S+", done.stderr) == ['install "futoshiki-lab[fast]"']
    assert done.stderr.count("\n") == 1


def my_look(board, cell):
    return look_back(board, cell)
