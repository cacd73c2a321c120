"""What runs without the extras, and what an error says where one of them is missing."""

from __future__ import annotations

import json
import re

from conftest import python
from test_setup import EXTRAS, INSTALLED_AS

# A process in which only what a plain install brings can be imported.
IMPORTED_AS = {package: module for module, package in INSTALLED_AS.items()}
GONE = sorted(IMPORTED_AS.get(name, name) for listed in EXTRAS.values() for name in listed)
WITHOUT = f"import sys; sys.modules.update(dict.fromkeys({GONE}))\n"


COMMAND = "from futoshiki_lab.__main__ import main; sys.exit(main())"
COMMANDS = [
    *("solve nyu/Input1 nyu/Input2 --json", "solve nyu/Input1 -a mac -s dom_wdeg"),
    *("show nyu/Input1", "convert nyu/Input1 --to id", "grade nyu/Input1", "hint nyu/Input1"),
    *("generate 4 --count 2", "puzzles"),
]


def test_what_a_plain_install_brings_is_enough_to_watch_and_to_play(tmp_path):
    page = tmp_path / "page.html"
    done = python(
        WITHOUT
        + f"""
import warnings
warnings.simplefilter("error")
from futoshiki_lab import Play, Stepper, draw_tree, generate, grade, hint, is_unique, load, predict
from futoshiki_lab import record, solve
puzzle = load("nyu/Input2")
trace = record(puzzle, "fc", select="mrv")
stepper = Stepper(trace, step=10)
draw_tree(trace)._repr_mimebundle_()
shown = [stepper, Stepper(puzzle), Play(generate(4)), predict("How many?", 2, reveal=stepper)]
assert all(one._repr_mimebundle_()[0]["text/plain"] for one in shown)
assert puzzle._repr_html_().startswith("<svg") and trace.tree[0].children
assert solve(puzzle).settings.engine == "readable" and is_unique(load("nyu/Input1"))
assert grade(puzzle) and hint(puzzle, puzzle.grid)
stepper.to_html({str(page)!r})
from futoshiki_lab.command_line import main
print([main(words.split()) for words in {COMMANDS}])
"""
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "fsl-player" in page.read_text(encoding="utf-8")
    assert done.stdout.splitlines()[-1] == str([0] * len(COMMANDS))


NEED_MORE = [
    *("sweep(puzzle, 'fc')", "read_sweep(os.devnull)", "summary(None)", "generate_batch(2, 4)"),
    *("solve(puzzle, engine='compiled')", "draw_tree(trace).source"),
    *("draw_tree(trace).pipe('pdf')", "draw_trees(trace, whole=True)", "draw_board(puzzle)"),
]


def test_every_public_name_is_there_without_extras_or_says_which_one_it_needs():
    done = python(
        WITHOUT
        + f"""
import json, os
import futoshiki_lab as lab
puzzle, calls, said = lab.load("nyu/Input1"), {NEED_MORE}, {{}}
trace = lab.record(puzzle)
for name in lab.__all__:
    if "_put_off" in getattr(getattr(lab, name), "__qualname__", ""):
        calls.append(f"{{name}}()")
for call in calls:
    try:
        eval(f"lab.{{call}}")
    except (ImportError, ValueError) as error:
        said[call] = str(error)
print(json.dumps(said))
"""
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert {*NEED_MORE, "draw_medians()", "Explorer()"} < said.keys()
    for call, error in said.items():
        assert error.startswith(call.removesuffix("()")) or call in NEED_MORE
        told = re.fullmatch(r'.* needs (\w+), .*: pip install "futoshiki-lab\[(\w+)\]"', error)
        assert told[2] == ("fast" if "compiled" in call else "lab")
        assert INSTALLED_AS.get(told[1], told[1]) in EXTRAS[told[2]]


HARD = "unequal/6x6-recursive#3"  # so many checks that the compiled engine is worth loading


def test_a_long_search_goes_on_without_numba_and_one_line_says_why_it_is_slow():
    done = python(WITHOUT + COMMAND, "solve", HARD, HARD, "--json")
    assert done.returncode == 0
    assert done.stdout.count('"engine": "readable", "outcome": "solved"') == 2
    assert re.findall(r"install \S+", done.stderr) == ['install "futoshiki-lab[fast]"']
    assert done.stderr.count("\n") == 1
