"""Problems beside Futoshiki, each within a page: colouring a map, n queens, Sudoku, random ones."""

from futoshiki_lab.problems.colouring import australia as australia, colour_map as colour_map
from futoshiki_lab.problems.queens import queens as queens
from futoshiki_lab.problems.random_binary import random_binary as random_binary
from futoshiki_lab.problems.sudoku import sudoku as sudoku, sudokus as sudokus
