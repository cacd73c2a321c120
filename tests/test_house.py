"""The house: a core that stands alone, rooms around it, and no circle."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from graphlib import TopologicalSorter

import pytest
from house import FILES, MODULES, PACKAGE, REPO, imports_of, room_of, rooms_imported_by

# What each room imports from the others; those before it at most. CONTRIBUTING.md has the same.
IMPORTS = {
    "core": "",
    "support": "core",
    "trace": "core support",
    "formats": "core support",
    "kernels": "core",
    "solving": "core support kernels",
    "experiment": "core support formats solving",
    "draw": "core support trace experiment",
    "reasons": "core support trace solving draw",
    "logic": "core support trace solving reasons",
    "generator": "core support solving logic",
    "widgets": "core support trace formats solving reasons logic generator experiment draw",
    "exercises": "core trace",
    "exams": "core support trace formats logic generator draw widgets",
    "command_line": "core support formats solving reasons logic generator exams",
}
DOORS = {"__init__", "__main__"}  # they open onto rooms; no room imports them

# These run wherever a bare Python runs, a browser's included.
STANDARD_LIBRARY_ONLY = ("core", "trace", "formats", "solving", "logic", "exercises")


@pytest.mark.parametrize("room", IMPORTS)
def test_a_room_imports_just_these_rooms(room):
    files = [path for path in FILES if room_of(path) == room]
    assert set().union(*map(rooms_imported_by, files)) == set(IMPORTS[room].split())


def test_a_room_imports_only_rooms_before_it():
    before: set[str] = set()
    for room, imported in IMPORTS.items():
        assert set(imported.split()) <= before
        before.add(room)


def test_every_file_has_its_room():
    assert {room_of(path) for path in FILES} == {*IMPORTS, *DOORS}


def test_no_files_import_each_other_in_a_circle():
    graph = {
        name: {used for used in imports_of(path) if used in MODULES and used != name}
        for name, path in MODULES.items()
    }
    TopologicalSorter(graph).prepare()  # it raises CycleError, and names the files


@pytest.mark.parametrize("room", [room for room in IMPORTS if (PACKAGE / room).is_dir()])
def test_a_room_says_in_one_sentence_what_it_is_for(room):
    text = ast.get_docstring(ast.parse((PACKAGE / room / "__init__.py").read_text("utf-8")))
    first = text.partition("\n")[0]
    assert first.endswith(".")


def test_contributing_shows_the_same_house():
    page = (REPO / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)[/.py]*` +\|.*\| ([^|]*) \|$", page, re.M)
    shown = {room: re.findall(r"\w+", names) for room, names in rows if room in IMPORTS}
    assert shown == {room: names.split() for room, names in IMPORTS.items()}


@pytest.mark.parametrize("room", STANDARD_LIBRARY_ONLY)
def test_a_room_needs_the_standard_library_only(room):
    for path in FILES:
        if room_of(path) == room:
            outside = {name.partition(".")[0] for name in imports_of(path)} - {PACKAGE.name}
            assert outside <= sys.stdlib_module_names, path


# --- what stands alone ---------------------------------------------------------------------------

WITHOUT = """
import sys

class Gone:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[:1] == ["futoshiki_lab"] and name.split(".")[1:2] and (
            name.split(".")[1] in {gone!r}
        ):
            raise ImportError(f"{{name}} is gone")

sys.meta_path.insert(0, Gone())
"""


def _run_without(rooms, script):
    words = [sys.executable, "-c", WITHOUT.format(gone=set(rooms)) + script]
    run = subprocess.run(words, cwd=REPO, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stdout.split()


INPUT1 = "[[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 3]]"


def test_the_core_loads_solves_and_counts_with_every_other_room_gone():
    script = f"""
from futoshiki_lab.core import Puzzle, parse_settings, run
for look in ("bt", "fc", "mac", "gac"):
    found = run(Puzzle({INPUT1}, [((0, 0), (0, 1))]), parse_settings(look))
    print(found.outcome, found.counts.nodes)
"""
    alone = _run_without(IMPORTS.keys() - {"core"}, script)
    assert alone == _run_without((), script)
    assert alone[::2] == ["solved"] * 4


def test_the_core_is_reached_through_the_package_too_with_every_other_room_gone():
    script = f"from futoshiki_lab import Board, Puzzle; print(Board(Puzzle({INPUT1})).complete)"
    assert _run_without(IMPORTS.keys() - {"core"}, script) == ["False"]


def test_a_trace_is_recorded_with_kernels_pictures_and_experiments_gone():
    script = f"""
from futoshiki_lab import Puzzle, record
trace = record(Puzzle({INPUT1}), "mac", "mrv")
print(trace.outcome, len(trace.tree()), trace.reason(len(trace)).split()[0])
"""
    gone = {"kernels", "draw", "widgets", "experiment", "solving", "formats", "logic", "generator"}
    assert _run_without(gone, script) == _run_without((), script)


def test_importing_the_package_loads_the_standard_library_only():
    script = "import sys; before = set(sys.modules); import futoshiki_lab; "
    script += "print(*{name.partition('.')[0] for name in set(sys.modules) - before})"
    run = subprocess.run(
        [sys.executable, "-c", script], cwd=REPO, capture_output=True, text=True, check=True
    )
    assert set(run.stdout.split()) - sys.stdlib_module_names == {PACKAGE.name}
