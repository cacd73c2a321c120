"""The engine room: the readable search and the ladder of rules compiled. Not for reading.

It repeats, on one array and masks, what the rooms `core` and `logic` say in textbook terms; the
tests compare the two, counter by counter and grade by grade.

The search: `layout` says where everything lies, `bits` is Numba's part; `looks`, `lines` (the look
of whole rows and columns) and `orderings` are the twins; `placing` is the board, `jumping` knows
who is to blame, `exploring` is the search; `arrays` fills the memory, `running` runs a search,
`caching` keeps compiled code on disk. The ladder: `climbing` has the rules, `climber` runs them,
compiled or, where loading that is not worth it, as plain Python with the standard library only.
"""

from importlib import import_module

_FILES = {"knows": "arrays", "COMPILED": "bits", "run": "running"}


def __getattr__(name: str) -> object:
    """Load what needs NumPy when it is first used."""
    if name not in _FILES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_FILES[name]}"), name)
