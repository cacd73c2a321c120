"""One command: a notebook in, a page out whose boards play with no kernel and no network.

python -m futoshiki_lab.classroom.pages NOTEBOOK.ipynb -o OUT.html, or OUT.slides.html for slides
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from futoshiki_lab.core import PuzzleError
from futoshiki_lab.support.extras import need
from futoshiki_lab.support.phrases import printable


def main(arguments: list[str] | None = None) -> int:
    """Run the command.

    Returns
    -------
    The exit code: 0 if the page was written, 1 if a cell ended in an error, 2 if the notebook
    cannot be read or the page cannot be written, 130 after Ctrl-C.
    """
    parser = argparse.ArgumentParser(
        prog="python -m futoshiki_lab.classroom.pages",
        description="Run a notebook and write it as a page in which its boards play.",
    )
    parser.add_argument("notebook", type=Path, help="the notebook; it is not changed")
    page = "the page, by default NOTEBOOK.html; NAME.slides.html for slides; several are one run"
    parser.add_argument("-o", "--out", type=Path, action="append", help=page)
    parser.add_argument("--timeout", type=int, default=600, help="seconds that a cell may take")
    parser.add_argument("--reveal", action="store_true", help="show the answers of all questions")
    silent = "tell a page that frames this one nothing of what is answered"
    parser.add_argument("--no-report", action="store_true", help=silent)
    options = parser.parse_args(arguments)
    outs = options.out or [options.notebook.with_suffix(".html")]
    try:
        what = ("jinja2", "math_core", "nbclient", "nbconvert")
        need("a page of a notebook", "notebooks", *what)
        # With Jupyter: it takes long.
        from futoshiki_lab.classroom.pages.notebook import notebook_to_html

        how: dict[str, Any] = {"timeout": options.timeout, "reveal": options.reveal}
        how["report"] = not options.no_report
        players, left_out = notebook_to_html(options.notebook, *outs, **how)
    except PuzzleError as error:  # it names the file
        why, code = str(error), 2
    except KeyboardInterrupt:
        why, code = "interrupted", 130
    except Exception as error:  # in a cell; or Jupyter lacks the notebook's kernel
        why = " ".join(str(error).split()) or type(error).__name__
        why, code = f"{printable(str(options.notebook))}: {why}", 1
    else:
        for address in left_out:
            why = f"left out, as it is not in the page: {printable(address)}"
            print(f"{outs[-1]}: {why}", file=sys.stderr)
        for out in outs:
            print(f"{out}: {players} player{'s' * (players != 1)}")
        return 0
    print(why, file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
