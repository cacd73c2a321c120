"""The engine room: the readable search compiled, with the same counts. Not for reading.

`compiled` holds the algorithms and the layout of the memory, `caching` keeps compiled code on disk,
`arrays` fills the memory, `running` runs a search.
"""

from futoshiki_lab.kernels.arrays import knows as knows
from futoshiki_lab.kernels.compiled import COMPILED as COMPILED
from futoshiki_lab.kernels.running import run as run
