"""What runs without the extras, and what an error says where one of them is missing."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib import import_module

import pytest
from house import REPO
from test_setup import EXTRAS, INSTALLED_AS

from futoshiki_lab import look_back, sweep
from futoshiki_lab.extras import missing, tell_that_it_is_slow

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
assert puzzle._repr_html_().startswith("<svg") and trace.tree()[0].children
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
    "lab.why(puzzle)": "why",
    "lab.explain(puzzle)": "why",
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


def test_in_a_browser_no_error_asks_to_install(monkeypatch):
    monkeypatch.setattr(sys, "platform", "emscripten")
    said = missing("why", "pysat", "why")
    assert said == "why needs pysat, which the Python in this browser does not have"


def test_the_page_of_a_notebook_names_its_extra_too(tmp_path):
    script = "from futoshiki_lab.widgets.__main__ import main; sys.exit(main())"
    notebook = str(REPO / "notebooks" / "welcome.ipynb")
    done = without_extras(script, notebook, "-o", str(tmp_path / "page.html"))
    assert done.returncode == 1
    assert done.stderr.endswith('pip install "futoshiki-lab[notebooks]"\n')


HARD = "unequal/6x6-recursive#3"  # so many checks that the compiled engine is worth loading


def test_a_long_search_goes_on_without_numba_and_one_line_says_why_it_is_slow():
    done = without_extras(COMMAND, "solve", HARD, HARD, "--json")
    assert done.returncode == 0
    assert done.stdout.count('"engine": "readable", "outcome": "solved"') == 2
    assert re.findall(r"install \S+", done.stderr) == ['install "futoshiki-lab[fast]"']
    assert done.stderr.count("\n") == 1


def my_look(board, cell):
    return look_back(board, cell)


def test_a_long_sweep_says_it_too(monkeypatch):
    sweeps = import_module("futoshiki_lab.experiment.sweeps")
    monkeypatch.setattr(sweeps, "kernels_are_compiled", lambda: False)
    monkeypatch.setattr(sweeps, "LONG", 0)
    tell_that_it_is_slow.cache_clear()
    sweep("nyu/Input1", ["fc engine=readable", my_look], jobs=1)  # asked
    with pytest.warns(RuntimeWarning, match=r'numba, .*"futoshiki-lab\[fast\]"'):
        sweep("nyu/Input1", "fc", jobs=1)
