"""Pictures of what every notebook shows, to look at: `make gallery` writes build/gallery/.

    make gallery ARGS="02 play"                   the notebooks whose names begin so
    make gallery ARGS="02 --how wrong --cells ask-lines"

Each notebook runs in JupyterLab: with nothing answered, with everything answered rightly, and with
all of it wrong. Of each output there is a picture in a window of a laptop and in one of a phone,
light and dark. `index.html` has those first that differ most from the last time.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from html import escape
from io import BytesIO
from math import ceil, floor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
from PIL import Image, ImageChops
from playwright.sync_api import sync_playwright
from solutions import solutions

from futoshiki_lab.classroom.ideas import ALL
from futoshiki_lab.support.browsers import find_browser

REPO = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPO / "tests"))
from conftest import (  # noqa: E402
    CHROMIUM_FLAGS,
    SCRIPTS,
    NotebookPage,
    copy_notebooks,
    own_jupyter,
    plain_lab,
)

OUT = REPO / "build" / "gallery"
WINDOWS = {"laptop": (1280, 720), "phone": (390, 844)}
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}
HOWS = ("unanswered", "right", "wrong")
HIGHEST = 12  # windows below each other in one picture

# What a learner would commit, in the kernel: {right} says which.
ANSWER = """
from ipywidgets.widgets.widget import _instances
from futoshiki_lab.classroom.ask.prediction import Prediction


def _wrong(kind, answer, offer):
    if kind == "number":
        return answer + 1
    if kind == "choice":
        return next(at for at in range(len(offer["options"])) if at not in answer)
    if kind == "rows":
        return [(at + 1) % len(offer["options"]) for at in answer]
    if kind == "holes":
        return [(at + 1) % len(some) for at, some in zip(answer, offer["options"])]
    if kind == "order":
        return [*answer[1::-1], *answer[2:]]
    free = [at for at, value in enumerate(offer["values"]) if not value]
    if kind == "cells":
        return sorted({{*answer[1:], *[at for at in free if at not in answer][:1]}})
    cells, domains = [at for at, _ in answer], offer["domains"]
    others = [[at, domains[at] & -domains[at]] for at in free if at not in cells]
    return sorted([*answer[1:], *others[:1]])


for asked in [one for one in _instances.values() if isinstance(one, Prediction)]:
    answer = asked._secret["answer"]
    right = answer[0] if asked.kind == "choice" else answer
    given = right if {right} else _wrong(asked.kind, answer, asked.offer)
    asked.given = [given] * (1 if {right} else asked._secret["tries"])
    asked.why = "So it seemed."
"""
# A cell's output is brought to the top of the window, and then the window's next part,
# with some of the one before.
SCROLL = """([id, part]) => {
    const notebook = jupyterapp.shell.currentWidget.content,
        cell = notebook.widgets.find(one => one.model.id === id),
        area = cell.node.querySelector(".jp-Cell-outputWrapper"),
        view = area.closest(".jp-WindowedPanel-outer"),
        place = view.getBoundingClientRect();
    view.scrollTop += area.getBoundingClientRect().top - place.top - 4 + part * (place.height - 40);
    const box = area.getBoundingClientRect();
    return [place.left, place.top, place.width, place.height, box.top - 4, box.bottom + 4];
}"""
WITH_OUTPUT = """jupyterapp.shell.currentWidget.content.widgets
    .filter(cell => cell.model.outputs?.length).map(cell => cell.model.id)"""
THEME = "theme => jupyterapp.commands.execute('apputils:change-theme', {theme})"
SHOWN = """theme => {
    const [red] = getComputedStyle(document.querySelector(".jp-Notebook")).backgroundColor
        .match(/\\d+/), light = theme === "light";
    return red > 128 === light && document.body.dataset.jpThemeLight === String(light);
}"""
NARROW = "() => { if (!jupyterapp.shell.leftCollapsed) jupyterapp.shell.collapseLeft(); }"


def answered(path: Path, how: str) -> nbformat.NotebookNode:
    """A notebook with its exercises done, or done with the first mistake that is known."""
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        solved = solutions(path.stem).get(cell.id)
        if solved and how != "unanswered":
            cell.source = solved if how == "right" else mistaken(solved)
    return notebook


def mistaken(source: str) -> str:
    """A solution with the first known mistake that can be made in it."""
    for name in re.findall(r"def (?:my_)?(\w+)", source):
        for idea in ALL:
            if name in idea.functions:
                with suppress(ValueError, SyntaxError):  # this solution is written in another way
                    compile(changed := idea.change(source), "solution", "exec")
                    return changed
    changed = re.sub(r"^(\s*)return .*$", r"\1return True", source, flags=re.MULTILINE)
    changed = changed.replace("operator.ne", "operator.lt")
    with suppress(SyntaxError):  # a return of several lines
        compile(changed, "solution", "exec")
        return changed
    return source


def picture(page: Any, cell: str) -> Image.Image:
    """A cell's whole output: windows of it that overlap, each where it belongs."""
    parts, part, more = list[tuple[int, Image.Image]](), 0, True
    while more and part < HIGHEST:
        page.evaluate(SCROLL, [cell, part])
        page.wait_for_timeout(80)  # what comes into view may become higher
        left, top, width, height, begin, end = page.evaluate(SCROLL, [cell, part])
        upper, lower = ceil(max(top, begin)), floor(min(top + height, end))
        if lower > upper:
            clip = {"x": left, "y": upper, "width": width, "height": lower - upper}
            shown = Image.open(BytesIO(page.screenshot(clip=clip))).convert("RGB")
            parts.append((round(upper - begin), shown))
        more, part = end > top + height, part + 1
    first = parts[0][0]
    high = max(at + one.height for at, one in parts) - first
    whole = Image.new("RGB", (parts[0][1].width, high))
    for at, one in parts:
        whole.paste(one, (0, at - first))
    return whole


def difference(new: Image.Image, path: Path) -> float:
    """The share of a picture's points that are not as they were the last time."""
    if not path.exists():
        return 1.0
    old = Image.open(path).convert("RGB")
    if old.size != new.size:
        return 1.0
    changed = ImageChops.difference(old, new).convert("L").point(lambda one: 255 * (one > 16))
    return changed.histogram()[255] / (new.width * new.height)


def show(notebook: NotebookPage, path: Path, how: str, asked: Any) -> Iterator[tuple[float, Path]]:
    """Run a notebook and take its pictures: each with how much of it has changed."""
    page, name = notebook.page, f"{path.stem}-{how}.ipynb"
    page.set_viewport_size({"width": 1280, "height": 720})
    nbformat.write(answered(path, how), notebook.lab.folder / name)
    (notebook.lab.folder / "practice.json").unlink(missing_ok=True)  # else nothing is due
    for error in notebook.open(name).run_all(timeout=600):
        print(f"{name}: {error}")
    page.evaluate(NARROW)
    if how != "unanswered":
        notebook.in_kernel(ANSWER.format(right=how == "right"))
        page.wait_for_timeout(1000)
    cells = [cell for cell in page.evaluate(WITH_OUTPUT) if not asked.cells or cell in asked.cells]
    for window in asked.windows:
        page.set_viewport_size(dict(zip(("width", "height"), WINDOWS[window], strict=True)))
        for theme in asked.themes:
            page.evaluate(THEME, THEMES[theme])
            page.wait_for_function(SHOWN, arg=theme)
            page.wait_for_timeout(500)
            for wrong in page.evaluate(SCRIPTS["UNSEEN"]):
                print(f"{name}, {window}, {theme}: {wrong}")
            for cell in cells:
                new = picture(page, cell)
                kept = OUT / path.stem / f"{cell}-{how}-{window}-{theme}.png"
                kept.parent.mkdir(parents=True, exist_ok=True)
                changed = difference(new, kept)
                if changed and kept.exists():
                    shutil.move(kept, kept.with_suffix(".old.png"))
                new.save(kept)
                yield changed, kept
    notebook.page.evaluate("() => jupyterapp.shell.currentWidget.context.save()")


def write_page(taken: list[tuple[float, Path]]) -> Path:
    """All pictures on one page, those that have changed most first, beside the old ones."""
    lines = ["<!doctype html><meta charset=utf-8><title>Gallery</title>"]
    lines += ["<style>img {max-width: 48%; vertical-align: top; border: 1px solid #888}</style>"]
    for changed, path in sorted(taken, key=lambda one: (-one[0], one[1])):
        name = str(path.relative_to(OUT))
        old = path.with_suffix(".old.png")
        pictures = [name] + [str(old.relative_to(OUT))] * (changed > 0 and old.exists())
        shown = "".join(f'<img loading="lazy" alt="" src="{escape(one)}"> ' for one in pictures)
        lines.append(f"<h2>{escape(path.stem)} of {path.parent.name}: {changed:.1%}</h2>{shown}")
    page = OUT / "index.html"
    page.write_text("\n".join(lines), encoding="utf-8")
    return page


def main() -> None:
    """Take the pictures that are asked for."""
    parser = argparse.ArgumentParser(description="Take pictures of what notebooks show.")
    parser.add_argument("names", nargs="*", help="beginnings of notebooks' names; all, if none")
    parser.add_argument("--how", nargs="+", choices=HOWS, default=HOWS)
    parser.add_argument("--cells", nargs="+", help="ids of cells; all with an output, if none")
    parser.add_argument("--windows", nargs="+", choices=[*WINDOWS], default=[*WINDOWS])
    parser.add_argument("--themes", nargs="+", choices=[*THEMES], default=[*THEMES])
    asked = parser.parse_args()
    OUT.mkdir(parents=True, exist_ok=True)
    begins = tuple(asked.names or [""])
    paths = [p for p in sorted((REPO / "notebooks").glob("*.ipynb")) if p.stem.startswith(begins)]
    os.environ["PYTHONPATH"] = str(REPO)
    taken: list[tuple[float, Path]] = []
    with (
        TemporaryDirectory() as folder,
        own_jupyter(Path(folder) / "jupyter") as home,
        plain_lab(home, copy_notebooks(Path(folder) / "checkout" / "notebooks")) as lab,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_browser(), args=CHROMIUM_FLAGS)
        notebook = NotebookPage(browser.new_page(reduced_motion="reduce"), lab)
        for path in paths:
            for how in asked.how:
                taken += show(notebook, path, how, asked)
                notebook.page.evaluate(SCRIPTS["CLOSE"])
                print(f"{path.stem}, {how}: {len(taken)} pictures so far", flush=True)
                write_page(taken)
        browser.close()
    print(f"{sum(changed > 0 for changed, _ in taken)} changed: {write_page(taken)}")


if __name__ == "__main__":
    main()
