"""Follow every link of a built site, as far as files can tell without a browser."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from bs4 import BeautifulSoup

MARKUP = (":::", "```", "{div}", "{raw}", "{toctree}")  # what Sphinx should have turned into a page


def publish(made: Path, out: Path, strict: bool) -> None:
    """Put the pages into their folder; then list the dead links, an error if `strict`."""
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(made, out)
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    print(f"-- {out}: {size / 1e6:.0f} MB; python -m http.server -d {out} shows it")
    print("-- Every link is followed", flush=True)
    if faults := find_faults(made):
        print("\n".join((*faults, f"{len(faults)} faults; the pages are there")), file=sys.stderr)
        sys.exit(int(strict))


def find_faults(site: Path) -> list[str]:
    """Dead links, places that a page has not, missing pictures, raw markup; `[]` where all is well.

    JupyterLite's own pages are left out, but what a link asks it to open has to be there.
    """
    pages = [path for path in site.rglob("*.html") if site / "lite" not in path.parents]
    return [
        f"{path.relative_to(site)}: {fault}"
        for path in sorted(pages)
        for fault in _faults(site, path)
    ]


def _faults(site: Path, path: Path) -> Iterator[str]:
    page = read(path)
    for tag in page.find_all(["a", "img", "link", "script"]):
        address = tag.get("href") or tag.get("src")
        base = site if page.find("base") else path.parent
        if address and (fault := _fault(site, path, base, address)):
            yield f"{address}: {fault}"
    for tag in page.find_all(["script", "style", "code", "pre"]):
        tag.extract()
    text = page.get_text()
    yield from (f"raw markup {markup}" for markup in MARKUP if markup in text)


def _fault(site: Path, path: Path, base: Path, address: str) -> str:
    to = urlsplit(address)
    if to.scheme or to.netloc:
        return ""
    file = (base / unquote(to.path)).resolve() if to.path else path
    if not file.is_file():
        return "no such file"
    for opened in parse_qs(to.query).get("path", []):
        if not (site / "lite" / "files" / opened).is_file():
            return "JupyterLite has no such notebook"
    place, _, board = unquote(to.fragment).partition("board=")
    if board and not place:  # the game shows it
        there = (site / "_static" / "boards" / f"{board}.json").is_file()
        return "" if there else "the shelf has no such board"
    named = {to.fragment, unquote(to.fragment)}  # a browser tries both, in this order
    if to.fragment and file.suffix == ".html" and not named & _places(file):
        return "the page has no such place"
    return ""


@cache
def _places(path: Path) -> set[str]:
    return {tag["id"] for tag in read(path).find_all(id=True)}


def read(path: Path) -> BeautifulSoup:
    """What is on a page."""
    return BeautifulSoup(path.read_text("utf-8"), "html.parser")
