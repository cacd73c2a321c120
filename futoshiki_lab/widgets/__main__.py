"""One command: a notebook in, a page out whose steppers play with no kernel and no network.

python -m futoshiki_lab.widgets NOTEBOOK.ipynb -o OUT.html
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from futoshiki_lab.widgets.export import notebook_to_html


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the exit code is 0, or 1 if the notebook cannot be read or run."""
    parser = argparse.ArgumentParser(
        prog="python -m futoshiki_lab.widgets",
        description="Run a notebook and write it as a page in which its steppers play.",
    )
    parser.add_argument("notebook", type=Path, help="the notebook; it is not changed")
    parser.add_argument("-o", "--out", type=Path, help="the page; by default NOTEBOOK.html")
    parser.add_argument("--timeout", type=int, default=600, help="seconds that a cell may take")
    options = parser.parse_args(arguments)
    out = options.out or options.notebook.with_suffix(".html")
    try:
        players = notebook_to_html(options.notebook, out, timeout=options.timeout)
    except Exception as error:  # in reading, in a cell, in writing: one line says it
        lines = str(error).strip().splitlines() or [type(error).__name__]
        print(f"{options.notebook}: {lines[-1]}", file=sys.stderr)
        return 1
    print(f"{out}: {players} player{'s' * (players != 1)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
