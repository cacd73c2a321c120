"""The file to which a sweep writes results while it runs, and from which it resumes.

It is a CSV file that any other program reads: a line of column names, then a line for each run. Two
columns are not in the table: `run`, the place of the run in its sweep, and `key`, which two runs
share only if puzzle, solver and settings are the same (see `identity`).

Lines are only appended, with one write for each batch. If the program dies during a write, the last
line is incomplete: it has no end, is not counted, and is cut off when the sweep is resumed. A run
that stands there twice (as two files were joined) is counted once, as it stands there last. In one
file, a puzzle's name and a solver's name together identify one run.

A name is written as it is: a spreadsheet takes a cell that begins with `=` for a formula, so do not
open there a file with puzzle names that you do not trust; `read_sweep` never evaluates anything.
"""

from __future__ import annotations

import codecs
import csv
import io
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from futoshiki_lab.experiment.table import COLUMNS, TYPES, Row, table_of
from futoshiki_lab.support.phrases import printable

if TYPE_CHECKING:
    import pandas as pd

FIELDS = (*COLUMNS, "run", "key")
RUN, KEY = -2, -1  # where they stand in a line
HEADER = (",".join(FIELDS) + "\n").encode()
READ: dict[str, Callable[[str], object]] = {  # from the text of a value, by type
    **{"str": str, "int64": int, "float64": float, "bool": "True".__eq__},
    "Int64": lambda text: int(text) if text else None,
}
READERS: list[Callable[[str], Any]] = [READ[kind] for kind in (*TYPES.values(), "int64", "str")]
LOCKED_BYTE = 2**31 - 2  # where Windows locks, far after the end


class ResultsFile:
    """A results file that only this sweep has open.

    Parameters
    ----------
    path : where it is or will be.

    Attributes
    ----------
    stored : the lines in it when it was opened: of each run its row, its number, and its key.

    Raises
    ------
    ValueError : the file is not a results file; it stays as it is.
    BlockingIOError : another sweep is writing to it.
    OSError : it cannot be opened or written.
    """

    def __init__(self, path: str | os.PathLike[str]):
        self.path = Path(path)
        self._file = _opened(self.path)
        try:
            self._lock()
            data = self.path.read_bytes()
            torn = b"\n" not in data and HEADER.startswith(_plain(data))
            self.stored = [] if torn else _stored(data, self.path)
            self._size = data.rfind(b"\n") + 1
            os.ftruncate(self._file, self._size)
            if torn:
                self._append(HEADER)
        except BaseException:
            self.close()
            raise

    def append(self, lines: Iterable[Row]) -> None:
        """Write runs at the end, each as its row, its number and its key: all of them, or none.

        Raises
        ------
        OSError : the disk is full, for example; the earlier content is still complete.
        """
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(lines)
        self._append(text.getvalue().encode(errors="backslashreplace"))

    def close(self) -> None:
        """Close the file; that releases the lock."""
        os.close(self._file)

    def _append(self, data: bytes) -> None:
        try:
            written = 0
            while written < len(data):
                written += os.write(self._file, data[written:])
        except BaseException as error:
            os.ftruncate(self._file, self._size)
            if isinstance(error, OSError):
                error.filename = str(self.path)
            raise
        self._size += len(data)

    def _lock(self) -> None:
        """Keep other sweeps out; the system releases the lock when this process ends."""
        try:
            if sys.platform == "win32":
                import msvcrt

                os.lseek(self._file, LOCKED_BYTE, os.SEEK_SET)
                msvcrt.locking(self._file, msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            raise BlockingIOError(f"{self.path} is being written by another sweep") from None


def read_sweep(path: str | os.PathLike[str]) -> pd.DataFrame:
    """The table of a results file: all its runs, also while a sweep still writes to it.

    Parameters
    ----------
    path : the file, the argument `to` of `sweep`.

    Returns
    -------
    The table as `sweep` returns it, in the same order.

    Raises
    ------
    ValueError : it is not a results file, or one of its columns is missing.
    OSError : it cannot be read.
    """
    stored = _stored(Path(path).read_bytes(), Path(path))
    return table_of(line[:RUN] for line in sorted(stored, key=lambda line: line[RUN]))


def _stored(data: bytes, path: Path) -> list[tuple[Any, ...]]:
    """The runs in the complete lines of a file, each once; none if its first line is torn."""
    text = _plain(data).decode(errors="replace")
    first, end, rest = text[: text.rfind("\n") + 1].partition("\n")
    if not end and HEADER.decode().startswith(text):
        return []
    if first != ",".join(FIELDS):
        missing = [name for name in FIELDS if name not in first.split(",")]
        why = f"without the column {missing[0]}" if missing else "in another order"
        raise ValueError(
            f"{path} does not hold the results of a sweep: its first line, "
            f'"{",".join(FIELDS[:3])},...", is {why}; take another file'
        )
    stored: dict[str, tuple[Any, ...]] = {}
    rows = csv.reader(io.StringIO(rest, newline=""))
    try:
        for fields in rows:
            line = tuple(read(text) for read, text in zip(READERS, fields, strict=True))
            stored[line[KEY]] = line
    except (csv.Error, ValueError):
        raise ValueError(f"{path}:{rows.line_num + 1}: expected the results of a run") from None
    return [*stored.values()]


def _opened(path: Path) -> int:
    """Open a results file, or create it; an error says plainly why results cannot go there."""
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
    where = printable(str(path))
    try:
        ordinary = path.is_file() or not path.exists()
        opened = os.open(path, flags, 0o666) if ordinary else -1
    except (OSError, ValueError) as error:
        kind = type(error) if isinstance(error, OSError) else ValueError
        why = getattr(error, "strerror", None) or "that is not a file name"
        if kind is FileNotFoundError:
            why = f"there is no folder {printable(str(path.parent))}"
        raise kind(f"{where}: results cannot go there: {why}") from None
    if not ordinary:
        raise ValueError(f"{path} is not an ordinary file, so results cannot go there")
    return opened


def _plain(data: bytes) -> bytes:
    """The same without what other programs add: a byte order mark, line ends of Windows."""
    return data.removeprefix(codecs.BOM_UTF8).replace(b"\r\n", b"\n")
