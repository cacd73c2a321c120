"""A whole notebook as a page in which its boards play, with no kernel and no network."""

from __future__ import annotations

import os
import re
import subprocess
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from copy import deepcopy
from html import escape, unescape
from mimetypes import guess_type
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import nbformat
from bs4 import BeautifulSoup
from jinja2 import FileSystemLoader, pass_context
from math_core import LatexToMathML
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbconvert import HTMLExporter
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

from futoshiki_lab.classroom.ask.prediction import REVEAL, STATES
from futoshiki_lab.classroom.pages.saved import carry
from futoshiki_lab.classroom.pages.slides import BREAK, SLIDES, slides
from futoshiki_lab.core import PuzzleError
from futoshiki_lab.stepper import export, pages
from futoshiki_lab.support.phrases import printable
from futoshiki_lab.support.writing import OutputFile

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
    path: str | Path,
    *outs: str | Path,
    timeout: int | None = 600,
    reveal: bool = False,
    report: bool = True,
) -> tuple[int, list[str]]:
    """Run a notebook from start to end and write it as a page in which its boards play.

    Cells with the tag "instructor" are left out; code that is folded away stays folded. A page of
    slides shows no code: each heading begins a slide, on which a stepper takes the room left. It
    has the instructor's words for a second window (i).

    Parameters
    ----------
    path : the notebook; it is read, not changed.
    outs : where to write the page; `.slides.html` at its end makes slides. It is run once for all
        of them. If anything fails, a page that is there stays as it is.
    timeout : how many seconds a cell may take; None for no limit.
    reveal : whether questions show their answers.
    report : whether the page tells one that frames it what is answered; see `Stepper.to_html`.

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
    with ExitStack() as stack:  # that a page cannot be written is known before cells run
        files = [(Path(out), stack.enter_context(OutputFile(out))) for out in outs]
        _run(notebook, path.parent, timeout, reveal)
        states = notebook.metadata.pop("widgets", {}).get(STATES, {}).get("state", {})
        formulas, players, left_out = Formulas(), 0, list[str]()
        notebook.cells = [
            cell
            for cell in notebook.cells
            if INSTRUCTOR not in cell.metadata.get("tags", ()) or cell.cell_type == "markdown"
        ]
        for cell in notebook.cells:
            outputs = [output.data for output in cell.get("outputs", []) if "data" in output]
            if not reveal and cell.metadata.get("jupyter", {}).get("source_hidden"):
                # Code in which an answer may stand is left out.
                cell.metadata["asks"] = any(_asks(data, states) for data in outputs)
            players += sum(_put_players(data, states, formulas) for data in outputs)
        for out, file in files:
            html, left_out = write_page(deepcopy(notebook), path, out, formulas, players, report)
            file.write(html)
    return players, left_out


def write_page(
    notebook: Any, path: Path, out: Path, formulas: Formulas, players: int, report: bool
) -> tuple[str, list[str]]:
    """A page of a notebook that was run, or its slides; and what was left out."""
    turned = out.name.lower().endswith(SLIDES)
    if not turned:  # on slides the instructor's words are for a second window
        cells = notebook.cells
        notebook.cells = [one for one in cells if INSTRUCTOR not in one.metadata.get("tags", ())]
    html = _to_html(notebook, path, formulas, "slides" if turned else "offline")
    html, left_out = keep_inside(html, path.parent, out.parent)
    if turned:
        title = notebook.cells[0].source.partition("\n")[0] if notebook.cells else ""
        html = slides(html.split(BREAK), title.lstrip("# "), players=True)
    else:
        html = html.replace("<head>", f"<head>\n{pages.POLICY}", 1)
        if players:
            html = html.replace("</head>", f"{pages.STYLES}\n</head>", 1)
            body, end = html.rsplit("</body>", 1)
            html = f"{body}{pages.script_of(report)}\n</body>{end}"
    return pages.replace_half_characters(html), left_out


def _read(path: Path) -> Any:
    try:
        return nbformat.read(path, as_version=4)
    except OSError as error:
        raise PuzzleError(f"cannot read it: {error.strerror}", file=printable(str(path))) from None
    except Exception:  # of many kinds: not JSON, not text, another JSON
        raise PuzzleError("not a notebook", file=printable(str(path))) from None


def _run(notebook: Any, folder: Path, timeout: int | None, reveal: bool) -> None:
    """Execute all cells in place."""
    place = {"metadata": {"path": str(folder)}}
    client = NotebookClient(notebook, timeout=timeout, resources=place)
    try:
        # Standard error has a kernel's own warnings, not a cell's.
        client.execute(stderr=subprocess.DEVNULL, env={**os.environ, REVEAL: str(int(reveal))})
    except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
        where, what = f"cell [{client.code_cells_executed}]", "the kernel died"
        if isinstance(error, CellTimeoutError):
            what = f"it took longer than {timeout} s"
        elif isinstance(error, CellExecutionError):
            where += _find_line(client.code_cells_executed, error.traceback)
            what = f"{error.ename}: {_first_line(error.evalue)}".removesuffix(": ")
        raise CellError(f"{where}: {what}") from None


def _find_line(number: int, traceback: str) -> str:
    """The line of the cell that Jupyter calls by this number, if the traceback has it."""
    places = _PLACE.findall(_COLOURS.sub("", traceback))
    lines = [line for cell, line in places if int(cell) == number]
    return f", line {lines[-1]}" if lines else ""


def _first_line(text: str) -> str:
    """The first line of an error's message, without colours."""
    first, *more = _COLOURS.sub("", text).strip().splitlines() or [""]
    shown = "".join(letter if letter.isprintable() else " " for letter in first)
    return f"{shown} …" if more else _CELLS_FILE.sub("", shown)


def _asks(data: Mapping[str, Any], states: Mapping[str, Any]) -> bool:
    """Whether an output shows a question."""
    found = _find_players(data[VIEW]["model_id"], states) if VIEW in data else []
    return any(state["role"] == "question" for state in found)


def _to_html(notebook: Any, path: Path, formulas: Formulas, template: str) -> str:
    """What nbconvert makes of an executed notebook, with a template of ours."""

    @pass_context
    def markdown(context: Any, source: str) -> str:
        attachments = context.get("cell", {}).get("attachments", {})
        renderer = Renderer(formulas, attachments=attachments)
        return MarkdownWithMath(renderer=renderer).render(source)

    exporter = HTMLExporter(
        extra_loaders=[FileSystemLoader(export.FOLDERS)],
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
        # The work of a bar is done by now; most have been closed then.
        still = "" if bar or widget not in states else NO_WIDGET
    data.clear()
    data["text/html"] = (
        "\n".join(pages.player(state, still, carry(state)) for state in found) or still
    )
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
    return [state for state in _in_box(model, states) if state.get("role") in pages.SENT]


def _with_columns(state: Mapping[str, Any], buffers: list[dict[str, Any]]) -> dict[str, Any]:
    """A state with its bytes, the columns of runs, which Jupyter stores separately."""
    runs = [dict(run) for run in state.get("runs", [])]
    for buffer in buffers:
        _, index, column = buffer["path"]
        runs[index][column] = b64decode(buffer["data"])
    return {**state, "runs": runs}


# -- formulas --------------------------------------------------------------------------------------
# Browsers show MathML without a script and without a network. nbconvert leaves formulas as they
# were typed, for MathJax, which its pages load from elsewhere.

LONGEST_FORMULA = 4_000  # characters of a formula; a longer one is no formula, or a very deep one

# What MathJax takes and the converter does not. Jupyter numbers no equation without a tag.
_SPELLINGS = (
    (re.compile(r"\\(begin|end)\{(equation|align|gather|multline)\}"), r"\\\1{\2*}"),
    (re.compile(r"\\(begin|end)\{split\}"), r"\\\1{aligned}"),
    (re.compile(r"\\begin\{eqnarray\*?\}"), r"\\begin{array}{rcl}"),
    (re.compile(r"\\end\{eqnarray\*?\}"), r"\\end{array}"),
    (re.compile(r"\\DeclareMathOperator\{?(\\\w+)\}?\{(\w+)\}"), r"\\def\1{\\operatorname{\2}}"),
)
# In HTML: what is left alone; then formulas between dollars, in brackets, in an environment.
_IN_HTML = re.compile(
    r"<(?P<kept>script|style|pre|code|textarea|svg|math)\b.*?</(?P=kept)\s*>|<!--.*?-->|<[^>]*>"
    r"|(?<!\\)\$\$(?P<block>[^<]+?)\$\$|\\\[(?P<bracket>[^<]+?)\\\]"
    r"|(?<!\\)\$(?P<inline>[^$<]+?)(?<!\\)\$|\\\((?P<paren>[^<]+?)\\\)"
    r"|(?P<environment>\\begin\{(?P<name>[a-z]+\*?)\}[^<]*?\\end\{(?P=name)\})",
    re.DOTALL | re.IGNORECASE,
)


class Formulas:
    """The formulas of one page: a command that one of them defines is known to those after it."""

    def __init__(self) -> None:
        self._converter = LatexToMathML(global_group=True, fancy_error=False)

    def mathml(self, tex: str, *, block: bool = False) -> str:
        """A formula as HTML; as it was typed if it cannot be read."""
        wanted = tex.strip()
        numbered = r"\tag" in wanted or r"\label" in wanted
        for spelling, instead in _SPELLINGS[numbered:]:
            wanted = spelling.sub(instead, wanted)
        # MathJax lets a notebook define a command again.
        for tried in (wanted, wanted.replace(r"\newcommand", r"\renewcommand")):
            try:
                if len(tried) > LONGEST_FORMULA:
                    raise ValueError("too long for a formula")
                made = self._converter.convert_with_global_state(tried, displaystyle=block)
                return made.replace("&ApplyFunction;", "\u2061")  # no entity of XML
            except Exception as error:  # whatever it is: the page must still be written
                why = str(error)
        return f'<code class="fsl-formula" title="{escape(why)}">{escape(tex)}</code>'

    def typeset(self, html: str) -> str:
        """HTML in which the formulas of its text are MathML."""
        return _IN_HTML.sub(self._replace, html)

    def _replace(self, match: re.Match[str]) -> str:
        block = match["block"] or match["bracket"] or match["environment"]
        inline = match["inline"] or match["paren"]
        if not (block or inline):
            return match[0]
        return self.mathml(unescape(block or inline), block=bool(block))


class Renderer(IPythonRenderer):
    """nbconvert's Markdown, with formulas that are shown; `keep_inside` brings pictures in."""

    def __init__(self, formulas: Formulas, **options: Any):
        super().__init__(escape=False, **options)
        self._formulas = formulas

    def inline_math(self, body: str) -> str:
        return self._formulas.mathml(body)

    def block_math(self, body: str) -> str:
        return self._formulas.mathml(body, block=True)

    def latex_environment(self, name: str, body: str) -> str:
        return self._formulas.mathml(rf"\begin{{{name}}}{body}\end{{{name}}}", block=True)

    def block_html(self, html: str) -> str:
        return self._formulas.typeset(html)


# -- what a page would load from elsewhere ---------------------------------------------------------

_FETCHED = ("src", "srcset", "poster", "data", "background")  # attributes whose address is loaded
_LINKED = ("link", "image", "use", "feimage", "base")  # elements whose href is
_MEDIA = ("video", "audio", "picture", "svg")  # nothing written inside of them is seen
_CSS = re.compile(r"(?:url\(|@import)\s*['\"]?\s*((?:https?:)?//[^'\")\s;]+)", re.IGNORECASE)


def keep_inside(html: str, folder: Path, to: Path | None = None) -> tuple[str, list[str]]:
    """A page that loads nothing, and the addresses of what it would have loaded.

    Parameters
    ----------
    folder : where pictures that are named without a server lie; they come into the page.
    to : the folder of the page, from which links lead where they led from the first one.
    """
    soup = BeautifulSoup(html, "html.parser", multi_valued_attributes=None)
    left_out: list[str] = []
    for element in soup.find_all(True):
        given: Any = {} if element.decomposed else element.attrs
        css = element.string if element.name == "style" else given.get("style")
        left_out += _CSS.findall(css or "")  # the policy keeps them from being loaded
        local = _embed(folder, given.get("src", "")) if element.name == "img" else ""
        if element.name == "a" and to:
            element.attrs |= _lead(given, folder, to)
        if local:
            element["src"] = local
        elif address := _find_address(element.name, given):
            left_out.append(address)
            said = f"Left out, as it is not in this page: {address}"
            named = soup.new_tag("span", attrs={"class": "fsl-absent"}, string=said)
            media = [parent for parent in element.find_parents() if parent.name in _MEDIA]
            place: Any = media[-1] if media else element
            while getattr(place.next_sibling, "attrs", None) == named.attrs:
                place = place.next_sibling  # what was left out before it
            place.insert_after(named)
            element.decompose()
    return str(soup), list(dict.fromkeys(left_out))


def _lead(given: Mapping[str, str], folder: Path, to: Path) -> dict[str, str]:
    """The address of a link to a file, from another folder; nothing for other links."""
    file, hash_, place = given.get("href", "").partition("#")
    if not file or ":" in file or not (folder / unquote(file)).exists():
        return {}
    return {"href": os.path.relpath(folder / file, to).replace(os.sep, "/") + hash_ + place}


def _embed(folder: Path, address: str) -> str:
    """A picture's file as an address that holds it; empty if there is none."""
    kind = guess_type(address)[0]
    try:
        data = (folder / unquote(address)).read_bytes() if kind and address else b""
    except (OSError, ValueError):
        return ""
    return f"data:{kind};base64,{b64encode(data).decode()}" if data else ""


def _find_address(tag: str, given: Mapping[str, str]) -> str:
    """The address that an element would load; empty if there is none, or the page holds it."""
    if tag == "meta" and given.get("http-equiv", "").lower() == "refresh":
        return given.get("content", "")
    for name in (*_FETCHED, *(("href", "xlink:href") if tag in _LINKED else ())):
        address = given.get(name, "").strip()
        if address and not address.lower().startswith(("data:", "blob:", "about:", "#")):
            return address
    return ""
