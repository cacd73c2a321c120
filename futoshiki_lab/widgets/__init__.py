"""Pictures that move: watch a search think, play, turn sliders; in a notebook or a plain page.

    Stepper(trace), Stepper(a, b)      a recorded run, or two side by side
    Play(puzzle)                       the same board, to play on
    Explorer()                         sliders for the kind of puzzle, and what it costs

`widget`, `play` and `explorer` are their Python sides, `browser/` holds what the browser runs,
`bundle` joins it, `export` makes players that need no kernel: `stepper.to_html(path)`, and for a
whole notebook

    python -m futoshiki_lab.widgets NOTEBOOK.ipynb -o OUT.html
"""

from futoshiki_lab.widgets.explorer import Explorer
from futoshiki_lab.widgets.play import Play
from futoshiki_lab.widgets.widget import Stepper

__all__ = ["Explorer", "Play", "Stepper"]
