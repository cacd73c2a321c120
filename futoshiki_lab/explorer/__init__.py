"""How difficulty drives search cost, over thousands of puzzles.

`kernels` is the compiled search, `generator` makes puzzles, `sweeps` runs many solvers on many
puzzles, `charts` draws their tables, `explorer` has sliders for all of it.
"""
