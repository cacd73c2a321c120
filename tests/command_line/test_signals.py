"""Ctrl-C at any moment, the signals that end programs, and a standard error that takes nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest
from conftest import REPO, in_a_process, is_one_line, python

from futoshiki_lab.command_line.program import stopping

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(REPO)}
LONG = "6:" + "0," * 36  # it has 812,851,200 solutions: a search without an end
SOLVED = "1 2\n2 1\n"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "long.id").write_text(f"2:1,0,0,0\n{LONG}\n")
    (tmp_path / "good.id").write_text("2:1,0,0,0\n2:7,0,0,0\n2:1,0,0,0\n")
    return tmp_path


# --- Ctrl-C while Python still imports ------------------------------------------------------------

# Ctrl-C comes when a module is looked for; no test here depends on a clock.
CTRL_C_AT = """
import os, runpy, signal, sys

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)  # even in the background of a shell
sys.modules.pop(sys.argv[1], None)
sys.meta_path.insert(0, Interrupt())
{start}
"""
START = {
    "python -m futoshiki_lab": "sys.argv[1:] = ['solve', 'nyu/Input1']; "
    "runpy.run_module('futoshiki_lab', run_name='__main__', alter_sys=True)",
    "futoshiki-lab": "sys.argv[1:] = ['solve', 'nyu/Input1']; "
    "from futoshiki_lab.__main__ import main; sys.exit(main())",
}
MOMENTS = (
    *("futoshiki_lab.command_line", "futoshiki_lab.command_line.program", "argparse"),
    *("futoshiki_lab.command_line.program", "futoshiki_lab.core", "futoshiki_lab.core.board"),
    *("futoshiki_lab.formats", "futoshiki_lab.formats.files", "futoshiki_lab.solving"),
    *("futoshiki_lab.command_line.commands", "futoshiki_lab.command_line.arguments"),
)


@pytest.mark.parametrize("start", START)
@pytest.mark.parametrize("module", MOMENTS)
def test_ctrl_c_while_a_module_is_loaded_is_one_line_and_130(start, module):
    script = CTRL_C_AT.replace("{start}", START[start]).replace("sys.argv[1]", repr(module))
    run = python(script)
    assert (run.returncode, run.stdout) == (130, "")
    assert run.stderr == "futoshiki-lab: interrupted\n"


def test_the_entry_loads_next_to_nothing_before_it_hears_ctrl_c():
    script = "import sys, os; before = set(sys.modules); import futoshiki_lab.__main__; "
    loaded = {*in_a_process(f"{script}print(*set(sys.modules) - before)").split()}
    ours = {name for name in loaded if name.startswith("futoshiki_lab")}
    assert ours == {"futoshiki_lab", "futoshiki_lab.__main__"}
    assert not {"typing", "re", "argparse", "pathlib", "json"} & loaded


def test_ctrl_c_that_comes_where_nothing_can_be_raised_comes_again():
    class Unlucky:
        def __del__(self):
            signal.raise_signal(signal.SIGINT)

    def wait_after_it():
        with stopping([]):
            Unlucky()
            time.sleep(60)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    hook, began = sys.unraisablehook, time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            wait_after_it()
        assert time.monotonic() - began < 50  # it ended the wait
        assert sys.unraisablehook is hook
    finally:
        signal.signal(signal.SIGINT, before)


# --- SIGTERM and SIGHUP ---------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGHUP", 129), ("SIGINT", 130)])
def test_what_was_found_is_in_the_file_and_no_draft_beside_it(folder, name, code):
    words = ["solve", "--engine", "readable", "long.id", "-o", "out.txt", "--solutions", "all"]
    script = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    script += "signal.signal(signal.SIGHUP, signal.SIG_DFL); "
    script += "from futoshiki_lab.__main__ import main; sys.exit(main())"
    command = [sys.executable, "-c", script, *words]
    with subprocess.Popen(command, stderr=subprocess.PIPE, env=ENVIRONMENT) as program:
        while not any(part.stat().st_size for part in folder.glob("out.txt.*.part")):
            assert program.poll() is None
            time.sleep(0.01)
        program.send_signal(getattr(signal, name))
        _, err = program.communicate(timeout=60)
    assert program.returncode == code
    assert is_one_line(err.decode())
    assert (folder / "out.txt").read_text().startswith(SOLVED)
    assert not [*folder.glob("*.part")]


def test_a_signal_that_is_ignored_stays_ignored():
    """As `nohup` and the background of a shell want it."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with stopping([]):
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
            assert signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGHUP, before)


# --- standard error -------------------------------------------------------------------------------


def through_a_shell(words):
    command = f"'{sys.executable}' -m futoshiki_lab {words}"
    return subprocess.run(command, shell=True, capture_output=True, text=True, env=ENVIRONMENT)


@pytest.mark.parametrize("redirected", ["2>/dev/full", "2>&-"])
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("solve good.id", 2),  # a bad line in between, which cannot be told
        ("solve good.id#1 missing good.id#3", 2),
        ("solve good.id#1 good.id#3", 0),
    ],
)
def test_a_standard_error_that_takes_nothing_loses_no_solution(redirected, words, code):
    if "full" in redirected and not os.path.exists("/dev/full"):
        pytest.skip("there is no full device here")
    run = through_a_shell(f"{words} {redirected}")
    assert (run.returncode, run.stdout) == (code, f"{SOLVED}\n{SOLVED}")
