"""Puzzles made by chance.

    generate(7, "tricky", seed=3)                    # one solution, of a level
    generate_batch(100, 7, "tricky")                 # of the seeds 0..99, on all cores
    random_puzzle(7, givens=5, signs=12, seed=3)     # whatever comes, for experiments
    random_latin_square(7, seed=3)

What is in here: `chance` (repeatable chance), `latin` (Latin squares), `random_puzzles`; `wishes`
(what may be asked for), `clues` (leaving them out one by one), `unique` (puzzles with one
solution) and `batch` (many of them).
"""

from futoshiki_lab.generator.batch import generate_batch
from futoshiki_lab.generator.latin import random_latin_square
from futoshiki_lab.generator.random_puzzles import random_puzzle, random_puzzles
from futoshiki_lab.generator.unique import generate, is_minimal
from futoshiki_lab.generator.wishes import GenerationError

__all__ = [
    "GenerationError",
    "generate",
    "generate_batch",
    "is_minimal",
    "random_latin_square",
    "random_puzzle",
    "random_puzzles",
]
