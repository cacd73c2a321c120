"""Two copies of the notebooks: with the exercises solved, and for students.

The solutions are in docs/solutions/: a part `# %% the-cell: why so` takes the place of the cell
with this id. The copy for students has neither these nor the cells with the tag `instructor`.

    make solutions                  writes build/solved and build/students
    make solutions ARGS=--run       runs the solved ones too, with the answers of all questions
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from futoshiki_lab.classroom.ask.prediction import REVEAL

PROJECT = Path(__file__).parents[1]
SOLUTIONS = PROJECT / "docs" / "solutions"
PART = re.compile(r"^# %% ([\w-]+)(.*)$", re.MULTILINE)


def solutions(stem: str) -> dict[str, str]:
    """The solved cells of a notebook, by their ids."""
    path = SOLUTIONS / f"{stem}.py"
    parts = PART.split(path.read_text(encoding="utf-8")) if path.exists() else [""]
    return {
        cell: f"# A solution{why}\n{text.strip()}"
        for cell, why, text in zip(parts[1::3], parts[2::3], parts[3::3], strict=True)
    }


def solve(notebook: nbformat.NotebookNode, stem: str) -> None:
    """Put the solutions in the place of the exercises of a notebook, which has this file name."""
    cells = {cell.id: cell for cell in notebook.cells}
    for name, source in solutions(stem).items():
        cells[name].source = source


def without_notes(notebook: nbformat.NotebookNode, stem: str) -> None:
    """Leave out what is for the instructor."""
    notebook.cells = [c for c in notebook.cells if "instructor" not in c.metadata.get("tags", ())]


def copy(to: Path, change, *left_out: str) -> list[Path]:
    """Copy the notebooks with a change, and what they read and link to. Returns their paths."""
    shutil.rmtree(to, ignore_errors=True)
    ignore = shutil.ignore_patterns("*.html", ".*", "my_solver*", *left_out)
    for folder in ("notebooks", "data", "docs"):
        shutil.copytree(PROJECT / folder, to / folder, ignore=ignore)
    paths = sorted((to / "notebooks").glob("*.ipynb"))
    for path in paths:
        notebook = nbformat.read(path, as_version=4)
        change(notebook, path.stem)
        nbformat.write(notebook, path)
    return paths


def run(path: Path) -> None:
    """Run a notebook with the answers of its questions revealed, and keep the outputs."""
    notebook = nbformat.read(path, as_version=4)
    place = {"metadata": {"path": str(path.parent)}}
    client = NotebookClient(notebook, timeout=600, kernel_name="python3", resources=place)
    client.execute(env={**os.environ, REVEAL: "1"})
    nbformat.write(notebook, path)


def main() -> None:
    """Write both copies."""
    parser = argparse.ArgumentParser(description="Write the notebooks solved, and for students.")
    parser.add_argument("--run", action="store_true", help="run the solved notebooks too")
    parser.add_argument("--to", type=Path, default=PROJECT / "build", help="by default build/")
    asked = parser.parse_args()
    students = copy(asked.to / "students", without_notes, "solutions", "assignments")
    solved = copy(asked.to / "solved", solve)
    for path in solved if asked.run else ():
        print(f"running {path.stem} ...")
        run(path)
    for what, paths in (("solved", solved), ("for students", students)):
        print(f"{len(paths)} notebooks {what}: {paths[0].parent}")


if __name__ == "__main__":
    main()
