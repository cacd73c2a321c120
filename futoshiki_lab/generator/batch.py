"""Many puzzles with one solution, made on all cores."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter

from futoshiki_lab.core import Puzzle
from futoshiki_lab.generator.portable_random import seeds_from
from futoshiki_lab.generator.request import Amount, GenerationError, Request, requested
from futoshiki_lab.generator.unique import generated
from futoshiki_lab.support.extras import need
from futoshiki_lab.support.parallel import in_processes
from futoshiki_lab.support.progress import progress_bar

ALONE_SECONDS = 1.0  # of work here first, to estimate how long the rest takes
WORTH_SECONDS = 3.0  # of work left make workers worth their start, which takes as long

Make = Callable[[int], Puzzle]  # a seed's puzzle


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
    """Make the puzzles of the seeds seed, seed+1, ... as `generate` does, on several cores.

    Parameters
    ----------
    count : how many puzzles.
    n, level, givens, signs, symmetric, minimal, attempts : as in `generate`, for each puzzle.
    seed : the seed of the first one. The puzzles do not depend on `jobs`.
    jobs : how many processes share the work; -1 is one for each core, 1 is this process alone.
        None: as `joblib.parallel_config` says, which may name a Dask cluster; else one for each
        core. Work of a few seconds is done in this process: starting others would take longer.
    progress : whether a bar shows how far it is, if it takes longer than half a second.

    Returns
    -------
    The puzzles, in the order of their seeds. Different seeds usually give different puzzles; on
    small boards, puzzles may repeat.

    Raises
    ------
    ValueError : a parameter makes no sense.
    GenerationError : a puzzle does not exist or was not found; the message says which.
    """
    need("generate_batch", "lab", "tqdm")
    request = requested(n, level, givens, signs, symmetric, minimal)
    puzzles = generate_in_turn(request, count, seed, attempts, jobs)
    return list(progress_bar(puzzles, shown=progress, total=count, unit=" puzzles"))


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
    return _in_turn(partial(_made, request, attempts, seeds), seeds, jobs)


def _in_turn(make: Make, seeds: range, jobs: int | None) -> Iterator[Puzzle]:
    """Make puzzles here for a while, then the rest with joblib's workers if that is faster."""
    start = perf_counter()
    for index, seed in enumerate(seeds):
        begun = perf_counter()
        yield make(seed)
        # The last one alone: the first ones may have waited for the compiled ladder.
        left = (perf_counter() - begun) * (len(seeds) - index - 1)
        if jobs != 1 and left > WORTH_SECONDS and begun - start > ALONE_SECONDS:
            yield from _with_workers(make, seeds[index + 1 :], jobs)
            return


def _with_workers(make: Make, seeds: range, jobs: int | None) -> Iterator[Puzzle]:
    try:
        from joblib.parallel import get_active_backend
    except ImportError:
        yield from map(make, seeds)
        return
    n_jobs = jobs or get_active_backend()[1] or -1
    yield from in_processes(make, seeds, n_jobs, return_as="generator")


def _made(request: Request, attempts: int | None, seeds: range, seed: int) -> Puzzle:
    try:
        return generated(request, seed, attempts)
    except GenerationError as error:
        place = f"puzzle {seed - seeds.start + 1} of {len(seeds)} (seed {seed})"
        raise GenerationError(f"{place}: {error}") from None
