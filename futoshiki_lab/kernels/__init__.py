"""The engine room: the readable search compiled, with the same counts. Not for reading.

It repeats, on one array and masks, what the room `core` says in textbook terms; the tests compare
the two, counter by counter. `layout` says where everything lies, `bits` is Numba's part; `looks`,
`lines` (the look of whole rows and columns) and `orderings` are the twins; `placing` is the board,
`jumping` knows who is to blame, `exploring` is the search; `arrays` fills the memory, `running`
runs a search, `caching` keeps compiled code on disk.
"""

from futoshiki_lab.kernels.arrays import knows as knows
from futoshiki_lab.kernels.bits import COMPILED as COMPILED
from futoshiki_lab.kernels.running import run as run
