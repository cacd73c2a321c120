"""Draw stepper.gif, play.png and small.svg of docs/ again: `make animation`.

The comment of a picture is what can be read in it, for a test. Chromium or Chrome has to be there,
as for the tests in a browser.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from PIL.PngImagePlugin import PngInfo
from playwright.sync_api import sync_playwright

from futoshiki_lab import Play, Stepper, Trace, load, loads, record
from futoshiki_lab.draw.puzzle_scene import puzzle_scene
from futoshiki_lab.draw.svg import board_svg
from futoshiki_lab.support.browsers import find_browser
from futoshiki_lab.support.writing import write_file

REPO = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPO / "tests"))
from conftest import CHROMIUM_FLAGS, PlainPage  # noqa: E402

WINDOW = {"width": 900, "height": 660}
SHOWN = "search"  # what runs: its looks stay in the dark, a learner writes them
CODE = "document.querySelector('.fsl-lit').parentElement.innerText"
SECONDS = {"solution": 3.5, "backtrack": 1.0}
OTHERWISE = 0.5


def draw(trace: Trace, path: Path) -> None:
    """Write the steps of a run as an animated picture that begins again at its end."""
    begin = trace.steps("node")[0]
    events = [trace.event(step) for step in range(begin, len(trace) + 1)]
    kinds = {one.step: one.verb.name.lower() for one in events if one.line.source.name == SHOWN}
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        exported = Stepper(trace).to_html(Path(folder) / "run.html")
        browser = playwright.chromium.launch(executable_path=find_browser(), args=CHROMIUM_FLAGS)
        page = PlainPage(browser.new_page(viewport=WINDOW, reduced_motion="reduce"))
        page.show(exported, ".fsl")
        frames, seen, texts = [], [], dict[str, None]()
        for step in sorted(kinds):
            page.page.evaluate(f"location.hash = 'step={step}'")
            page.wait(f"() => document.querySelector('.fsl').stepper.steps[0] === {step}")
            page.placed()
            if f"def {SHOWN}(" not in (code := page.page.evaluate(CODE)):
                continue  # what a look has found stands at the last of its own lines
            seen.append(kinds[step])
            shown = page.page.locator(".fsl").first.screenshot()
            texts[code] = None
            frames.append(Image.open(BytesIO(shown)).convert("RGB"))
        browser.close()
    all_colours = Image.new("RGB", (frames[0].width, frames[0].height * len(frames)))
    for at, frame in enumerate(frames):
        all_colours.paste(frame, (0, at * frame.height))
    palette = all_colours.quantize(128, Image.Quantize.MAXCOVERAGE)
    first, *others = (one.quantize(palette=palette, dither=Image.Dither.NONE) for one in frames)
    lasts = [round(1000 * SECONDS.get(kind, OTHERWISE)) for kind in seen]
    more = {"duration": lasts, "loop": 0, "comment": "\n".join(texts)}
    first.save(path, save_all=True, append_images=others, optimize=True, **more)


def take(player: Play, path: Path, *keys: str) -> None:
    """Write a picture of a player after some keys, sharp on any screen."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        exported = player.to_html(Path(folder) / "player.html")
        browser = playwright.chromium.launch(executable_path=find_browser(), args=CHROMIUM_FLAGS)
        page = PlainPage(browser.new_page(viewport=WINDOW, device_scale_factor=1.8))
        page.show(exported, ".fsl")
        page.press(*keys)
        page.placed()
        shown = page.page.locator(".fsl").first
        (told := PngInfo()).add_text("comment", shown.inner_text())
        Image.open(BytesIO(shown.screenshot())).save(path, pnginfo=told)
        browser.close()


if __name__ == "__main__":
    draw(record(load("unequal/4x4-extreme#1"), "fc"), REPO / "docs" / "stepper.gif")
    small = loads(". < 3 .\nv\n. . .\n\n. . .")
    paper, board = '<rect width="100%" height="100%" fill="#fff"/>', puzzle_scene(small, small.grid)
    drawn = board_svg(board, 64, labels=False).replace("</title>", f"</title>{paper}", 1)
    write_file(REPO / "docs" / "small.svg", drawn + "\n")
    take(Play(load("unequal/7x7-tricky#1")), REPO / "docs" / "play.png", "h", "h", "h")
