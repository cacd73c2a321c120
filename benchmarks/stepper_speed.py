"""How fast the stepper answers: measured in headless Chromium, with a stopwatch in the page.

    python benchmarks/stepper_speed.py             # the player, then opening in JupyterLab
    python benchmarks/stepper_speed.py --no-lab

For each run it prints
- key press to next frame: from the press of a key to the next animation frame, and to the moment
  after that frame was painted, over 300 presses in both directions and of several moves;
- scrub: the time between two frames while the timeline is dragged from end to end, which frame
  was the slowest, and the longest drawing: a slow frame with short drawings is the machine's;
- opening: from the display of `Stepper(trace)` in JupyterLab to the first drawn state.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import nbformat
from playwright.sync_api import Browser, Page, sync_playwright

from futoshiki_lab import load, record
from futoshiki_lab.stepper import Stepper

RUNS = {
    "Input2 bt, the whole run": ("nyu/Input2", "bt", 2_000_000),
    "9x9 fc, 100,000 events": ("sysu/9x9", "fc", 100_000),
}
FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
PRESSES = ["ArrowRight"] * 120 + ["ArrowLeft"] * 60 + list("ndwpcb") * 15 + ["N"] * 30

STOPWATCH = """() => {
    window.times = {frame: [], paint: []};
    window.addEventListener("keydown", () => {
        const start = performance.now();
        requestAnimationFrame(() => {
            times.frame.push(performance.now() - start);
            const {port1, port2} = new MessageChannel();
            port1.onmessage = () => times.paint.push(performance.now() - start);
            port2.postMessage(0);
        });
    }, true);
}"""

FRAMES = """() => {
    window.frames_seen = [];
    window.longest_drawing = 0;
    const {stepper} = document.querySelector(".fsl"), draw = stepper.draw.bind(stepper);
    stepper.draw = () => {
        const start = performance.now();
        draw();
        longest_drawing = Math.max(longest_drawing, performance.now() - start);
    };
    let before = 0;
    window.watching = true;
    requestAnimationFrame(function tick(now) {
        if (before) frames_seen.push(now - before);
        before = now;
        if (watching) requestAnimationFrame(tick);
    });
}"""


def quantile(times: list[float], part: float) -> float:
    return sorted(times)[min(len(times) - 1, int(part * len(times)))]


def press_keys(page: Page) -> dict[str, list[float]]:
    page.locator(".fsl").focus()
    page.keyboard.press("End")
    for _ in range(10):
        page.keyboard.press("PageUp")
    page.evaluate(STOPWATCH)
    for key in PRESSES:
        page.keyboard.press(key)
        page.wait_for_timeout(20)
    return page.evaluate("times")


def scrub(page: Page) -> tuple[list[float], float]:
    """The times between frames, and the longest that the stepper itself was busy for one."""
    box = page.locator(".fsl-timeline").bounding_box()
    y, left, right = box["y"] + 10, box["x"] + 90, box["x"] + box["width"] - 10
    page.mouse.move(left, y)
    page.mouse.down()
    page.evaluate(FRAMES)
    page.mouse.move(right, y, steps=250)
    page.mouse.move(left, y, steps=250)
    frames, drawing = page.evaluate("(watching = false, [frames_seen, longest_drawing])")
    page.mouse.up()
    return frames, drawing


def report_keys(where: str, times: dict[str, list[float]]) -> None:
    for what, label in (("frame", "key press to next frame"), ("paint", "the same, until painted")):
        median, p95 = statistics.median(times[what]), quantile(times[what], 0.95)
        print(f"  {label}, {where}: median {median:.1f} ms, p95 {p95:.1f} ms")


def measure_player(browser: Browser, title: str, run: tuple[str, str, int]) -> None:
    start = time.perf_counter()
    name, look, limit = run
    trace = record(load(name), look, event_limit=limit)
    recorded = time.perf_counter()
    stepper = Stepper(trace, by="event")
    made = time.perf_counter()
    print(f"\n{title}: {len(trace):,} events, recorded in {recorded - start:.2f} s")
    print(f"  Stepper(trace) in Python: {(made - recorded) * 1000:.0f} ms")
    with tempfile.TemporaryDirectory() as folder:
        path = stepper.to_html(Path(folder) / "player.html")
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(path.as_uri())
        page.wait_for_selector(".fsl-run")
        times = press_keys(page)
        frames, drawing = scrub(page)
        page.close()
    report_keys("in a plain file", times)
    print(
        f"  scrub, {len(frames)} frames: median {statistics.median(frames):.1f} ms, "
        f"p95 {quantile(frames, 0.95):.1f} ms, most {max(frames):.1f} ms "
        f"(frame {frames.index(max(frames))}); longest drawing {drawing:.1f} ms"
    )


def measure_opening(browser: Browser, run: tuple[str, str, int]) -> None:
    """From the start of the cell that shows the stepper to its first drawn state; then keys."""
    with tempfile.TemporaryDirectory() as folder:
        cells = [
            "from futoshiki_lab import Stepper, load, record",
            "trace = record(load({!r}), {!r}, event_limit={})".format(*run),
            "Stepper(trace, by='event')",
        ]
        notebook = nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, cells)))
        notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
        nbformat.write(notebook, Path(folder) / "opening.ipynb")
        server, address = start_lab(Path(folder))
        try:
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto(address)
            page.wait_for_function("() => window.jupyterapp?.shell?.currentWidget?.sessionContext")
            taken = page.evaluate(OPENING)
            times = press_keys(page)
            page.close()
        finally:
            server.terminate()
            server.wait()
    print(f"  opening in JupyterLab: {taken:.0f} ms")
    report_keys("in JupyterLab", times)


OPENING = """async () => {
    const app = jupyterapp, {content, context, sessionContext} = app.shell.currentWidget;
    await context.ready;
    await sessionContext.ready;
    await sessionContext.session.kernel.info;
    const run = async at => {
        content.activeCellIndex = at;
        await app.commands.execute("notebook:run-cell");
    };
    await run(0);
    await run(1);
    const start = performance.now();
    const shown = new Promise(done => {
        const look = () => document.querySelector(".fsl-sentence")?.textContent
            ? requestAnimationFrame(() => done(performance.now() - start))
            : requestAnimationFrame(look);
        look();
    });
    run(2);
    return shown;
}"""


def start_lab(folder: Path) -> tuple[subprocess.Popen, str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    home = folder / "home"
    (home / "labconfig").mkdir(parents=True)
    news = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
    (home / "labconfig" / "page_config.json").write_text(json.dumps(news))
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--ip=127.0.0.1", f"--port={port}"),
        *("--IdentityProvider.token=none", f"--ServerApp.root_dir={folder}", "--allow-root"),
        *("--LabApp.expose_app_in_browser=True", "--LabApp.extension_manager=readonly"),
    ]
    server = subprocess.Popen(
        command,
        env={
            **os.environ,
            "JUPYTER_CONFIG_DIR": str(home),
            "JUPYTER_RUNTIME_DIR": str(home / "rt"),
        },
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    for _ in range(300):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/api?token=none", timeout=1).close()
            break
        except OSError:
            time.sleep(0.1)
    return server, f"http://127.0.0.1:{port}/doc/tree/opening.ipynb?token=none&reset"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--no-lab", action="store_true", help="measure the player alone")
    options = parser.parse_args()
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if program is None:
        print("no Chromium here: nothing was measured")
        return 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        for title, run in RUNS.items():
            measure_player(browser, title, run)
            if not options.no_lab:
                measure_opening(browser, run)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
