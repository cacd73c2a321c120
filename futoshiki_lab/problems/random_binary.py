"""Random problems with constraints between two variables, as studies of search use them."""

from __future__ import annotations

from itertools import combinations, product
from random import Random
from string import ascii_uppercase

from futoshiki_lab.core import Constraint, Problem, PuzzleError

Pair = tuple[int, int]


def random_binary(
    variables: int = 6,
    values: int = 4,
    density: float = 0.6,
    tightness: float = 0.3,
    seed: int = 0,
) -> Problem:
    """A random problem whose constraints say which pairs of values are forbidden.

    It is of model B (Gent, MacIntyre, Prosser, Smith and Walsh 2001): so many pairs of variables
    have a constraint, and each of these forbids so many pairs of values, all equally likely.

    Parameters
    ----------
    variables : how many, 2 to 26; they are called A, B, ...
    values : how many each may take, 2 to 9: 1, 2, ...
    density, tightness : the share of pairs of variables with a constraint, and the share of pairs
        of values that each of these forbids, 0 to 1.
    seed : another one gives another problem.

    Raises
    ------
    PuzzleError : a number is out of its range.
    """
    if not (2 <= variables <= 26 and 2 <= values <= 9):
        raise PuzzleError(f"2 to 26 variables and 2 to 9 values, not {variables} and {values}")
    if not (0 <= density <= 1 and 0 <= tightness <= 1):
        raise PuzzleError(f"density and tightness are from 0 to 1, not {density} and {tightness}")
    random, names = Random(seed), ascii_uppercase[:variables]
    domain = range(1, values + 1)
    pairs, every = [*combinations(names, 2)], [*product(domain, domain)]
    joined = sorted(random.sample(pairs, round(density * len(pairs))))
    forbidden = {pair: random.sample(every, round(tightness * len(every))) for pair in joined}
    constraints = [_forbid(*pair, sorted(some)) for pair, some in forbidden.items() if some]
    name = f"random {variables}x{values} #{seed}"
    return Problem(dict.fromkeys(names, domain), constraints, name=name)


def _forbid(one: str, two: str, pairs: list[Pair]) -> Constraint:
    told, some = ", ".join(f"{a}|{b}" for a, b in pairs), frozenset(pairs)
    return Constraint(one, two, f"not {told} with", lambda a, b: (a, b) not in some)
