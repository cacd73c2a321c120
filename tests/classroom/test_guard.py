"""A student's function that waits, floods, or breaks what it is asked comes back with feedback."""

from __future__ import annotations

import builtins
import gc
import io
import os
import signal
import sys
import threading
import time
from functools import partial
from types import FunctionType

import pytest
from student_cells import written

from futoshiki_lab.classroom.tutor import (
    check_fc_check,
    check_look_back,
    check_mrv,
    check_rule,
    check_selection,
    guard,
    limits,
    tutor,
)
from futoshiki_lab.classroom.tutor.guard import MOST_CHARACTERS, MOST_PRINTED


def test_what_is_printed_on_the_board_that_is_shown_is_kept_and_a_flood_is_cut(capsys):
    look = """
        def my_look(board, cell):
            for number in range({many}):
                print(cell, "looking" * {words}, number, end="{end}")
            return True
    """
    feedback = check_look_back(written(look.format(many=1, words=1, end="|")))
    assert feedback.printed == f"{feedback.arguments[0]} looking 0|"
    assert feedback.printed in repr(feedback)
    assert feedback.printed in feedback._repr_html_()
    feedback = check_look_back(written(look.format(many=MOST_PRINTED + 9, words=1, end="\\n")))
    assert len(feedback.printed.splitlines()) == MOST_PRINTED + 1
    feedback = check_look_back(written(look.format(many=9, words=MOST_CHARACTERS // 50, end=" ")))
    assert len(feedback.printed) < MOST_CHARACTERS + 100
    assert capsys.readouterr().out == ""


RINGS = hasattr(signal, "setitimer")
NEVER_ENDING = {  # each in the first call of its function, and where it is
    "while True: pass": "loops in line 2, `while True: pass`",
    "while board.unassigned:\n    board.unassigned[0]": "loops in line",
    "return [1 for _ in iter(int, 1) if _]": "loops in line 2",
    "import itertools; return any(False for _ in itertools.count())": "loops in line 2",
    "while True:\n    try: number = 1\n    except: pass": "loops in line",
    "while True:\n    try: number = 1\n    finally: continue": "loops in line",
    "kept = []\nwhile True:\n    try: 1\n    except BaseException as e: kept += [e]": "loops in",
    "try:\n    while True: pass\nexcept BaseException: return board.unassigned[0]": "line 3",
    "while True:\n    try: time.sleep(.01)\n    except BaseException: pass": "in line 3, `try",
    "while True:\n try:\n  try: time.sleep(.01)\n  except: pass\n except: pass": "line 4",
    "time.sleep(60)": "It takes more than 1 second, in line 2, `time.sleep(60)`",
    "import signal\ntry: signal.setitimer(0, 0)\nexcept: pass\nwhile True: pass": "line 5",
    "import signal\ntry: signal.signal(14, signal.SIG_IGN)\nfinally:\n  while True: pass": "line 5",
    "return eval('my_mrv(board)')": "It calls itself without end",
    "def f():\n  try: return f()\n  except RecursionError: return f()\nf()": "itself without end",
    "class A:\n  def __eq__(self, _):\n    while True: pass\nreturn A()": "which is no cell",
    "def f():\n  try: return f()\n  except BaseException: return f()\nf()": "itself without end",
}


@pytest.mark.filterwarnings("ignore:.*in a .finally. block:SyntaxWarning")  # 3.14 on
@pytest.mark.parametrize("rings", [True, False] if RINGS else [False])
@pytest.mark.parametrize("body", NEVER_ENDING)
def test_what_never_ends_is_ended_and_named_whatever_it_catches(body, rings, monkeypatch):
    if not rings:
        monkeypatch.delattr(signal, "setitimer", raising=False)
    monkeypatch.setattr(guard, "MOST_SECONDS", 0.5)  # of the processor: ten looks
    indented = body.replace("\n", "\n    ")
    before = sys.gettrace(), time.sleep
    feedback = check_mrv(written(f"def my_mrv(board):\n    {indented}", time=time))
    assert feedback.verdict == "wrong"
    assert NEVER_ENDING[body] in feedback.text
    assert (sys.gettrace(), time.sleep) == before


def test_in_a_browser_a_recursion_through_c_ends_before_the_stack_of_its_python(monkeypatch):
    monkeypatch.setattr(limits, "IN_BROWSER", True)
    calls = io.StringIO()  # Pyodide 0.27 dies at 250 such calls, and its notebook with it

    def my_mrv(board):
        calls.write(".")
        return min(board.unassigned, key=lambda _: my_mrv(board))

    assert "It calls itself without end" in check_mrv(my_mrv).text
    assert len(calls.getvalue()) <= limits.DEEP
    assert not limits.is_a_students(io.__file__)


@pytest.mark.skipif(not RINGS, reason="there is no timer that rings")
def test_a_function_written_in_c_that_is_busy_comes_back(monkeypatch):
    monkeypatch.setattr(guard, "MOST_SECONDS", 0.2)
    line = 're.match("(a+)+$", "a" * 40 + "b")'
    feedback = check_mrv(written(f"import re\ndef my_mrv(board): {line}"))
    assert "It takes more than 0.2 seconds, in line 2" in feedback.text


def test_a_recursion_without_end_is_told_after_the_first_board():
    boards = io.StringIO()  # a list would be emptied after the check

    def my_mrv(board):
        boards.write(f"{id(board)} ")
        return my_mrv(board)

    assert "It calls itself without end" in check_mrv(my_mrv).text
    assert len({*boards.getvalue().split()}) == 1


def test_what_takes_long_and_comes_to_an_end_is_not_called_endless():
    slow = """
        def my_mrv(board):
            best, size = None, lambda c: len([v for _ in range(900) for v in board.domains[c]])
            for cell in board.unassigned:
                if best is None or size(cell) < size(best):
                    best = cell
            return best
    """
    found = guard.call(written(slow), check_mrv(lambda board: board.unassigned[-1]).board)
    assert (found.kind, found.returned.row) == ("", 0)


def test_a_thread_that_is_left_is_said_and_costs_the_next_function_nothing():
    stop = threading.Event()
    threaded = """
        def my_mrv(board):
            threading.Thread(target=stop.wait, daemon=True).start()
            return min(board.unassigned, key=lambda cell: len(board.domains[cell]))
    """
    try:
        feedback = check_mrv(written(threaded, threading=threading, stop=stop))
    finally:
        stop.set()
    assert "A thread that it has started still runs" in feedback.text


def test_a_thread_of_the_kernel_or_a_library_that_starts_meanwhile_does_not_count():
    stop = threading.Event()
    monitor = FunctionType(
        compile("wait()", "/lib/site-packages/m.py", "exec"), {"wait": stop.wait}
    )
    thread = threading.Thread(target=monitor, daemon=True)
    starts = compile("thread.start()", "/lib/site-packages/m.py", "exec")
    found = guard.call(FunctionType(starts, {"thread": thread}))
    stop.set()
    assert found.kind == ""


@pytest.mark.skipif(not limits._count_data(), reason="the system does not tell its memory")
@pytest.mark.parametrize("check", [check_mrv, partial(check_selection, puzzles={}), check_rule])
def test_what_is_kept_between_the_calls_counts_as_memory(check, monkeypatch):
    monkeypatch.setattr(limits, "MOST_MEMORY", 60_000_000)
    hoard = """
        kept = []
        def mine(board, *_):
            kept.append([0] * 2_000_000)
            return min(board.unassigned, key=lambda cell: len(board.domains[cell]))
    """
    function = written(hoard)
    assert "MemoryError" in check(function).text
    assert check is not check_mrv or function.__globals__["kept"] == []


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no timer that rings")
def test_somebody_elses_timer_goes_on_afterwards():
    before = signal.signal(signal.SIGALRM, lambda *_: None)
    signal.setitimer(signal.ITIMER_REAL, 100)
    try:
        assert guard.call(lambda: 1).returned == 1
        assert 90 < signal.getitimer(signal.ITIMER_REAL)[0] <= 100
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_right_function_that_is_slow_has_another_cost(monkeypatch):
    monkeypatch.setattr(tutor, "PATIENCE", 0)
    feedback = check_mrv(
        written("""
            def my_mrv(board):
                return min(board.unassigned, key=lambda cell: len(board.domains[cell]))
        """)
    )
    assert feedback.verdict == "another cost"
    assert "right on 1 boards, but your function took more than" in feedback.text


def test_a_list_that_is_in_itself_is_no_cell():
    within = written(
        "def my_mrv(board):\n    cells = []\n    cells.append(cells)\n    return cells"
    )
    assert "it returned [[...]], which is no cell" in check_mrv(within).text


def test_input_is_refused():
    feedback = check_mrv(written("def my_mrv(board): return input()"))
    assert "EOFError, line 1" in feedback.text
    assert "`input` cannot be used" in feedback.text


@pytest.mark.parametrize("body", ["return self.truth", "while True: pass"])
def test_an_answer_whose_truth_cannot_be_told_is_wrong(body):
    feedback = check_fc_check(
        written(f"""
            class Answer:
                def __bool__(self):
                    {body}
                __repr__ = __str__ = __bool__

            def my_fc_check(board, cell, x):
                return Answer()
        """)
    )
    assert feedback.verdict == "wrong"


@pytest.mark.parametrize("body", ["return 1 / 0", "while True: pass"])
def test_an_error_that_cannot_be_written_comes_back_and_if_that_is_endless_at_once(body):
    feedback = check_mrv(
        written(f"""
            class Unspeakable(Exception):
                def __str__(self):
                    {body}

            def my_mrv(board):
                raise Unspeakable
        """)
    )
    assert "Unspeakable, line 7" in feedback.text
    assert feedback.endless == ("while" in body)


@pytest.mark.parametrize(
    ("body", "hint"),
    [
        ("return board.values[x] > 0", "has no value yet"),
        ("board.domains[x] = ()", "only the verbs change a board"),
        ("board.domains[x].remove(1)", "a domain is a tuple"),
        ("return [1, 2].sort()[0]", "None is what"),
        ("return (d for d in board.domains[x])", "nothing in it has run: put `all(...)`"),
        ("yield True", "With `yield` a call runs nothing"),
        ("return map(bool, board.domains[x])", "You return a `map`"),
        ("return board.prune", "You return the function `prune` itself"),
    ],
)
def test_a_tutor_adds_why(body, hint):
    feedback = check_fc_check(written(f"def my_fc_check(board, cell, x): {body}"))
    assert feedback.verdict == "wrong"
    assert hint in feedback.text


def test_a_function_with_async_is_told(recwarn):
    feedback = check_mrv(written("async def my_mrv(board): return board.unassigned[0]"))
    assert "write `def`" in feedback.text


# What a student's function may do to the kernel, by the name of the state that it changes.
CHANGES = {
    "builtins": lambda: (setattr(builtins, "max", None), setattr(builtins, "mine", 1)),
    "trace function": lambda: sys.settrace(lambda *_: None),
    "profile function": lambda: sys.setprofile(lambda *_: None),
    "recursion limit": lambda: sys.setrecursionlimit(sys.getrecursionlimit() + 100),
    "hooks": lambda: setattr(sys, "excepthook", None),
    "sleep": lambda: setattr(time, "sleep", None),
    "signal handlers": lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    "gc": gc.disable,
    "gc thresholds": lambda: gc.set_threshold(1, 2, 3),
    "working directory": lambda: os.chdir(os.sep),
    "environment": lambda: (os.environ.update(MINE="1"), os.environ.pop("PATH")),
    "blocked signals": lambda: signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT]),
}


@pytest.mark.parametrize("name", guard.KERNEL_STATE)
@pytest.mark.parametrize("fails", [False, True])
def test_a_call_gives_back_what_it_changed_of_the_kernel(name, fails):
    state = guard.KERNEL_STATE[name][0]
    during = []

    def my_look():
        CHANGES[name]()
        during.append(state())
        assert not fails

    before = state()
    assert guard.call(my_look).kind == fails * "AssertionError"
    assert state() == before
    assert during[0] != before


def test_a_working_directory_that_was_deleted_is_no_trouble(tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    (tmp_path / "here").rmdir()
    assert guard.call(lambda: os.chdir(os.sep)).kind == ""


@pytest.mark.filterwarnings("ignore:.*use of fork:DeprecationWarning")  # where threads run
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.parametrize("ending", [lambda: None, lambda: sys.exit(7), lambda: 1 / 0])
def test_a_child_that_a_call_forks_ends_with_the_call(ending):
    children = []

    def my_look():
        children.append(os.fork())
        if not children[-1]:
            ending()
        return "in the kernel"

    parent = os.getpid()
    outcome = guard.call(my_look)
    if os.getpid() != parent:
        os._exit(1)  # this would be a second test run
    assert outcome.returned == "in the kernel"
    assert os.waitstatus_to_exitcode(os.waitpid(children[0], 0)[1]) == 0
