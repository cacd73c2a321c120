"""Every notebook runs from top to bottom, in order, in a fresh kernel."""

import warnings
from pathlib import Path

import nbformat
import pytest

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))

# Matplotlib says this once on a machine where it has never run.
HARMLESS = ("Matplotlib is building the font cache",)


def _run(path, folder):
    notebook = nbformat.read(path, as_version=4)
    place = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources=place).execute()
    return notebook


def _written_in_red(notebook):
    return [
        output.text
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if output.output_type == "stream" and output.name == "stderr"
        if not output.text.startswith(HARMLESS)
    ]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_without_an_error_or_a_warning(jupyter_home, notebook_folder, path):
    assert _written_in_red(_run(path, notebook_folder)) == []


def test_there_are_notebooks():
    assert NOTEBOOKS
