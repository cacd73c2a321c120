"""Questions about a learner's own function: whoever has understood it can say what it does next."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import update_wrapper
from inspect import isfunction
from traceback import walk_tb
from typing import TYPE_CHECKING, Any
from zlib import crc32

from futoshiki_lab.classroom.exams.boards import compare
from futoshiki_lab.classroom.exams.kinds import source_of
from futoshiki_lab.classroom.exams.make_sheet import questions
from futoshiki_lab.classroom.exams.sheet import Sheet
from futoshiki_lab.classroom.tutor.checks import EXERCISES
from futoshiki_lab.classroom.tutor.feedback import ASKED_ABOUT, ASKED_ONCE, Feedback, not_done
from futoshiki_lab.classroom.tutor.guard import call
from futoshiki_lab.classroom.tutor.limits import is_a_students
from futoshiki_lab.classroom.tutor.memory import draws_at_random
from futoshiki_lab.classroom.tutor.open_exercises import DEAD_ENDS
from futoshiki_lab.classroom.tutor.whole_searches import InSearches
from futoshiki_lab.core import Board, Cell, Problem
from futoshiki_lab.core.errors import InOneLine, NoAnswer, name_of

if TYPE_CHECKING:
    from futoshiki_lab.classroom.ask import Prediction
    from futoshiki_lab.classroom.drive import Drive

# Which kinds ask about a look, a selection, an order; those of a look that removes nothing are left
# out by themselves.
KINDS_OF = {
    "look": ("removals", "checks", "next_node", "dead_end", "domain", "tree"),
    "select": ("next_cell", "next_node", "dead_end", "tree"),
    "order": ("value_order", "next_node", "dead_end", "tree"),
}


CALLED = {  # of a function that is a part of a look: how
    "fc_check": "it calls this function with each unassigned neighbour x, in reading order, until "
    "a call returns False",
    "revise": "it calls this function once with each arc (x, y), in reading order of x and then of "
    "y, until a domain is empty",
    "ac3": "it calls this function with all arcs (x, y), in reading order of x and then of y",
}


def viva(
    function: Callable[..., Any],
    exercise: str = "",
    seed: int | None = None,
    count: int = 6,
    puzzle: Problem | int = 4,
    **how: Any,
) -> Sheet:
    """Make questions about what a learner's own function does, with a key that comes of running it.

    What it removes next, how many checks it takes here, which value a search with it tries then.
    Wrong choices are what people with usual ideas would say. For a learner to answer, or for an
    oral: whoever has pasted a function without reading it fails here (Lehtinen, Lukkarinen and
    Haaranen 2021 ask such questions of those whose programs have passed).

        viva(my_fc_check)[0].ask()                       # in a notebook; the first of six
        viva(my_mrv, seed=7).save("viva.html")           # six, with viva-key.html beside them

    Parameters
    ----------
    function : as a check of the notebooks takes it: a look, a look's part, a selection, an order.
    exercise : the exercise that it was written for, "fc_check"; by default what its name says.
    seed : by default it follows from what the function's text says, so that each submission has
        questions of its own, and the same ones when it is marked.
    count, puzzle, how : as `questions` takes them. With `secret=`, which `read_secret()` reads,
        nobody else can make these questions, and their key, from the function.

    Raises
    ------
    ValueError : it is not known which exercise the function was written for; it has no source, it
        fails, draws lots, or comes to no end; and as for `questions`.
    """
    written: Any = getattr(function, "func", function)  # of a `functools.partial`
    written = written if isfunction(written) else type(written)
    title_name = name_of(written)
    name = exercise or title_name.removeprefix("my_").removeprefix("your_")
    if name not in ASKED_ABOUT:
        known = ", ".join(sorted(ASKED_ABOUT))
        raise ValueError(f"say which exercise it was written for, one of {known}: not {name!r}")
    inside = EXERCISES[name].inside
    assert isinstance(inside, InSearches)
    plain = function if isfunction(function) else lambda *given: function(*given)
    part, placed = inside.part, inside.wrap(plain)
    if placed is not function:  # what calls it has its name; its source is the learner's
        update_wrapper(placed, written, updated=())
        vars(placed).pop("__wrapped__")
        vars(placed).update({"called": CALLED[name]} if name in CALLED else {}, written=written)
    title = how.pop("title", f"About your function {title_name}")
    if not (text := source_of(written)):
        raise NoViva(f"{title_name} has no source to show: write it in a cell or in a file")
    seed = crc32(text.encode()) if seed is None else seed
    # The lessons write looks before selections; where nothing is removed, no selection matters.
    other = {"select": "reading"} if part == "look" else {"look": "fc"}
    how = {**other, **how, part: placed}
    refused: list[Exception] = []
    # Twenty checks that all hold, one for each arc of a board, teach nobody anything.
    kinds = [one for one in KINDS_OF[part] if one != "checks" or "arc" not in CALLED.get(name, "")]

    def ask() -> Sheet | None:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "left out")  # a look back, for one, removes nothing
            try:
                return questions(puzzle, kinds, seed, count, title=title, **how)
            except (TypeError, ValueError) as error:
                frames = [frame for frame, _ in walk_tb(error.__traceback__)]
                if any(is_a_students(one.f_code.co_filename) for one in frames):
                    raise
                refused.append(error)
        return None

    outcome, *again = [call(ask, whole=PATIENCE) for _ in range(3 if draws_at_random(plain) else 1)]
    if refused:
        raise refused[0]
    if outcome.trouble:
        raise NoViva(f"{title_name} cannot be asked about: {outcome.trouble}")
    keys = [[one.right for one in each.returned or ()] for each in (outcome, *again)]  # type: ignore
    if any(key != keys[0] for key in keys):
        raise NoViva(f"{title_name} draws lots: nobody can say what it will do")
    return outcome.returned  # type: ignore[return-value]


FOLLOW = 3  # questions after a function that is right
FEW = range(2, 6)  # cells in an answer, or values of one
AT_DEAD_ENDS = "culprits", "nogood"
REMOVES = "insertion", "revise"
PATIENCE = 30.0  # seconds of the processor: many boards are tried until questions are found


class NoViva(InOneLine, ValueError):
    """A function that nothing can be asked about: it fails, or comes to no end."""


def ask_author(function: Callable[..., Any], exercise: str) -> list[Prediction | Drive]:
    """The questions that follow when a check has called a function right; none if it cannot be
    asked about, as when it comes to no end on another board."""
    with suppress(Exception):
        if exercise in ASKED_ONCE:
            return [ask_once(function, exercise)]
        return [one.ask() for one in viva(function, exercise, count=FOLLOW)]
    return []


def ask_once(function: Callable[..., Any], exercise: str) -> Prediction:
    """Ask what a function that no search calls gives on a board that it has not met."""
    from futoshiki_lab.classroom.ask import predict

    make = DEAD_ENDS if exercise == "nogood" else EXERCISES[exercise].cases
    fresh = make(crc32((source_of(function) or repr(function)).encode()))
    for case in sorted(fresh, key=lambda one: one.extent, reverse=True):
        board, given = case.make_board(), case.make_arguments(lambda *_: None)
        before, returned = dict(board.domains), function(board, *given)
        found: Any = compare(before, board.domains)
        if exercise not in REMOVES:
            found = {one if isinstance(one, Cell) else one[0] for one in returned}
        asked = next(iter(found.values()), ()) if exercise == "revise" else found
        if len(asked) in FEW and (exercise not in AT_DEAD_ENDS or _is_decided(board)):
            break
    cells = given if exercise == "revise" else next(iter(given), ())
    asks = ASKED_ONCE[exercise].format(name_of(function), ", ".join(map(str, cells)))
    framed = [*case.make_board().values][-1] if exercise in AT_DEAD_ENDS else None
    why = "; ".join(_reasons(board, found, exercise, *given))
    return predict(asks, found, board=case.make_board(), mark=framed, because=why, why="")


def _against(board: Board, cell: Cell, value: int) -> list[Cell]:
    rules, values = board.puzzle.constraints[cell], board.values
    return [x for x, one in rules.items() if x in values and not one.holds(value, values[x])]


def _is_decided(board: Board) -> bool:
    """Whether the orders of assignment and of the look, which no picture shows, do not matter."""
    values, free = board.puzzle.values, board.unassigned
    each = [[{*_against(board, cell, value)} for value in values] for cell in free]
    empty = [some for some in each if all(some)]
    return len(empty) == 1 and all(len(x - board.puzzle.givens.keys()) < 2 for x in empty[0])


def _reasons(board: Board, found: Any, exercise: str, *given: Any) -> list[str]:
    """Why a right function gives just this; the board is as it has left it."""
    rules, values = board.puzzle.constraints, board.values

    if exercise == "revise":
        x, y = given
        return [f"{y} has no value that supports {value}: {rules[x][y]}" for value in found[x]]
    if exercise == "insertion":
        return [f"{board.domains[cell][0]} has no place left but {cell}" for cell in found]
    if exercise == "min_conflicts":
        pairs = [(cell, *_against(board, cell, values[cell])[:1]) for cell in sorted(found)]
        return [f"{x} and {y[0]} violate {rules[x][y[0]]}" for x, *y in pairs if y]
    empty = next(cell for cell in board.unassigned if not board.domains[cell])
    known = [cell for cell in values if cell in {*found, *board.puzzle.givens}]
    all_of = {x: _against(board, empty, x) for x in board.puzzle.values}
    by = {x: [cell for cell in known if cell in some] for x, some in all_of.items()}
    return [
        f"{empty} is not {x}, as {some[0]} is {values[some[0]]}" for x, some in by.items() if some
    ]


CHANCE = 0.01  # how likely a mark may be for somebody who guesses


def worth(right: int, chances: Sequence[float]) -> float:
    """What so many right answers are worth, from 0 to 1; what guessing would give is worth nothing.

    Parameters
    ----------
    chances : for each question how likely a guess is right.
    """
    likely = [1.0]  # of each number of right guesses
    for chance in chances:
        missed, hit = [*likely, 0.0], [0.0, *likely]
        likely = [a * (1 - chance) + b * chance for a, b in zip(missed, hit, strict=True)]
    asked = len(chances)
    least = next((at for at in range(asked + 1) if sum(likely[at:]) <= CHANCE), asked)
    return max(right - least + 1, 0) / (asked - least + 1)


def check_viva(
    function: Callable[..., Any],
    answers: Sequence[str],
    exercise: str = "",
    count: int = 6,
    secret: bytes = b"",
) -> Feedback:
    """Mark what somebody answers about their own function: `viva(function, exercise, secret=...)`.

        check_viva(my_mrv, ["b", "a", "d", "b", "c", "a"], secret=read_secret())

    A letter for each question, or the answer itself. The questions follow from the function and
    the instructor's secret. Without a secret, anyone who has this package can work out the letters.
    `share` is 0 for as many right answers as guessing would give; see `worth`.
    """
    given = [str(answer).strip() for answer in answers]
    if not any(given):
        return not_done("answer each question with the letter of a choice")
    try:
        asked = [one for _, one in viva(function, exercise, count=count, secret=secret).numbered]
    except (NoViva, NoAnswer) as error:
        return Feedback("wrong", str(error))
    padded = [*given, *[""] * len(asked)]
    missed = [
        f"{at}. {question.asks} You say {one or 'nothing'}; your function says otherwise"
        for at, (question, one) in enumerate(zip(asked, padded, strict=False), 1)
        if one not in (question.letter, question.letter.upper(), question.right)
    ]
    chances = [1 / max(len(one.lettered), 2) for one in asked]
    share = worth(len(asked) - len(missed), chances)
    told = "; ".join(missed) or f"{len(asked)} answers, as your function does it"
    return Feedback("wrong" if missed else "right", told, share=share)
