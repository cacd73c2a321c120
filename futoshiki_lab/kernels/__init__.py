"""The engine room: the readable search and the ladder of rules compiled. Not for reading.

It repeats, on one array and masks, what the rooms `core` and `logic` say in textbook terms; the
tests compare the two, counter by counter and grade by grade.

The search: `layout` says where everything lies, `bits` is Numba's part, which also keeps compiled
code on disk; `looks` and `lines` (the look of whole rows and columns) are the twins; `placing` is
the board and the orderings, `exploring` the search, which also knows who is to blame; `running`
fills the memory and runs a search. The ladder: `climbing` has the rules, `climber` runs them,
compiled or, where loading that is not worth it, as plain Python with the standard library only.
"""


def __getattr__(name: str) -> object:
    """Load Numba when somebody asks whether it is there."""
    if name != "COMPILED":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from futoshiki_lab.kernels.bits import COMPILED

    return COMPILED
