"""A file that is replaced as a whole: there is never a half-written file in its place."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_IMODE
from typing import BinaryIO

from futoshiki_lab.core import PuzzleError
from futoshiki_lab.support.phrases import printable

FileName = str | os.PathLike[str]


class OutputFile:
    """A file that grows beside its place, as `NAME.????????.part`, and is moved there at last.

    If nothing was written, or it could not be, the place stays as it was. A link stays a link, and
    the mode of a file that is replaced stays. A terminal, a pipe and the like are written at once.

    Parameters
    ----------
    path : its place; the folder must exist.
    keep_partial : whether what was written until an error or Ctrl-C is moved to the place too.

    Raises
    ------
    PuzzleError : the file cannot be written; raised at the start, by `write` or at the end.
    BrokenPipeError : it is a pipe that is not read any more.
    """

    def __init__(self, path: FileName, *, keep_partial: bool = False):
        self._path, self._keep_partial = Path(path), keep_partial
        self._failed = False
        self._draft: Path | None = None
        self._file: BinaryIO | None = None

    def __enter__(self) -> OutputFile:
        try:
            with self._errors():
                self._open()
        except BaseException:  # Ctrl-C too: nothing else cleans up before the `with`
            self._clean_up()
            raise
        return self

    def _open(self) -> None:
        if self._path.exists() and not self._path.is_file():  # a terminal, a pipe, a folder
            self._file = self._path.open("wb")
            return
        self._target = Path(os.path.realpath(self._path))
        if self._target.exists() and not os.access(self._target, os.W_OK):
            raise PermissionError(13, "Permission denied")
        name = f"{self._target.name[:60]}.{os.urandom(4).hex()}.part"
        self._draft = self._target.with_name(name)
        self._file = self._draft.open("xb")
        if self._target.exists():
            self._draft.chmod(S_IMODE(self._target.stat().st_mode))

    def _clean_up(self) -> None:
        with suppress(OSError, ValueError):  # it may be what failed
            if self._file:
                self._file.close()
        with suppress(OSError, ValueError):
            if self._draft:
                self._draft.unlink(missing_ok=True)

    def write(self, content: str | bytes) -> None:
        """Write one more text, as UTF-8, or the bytes of a picture."""
        assert self._file, "it is open inside a `with` only"
        with self._errors():
            self._file.write(content.encode("utf-8") if isinstance(content, str) else content)
            self._file.flush()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        wanted = not self._failed and (self._keep_partial or kind is None)
        with self._errors():
            try:
                if self._file:
                    self._file.close()
                if wanted and self._draft and self._draft.stat().st_size:
                    os.replace(self._draft, self._target)
            finally:
                self._clean_up()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            raise
        except (OSError, ValueError) as error:
            self._failed = True
            unwritable = isinstance(error, UnicodeEncodeError) and "half a character in the text"
            reason = unwritable or getattr(error, "strerror", None) or "not a file name"
            file = printable(str(self._path))
            raise PuzzleError(f"cannot write it: {reason}", file=file) from None


def write_file(path: FileName, content: str | bytes) -> None:
    """Write a file as a whole, or leave the existing file as it is.

    Raises
    ------
    PuzzleError : the file cannot be written.
    """
    with OutputFile(path) as file:
        file.write(content)
