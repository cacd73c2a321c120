"""The table of a sweep: its columns, which runs ended, what groups of runs cost; and its file.

A sweep writes results to the file while it runs, and resumes from it. It is a CSV file that any
other program reads: a line of column names, then a line for each run. Three columns are not in the
table: `run`, the place of the run in its sweep; `key`, which two runs share only if puzzle, solver
and settings are the same (see `solvers`); and `search`, which version of the search did the run.

Lines are only appended, with one write for each. If the program dies during a write, the last
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
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import fields
from math import inf, isinf
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from futoshiki_lab.core import Counts, unknown
from futoshiki_lab.core.run import ROOTS
from futoshiki_lab.solving import ENGINES
from futoshiki_lab.support.extras import need
from futoshiki_lab.support.phrases import printable, shown

if TYPE_CHECKING:  # pandas takes a second to load; workers and pictures of boards do not need it
    import pandas as pd

COUNTERS = tuple(counter.name for counter in fields(Counts))
counters_of = attrgetter(*COUNTERS)
TYPES = {  # as pandas names them; "Int64" may be missing
    **{"puzzle": "str", "level": "str", "size": "int64", "signs": "int64", "givens": "int64"},
    **{"solver": "str", "algorithm": "str", "select": "str", "order": "str", "root": "str"},
    **{"jump": "bool", "learn": "str", "sought": "Int64", "node_limit": "Int64", "seed": "int64"},
    **{"engine": "str", "outcome": "str"},
    **dict.fromkeys(COUNTERS, "int64"),
    "seconds": "float64",
}
Row = tuple[object, ...]  # the values of the columns for one run
COLUMNS = tuple(TYPES)  # in the order of the table and the file
ENDED = ("solved", "exhausted", "unsatisfiable")  # outcomes of runs that nothing stopped
LEVELS = ("trivial", "easy", "tricky", "extreme", "recursive")  # as names of puzzles write them


def table_of(rows: Iterable[Row]) -> pd.DataFrame:
    """A DataFrame of rows in the order of `COLUMNS`, with the same types even without rows.

    `sought` is missing (`<NA>`) where all solutions were sought, `node_limit` where there was none.
    """
    need("a table of runs", "lab", "pandas")
    import pandas as pd

    return pd.DataFrame(list(rows), columns=list(COLUMNS)).astype(TYPES)


def ended(table: pd.DataFrame) -> pd.DataFrame:
    """The rows of the runs that ended by themselves: no limit stopped them."""
    return table[table["outcome"].isin(ENDED)]


def summary(
    table: pd.DataFrame,
    by: str | Sequence[str] = "solver",
    cost: str = "nodes",
    quantiles: Sequence[float] = (0.1, 0.5, 0.9),
) -> pd.DataFrame:
    """Say what groups of runs cost, counting those that a limit stopped.

    The cost of a stopped run is unknown, but it is larger than its cost so far. So it ranks above
    all runs that ended, and a quantile among the stopped runs, or between them and the others, is
    infinite. There is no mean: it is unknown if a run was stopped, and the mean of the runs that
    ended would favour the solver with the most stopped runs.

    Parameters
    ----------
    table : the table that `sweep` returned, or a part of it.
    by : the column, or columns, that make a group.
    cost : the column that is the cost, usually "nodes", "checks" or "seconds".
    quantiles : shares, 0..1; between two runs a quantile is interpolated linearly.

    Returns
    -------
    One row for each group: the group's columns, `runs`, `stopped` (how many did not end, or were
    wrong), `share_stopped`, and one column for each quantile: `median`, or `q10` and so on.

    Raises
    ------
    ValueError : there is no such column, or a quantile is not in 0..1.
    """
    need("summary", "lab", "pandas")
    import pandas as pd

    groups = [by] if isinstance(by, str) else list(by)
    for column in (*groups, cost):
        if column not in table.columns:
            raise ValueError(unknown("column", column, tuple(table.columns)))
    if not all(0 <= q <= 1 for q in quantiles):
        raise ValueError(f"quantiles lie between 0 and 1, not {list(quantiles)}")
    rows = []
    for values, part in table.groupby(groups, sort=False, dropna=False):
        known = list(ended(part)[cost])
        stopped = len(part) - len(known)
        costs = [quantile(known + [inf] * stopped, share) for share in quantiles]
        rows.append((*values, len(part), stopped, stopped / len(part), *costs))
    names = ["median" if q == 0.5 else f"q{100 * q:g}" for q in quantiles]
    return pd.DataFrame(rows, columns=[*groups, "runs", "stopped", "share_stopped", *names])


def quantile(values: Iterable[float], share: float) -> float:
    """A quantile of costs, where the cost of a run that was stopped is infinite.

    Between two runs it is interpolated linearly; between a run that ended and one that was stopped
    it is infinite.

    Parameters
    ----------
    values : one cost or more, in any order.
    share : 0..1; 0.5 is the median.
    """
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below, rest = int(place), place % 1
    if rest == 0 or isinf(ordered[below]):
        return float(ordered[below])
    return float(ordered[below] + rest * (ordered[below + 1] - ordered[below]))


FIELDS = (*COLUMNS, "run", "key", "search")
RUN, KEY, SEARCH = -3, -2, -1  # where they stand in a line
HEADER = (",".join(FIELDS) + "\n").encode()
OUTCOMES = (*ENDED, "limit", "interrupted", "wrong", "not found")
CHOICES = {"outcome": OUTCOMES, "root": ROOTS, "engine": ENGINES, "level": (*LEVELS, "")}
FIELD_TYPES = (*TYPES.values(), "int64", "str", "str")
EXPECTED = {  # by the column or by the kind of its values
    **{name: f"one of {', '.join(filter(None, some))}" for name, some in CHOICES.items()},
    "bool": "True or False",
    "float64": "a number of seconds",
    "str": "a text",
    **dict.fromkeys(("int64", "Int64"), "a whole number"),
}
LOWEST = dict.fromkeys(("signs", "givens", "node_limit", *COUNTERS, "run"), 0)
LOWEST |= {"size": 1, "sought": 1}
NO_VALUE = object()
WHOLE, DECIMAL = re.compile(r"-?[0-9]{1,19}"), re.compile(r"[0-9.]+(?:[eE][+-]?[0-9]+)?")
LOCKED_BYTE = 2**31 - 2  # where Windows locks, far after the end


class ResultsFile:
    """A results file that only this sweep has open.

    Parameters
    ----------
    path : where it is or will be.

    Attributes
    ----------
    stored : the lines in it when it was opened, each run once.

    Raises
    ------
    ValueError : the file is not a results file; it stays as it is.
    BlockingIOError : another sweep is writing to it.
    OSError : it cannot be opened or written.
    """

    def __init__(self, path: str | os.PathLike[str]):
        self.path = Path(path)
        new = not os.path.exists(self.path)  # one of no possible name is told below
        self._file = _open_file(self.path)
        try:
            self._lock()
            data = self.path.read_bytes()
            self.stored = _stored(data, self.path)
            self._size = data.rfind(b"\n") + 1
            os.ftruncate(self._file, self._size)
            if not self._size:
                self._append(HEADER)
        except BaseException:
            self.close()
            if new:
                self.path.unlink(missing_ok=True)
            raise

    def append(self, line: Row) -> None:
        """Write a run at the end: its row, its number, its key and its search.

        Raises
        ------
        OSError : the disk is full, for example; then the file has no part of the line.
        """
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerow(line)
        self._append(text.getvalue().encode(errors="backslashreplace"))

    def close(self) -> None:
        """Close the file; that releases the lock."""
        os.close(self._file)

    def _append(self, data: bytes) -> None:
        rest = data
        try:
            while rest:
                rest = rest[os.write(self._file, rest) :]
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
    # Other programs add a byte order mark, and line ends of Windows.
    plain = data.removeprefix(codecs.BOM_UTF8).replace(b"\r\n", b"\n")
    if b"\n" not in plain and HEADER.startswith(plain):
        return []
    first, _, rest = plain[: plain.rfind(b"\n") + 1].decode(errors="replace").partition("\n")
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
        for texts in rows:
            place = f"{path}:{rows.line_num + 1}"
            if len(texts) != len(FIELDS):
                raise ValueError(f"{place}: expected {len(FIELDS)} values, found {len(texts)}")
            line = tuple(map(_read_value, FIELDS, FIELD_TYPES, texts))
            if NO_VALUE in line:
                at = line.index(NO_VALUE)
                expected = EXPECTED.get(FIELDS[at]) or EXPECTED[FIELD_TYPES[at]]
                where = f"{place}, column {at + 1} ({FIELDS[at]})"
                raise ValueError(f"{where}: expected {expected}, found {shown(texts[at])}")
            stored[line[KEY]] = line
    except csv.Error:
        raise ValueError(f"{path}:{rows.line_num + 1}: expected the results of a run") from None
    return [*stored.values()]


def _read_value(name: str, kind: str, text: str) -> Any:
    """The value of a column from its text, also as a spreadsheet writes it; NO_VALUE for others."""
    match kind:
        case "str" if name in CHOICES:
            return text if text in CHOICES[name] else NO_VALUE
        case "str":
            return text if text.strip() or name in ("puzzle", "learn") else NO_VALUE
        case "bool":
            return {"true": True, "false": False}.get(text.lower(), NO_VALUE)
        case "float64":
            seconds = float(text) if DECIMAL.fullmatch(text) else inf
            return seconds if seconds < inf else NO_VALUE
        case "Int64" if not text:
            return None
    number = int(text) if WHOLE.fullmatch(text) else 2**63
    return number if LOWEST.get(name, -(2**63)) <= number < 2**63 else NO_VALUE


def _open_file(path: Path) -> int:
    """Open a results file, or create it; an error says plainly why results cannot go there."""
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
    kind: type[Exception] = ValueError
    why = "that is not an ordinary file"
    try:
        if path.is_file() or not path.exists():
            return os.open(path, flags, 0o666)
    except ValueError:
        why = "that is not a file name"
    except FileNotFoundError:
        kind, why = FileNotFoundError, f"there is no folder {printable(str(path.parent))}"
    except OSError as error:
        kind, why = type(error), str(error.strerror)
    raise kind(f"{printable(str(path))}: results cannot go there: {why}")
