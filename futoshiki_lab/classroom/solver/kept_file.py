"""my_solver.py: a plain module of the learner's, one part under each heading.

    # %% 03 fc_check: my_fc_check (right 1f3b52c8)

The stamp says that this very text, with what it uses of other parts, has passed its check. All else
in the file is the learner's, and is never changed.
"""

from __future__ import annotations

import ast
import os
import re
import symtable
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from time import monotonic, sleep, time

from futoshiki_lab.classroom.solver.parts import PARTS
from futoshiki_lab.core import PuzzleError
from futoshiki_lab.support.writing import write_file

FILE = "my_solver.py"  # beside the notebooks
HEADING = re.compile(r"# %% (\d\d) (\w+): (\w+)(?: \((right|another cost) (\w+)\))?$")
OPENING = '''\
"""My solver: what the notebooks' checks called right, one part under each heading.

    python my_solver.py nyu/Input2

The file is yours: read it, change it, hand it in. What you change is checked again.
"""
'''
PROGRAM = """\
if __name__ == "__main__":
    from futoshiki_lab.classroom.solver import run_program

    raise SystemExit(run_program(__file__))
"""
PATIENCE = 30.0  # seconds for another kernel that writes; then its lock is a left-over


@dataclass(frozen=True)
class Block:
    """What stands under a heading: a part, or something of the learner's.

    Attributes
    ----------
    heading : its line; empty for what stands before the first one.
    text : all up to the next heading.
    line : how many lines stand before the text.
    part, function : what the heading names; empty if it is no part's.
    verdict, stamp : what the check said, and of which text.
    """

    heading: str
    text: str
    line: int = 0
    part: str = ""
    function: str = ""
    verdict: str = ""
    stamp: str = ""

    @classmethod
    def of(cls, heading: str, text: str, line: int) -> Block:
        """A block as it is read."""
        found = HEADING.match(heading)
        if not found or found[2] not in PARTS:
            return cls(heading, text, line)
        return cls(heading, text, line, found[2], found[3], found[4] or "", found[5] or "")

    @property
    def names(self) -> dict[str, str]:
        """What it defines, each with its text without layout; nothing if it cannot be read."""
        with suppress(SyntaxError, ValueError):
            return dict(_definitions(ast.parse(self.text)))
        return {}

    def with_stamp(self, verdict: str, stamp: str) -> Block:
        """The same text under a heading that says how it was judged."""
        told = f"{PARTS[self.part].notebook} {self.part}: {self.function}"
        heading = f"# %% {told} ({verdict} {stamp})"
        return replace(self, heading=heading, verdict=verdict, stamp=stamp)


@dataclass
class KeptFile:
    """The file, in blocks; `text` is what stands in it, to the letter."""

    path: Path
    blocks: list[Block] = field(default_factory=list)

    @classmethod
    def read(cls, path: Path) -> KeptFile:
        """Read the file; a missing one is empty.

        PuzzleError is raised if there is something that cannot be read as text.
        """
        try:
            text = path.read_text("utf-8")
        except FileNotFoundError:
            return cls(path)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "it is no text"
            raise PuzzleError(f"cannot read it: {reason}", file=path.name) from None
        found, heading, lines, first = list[Block](), "", list[str](), 0
        for number, line in enumerate(text.splitlines(keepends=True), 1):
            if line.startswith("# %% "):
                found.append(Block.of(heading, "".join(lines), first))
                heading, lines, first = line.rstrip("\r\n"), [], number
            else:
                lines.append(line)
        return cls(path, [*found, Block.of(heading, "".join(lines), first)])

    @property
    def text(self) -> str:
        """All of it."""
        return "".join(f"{one.heading}\n" * bool(one.heading) + one.text for one in self.blocks)

    def find(self, part: str) -> Block | None:
        """The block of a part; of several the last, as in Python."""
        return next((one for one in reversed(self.blocks) if one.part == part), None)

    def put(self, block: Block) -> KeptFile:
        """The file with a part in the place of the one before, or in the order of the course."""
        end = Block("# %% the program", PROGRAM)
        blocks = [*self.blocks] if self.text.strip() else [Block("", f"{OPENING}\n\n"), end]
        if old := self.find(block.part):
            blocks[blocks.index(old)] = block
            return replace(self, blocks=blocks)
        order = [*PARTS]
        later = (
            at
            for at, one in enumerate(blocks)
            if one.heading == end.heading
            or (one.part and order.index(one.part) > order.index(block.part))
        )
        at = next(later, len(blocks))
        if blocks[at - 1].text.strip():
            before = blocks[at - 1]
            blocks[at - 1] = replace(before, text=f"{before.text.rstrip()}\n\n\n")
        return replace(self, blocks=[*blocks[:at], block, *blocks[at:]])

    def stamp_of(self, block: Block) -> str:
        """What changes if a part's text changes, or what it uses of other parts."""
        seen, waiting = {block.part: block}, [block]
        while waiting:
            used = globals_of(waiting.pop().text)
            for one in self.blocks:
                if one.part and one.part not in seen and used & one.names.keys():
                    seen[one.part] = one
                    waiting.append(one)
        texts = (seen[name].text.strip() for name in sorted(seen))
        return sha256("\0".join(texts).encode()).hexdigest()[:8]

    def is_untouched(self, block: Block) -> bool:
        """Whether a block is as its check has seen it."""
        return bool(block.stamp) and block.stamp == self.stamp_of(block)

    def write(self) -> None:
        """Replace the file as a whole, if it is another one now. PuzzleError: it cannot be."""
        with suppress(OSError, ValueError):
            if self.path.read_text("utf-8") == self.text:
                return
        write_file(self.path, self.text)


def globals_of(text: str) -> set[str]:
    """The names that a text and its functions read outside of them; none if it cannot be read."""

    def all_of(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
        yield table
        for inner in table.get_children():
            yield from all_of(inner)

    try:
        whole = symtable.symtable(text, FILE, "exec")
    except (SyntaxError, ValueError):
        return set()
    symbols = [(table, one) for table in all_of(whole) for one in table.get_symbols()]
    return {
        one.get_name()
        for table, one in symbols
        if one.is_referenced() and (table is whole or one.is_global())
    }


def _definitions(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The names at the top of a module, each with what defines it."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name, ast.dump(node)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            module = getattr(node, "module", "")
            for alias in node.names:
                yield alias.asname or alias.name, f"{module} {alias.name}"
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    yield target.id, ast.dump(node)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Let one process at a time change the file. PuzzleError: its folder cannot be written to.

    A browser's Python is alone, and has no locks.
    """
    lock, begun = path.with_name(f".{path.name}.lock"), monotonic()
    if sys.platform == "emscripten":
        yield
        return
    while True:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            break
        except FileExistsError:
            with suppress(OSError):
                if time() - lock.stat().st_mtime > PATIENCE:
                    lock.unlink()
            if monotonic() - begun > 2 * PATIENCE:
                raise PuzzleError("another program writes to it", file=path.name) from None
            sleep(0.02)
        except OSError as error:
            raise PuzzleError(f"cannot write it: {error.strerror}", file=path.name) from None
    try:
        yield
    finally:
        with suppress(OSError):
            lock.unlink()
