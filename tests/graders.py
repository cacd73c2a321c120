"""The programs that mark notebooks, at the versions in `graders.txt`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from conftest import REPO
from pinned import installed


def environment(config: pytest.Config) -> dict[str, str]:
    """Variables with which nbgrader and Otter are found."""
    folder = installed(config, Path(__file__).with_suffix(".txt"))
    programs = os.pathsep.join([str(folder / "bin"), os.path.dirname(sys.executable)])
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(folder), str(REPO)]),
        "PATH": os.pathsep.join([programs, os.environ["PATH"]]),
    }
