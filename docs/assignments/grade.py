"""Your points, part by part: python grade.py my_solver.py, or project.ipynb [--part 2]

It needs no server and no account. It runs nothing of a notebook but the functions that are marked,
with what they use. What is marked stands here: the cells for marks of a notebook are not read.
"""

import sys

del sys.path[0]  # nothing is taken from the folder of what is handed in

import argparse  # noqa: E402
import subprocess  # noqa: E402

import nbformat  # noqa: E402

from futoshiki_lab.classroom.marks import NotShipped, cut_out, mark_text  # noqa: E402

MARK = "futoshiki_lab.classroom.marks"  # of the installed package
MARKS = {}  # by exercise its part, its points, and its function: "" for what is marked by hand
SEED = None  # of the random boards


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("notebook", nargs="?", default="project.ipynb")
    parser.add_argument("--part", type=int, metavar="N", help="show this part only")
    asked = parser.parse_args()
    if asked.notebook.endswith(".py"):
        sys.exit(subprocess.call([sys.executable, "-EPm", MARK, asked.notebook]))
    try:
        notebook = nbformat.read(asked.notebook, as_version=4)
    except (OSError, ValueError) as error:
        sys.exit(f"{asked.notebook}: {error}")
    cells = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    total = most = 0
    for name, (part, points, function) in MARKS.items():
        if asked.part not in (None, part):
            continue
        got, said = "by hand", ""
        if function:
            got, most = 0, most + points
            try:
                got = mark_text(cut_out(cells, function), function, name, points, SEED)
            except (NotShipped, AssertionError) as why:
                said = "        " + str(why).replace("\n", "\n        ")
            total, got = total + got, f"{got:g} of"
        print(f"part {part}  {name:24} {got:>8} {points:g}")
        if said:
            print(said)
    print(f"total {total:g} of {most:g}, and what is marked by hand")


if __name__ == "__main__":
    main()
