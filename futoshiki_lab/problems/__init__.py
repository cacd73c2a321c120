"""Other problems than Futoshiki, each within a page, and random puzzles.

    random_puzzle(7, givens=5, signs=12, seed=3)     # any number of solutions, any level
    random_latin_square(7, seed=3)

`portable_random` makes a seed mean the same everywhere.
"""

from futoshiki_lab.problems.colouring import australia as australia, colour_map as colour_map
from futoshiki_lab.problems.queens import queens as queens
from futoshiki_lab.problems.random_binary import random_binary as random_binary
from futoshiki_lab.problems.random_puzzles import (
    random_latin_square as random_latin_square,
    random_puzzle as random_puzzle,
    random_puzzles as random_puzzles,
)
from futoshiki_lab.problems.sudoku import sudoku as sudoku, sudokus as sudokus
from futoshiki_lab.problems.usa import usa as usa
from futoshiki_lab.problems.zebra import zebra as zebra
