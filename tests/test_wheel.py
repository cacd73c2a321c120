"""What is published: the sdist, the wheel built from it, and the wheel in an empty place."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from address import write
from conftest import IN_CI
from house import PACKAGE, REPO
from pinned import installed
from test_setup import EXTRAS, PACKAGE_NAME, PLAIN, pins

from futoshiki_lab import bundled

BESIDE = {
    *("CHANGELOG.md", "CITATION.cff", "LICENSE", "PKG-INFO", "README.md"),
    *("hatch_build.py", "pyproject.toml"),
}


def _run(*words, **settings):
    run = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", **settings)
    assert run.returncode == 0, f"{words}:\n{run.stdout}{run.stderr}"
    return run.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The sdist, and the wheel built from nothing but what is in it."""
    folder = tmp_path_factory.mktemp("dist")
    hatch = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    _run(*hatch, "-t", "sdist", cwd=REPO)
    (sdist,) = folder.glob("*.tar.gz")
    _run(sys.executable, "-m", "tarfile", "-e", str(sdist), str(folder))
    _run(*hatch, "-t", "wheel", cwd=folder / sdist.name.removesuffix(".tar.gz"))
    (wheel,) = folder.glob("*.whl")
    return sdist, wheel


def _files(folder):
    """The files of a folder of the checkout as they are published."""
    files = (path for path in (REPO / folder).rglob("*") if path.is_file())
    return {path.relative_to(REPO).as_posix() for path in files if "__pycache__" not in path.parts}


PUBLISHED = _files(PACKAGE.name) | _files("data")  # scripts, styles, py.typed too


def test_the_sdist_holds_the_package_its_puzzles_and_its_papers(built):
    with tarfile.open(built[0]) as archive:
        names = {member.name.partition("/")[2] for member in archive if member.isfile()}
    assert names - {".gitignore"} == PUBLISHED | BESIDE


def test_the_wheel_holds_the_package_with_the_puzzles_inside_and_nothing_else(built):
    assert built[1].name.endswith("-py3-none-any.whl")
    names = zipfile.ZipFile(built[1]).namelist()
    papers = {name.partition(".dist-info/")[2] for name in names if ".dist-info/" in name}
    inside = {re.sub("^data/", f"{PACKAGE.name}/data/", name) for name in PUBLISHED}
    assert {name for name in names if ".dist-info/" not in name} == inside
    licences = {name for name in PUBLISHED | {"LICENSE"} if name.endswith("LICENSE")}
    assert papers - {f"licenses/{name}" for name in licences} == {
        *("METADATA", "RECORD", "WHEEL", "entry_points.txt")
    }
    assert papers >= {f"licenses/{name}" for name in licences}


def test_an_index_takes_both(built, request):
    tools = installed(request.config, Path(__file__).with_name("checkers.txt"))
    place = {**os.environ, "PYTHONPATH": str(tools)}
    _run(sys.executable, "-m", "twine", "check", "--strict", *map(str, built), env=place)


# -- its page on an index --------------------------------------------------------------------------


TO = re.compile(r"\]\((?!https://)([^)]*)")


def test_the_page_leads_to_the_repository_at_the_tag_of_the_release_or_nowhere(tmp_path):
    for name in ("README.md", "CITATION.cff", "LICENSE", "hatch_build.py", "pyproject.toml"):
        shutil.copy(REPO / name, tmp_path)

    def told():
        return json.loads(_run(sys.executable, "-m", "hatchling", "metadata", cwd=tmp_path))

    cited = tmp_path / "CITATION.cff"
    nowhere = re.sub("(?m)^(repository-code|url): .*\n", "", cited.read_text("utf-8"))
    cited.write_text(nowhere, encoding="utf-8")
    assert TO.findall((REPO / "README.md").read_text("utf-8"))
    metadata = told()
    assert TO.findall(metadata["readme"]["text"]) == []
    assert not metadata.get("urls")

    write(tmp_path, "Ada/futo")
    metadata = told()
    text, tag = metadata["readme"]["text"], f"v{metadata['version']}"
    repository = "https://github.com/Ada/futo"
    assert TO.findall(text) == []
    assert metadata["urls"] == {
        "Homepage": "https://ada.github.io/futo/",
        "Source": repository,
        "Issues": f"{repository}/issues",
        "Changelog": f"{repository}/blob/{tag}/CHANGELOG.md",
    }
    paths = set(re.findall(rf"{repository}/(?:raw|blob)/{tag}/([^)]+)", text))
    assert paths >= {"docs/stepper.gif", "docs/GUIDE.md"}
    assert all((REPO / path).exists() for path in paths)


# -- its extras ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    """An index without a network: an empty wheel for each pin, of that name and version."""
    folder = tmp_path_factory.mktemp("shelf")
    for name, version in ((one, version) for one, found in pins().items() for version in found):
        stem = f"{name.replace('-', '_')}-{version}"
        with zipfile.ZipFile(folder / f"{stem}-py3-none-any.whl", "w") as wheel:
            about = f"{stem}.dist-info"
            wheel.writestr(
                f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
            )
            wheel.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
            wheel.writestr(f"{about}/RECORD", "")
    return folder


@pytest.mark.parametrize("pip", ["pip_oldest", "pip_newest"])
def test_each_extra_is_installed_by_pip_old_and_new(pip, built, shelf, request, tmp_path):
    """By their own choice of versions, so with no pins: PySAT has versions of development only.

    All in one call: what a pip can install together, it can install alone.
    """
    place = {
        **{name: value for name, value in os.environ.items() if not name.startswith("PIP_")},
        "PYTHONPATH": str(installed(request.config, Path(__file__).with_name(f"{pip}.txt"))),
        "PIP_CONFIG_FILE": os.devnull,
    }
    words = ["install", "--quiet", "--no-index", "--find-links", str(shelf)]
    wanted = f"{built[1]}[{','.join(EXTRAS)}]"
    _run(sys.executable, "-m", "pip", *words, "--target", str(tmp_path), wanted, env=place)
    brought = {path.name.partition("-")[0] for path in tmp_path.glob("*.dist-info")}
    asked = {PACKAGE_NAME, *PLAIN, *(name for listed in EXTRAS.values() for name in listed)}
    assert {name.replace("_", "-") for name in brought} | {"numba"} == asked  # not on every system


# -- in an empty place -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def plain(built, tmp_path_factory):
    """A function that runs a program of an environment with the wheel, in an empty folder."""
    folder = tmp_path_factory.mktemp("plain")
    uv = [sys.executable, "-m", "uv", "--quiet"]
    _run(*uv, "venv", "--python", sys.executable, str(folder / "venv"))
    programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    wanted = ["--constraints", str(REPO / "requirements.lock"), str(built[1])]
    words = [*uv, "pip", "install", "--python", str(programs / "python"), *wanted]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        (pytest.fail if IN_CI else pytest.skip)(f"not checked: not installed:\n{done.stderr}")
    place = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    (folder / "empty").mkdir()

    def run(program, *words):
        return _run(programs / program, *words, cwd=folder / "empty", env=place)

    return run


def test_it_solves_lists_what_is_bundled_exports_and_says_what_an_extra_brings(plain):
    solved = plain("futoshiki-lab", "solve", "nyu/Input1", "--json")
    assert '"outcome": "solved"' in solved
    listed = plain("futoshiki-lab", "puzzles")
    assert all(name in listed for name in bundled())
    assert plain("futoshiki-lab", "--version").startswith("futoshiki-lab 0")
    script = """
from futoshiki_lab import *
import futoshiki_lab
assert all(name in globals() for name in futoshiki_lab.__all__)
page = Stepper(record(load("nyu/Input2"), "mac", select="mrv")).to_html("run.html")
assert page.read_text("utf-8").count('class="fsl-player"') == 1
try:
    draw_board(load("nyu/Input1"))
except ModuleNotFoundError as error:
    print(error)
"""
    said = plain("python", "-W", "error", "-c", script)
    assert said.endswith('install "futoshiki-lab[lab]"\n')
