"""What the tests take from npm, at the versions in `javascript/package.json`."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from pathlib import Path
from typing import NoReturn

import pytest
from conftest import IN_CI

HERE = Path(__file__).parent / "javascript"
NODE, NPM = shutil.which("node"), shutil.which("npm")


def not_checked(why: str) -> NoReturn:
    """Whoever has no Node may still run the other tests; CI must not pass without it."""
    (pytest.fail if IN_CI else pytest.skip)(f"not checked: {why}")


def node_modules(config: pytest.Config) -> Path:
    """The installed packages; installed once, in pytest's cache."""
    if not (NODE and NPM):
        not_checked("Node or npm is not installed")
    wanted = (HERE / "package.json").read_bytes()
    folder = Path(config.cache.mkdir(f"npm-{hashlib.sha256(wanted).hexdigest()[:12]}"))
    if not (folder / "done").exists():
        shutil.copy(HERE / "package.json", folder)
        words = ["install", "--no-package-lock", "--no-audit", "--no-fund", "--prefix", folder]
        done = subprocess.run([NPM, *words], cwd=folder, capture_output=True, text=True)
        if done.returncode:
            not_checked(f"npm could not install what package.json names:\n{done.stderr}")
        (folder / "done").touch()
    return folder / "node_modules"
