"""Makes puzzles: random ones for experiments, and graded ones with exactly one solution.

    generate(7, "tricky", seed=3)                    # one solution, a chosen level
    generate_batch(100, 7, "tricky")                 # the seeds 0..99, on all cores
    random_puzzle(7, givens=5, signs=12, seed=3)     # any number of solutions, any level
    random_latin_square(7, seed=3)

Read them in this order: `portable_random` (a seed means the same everywhere), `random_puzzles`
(and random Latin squares), `request` (what can be asked for), `unique` (puzzles with one solution).
"""

from futoshiki_lab.explorer.generator.random_puzzles import (
    random_latin_square as random_latin_square,
    random_puzzle as random_puzzle,
    random_puzzles as random_puzzles,
)
from futoshiki_lab.explorer.generator.request import (
    GenerationError as GenerationError,
    Request as Request,
    requested as requested,
)
from futoshiki_lab.explorer.generator.unique import (
    generate as generate,
    generate_batch as generate_batch,
    generate_in_turn as generate_in_turn,
    is_minimal as is_minimal,
)
