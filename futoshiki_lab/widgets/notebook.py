"""A whole notebook as a page in which its boards play, with no kernel and no network."""

from __future__ import annotations

import os
import re
import subprocess
from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import nbformat
from jinja2 import FileSystemLoader, pass_context
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbconvert import HTMLExporter
from nbconvert.filters.markdown_mistune import MarkdownWithMath

from futoshiki_lab.core import PuzzleError
from futoshiki_lab.formats import OutputFile, printable
from futoshiki_lab.widgets import bundle
from futoshiki_lab.widgets.export import (
    POLICY,
    SCRIPT,
    SENT,
    SLIDES,
    STYLES,
    player,
    replace_half_characters,
    slides,
)
from futoshiki_lab.widgets.formulas import Formulas, Renderer
from futoshiki_lab.widgets.offline import keep_inside
from futoshiki_lab.widgets.prediction import REVEAL, STATES

VIEW = "application/vnd.jupyter.widget-view+json"
INSTRUCTOR = "instructor"  # cells with this tag are run, but not shown
BAR = "FloatProgressModel"
NO_WIDGET = '<p class="fsl-absent">Here the notebook shows a control, which needs a kernel.</p>'

_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_PLACE = re.compile(r"Cell In\[(\d+)\], line (\d+)")
_CELLS_FILE = re.compile(r" \(\d+\.py, line \d+\)$")  # IPython's own name for a cell


class CellError(Exception):
    """A cell ended in an error or took too long; the message names the cell and the line."""


def notebook_to_html(
    path: str | Path, out: str | Path, *, timeout: int | None = 600, reveal: bool = False
) -> tuple[int, list[str]]:
    """Run a notebook from start to end and write it as a page in which its boards play.

    Cells with the tag "instructor" are left out; code that is folded away stays folded. A page of
    slides shows no code: each heading begins a slide, on which a stepper takes the room left.

    Parameters
    ----------
    path : the notebook; it is read, not changed.
    out : where to write the page; `.slides.html` at its end makes slides. If anything fails, a page
        that is there stays as it is.
    timeout : how many seconds a cell may take; None for no limit.
    reveal : whether questions show their answers.

    Returns
    -------
    The number of players in the page, and the addresses of what it would load from elsewhere: that
    is left out, and named in its place.

    Raises
    ------
    CellError : a cell ended in an error.
    PuzzleError : the notebook cannot be read, or the page cannot be written.
    """
    path = Path(path)
    notebook = _read(path)
    with OutputFile(out) as file:  # that a page cannot be written is known before cells run
        _run(notebook, path.parent, timeout, reveal)
        states = notebook.metadata.pop("widgets", {}).get(STATES, {}).get("state", {})
        notebook.cells = [
            cell for cell in notebook.cells if INSTRUCTOR not in cell.metadata.get("tags", ())
        ]
        formulas, players = Formulas(), 0
        for cell in notebook.cells:
            outputs = [output.data for output in cell.get("outputs", []) if "data" in output]
            if not reveal and _is_folded_question(cell, outputs, states):
                cell.metadata["asks"] = True  # the code, in which an answer may stand, is left out
            players += sum(_put_players(data, states, formulas) for data in outputs)
        turned = Path(out).name.lower().endswith(SLIDES)
        html = _to_html(notebook, path, formulas, "slides" if turned else "offline")
        html, left_out = keep_inside(html, path.parent)
        if turned:
            title = notebook.cells[0].source.partition("\n")[0] if notebook.cells else ""
            html = slides(html, title.lstrip("# "))
        else:
            html = html.replace("<head>", f"<head>\n{POLICY}", 1)
            if players:
                html = html.replace("</head>", f"{STYLES}\n</head>", 1)
                body, end = html.rsplit("</body>", 1)
                html = f"{body}{SCRIPT}\n</body>{end}"
        file.write(replace_half_characters(html))
    return players, left_out


def _read(path: Path) -> Any:
    try:
        return nbformat.read(path, as_version=4)
    except OSError as error:
        raise PuzzleError(f"cannot read it: {error.strerror}", file=printable(str(path))) from None
    except Exception:  # of many kinds: not JSON, not text, another JSON
        raise PuzzleError("not a notebook", file=printable(str(path))) from None


def _run(notebook: Any, folder: Path, timeout: int | None, reveal: bool) -> None:
    """Execute all cells in place."""
    client = NotebookClient(
        notebook, timeout=timeout, resources={"metadata": {"path": str(folder)}}
    )
    try:
        # Standard error has a kernel's own warnings, not a cell's.
        client.execute(stderr=subprocess.DEVNULL, env={**os.environ, REVEAL: str(int(reveal))})
    except CellExecutionError as error:
        what = f"{error.ename}: {_first_line(error.evalue)}".removesuffix(": ")
        raise CellError(
            f"{_find_line(client.code_cells_executed, error.traceback)}: {what}"
        ) from None
    except (CellTimeoutError, DeadKernelError) as error:
        slow = isinstance(error, CellTimeoutError)
        what = f"it took longer than {timeout} s" if slow else "the kernel died"
        raise CellError(f"cell [{client.code_cells_executed}]: {what}") from None


def _find_line(number: int, traceback: str) -> str:
    """The cell as Jupyter numbers it, and its line if the traceback has it."""
    places = _PLACE.findall(_COLOURS.sub("", traceback))
    lines = [line for cell, line in places if int(cell) == number]
    return f"cell [{number}], line {lines[-1]}" if lines else f"cell [{number}]"


def _first_line(text: str) -> str:
    """The first line of an error's message, without colours."""
    first, *more = _COLOURS.sub("", text).strip().splitlines() or [""]
    shown = "".join(letter if letter.isprintable() else " " for letter in first)
    return f"{shown} …" if more else _CELLS_FILE.sub("", shown)


def _is_folded_question(
    cell: Any, outputs: Iterable[Mapping[str, Any]], states: Mapping[str, Any]
) -> bool:
    models = (
        model
        for data in outputs
        if VIEW in data
        for model in _find_players(data[VIEW]["model_id"], states)
    )
    folded = cell.metadata.get("jupyter", {}).get("source_hidden")
    return bool(folded) and any(state["role"] == "question" for state in models)


def _to_html(notebook: Any, path: Path, formulas: Formulas, template: str) -> str:
    """What nbconvert makes of an executed notebook, with a template of ours."""

    @pass_context
    def markdown(context: Any, source: str) -> str:
        attachments = context.get("cell", {}).get("attachments", {})
        renderer = Renderer(formulas, path=str(path.parent), attachments=attachments)
        return MarkdownWithMath(renderer=renderer).render(source)

    exporter = HTMLExporter(
        extra_loaders=[FileSystemLoader(bundle.BROWSER)],
        template_file=f"{template}.html.j2",
        filters={"markdown2html": markdown, "formulas": formulas.typeset},
        exclude_input=template == "slides",
    )
    html: str = exporter.from_notebook_node(notebook, {"metadata": {"name": path.stem}})[0]
    return html


def _put_players(data: dict[str, Any], states: Mapping[str, Any], formulas: Formulas) -> int:
    """In one output, replace boards by players and other widgets by a still picture."""
    if VIEW not in data:
        if "text/html" in data:
            data["text/html"] = formulas.typeset(data["text/html"])
        return 0
    widget = data.pop(VIEW)["model_id"]
    found = _find_players(widget, states)
    still = data.get("image/svg+xml") or data.get("text/html")
    if still is None:
        bar = any(model.get("_model_name") == BAR for model in _in_box(widget, states))
        still = "" if bar else NO_WIDGET  # the work of a bar is done by now
    data.clear()
    data["text/html"] = "\n".join(player(state, still) for state in found) or still
    return len(found)


def _in_box(model: str, states: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The state of a widget, and of those in it if it is a box."""
    held = states.get(model, {})
    state = _with_columns(held.get("state", {}), held.get("buffers", []))
    yield state
    for child in state.get("children", []):
        yield from _in_box(child.removeprefix("IPY_MODEL_"), states)


def _find_players(model: str, states: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The states of the players in a widget: itself, or those in a box."""
    return [state for state in _in_box(model, states) if state.get("role") in SENT]


def _with_columns(state: Mapping[str, Any], buffers: list[dict[str, Any]]) -> dict[str, Any]:
    """A state with its bytes, the columns of runs, which Jupyter stores separately."""
    runs = [dict(run) for run in state.get("runs", [])]
    for buffer in buffers:
        _, index, column = buffer["path"]
        runs[index][column] = b64decode(buffer["data"])
    return {**state, "runs": runs}
