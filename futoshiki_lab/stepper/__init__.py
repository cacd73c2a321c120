"""Watch a search think: `Stepper(trace)` in a notebook, `Stepper(a, b)` side by side.

`widget` is the Python side, `stepper.js` and `stepper.css` what the browser runs, `export` makes
players that need no kernel: `stepper.to_html(path)`, and for a whole notebook

    python -m futoshiki_lab.stepper NOTEBOOK.ipynb -o OUT.html
"""

from futoshiki_lab.stepper.widget import Stepper

__all__ = ["Stepper"]
