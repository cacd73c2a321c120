"""Joins the modules of `browser/`: a notebook takes one module, and so does a plain page.

There is no build step. The files import each other by name; joining them puts each one after those
that it imports, and leaves out the words `import` and `export`. So two files of `browser/` cannot
have the same top-level name.
"""

from __future__ import annotations

import json
import re
from graphlib import TopologicalSorter
from pathlib import Path

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
    return f"const {imported[1]} = {json.dumps(read(imported[2]))};\n"


def widgets() -> str:
    """The module that shows all widgets of a notebook, with their styles."""
    return (
        f"{script('notebook')}\nexport {{ show }};\nexport const styles = {json.dumps(styles())};\n"
    )


def styles() -> str:
    """The stylesheets of all players as one."""
    return "\n".join(
        read(f"{name}.css") for name in ("page", "board", "stepper", "play", "question")
    )


def read(name: str) -> str:
    """A file of `browser/`."""
    return (BROWSER / name).read_text(encoding="utf-8")
