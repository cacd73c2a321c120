"""A file that is replaced as a whole: there is never a half-written file in its place."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from stat import S_IMODE

from futoshiki_lab.core import PuzzleError
from futoshiki_lab.formats.source import FileName, printable


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
    PuzzleError : the file cannot be written; raised here, by `write` or at the end.
    BrokenPipeError : it is a pipe that nobody reads any more.
    """

    def __init__(self, path: FileName, *, keep_partial: bool = False):
        self._path, self._keep_partial = Path(path), keep_partial
        self._failed = False
        self._draft: Path | None = None
        with self._errors():
            if self._path.exists() and not self._path.is_file():  # a terminal, a pipe, a folder
                self._file = self._path.open("wb")
                return
            self._target = Path(os.path.realpath(path))
            if self._target.exists() and not os.access(self._target, os.W_OK):
                raise PermissionError(13, "Permission denied")
            name = f"{self._target.name[:60]}.{os.urandom(4).hex()}.part"
            self._draft = self._target.with_name(name)
            self._file = self._draft.open("xb")
            if self._target.exists():
                self._draft.chmod(S_IMODE(self._target.stat().st_mode))

    def write(self, content: str | bytes) -> None:
        """Write one more text, as UTF-8, or the bytes of a picture."""
        with self._errors():
            self._file.write(content.encode("utf-8") if isinstance(content, str) else content)
            self._file.flush()

    def __enter__(self) -> OutputFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        wanted = not self._failed and (self._keep_partial or kind is None)
        with self._errors():
            try:
                self._file.close()
                if wanted and self._draft and self._draft.stat().st_size:
                    os.replace(self._draft, self._target)
            finally:
                if self._draft:
                    self._draft.unlink(missing_ok=True)

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
