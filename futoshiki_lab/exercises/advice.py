"""What a tutor adds to an error, or to an answer that is no answer yet."""

from __future__ import annotations

from collections.abc import Iterable
from inspect import isbuiltin, iscoroutine, isfunction, isgenerator, ismethod

from futoshiki_lab.core import Board, Cell

CHANGES_IN_PLACE = ("remove", "append", "pop", "discard", "add", "insert", "clear")


def of_error(error: BaseException, arguments: Iterable[object]) -> str:
    """Why a student may have met this error; nothing if that is not clear."""
    said, name = str(error.args[0]) if error.args else "", type(error).__name__
    key = error.args[0] if isinstance(error, KeyError) and error.args else None
    boards = [each for each in arguments if isinstance(each, Board)]
    if isinstance(key, Cell) and any(key in b.domains and key not in b.values for b in boards):
        return f"{key} has no value yet"
    if "'mappingproxy'" in said:
        return "only the verbs change a board, such as `board.prune`"
    if name == "AttributeError" and "'tuple'" in said and said.endswith(_quoted(CHANGES_IN_PLACE)):
        return "a domain is a tuple: `board.prune` takes a value out of it"
    if "'NoneType' object is not" in said and "callable" not in said:
        return "None is what a function without `return` gives, and `sort` and `append` too"
    return ""


def of_answer(answer: object) -> str:
    """A sentence about an answer that has not been computed yet; nothing if it has."""
    if iscoroutine(answer):
        answer.close()
        return "With `async def` a call runs nothing of your function: write `def`."
    if isgenerator(answer) and answer.gi_code.co_name == "<genexpr>":
        around = "put `all(...)` or `set(...)` around it"
        return f"You return a generator, and nothing in it has run: {around}."
    if isgenerator(answer):
        return "With `yield` a call runs nothing of your function: write `return`."
    if isinstance(answer, map | filter | zip):
        return f"You return a `{type(answer).__name__}`, and nothing in it has run yet."
    if isfunction(answer) or ismethod(answer) or isbuiltin(answer):
        return f"You return the function `{answer.__name__}` itself: are its parentheses missing?"
    if isinstance(answer, list) and any(each is True or each is False for each in answer):
        return "You return a list of answers, which counts as true: put `all(...)` around it."
    return ""


def of_text(answer: object, right: object) -> str:
    """A sentence about a text in the place of True or False; nothing if none is there."""
    if not isinstance(answer, str) or not isinstance(right, bool):
        return ""
    return f"You return the text {answer!r}, and any text counts as true: return {right} here."


def _quoted(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"'{name}'" for name in names)
