"""How difficulty drives search cost, over thousands of puzzles.

`kernels` is the compiled search, `generator` makes puzzles, `sweeps` runs many solvers on many
puzzles, `charts` draws their tables, `explorer` has sliders for all of it.
"""

from typing import TYPE_CHECKING

from futoshiki_lab.support.extras import load_lazily

if TYPE_CHECKING:
    from futoshiki_lab.explorer.explorer import Explorer as Explorer

__getattr__ = load_lazily(
    __name__, {"explorer": "Explorer"}, "lab", "joblib", "matplotlib", "pandas", "tqdm"
)
