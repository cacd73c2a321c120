"""Many puzzles with one solution, on one core or several."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from futoshiki_lab.core import Puzzle
from futoshiki_lab.generator.portable_random import seeds_from
from futoshiki_lab.generator.request import Amount, GenerationError, Request, requested
from futoshiki_lab.generator.unique import generated
from futoshiki_lab.support.extras import need
from futoshiki_lab.support.progress import in_processes, progress_bar


def generate_batch(
    count: int,
    n: int,
    level: str = "Easy",
    *,
    givens: Amount = None,
    signs: Amount = None,
    symmetric: bool = False,
    minimal: bool = False,
    seed: int = 0,
    attempts: int | None = None,
    jobs: int | None = None,
    progress: bool = True,
) -> list[Puzzle]:
    """Make the puzzles of the seeds seed, seed+1, ... as `generate` does.

    A thousand small puzzles take a few seconds.

    Parameters
    ----------
    count : how many puzzles.
    n, level, givens, signs, symmetric, minimal, attempts : as in `generate`, for each puzzle.
    seed : the seed of the first one. The puzzles do not depend on `jobs`.
    jobs : how many processes share the work; -1 is one for each core, 1 is this process alone.
        None: as `joblib.parallel_config` says, which may name a Dask cluster; else this process.
        Others take seconds to start: they pay for many large puzzles.
    progress : whether a bar shows how far it is, if it takes longer than half a second.

    Returns
    -------
    The puzzles, in the order of their seeds; after Ctrl-C those that were made until then.
    Different seeds usually give different puzzles; on small boards, puzzles may repeat.

    Raises
    ------
    ValueError : a parameter makes no sense.
    GenerationError : a puzzle does not exist or was not found; the message says which.
    """
    need("generate_batch", "lab", "tqdm")
    request = requested(n, level, givens, signs, symmetric, minimal)
    puzzles = generate_in_turn(request, count, seed, attempts, jobs)
    made: list[Puzzle] = []
    with suppress(KeyboardInterrupt):
        made.extend(progress_bar(puzzles, shown=progress, total=count, unit=" puzzles"))
    return made


def generate_in_turn(
    request: Request,
    count: int,
    seed: int = 0,
    attempts: int | None = None,
    jobs: int | None = None,
) -> Iterator[Puzzle]:
    """Yield each puzzle of a batch, in the order of the seeds, as soon as it is made.

    Parameters
    ----------
    request : the settings of `generate`, as `requested` returns them.
    count, seed, attempts, jobs : as in `generate_batch`; without joblib, `jobs` is 1.

    Raises
    ------
    ValueError : `count`, `seed` or `jobs` makes no sense; raised at once.
    GenerationError : a puzzle was not found; those before it were yielded.
    """
    if jobs is not None and (isinstance(jobs, bool) or not isinstance(jobs, int) or jobs == 0):
        raise ValueError(f"jobs must be a number of processes, or -1 for all cores, not {jobs!r}")
    seeds = seeds_from(seed, count)
    if jobs is None:  # whoever configures joblib has loaded it
        joblib = sys.modules.get("joblib")
        jobs = joblib.parallel.get_active_backend()[1] if joblib else 1
    make = partial(_made, request, attempts, seeds)
    if jobs in (None, 1):
        return map(make, seeds)
    return in_processes(make, seeds, jobs, return_as="generator")


def _made(request: Request, attempts: int | None, seeds: range, seed: int) -> Puzzle:
    try:
        return generated(request, seed, attempts)
    except GenerationError as error:
        place = f"puzzle {seed - seeds.start + 1} of {len(seeds)} (seed {seed})"
        raise GenerationError(f"{place}: {error}") from None
