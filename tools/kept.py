"""What was made once is made again only when something that it was made from has changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path

REPO = Path(__file__).resolve().parents[1]
PACKAGE = REPO / "futoshiki_lab"
NOTES = ".made.json"  # in the folder: from what each file was made


def digest(files: Iterable[Path], *more: str) -> str:
    """A digest of what stands in some files. Their times do not count: a checkout has new ones."""
    found = hashlib.sha256("\n".join(more).encode())
    for path in sorted(files):
        found.update(f"{path.name}\n".encode() + path.read_bytes())
    return found.hexdigest()


@cache
def package(*rooms: str) -> str:
    """A digest of some rooms of the package; of all but the commands, which no page shows."""
    every = (path for path in PACKAGE.rglob("*.*") if path.suffix not in (".pyc", ".part"))
    files = (path for path in every if path.is_file() and "command_line" not in path.parts)
    return digest(one for one in files if not rooms or one.relative_to(PACKAGE).parts[0] in rooms)


def run_of(notebook: Path) -> str:
    """A digest of all that a run of a notebook depends on."""
    return digest([notebook], package())


class Kept:
    """The files of a folder, with what each was made from."""

    def __init__(self, folder: Path):
        self.folder, self._notes = folder, folder / NOTES
        folder.mkdir(parents=True, exist_ok=True)
        self._made = json.loads(self._notes.read_text()) if self._notes.exists() else {}

    def has(self, name: str, source: str) -> bool:
        """Whether the file is there, and was made from this."""
        return self._made.get(name) == source and (self.folder / name).exists()

    def note(self, source: str, *names: str) -> None:
        """These files have just been made from this."""
        self._made |= dict.fromkeys(names, source)
        self._notes.write_text(json.dumps(self._made))
