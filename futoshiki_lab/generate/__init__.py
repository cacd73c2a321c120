"""Puzzles made by chance.

    random_puzzle(7, givens=5, signs=12, seed=3)     # whatever comes, for experiments
    random_latin_square(7, seed=3)

What is in here: `chance` (repeatable chance), `latin` (Latin squares), `random_puzzles`.
"""

from futoshiki_lab.generate.latin import random_latin_square
from futoshiki_lab.generate.random_puzzles import random_puzzle, random_puzzles

__all__ = ["random_latin_square", "random_puzzle", "random_puzzles"]
