"""The engine room: the readable search compiled, with the same counts. Not for reading.

`compiled` holds the algorithms and says where what lies, `arrays` fills that in, `running` runs it.
"""

from futoshiki_lab.kernels.arrays import knows as knows
from futoshiki_lab.kernels.compiled import COMPILED as COMPILED
from futoshiki_lab.kernels.running import run as run
