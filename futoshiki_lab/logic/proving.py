"""The chain of steps that is told: forward from the facts, or from what is claimed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from futoshiki_lab.logic.chain import Step, steps_to
from futoshiki_lab.logic.closure import CONTRADICTION, IS, STEP, Atom, Closure
from futoshiki_lab.logic.facts import Entry, Fact, Left, sort_facts
from futoshiki_lab.logic.filling import shrink

CASE = 20  # what a case may cost: a value that leads to a contradiction on the way
ROUNDS = 3  # how often cases are looked for
AGAIN = 2  # how often a chain is looked for again, with its steps as if they cost nothing


@dataclass(frozen=True)
class Chain:
    """Steps to a conclusion.

    Attributes
    ----------
    claim : what is assumed, if they lead from there to a contradiction.
    """

    steps: tuple[Step, ...]
    claim: Entry | Left | None = None

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts to start from: what the steps name, and neither conclude nor assume."""
        found = {fact for step in self.steps for fact in step.named}
        concluded = {fact for step in self.steps for fact in step.concludes}
        return sort_facts(found - concluded - {self.claim})

    @property
    def cost(self) -> int:
        """What its facts cost, and its steps."""
        return sum(step.cost + STEP for step in self.steps)


def find_chain(
    size: int, facts: Sequence[Fact], goal: Atom, claim: Entry | Left | None = None
) -> Chain | None:
    """The chain to a goal, of steps that cost little each; None if a guess is needed.

    Parameters
    ----------
    claim : the contrary of the goal, which may be assumed. A chain without it goes first unless it
        costs twice as much.
    """
    start, found = Closure(size, facts), list[Chain]()
    for _ in range(ROUNDS):
        found = list(_ways(start, goal, claim))
        cases = [] if found else list(start.try_values(CASE))
        for case in cases:
            start.offer(*case)
        if not cases:
            break
    told = found
    for _ in range(AGAIN):
        if all(len(chain.steps) < 3 for chain in told) or any(
            step.inner for chain in told for step in chain.steps
        ):
            break
        told = [better for chain in told for better in _again(size, facts, goal, chain)]
        found = [min(pair, key=_cost) for pair in zip(found, told, strict=True)]
    if not found:
        return None
    best = min(found, key=lambda chain: (1 + bool(chain.claim)) * chain.cost)
    return replace(best, steps=tuple(finish(size, best.steps)))


def _cost(chain: Chain) -> int:
    return chain.cost


def _ways(start: Closure, goal: Atom, claim: Entry | Left | None) -> Iterator[Chain]:
    """The chain forward, and the one from the claim."""
    if start.run((goal,)):
        yield Chain(tuple(steps_to(start, goal)))
    if claim:
        twin = start.copy()
        twin.add(claim, "claim")
        if twin.run():
            yield Chain(tuple(steps_to(twin)), claim)


def _again(size: int, facts: Sequence[Fact], goal: Atom, chain: Chain) -> Iterator[Chain]:
    """The same way again, now that its steps are told anyway."""
    number = Closure(size, []).shape.number
    told = set[Atom]()
    for fact in (fact for step in chain.steps for fact in step.concludes):
        if isinstance(fact, Entry):
            told.add((IS, number(fact.cell), fact.value))
    start = Closure(size, facts, told)
    if chain.claim:
        start.add(chain.claim, "claim")
    end = CONTRADICTION if chain.claim else goal
    if start.run((end,)):
        yield Chain(tuple(steps_to(start, end)), chain.claim)
    else:
        yield chain


def finish(size: int, steps: Sequence[Step]) -> Iterator[Step]:
    """Steps with their facts; what one chain of signs says is one step."""
    merged: dict[object, Step] = {}
    for step in _without_weak_bounds(steps):
        signs = step.kind == "value" and all(part.kind == "signs" for part in step.parts)
        key = step.named if signs else step
        old = merged.get(key)
        merged[key] = replace(old, concludes=old.concludes + step.concludes) if old else step
    for step in merged.values():
        inner = tuple(finish(size, step.inner))
        facts = shrink(size, step.named, step.concludes)
        yield replace(step, inner=inner, facts=sort_facts(facts))


def _says_more(bound: Entry | Left, weak: Entry | Left) -> bool:
    """Whether one of two facts about a cell leaves it fewer values, all of which the other has."""
    assert isinstance(bound, Left)
    assert isinstance(weak, Left)
    return bound.cell == weak.cell and set(bound.values) < set(weak.values)


def _without_weak_bounds(steps: Sequence[Step]) -> list[Step]:
    """The steps without a bound of a cell that is told again, closer, before it is of use."""
    left = list(steps)
    at = 0
    while at < len(left):
        weak = left[at].concludes[0] if left[at].kind == "bound" else None
        users = [k for k, step in enumerate(left) if weak in step.named]
        for closer in left[at + 1 : users[0]] if users else []:
            bound = closer.concludes[0] if closer.kind == "bound" else None
            if weak and bound and _says_more(bound, weak):
                left = [step.with_fact(weak, bound) for step in left]
                del left[at]
                break
        else:
            at += 1
    return left
