"""The house of CONTRIBUTING.md: a core that stands alone, rooms around it, and no circle."""

from __future__ import annotations

import ast
import re
import sys
from graphlib import TopologicalSorter

import pytest
from conftest import in_a_process
from house import FILES, MODULES, PACKAGE, ROOMS, imports_of, room_of, rooms_imported_by

# What each room imports from the others, by the table of docs/DEVELOPING.md.
IMPORTS = {room: set(re.findall(r"\w+", imported)) for room, _, _, imported in ROOMS}
DOORS = {"__init__", "__main__"}  # they open onto rooms; no room imports them

# These run wherever a bare Python runs, a browser's included.
STANDARD_LIBRARY_ONLY = ("core", "trace", "formats", "solving", "reasons")


@pytest.mark.parametrize("room", IMPORTS)
def test_a_room_imports_just_these_rooms(room):
    files = [path for path in FILES if room_of(path) == room]
    assert set().union(*map(rooms_imported_by, files)) == IMPORTS[room]


def test_a_room_imports_only_rooms_before_it():
    before: set[str] = set()
    for room, imported in IMPORTS.items():
        assert imported <= before
        before.add(room)


def test_every_file_has_its_room():
    assert {room_of(path) for path in FILES} == {*IMPORTS, *DOORS}


def test_no_files_import_each_other_in_a_circle():
    graph = {
        name: {used for used in imports_of(path) if used in MODULES and used != name}
        for name, path in MODULES.items()
    }
    TopologicalSorter(graph).prepare()  # it raises CycleError, and names the files


def test_a_room_says_in_one_sentence_what_it_is_for():
    for door in PACKAGE.glob("*/__init__.py"):
        text = ast.get_docstring(ast.parse(door.read_text("utf-8")))
        assert text.partition("\n")[0].endswith("."), door


@pytest.mark.parametrize("room", STANDARD_LIBRARY_ONLY)
def test_a_room_needs_the_standard_library_only(room):
    for path in FILES:
        if room_of(path) == room:
            outside = {name.partition(".")[0] for name in imports_of(path)} - {PACKAGE.name}
            asked = {"numpy", "pysat"} if room == "reasons" else set()  # only when called for
            assert outside - asked <= sys.stdlib_module_names, path


# --- what stands alone ---------------------------------------------------------------------------

WITHOUT = """
import sys

class Gone:
    def find_spec(self, name, path=None, target=None):
        if name.startswith("futoshiki_lab.") and name.split(".")[1] in {gone!r}:
            raise ImportError(f"{{name}} is gone")

sys.meta_path.insert(0, Gone())
"""


def _run_without(rooms, script):
    return in_a_process(WITHOUT.format(gone=set(rooms)) + script).split()


INPUT1 = "[[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 3]]"


def test_the_core_loads_solves_and_counts_with_every_other_room_gone():
    script = f"""
from futoshiki_lab import Board
from futoshiki_lab.core import Puzzle, parse_settings, run
for look in ("bt", "fc", "mac", "gac"):
    found = run(Puzzle({INPUT1}, [((0, 0), (0, 1))]), parse_settings(look))
    print(found.outcome, found.counts.nodes)
"""
    alone = _run_without(IMPORTS.keys() - {"core"}, script)
    assert alone == _run_without((), script)
    assert alone[::2] == ["solved"] * 4


def test_importing_the_package_loads_the_standard_library_only():
    script = "import sys; before = set(sys.modules); import futoshiki_lab; "
    script += "print(*{name.partition('.')[0] for name in set(sys.modules) - before})"
    assert set(in_a_process(script).split()) - sys.stdlib_module_names == {PACKAGE.name}
