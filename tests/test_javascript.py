"""The browser's modules: types are right, prettier has formatted them, they join to one module."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from conftest import REPO
from npm import HERE, NODE, node_modules, not_checked

from futoshiki_lab.stepper import export, pages

JOINED = {
    "notebook": export.widgets_script(),
    "loader": export.read("loader.js"),
    "page": re.sub("</?script.*?>", "", pages.script_of()),
    "slides": export.script("alone") + export.script("deck", []),
}


@pytest.fixture(scope="module")
def typescript(request: pytest.FixtureRequest) -> list[str | Path]:
    """The compiler, with what it learned in earlier runs."""
    learned = request.config.cache.mkdir("typescript") / "learned.json"
    compiler = node_modules(request.config) / "typescript" / "bin" / "tsc"
    return [NODE, compiler, "--incremental", "--tsBuildInfoFile", learned]


def test_the_types_hold(typescript):
    words = [*typescript, "--project", HERE]
    checked = subprocess.run(words, cwd=REPO, capture_output=True, text=True)
    assert checked.stdout == ""


def test_prettier_has_formatted_every_file(request):
    prettier = node_modules(request.config) / "prettier" / "bin" / "prettier.cjs"
    kinds = (
        "futoshiki_lab/**/*.js",
        "futoshiki_lab/**/*.css",
        "tools/site/static/*.*s",
        "t*s/**/*.mjs",
    )
    files = [path for kind in kinds for path in REPO.glob(kind)]
    words = [
        NODE,
        prettier,
        "--config",
        export.BROWSER / "package.json",
        "--list-different",
        *files,
    ]
    checked = subprocess.run(words, cwd=REPO, capture_output=True, text=True)
    assert checked.stdout + checked.stderr == ""
    wide = [line for path in files for line in path.read_text("utf-8").splitlines() if line[100:]]
    assert not wide  # prettier breaks neither comments nor strings


@pytest.mark.parametrize("name", JOINED)
def test_the_files_joined_are_one_module(name, tmp_path):
    if not NODE:
        not_checked("Node is not installed")
    path = tmp_path / "joined.mjs"
    path.write_text(JOINED[name], encoding="utf-8")
    checked = subprocess.run([NODE, "--check", path], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


def test_no_import_is_left_and_every_name_stands_once():
    for text in JOINED.values():
        exported = re.findall(r"^export (\S+ \S+)", text, re.MULTILINE)
        assert set(exported) <= {"default {", "{ show", "const styles"}
        assert not re.search(r"^import ", text, re.MULTILINE)
        names = re.findall(r"^(?:async )?(?:class|function|const|let) (\w+)", text, re.MULTILINE)
        assert len(names) == len(set(names))


def test_every_file_is_used():
    read = export.imports("alone", "deck", "notebook", "loader", *export.SCRIPTS, *export.ALONE)
    files = [path.stem for folder in export.FOLDERS for path in folder.glob("*.js")]
    assert sorted(read) == sorted(files)
