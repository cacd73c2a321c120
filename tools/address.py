"""Write where this copy is published: the head of README.md, and CITATION.cff.

    python tools/address.py [OWNER/NAME]

Without a name, the remote `origin` says where the copy is on GitHub. Run it again after a move or
in a fork. A wheel takes its addresses from CITATION.cff (`hatch_build.py`).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

REPO = Path(__file__).resolve().parents[1]
TRY_IT = """\
**Try it now, nothing to install: [{owner}.github.io/{name}](https://{owner}.github.io/{name}/).**
There every notebook can be read, stepped through and run in the browser, on a phone too.

[![Binder](https://mybinder.org/badge_logo.svg)](https://mybinder.org/v2/gh/{at}/main?urlpath=lab/tree/notebooks/welcome.ipynb)
[![Colab](https://colab.research.google.com/assets/colab-badge.svg)](https://colab.research.google.com/github/{at}/blob/main/notebooks/02-backtracking.ipynb)
"""
CITED = """\
repository-code: "https://github.com/{at}"
url: "https://{owner}.github.io/{name}/"
"""
PLACE = re.compile(r"(?:https://github\.com/|git@github\.com:)?([\w-]+)/([\w.-]+?)(?:\.git)?/?")
# What each file says so far, and what stays around it.
FORMER_TRY_IT = re.compile(r"(?<=<!-- address -->\n).*?(?=<!-- end of address -->\n)", re.DOTALL)
FORMER_CITED = re.compile(r"(?:(?:repository-code|url): .*\n)*\Z")


def write(folder: Path, place: str) -> None:
    """Put the addresses into README.md and CITATION.cff, in the place of those of before.

    Raises
    ------
    ValueError : `place` is neither OWNER/NAME nor an address of GitHub.
    """
    if not (parts := PLACE.fullmatch(place)):
        expected = "expected OWNER/NAME or an address on github.com (make address ARGS=OWNER/NAME)"
        raise ValueError(f"{expected}, got {place!r}")
    owner, name = parts.groups()
    words = {"at": f"{owner}/{name}", "owner": owner.lower(), "name": name}
    for path, former, text in (
        (folder / "README.md", FORMER_TRY_IT, TRY_IT),
        (folder / "CITATION.cff", FORMER_CITED, CITED),
    ):
        written = former.sub(text.format(**words), path.read_text("utf-8"), count=1)
        path.write_text(written, encoding="utf-8")


def find_copy() -> tuple[str, str] | None:
    """Owner and name of this copy on GitHub, from its workflow or the remote `origin`, if any."""
    found = PLACE.fullmatch(os.environ.get("GITHUB_REPOSITORY") or _origin())
    return (found[1], found[2]) if found else None


def _origin() -> str:
    command = ["git", "-C", str(REPO), "remote", "get-url", "origin"]
    return subprocess.run(command, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    try:
        write(REPO, sys.argv[1] if len(sys.argv) > 1 else _origin())
    except ValueError as error:
        print(f"address: {error}", file=sys.stderr)
        sys.exit(2)
