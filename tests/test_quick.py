"""`make quick`: it needs no annex, and what it leaves out as slow is slow."""

import os
import shutil
import subprocess
import sys
from collections import defaultdict
from xml.etree import ElementTree

import pytest
from conftest import REPO

ANNEXES = ("reasons", "explorer", "classroom")
NOT_COPIED = (".git", ".venv", "build", "site", "dist", "__pycache__", ".*_cache", ".hypothesis")


def run_the_laboratory(folder, which, *more):
    """Its tests, in a process and a copy of their own, as many as everybody runs."""
    words = [sys.executable, "-m", "pytest", "-n", "0", "-q", "-p", "no:cacheprovider", *more]
    place = {**os.environ, "PYTHONPATH": str(folder), "EXHAUSTIVE": ""}
    command = [*words, "-m", which, "tests/laboratory"]
    done = subprocess.run(command, cwd=folder, env=place, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-5000:]


def test_the_quick_tests_pass_in_a_copy_without_the_annexes(tmp_path):
    copy = tmp_path / "copy"
    gone = shutil.ignore_patterns(*ANNEXES, *NOT_COPIED)
    shutil.copytree(REPO / "futoshiki_lab", copy / "futoshiki_lab", ignore=gone)
    gone = shutil.ignore_patterns("futoshiki_lab", *NOT_COPIED)
    shutil.copytree(REPO, copy, ignore=gone, symlinks=True, dirs_exist_ok=True)
    run_the_laboratory(copy, "not browser and not slow")


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
