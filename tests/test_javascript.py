"""The modules of the browser: their types are right, and they can be joined to one module."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import NoReturn

import pytest
from conftest import IN_CI, REPO

from futoshiki_lab.widgets import bundle

HERE = Path(__file__).parent / "javascript"
NODE, NPM = shutil.which("node"), shutil.which("npm")
JOINED = {
    "stepper": bundle.widget("stepper", "Stepper"),
    "play": bundle.widget("play", "Play"),
    "page": bundle.script("alone"),
}


def _not_checked(why: str) -> NoReturn:
    """Whoever has no Node may still run the other tests; CI must not pass without it."""
    (pytest.fail if IN_CI else pytest.skip)(f"the JavaScript was not checked: {why}")


@pytest.fixture(scope="module")
def typescript(request: pytest.FixtureRequest) -> Path:
    """The compiler of the version that package.json says; installed once, in pytest's cache."""
    if not (NODE and NPM):
        _not_checked("Node or npm is not installed")
    version = json.loads((HERE / "package.json").read_text())["devDependencies"]["typescript"]
    folder = Path(request.config.cache.mkdir(f"typescript-{version}"))
    compiler = folder / "node_modules" / "typescript" / "bin" / "tsc"
    if not compiler.exists():
        shutil.copy(HERE / "package.json", folder)
        words = ["install", "--no-package-lock", "--no-audit", "--no-fund", "--prefix", folder]
        done = subprocess.run([NPM, *words], cwd=folder, capture_output=True, text=True)
        if done.returncode:
            _not_checked(f"npm could not install TypeScript {version}:\n{done.stderr}")
    return compiler


def test_the_types_hold(typescript):
    words = [NODE, typescript, "--project", HERE]
    checked = subprocess.run(words, cwd=REPO, capture_output=True, text=True)
    assert checked.stdout == ""


@pytest.mark.parametrize("name", JOINED)
def test_the_files_joined_are_one_module(name, tmp_path):
    if not NODE:
        _not_checked("Node is not installed")
    path = tmp_path / "joined.mjs"
    path.write_text(JOINED[name], encoding="utf-8")
    checked = subprocess.run([NODE, "--check", path], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


def test_no_import_is_left_and_every_name_stands_once():
    for text in JOINED.values():
        assert not re.search(r"^(import|export (?!default))", text, re.MULTILINE)
        names = re.findall(r"^(?:async )?(?:class|function|const|let) (\w+)", text, re.MULTILINE)
        assert len(names) == len(set(names))


def test_every_file_is_used():
    read = {bundle.BROWSER / f"{name}.js" for name in bundle.imports("alone")}
    assert read == set(bundle.BROWSER.glob("*.js"))


def test_a_file_stands_after_those_that_it_imports():
    text = JOINED["page"]
    assert text.index("class Puzzle ") < text.index("class Recording ") < text.index("class Run ")
