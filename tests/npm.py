"""What the tests take from npm, at the versions in `javascript/package.json`."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any, NoReturn

import pytest
from conftest import IN_CI

HERE = Path(__file__).parent / "javascript"
NODE, NPM = shutil.which("node"), shutil.which("npm")


def not_checked(why: str) -> NoReturn:
    """Whoever has no Node may still run the other tests; CI must not pass without it."""
    (pytest.fail if IN_CI else pytest.skip)(f"not checked: {why}")


def run_node(script: str, question: Any) -> Any:
    """What a script beside this file answers to a question, both as JSON."""
    if not NODE:
        not_checked("Node is not installed")
    command = [NODE, Path(__file__).with_name(script)]
    done = subprocess.run(command, input=json.dumps(question), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


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
