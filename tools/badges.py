"""Write the badges of a public copy on GitHub at the head of README.md: its site, Binder, Colab.

    python tools/badges.py [OWNER/NAME]

Without a name, the remote `origin` says where the copy is. Run it again after a move or in a fork.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

REPO = Path(__file__).resolve().parents[1]
BADGES = """\
[![Site](https://github.com/{at}/actions/workflows/site.yml/badge.svg)](https://{owner}.github.io/{name}/)
[![Binder](https://mybinder.org/badge_logo.svg)](https://mybinder.org/v2/gh/{at}/main?urlpath=lab/tree/notebooks/welcome.ipynb)
[![Colab](https://colab.research.google.com/assets/colab-badge.svg)](https://colab.research.google.com/github/{at}/blob/main/notebooks/02-backtracking.ipynb)
"""
PLACE = re.compile(r"(?:https://github\.com/|git@github\.com:)?([\w-]+)/([\w.-]+?)(?:\.git)?/?")
FORMER = re.compile(r"\A(# .*\n\n)(?:(?:\[!\[.*\n)+\n)?")


def write(readme: Path, place: str) -> None:
    """Put the badges under the title, in the place of those of before.

    Raises
    ------
    ValueError : `place` is neither OWNER/NAME nor an address of GitHub.
    """
    if not (parts := PLACE.fullmatch(place)):
        expected = "expected OWNER/NAME or an address on github.com (make badges ARGS=OWNER/NAME)"
        raise ValueError(f"{expected}, got {place!r}")
    owner, name = parts.groups()
    badges = BADGES.format(at=f"{owner}/{name}", owner=owner.lower(), name=name)
    text = FORMER.sub(lambda head: f"{head[1]}{badges}\n", readme.read_text("utf-8"))
    readme.write_text(text, encoding="utf-8")


def find_copy() -> tuple[str, str] | None:
    """Owner and name of this copy on GitHub, from its workflow or the remote `origin`, if any."""
    found = PLACE.fullmatch(os.environ.get("GITHUB_REPOSITORY") or _origin())
    return (found[1], found[2]) if found else None


def _origin() -> str:
    command = ["git", "-C", str(REPO), "remote", "get-url", "origin"]
    return subprocess.run(command, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    try:
        write(REPO / "README.md", sys.argv[1] if len(sys.argv) > 1 else _origin())
    except ValueError as error:
        print(f"badges: {error}", file=sys.stderr)
        sys.exit(2)
