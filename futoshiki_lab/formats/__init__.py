"""Puzzle formats: text to `Puzzle` and back, a reader and a writer for each.

`files` reads and writes texts and files, `registry` lists the formats, `detection` tells them
apart, `origin` gets a text, from a file or from the puzzles that come with the package, `text`
takes it apart, `sketch` collects a puzzle from it. Every error in a file is a `PuzzleError` that
names the file, the line and the column.
"""

from futoshiki_lab.formats.detection import detect as detect
from futoshiki_lab.formats.files import (
    dumps as dumps,
    essence_model as essence_model,
    load as load,
    load_all as load_all,
    load_entries as load_entries,
    loads as loads,
    loads_all as loads_all,
    save as save,
)
from futoshiki_lab.formats.origin import bundled as bundled, picked as picked
from futoshiki_lab.formats.registry import FORMATS as FORMATS, READERS as READERS
