"""A recorded run to step through, in a notebook or on a page: `Stepper`.

    Stepper(trace), Stepper(a, b)      a recorded run, or two side by side

`stepper` (with `controls`: what is recorded) and `player` (what all that lives in a page has in
common) are the Python side. `packing` (with `packing_problems`) makes the data for the browser.
`browser/` holds what the browser runs; `export` joins it, and `pages` makes players that need no
kernel: `stepper.to_html(path)`.
"""

from futoshiki_lab.stepper.stepper import Stepper as Stepper
