"""What happened and why, in words: one sentence for each event."""

from __future__ import annotations

from collections.abc import Mapping

from futoshiki_lab.core import Cell, Constraint, Domain, Verb
from futoshiki_lab.trace.events import Event, State


def describe(event: Event, before: State, after: State) -> str:
    """Say what an event does and for which reason.

    Parameters
    ----------
    event : the event.
    before, after : the board just before it and right after it.
    """
    cell, value = event.cell, event.value
    match event.verb:
        case Verb.PLACE:
            return f"place the given {cell} = {value}"
        case Verb.BEGIN:
            return "the givens are placed: the search begins"
        case Verb.ASSIGN:
            return f"try {cell} = {value} (node {event.node})"
        case Verb.CHECK:
            return _check(event.constraint, value, event.other_value)
        case Verb.PRUNE:
            return f"remove {value} from {cell}{_because(event, before.domains)}"
        case Verb.WIPE_OUT:
            return f"wipe-out: {cell} has no value left"
        case Verb.ACCEPT:
            return f"{cell} = {value} survives its look"
        case Verb.RESTORE:
            return _restore(event, before, after)
        case Verb.BACKTRACK:
            return _backtrack(cell, before)
        case Verb.SOLUTION:
            return f"solution {after.counts.solutions}: every cell has a value"


def _check(constraint: Constraint, value: int, other_value: int) -> str:
    verdict = "holds" if constraint.holds(value, other_value) else "fails"
    return f"check {constraint}: {value} {constraint.relation} {other_value} {verdict}"


def _because(event: Event, domains: Mapping[Cell, Domain]) -> str:
    if event.deduction:
        return f": {event.deduction.text}"
    if event.constraint is None:
        return ""
    relation = {"<": ">", ">": "<", "≠": "≠"}[event.constraint.relation]
    rule = f"{event.other} {relation} {event.cell}"
    if event.other_value:
        return f": {rule} and {event.other} = {event.other_value}"
    left = ", ".join(map(str, domains[event.other]))
    return f": {rule} and no value of {event.other} in {{{left}}} supports it"


def _restore(event: Event, before: State, after: State) -> str:
    taken_back = event.cell if event.value else None  # a broken search may restore to a prune
    given_back = sum(
        len(after.domains[cell]) - len(before.domains[cell])
        for cell in before.domains
        if cell != taken_back
    )
    parts = [f"take back {event.cell} = {event.value}"] * (taken_back is not None)
    parts += [f"give back {given_back} pruned value{'s' * (given_back != 1)}"] * (given_back > 0)
    return " and ".join(parts)


def _backtrack(cell: Cell, before: State) -> str:
    path = before.path
    back = f"back to {path[-1]}" if path else "no cell stands before it, the search ends"
    return f"all values of {cell} were tried in vain: {back}"
