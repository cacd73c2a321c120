"""The script that all widgets run; players that need no kernel, and a page of one.

There is no build step. The files of `browser/` import each other by name; joining them puts each
one after those that it imports, and leaves out the words `import` and `export`. So two of them
cannot have the same top-level name.

An annex may have a folder of such files, too. The package.json of each says what it adds: "scripts"
that are joined with each page's own and register what they have (annexes.js); "styles"; and by a
widget's role what is "sent" of its state.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from graphlib import TopologicalSorter
from html import escape
from itertools import chain
from pathlib import Path
from string import Template
from typing import Any

from futoshiki_lab.stepper.packing import compress, encode
from futoshiki_lab.support import annexes

BROWSER = Path(__file__).parent / "browser"
FOLDERS = [BROWSER, *annexes.folders("browser")]
_IMPORT = re.compile(r'^import \{[^}]*\} from "[./\w]*/(\w+)\.js";\n', re.MULTILINE)
_TEXT = re.compile(r'^import (\w+) from "\./(\w+\.html)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
# Lines for readers of the files only, a fifth of what a notebook would be saved with.
_NOTE = re.compile(r"^ *(?://.*|/\*\*(?:(?!\*/)[\s\S])*\*/)\n", re.MULTILINE)


def read(name: str) -> str:
    """A file of `browser/`, the stepper's or an annex's."""
    folders = (folder for folder in FOLDERS if (folder / name).exists())
    return (next(folders, BROWSER) / name).read_text(encoding="utf-8")


_ADDS = [json.loads((folder / "package.json").read_text("utf-8"))["adds"] for folder in FOLDERS]
SCRIPTS = [name for adds in _ADDS for name in adds["scripts"]]
# Also where there is no kernel: what a page tells the one that frames it.
ALONE = [name for adds in _ADDS for name in adds["alone"]]


def imports(*names: str) -> dict[str, list[str]]:
    """Files of `browser/` and all that they need, each with the files that it imports."""
    found: dict[str, list[str]] = {}
    todo = [*names]
    while todo:
        name = todo.pop()
        if name not in found:
            found[name] = _IMPORT.findall(read(f"{name}.js"))
            todo += found[name]
    return found


def script(name: str, added: Sequence[str] = SCRIPTS) -> str:
    """One module that holds a file of `browser/`, all that it needs, and what the annexes add."""
    needed = imports(name, *added)
    needed[name] += added
    order = TopologicalSorter(needed).static_order()
    joined = _IMPORT.sub("", "\n".join(read(f"{name}.js") for name in order))
    return _EXPORT.sub("", _TEXT.sub(_as_text, joined))


def _as_text(imported: re.Match[str]) -> str:
    text = json.dumps(read(imported[2])).replace("<", "\\u003c")  # no tag or comment in a script
    return f"const {imported[1]} = {text};\n"


def widgets_script() -> str:
    """The module that shows all widgets of a notebook, with their styles."""
    shown = f"export {{ show }};\nexport const styles = {json.dumps(styles())};\n"
    return f"{_NOTE.sub('', script('notebook'))}\n{shown}"


def styles() -> str:
    """The stylesheets of all players as one."""
    return "\n".join(read(f"{name}.css") for adds in _ADDS for name in adds["styles"])


# -- players and pages ----------------------------------------------------------------------------

STYLES = f"<style>\n{styles()}</style>"  # of all players of a page


@cache
def script_of(report: bool = True) -> str:
    """What brings the players of a page to life; `report`: it tells the page that frames it."""
    joined = _NOTE.sub("", script("alone", SCRIPTS + ALONE * report))
    return f'<script type="module">\n{joined}</script>'


# The parts of a widget's state that a player's page holds, by its role.
SENT = {
    role: [name for adds in _ADDS for name in adds["sent"].get(role, "").split()]
    for role in chain(*(adds["sent"] for adds in _ADDS))
}

# The browser asks for nothing, whatever scripts and styles of a notebook's outputs try. These may
# run, and compile what they draw with, as charts of Vega do.
POLICY = (
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
    "img-src data:; media-src data:; font-src data:; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline' 'unsafe-eval'; base-uri 'none'; form-action 'none'\">"
)


def page_of(title: str, body: str, styles: str = STYLES, script: str = "") -> str:
    """A whole HTML page with players in it."""
    parts = {
        "title": escape(title),
        "styles": styles,
        "body": body,
        "script": script or script_of(),
    }
    return Template(read("page.html")).substitute(parts, policy=POLICY)


def player(state: Mapping[str, Any], still: str, carried: bytes = b"") -> str:
    """The HTML of one player.

    Parameters
    ----------
    state : of the widget.
    still : the picture to show without scripts.
    carried : the answers to what a kernel would be asked, as JSON.
    """
    own = {name: state[name] for name in SENT[state["role"]] if name in state}
    if carried:
        own["carried"] = compress(carried)
    data = json.dumps(own, default=encode).replace("<", "\\u003c")
    return (
        f'<div class="fsl-player"><script type="application/json">{data}</script>'
        f'<div class="fsl-still">{still}</div></div>'
    )


def replace_half_characters(html: str) -> str:
    """A page that can be written as UTF-8: half a character in a name becomes \ufffd."""
    return html.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
