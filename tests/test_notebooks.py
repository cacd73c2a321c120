"""Every notebook runs from top to bottom, in order, in a fresh kernel; and what it says is true.

`facts/` holds what the prose of a notebook claims: a part `# %% after the-cell: why` runs in the
notebook's kernel, right after the cell with this id.
"""

import os
import re
import warnings
from pathlib import Path

import nbformat
import pytest

from futoshiki_lab.widgets.kept import STATES
from futoshiki_lab.widgets.question import REVEAL

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))
every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)

# Matplotlib says this once on a machine where it has never run.
HARMLESS = ("Matplotlib is building the font cache",)


FACTS = Path(__file__).parent / "facts"
PART = re.compile(r"^# %% after ([\w-]+)(.*)$", re.MULTILINE)


def _facts(stem):
    """By the id of a cell: what holds when it has run."""
    path = FACTS / f"{stem}.py"
    parts = PART.split(path.read_text(encoding="utf-8")) if path.exists() else [""]
    return {
        cell: f"# fact{why}{text}"
        for cell, why, text in zip(parts[1::3], parts[2::3], parts[3::3], strict=True)
    }


def _with_facts(notebook, stem):
    """Put facts behind their cells; a test of its own holds that these exist."""
    facts = _facts(stem)
    for cell in list(notebook.cells):
        if cell.id in facts:
            fact = nbformat.v4.new_code_cell(facts[cell.id])
            notebook.cells.insert(notebook.cells.index(cell) + 1, fact)


def _run(path, folder, change=lambda notebook: None, reveal=False):
    notebook = nbformat.read(path, as_version=4)
    change(notebook)
    place = {"metadata": {"path": str(folder)}}
    client = NotebookClient(notebook, timeout=120, kernel_name="python3", resources=place)
    client.execute(env={**os.environ, REVEAL: str(int(reveal))})
    return notebook


def _questions(ran):
    """The states of the questions of a notebook that has run."""
    models = ran.metadata.get("widgets", {}).get(STATES, {}).get("state", {}).values()
    return [model["state"] for model in models if model["state"].get("role") == "question"]


def _written_in_red(notebook):
    return [
        output.text
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if output.output_type == "stream" and output.name == "stderr"
        if not output.text.startswith(HARMLESS)
    ]


@every_notebook
def test_a_notebook_runs_and_says_what_is_true(jupyter_home, notebook_folder, path):
    """Nothing is answered here: exercises are "not done yet", questions keep their answers."""
    ran = _run(path, notebook_folder, lambda notebook: _with_facts(notebook, path.stem))
    assert _written_in_red(ran) == []
    for question in _questions(ran):
        assert not question["revealed"]
        assert question["given"] == []


@every_notebook
def test_a_notebook_runs_with_its_answers_revealed(jupyter_home, notebook_folder, path):
    ran = _run(path, notebook_folder, reveal=True)
    assert _written_in_red(ran) == []
    assert all(question["revealed"] for question in _questions(ran))


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


def test_there_are_notebooks():
    assert NOTEBOOKS


@every_notebook
def test_a_notebooks_own_plots_have_the_style_of_the_others(path):
    """`chart` begins them: one style, and dark on a dark page. Matplotlib's own has neither."""
    assert "pyplot" not in path.read_text(encoding="utf-8")


# -- where the search is not compiled and the clock ticks coarsely, as in a browser ----------------

IN_A_BROWSER = """
import importlib, sys, time, timeit
sys.modules["numba"] = None
def coarse(clock):
    return lambda: clock() // 0.002 * 0.002
time.perf_counter, time.process_time = map(coarse, (time.perf_counter, time.process_time))
importlib.reload(timeit)
"""
# What speaks of speed, and what that needs.
OF_SPEED = {
    "06-logic": "import seconds ask-seconds",
    "07-nodes-or-checks": """import input1 clock seconds-of timed asking draw-line ask-asking runs
        fit fitted predicted draw-predicted ask-predicted unpaid-run ask-unpaid compiled-run
        ask-compiled""",
    "08-difficulty": "import compiled",
}
SAID = {
    "06-logic": "in this run",
    "07-nodes-or-checks": "the same uncompiled",
    "08-difficulty": "Numba is missing here",
}


@pytest.mark.parametrize("name", OF_SPEED)
def test_what_speaks_of_speed_runs_uncompiled_and_by_a_coarse_clock(
    jupyter_home, notebook_folder, name
):
    def change(notebook):
        wanted = OF_SPEED[name].split()
        cells = {cell.id: cell for cell in notebook.cells if cell.id in wanted}
        assert list(cells) == wanted
        notebook.cells = [nbformat.v4.new_code_cell(IN_A_BROWSER), *cells.values()]

    ran = _run(NOTEBOOKS[0].with_stem(name), notebook_folder, change, reveal=True)
    assert _written_in_red(ran) == []
    outputs = [output for cell in ran.cells for output in cell.outputs]
    said = "".join(output.get("text", "") + str(output.get("data", "")) for output in outputs)
    assert SAID[name] in said
