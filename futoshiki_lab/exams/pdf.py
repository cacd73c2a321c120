"""Sheets as PDF files: the same parts as on an HTML page, drawn with Matplotlib."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from futoshiki_lab.exams.layout import ROWS, Part
from futoshiki_lab.exams.picture import Picture
from futoshiki_lab.extras import need

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WIDTH, HEIGHT, MARGIN = 595.0, 842.0, 50.0  # of A4, in points
ROOM = WIDTH - 2 * MARGIN
INDENT, LEAD = 20.0, 1.4  # of lists; of lines, in font sizes
SIZES = {"title": 15, "heading": 12.5, "subheading": 10, "strong": 10, "rule": 9, "drawing": 8.5}
TEXT = 10
ABOVE = {"title": 0, "heading": 14, "subheading": 6, "list": 2}  # room before a part; else 5
SHARES = (0.08, 0.14, 0.42, 0.36)  # of the columns of the trace table
ROW = (HEIGHT - 2 * MARGIN - 60) / (ROWS + 1)
SPACE = 330.0  # to draw a tree in
SCALE = 0.58  # points for a unit of a board's picture: a cell is 12 mm wide, two questions fit
GAP = 18.0  # between a board and what stands beside it


def of_parts(parts: list[Part]) -> bytes:
    """A file with these parts."""
    need("a PDF", "lab", "matplotlib")
    from matplotlib.backends.backend_pdf import PdfPages

    made = BytesIO()
    with PdfPages(made, metadata={"CreationDate": None, "Title": _plain(parts[0].text)}) as file:
        for page in _Pages(parts).pages:
            file.savefig(page)
    return made.getvalue()


def _plain(text: str) -> str:
    from futoshiki_lab.draw.artists import drawable

    words = text.replace("`", "").split()  # one by one: a long text would be cut
    return " ".join(map(drawable, words))


class _Pages:
    """Puts part after part on pages; `at` is how far from the top the next one begins."""

    def __init__(self, parts: list[Part]):
        self.pages: list[Figure] = []
        self.at = HEIGHT
        for group in _questions(parts):
            height = sum(self._height(part) for part in group)
            own = group[0].text in ("Definitions", "Trace table")
            if own or (self.at + height > HEIGHT - MARGIN and height < HEIGHT - 2 * MARGIN):
                self._new_page()  # a question that fits on a page is not broken
            for part in group:
                self._put(part)

    def _new_page(self) -> None:
        from matplotlib.figure import Figure

        self.pages.append(Figure(figsize=(WIDTH / 72, HEIGHT / 72)))
        self.at = MARGIN

    def _lines(self, part: Part, room: float = ROOM) -> list[tuple[str, str]]:
        """The lines of a part, each with what stands before it."""
        from futoshiki_lab.draw.artists import wrap

        size, weight = SIZES.get(part.kind, TEXT), _weight(part)
        if part.kind == "drawing":
            return [("", line) for line in part.text.splitlines()]
        if part.kind != "list":
            return [("", line) for line in wrap(_plain(part.text), size, room, weight)]
        return [
            (before * (number == 0), line)
            for before, text in part.lines
            for number, line in enumerate(wrap(_plain(text), size, room - INDENT))
        ]

    def _height(self, part: Part, room: float = ROOM) -> float:
        above = ABOVE.get(part.kind, 5)
        if part.kind == "board":
            beside = sum(self._height(one, _room(part)) for one in part.beside)
            return above + max(_side(part), beside)
        if part.kind == "table":
            return above + ROW * (ROWS + 1)
        if part.kind == "space":
            return above + SPACE
        return above + len(self._lines(part, room)) * SIZES.get(part.kind, TEXT) * LEAD

    def _put(self, part: Part, left: float = MARGIN, room: float = ROOM) -> None:
        self.at += ABOVE.get(part.kind, 5)
        if part.kind in ("board", "table"):
            self._put_whole(part)
            return
        if part.kind == "space":
            self.at += SPACE
            return
        size, weight = SIZES.get(part.kind, TEXT), _weight(part)
        family = "DejaVu Sans Mono" if part.kind == "drawing" else "DejaVu Sans"
        for before, line in self._lines(part, room):
            if self.at + size * LEAD > HEIGHT - MARGIN:
                self._new_page()
            self.at += size * LEAD
            indent = INDENT * (part.kind == "list")
            _write(self.pages[-1], left, self.at, before, size, "bold")
            _write(self.pages[-1], left + indent, self.at, line, size, weight, family)

    def _put_whole(self, part: Part) -> None:
        """What is not broken: a table, or a board with what stands beside it."""
        height = self._height(part) - ABOVE.get(part.kind, 5)
        if self.at + height > HEIGHT - MARGIN:
            self._new_page()
        top = self.at
        (_board if part.kind == "board" else _table)(self.pages[-1], part, top)
        for one in part.beside:
            self._put(one, WIDTH - MARGIN - _room(part), _room(part))
        self.at = top + height


def _questions(parts: list[Part]) -> Iterator[list[Part]]:
    """The parts of each question together; a new one begins with a heading."""
    group: list[Part] = []
    for part in parts:
        if part.kind == "heading" and group:
            yield group
            group = []
        group.append(part)
    yield group


def _weight(part: Part) -> str:
    return "bold" if part.kind in ("title", "heading", "subheading", "strong") else "normal"


def _write(
    page: Figure,
    x: float,
    y: float,
    text: str,
    size: float,
    weight: str = "normal",
    family: str = "DejaVu Sans",
    align: str = "left",
) -> None:
    """A text on a page, x from the left and its baseline y from the top."""
    if text:
        drawn = page.text(x / WIDTH, 1 - y / HEIGHT, text, ha=align, va="baseline")
        drawn.set(fontsize=size, weight=weight, family=family, parse_math=False)


def _box(
    page: Figure, x: float, y: float, wide: float, high: float, fill: float, line: float
) -> None:
    from matplotlib.patches import Rectangle

    corner, size = (x / WIDTH, 1 - (y + high) / HEIGHT), (wide / WIDTH, high / HEIGHT)
    box = Rectangle(corner, *size, facecolor=str(1 - fill), edgecolor="black", linewidth=line)
    box.set_transform(page.transFigure)
    page.add_artist(box)


def _side(part: Part) -> float:
    """How wide and high a board is, in points."""
    return float(_svg(part).get("width", "0")) * SCALE


def _room(board: Part) -> float:
    """How wide the place beside a board is."""
    return ROOM - _side(board) - GAP


def _svg(part: Part) -> ElementTree.Element:
    assert part.shown is not None
    return ElementTree.fromstring(Picture(part.shown).svg())


def _board(page: Figure, part: Part, top: float) -> None:
    """A board, from the same picture as on an HTML page."""
    picture = _svg(part)
    left, over, *_ = map(float, picture.get("viewBox", "").split())

    def place(one: ElementTree.Element) -> tuple[float, float]:
        x, y = float(one.get("x", "0")) - left, float(one.get("y", "0")) - over
        return MARGIN + x * SCALE, top + y * SCALE

    for one in picture:
        if one.tag.endswith("rect"):
            side = float(one.get("width", "0")) * SCALE
            line = 2.2 if one.get("stroke-width") else 0.6
            _box(page, *place(one), side, side, float(one.get("fill-opacity", "0")), line)
        elif one.tag.endswith("text"):
            size = float(one.get("font-size", "0")) * SCALE
            x, y = place(one)
            weight = one.get("font-weight", "normal")
            _write(page, x, y + 0.35 * size, one.text or "", size, weight, align="center")


def _table(page: Figure, part: Part, top: float) -> None:
    x = MARGIN
    for (_, head), share in zip(part.lines, SHARES, strict=True):
        _write(page, x + 3, top + ROW * 0.65, head, 8.5, "bold")
        for row in range(ROWS + 1):
            _box(page, x, top + row * ROW, ROOM * share, ROW, 0, 0.5)
        x += ROOM * share
