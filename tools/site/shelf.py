"""The page of the game: a small easy board, and a shelf of others that are fetched when wanted."""

from __future__ import annotations

import json
import shutil
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

from futoshiki_lab import LEVELS, Play, Puzzle, bundled, load, load_all
from futoshiki_lab.widgets.answers import carried
from futoshiki_lab.widgets.exchange import sent
from futoshiki_lab.widgets.export import packed, player

FIRST = "unequal/4x4-trivial#1"
SIZES = range(4, 10)
EACH = 4  # boards of one size and level, and of one file
FOLDER = "_static/boards/"


def write(source: Path, kept: Path, newest: float, run: str) -> None:
    """Write the page as sources for Sphinx, and the boards as files.

    Parameters
    ----------
    kept : where boards stay for the next time.
    newest : boards that were made before this time are made again.
    run : the address of the notebook that makes new puzzles, from a folder of the site.
    """
    named = {name: load_all(name)[:EACH] for name in bundled()}
    with ProcessPoolExecutor() as pool:
        write_one = partial(_write_board, folder=kept, newest=newest)
        list(pool.map(write_one, [puzzle for puzzles in named.values() for puzzle in puzzles]))
    shutil.copytree(kept, source / "static" / "boards")
    game = Play(load(FIRST))
    html = player({**game.get_state(), "shelf": _shelf(named)}, game.still())
    (source / "game.html").write_text(html, encoding="utf-8")
    (source / "shelf.html").write_text(_links(named, run.removeprefix("../")), encoding="utf-8")
    parts = ("# Play", "```{raw} html\n:file: game.html\n```", "## More boards")
    text = "\n\n".join((*parts, "```{raw} html\n:file: shelf.html\n```\n"))
    (source / "play.md").write_text(text, encoding="utf-8")


def _write_board(puzzle: Puzzle, folder: Path, newest: float) -> None:
    """A board and all that its player may ask, as `shelf.js` reads it."""
    path = folder / f"{_place(puzzle)}.json"
    if not path.exists() or path.stat().st_mtime < newest:
        path.parent.mkdir(parents=True, exist_ok=True)
        content = {"board": sent(puzzle), "carried": packed(carried(puzzle))}
        path.write_text(json.dumps(content), encoding="utf-8")


def _place(puzzle: Puzzle) -> str:
    """A board's name in an address and of its file; `nameOf` in shelf.js says the same."""
    return puzzle.name.replace("#", "-")


def _of(n: int, level: str) -> str:
    return f"unequal/{n}x{n}-{level.lower()}"


def _shelf(named: dict[str, list[Puzzle]]) -> dict[str, Any]:
    """What the game's page knows of its shelf."""
    boards = {
        f"{n} {level}": [_place(puzzle) for puzzle in named[_of(n, level)]]
        for n in SIZES
        for level in LEVELS
    }
    return {"folder": FOLDER, "sizes": list(SIZES), "levels": list(LEVELS), "boards": boards}


def _links(named: dict[str, list[Puzzle]], run: str) -> str:
    """The shelf as links: by size and level, and by name."""
    rows = "".join(
        f'<tr><th scope="row">{n}×{n}</th>'
        + "".join(
            f"<td>{_link(named[_of(n, level)][0], level, f'{n}×{n} {level}')}</td>"
            for level in LEVELS
        )
        + "</tr>"
        for n in SIZES
    )
    others = [puzzles for name, puzzles in named.items() if not name.startswith("unequal/")]
    names = ", ".join(_link(one, one.name, one.name) for puzzles in others for one in puzzles)
    return (
        f'<div class="shelf"><table><tbody>{rows}</tbody></table></div>'
        "<p>“new puzzle” beside the board gives another one of a size and level. Your games stay "
        "in this browser: come back to a board, and it goes on.</p>"
        f"<p>From courses and collections: {names}.</p>"
        f'<p><a href="{run}">A notebook makes puzzles without end</a>, with Python in the browser; '
        "that takes half a minute to start.</p>"
    )


def _link(puzzle: Puzzle, text: str, label: str) -> str:
    return f'<a href="#board={_place(puzzle)}" aria-label="{escape(label)}">{escape(text)}</a>'
