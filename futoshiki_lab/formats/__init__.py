"""Puzzle formats: text to `Puzzle` and back, one module with a reader and a writer for each.

`load` and `loads` read any of the eight formats, `save` and `dumps` write them, `detect` tells one
from another, `bundled` lists the puzzles that come with the package. Whatever is wrong with a file
ends in a `PuzzleError` that names the file, the line and the column.
"""

from futoshiki_lab.formats.bundled import bundled
from futoshiki_lab.formats.detect import detect
from futoshiki_lab.formats.essence import essence_model
from futoshiki_lab.formats.files import load, load_all, loads, loads_all
from futoshiki_lab.formats.registry import FORMATS, Format
from futoshiki_lab.formats.saving import dumps, save

__all__ = [
    "FORMATS",
    "Format",
    "bundled",
    "detect",
    "dumps",
    "essence_model",
    "load",
    "load_all",
    "loads",
    "loads_all",
    "save",
]
