"""The page of the game: a small easy board, and a shelf of others that are fetched when wanted."""

from __future__ import annotations

import json
import shutil
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

from kept import Kept, package

from futoshiki_lab import LEVELS, Play, Puzzle, bundled, grade, load, load_all
from futoshiki_lab.reasons.answers import carried
from futoshiki_lab.stepper.packing import compress, encode, pack_puzzle
from futoshiki_lab.stepper.pages import player

FIRST = "hcmus/puzzle_01_4x4_easy"  # of the Trivial ones, those of `unequal` have no signs
SIZES = range(4, 10)
FOLDER = "_static/boards/"
ROOMS = ("core", "formats", "reasons", "trace", "stepper")  # what a board's file comes from
Kinds = dict[tuple[int, str], list[Puzzle]]  # boards, by size and level


def write(source: Path, folder: Path, run: str, each: int) -> None:
    """Write the page as sources for Sphinx, and the boards as files.

    Parameters
    ----------
    folder : where boards stay for the next time; those of another version are made again.
    run : the address of the notebook that makes new puzzles, from a folder of the site.
    each : how many boards of each file.
    """
    puzzles = [puzzle for name in bundled() for puzzle in load_all(name)[:each]]
    kept, made_of = Kept(folder), package(*ROOMS)
    names = {f"{_place(puzzle)}.json": puzzle for puzzle in puzzles}
    missing = [name for name in names if not kept.has(name, made_of)]
    with ProcessPoolExecutor() as pool:
        made = pool.map(partial(_write_board, folder=folder), (names[one] for one in missing))
        for name, _ in zip(missing, made, strict=True):
            kept.note(made_of, name)  # a large one takes long: the next call goes on from here
    for name in names:
        to = source / "static" / "boards" / name
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(folder / name, to)
    kinds, game = _by_kind(puzzles), Play(load(FIRST))
    state = {**game.get_state(), "shelf": _shelf(kinds)}
    html = player(state, game.still(), carried(game.puzzle))
    (source / "game.html").write_text(html, encoding="utf-8")
    (source / "shelf.html").write_text(
        _links(kinds, puzzles, run.removeprefix("../")), encoding="utf-8"
    )
    parts = ("# Play", "```{raw} html\n:file: game.html\n```", "## More boards")
    text = "\n\n".join((*parts, "```{raw} html\n:file: shelf.html\n```\n"))
    (source / "play.md").write_text(text, encoding="utf-8")


def _write_board(puzzle: Puzzle, folder: Path) -> None:
    """A board and all that its player may ask, as `shelf.js` reads it."""
    path = folder / f"{_place(puzzle)}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    content = {"board": pack_puzzle(puzzle), "carried": encode(compress(carried(puzzle)))}
    path.write_text(json.dumps(content), encoding="utf-8")


def _place(puzzle: Puzzle) -> str:
    """A board's name in an address and of its file; `nameOf` in shelf.js says the same."""
    return puzzle.name.replace("#", "-")


def _by_kind(puzzles: list[Puzzle]) -> Kinds:
    """The boards of each size and level."""
    found: Kinds = {(n, level): [] for n in SIZES for level in LEVELS}
    for puzzle in puzzles:
        found.get((puzzle.size, grade(puzzle).level), []).append(puzzle)
    return found


def _shelf(kinds: Kinds) -> dict[str, Any]:
    """What the game's page knows of its shelf."""
    boards = {f"{n} {level}": [*map(_place, found)] for (n, level), found in kinds.items()}
    return {"folder": FOLDER, "sizes": list(SIZES), "levels": list(LEVELS), "boards": boards}


def _links(kinds: Kinds, puzzles: list[Puzzle], run: str) -> str:
    """The shelf as links: by size and level, and by name."""
    rows = dict.fromkeys(SIZES, "")
    for (n, level), found in kinds.items():
        rows[n] += f"<td>{_link(found[0], level, f'{n}x{n} {level}')}</td>"
    table = "".join(f'<tr><th scope="row">{n}x{n}</th>{row}</tr>' for n, row in rows.items())
    others = [puzzle for puzzle in puzzles if not puzzle.name.startswith("unequal/")]
    names = ", ".join(_link(puzzle, puzzle.name, puzzle.name) for puzzle in others)
    return (
        f'<div class="shelf"><table><tbody>{table}</tbody></table></div>'
        "<p>“new puzzle” beside the board gives another like it, or one of another size and level. "
        "Your games stay in this browser: come back to a board, and it goes on.</p>"
        f"<p>From courses and collections: {names}.</p>"
        f'<p><a href="{run}">A notebook makes puzzles without end</a>, with Python in the browser; '
        "that takes half a minute to start.</p>"
    )


def _link(puzzle: Puzzle, text: str, label: str) -> str:
    return f'<a href="#board={_place(puzzle)}" aria-label="{escape(label)}">{escape(text)}</a>'
