"""The project's setup: its lists of packages, its notebooks' state, its style."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib

import nbformat
import pytest
import yaml
from house import FILES, PACKAGE, REPO, imports_of, room_of

NOTEBOOKS = sorted((REPO / "notebooks").glob("*.ipynb"))
PACKAGE_NAME = "futoshiki-lab"
PYPROJECT = tomllib.loads((REPO / "pyproject.toml").read_text(encoding="utf-8"))


def _read(name):
    return (REPO / name).read_text(encoding="utf-8")


# --- the lists of packages -----------------------------------------------------------------------

# Where conda-forge's name is another one than PyPI's.
ON_CONDA_FORGE = {
    "graphviz": "python-graphviz",
    "matplotlib": "matplotlib-base",
    "playwright": "playwright-python",
}

# What conda's list has to itself: the interpreter, its installer, and Graphviz's own `dot`.
ONLY_ON_CONDA_FORGE = {"python", "pip", "graphviz"}


def _named(requirements):
    """`["numpy>=2.0; marker", ...]` as `{"numpy": ">=2.0", ...}`."""
    parts = (re.match(r"\s*([\w.-]+)\s*([^;]*)", requirement) for requirement in requirements)
    return {part[1].lower(): part[2].strip() for part in parts}


PLAIN = _named(PYPROJECT["project"]["dependencies"])  # what `pip install futoshiki-lab` brings
EXTRAS = {  # what each extra brings itself; some bring others as well
    extra: _named(listed) for extra, listed in PYPROJECT["project"]["optional-dependencies"].items()
}
OTHERS = {extra: listed.pop(PACKAGE_NAME, None) for extra, listed in EXTRAS.items()}
RUNTIME = dict(item for listed in (PLAIN, *EXTRAS.values()) for item in listed.items())
TOOLS = _named(PYPROJECT["dependency-groups"]["dev"])


def _conda_and_pip():
    listed = yaml.safe_load(_read("environment.yml"))["dependencies"]
    (pip,) = (entry["pip"] for entry in listed if isinstance(entry, dict))
    return [entry for entry in listed if isinstance(entry, str)], pip


def test_conda_gets_the_same_packages_with_the_same_bounds():
    conda, pip = _conda_and_pip()
    assert "-e ." in pip
    from_pip = _named(entry for entry in pip if entry != "-e .")
    from_conda = _named(conda)
    assert from_conda.keys() >= ONLY_ON_CONDA_FORGE
    ours = {name: from_conda[name] for name in from_conda.keys() - ONLY_ON_CONDA_FORGE}
    wanted = {
        name if name in from_pip else ON_CONDA_FORGE.get(name, name): bound
        for name, bound in (RUNTIME | TOOLS).items()
    }
    assert ours | from_pip == wanted
    assert not ours.keys() & from_pip.keys()
    lowest = PYPROJECT["project"]["requires-python"]
    assert _version(from_conda["python"]) >= _version(lowest)


def _version(text):
    return tuple(map(int, re.findall(r"\d+", text)))


def pins():
    """`{"numpy": ["2.4.6", "2.5.5"], ...}`: one version or, where markers part them, several."""
    found = {}
    for line in _read("requirements.lock").splitlines():
        if line and not line.startswith("#"):
            pin = re.fullmatch(r"([a-z0-9-]+)==([\w.]+)( ; .+)?", line)
            assert pin, f"not a pin: {line}"
            found.setdefault(pin[1], []).append(pin[2])
    return found


def test_the_lock_pins_every_package_that_we_ask_for_from_its_lowest_version_on():
    pinned = pins()
    for name, bound in (RUNTIME | TOOLS).items():
        assert re.fullmatch(r">=[\d.]+(\.dev\d+)?", bound), name
        assert all(_version(version) >= _version(bound) for version in pinned[name]), name


def test_one_extra_brings_them_all_and_a_package_has_one_bound():
    brought = {extra: others for extra, others in OTHERS.items() if others}
    assert brought == {"all": "[fast,lab,notebooks,why]", "notebooks": "[lab,why]"}
    assert EXTRAS["all"] == {}
    for listed in (PLAIN, *EXTRAS.values()):
        assert listed.items() <= RUNTIME.items()


def test_a_version_is_the_same_wherever_it_stands():
    assert yaml.safe_load(_read("CITATION.cff"))["version"] == PYPROJECT["project"]["version"]
    assert f"    rev: v{pins()['ruff'][0]}\n" in _read(".pre-commit-config.yaml")


# --- the checkout --------------------------------------------------------------------------------


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_valid_and_kept_without_what_a_run_leaves(path):
    notebook = nbformat.read(path, as_version=nbformat.NO_CONVERT)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert cell.outputs == [], "`make strip` removes outputs"
            assert cell.execution_count is None, "`make strip` removes counts"
            assert "execution" not in cell.metadata, "`make strip` removes times"
    assert "widgets" not in notebook.metadata, "`make strip` removes the state of widgets"
    # Everyone's own version of Python there would be a change in every commit.
    assert "version" not in notebook.metadata.get("language_info", {}), "`make strip` removes it"
    nbformat.validate(notebook)
    assert (notebook.nbformat, notebook.nbformat_minor) >= (4, 5)  # older ones have no ids
    ids = [cell.id for cell in notebook.cells]
    assert len(set(ids)) == len(ids)
    assert notebook.metadata.kernelspec.name == "python3"


# A user's program, which has to see the types of what it imports.
TYPED = """\
from futoshiki_lab import Board, Cell, Counts, Puzzle, Run, Trace, load, record, solve
from futoshiki_lab.core import Look, Order, Select

def my_look(board: Board, cell: Cell) -> bool:
    return all(other in board.domains for other in board.assigned_neighbours(cell))

look: Look = my_look
puzzle: Puzzle = Puzzle([[0, 0], [0, 0]], [((0, 0), (0, 1))], name=load("nyu/Input1").name)
trace: Trace = record(puzzle, look, "mrv")
run: Run = solve(puzzle, look)
counts: Counts = run.counts
reveal_type(trace.tree[0].children)
reveal_type(run.solutions)
"""


@pytest.fixture(scope="module")
def mypy(request):
    """Run mypy with what it learned in earlier runs, with the same settings: others undo that."""

    def check(*arguments, cwd=REPO):
        cache = request.config.cache.mkdir("".join(["mypy", *arguments[:1]]))
        command = [sys.executable, "-m", "mypy", f"--cache-dir={cache}", *arguments]
        return subprocess.run(command, cwd=cwd, capture_output=True, text=True)

    return check


def test_the_types_hold(mypy):
    run = mypy()
    assert run.returncode == 0, f"`make lint` shows it:\n{run.stdout}{run.stderr}"


def test_a_users_program_sees_the_types(tmp_path, mypy):
    program = tmp_path / "program.py"
    program.write_text(TYPED, encoding="utf-8")
    run = mypy("--strict", str(program), cwd=tmp_path)
    assert run.returncode == 0, run.stdout
    revealed = re.findall(r'Revealed type is "(.*)"', run.stdout)
    assert [kind.replace("builtins.", "") for kind in revealed] == [
        "tuple[int, ...]",
        "tuple[Any, ...]",  # what a solution is depends on the problem
    ]


@pytest.mark.parametrize("arguments", [["check"], ["format", "--check"]], ids=" ".join)
def test_the_code_is_in_style(arguments):
    ruff = [sys.executable, "-m", "ruff", *arguments, "--quiet", "--no-cache", "."]
    run = subprocess.run(ruff, cwd=REPO, capture_output=True, text=True)
    assert run.returncode == 0, f"`make lint` shows it:\n{run.stdout}{run.stderr}"


# Nothing imports what shows the notebooks, what only commands run, or a plugin.
NEVER_IMPORTED = {"jupyterlab", "notebook", "hatchling", "mypy", "pytest-xdist", "ruff", "uv"}

# Where what is imported has another name than what is installed.
INSTALLED_AS = {
    **{"yaml": "pyyaml", "constraint": "python-constraint2", "math_core": "math-core"},
    "pysat": "python-sat",
    "bs4": "beautifulsoup4",
}


def _imported_by(path):
    return {name.partition(".")[0] for name in imports_of(path)}


def _imports_of_notebooks():
    cells = (cell for path in NOTEBOOKS for cell in nbformat.read(path, as_version=4).cells)
    code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    return set(re.findall(r"^\s*(?:import|from) +(\w+)", code, re.M))


def _installed(imported, but_for=()):
    of_pyodide = {"js", "pyodide_js"}  # a browser's Python brings them
    outside = set(imported) - sys.stdlib_module_names - {PACKAGE.name, *but_for} - of_pyodide
    return {INSTALLED_AS.get(name, name) for name in outside}


def test_users_get_just_what_the_package_and_the_notebooks_import():
    imported = set().union(*map(_imported_by, FILES), _imports_of_notebooks())
    students_own = {"csp"}  # the textbook's file, which notebook 11 uses where it lies beside it
    assert _installed(imported) - students_own == RUNTIME.keys() - NEVER_IMPORTED


# The rooms with widgets. All others run wherever a bare Python runs, a browser's included, but for
# the extras that a room's files import from.
WITH_WIDGETS = ("stepper", "explorer", "classroom")
EXTRAS_OF = {
    **{"support": "fast lab", "draw": "lab"},
    **{"reasons": "fast why", "explorer": "lab", "classroom": "lab notebooks"},
    "command_line": "lab",
}


@pytest.mark.parametrize("room", sorted({room_of(path) for path in FILES}))
def test_a_room_imports_just_from_its_extras(room):
    imported = set().union(*(_imported_by(path) for path in FILES if room_of(path) == room))
    outside, extras = _installed(imported), EXTRAS_OF.get(room, "").split()
    outside -= PLAIN.keys() if room in WITH_WIDGETS else set()
    assert outside <= set().union(*(EXTRAS[extra] for extra in extras))
    for extra in extras:
        others = set().union(*(EXTRAS[other] for other in extras if other != extra))
        assert outside & EXTRAS[extra].keys() - others, f"{room} needs nothing of {extra}"
