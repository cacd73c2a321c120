"""Names that come from puzzle files and from students' functions, made harmless.

They are shown character by character: never as a formula, as markup or as a control character.
"""

LONGEST = 300  # characters of a text that comes from outside


def plain(text: object, longest: int = LONGEST) -> str:
    """A text in one line, without control characters, and not longer than `longest`."""
    shown = "".join(character if character.isprintable() else " " for character in str(text))
    shown = " ".join(shown.split())
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"
