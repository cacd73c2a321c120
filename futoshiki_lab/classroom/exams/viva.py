"""Questions about a learner's own function: whoever has understood it can say what it does next."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from futoshiki_lab.classroom.exams.make_sheet import questions
from futoshiki_lab.classroom.exams.sheet import Sheet
from futoshiki_lab.classroom.tutor.checks import EXERCISES
from futoshiki_lab.classroom.tutor.feedback import ASKED_ABOUT
from futoshiki_lab.classroom.tutor.whole_searches import InSearches
from futoshiki_lab.core import Problem

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
    seed: int = 0,
    count: int = 6,
    puzzle: Problem | int = 4,
    **how: Any,
) -> Sheet:
    """Make questions about what a learner's own function does, with a key that comes of running it.

    What it removes next, how many checks it takes here, which value a search with it tries then.
    Wrong choices are what people with usual ideas would say. For a learner to answer, or for an
    oral: whoever has pasted a function without reading it fails here (Lehtinen, Lukkarinen and
    Haaranen 2021 ask such questions of those whose programs have passed).

        viva(my_fc_check)[0].ask()                       # in a notebook
        viva(my_mrv, seed=7).save("viva.html")           # six, with viva-key.html beside them

    Parameters
    ----------
    function : as a check of the notebooks takes it: a look, a look's part, a selection, an order.
    exercise : the exercise that it was written for, "fc_check"; by default what its name says.
    seed, count, puzzle, how : as `questions` takes them.

    Raises
    ------
    ValueError : it is not known which exercise the function was written for; and as for
        `questions`.
    """
    name = exercise or function.__name__.removeprefix("my_").removeprefix("your_")
    if name not in ASKED_ABOUT:
        known = ", ".join(sorted(ASKED_ABOUT))
        raise ValueError(f"say which exercise it was written for, one of {known}: not {name!r}")
    inside = EXERCISES[name].inside
    assert isinstance(inside, InSearches)
    [(part, placed)] = inside.place(function).items()
    if placed is not function:  # what calls it has its name and its source
        placed = wraps(function)(placed)
        vars(placed)["called"] = CALLED[name]
    title = how.pop("title", f"About your function {function.__name__}")
    return questions(puzzle, KINDS_OF[part], seed, count, title=title, **{part: placed}, **how)
