"""Do the tests see a harmful change? Makes those of mutations.txt, one after another, in a copy.

    python tools/mutate.py              # all of them; the exit code is 1 if one is not caught
    python tools/mutate.py draw/ .js    # those in files whose path has one of these in it
    python tools/mutate.py --draw 51    # lines to make others of, drawn with this seed

For each change pytest runs the tests that are named with it, until one fails, or until they have
taken more processor time than any test needs: a change that makes a search endless is seen, too.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

REPO = Path(__file__).resolve().parents[1]
PACKAGE = "futoshiki_lab"
LIST = Path(__file__).with_name("mutations.txt")
MOST = 300  # seconds of processor time for the tests of a change; they need 100 at most
MADE = {".git", ".venv", "build", "site"}  # not copied
EACH = 6  # lines that are drawn of a room
IN_JAVASCRIPT = re.compile(r" [<>]=? |^[\w.]+\(.*\);$|^[\w.\[\]]+ [+-]?= .*;$|\w\(\w+, \w+\)")


@dataclass(frozen=True)
class Mutation:
    """A line of a file, what stands there instead, and the tests that should see it."""

    file: str
    before: str
    after: str
    tests: tuple[str, ...]

    def made_in(self, text: str) -> str:
        """The text of the file with the change; ValueError if the line is not there once."""
        lines = text.split("\n")
        if lines.count(self.before) != 1:
            raise ValueError(f"{self.file} has no such line, or several: {self.before.strip()}")
        lines[lines.index(self.before)] = self.after or " " * self._depth + self._nothing
        return "\n".join(lines)

    @property
    def _depth(self) -> int:
        return len(self.before) - len(self.before.lstrip())

    @property
    def _nothing(self) -> str:
        return "pass" if self.file.endswith(".py") else ";"


def read_mutations(text: str) -> list[Mutation]:
    """The changes of a list such as mutations.txt."""
    kept = "\n".join(line for line in text.splitlines() if line[:1] != ";")
    return [_read(block.splitlines()) for block in re.split(r"\n\n+", kept.strip())]


def _read(lines: list[str]) -> Mutation:
    file, before, after, tests = lines
    assert (before[:2], after[:1], tests[:2]) == ("- ", "+", "= "), file
    return Mutation(file, before[2:], after[2:], tuple(tests[2:].split()))


def draw(seed: int) -> Iterator[str]:
    """Lines with a comparison, a call of several arguments, or one that may be dropped."""
    random, rooms = Random(seed), dict[str, list[str]]()
    for path in sorted((REPO / PACKAGE).rglob("*.*")):
        text = path.read_text("utf-8") if path.suffix in (".py", ".js") else ""
        found = _places(text) if path.suffix == ".py" else _places_in_javascript(text)
        lines, name = text.split("\n"), path.relative_to(REPO / PACKAGE).as_posix()
        room = f"{name.rpartition('/')[0]} {path.suffix}"
        rooms.setdefault(room, []).extend(f"{name}\n- {lines[at - 1]}" for at in found)
    for places in rooms.values():
        yield from random.sample(places, min(EACH, len(places)))


def _places(text: str) -> Iterator[int]:
    for node in ast.walk(ast.parse(text)):
        several = isinstance(node, ast.Call) and len(node.args) > 1
        if several or isinstance(node, ast.Compare | ast.AugAssign | ast.Expr):
            yield node.lineno


def _places_in_javascript(text: str) -> Iterator[int]:
    for at, line in enumerate(map(str.strip, text.split("\n")), 1):
        if not line.startswith("//") and IN_JAVASCRIPT.search(line):
            yield at


def catch(mutation: Mutation, copy: Path) -> str:
    """The first test that fails with the change made in the copy, or "did not end"; "" if none."""
    path = copy / PACKAGE / mutation.file
    right = path.read_text("utf-8")
    path.write_text(mutation.made_in(right), "utf-8")
    words = ["-m", "pytest", "-n", "0", "-x", "-q", "-p", "no:cacheprovider", "--no-header"]
    try:
        done = subprocess.run(
            [sys.executable, *words, *(f"tests/{name}" for name in mutation.tests)],
            cwd=copy,
            env={**os.environ, "PYTHONPATH": str(copy)},
            capture_output=True,
            text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (MOST, MOST + 9)),
        )
    finally:
        path.write_text(right, "utf-8")
    if done.returncode == -signal.SIGXCPU:
        return "did not end"
    failed = re.findall(r"^(?:FAILED|ERROR) (.*?)(?: - .*)?$", done.stdout, re.M)
    if done.returncode not in (0, 1, 2):
        raise ValueError(f"{mutation.file}: {(done.stdout + done.stderr)[-200:].strip()}")
    return failed[0] if failed else ""


def main() -> int:
    """Make the changes that are asked for, and say which test sees each."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("parts", nargs="*", help="of the paths of files")
    parser.add_argument("--draw", type=int, metavar="SEED", help="print lines to change, and end")
    asked = parser.parse_args()
    if asked.draw is not None:
        print(*draw(asked.draw), sep="\n")
        return 0
    missed = 0
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(
            REPO,
            copy,
            symlinks=True,
            ignore=lambda here, names: MADE & {*names} if Path(here) == REPO else (),
        )
        for one in read_mutations(LIST.read_text("utf-8")):
            if asked.parts and not any(part in one.file for part in asked.parts):
                continue
            began = time.monotonic()
            try:
                found = catch(one, copy)
            except ValueError as error:
                found, one = "", Mutation(str(error), "", "", ())
            missed += not found
            print(f"{one.file:40} {time.monotonic() - began:4.0f} s  {found or 'NOT CAUGHT'}")
            sys.stdout.flush()
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
