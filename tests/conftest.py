"""What several test files share: property-test settings, the command line, notebooks, a browser."""

from __future__ import annotations

import gc
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from http.server import ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from textwrap import dedent
from typing import Any, NoReturn, TypeVar

import hypothesis
import nbformat
import pytest
from joblib import cpu_count
from nbformat import NotebookNode

from futoshiki_lab import Puzzle, solve
from futoshiki_lab.command_line.program import main
from futoshiki_lab.solving import kernels_are_compiled
from futoshiki_lab.support.browsers import find_browser
from futoshiki_lab.trace import replay

Case = TypeVar("Case")
REPO = Path(__file__).resolve().parents[1]
EXHAUSTIVE = bool(os.environ.get("EXHAUSTIVE"))  # the weekly workflow sets it
IN_CI = os.environ.get("CI", "").lower() not in ("", "0", "false")

# Images for containers like to forbid it. Then each of the many kernels and programs that tests
# start would compile its libraries again, which takes three times as long as to load them.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Questions are drawn with the user's own secret: here everybody has the same.
os.environ["XDG_CONFIG_HOME"] = os.environ["APPDATA"] = str(REPO / "build" / "settings")
SECRET = REPO / "build" / "settings" / "futoshiki_lab" / "secret"
SECRET.parent.mkdir(parents=True, exist_ok=True)
SECRET.write_text("a secret that every test run shares\n")

# Shared machines are slow now and then, which is no failure. Where nobody looks, every run draws
# the same examples, so that a red run means that a change is to blame.
hypothesis.settings.register_profile(
    "futoshiki_lab", deadline=None, derandomize=IN_CI, max_examples=200 if EXHAUSTIVE else 30
)
hypothesis.settings.load_profile("futoshiki_lab")


def pytest_configure(config: pytest.Config) -> None:
    """Hear Ctrl-C, and let one process compile the kernels before several want them.

    A shell lets what it starts in the background ignore Ctrl-C, and the programs that tests start
    would inherit that. Numba writes the index of what it keeps before the code itself. After a
    change another process could find the new entry in the index and, for a moment, the old code
    under its name.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if getattr(config.option, "numprocesses", None):
        compiled = kernels_are_compiled() and find_spec("futoshiki_lab.explorer")
        solve(Puzzle([[0]]), engine="compiled" if compiled else "readable")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only EXHAUSTIVE=1 runs: a test with this mark, and whatever needs the site."""
    if EXHAUSTIVE:
        return
    long = [one for one in items if one.get_closest_marker("exhaustive") or "site" in needed(one)]
    config.hook.pytest_deselected(items=long)
    items[:] = [one for one in items if one not in {*long}]


def needed(item: pytest.Item) -> list[str]:
    """The names of the fixtures of a test."""
    return getattr(item, "fixturenames", [])


def few(cases: Iterable[Case], many: int = 1) -> list[Case]:
    """All cases with EXHAUSTIVE=1; else some, spread from the first one to the last."""
    every = list(cases)
    return every if EXHAUSTIVE else every[:: max(1, -(-len(every) // many))]


def examples(many: int) -> hypothesis.settings:
    """How many examples hypothesis draws with EXHAUSTIVE=1; else a fifth of them."""
    return hypothesis.settings(max_examples=many if EXHAUSTIVE else max(10, many // 5))


def processor_time() -> float:
    """Seconds of this process and of those that it has started and waited for."""
    used = os.times()
    return sum(used[:4])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Write down the processor time of a test: test_quick.py reads it."""
    before = processor_time()
    try:
        return (yield)
    finally:
        item.user_properties.append(("processor", round(processor_time() - before, 3)))


def pytest_runtest_setup() -> None:
    """Forget the boards that exercises' checks would begin with: another test's failures."""
    if checks := sys.modules.get("futoshiki_lab.classroom.tutor.checks"):
        for exercise in checks.EXERCISES.values():
            exercise.kept.clear()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: now and then a test waits for a browser's next frame."""
    return cpu_count() + 1


def pytest_collection_finish() -> None:
    """What is loaded by now stays to the end: the garbage collector need not look through it."""
    gc.freeze()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """run("solve a.txt") gives exit code, standard output, standard error of the command line."""

    def run(*words: str) -> tuple[int, str, str]:
        code = main(words[0].split() if len(words) == 1 else words)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


@pytest.fixture(scope="module")
def near_checkpoints() -> Iterator[None]:
    """For tests that ask for every state: Python keeps more of them, and has less to play again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(replay, "CHECKPOINT", 64)
        yield


def program(*words: str, env: dict[str, str] | None = None, **options: Any) -> subprocess.Popen:
    """The real command line, in a process of its own with pipes."""
    command = [sys.executable, "-m", "futoshiki_lab", *words]
    environment = {**os.environ, "PYTHONPATH": str(REPO), **(env or {})}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    # Unbuffered: what `readline` reads beyond its line would be lost for `communicate`.
    return subprocess.Popen(command, env=environment, bufsize=0, **(pipes | options))


def python(script: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a script with the words of its command line, in a process of its own."""
    command = [sys.executable, "-c", dedent(script), *words]
    place = {**os.environ, "PYTHONPATH": str(REPO)}
    return subprocess.run(command, capture_output=True, text=True, env=place, timeout=120)


def in_a_process(script: str, *words: str) -> str:
    """What a script prints that ends well."""
    done = python(script, *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def is_one_line(text: str) -> bool:
    """Whether an error is told as it should be: in one line, without a traceback."""
    return text.endswith("\n") and text[:-1].isprintable() and "Traceback" not in text


def rows_of(name: str) -> list[str]:
    """The rows of a list beside this file; its comments say what they show."""
    rows = Path(__file__).with_name(name).read_text("utf-8").splitlines()
    return [row for row in rows if row and not row.startswith("#")]


def needs(annex: str) -> pytest.MarkDecorator:
    """A mark: the test is about something that an annex adds, and is left out where it is gone."""
    return pytest.mark.skipif(find_spec(f"futoshiki_lab.{annex}") is None, reason=f"no {annex}/")


@contextmanager
def own_jupyter(home: Path) -> Iterator[Path]:
    """A Jupyter without the settings, kernels and extensions that this user may have."""
    with pytest.MonkeyPatch.context() as environment:
        for name in ("CONFIG", "DATA", "RUNTIME"):
            environment.setenv(f"JUPYTER_{name}_DIR", str(home / name.lower()))
        for name in ("JUPYTER_PATH", "JUPYTER_CONFIG_PATH"):
            environment.delenv(name, raising=False)
        environment.setenv("IPYTHONDIR", str(home / "ipython"))
        environment.setenv("JUPYTER_PREFER_ENV_PATH", "1")
        environment.setenv("PYDEVD_DISABLE_FILE_VALIDATION", "1")
        yield home


@pytest.fixture(scope="session")
def jupyter_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with own_jupyter(tmp_path_factory.mktemp("jupyter")) as home:
        yield home


@pytest.fixture(scope="session")
def notebook_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_notebooks(tmp_path_factory.mktemp("checkout") / "notebooks")


def copy_notebooks(folder: Path) -> Path:
    """A copy of `notebooks/` and what it points to: a run leaves the checkout as it was."""
    shutil.copytree(REPO / "notebooks", folder, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    shutil.copytree(REPO / "docs", folder.parent / "docs")  # a server shows no picture by a link
    for name in ("data", "tools", "README.md"):
        (folder.parent / name).symlink_to(REPO / name, (REPO / name).is_dir())
    return folder


def write_notebook(path: Path, *cells: str | NotebookNode) -> Path:
    """Write a notebook with cells of code, and with others that are made already."""
    made = [nbformat.v4.new_code_cell(cell) if isinstance(cell, str) else cell for cell in cells]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    nbformat.write(nbformat.v4.new_notebook(cells=made, metadata=kernel), path)
    return path


@dataclass
class Lab:
    """A running JupyterLab."""

    url: str
    token: str
    folder: Path

    def address(self, notebook: str) -> str:
        """Of one notebook alone; `reset` forgets what an earlier page left open."""
        return f"{self.url}/doc/tree/notebooks/{notebook}?token={self.token}&reset"


class QuietServer(ThreadingHTTPServer):
    """A web server that says nothing of a browser which has left."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _write_json(path: Path, content: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), encoding="utf-8")


def wait_until_it_answers(server: subprocess.Popen[bytes], address: str, log: Path) -> None:
    for _ in range(600):
        if server.poll() is not None:
            break
        try:
            urllib.request.urlopen(address, timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    pytest.fail(f"{address} did not answer:\n{log.read_text(encoding='utf-8')[-2000:]}")


@pytest.fixture(scope="session")
def lab(jupyter_home: Path, notebook_folder: Path) -> Iterator[Lab]:
    """JupyterLab on a copy of the notebooks; started once, it serves every browser test."""
    with plain_lab(jupyter_home, notebook_folder) as running:
        yield running


def plain_lab(jupyter_home: Path, notebook_folder: Path) -> AbstractContextManager[Lab]:
    """JupyterLab without news, with every cell drawn."""
    settings = jupyter_home / "settings"
    # No question about news in the way, and no look-up of them outside.
    news = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
    _write_json(jupyter_home / "config" / "labconfig" / "page_config.json", news)
    # Every cell is drawn, also one that is scrolled out of sight.
    tracker = settings / "@jupyterlab" / "notebook-extension" / "tracker.jupyterlab-settings"
    _write_json(tracker, {"windowingMode": "none"})
    arguments = [
        f"--ServerApp.root_dir={notebook_folder.parent}",
        f"--LabApp.user_settings_dir={settings}",
        f"--LabApp.workspaces_dir={jupyter_home / 'workspaces'}",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--allow-root")
    command = [sys.executable, "-m", "jupyterlab", *arguments]
    return started_lab(command, notebook_folder, jupyter_home / "server.log")


@contextmanager
def started_lab(command: list[str], folder: Path, log: Path) -> Iterator[Lab]:
    """A command that starts JupyterLab, with what every test needs added to its end."""
    port, token = free_port(), "no-secret"
    every_test = [
        *("--no-browser", "--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0"),
        *(f"--IdentityProvider.token={token}", "--LabApp.extension_manager=readonly"),
        "--LabApp.expose_app_in_browser=True",
    ]
    with log.open("wb") as output:
        server = subprocess.Popen(
            [*command, *every_test],
            cwd=folder.parent,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    url = f"http://127.0.0.1:{port}"
    try:
        wait_until_it_answers(server, f"{url}/api?token={token}", log)
        yield Lab(url, token, folder)
    finally:
        if sys.platform != "win32":  # `make` ends without what it has started
            os.killpg(server.pid, signal.SIGTERM)
        else:
            server.terminate()
        try:
            server.wait(15)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


@pytest.fixture(scope="session")
def made_lab(jupyter_home: Path, notebook_folder: Path) -> Iterator[Lab]:
    """What `make lab` starts, on a copy and without this user's settings."""
    if not shutil.which("make"):
        pytest.skip("no make")
    own = jupyter_home / "made"
    own.mkdir()
    make = f"make -f '{REPO}/Makefile' -o .venv/.lab RUN='\"{sys.executable}\" -m' lab"
    command = [
        *("sh", "-c", f'exec {make} ARGS="$*"', "make"),
        *(f"--LabApp.user_settings_dir={own}", f"--LabApp.workspaces_dir={own}"),
    ]
    with started_lab(command, notebook_folder, own / "server.log") as running:
        yield running


def _no_browser(why: str) -> NoReturn:
    """Whoever has no browser may still run the other tests; CI must not pass without one."""
    (pytest.fail if IN_CI else pytest.skip)(f"no browser test was run: {why}")


# Containers offer no sandbox of Chromium's kind; the rest keeps it from calling home.
CHROMIUM_FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A browser, for all tests of a worker."""
    if (program := find_browser()) is None:
        _no_browser("no Chromium on the PATH and none named by CHROMIUM")
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        _no_browser("playwright is not installed")
    try:
        playwright = sync_playwright().start()
    except Exception as error:  # of no class of its own
        _no_browser(f"playwright does not start ({error}); on Debian it needs libatomic1")
    try:
        try:
            chromium = playwright.chromium.launch(executable_path=program, args=CHROMIUM_FLAGS)
        except Error as error:
            _no_browser(f"{program} does not start ({str(error).splitlines()[0]})")
        yield chromium
        chromium.close()
    finally:
        playwright.stop()


# anywidget 0.11 gives a widget two seconds to load and then says this, drawing it all the same. A
# page that opens dozens of widgets on a busy machine takes longer now and then; that each of them
# is drawn is tested, but for bars, which go when the work is done.
LATE = "[anywidget] Failed to initialize model."


# The functions of pages.js, each by the name in the comment above it.
SCRIPTS = dict(
    re.findall(
        r"^// ([A-Z_]+)\n(?:// [^\n]*\n)*(.*?)(?=\n\n// |\s*\Z)",
        Path(__file__).with_name("pages.js").read_text("utf-8"),
        re.M | re.S,
    )
)


class PlainPage:
    """A browser's page with one exported file in it, and what can be read off it.

    Parameters
    ----------
    page : of playwright.

    Attributes
    ----------
    errors : what the page's scripts did not catch.
    requests : all addresses that were asked for.
    """

    def __init__(self, page: Any):
        self.page = page
        self.errors: list[str] = []
        self.requests: list[str] = []
        page.set_default_timeout(10_000)
        self._heard = {
            "pageerror": lambda error: LATE in str(error) or self.errors.append(str(error)),
            "request": lambda request: self.requests.append(request.url),
            "websocket": lambda socket: self.requests.append(socket.url),
        }
        for event, hear in self._heard.items():
            page.on(event, hear)

    def close(self) -> None:
        """Hear no more."""
        for event, hear in self._heard.items():
            self.page.remove_listener(event, hear)

    def show(self, path: Path, part: str) -> None:
        """Load a file, and wait until a part of it is seen and all has its place."""
        self.page.goto(path.as_uri())
        self.wait(f"() => document.querySelector({part!r})?.checkVisibility()")
        self.placed()

    def placed(self) -> None:
        """Wait until what was asked for is drawn and has its place, also where sizes changed."""
        frame = "new Promise(done => requestAnimationFrame(() => setTimeout(done)))"
        self.page.evaluate(
            f"async () => {{ await {frame}; await ({SCRIPTS['WAIT']})({SCRIPTS['ALL_DRAWN']}); }}"
        )

    def press(self, *keys: str) -> None:
        """Press keys, one after another; what they do is drawn then."""
        for key in keys:
            self.page.keyboard.press(key)
        self.drawn()

    def boxes(self, part: str) -> list[dict[str, float]]:
        """Where all elements are that a selector finds and that can be seen."""
        found = self.page.locator(part).filter(visible=True).all()
        return [one.bounding_box() for one in found]

    def fits_a_finger(self, controls: str) -> bool:
        """Whether controls are large enough for a finger, on a page no wider than a phone."""
        sizes = [min(box["width"], box["height"]) for box in self.boxes(controls)]
        wide = self.page.evaluate("document.documentElement.scrollWidth")
        return len(sizes) >= 5 and min(sizes) >= 44 and wide <= 390

    def wait(self, condition: str) -> None:
        """Wait until a function of the page is true."""
        self.page.evaluate(f"() => ({SCRIPTS['WAIT']})({condition})")

    def drawn(self) -> None:
        """Wait until every stepper shows the step that it is at, unless it plays."""
        self.wait(SCRIPTS["ALL_DRAWN"])


@pytest.fixture(scope="session")
def _shared_page(browser: Any) -> Iterator[tuple[Any, Any]]:
    """The page of all plain files, and a way to its browser's own settings."""
    context = browser.new_context(offline=True)
    page = context.new_page()
    yield page, context.new_cdp_session(page)
    context.close()


@pytest.fixture
def new_page(browser: Any, _shared_page: tuple[Any, Any]) -> Iterator[Callable[..., Any]]:
    """A function that makes an empty `PlainPage`, or a kind of it, with no way to a server.

    To make a page costs as much as to load a file. So it is the same one each time, with nothing
    left of the time before, unless it needs settings that only one of its own can have, or gets
    scripts that would stay.
    """
    page, its_browser = _shared_page
    made: list[PlainPage] = []

    def new_page(
        kind: type[PlainPage],
        width: int,
        height: int,
        color_scheme: str = "light",
        reduced_motion: str = "no-preference",
        alone: bool = False,
        **settings: Any,
    ) -> PlainPage:
        window = {"width": width, "height": height}
        if alone or settings:
            own = browser.new_context(viewport=window, offline=True, **settings).new_page()
        else:
            page.goto("about:blank")  # what is left may save its state
            everything = {"origin": "file://", "storageTypes": "all"}
            its_browser.send("Storage.clearDataForOrigin", everything)
            page.mouse.move(-1, -1)
            page.set_viewport_size(window)
            page.emulate_media(color_scheme=color_scheme, reduced_motion=reduced_motion)
        made.append(kind(own if alone or settings else page))
        return made[-1]

    yield new_page
    for one in made:
        one.close()
        if one.page is not page:
            one.page.context.close()


@pytest.fixture(scope="session")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Write a stepper's page, once for all who want the same: by events, from the start, unless
    they say otherwise.

    The picture for where no script runs takes seconds to draw, and is not seen where one runs:
    the page has it only with `still=True`. The same goes for the reasons of failed nodes.
    """
    from futoshiki_lab import Stepper

    folder, made = tmp_path_factory.mktemp("steppers"), {}

    def exported(*shown: Any, still: bool = False, **options: Any) -> Path:
        options = {"step": 0, "by": "node" if len(shown) > 1 else "event"} | options
        which = (shown, still, *sorted(options.items()))
        if which not in made:
            with pytest.MonkeyPatch.context() as patch:
                if not still:
                    patch.setattr(Stepper, "still", lambda stepper: "")
                    patch.setattr(Stepper, "_carry", lambda stepper: b"")
                path = folder / f"{len(made)}.html"
                made[which] = Stepper(*shown, **options).to_html(path)
        return made[which]

    return exported


@pytest.fixture
def play(new_page: Callable[..., Any], exported: Callable[..., Path]) -> Callable[..., Any]:
    """Open a stepper's page, with no server and no way to one."""

    from steppers import Player

    def opened(
        *shown: Any, width: int = 1280, height: int = 1000, context: Any = None, **options: Any
    ) -> Any:
        player = new_page(Player, width, height, **(context or {}))
        return player.open(exported(*shown, **options))

    return opened


class NotebookPage(PlainPage):
    """A browser's page with one notebook in it."""

    def __init__(self, page: Any, lab: Lab):
        super().__init__(page)
        page.set_default_timeout(60_000)
        self.lab = lab

    @property
    def outside(self) -> list[str]:
        """What was requested from any other machine."""
        here = self.lab.url.removeprefix("http")
        ours = (f"http{here}", f"ws{here}", "data:", "blob:")
        return [address for address in self.requests if not address.startswith(ours)]

    def run(self, *cells: str) -> NotebookPage:
        """Write a notebook with these cells and run all of them; none ends in an error."""
        name = f"shown-{len(list(self.lab.folder.iterdir()))}.ipynb"
        write_notebook(self.lab.folder / name, *cells)
        assert self.open(name).run_all() == []
        return self

    def in_kernel(self, code: str, wanted: str = "None") -> str:
        """Run a line in the notebook's kernel, as a cell would, and give back a value's repr."""
        return self.page.evaluate(SCRIPTS["IN_KERNEL"], [code, wanted])

    def kernel_sees(self, what: str, expected: str) -> None:
        """What the browser has told arrives a moment later; on a busy machine, two moments."""
        for _ in range(100):
            found = " ".join(self.in_kernel("", what).split())
            if found == expected:
                return
            self.page.wait_for_timeout(100)
        assert found == expected

    def open(self, name: str) -> NotebookPage:
        """Show a notebook; where JupyterLab is on the page already, it does so by itself."""
        if self.page.url.startswith(f"{self.lab.url}/doc/"):
            self.page.evaluate(SCRIPTS["OPEN"], f"notebooks/{name}")
        else:
            self.page.goto(self.lab.address(name))
        self.page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=60_000)
        return self

    def close(self) -> None:
        """Hear no more; close the notebook, and end its kernel."""
        super().close()
        if self.page.url.startswith(f"{self.lab.url}/doc/"):
            self.page.evaluate(SCRIPTS["CLOSE"])

    def at_its_first_cell(self) -> NotebookPage:
        """Wait for the kernel; then the keyboard is at the first cell, to run cells by hand."""
        self.page.wait_for_function("window.jupyterapp?.shell?.currentWidget?.sessionContext")
        self.page.evaluate(SCRIPTS["FIRST_CELL"])
        return self

    def run_all(self, timeout: float = 120) -> list[str]:
        """Run every cell and wait for the last one; give back the errors that cells ended in."""
        self.page.set_default_timeout(timeout * 1000)
        self.page.wait_for_function("() => window.jupyterapp?.shell?.currentWidget?.sessionContext")
        # A click on "Run All" before the kernel answers is dropped without a word. Lab's own
        # objects let us await the kernel, and the command's promise the end of the last cell.
        errors = self.page.evaluate(SCRIPTS["RUN_ALL"])
        self.page.wait_for_load_state("networkidle")  # widgets fetch and draw after their cell
        self.page.wait_for_function(SCRIPTS["DRAWN"])
        return errors


@pytest.fixture(scope="session")
def lab_page(browser: Any) -> Iterator[Any]:
    """The page of all notebooks: to load JupyterLab takes longer than a notebook."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    yield context.new_page()
    context.close()


@pytest.fixture
def notebook(lab: Lab, lab_page: Any) -> Iterator[NotebookPage]:
    """A page without a notebook: `notebook.open("01_a_puzzle.ipynb").run_all()`."""
    shown = NotebookPage(lab_page, lab)
    yield shown
    shown.close()
