"""Whether a student's function leaves its work to the library's, or is a copy of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from inspect import isfunction, unwrap
from types import CodeType, FrameType
from typing import Any

from futoshiki_lab.classroom.tutor.limits import is_a_students


class NotYours(BaseException):
    """The student's function leaves its work to the function that it should replace."""


@dataclass(frozen=True)
class Forbidden:
    """A function of the library that a student's has to replace.

    Attributes
    ----------
    unmistakable : whether nobody writes the same lines by chance. If somebody may, as with three
        lines of pseudo-code, only a copy that has the docstring too is called a copy.
    """

    function: Callable[..., Any]
    unmistakable: bool = False
    known: set[CodeType] = field(default_factory=set, compare=False)  # of the student's, no copies

    def refuse(self, frame: FrameType) -> None:
        """Raise NotYours if what begins in a frame is the library's function, or a copy of it."""
        code, name = frame.f_code, self.function.__name__
        if code in self.codes:
            called = f"It calls `{name}` of the library"
            caller = frame.f_back.f_code if frame.f_back else code
            itself = f" (does it mean to call itself? That is `{caller.co_name}`)"
            theirs = caller.co_name.isidentifier() and is_a_students(caller.co_filename)
            raise NotYours(f"{called}: your function has to do this itself{itself * theirs}.")
        if code not in self.known and is_a_students(code.co_filename):
            if self._is_copied_in(code, frame.f_globals):
                copied = f"It is a copy of the library's `{name}`"
                raise NotYours(f"{copied}: write the lines yourself, from the pseudo-code.")
            self.known.add(code)

    @cached_property
    def codes(self) -> dict[CodeType, Mapping[str, Any]]:
        """Its code, and that of what it wraps, with the names that it knows."""
        both = (self.function, unwrap(self.function))
        return {each.__code__: each.__globals__ for each in both if isfunction(each)}

    def _is_copied_in(self, code: CodeType, names: Mapping[str, Any]) -> bool:
        """Whether some code is the function's, under whatever name; what it calls counts, too."""
        skipped = int(self.unmistakable)
        return any(
            _lines(code, skipped, names) == _lines(own, skipped, known)
            for own, known in self.codes.items()
            if own.co_code == code.co_code
        )


def _lines(
    code: CodeType, skipped: int, names: Mapping[str, Any], whole: CodeType | None = None
) -> tuple[object, ...]:
    """What code does, whatever it is called; without the docstring, if one is to be skipped."""
    whole, known = whole or code, []
    for name in code.co_names:
        called = names.get(name)
        itself = name == whole.co_name or getattr(called, "__code__", None) is whole
        known.append(None if itself else called if isfunction(called) else name)
    inner = [
        _lines(each, 0, names, whole) if isinstance(each, CodeType) else each
        for each in code.co_consts[skipped:]
    ]
    return code.co_code, code.co_varnames, known, inner
