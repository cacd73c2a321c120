"""Many puzzles with one solution, made on all cores."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter

from futoshiki_lab.core import Puzzle
from futoshiki_lab.generator.chance import whole
from futoshiki_lab.generator.unique import generate
from futoshiki_lab.generator.wishes import GenerationError, Number, wish

ALONE_SECONDS = 1.0  # of work, from which is told how much is left
WORTH_SECONDS = 3.0  # of work left, for which workers are called in: they need as long to start
BAR_DELAY = 0.5  # seconds before a bar is shown

Make = Callable[[int], Puzzle]  # a seed's puzzle


def generate_batch(
    count: int,
    n: int,
    level: str = "Easy",
    *,
    givens: Number = None,
    signs: Number = None,
    symmetric: bool = False,
    minimal: bool = False,
    seed: int = 0,
    attempts: int | None = None,
    jobs: int | None = None,
    progress: bool = True,
) -> list[Puzzle]:
    """Make the puzzles that `generate` makes of the seeds seed, seed+1, ..., on several cores.

    Parameters
    ----------
    count : how many.
    n, level, givens, signs, symmetric, minimal, attempts : as in `generate`, for each puzzle.
    seed : of the first one. Which puzzles come does not depend on `jobs`.
    jobs : how many processes share the work; -1 is one for each core, 1 is this process alone.
        None: as `joblib.parallel_config` says, which may name a Dask cluster; else one each core.
        What takes a few seconds alone is done alone: to start processes takes longer.
    progress : whether a bar shows how far it is, if it takes longer than half a second.

    Returns
    -------
    The puzzles, in the order of their seeds. Different seeds give different puzzles where there are
    many; of a small board they may repeat.

    Raises
    ------
    ValueError : something that was asked for makes no sense.
    GenerationError : some puzzle does not exist or was not found; it says which.
    """
    from tqdm.auto import tqdm

    settings = {"givens": givens, "signs": signs, "symmetric": symmetric, "minimal": minimal}
    wish(n, level, **settings)
    if jobs is not None and (isinstance(jobs, bool) or not isinstance(jobs, int) or jobs == 0):
        raise ValueError(f"jobs must be a number of processes, or -1 for all cores, not {jobs!r}")
    seed = whole("the seed", seed)
    seeds = range(seed, seed + whole("the count", count, 0))
    make = partial(_made, seeds, partial(generate, n, level, attempts=attempts, **settings))
    bar = {"total": len(seeds), "unit": " puzzles", "delay": BAR_DELAY, "disable": not progress}
    return list(tqdm(_in_turn(seeds, make, jobs), **bar))


def _made(seeds: range, make: Callable[..., Puzzle], seed: int) -> Puzzle:
    try:
        return make(seed=seed)
    except GenerationError as error:
        place = f"puzzle {seed - seeds.start + 1} of {len(seeds)} (seed {seed})"
        raise GenerationError(f"{place}: {error}") from None


def _in_turn(seeds: range, make: Make, jobs: int | None) -> Iterator[Puzzle]:
    """Make them here and now for a while, and what is left then with joblib's workers."""
    begun = perf_counter()
    for index, seed in enumerate(seeds):
        so_far = perf_counter() - begun
        left = so_far / index * (len(seeds) - index) if index else 0
        if jobs != 1 and so_far > ALONE_SECONDS and left > WORTH_SECONDS:
            yield from _with_workers(seeds[index:], make, jobs)
            return
        yield make(seed)


def _with_workers(seeds: range, make: Make, jobs: int | None) -> Iterator[Puzzle]:
    import joblib
    from joblib.parallel import get_active_backend

    n_jobs = jobs or get_active_backend()[1] or -1
    made = joblib.Parallel(n_jobs, return_as="generator")(
        joblib.delayed(make)(seed) for seed in seeds
    )
    try:
        yield from made
    finally:
        with warnings.catch_warnings():  # joblib's, that nobody wants the rest
            warnings.simplefilter("ignore")
            made.close()
