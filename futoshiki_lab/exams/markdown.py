"""Sheets as Markdown."""

from __future__ import annotations

import re

from futoshiki_lab.exams.question import Item, Items, letter_of


def of_sheet(sheet: Items, key: bool = False) -> str:
    """A whole sheet; each definition stands once, before the questions."""
    kind = "Key" if key else "Name: ____________________"
    parts = [f"# {plain(sheet.title)}", f"{kind} (sheet {sheet.seed})"]
    if not key:
        parts += ["## Definitions", *sheet.rules]
    parts += [of_question(one, at, False, key) for at, one in enumerate(sheet, 1)]
    return "\n\n".join(parts) + "\n"


def of_question(question: Item, number: int, rules: bool = True, key: bool = False) -> str:
    """One question.

    Parameters
    ----------
    rules : whether the definitions are told.
    key : whether the answer is told.
    """
    parts = [
        f"## {number}. {question.heading}",
        question.text,
        *(question.rules if rules else ()),
        f"```text\n{question.shown}\n```",
        f"**{plain(question.asks)}**",
        "\n".join(f"- {letter_of(at)}) {told}" for at, told in enumerate(question.options)),
    ]
    return "\n\n".join(parts + _key(question) * key)


def _key(question: Item) -> list[str]:
    wrong = [f"- {letter}: {choice.misconception}" for letter, choice in question.wrong]
    worked = "\n".join(f"{at}. {plain(step)}" for at, step in enumerate(question.solution, 1))
    return [
        f"**Answer: {question.letter}) {plain(question.right)}** ({question.difficulty})",
        "What leads to the other choices:",
        "\n".join(wrong),
        "Worked solution:",
        worked,
        *([f"```text\n{question.figure}\n```"] if question.figure else []),
    ]


def plain(text: str) -> str:
    """A text in which Markdown finds no marks of its own, in one line."""
    one_line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return re.sub(r"([\\`*_{}\[\]<>#|&~$])", r"\\\1", one_line)
