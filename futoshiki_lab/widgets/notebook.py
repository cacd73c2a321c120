"""A whole notebook as a page in which its boards play, with no kernel and no network."""

from __future__ import annotations

import os
import re
import subprocess
from base64 import b64decode
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import nbformat
from jinja2 import FileSystemLoader, pass_context
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbconvert import HTMLExporter
from nbconvert.filters.markdown_mistune import MarkdownWithMath

from futoshiki_lab.core import PuzzleError
from futoshiki_lab.support.phrases import printable
from futoshiki_lab.support.writing import OutputFile
from futoshiki_lab.widgets import bundle, slides
from futoshiki_lab.widgets.export import SCRIPT, SENT, STYLES, player, written
from futoshiki_lab.widgets.formulas import Formulas, Renderer
from futoshiki_lab.widgets.kept import STATES
from futoshiki_lab.widgets.question import REVEAL
from futoshiki_lab.widgets.remote import POLICY, keep_inside

VIEW = "application/vnd.jupyter.widget-view+json"
INSTRUCTOR = "instructor"  # cells with this tag are run, but not shown
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
        notebook.cells = [cell for cell in notebook.cells if not _is_for_instructors(cell)]
        formulas = Formulas()
        if not reveal:
            _hide_answers(notebook, states)
        players = sum(_put_players(data, states, formulas) for data in _shown(notebook))
        turned = Path(out).name.lower().endswith(slides.END)
        write = _slides if turned else _page
        html = write(notebook, path, formulas, bool(players))
        inside, left_out = keep_inside(html, path.parent)
        file.write(written(inside.replace("<head>", f"<head>\n{POLICY}", 1)))
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
    started = 0

    def starts(cell: Any, cell_index: int) -> None:
        nonlocal started
        started += 1

    client = NotebookClient(
        notebook,
        timeout=timeout,
        on_cell_execute=starts,
        resources={"metadata": {"path": str(folder)}},
    )
    try:
        # Standard error has a kernel's own warnings, not a cell's.
        client.execute(stderr=subprocess.DEVNULL, env={**os.environ, REVEAL: str(int(reveal))})
    except CellExecutionError as error:
        what = f"{error.ename}: {_plain(error.evalue)}".removesuffix(": ")
        raise CellError(f"{_place(started, error.traceback)}: {what}") from None
    except CellTimeoutError:
        raise CellError(f"cell [{started}]: it took longer than {timeout} s") from None
    except DeadKernelError:
        raise CellError(f"cell [{started}]: the kernel died") from None


def _place(number: int, traceback: str) -> str:
    """The cell as Jupyter numbers it, and its line if the traceback has it."""
    places = _PLACE.findall(_COLOURS.sub("", traceback))
    lines = [line for cell, line in places if int(cell) == number]
    return f"cell [{number}], line {lines[-1]}" if lines else f"cell [{number}]"


def _plain(text: str) -> str:
    """The first line of an error's message, without colours."""
    first, *more = _COLOURS.sub("", text).strip().splitlines() or [""]
    shown = "".join(letter if letter.isprintable() else " " for letter in first)
    return f"{shown} …" if more else _CELLS_FILE.sub("", shown)


def _is_folded(cell: Any) -> bool:
    return bool(cell.metadata.get("jupyter", {}).get("source_hidden"))


def _is_for_instructors(cell: Any) -> bool:
    return INSTRUCTOR in cell.metadata.get("tags", ())


def _hide_answers(notebook: Any, states: Mapping[str, Any]) -> None:
    """Leave out the folded code of questions: an answer may stand in it."""
    for cell in filter(_is_folded, notebook.cells):
        data = [output.data for output in cell.get("outputs", []) if VIEW in output.get("data", ())]
        models = [model for one in data for model in _found(one[VIEW]["model_id"], states)]
        if any(state["role"] == "question" for state in models):
            cell.metadata["asks"] = True


def _shown(notebook: Any) -> Iterator[dict[str, Any]]:
    """The data of every output that has data."""
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if "data" in output:
                yield output.data


def _slides(notebook: Any, path: Path, formulas: Formulas, plays: bool) -> str:
    """The slides of an executed notebook."""
    title = notebook.cells[0].source.partition("\n")[0].lstrip("# ") if notebook.cells else ""
    return slides.page(_html(notebook, path, formulas, "slides", exclude_input=True), title)


def _page(notebook: Any, path: Path, formulas: Formulas, plays: bool) -> str:
    """The page of an executed notebook."""
    html = _html(notebook, path, formulas, "offline")
    if not plays:
        return html
    head, body = html.split("</head>", 1)
    body, end = body.rsplit("</body>", 1)
    return f"{head}{STYLES}\n</head>{body}{SCRIPT}\n</body>{end}"


def _html(notebook: Any, path: Path, formulas: Formulas, template: str, **more: Any) -> str:
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
        **more,
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
    found = list(_found(widget, states))
    still = data.get("image/svg+xml") or data.get("text/html")
    if still is None:
        still = "" if _is_progress(widget, states) else NO_WIDGET
    data.clear()
    data["text/html"] = "\n".join(player(state, still) for state in found) or still
    return len(found)


def _found(model: str, states: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The states of the steppers and games in a widget: itself, or those in a box."""
    held = states.get(model, {})
    state = held.get("state", {})
    if state.get("role") in SENT:
        yield _with_columns(state, held.get("buffers", []))
    for child in _inside(state):
        yield from _found(child, states)


def _inside(state: Mapping[str, Any]) -> list[str]:
    """The widgets in a box."""
    return [child.removeprefix("IPY_MODEL_") for child in state.get("children", [])]


def _is_progress(model: str, states: Mapping[str, Any]) -> bool:
    """Whether a widget is the bar of a work that is done by now."""
    state = states.get(model, {}).get("state", {})
    if state.get("_model_name") == "FloatProgressModel":
        return True
    return any(_is_progress(child, states) for child in _inside(state))


def _with_columns(state: Mapping[str, Any], buffers: list[dict[str, Any]]) -> dict[str, Any]:
    """A state with its bytes, the columns of runs, which Jupyter stores separately."""
    runs = [dict(run) for run in state.get("runs", [])]
    for buffer in buffers:
        _, index, column = buffer["path"]
        runs[index][column] = b64decode(buffer["data"])
    return {**state, "runs": runs}
