"""Your points, part by part: python grade.py my_solver.py, or project.ipynb [--part 2]

It runs the cells in their order, as "Run All" does, and needs no server and no account. What gives
marks stands here: what a notebook says in the cells for marks is not run.
"""

import argparse
import builtins
import linecache
import subprocess
import sys

import nbformat

MARK = "futoshiki_lab.classroom.marks"  # of the installed package
MARKS = {}  # the points and the code of each cell for marks, as they were handed out


def run(source, name, names):
    """Run a cell; return its last value if that is an expression."""
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    *before, last = source.splitlines() or [""]
    try:
        value = compile(last, name, "eval")
    except SyntaxError:
        exec(compile(source, name, "exec"), names)
        return None
    exec(compile("\n".join(before), name, "exec"), names)
    return eval(value, names)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("notebook", nargs="?", default="project.ipynb")
    parser.add_argument("--part", type=int, metavar="N", help="show this part only")
    asked = parser.parse_args()
    if asked.notebook.endswith(".py"):
        sys.exit(subprocess.call([sys.executable, "-m", MARK, asked.notebook]))
    try:
        notebook = nbformat.read(asked.notebook, as_version=4)
    except (OSError, ValueError) as error:
        sys.exit(f"{asked.notebook}: {error}")
    names, part, total, most = {"__name__": "__main__"}, 0, 0, 0
    left = dict(MARKS)
    for number, cell in enumerate(notebook.cells):
        told = cell.metadata.get("nbgrader", {})
        part += cell.cell_type == "markdown" and cell.source.count("## Part ")
        points, said, by_hand = 0, "", cell.cell_type == "markdown"
        most_here, marks = left.pop(told.get("grade_id"), (told.get("points"), ""))
        if not by_hand and bool(told.get("grade")) == bool(marks):
            try:
                # The cells for marks have names of their own, and Python's own functions.
                own = {**names, "__builtins__": builtins} if marks else names
                points = run(marks or cell.source, f"cell {number}", own)
            except Exception as error:
                points, said = 0, str(error) or type(error).__name__
        if not told.get("grade"):
            continue
        if asked.part in (None, part):
            got = "by hand" if by_hand else f"{points:g} of"
            print(f"part {part}  {told['grade_id']:24} {got:>8} {most_here:g}")
            if said:
                print("        " + said.replace("\n", "\n        "))
            if not by_hand:
                total, most = total + points, most + most_here
    for name, (most_here, _) in left.items():
        print(f"        {name}: its cell is not in the notebook")
        most += most_here
    print(f"total {total:g} of {most:g}, and what is marked by hand")


if __name__ == "__main__":
    main()
