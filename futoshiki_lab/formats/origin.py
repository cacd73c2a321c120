"""Where a text comes from: a path, standard input, or the short name of a bundled puzzle.

The puzzles that come with the package have short names such as `nyu/Input2`.
"""

from __future__ import annotations

import re
import sys
from difflib import get_close_matches
from pathlib import Path
from typing import IO

from futoshiki_lab.core import PuzzleError
from futoshiki_lab.formats.text import MAX_CHARACTERS, fail, line_feeds, place_of

MAX_BYTES = MAX_CHARACTERS  # a byte is a character, in all that a puzzle needs

SUFFIXES = (".txt", ".dat", ".param")  # of puzzles; results (.csv) and notices are something else
SOLUTIONS = "solutions"  # the folder of a source's solved grids, under the names of the puzzles
_PICK = re.compile(r"(.+)#([0-9]{1,9})", re.DOTALL)


def picked(source: str) -> tuple[str, int | None]:
    """Split `usp/futoshiki#32` into file and number, unless a file has the whole as its name."""
    found = _PICK.fullmatch(source)
    if not found or _exists(source):
        return source, None
    return found[1], int(found[2])


def puzzle_name(where: str) -> str:
    """What to call a puzzle: the file's name without folder and suffix, or the short name."""
    if where == "-":
        return ""
    if _exists(where):
        return Path(where).stem
    return Path(where).with_suffix("").as_posix() if Path(where).name else where


def _exists(where: str) -> bool:
    try:
        return Path(where).exists()
    except PermissionError:  # in a folder that may not be looked into: opening it will say so
        return True
    except (OSError, ValueError):  # a name too long, or with a NUL in it
        return False


def text_from(where: str) -> str:
    """Read the text of a path, of standard input (`-`) or of a bundled puzzle's short name.

    Raises
    ------
    PuzzleError : there is no such file, or it cannot be read, is too large, or is not text.
    """
    try:
        if where == "-":
            stream = getattr(sys.stdin, "buffer", None)
            if stream is None:  # closed, or a notebook's
                raise PuzzleError("expected a puzzle on standard input, which cannot be read")
            return _decoded(_limited(stream))
        path = Path(where) if _exists(where) else _shelved(where)
        with path.open("rb") as file:
            return _decoded(_limited(file, path.stat().st_size))
    except PuzzleError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a readable file"
        raise PuzzleError(f"cannot read it: {reason}") from None


def _limited(file: IO[bytes], size: int = 0) -> bytes:
    """Read a file, unless it has, or says that it has, more than any file of puzzles."""
    data = file.read(MAX_BYTES + 1) if size <= MAX_BYTES else b""
    if max(size, len(data)) > MAX_BYTES:
        found = f"{size} bytes" if size > MAX_BYTES else "more"
        raise PuzzleError(f"expected at most {MAX_BYTES} bytes of puzzles, found {found}")
    return data


def _shelved(where: str) -> Path:
    """The bundled file of a short name, with or without its suffix."""
    files = bundled_files()
    by_file = {f"{name}{path.suffix}": path for name, path in files.items()}
    name = where.replace("\\", "/")
    if found := files.get(name) or by_file.get(name):
        return found
    known = [*files, *_beside(where)]
    close = get_close_matches(name[:80], known, 3) or [n for n in files if name and name in n][:3]
    hint = f"; did you mean {' or '.join(close)}?" if close else ""
    raise PuzzleError(f"no such file or bundled puzzle{hint}")


def _beside(where: str) -> list[str]:
    """The files in the folder that a name points to, named as it is."""
    try:
        return [str(path) for path in Path(where).parent.iterdir() if path.is_file()]
    except (OSError, ValueError):
        return []


def _decoded(data: bytes) -> str:
    """Decode UTF-8, or UTF-16 that says so with a byte order mark."""
    utf_16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        return data.decode("utf-16" if utf_16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        if utf_16:
            raise PuzzleError("expected UTF-16 text, as its first bytes promise") from None
        before = line_feeds(error.object[: error.start].decode())
        found = f"the byte 0x{error.object[error.start]:02x}"
        fail(f"expected UTF-8 text, found {found}", place_of(before, len(before)))


def data_folder() -> Path:
    """The folder of the bundled puzzles: in the package where it is installed, else beside it."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "data"
    return inside if inside.is_dir() else package.parent / "data"


def bundled() -> list[str]:
    """The short names of all bundled puzzle files, sorted; `load` takes each from any folder.

    A file of many puzzles is listed once; `load("usp/futoshiki#32")` picks one of them. The solved
    grids (`nyu/solutions/Input2`) are not puzzles: they load, but are not listed.
    """
    return sorted(name for name in bundled_files() if f"/{SOLUTIONS}/" not in f"/{name}")


def bundled_files() -> dict[str, Path]:
    """All bundled files that can be loaded, by short name."""
    folder = data_folder()
    files = [path for path in folder.rglob("*") if path.suffix in SUFFIXES and path.is_file()]
    return {path.relative_to(folder).with_suffix("").as_posix(): path for path in files}
