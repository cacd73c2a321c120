"""Makes graded puzzles with exactly one solution, from random ones (`problems/random_puzzles`).

    generate(7, "tricky", seed=3)                    # one solution, a chosen level
    generate_batch(100, 7, "tricky")                 # the seeds 0..99, on all cores

Read `request` (what can be asked for) before `unique` (puzzles with one solution).
"""

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
