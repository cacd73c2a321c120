"""Every notebook runs from top to bottom, in order, in a fresh kernel; and what it says is true.

`facts/` holds what the prose of a notebook claims: a part `# %% after the-cell: why` runs in the
notebook's kernel, right after the cell with this id. At the end the exercises are solved, and all
questions show their answers.
"""

import ast
import json
import os
import re
import symtable
import time
import warnings
from functools import cache, partial
from html import unescape
from inspect import getsource
from itertools import product, takewhile
from pathlib import Path
from random import Random
from textwrap import dedent

import nbformat
import pytest
from conftest import EXHAUSTIVE, REPO, SCRIPTS, few
from PIL import Image
from solutions import copy, solutions, without_notes

from futoshiki_lab.classroom.ask.prediction import REVEAL
from futoshiki_lab.classroom.solver.parts import PARTS
from futoshiki_lab.classroom.tutor.feedback import SYMBOLS
from futoshiki_lab.core import search
from futoshiki_lab.support.browsers import find_browser

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))
every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)

CHECK = re.compile(r"^(\w+ = )?check_\w+\(", re.MULTILINE)
OPEN = re.compile(r"(return|=) \.\.\.")

# Matplotlib says this once on a machine where it has never run.
HARMLESS = ("Matplotlib is building the font cache",)


FACTS = Path(__file__).parent / "facts"
PART = re.compile(r"^# %% after ([\w-]+)(.*)$", re.MULTILINE)


def fillings(asked):
    """For facts about a first step: a function for each way to fill its blanks."""
    for texts in product(*asked.offer["options"]):
        code = asked.offer["code"]
        for text in texts:
            code = code.replace("____", text, 1)
        exec(code, globals(), space := {})
        yield texts, space.popitem()[1]


def _facts(stem):
    """By the id of a cell: what holds when it has run."""
    path = FACTS / f"{stem}.py"
    parts = PART.split(path.read_text(encoding="utf-8")) if path.exists() else [""]
    filling = f"from itertools import product\n{getsource(fillings)}"
    return {
        cell: f"# fact{why}\n{filling * ('fillings(' in text)}{text}"
        for cell, why, text in zip(parts[1::3], parts[2::3], parts[3::3], strict=True)
    }


def _with_facts(notebook, stem):
    """Put facts behind their cells; a test of its own holds that these exist."""
    facts = _facts(stem)
    for cell in list(notebook.cells):
        if cell.id in facts:
            fact = nbformat.v4.new_code_cell(facts[cell.id])
            notebook.cells.insert(notebook.cells.index(cell) + 1, fact)


def _run(notebook, folder, reveal=False):
    """Run a notebook in a kernel of its own."""
    place = {"metadata": {"path": str(folder)}}
    client = NotebookClient(notebook, timeout=120, kernel_name="python3", resources=place)
    client.execute(env={**os.environ, REVEAL: str(int(reveal))})


LARGEST, BAR = 2_000_000, re.compile(r"\d%\|")
# The end of the run in which nothing is answered.
UNTOUCHED = """
from ipywidgets import Widget
states = [one["state"] for one in Widget.get_manager_state()["state"].values()]
asked = [state for state in states if state.get("role") == "question"]
assert not any(state["revealed"] or state["given"] for state in asked)
import json
print(len(json.dumps(Widget.get_manager_state())))
"""
# Before that: all functions that can be read in a widget, such as those in a panel.
PANELS = """
def texts(state):
    if isinstance(state, dict):
        state = [*state.values(), *map(json.loads, [state["header"]] if "header" in state else [])]
    for one in state if isinstance(state, list) else ():
        yield from texts(one)
    if isinstance(state, str) and "def " in state:
        yield state
import json
from ipywidgets import Widget
shown = Widget.get_manager_state()["state"].values()
print(json.dumps([*texts([one["state"] for one in shown])]))
"""
# The end of all: each question as it is for an instructor.
REVEALED = """
from ipywidgets.widgets.widget import _instances
from futoshiki_lab.classroom.ask.prediction import Prediction
for asked in [widget for widget in _instances.values() if isinstance(widget, Prediction)]:
    asked.revealed = True
    asked._repr_mimebundle_()
"""
# Each wrong choice has a sentence of its own.
EACH_EXPLAINED = """
for asked in [widget for widget in _instances.values() if isinstance(widget, Prediction)]:
    choices = asked.offer["options"] if asked.kind == "choice" else []
    wrong = {one for at, one in enumerate(choices) if at not in asked._kind.answer}
    assert wrong <= {"true", "false", *asked._secret["told"]}, asked.question
"""
# Before all that: each question with what it offers and its answer in words, by its widget.
ASKED = """
import json
from ipywidgets.widgets.widget import _instances
from futoshiki_lab.classroom.ask.prediction import Prediction
def _read(asked):  # in a function: the cells that follow keep their names
    some, right = asked.offer.get("options", []), asked._kind.answer
    right = [some[at] for at in right] if asked.kind in ("choice", "rows") else [str(right)]
    own = " ".join(map(str, [asked.question, *asked.offer.get("rows", ()), *some]))
    return asked.question, own, asked.bet, right, asked._secret["because"]
print(json.dumps({w.model_id: _read(w) for w in _instances.values() if isinstance(w, Prediction)}))
"""
NUMBER = re.compile(r"[1-9][\d,]*\d|[1-9]\d*\.\d+")  # one of two digits or more
# What is seen beside a question, and tells nothing of its answer.
KNOWN = {
    ("ask-unique", "1,000"): "the queens of the question before",
    ("import", "dead-end"): "another board",
    ("degree-by-hand", "selections"): "nodes of whole runs; asked is one cell",
}
PICTURE = re.compile("<svg|<img|dataframe")
ALL_REVEALED = """[...document.querySelectorAll(".fsl-question")]
    .every(({dataset}) => dataset.state === "revealed")"""


def _names(source):
    """The names that a cell sets, and those that it and its functions read."""

    def all_of(table):
        yield table
        for inner in table.get_children():
            yield from all_of(inner)

    cell = symtable.symtable(source, "a cell", "exec")
    bound = [name for name in cell.get_symbols() if name.is_assigned() or name.is_imported()]
    names = [(table, name) for table in all_of(cell) for name in table.get_symbols()]
    reads = {name.get_name() for table, name in names if table is cell or name.is_global()}
    return {name.get_name() for name in bound}, reads


def _answered(notebook, answers, how):
    """The exercises' cells answered, and all that read what these set, as a student runs them."""
    new = set()
    for cell in [cell for cell in notebook.cells if cell.cell_type == "code"]:
        source = answers.get(cell.id, cell.source)
        sets, reads = _names(source)
        if cell.id in answers or reads & new:
            new |= sets
            yield nbformat.v4.new_code_cell(source, id=f"{how}-{cell.id}")


def _whole(path):
    """A notebook with its facts; behind its end functions fail, all is solved, then revealed."""
    notebook = nbformat.read(path, as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    fail = {c.id: c.source.replace("...", "1 / 0") for c in code if "return ..." in c.source}
    failed = list(_answered(notebook, fail, "failed"))
    solved = list(_answered(notebook, solutions(path.stem), "solved"))
    _with_facts(notebook, path.stem)
    first = [nbformat.v4.new_code_cell(end) for end in (PANELS, ASKED, UNTOUCHED)]
    notebook.cells += [
        *first,
        *failed,
        *solved,
        nbformat.v4.new_code_cell(REVEALED + EACH_EXPLAINED),
    ]
    return notebook


def _texts(cell):
    """What a cell prints and returns, as text."""
    for output in cell.get("outputs", []):
        yield output.get("data", {}).get("text/plain", "") or output.get("text", "")


def _shown(cell):
    """All text that a cell's outputs show, also in HTML and SVG; a bitmap is a chart."""
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        assert "image/png" not in data or re.match("<(Figure|Picture) ", data["text/plain"])
        yield from _texts({"outputs": [output]})
        yield from (_without_tags(data.get(one, "")) for one in ("text/html", "image/svg+xml"))


def _without_tags(markup):
    lines = re.sub("</(text|title|div|p|li|pre|tr)>|<br/?>", "\n", markup)
    return unescape(re.sub("<[^>]*>", "", lines))


def _bodies(text):
    """The functions in a text, each without its name, the names in it, layout and comments."""
    lines = text.splitlines()
    for at, line in enumerate(lines):
        head = re.match(r"( *)def \w+\(", line)
        if not head:
            continue
        outside = re.compile(rf" {{,{len(head[1])}}}[^\s)]").match
        inside = takewhile(partial(_is_no, outside), lines[at + 1 :])
        try:
            [node] = ast.parse(dedent("\n".join([line, *inside]))).body
        except SyntaxError:  # prose
            continue
        yield _plain(node)


def _is_no(matches, line):
    return not matches(line)


def _plain(function):
    known = {}

    def name(one):
        return known.setdefault(one, f"v{len(known)}")

    for node in ast.walk(function):
        if isinstance(node, ast.arg):
            node.arg, node.annotation = name(node.arg), None
        elif isinstance(node, ast.Name):
            node.id = name(node.id)
    body = [one for one in function.body if not isinstance(getattr(one, "value", 0), ast.Constant)]
    return "\n".join(map(ast.dump, body))


def _asked_from(stem):
    """What this notebook and later ones ask for: the solutions, and the package's own functions.

    Welcome and the game come first; the slides of in-class are an instructor's.
    """
    stem = {"welcome": "01", "play": "01"}.get(stem, stem)
    later = [path.stem for path in NOTEBOOKS if path.stem >= stem]
    texts = [text for one in later for text in solutions(one).values()]
    texts += [getsource(p.reference) for p in PARTS.values() if p.notebook >= stem[:2]]
    return {body for text in texts for body in _bodies(text) if body}


def _seen(notebook):
    """All that is visible when nothing has been answered."""
    for cell in notebook.cells:
        if cell.source == UNTOUCHED:
            return
        if not _is_folded(cell) and not cell.source.startswith("# fact"):
            yield cell.source
        yield from json.loads("".join(_texts(cell))) if cell.source == PANELS else _shown(cell)


def _told_before(notebook):
    """What tells an answer before it is given: numbers and names of a bet, in what was seen or is
    seen up to the next question; a picture or a table right after any question."""
    seen, asked = [], {}
    for cell in notebook.cells:
        if cell.source == UNTOUCHED:
            break
        if cell.source == ASKED:
            asked = json.loads("".join(_texts(cell)))
        elif not cell.source.startswith("# fact"):
            seen.append((cell, cell.source * (not _is_folded(cell)), ""))
            for output in cell.get("outputs", []) if cell.source != PANELS else ():
                data = output.get("data", {})
                widget = data.get("application/vnd.jupyter.widget-view+json", {}).get("model_id")
                text = data.get("text/html", "") + ("<svg" * any("image/" in one for one in data))
                seen.append((cell, text or "".join(_texts({"outputs": [output]})), widget))
    questions = [at for at, (*_, widget) in enumerate(seen) if widget in asked]
    for at in questions:
        cell, _, widget = seen[at]
        _, own, bet, right, because = asked[widget]
        upto = next((other for other in questions if other > at), len(seen) - 1)
        for other, text, by in takewhile(lambda one: one[0].cell_type == "code", seen[at + 1 :]):
            if (cell.id, other.id) in KNOWN or other is cell or by:
                continue
            if PICTURE.search(text):
                yield cell.id, "a picture or a table right after it", other.id
        names = [one for one in right if len(one.split()) > 2]
        told = {*names, *NUMBER.findall(f"{right} {because}")} - {*NUMBER.findall(own)}
        for other, text, by in seen[: upto + 1] if bet else ():
            text = asked[by][0] if by in asked else re.sub("<.*?>", " ", text)
            there = {one for one in names if one in text} | {*NUMBER.findall(text)}
            for one in told & there:
                if by != widget and (cell.id, one) not in KNOWN:
                    yield cell.id, one, other.id


def _saved(notebook):
    """How many characters the notebook has when it is saved with the states of its widgets."""
    (end,) = [at for at, cell in enumerate(notebook.cells) if cell.source == UNTOUCHED]
    return len(json.dumps(notebook.cells[:end])) + int("".join(_texts(notebook.cells[end])))


def _written_in_red(notebook):
    return [
        output.text
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if output.output_type == "stream" and output.name == "stderr"
        if not output.text.startswith(HARMLESS)
    ]


# What the cells of the notebook on a page of JupyterLab have put out.
OUTPUTS = """jupyterapp.shell.currentWidget.content.widgets
    .filter(cell => cell.model.type === "code").map(cell => cell.outputArea.model.toJSON())"""


# JupyterLab with a real browser takes three times as long: with EXHAUSTIVE=1 all are opened there.
IN_BROWSER = {path.stem for path in NOTEBOOKS} if EXHAUSTIVE else {"02-backtracking", "play"}
WHERE = [
    pytest.param(path, id=path.stem, marks=[pytest.mark.xdist_group("browser")] * in_browser)
    for path in NOTEBOOKS
    for in_browser in [path.stem in IN_BROWSER]
]


@pytest.fixture
def run_whole(request, jupyter_home, notebook_folder, path):
    """Run a notebook, without a network if it is in JupyterLab; else with nbclient."""
    markexpr = request.config.option.markexpr
    if path.stem not in IN_BROWSER or not find_browser() or "not browser" in markexpr:
        return lambda notebook, name: _run(notebook, notebook_folder)
    page = request.getfixturevalue("notebook")

    def run(notebook, name):
        nbformat.write(notebook, notebook_folder / name)
        assert page.open(name).run_all(timeout=300) == []
        page.page.wait_for_function(ALL_REVEALED, polling=200)  # a busy page may paint nothing
        for width, height in ((390, 844), (1280, 720)):  # a phone, and a laptop
            page.page.set_viewport_size({"width": width, "height": height})
            page.placed()
            assert page.page.evaluate(SCRIPTS["UNSEEN"]) == []
        code = [cell for cell in notebook.cells if cell.cell_type == "code"]
        for cell, outputs in zip(code, page.page.evaluate(OUTPUTS), strict=True):
            cell.outputs = nbformat.from_dict(outputs)
        assert page.errors == []
        assert page.outside == []

    return run


@pytest.mark.parametrize("path", WHERE)
def test_a_notebook_runs_and_says_what_is_true(run_whole, notebook_folder, path):
    """At first nothing is answered: exercises are "not done yet", questions keep their answers.

    Then each function raises an error, which stops no cell; then each exercise is solved, and the
    cells that use it run again; all answers are shown.
    """
    notebook = _whole(path)
    (notebook_folder / "my_solver.py").unlink(missing_ok=True)
    run_whole(notebook, f"whole-{path.name}")
    leaks = {body for text in _seen(notebook) for body in _bodies(text)} & _asked_from(path.stem)
    assert not leaks  # no panel, output or cell shows what is still to be written
    assert not [*_told_before(notebook)]
    assert _written_in_red(notebook) == []
    assert _saved(notebook) < LARGEST
    for cell in notebook.cells:
        said = "".join(_texts(cell))
        assert not BAR.search(said), cell.id
        assert SYMBOLS["wrong"] not in said or cell.id.startswith("failed-")
        if CHECK.search(cell.source) and cell.id.startswith("solved-"):
            assert said.startswith(SYMBOLS["right"]), (cell.id, said)


def test_of_what_is_still_to_be_written_pictures_show_the_search_only():
    """README's animation shows it; what can be read in a bitmap is its comment."""
    seen = {}
    for path in (REPO / "docs").glob("*.[spg][vni][gf]"):
        if path.suffix == ".svg":
            seen[path.name] = _without_tags(path.read_text("utf-8"))
            continue
        with Image.open(path) as picture:
            told = picture.info["comment"]
            seen[path.name] = told.decode() if path.suffix == ".gif" else told
    asked = _asked_from("01")
    leaks = {name: asked.intersection(_bodies(text)) for name, text in seen.items()}
    assert {name: one for name, one in leaks.items() if one} == {
        "stepper.gif": {*_bodies(getsource(search))}
    }


BARS = """
from futoshiki_lab.support import progress
from time import sleep
progress.BAR_DELAY = 1e-9
for _ in progress.with_bar(range(3), " steps", 3):
    sleep(0.2)
for step in progress.with_bar(range(3), " steps", 3):
    sleep(0.2)
    if step:
        break
"""


OUTDATED = [
    "from futoshiki_lab import check_problem, queens\nmine = queens(4)",
    "# Mine.\nmine = queens(0 / 0)",
    "check_problem(mine)",
    "mine = queens(5)",
    "check_problem(mine)",
]


def test_a_cell_run_too_early_says_which_one_comes_first_and_no_bar_stays(monkeypatch, tmp_path):
    """After a restart; the error of a function's own is Python's as ever."""
    texts = ["# First.\nfrom math import pi\nmany = 3", "many + 1", "def own():\n    many", "pi"]
    whole = nbformat.v4.new_notebook(cells=[*map(nbformat.v4.new_code_cell, texts)])
    nbformat.write(whole, tmp_path / "here.ipynb")
    monkeypatch.setenv("JPY_SESSION_NAME", str(tmp_path / "here.ipynb"))
    settings = (REPO / "tools" / "set_up.sh").read_text()  # of the project's own environment
    assert '.extensions = ["futoshiki_lab.support.out_of_order"]' in settings
    run = ["%load_ext futoshiki_lab.support.out_of_order", *texts[1:], "own()", BARS, *OUTDATED]
    again = nbformat.v4.new_notebook(cells=[*map(nbformat.v4.new_code_cell, run)])
    client = NotebookClient(again, timeout=60, kernel_name="python3", allow_errors=True)
    client.execute()
    _, early, _, imported, own, bars, _, _, told, *_, mended = (
        cell.outputs for cell in again.cells
    )
    for (output,), name in ((early, "many"), (imported, "pi")):
        (said,) = output.traceback
        assert said.startswith(f"`{name}` is not there yet. Run this cell first")
        assert said.endswith("from math import pi")
    assert "Traceback" in "".join(own[0].traceback)
    assert [output.data for output in bars] == [{"text/html": ""}] * 2
    said = "`mine` has failed: mend it, and run it first: mine = queens(0 / 0)"
    assert said in told[0].data["text/plain"]
    assert "right" in mended[0].data["text/plain"]


@every_notebook
def test_every_exercise_has_a_solution(path):
    """An exercise has three dots where the student's answer goes."""
    exercises = {cell.id for cell in _cells(path, "code") if OPEN.search(cell.source)}
    assert exercises <= solutions(path.stem).keys() <= {cell.id for cell in _cells(path, "code")}


def test_the_copy_for_students_has_no_solution_and_no_note_for_the_instructor(tmp_path):
    for path in copy(tmp_path / "students", without_notes, "solutions", "assignments"):
        cells = nbformat.read(path, as_version=4).cells
        assert not any("instructor" in cell.metadata.get("tags", ()) for cell in cells)
    assert not list(tmp_path.rglob("solutions"))
    assert (tmp_path / "students" / "data").is_dir()


@pytest.mark.parametrize("stem", sorted(path.stem for path in FACTS.glob("*.py")))
def test_every_fact_belongs_to_a_cell_of_its_notebook(stem):
    notebook = nbformat.read(NOTEBOOKS[0].with_stem(stem), as_version=4)
    assert _facts(stem).keys() <= {cell.id for cell in notebook.cells}
    assert all("assert " in text for text in _facts(stem).values())


ASSERTION = re.compile(r"^\s*assert\b", re.MULTILINE)
TELLING = re.compile(r"\b(because|hint)=\(?\s*f?[\"']")


def _cells(path, kind):
    cells = nbformat.read(path, as_version=4).cells
    return [cell for cell in cells if cell.cell_type == kind]


def _is_folded(cell):
    return cell.metadata.get("jupyter", {}).get("source_hidden", False)


@every_notebook
def test_a_notebook_is_a_class_hour_long(path):
    words = sum(len(cell.source.split()) for cell in _cells(path, "markdown"))
    assert words <= 1200
    assert len(nbformat.read(path, as_version=4).cells) <= 55
    shown = [cell for cell in _cells(path, "code") if not _is_folded(cell)]
    assert [cell.id for cell in shown if len(cell.source.splitlines()) > 15] == []


@every_notebook
def test_no_cell_that_a_student_reads_holds_an_assertion(path):
    """What prose claims is asserted in `facts/`: an assertion above a question tells its answer."""
    assert [cell.id for cell in _cells(path, "code") if ASSERTION.search(cell.source)] == []


@every_notebook
def test_the_code_of_a_question_is_folded(path):
    """A reason or a hint in words tells the answer to whoever reads the code."""
    asking = [cell for cell in _cells(path, "code") if TELLING.search(cell.source)]
    assert [cell.id for cell in asking if not _is_folded(cell)] == []


@every_notebook
def test_no_name_is_left_in_braces_where_its_value_was_meant(path):
    """An `f` is forgotten in front of one line of several: the learner reads the braces."""
    trees = [ast.parse(cell.source) for cell in _cells(path, "code")]
    texts = [one for tree in trees for one in ast.walk(tree) if isinstance(one, ast.JoinedStr)]
    said = [part.value for text in texts for part in text.values if isinstance(part, ast.Constant)]
    assert [text for text in said if re.search(r"\{[a-z_]\w*[.\[(!:}]", text)] == []


@every_notebook
def test_a_notebooks_own_plots_have_the_style_of_the_others(path):
    """`chart` begins them: one style, and dark on a dark page. Matplotlib's own has neither."""
    assert "pyplot" not in path.read_text(encoding="utf-8")


def test_the_longest_of_fixed_choices_is_right_no_more_often_than_by_chance():
    hits, chances = 0.0, []
    for path in NOTEBOOKS:
        for cell in _cells(path, "code"):
            calls = [one for one in ast.walk(ast.parse(cell.source)) if isinstance(one, ast.Call)]
            for call in [one for one in calls if getattr(one.func, "id", "") == "predict"]:
                given = {one.arg: one.value for one in call.keywords} | {"right": call.args[1]}
                try:
                    right, some = (ast.literal_eval(given[name]) for name in ("right", "options"))
                except (KeyError, ValueError):
                    continue  # made by a run
                if isinstance(right, str):
                    longest = [one for one in some if len(one) == max(map(len, some))]
                    hits += (right in longest) / len(longest)
                    chances.append(1 / len(some))
    assert len(chances) > 10
    assert hits <= sum(chances) + sum(one * (1 - one) for one in chances) ** 0.5 * 1.5


# What a paragraph may send to a notebook for: what stands in its title, a heading, in bold, or in
# what was learned.
TAUGHT = {
    "02": "search|look|complete|choice",
    "03": "wipe-out|9x9",
    "05": "arc.consisten|support|whole.row|look",
    "06": "MRV|cell",
    "07": "jump|thrash|dead end",
    "08": "logic|guess|grade|rules|level",
    "09": "reading order",
    "10": "hard|restart|search|luck",
    "11": "problem",
    "12": "learn|remember|nogood|restart",
    "13": "incomplete",
}
SENT_TO = re.compile(r"\b[Nn]otebooks? (\d\d(?:(?:, | and |, and )\d\d)*)")


@pytest.mark.parametrize("number", sorted({path.stem[:2] for path in NOTEBOOKS if path.stem < "a"}))
def test_a_notebook_that_is_named_exists_and_teaches_what_is_said_of_it(number):
    for path in NOTEBOOKS:
        texts = [cell.source for cell in _cells(path, "markdown")]
        for part in re.split(r"\n\s*\n|\n- ", "\n\n".join(texts)):
            sent = re.findall(r"\d\d", " ".join(SENT_TO.findall(part)))
            assert {*sent} <= TAUGHT.keys()
            if number in sent and path.stem != "in-class":  # whose scenes are those of notebooks
                assert re.search(TAUGHT[number], " ".join(part.split()), re.IGNORECASE), part
    [named] = [path for path in NOTEBOOKS if path.stem[:2] == number]
    cells = _cells(named, "markdown")
    told = [cells[0].source, *(cell.source for cell in cells if cell.id == "learned")]
    told += re.findall(
        r"^#+ .*|\*\*[^*]+\*\*", "\n".join(cell.source for cell in cells), re.MULTILINE
    )
    parts = [part for text in told for part in re.split(r"(?<=[.:?])\s", text)]
    own = " ".join(part for part in parts if not SENT_TO.search(part))
    for term in TAUGHT.get(number, "").split("|"):
        assert re.search(term, own, re.IGNORECASE), term


# -- the first steps of exercises ------------------------------------------------------------------

CALL = re.compile(r"^(\w+\(.*\))  # (.+)$", re.MULTILINE)  # in a first step, and what it gives
STEPS = [
    (path, cell)
    for path in NOTEBOOKS
    for cell in _cells(path, "code")
    if cell.id.startswith("near-")
]


def _step(cell):
    """The code of a first step, the right texts for its blanks, the options, what a tutor says."""
    asked = ast.parse(cell.source).body[-1].value
    given = {one.arg: ast.literal_eval(one.value) for one in asked.keywords}
    answer = ast.literal_eval(asked.args[1])
    if "code" not in given:  # a line to choose
        return "", [answer], [given["options"]], given["told"]
    return given["code"], answer, given["options"], given["told"]


def _each(steps):
    names = [f"{path.stem[:2]}-{cell.id}" for path, cell in steps]
    return pytest.mark.parametrize(("path", "cell"), steps, ids=names)


@_each(STEPS)
def test_each_wrong_choice_of_a_first_step_has_a_word_of_the_tutor(path, cell):
    code, answer, options, told = _step(cell)
    assert {*told} == {one for some in options for one in some} - {*answer}
    assert CALL.search(code) or cell.id in _facts(path.stem)  # there, calls and choices are judged


@_each([step for step in STEPS if CALL.search(_step(step[1])[0])])
def test_only_the_right_blanks_give_what_the_calls_of_a_first_step_say(path, cell):
    code, answer, options, told = _step(cell)
    said = [text for _, text in CALL.findall(code)]
    assert _given(code, answer) == said
    for blank, some in enumerate(options):
        for one in {*some} & {*told}:
            assert _given(code, [*answer[:blank], one, *answer[blank + 1 :]]) != said, one


def _given(code, texts):
    """What each call below a function gives when its blanks are filled."""
    for text in texts:
        code = code.replace("____", text, 1)
    given = []
    for call, _ in CALL.findall(code):
        exec(CALL.sub("", code), names := {})
        try:
            given.append(repr(eval(call, names)))
        except (IndexError, NameError, TypeError) as error:
            given.append(repr(error))
    return given


# -- as in a browser: nothing is compiled, the clock ticks coarsely, no processor time is counted --

IN_A_BROWSER = """
import importlib, sys, time, timeit
sys.modules["numba"] = sys.modules["pysat"] = None
sys.platform, fine = "emscripten", time.perf_counter
time.perf_counter, time.process_time = lambda: fine() // 0.001 * 0.001, lambda: 0.0
importlib.reload(timeit)
"""
# What speaks of speed or needs PySAT, and what that needs.
OF_SPEED = {
    "08-logic": "import draw-end ask-why",
    "09-nodes-or-checks": "import ask-asking ask-unpaid",
    "10-difficulty": "import",
}
SAID = {
    "08-logic": "Then 3 has no place in row 3",
    "09-nodes-or-checks": "Only the second part of the sum",
    "10-difficulty": "Numba is missing here",
}


@pytest.mark.parametrize("name", few(OF_SPEED))
def test_what_speaks_of_speed_runs_as_in_a_browser(jupyter_home, notebook_folder, name):
    notebook = nbformat.read(NOTEBOOKS[0].with_stem(name), as_version=4)
    wanted = OF_SPEED[name].split()
    cells = {cell.id: cell for cell in notebook.cells if cell.id in wanted}
    assert list(cells) == wanted
    first, last = map(nbformat.v4.new_code_cell, (IN_A_BROWSER, "print(globals().get('facts'))"))
    notebook.cells = [first, *cells.values(), last]
    _run(notebook, notebook_folder, reveal=True)
    assert _written_in_red(notebook) == []
    outputs = [output for cell in notebook.cells for output in cell.outputs]
    said = "".join(output.get("text", "") + str(output.get("data", "")) for output in outputs)
    assert SAID[name] in said


# The questions about what was sampled or timed, and the cells that they need. A seed draws other
# puzzles and other orders of values, and has a clock of its own, as wild as a busy machine's.
MEASURED = {
    "09-nodes-or-checks": "slice-run ask-gain ask-asking ask-worth",
    "10-difficulty": "transition-run ask-peak ask-map loose ask-luck restarts-run ask-restarts "
    "grades ask-levels ask-made",
    "12-remembering": "table ask-saves",
}


def _keys_of(name, drawn, monkeypatch):
    """The keys of these questions, as another draw and another clock make them."""
    hand, wild = [0.0], Random(drawn)

    def clock():
        hand[0] += wild.paretovariate(0.7) / 1000
        return hand[0]

    def later(draw):
        return lambda *given, seed=0, **how: draw(*given, seed=seed + 1000 * drawn, **how)

    keys, cells = {}, nbformat.read(NOTEBOOKS[0].with_stem(name), as_version=4).cells
    sources = {cell.id: cell.source for cell in cells}
    for each in ("perf_counter", "process_time"):
        monkeypatch.setattr(time, each, clock)
    exec(sources["import"], space := {"display": id})
    for each in ("random_puzzles", "generate", "generate_batch"):
        if each in space:
            space[each] = later(space[each])
    space["predict"] = lambda asked, key, *_, **how: keys.setdefault(asked, key)
    if name == "12-remembering":
        space["solve"] = cache(space["solve"])
    if "much" in space:  # a fifth of the puzzles; all orders of values
        space["much"] = lambda all_of_it, few: all_of_it // (1 if cell == "loose" else 5)
    for cell in MEASURED[name].split():
        exec(sources[cell], space)
    return [*keys.values()]


@pytest.mark.parametrize("name", few([*MEASURED][::-1], 2))
def test_no_key_hangs_on_the_draw_or_the_clock(name, monkeypatch):
    told = [_keys_of(name, seed, monkeypatch) for seed in range(10 if EXHAUSTIVE else 2)]
    assert told[0]
    assert all(keys == told[0] for keys in told)
