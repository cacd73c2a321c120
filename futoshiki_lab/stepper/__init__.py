"""Boards in the browser: watch a search think, or play.

    Stepper(trace), Stepper(a, b)      a recorded run, or two side by side
    Play(puzzle)                       the same board, to play on

`widget` and `play` are their Python sides, `browser/` holds what the browser runs, `parts` joins
it, `export` makes players that need no kernel: `stepper.to_html(path)`, and for a whole notebook

    python -m futoshiki_lab.stepper NOTEBOOK.ipynb -o OUT.html
"""

from futoshiki_lab.stepper.play import Play
from futoshiki_lab.stepper.widget import Stepper

__all__ = ["Play", "Stepper"]
