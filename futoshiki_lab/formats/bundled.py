"""The puzzles that come with the package, found by short names such as `nyu/Input2`."""

from __future__ import annotations

from pathlib import Path

SUFFIXES = (".txt", ".dat", ".param")  # of puzzles; results (.csv) and notices are something else
SOLUTIONS = "solutions"  # the folder of a source's solved grids, under the names of the puzzles


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
    return sorted(name for name in shelf() if f"/{SOLUTIONS}/" not in f"/{name}")


def shelf() -> dict[str, Path]:
    """All bundled files that can be loaded, by short name."""
    folder = data_folder()
    files = [path for path in folder.rglob("*") if path.suffix in SUFFIXES and path.is_file()]
    return {path.relative_to(folder).with_suffix("").as_posix(): path for path in files}
