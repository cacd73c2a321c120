"""The programs that mark notebooks, at the versions in `graders.txt`."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import IN_CI, REPO

WANTED = Path(__file__).with_suffix(".txt")


def environment(config: pytest.Config) -> dict[str, str]:
    """Variables with which nbgrader and Otter are found; installed once, in pytest's cache."""
    name = f"graders-{hashlib.sha256(WANTED.read_bytes() + sys.version.encode()).hexdigest()[:12]}"
    folder = Path(config.cache.mkdir(name))
    if not (folder / "done").exists():
        words = ["install", "--quiet", "--no-deps", "--target", folder, "--requirement", WANTED]
        command = [sys.executable, "-m", "uv", "pip", *words, "--python", sys.executable]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            why = f"what graders.txt names could not be installed:\n{done.stderr}"
            (pytest.fail if IN_CI else pytest.skip)(f"not checked: {why}")
        (folder / "done").touch()
    programs = os.pathsep.join([str(folder / "bin"), os.path.dirname(sys.executable)])
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(folder), str(REPO)]),
        "PATH": os.pathsep.join([programs, os.environ["PATH"]]),
    }
