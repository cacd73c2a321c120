"""Interactive pictures: step through a search, play, move sliders; in a notebook or a page.

    Stepper(trace), Stepper(a, b)      a recorded run, or two side by side
    Play(puzzle)                       the same board, to play on
    predict(question, answer)          a question that keeps its answer until one is given
    Explorer()                         sliders for the kind of puzzle, and what it costs

`stepper` (with `controls`: what is recorded), `player` (with what all of them have in common),
`prediction` (with `answer_kinds`) and `explorer` are the Python sides. `packing` makes
the data for the browser, and `answers` answers what it asks. `browser/` holds what the browser
runs; `export` joins it, and makes players that need no kernel: `stepper.to_html(path)`.
`notebook` makes a page of a notebook:

    python -m futoshiki_lab.widgets NOTEBOOK.ipynb -o OUT.html
"""

from typing import TYPE_CHECKING

from futoshiki_lab.support.extras import need
from futoshiki_lab.widgets.driving import Drive as Drive
from futoshiki_lab.widgets.player import Play as Play
from futoshiki_lab.widgets.prediction import Prediction as Prediction, predict as predict
from futoshiki_lab.widgets.stepper import Stepper as Stepper

if TYPE_CHECKING:
    from futoshiki_lab.widgets.explorer import Explorer as Explorer


def __getattr__(name: str) -> object:
    if name != "Explorer":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    need(name, "lab", "joblib", "matplotlib", "pandas", "tqdm")
    from futoshiki_lab.widgets.explorer import Explorer  # with pandas and Matplotlib

    return Explorer
