"""`make quick`: it needs no annex, and what it leaves out as slow is slow."""

import os
import shutil
import subprocess
import sys
from collections import defaultdict
from xml.etree import ElementTree

import pytest
from conftest import EXHAUSTIVE, REPO

ANNEXES = ("reasons", "explorer", "classroom")
NOT_COPIED = (".git", ".venv", "build", "site", "dist", "__pycache__", ".*_cache", ".hypothesis")


NEEDED = {"generate 4": "explorer", "sweep x": "explorer", "hint x": "reasons", "why x": "reasons"}
NEEDED |= {"grade x": "reasons", "questions 4": "classroom", "mark x y": "classroom"}


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The project without its annexes."""
    copy = tmp_path_factory.mktemp("without") / "copy"
    gone = shutil.ignore_patterns(*ANNEXES, *NOT_COPIED)
    shutil.copytree(REPO / "futoshiki_lab", copy / "futoshiki_lab", ignore=gone)
    gone = shutil.ignore_patterns("futoshiki_lab", *NOT_COPIED)
    shutil.copytree(REPO, copy, ignore=gone, symlinks=True, dirs_exist_ok=True)
    return copy


def run_python(folder, *words):
    """A process that takes the package from a folder."""
    place = {**os.environ, "PYTHONPATH": str(folder), "EXHAUSTIVE": ""}
    command = [sys.executable, "-m", *words]
    return subprocess.run(command, cwd=folder, env=place, capture_output=True, text=True)


def run_the_laboratory(folder, which, *more):
    """Its tests, in a process and a copy of their own, as many as everybody runs."""
    words = ["-n", "0", "-q", "-p", "no:cacheprovider", *more, "-m", which, "tests/laboratory"]
    done = run_python(folder, "pytest", *words)
    assert done.returncode == 0, done.stdout[-5000:]


def test_the_laboratorys_tests_need_no_annex(copy):
    """All are collected in every case: none imports what is not there."""
    more = [] if EXHAUSTIVE else ["-k", "test_puzzle or test_search"]
    run_the_laboratory(copy, "not browser and not slow", *more)


@pytest.mark.parametrize("words", NEEDED)
def test_a_command_without_its_annex_says_which_one_it_needs(copy, words):
    done = run_python(copy, "futoshiki_lab", *words.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert f"needs the annex {NEEDED[words]}/, which" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.exhaustive
def test_slow_is_a_test_of_which_a_case_takes_more_than_a_second_of_processor_time(tmp_path):
    """Within a factor of two: no two machines are equally fast."""
    longest = {"slow": defaultdict(float), "not slow": defaultdict(float)}
    for which, seconds in longest.items():
        report = tmp_path / f"{which}.xml"
        run_the_laboratory(REPO, f"not browser and {which}", f"--junitxml={report}")
        for case in ElementTree.parse(report).iter("testcase"):
            name = f"{case.get('classname')}::{case.get('name')}".partition("[")[0]
            (used,) = (one.get("value") for one in case.iter("property"))
            seconds[name] = max(seconds[name], float(used))
    assert [name for name, used in longest["not slow"].items() if used > 2] == []
    assert [name for name, used in longest["slow"].items() if used < 0.5] == []
