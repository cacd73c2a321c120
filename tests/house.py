"""The package's files, how long they are and what they import, read from their text."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

REPO = Path(__file__).resolve().parents[1]
PACKAGE = REPO / "futoshiki_lab"
# The table of rooms in docs/DEVELOPING.md: name, ending, what lives there, what it may import.
ROOMS = re.findall(
    r"^\| `(\w+)(/|\.py)` +\| (.*?) +\| ([^|]*) \|$",
    (REPO / "docs" / "DEVELOPING.md").read_text(encoding="utf-8"),
    re.M,
)
FILES = sorted(PACKAGE.rglob("*.py"))
MODULES = {
    ".".join(path.relative_to(REPO).with_suffix("").parts).removesuffix(".__init__"): path
    for path in FILES
}


def imports_of(path: Path) -> Iterator[str]:
    """The full names of all that a file imports, wherever in it, for type hints as well."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: an import names the package in full"
            for alias in node.names:  # `from futoshiki_lab import kernels` imports a module
                module = f"{node.module}.{alias.name}"
                yield module if module in MODULES else node.module


def room_of(path: Path) -> str:
    """`futoshiki_lab/formats/text.py` is in `formats`; a file beside the rooms is one itself."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def lines_of_code(path: Path) -> int:
    """How many lines a file has, but for blank ones, comments and docstrings."""
    text = path.read_text(encoding="utf-8")
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.string.strip() and token.type != tokenize.COMMENT:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                lines.difference_update(range(node.lineno, node.end_lineno + 1))
    return len(lines)


def lines_of_rooms() -> Counter[str]:
    """How many lines of code each room has; files beside the rooms are rooms of one file."""
    lines: Counter[str] = Counter()
    for path in FILES:
        lines[room_of(path)] += lines_of_code(path)
    return lines
