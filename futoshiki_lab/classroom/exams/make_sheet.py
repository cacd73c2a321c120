"""`questions`: from a puzzle, a run or a size, kinds and a seed to a sheet of questions."""

from __future__ import annotations

import warnings
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count as count_from
from math import inf
from typing import Any

# Each of these adds its kinds, in this order.
import futoshiki_lab.classroom.exams.about_conflicts  # noqa: F401
import futoshiki_lab.classroom.exams.about_looks  # noqa: F401
import futoshiki_lab.classroom.exams.about_orderings  # noqa: F401
import futoshiki_lab.classroom.exams.about_rules  # noqa: F401
import futoshiki_lab.classroom.exams.about_search  # noqa: F401
from futoshiki_lab.classroom.exams.kinds import KINDS, TERMS, Kind
from futoshiki_lab.classroom.exams.question import Question
from futoshiki_lab.classroom.exams.runs import Source
from futoshiki_lab.classroom.exams.secret import mix
from futoshiki_lab.classroom.exams.sheet import Sheet
from futoshiki_lab.core import Problem, Puzzle, parse_settings, run, unknown, whole_number
from futoshiki_lab.problems import random_puzzle
from futoshiki_lab.problems.portable_random import PortableRandom
from futoshiki_lab.reasons.ladder import solutions
from futoshiki_lab.support.phrases import listed
from futoshiki_lab.support.progress import with_bar
from futoshiki_lab.trace import Trace

About = Problem | Trace | int
SMALLEST, LARGEST = 4, 9  # enough states for many sheets, and room to write domains
TRIED = 10_000  # nodes until a problem is taken for one that may have a solution
PUZZLES, RUNS = 200, 12  # how many are tried for one question
FEW_TO_MAKE = 3  # questions that are made without a bar: a check's outputs stay where they are
AIMS, FEW = 7, 20  # numbers that are drawn for a question; how bad it is to have few choices
BY_HAND = (1, 40)  # moves of a drive, or of a question that takes AC-3, unless others are asked for
ALL = "all"
NO_STATE = (
    "; their runs have no state that it asks about, or none with choices and as long as wanted"
)
NO_SECRET = "Made without a secret: anyone who has futoshiki_lab can make this key from the seed"


def questions(
    puzzle: About | Sequence[About] = 4,
    kind: str | Iterable[str] = ALL,
    seed: int = 0,
    count: int | None = None,
    *,
    minutes: int | None = None,
    moves: tuple[int, int] | None = None,
    title: str = "",
    course: str = "",
    date: str = "",
    points: int | None = None,
    choices: bool = True,
    secret: bytes = b"",
    **settings: Any,
) -> Sheet:
    """Make questions with keys from recorded runs. The same seed gives the same sheet everywhere.

    A kind of which there is nothing (or nothing more) to ask about the puzzle is left out, with a
    warning that names it and says how many questions of it there are.

        questions(4, "removals", seed=7, count=5)        # a Sheet: shows itself in a notebook
        questions(4, seed=7).save("sheet.html")          # to print, with sheet-key.html beside it
        questions(puzzle, ["next_cell", "removals"], look=my_look, select="mrv")
        questions(4, seed=7).versions(30).save("exam.html")   # thirty sheets, answers in one table
        questions(4, "drive", seed=7).save("drive.html")      # a page in which they are the search

    Parameters
    ----------
    puzzle : the puzzle of all questions, or any `Problem`, about which most kinds can ask too; or a
        recorded run, which they are then about; or a size from 4 to 9: each question then has a
        random puzzle of its own. Of several the questions take turns.
    kind : the name of a kind, several names, or "all"; `KINDS` has them with their titles. Several
        kinds take turns. A "drive", a search that the learner drives, is not among "all": it is
        for a notebook or a page, not for paper.
    seed : any whole number; another one gives another sheet.
    count : how many questions; by default one of each kind.
    minutes : instead of a count: as many questions as can be done by hand in this time.
    moves : how long a question may be, from and to; by default a drive, or AC-3, takes
        at most 40 moves.
    title, course, date : what stands at the top.
    points : of each question, or of each part of one; by default none are written.
    secret : the instructor's. The sheet then shows an identifier, and without the secret nobody
        can make its key from the seed. `exams.secret.read_secret()` reads one.
    choices : whether there are choices on paper; without them there is room for an answer.
    settings : `look`, `select`, `order`, `root`, `jump` of the searches that are asked about, names
        or functions as `record` takes them. What is not given is chosen for each question.

    Raises
    ------
    TypeError, ValueError : something else than a puzzle, a run or a size, an unknown kind or
        setting, a number out of its range, or no question of any of the kinds can be asked.
    """
    every: list[Any] = [*puzzle] if isinstance(puzzle, list | tuple) else [puzzle]
    owns = [_check_settings(one, settings) for one in every]
    seed = whole_number("the seed", seed)
    boards = [_check_board(one.puzzle if isinstance(one, Trace) else one) for one in every]
    names = _check_kinds(kind, any(not isinstance(one, Puzzle | int) for one in boards))
    most: float = len(names) if count is None else whole_number("the count", count, 1)
    time = inf if minutes is None else whole_number("the minutes", minutes, 1)
    most = most if minutes is None or count else inf
    if moves and not 0 <= moves[0] <= moves[1]:
        raise ValueError(f"moves are two numbers, the smaller one first, not {moves!r}")
    points = None if points is None else whole_number("the points", points, 1)
    unsolved = [one for one in boards if isinstance(one, Problem) and not _has_solution(one)]
    note = ". ".join(f"{one!r} has no solution" for one in unsolved)
    if note:
        warnings.warn(note, stacklevel=2)
    drawn = mix(seed, secret)
    asked, left_out, turns = list[Question](), list[str](), deque(names)
    used = list[Problem | int]()
    about = deque((board, own, dict[Any, Trace]()) for board, own in zip(boards, owns, strict=True))

    def fits(made: Question) -> bool:
        """Whether it is as long as asked for, and not on the sheet yet."""
        for _, one in made.numbered:
            least, most = moves or (BY_HAND if TERMS["ac3"] in one.rules or one.run else (0, inf))
            if not least <= one.difficulty.moves <= most:
                return False
        return not any((made.text, made.asks) == (one.text, one.asks) for one in asked)

    bar = FEW_TO_MAKE < most < inf
    for number in with_bar(count_from(0), " questions", int(most)) if bar else count_from(0):
        if not turns or len(asked) == most:
            break
        name = turns.popleft()
        random = PortableRandom(f"question {name} #{drawn}.{number}")
        longest, aims = (moves or BY_HAND)[1], tuple(random.random() for _ in range(AIMS))
        found = None
        for board, own, recorded in [*about]:  # the next one of which there is such a question
            about.rotate(-1)
            sources = (
                Source(one, random, KINDS[name], own, kept, longest, aims)
                for one in _give_puzzles(board, KINDS[name], random)
                for kept in (recorded if one is board else dict[Any, Trace](),)
            )
            if found := _make_question(name, sources, fits, asked):
                break
        if found:
            if found.minutes <= time:
                asked.append(found)
                used.append(board)
                time -= found.minutes
                turns.extend([name] * (most != len(names) or count is not None))
        else:
            left_out.append(name)
    if left_out:
        given = Counter(question.kind for question in asked)
        told = listed(f"{name} ({given[name]})" for name in dict.fromkeys(left_out)) + NO_STATE
        what = [
            repr(one) if isinstance(one, Problem) else f"boards of size {one}" for one in boards
        ]
        if not asked and not minutes:
            raise ValueError(f"no question can be asked about {listed(what)}: {told}")
        warnings.warn(
            f"left out: there is no other question about {listed(what)}: {told}", stacklevel=2
        )
    heads: dict[str, Any] = {"course": course, "date": date, "points": points, "choices": choices}
    heads |= {"secret": secret}
    same = {"count": count, "minutes": minutes, "moves": moves, "title": title, **heads, **settings}
    note = ". ".join(filter(None, (note, "" if secret else NO_SECRET)))
    again = partial(questions, puzzle, names, **same)
    how = {"run": own} if isinstance(own := owns[0], Trace) else {**own, "moves": moves}
    about_them = [one for one in boards if any(one is other for other in used)] or boards
    if rest := [repr(one) for one in boards if not any(one is other for other in about_them)]:
        warnings.warn(f"no question is about {listed(rest)}: ask for more", stacklevel=2)
    shown = about_them[0] if len(about_them) == 1 else tuple(about_them)
    return Sheet(tuple(asked), shown, tuple(names), seed, how, again, note, title, **heads)


def _check_board(board: Any) -> Problem | int:
    if not isinstance(board, Problem):
        return whole_number("the size", board, SMALLEST, LARGEST, " or a puzzle")
    if board.contradiction:
        raise ValueError(f"no question can be asked about {board!r}: {board.contradiction}")
    if isinstance(board, Puzzle) and not SMALLEST <= board.size <= LARGEST:
        raise ValueError(f"questions are about boards of size {SMALLEST} to {LARGEST}")
    return board


def _has_solution(problem: Problem) -> bool:
    if isinstance(problem, Puzzle):
        return bool(solutions(problem))
    tried = parse_settings("mac", select="mrv", node_limit=TRIED)
    return run(problem, tried).outcome != "unsatisfiable"


def _check_kinds(kind: str | Iterable[str], anywhere: bool) -> list[str]:
    """The kinds that are meant; `anywhere`: of those that ask about any problem."""
    may = {name: one for name, one in KINDS.items() if one.anywhere or not anywhere}
    on_paper = [name for name in may if not may[name].driven]
    if isinstance(kind, str):
        names = on_paper if kind == ALL else [kind]
    elif not isinstance(kind, Iterable):
        raise ValueError(f"a kind is a name, or several, such as 'removals', not {kind!r}")
    else:
        names = list(kind)
    if others := [name for name in names if name not in KINDS]:
        raise ValueError(unknown("kind of question", others[0], (*KINDS, ALL)))
    if others := [name for name in names if name not in may]:
        raise ValueError(
            f"{others[0]!r} asks about a Futoshiki only; about any problem: {listed(may)}"
        )
    if not names:
        raise ValueError("no kind of question is named")
    return names


def _check_settings(puzzle: About, settings: Mapping[str, Any]) -> Mapping[str, Any] | Trace:
    known = ("look", "select", "order", "root", "jump")
    if others := [name for name in settings if name not in known]:
        raise ValueError(unknown("setting", others[0], known))
    if isinstance(puzzle, Trace):
        if settings:
            raise ValueError(f"a recorded run has its settings: leave out {listed(settings)}")
        return puzzle
    given = {name: one for name, one in settings.items() if one is not None}
    parse_settings(**{"select": "legal_mrv" if given.get("look") == "bt" else "mrv"} | given)
    return given


def _make_question(
    kind: str, sources: Iterable[Source], fits: Callable[[Question], bool], asked: list[Question]
) -> Question | None:
    """One question that fits, nearest to what is aimed at, if possible with no hint; or None."""
    best, least = None, inf
    for tried, source in enumerate(sources):
        if best and tried > KINDS[kind].spare:
            break
        for draft in KINDS[kind].make(source):
            made = draft.finish(kind, source.random, source.aims[1:])
            if made and fits(made):
                counts = made.run and made.run.counts
                dull = counts and counts.nodes == counts.accepted  # no value fails
                told = any(_tell(made, one) for one in asked)
                off = made.off + FEW * (told + (len(made.choices) in (2, 3) or bool(dull)))
                if off < least:
                    best, least = made, off
                if not off:
                    return made
    return best


def _tell(one: Question, other: Question) -> bool:
    """Whether the board of one shows what the other asks: both are on one way of a search."""
    known = one.shown.puzzle.givens.items()
    first, second = ({*made.shown.values.items()} - known for made in (one, other))
    same = one.shown.puzzle == other.shown.puzzle and first and second
    return bool(same) and (first <= second or second <= first)


def _give_puzzles(puzzle: Problem | int, kind: Kind, random: PortableRandom) -> Iterator[Problem]:
    """The puzzle, once for each run of it, or random ones of a size."""
    if isinstance(puzzle, Problem):
        yield from [puzzle] * RUNS
        return
    n, places = puzzle, 2 * puzzle * (puzzle - 1)
    least = n * n // 4 if n > 5 else 0  # on a large empty board a look changes too much to follow
    for _ in range(PUZZLES):
        givens = random.below(n) + least
        if kind.few:
            givens = max(n * n // 3, n * n - 12) + random.below(n + 3)
        if kind.few and n > 5:  # in a wider cell more values fail: few cells are enough
            givens = n * n - 3 - random.below(5)
        if kind.driven:  # its run ends within minutes
            givens = n * n - 4 - random.below(n + 2)
        signs = min(places, n + random.below(n + 3))
        yield random_puzzle(n, givens, signs, random.below(10**6))
