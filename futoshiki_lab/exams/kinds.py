"""`questions`: from a puzzle or a size, a kind and a seed to a sheet of questions."""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count as count_from

from futoshiki_lab.core import Puzzle, unknown, whole_number
from futoshiki_lab.exams import about_arcs, about_logic, about_looks, about_orderings, about_search
from futoshiki_lab.exams.moments import Draft, Source
from futoshiki_lab.exams.sheet import Question, Sheet
from futoshiki_lab.generator import random_puzzle
from futoshiki_lab.generator.portable_random import PortableRandom

Maker = Callable[[Source], Iterator[Draft]]
SMALLEST, LARGEST = 4, 9  # enough states for many sheets, and room to write domains
PUZZLES, RUNS = 150, 12  # how many are tried for one question

# Each kind with its title; the order is the one in which a sheet of all kinds asks them.
KINDS: dict[str, tuple[str, Maker]] = {
    "domain": ("a domain after an assignment", about_looks.domain),
    "removals": ("the values that a look removes", about_looks.removals),
    "reasons": ("the constraint because of which a value is removed", about_looks.reasons),
    "checks": ("how many checks a look takes", about_looks.checks),
    "arcs": ("is it arc consistent, and if not, the first arc that fails", about_arcs.arcs),
    "ac3": ("AC-3 run to the end", about_arcs.ac3),
    "mrv": ("the cell that MRV selects next", about_orderings.mrv),
    "mrv_degree": ("the cell that MRV with the degree selects next", about_orderings.mrv_degree),
    "dom_wdeg": ("the cell that dom_wdeg selects next", about_orderings.dom_wdeg),
    "lcv": ("the values in the order of LCV", about_orderings.lcv),
    "next_node": ("the next node", about_search.next_node),
    "dead_end": ("the node after a dead end", about_search.dead_end),
    "jump": ("where a jump goes", about_search.jump),
    "tree": ("the search tree to the first solution", about_search.tree),
    "valid": ("is this deduction valid", about_logic.valid),
    "rule": ("which rule a deduction uses", about_logic.rule),
}
ALL = "all"


def questions(
    puzzle: Puzzle | int = 4,
    kind: str | Iterable[str] = ALL,
    seed: int = 0,
    count: int | None = None,
) -> Sheet:
    """Make questions with keys from recorded runs. The same seed gives the same sheet everywhere.

    A kind of which there is nothing (or nothing more) to ask about the puzzle is left out, with a
    warning that names it.

        questions(4, "removals", seed=7, count=5)        # a Sheet: shows itself in a notebook
        questions(4, seed=7).save("sheet.html")          # to print, with sheet-key.html beside it

    Parameters
    ----------
    puzzle : the puzzle of all questions, or a size from 4 to 9: each question then has a random
        puzzle of its own.
    kind : the name of a kind, several names, or "all"; `KINDS` has them with their titles. Several
        kinds take turns.
    seed : any whole number; another one gives another sheet.
    count : how many questions; by default one of each kind.

    Raises
    ------
    TypeError, ValueError : something else than a puzzle or a size, an unknown kind, a number out of
        its range, or no question of any of the kinds can be asked about this puzzle.
    """
    names = _check_kinds(kind)
    seed = whole_number("the seed", seed)
    most = len(names) if count is None else whole_number("the count", count, 1)
    if not isinstance(puzzle, Puzzle):
        puzzle = whole_number("the size", puzzle, SMALLEST, LARGEST)
    elif not SMALLEST <= puzzle.size <= LARGEST:
        raise ValueError(f"questions are about boards of size {SMALLEST} to {LARGEST}")
    asked, left_out = list[Question](), list[str]()
    turns = deque(names)
    for number in count_from(0):
        if not turns or len(asked) == most:
            break
        name = turns.popleft()
        if found := _make_question(puzzle, name, f"{name} #{seed}.{number}", asked):
            asked.append(found)
            turns.extend([name] * (count is not None))
        else:
            left_out.append(name)
    if left_out:
        about = puzzle if isinstance(puzzle, Puzzle) else f"boards of size {puzzle}"
        kinds = f"of the kind{'s' * (len(left_out) > 1)} {', '.join(left_out)} about {about!r}"
        if not asked:
            raise ValueError(f"no question {kinds}")
        warnings.warn(f"left out: there is no other question {kinds}", stacklevel=2)
    return Sheet(tuple(asked), puzzle, tuple(names), seed)


def _check_kinds(kind: str | Iterable[str]) -> list[str]:
    names = ([*KINDS] if kind == ALL else [kind]) if isinstance(kind, str) else list(kind)
    for name in names:
        if name not in KINDS:
            raise ValueError(unknown("kind of question", name, (*KINDS, ALL)))
    if not names:
        raise ValueError("no kind of question is named")
    return names


def _make_question(
    puzzle: Puzzle | int, kind: str, seed: str, before: Sequence[Question]
) -> Question | None:
    """One question that is not on the sheet yet; None if there is none."""
    title, make = KINDS[kind]
    random = PortableRandom(f"question {seed}")
    for board in _give_puzzles(puzzle, kind, random):
        for draft in make(Source(board, random)):
            made = draft.finish(kind, title, random)
            if made and all((made.text, made.asks) != (one.text, one.asks) for one in before):
                return made
    return None


def _give_puzzles(puzzle: Puzzle | int, kind: str, random: PortableRandom) -> Iterator[Puzzle]:
    """The puzzle, once for each run of it, or random ones of a size."""
    if isinstance(puzzle, Puzzle):
        yield from [puzzle] * RUNS
        return
    n, places = puzzle, 2 * puzzle * (puzzle - 1)
    least = n * n // 4 if n > 5 else 0  # on a large empty board a look changes too much to follow
    for _ in range(PUZZLES):
        givens = random.below(n) + (max(n * n // 3, n * n - 12) if kind == "tree" else least)
        if kind == "tree" and n > 5:  # in a wider cell more values fail: few cells are enough
            givens = n * n - 3 - random.below(5)
        signs = min(places, n + random.below(n + 3))
        yield random_puzzle(n, givens, signs, random.below(10**6))
