"""The script that all widgets run; players that need no kernel, a page of one, a page of slides.

There is no build step. The files of `browser/` import each other by name; joining them puts each
one after those that it imports, and leaves out the words `import` and `export`. So two of them
cannot have the same top-level name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from graphlib import TopologicalSorter
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from futoshiki_lab.stepper.packing import compress, encode, unpack_puzzle
from futoshiki_lab.support import annexes

BROWSER = Path(__file__).parent / "browser"
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.js";\n', re.MULTILINE)
_TEXT = re.compile(r'^import (\w+) from "\./(\w+\.html)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)


def imports(name: str) -> dict[str, list[str]]:
    """A file of `browser/` and all that it needs, each with the files that it imports."""
    found: dict[str, list[str]] = {}
    todo = [name]
    while todo:
        name = todo.pop()
        if name not in found:
            found[name] = _IMPORT.findall(read(f"{name}.js"))
            todo += found[name]
    return found


def script(name: str) -> str:
    """One module that holds a file of `browser/` and all that it needs."""
    order = TopologicalSorter(imports(name)).static_order()
    joined = _IMPORT.sub("", "\n".join(read(f"{name}.js") for name in order))
    return _EXPORT.sub("", _TEXT.sub(_as_text, joined))


def _as_text(imported: re.Match[str]) -> str:
    text = json.dumps(read(imported[2])).replace("<", "\\u003c")  # no tag or comment in a script
    return f"const {imported[1]} = {text};\n"


def widgets_script() -> str:
    """The module that shows all widgets of a notebook, with their styles."""
    shown = f"export {{ show }};\nexport const styles = {json.dumps(styles())};\n"
    return f"{script('notebook')}\n{shown}"


def styles() -> str:
    """The stylesheets of all players as one."""
    names = ("page", "board", "stepper", "play", "question")
    return "\n".join(read(f"{name}.css") for name in names)


def read(name: str) -> str:
    """A file of `browser/`."""
    return (BROWSER / name).read_text(encoding="utf-8")


# -- players and pages ----------------------------------------------------------------------------

STYLES = f"<style>\n{styles()}</style>"  # of all players of a page
SCRIPT = f'<script type="module">\n{script("alone")}</script>'  # brings them to life
SENT = {  # the part of a widget's state that a player's page holds, by its role
    role: tuple(names.split())
    for role, names in {
        "stepper": "role runs step steps by scale hide_ahead predict notice drive driven",
        "play": "role board game scale notice shelf",  # a site may give a shelf
        "question": "role key question kind offer bet secret given why revealed scale",
    }.items()
}

# The browser asks for nothing, whatever scripts and styles of a notebook's outputs try. These may
# run, and compile what they draw with, as charts of Vega do.
POLICY = (
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
    "img-src data:; media-src data:; font-src data:; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline' 'unsafe-eval'; base-uri 'none'; form-action 'none'\">"
)
SLIDES = ".slides.html"  # the end of the name of a file with slides
BREAK = "<!-- slide -->"  # where slides.html.j2 begins one


def page(state: Mapping[str, Any], still: str, title: str) -> str:
    """A whole HTML page with one player."""
    return page_of(title, f'<h1 class="fsl-hidden">{escape(title)}</h1>\n{player(state, still)}')


def page_of(title: str, body: str) -> str:
    """A whole HTML page with players in it."""
    return _document(title, STYLES, body, SCRIPT)


def slides(html: str, title: str) -> str:
    """A page of slides, from the HTML of a notebook in which breaks stand."""
    parts = [part for part in html.split(BREAK) if part.strip()]
    shown = "\n".join(_slide(part, at, len(parts)) for at, part in enumerate(parts, 1))
    styles = f"{STYLES}\n<style>\n{read('deck.css')}\n{read('slides.css')}</style>"
    return _document(title, styles, shown, deck_script("alone"))


def deck_script(*before: str) -> str:
    """What turns the slides, after other scripts of the page."""
    scripts = "\n".join(map(script, (*before, "deck")))
    return f'<script type="module">\n{scripts}</script>'


def player(state: Mapping[str, Any], still: str) -> str:
    """The HTML of one player: its data, and the still picture to show without scripts."""
    own = {name: state[name] for name in SENT[state["role"]] if name in state}
    if reasons := annexes.find("reasons"):
        if state["role"] == "play":
            own["carried"] = compress(reasons.carried(unpack_puzzle(state["board"])))
        if state["role"] == "stepper":
            failures = [reasons.carried_failures(run) for run in state["runs"]]
            own["carried"] = compress(json.dumps(failures).encode())
    data = json.dumps(own, default=encode).replace("<", "\\u003c")
    return (
        f'<div class="fsl-player"><script type="application/json">{data}</script>'
        f'<div class="fsl-still">{still}</div></div>'
    )


def replace_half_characters(html: str) -> str:
    """A page that can be written as UTF-8: half a character in a name becomes \ufffd."""
    return html.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _document(title: str, styles: str, body: str, script: str) -> str:
    parts = {"title": escape(title), "styles": styles, "body": body, "script": script}
    return Template(read("page.html")).substitute(parts, policy=POLICY)


def _slide(content: str, at: int, last: int) -> str:
    before = f'<a href="#s{at - 1}" aria-label="the slide before">‹</a>' if at > 1 else ""
    after = f'<a href="#s{at + 1}" aria-label="the next slide">›</a>' if at < last else ""
    turn = f"<nav>{before}{at} / {last}{after}</nav>"
    return f'<section class="slide" id="s{at}">{turn}{content}</section>'
