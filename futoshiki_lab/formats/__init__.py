"""Puzzle formats: text to `Puzzle` and back, a reader and a writer for each.

`files` reads and writes texts and files, `registry` lists the formats, `detection` tells them
apart, `origin` gets a text, from a file or from the puzzles that come with the package, `text`
takes it apart, `sketch` collects a puzzle from it. Every error in a file is a `PuzzleError` that
names the file, the line and the column.
"""

from futoshiki_lab.formats.detection import detect
from futoshiki_lab.formats.files import (
    dumps,
    essence_model,
    load,
    load_all,
    load_entries,
    loads,
    loads_all,
    save,
)
from futoshiki_lab.formats.origin import bundled, picked
from futoshiki_lab.formats.registry import FORMATS, known, reader

# For a user's type checker, which sees no other name through this door.
__all__ = ["FORMATS", "bundled", "dumps", "load", "load_all", "loads", "loads_all", "save"]
__all__ += ["detect", "essence_model", "known", "load_entries", "picked", "reader"]
