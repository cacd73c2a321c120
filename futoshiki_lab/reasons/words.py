"""Reasons in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from futoshiki_lab.core import Cell, Sign
from futoshiki_lab.reasons.facts import Entry, Fact, Left, Line
from futoshiki_lab.support.phrases import listed

LONGEST = 300  # characters of a sentence; what takes more is only counted
STEPS = 6  # values that a sentence tells on the way to a contradiction


def because(
    facts: Sequence[Fact], told: tuple[list[Entry], str] | None, otherwise: bool | None
) -> str:
    """Why a claim is impossible: the clause after "r1c1 cannot be 2: ".

    Parameters
    ----------
    told : what `consequences` says of them.
    otherwise : whether the claim is the contrary of what the sentence says; None if there is none.
    """
    return _at_a_glance(facts, otherwise) or next(
        text for text in _tellings(facts, told, otherwise) if len(text) <= LONGEST
    )


def _at_a_glance(facts: Sequence[Fact], otherwise: bool | None) -> str:
    """What needs no steps: a value that stands in the line, or signs; else nothing."""
    lines = [fact for fact in facts if isinstance(fact, Line)]
    entries = [fact for fact in facts if isinstance(fact, Entry)]
    if not facts:
        return "there are no other values"
    if otherwise is not None and 1 == len(facts) == len(entries):
        return f"it is given as {entries[0].value}"
    if otherwise is not False or len(lines) > 1:
        return ""
    if lines:
        return f"{entries[0]} stands in {lines[0]}" if len(facts) == 2 and entries else ""
    if any(isinstance(fact, Left) for fact in facts):
        return ""
    signs = chains([fact for fact in facts if isinstance(fact, Sign)])
    return f"{listed([*signs, *entries])} leave{'s' * (len(facts) == 1)} it no room"


def _tellings(
    facts: Sequence[Fact], told: tuple[list[Entry], str] | None, otherwise: bool | None
) -> Iterable[str]:
    """The ways to say it, from the most to the least detailed; the last is always short."""
    names = listed(named(facts))
    first = {True: "otherwise ", False: "with it, ", None: ""}[otherwise]
    if told and len(told[0]) <= STEPS:
        steps, end = told
        if steps and otherwise is False:
            way = f"it leads to {listed(steps)}, and then "
        else:
            way = first + f"{listed(steps)}, and then " * bool(steps)
        yield f"{way}{end}, because of {names}"
    if told:
        yield f"{first}{told[1]}, because of {names}"
    if otherwise is None:
        yield f"these cannot hold together: {names}"
    else:
        yield f"no {'other value' if otherwise else 'solution'} agrees with {names}"
    yield f"it follows from {counted(facts)}"


def named(facts: Sequence[Fact]) -> list[str]:
    """The facts by name: entries, chains of signs, rows, columns."""
    names = [str(fact) for fact in facts if isinstance(fact, Entry)]
    marks = [fact for fact in facts if isinstance(fact, Left)]
    if marks:
        names.append(f"the marks of {listed(marks)}")
    names += chains([fact for fact in facts if isinstance(fact, Sign)])
    for kind in ("row", "column"):
        numbers = [f.number + 1 for f in facts if isinstance(f, Line) and f.kind == kind]
        if numbers:
            names.append(f"{kind}{'s' * (len(numbers) > 1)} {listed(numbers)}")
    return names


def counted(facts: Sequence[Fact]) -> str:
    """How many there are of each kind: "3 entries, 1 sign and 2 rows"."""
    kinds = {
        "entry": ("entry", "entries"),
        "left": ("marked cell", "marked cells"),
        "sign": ("sign", "signs"),
        "row": ("row", "rows"),
        "column": ("column", "columns"),
    }
    counts = dict.fromkeys(kinds, 0)
    for fact in facts:
        counts[fact.kind if isinstance(fact, Line) else type(fact).__name__.lower()] += 1
    return listed(f"{n} {kinds[kind][n > 1]}" for kind, n in counts.items() if n)


def chains(signs: Sequence[Sign]) -> list[str]:
    """Signs that follow each other as one: "r1c1 < r1c2 < r2c2"."""
    left, found = sorted(signs), []
    while left:
        higher = {sign.larger for sign in left}
        chain: list[Cell] = list(next((s for s in left if s.smaller not in higher), left[0]))
        left.remove(Sign(*chain))
        while after := next((sign for sign in left if sign.smaller == chain[-1]), None):
            left.remove(after)
            chain.append(after.larger)
        found.append(" < ".join(map(str, chain)))
    return found
