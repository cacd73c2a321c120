"""The engine room: the readable search, compiled. Not for reading.

It repeats, on one array and masks, what the room `core` says in textbook terms; the tests compare
the two, counter by counter. `layout` says where everything lies; `looks` and `lines` (the look of
whole rows and columns) are the twins; `placing` is the board and the orderings, `exploring` the
search, which also knows who is to blame; `running` fills the memory and runs a search.
`support/compiling.py` is Numba's part, which also keeps compiled code on disk.
"""
