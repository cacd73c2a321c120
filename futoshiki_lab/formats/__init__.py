"""Puzzle formats: text to `Puzzle` and back, one module with a reader and a writer for each.

`files` reads and writes texts and files, `detect` tells the formats apart, `registry` lists them,
`bundled` finds the puzzles that come with the package. `source` gets a text, `text`
takes it apart, `draft` collects a puzzle from it, `literal` reads lists as Python and JSON write
them. Every error in a file is a `PuzzleError` that names the file, the line and the column.
"""

from futoshiki_lab.formats.bundled import bundled as bundled
from futoshiki_lab.formats.detect import detect as detect
from futoshiki_lab.formats.essence import essence_model as essence_model
from futoshiki_lab.formats.files import (
    dumps as dumps,
    load as load,
    load_all as load_all,
    load_entries as load_entries,
    loads as loads,
    loads_all as loads_all,
    save as save,
)
from futoshiki_lab.formats.registry import FORMATS as FORMATS, known as known, reader as reader
from futoshiki_lab.formats.source import picked as picked
