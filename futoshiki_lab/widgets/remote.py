"""What a page would load from elsewhere: left out, and named where it stood."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from html import escape
from html.parser import HTMLParser
from itertools import accumulate
from mimetypes import guess_type
from pathlib import Path

# The browser asks for nothing, whatever scripts and styles of a notebook's outputs try. These may
# run, and compile what they draw with, as charts of Vega do.
POLICY = (
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
    "img-src data:; media-src data:; font-src data:; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline' 'unsafe-eval'; base-uri 'none'; form-action 'none'\">"
)

_FETCHED = ("src", "srcset", "poster", "data", "background")  # attributes whose address is loaded
_LINKED = ("link", "image", "use", "feimage", "base")  # elements whose href is
_VOID = ("img", "source", "track", "embed", "link", "input", "meta", "base")
_MEDIA = ("video", "audio", "picture", "svg")  # nothing written inside of them is seen
_CSS = re.compile(r"(?:url\(|@import)\s*['\"]?\s*((?:https?:)?//[^'\")\s;]+)", re.IGNORECASE)


def keep_inside(html: str, folder: Path) -> tuple[str, list[str]]:
    """A page that loads nothing, and the addresses of what it would have loaded.

    Parameters
    ----------
    folder : where pictures that are named without a server lie; they come into the page.
    """
    reader = _Reader(html, folder)
    reader.feed(html)
    reader.close()
    parts, at = [], 0
    for start, end, instead in sorted(reader.cuts):
        if start >= at:
            parts += [html[at:start], instead]
            at = end
    return "".join([*parts, html[at:]]), list(dict.fromkeys(reader.left_out))


class _Reader(HTMLParser):
    """Finds the parts of a page that go, by their places in its text."""

    def __init__(self, html: str, folder: Path):
        super().__init__(convert_charrefs=False)
        self._html, self._folder = html, folder
        self._lines = [0, *accumulate(map(len, re.findall(r"[^\n]*\n", html)))]
        self.cuts: list[tuple[int, int, str]] = []
        self.left_out: list[str] = []
        self._open: tuple[str, int, str] | None = None  # an element that goes, with its content
        self._media: list[str] = []  # the names of what goes inside of one
        self._depth = 0  # of such elements

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._open:
            return
        self._depth += tag in _MEDIA
        given = {name: value or "" for name, value in attrs}
        self._styles(given.get("style", ""))
        start, text = self._here(), self.get_starttag_text() or ""
        local = self._embedded(given.get("src", "")) if tag == "img" else None
        if local:
            new = text.replace(escape(given["src"]), local).replace(given["src"], local)
            self.cuts.append((start, start + len(text), new))
            return
        address = _remote(tag, given)
        if not address:
            return
        self.left_out.append(address)
        instead = _named(address)
        if self._depth and tag not in _MEDIA:
            self._media.append(instead)
            instead = ""
        if tag in _VOID or text.endswith("/>"):
            self.cuts.append((start, start + len(text), instead))
        else:
            self._open = tag, start, instead
            self._depth -= tag in _MEDIA

    def handle_endtag(self, tag: str) -> None:
        end = self._html.index(">", self._here()) + 1
        if self._open:
            name, start, instead = self._open
            if tag == name:
                self.cuts.append((start, end, instead))
                self._open = None
        elif tag in _MEDIA and self._depth:
            self._depth -= 1
            if self._media and not self._depth:
                self.cuts.append((end, end, "".join(self._media)))
                self._media = []

    def handle_data(self, data: str) -> None:
        if self.cdata_elem == "style":
            self._styles(data)

    def _styles(self, css: str) -> None:
        self.left_out += _CSS.findall(css)  # the policy keeps them from being loaded

    def _here(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def _embedded(self, address: str) -> str:
        """A picture's file as an address that holds it; empty if there is none."""
        kind = guess_type(address)[0]
        try:
            data = (self._folder / address).read_bytes() if kind and address else b""
        except (OSError, ValueError):
            return ""
        return f"data:{kind};base64,{b64encode(data).decode()}" if data else ""


def _remote(tag: str, given: Mapping[str, str]) -> str:
    """The address that an element would load; empty if there is none, or the page holds it."""
    if tag == "meta" and given.get("http-equiv", "").lower() == "refresh":
        return given.get("content", "")
    names = [*_FETCHED, *(("href", "xlink:href") if tag in _LINKED else ())]
    for name in names:
        address = given.get(name, "").strip()
        if address and not address.lower().startswith(("data:", "blob:", "about:", "#")):
            return address
    return ""


def _named(address: str) -> str:
    said = f"Left out, as it is not in this page: {escape(address)}"
    return f'<span class="fsl-absent">{said}</span>'
