"""The script that all widgets run, with its styles; `pages` makes pages of players.

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
from collections.abc import Sequence
from graphlib import TopologicalSorter
from pathlib import Path

from futoshiki_lab.support import annexes

BROWSER = Path(__file__).parent / "browser"
FOLDERS = [BROWSER, *annexes.folders("browser")]
_IMPORT = re.compile(r'^import \{[^}]*\} from "[./\w]*/(\w+)\.js";\n', re.MULTILINE)
_TEXT = re.compile(r'^import (\w+) from "\./(\w+\.html)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
# Lines for readers of the files only, a fifth of what a notebook would be saved with.
NOTE = re.compile(r"^ *(?://.*|/\*\*(?:(?!\*/)[\s\S])*\*/)\n", re.MULTILINE)


def read(name: str) -> str:
    """A file of `browser/`, the stepper's or an annex's."""
    folders = (folder for folder in FOLDERS if (folder / name).exists())
    return (next(folders, BROWSER) / name).read_text(encoding="utf-8")


ADDS = [json.loads((folder / "package.json").read_text("utf-8"))["adds"] for folder in FOLDERS]
SCRIPTS = [name for adds in ADDS for name in adds["scripts"]]
# Also where there is no kernel: what a page tells the one that frames it.
ALONE = [name for adds in ADDS for name in adds["alone"]]


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
    return f"{NOTE.sub('', script('notebook'))}\n{shown}"


def styles() -> str:
    """The stylesheets of all players as one."""
    return "\n".join(read(f"{name}.css") for adds in ADDS for name in adds["styles"])
