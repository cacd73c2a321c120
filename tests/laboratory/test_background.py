"""What a page asks of a function of yours never ends the kernel, and is always answered."""

from textwrap import dedent

import pytest
from conftest import in_a_process

jupyter_client = pytest.importorskip("jupyter_client")

BEGIN = """
    import sys
    from dataclasses import replace
    from futoshiki_lab import *
    from futoshiki_lab.core import LOOKS, forward_check

    puzzle, act = load("nyu/Input1"), None

    def mine(board, cell):
        if act: act(board)
        return forward_check(board, cell)

    def stop(board): sys.exit(3)
    def interrupt(board): raise KeyboardInterrupt
    def leave(board): raise GeneratorExit
    def spin(board):
        global spinning
        spinning = True
        while True: pass

    LOOKS["fc"] = replace(LOOKS["fc"], function=mine, twin=None)
    first = Stepper(record(puzzle, mine), by="event")
    second = Stepper(puzzle)
    cell = puzzle.cells.index(first.trace.event(first.trace.next(0, "node")).cell)
    print(first.comm.comm_id, cell, first.trace.state(0).domains[puzzle.cells[cell]][-1])
"""


class Kernel:
    """A Jupyter kernel, as a page talks to it."""

    def __init__(self):
        self.manager, self.client = jupyter_client.manager.start_new_kernel()

    def run(self, code: str) -> str:
        """What a cell prints."""
        said: list[str] = []

        def hear(message):
            content = message["content"]
            said.append(content.get("text", "") + "\n".join(content.get("traceback", ())))

        self.client.execute_interactive(dedent(code), output_hook=hear, timeout=60)
        return "".join(said).strip()

    def ask(self, comm: str, **question) -> None:
        data = {"method": "custom", "content": {"id": 1, **question}}
        message = self.client.session.msg("comm_msg", {"comm_id": comm, "data": data})
        self.client.shell_channel.send(message)

    def answer(self) -> dict:
        """What the page hears next."""
        while True:
            data = self.client.get_iopub_msg(timeout=60)["content"].get("data", {})
            if data.get("method") == "custom":
                return data["content"]


@pytest.fixture(scope="module")
def kernel(jupyter_home):
    kernel = Kernel()
    yield kernel
    kernel.client.stop_channels()
    kernel.manager.shutdown_kernel(now=True)


@pytest.fixture(scope="module")
def question(kernel):
    comm, cell, value = kernel.run(BEGIN).split()
    at = {"cell": int(cell), "value": int(value)}
    return {"comm": comm, "ask": "what if", "run": 0, "step": 0, "beside": True, **at}


@pytest.mark.parametrize(
    ("act", "said"),
    [("stop", "SystemExit in stop, line"), ("leave", "GeneratorExit in leave, line")],
)
def test_a_look_that_ends_python_is_an_answer_in_words(kernel, question, act, said):
    kernel.run(f"act = {act}")
    kernel.ask(**question)
    assert kernel.answer()["error"].startswith(said)
    assert kernel.run("print(len(first.traces))") == "1"


def test_new_boards_with_such_a_look_say_so(kernel, question):
    wanted = "Not recorded: SystemExit in stop, line"
    kernel.run("act = stop; second.choose(select='mrv')")
    kernel.run("import asyncio; await asyncio.sleep(0.1); await (second.task or asyncio.sleep(0))")
    assert kernel.run("print(second.notice, second.choice['select'])").startswith(wanted)


@pytest.mark.parametrize("act", ["interrupt", "spin"])
def test_what_an_interrupted_look_has_done_is_shown(kernel, question, act):
    kernel.run(f"act, spinning = {act}, False")
    kernel.ask(**question)
    while act == "spin" and kernel.run("print(spinning)") != "True":
        pass
    if act == "spin":
        kernel.manager.interrupt_kernel()
    assert kernel.answer()["error"] == ""
    assert kernel.run("print(first.traces[1].outcome)") == "interrupted"


def test_after_work_in_the_background_a_function_that_is_traced_begins():
    script = """
        import asyncio, sys
        from futoshiki_lab.support.background import do_in_background

        async def work():
            await do_in_background(lambda: 1, lambda _: False)

        asyncio.run(work())
        sys.settrace(lambda *_: None)
        print((lambda: "begun")())
    """
    assert in_a_process(script) == "begun\n"
