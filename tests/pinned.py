"""Programs that only some tests run, at the versions in a list beside this file."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import IN_CI


def installed(config: pytest.Config, wanted: Path) -> Path:
    """A folder with the packages of a list, without their dependencies: the rest is there.

    They are installed once, in pytest's cache. Whoever cannot install them may still run the other
    tests; CI must not pass without.
    """
    state = hashlib.sha256(wanted.read_bytes() + sys.version.encode()).hexdigest()[:12]
    folder = Path(config.cache.mkdir(f"{wanted.stem}-{state}"))
    if not (folder / "done").exists():
        words = ["install", "--quiet", "--no-deps", "--target", folder, "--requirement", wanted]
        command = [sys.executable, "-m", "uv", "pip", *words, "--python", sys.executable]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            why = f"what {wanted.name} names could not be installed:\n{done.stderr}"
            (pytest.fail if IN_CI else pytest.skip)(f"not checked: {why}")
        (folder / "done").touch()
    return folder
