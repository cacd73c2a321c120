"""The house of CONTRIBUTING.md: a core that stands alone, rooms around it, and no circle."""

from __future__ import annotations

import ast
import re
import sys
from graphlib import TopologicalSorter

import pytest
from conftest import in_a_process
from house import FILES, MODULES, PACKAGE, ROOMS, imports_of, lines_of_code, room_of

from futoshiki_lab.stepper import export

# What each room imports from the others, by the table of docs/DEVELOPING.md.
IMPORTS = {room: set(re.findall(r"\w+", imported)) for room, _, _, imported in ROOMS}
DOORS = {"__init__", "__main__"}  # they open onto rooms; no room imports them


def rooms_imported_by(path):
    """The other rooms that a file imports from."""
    parts = (name.split(".") for name in imports_of(path))
    rooms = {rest[0] if rest else "__init__" for top, *rest in parts if top == PACKAGE.name}
    return rooms - {room_of(path)}


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


LABORATORY = [*IMPORTS][: [*IMPORTS].index("reasons")]
# Where a module is loaded by a name that a text says: the door and its list of additions; files of
# a room, by that room itself.
BY_NAME = {"__init__.py", "support/annexes.py", "formats/registry.py"}
BY_NAME |= {"command_line/program.py"}


def test_a_module_is_loaded_by_a_text_in_these_files_only():
    by_name = re.compile(r"\b(?:import_module|__import__|run_module)\(")
    found = {path for path in FILES if by_name.search(path.read_text(encoding="utf-8"))}
    assert {path.relative_to(PACKAGE).as_posix() for path in found} == BY_NAME


SHOW = """
from futoshiki_lab import Stepper, draw_board, draw_tree, load, record

trace = record(load("nyu/Input2"), "fc", select="mrv")
Stepper(trace)._repr_mimebundle_()
draw_tree(trace)._repr_mimebundle_()
draw_board(trace, step=100)._repr_png_()
import sys
ours = [name for name in sys.modules if name.partition(".")[0] == "futoshiki_lab"]
print(*ours)
"""


def test_to_step_through_a_run_loads_at_most_4700_lines_and_no_annex():
    loaded = in_a_process(SHOW).split()
    rooms = {room_of(MODULES[name]) for name in loaded}
    assert rooms - DOORS <= {*LABORATORY}
    assert sum(lines_of_code(MODULES[name]) for name in loaded) <= 4_700


@pytest.mark.parametrize("entry", ["alone", "notebook"])
def test_the_steppers_script_has_at_most_4900_lines_and_none_of_an_annex(entry):
    own = {path.stem for path in export.BROWSER.glob("*.js")}
    assert export.imports(entry).keys() <= own
    assert export.script(entry, []).count("\n") <= 4_900


def test_importing_the_package_loads_the_standard_library_only():
    script = "import sys; before = set(sys.modules); import futoshiki_lab; "
    script += "print(*{name.partition('.')[0] for name in set(sys.modules) - before})"
    assert set(in_a_process(script).split()) - sys.stdlib_module_names == {PACKAGE.name}
