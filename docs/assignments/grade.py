"""Your points, part by part: python grade.py project.ipynb [--part 2]

It runs the cells in their order, as "Run All" does, and needs no server and no account.
"""

import argparse
import linecache
import sys

import nbformat


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
    try:
        notebook = nbformat.read(asked.notebook, as_version=4)
    except (OSError, ValueError) as error:
        sys.exit(f"{asked.notebook}: {error}")
    names, part, total, most = {"__name__": "__main__"}, 0, 0, 0
    for number, cell in enumerate(notebook.cells):
        told = cell.metadata.get("nbgrader", {})
        part += cell.cell_type == "markdown" and cell.source.count("## Part ")
        points, said = 0, ""
        if cell.cell_type == "code":
            try:
                points = run(cell.source, f"cell {number}", names)
            except Exception as error:
                points, said = 0, str(error) or type(error).__name__
        if not told.get("grade"):
            continue
        by_hand = cell.cell_type == "markdown"
        if asked.part in (None, part):
            got = "by hand" if by_hand else f"{points:g} of"
            print(f"part {part}  {told['grade_id']:20} {got:>8} {told['points']:g}")
            if said:
                print("        " + said.replace("\n", "\n        "))
            if not by_hand:
                total, most = total + points, most + told["points"]
    print(f"total {total:g} of {most:g}, and what is marked by hand")


if __name__ == "__main__":
    main()
