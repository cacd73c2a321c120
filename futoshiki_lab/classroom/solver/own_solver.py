"""`my_solver`: what a learner has written, as a solver; the package stands in for the rest."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import update_wrapper
from html import escape
from inspect import isfunction, unwrap
from pathlib import Path
from typing import Any

from futoshiki_lab.classroom.solver.keeping import GOOD, load_functions
from futoshiki_lab.classroom.solver.kept_file import FILE, KeptFile, locked
from futoshiki_lab.classroom.solver.milestones import Reached
from futoshiki_lab.classroom.solver.one_page import write_one_page
from futoshiki_lab.classroom.solver.parts import PARTS, Part
from futoshiki_lab.classroom.tutor.search_cases import OpenBoard
from futoshiki_lab.core import Board, Problem, PuzzleError, Run, unknown
from futoshiki_lab.core.errors import listed
from futoshiki_lab.draw.search_trees import draw_tree
from futoshiki_lab.formats import load
from futoshiki_lab.solving import solve
from futoshiki_lab.support.writing import write_file
from futoshiki_lab.trace import record

Function = Callable[..., Any]
LOOKS = {"bt": ("look_back",), "fc": ("forward_check", "fc_check"), "mac": ("ac3", "revise")}
SELECTIONS = ("reading", "mrv", "own")
CALLS = {"forward_check": "fc_check", "ac3": "revise", "jump": "culprits"}


@dataclass(frozen=True)
class OwnPart:
    """A part of the solver as it is now.

    Attributes
    ----------
    part : which one.
    function : what runs: the learner's, or the package's.
    is_own : whether it is the learner's.
    verdict : what its check said of the learner's; empty if none is kept.
    told : why a kept one is not used, in words.
    """

    part: Part
    function: Function
    is_own: bool = False
    verdict: str = ""
    told: str = ""

    @property
    def whose(self) -> str:
        """Whose function runs, in words."""
        if self.is_own:
            return "yours" + ", at another cost" * (self.verdict == "another cost")
        skipped = "" if self.part.number else " (you can do without it)"
        return f"ours: {self.told}" if self.told else f"ours{skipped}"

    def __repr__(self) -> str:
        return f"{self.part.notebook} {self.part.name}: {self.whose}"


class OwnSolver(Mapping[str, Any]):
    """A learner's solver: `record(puzzle, **mine)`, `mine.solve(puzzle)`.

    It is a mapping of the arguments that `record` and `solve` take: the strongest look that is
    written, MRV if it is written, and the search. Each part is an attribute too: `mine.fc_check`.

    Attributes
    ----------
    parts : each part by its name, with whose it is.
    path : the file that it was read from.
    told : what is wrong with the file as a whole, in a sentence.
    settings : the names of the look and the selection, and whether it jumps.
    """

    def __init__(
        self,
        parts: Mapping[str, OwnPart],
        path: Path,
        told: str = "",
        settings: tuple[str, str, bool] | None = None,
    ):
        self.parts, self.path, self.told = dict(parts), path, told
        best = next((look for look in ("mac", "fc") if self._is_own(LOOKS[look][0])), "bt")
        select = "mrv" if best != "bt" and self._is_own("mrv") else "reading"
        self.settings = settings or (best, select, False)

    def _is_own(self, name: str) -> bool:
        return self.parts[name].is_own

    def choose(
        self, look: str | None = None, select: str | None = None, jump: bool = False
    ) -> OwnSolver:
        """The same solver with other settings.

        Parameters
        ----------
        look : "bt", "fc" or "mac"; by default "fc" with jumps, else the strongest you have written.
        select : "reading", "mrv", or "own" for the rule of your own.
        jump : whether it jumps back, with "fc" only.

        Raises
        ------
        ValueError : there is no such name; a jump without forward checking.
        """
        look = look or ("fc" if jump else self.settings[0])
        select = select or self.settings[1]
        for what, name, known in (("look", look, LOOKS), ("select", select, SELECTIONS)):
            if name not in known:
                raise ValueError(unknown(what, name, tuple(known)))
        if jump and look != "fc":
            raise ValueError("your jump asks forward checking for its culprits: choose the look fc")
        return OwnSolver(self.parts, self.path, self.told, (look, select, jump))

    def solve(self, puzzle: Problem, **how: Any) -> Run:
        """Solve a puzzle, or any other problem; `how` as for `futoshiki_lab.solve`."""
        return solve(puzzle, **{**self, **how})

    @property
    def ours(self) -> list[str]:
        """The parts that run now and are the package's."""
        look, select, jump = self.settings
        used = [*LOOKS[look], *["mrv"] * (select == "mrv"), *["jump", "culprits"] * jump]
        used += ["selection"] * (select == "own") + ["search"] * (not jump)
        ours = {name for name in used if not self._is_own(name)}
        ours |= {inner for outer, inner in CALLS.items() if outer in ours}  # they call our own
        return [name for name in PARTS if name in ours]

    @property
    def milestones(self) -> Reached:
        """The landmarks of the field, and which of them your own parts reach."""
        return Reached([name for name, one in self.parts.items() if one.is_own])

    def compare(self, puzzles: Iterable[Problem], **how: Any) -> dict[str, tuple[Run, Run]]:
        """Your run and ours on each puzzle, by its name; `how` as for `solve`."""
        look, select, jump = self.settings
        ours = parse_ours(look, select, jump)
        return {
            one.name or f"puzzle {at}": (self.solve(one, **how), solve(one, **ours, **how))
            for at, one in enumerate(puzzles, 1)
        }

    def to_html(
        self, path: str | Path = "my_solver.html", puzzle: Problem | None = None, name: str = ""
    ) -> Path:
        """Write one page to print or to hand in: your figures beside ours, a tree, your code.

        Parameters
        ----------
        puzzle : whose tree is drawn; by default nyu/Input1.
        name : of the learner.

        PuzzleError is raised if the file cannot be written.
        """
        puzzles = [load(f"nyu/{one}") for one in ("Input1", "Input2", "Input3", "SampleInput")]
        tree = draw_tree(record(puzzle or puzzles[0], **self))
        page = write_one_page(
            f"The solver of {name}" if name else "My solver",
            self._repr_html_(opened=" open"),
            self.compare(puzzles),
            self.ours,
            tree._repr_mimebundle_()["image/svg+xml"],
            self.path.read_text("utf-8") if self.path.exists() else "",
        )
        write_file(path, page)
        return Path(path)

    # -- what `record` and `solve` take ---------------------------------------------------------

    def _arguments(self) -> dict[str, Any]:
        look, select, jump = self.settings
        found: dict[str, Any] = {"look": self._look(look)}
        rule = {"mrv": "mrv", "own": "selection"}.get(select)
        found["select"] = self.parts[rule].function if rule else "reading"
        own = [name for name in ("search", "restore") if self._is_own(name)]
        if jump:
            found |= {"search": make_jump(self.jump)} if self._is_own("jump") else {"jump": True}
        elif own:
            found["search"] = self.search
            if "restore" in own:
                found["search"] = restore_with(self.search, self.restore)
        return found

    def _look(self, name: str) -> Function | str:
        if name != "mac":
            return self.parts[LOOKS[name][0]].function
        return make_mac(self.ac3) if self._is_own("ac3") else "mac"

    def __getitem__(self, name: str) -> Any:
        return self._arguments()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arguments())

    def __len__(self) -> int:
        return len(self._arguments())

    def __getattr__(self, name: str) -> Function:
        parts = vars(self).get("parts", {})
        if name not in parts:
            raise AttributeError(unknown("part", name, tuple(parts)))
        return parts[name].function

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.parts})

    # -- how it shows itself ----------------------------------------------------------------------

    @property
    def written(self) -> int:
        """How many of the numbered parts are the learner's."""
        return sum(one.is_own and bool(one.part.number) for one in self.parts.values())

    def _lines(self) -> Iterator[str]:
        numbered = [one for one in self.parts.values() if one.part.number]
        yours = ", ".join(one.part.name for one in numbered if one.is_own)
        many = f"{self.written} of {len(numbered)} parts of your solver are yours"
        yield f"{many}{': ' * bool(yours)}{yours} ({self.path.name})."
        if self.told:
            yield self.told
        if not self.path.exists():
            yield f"There is no {self.path.name} in the folder {self.path.parent.name} yet."
        look, select, jump = self.settings
        is_are = "is" if len(self.ours) == 1 else "are"
        with_ours = f"; {listed(self.ours)} {is_are} ours" if self.ours else ""
        jumps = ", with jumps" * jump
        yield f"It searches with {look}, {select}{jumps}{with_ours}."

    def __repr__(self) -> str:
        parts = [
            f"  {one.part.number or 'extra':<5} {one.part.notebook}  {one.part.name:14} {one.whose}"
            for one in self.parts.values()
        ]
        head, *rest = self._lines()
        return "\n".join([head, *parts, *rest])

    def _repr_html_(self, opened: str = "") -> str:
        rows = "".join(
            f"<tr><td>{one.part.number or 'extra'}</td><td>{one.part.notebook}</td>"
            f'<td style="text-align: left"><code>{escape(one.part.name)}</code></td>'
            f'<td style="text-align: left">{"✓ " * one.is_own}{escape(one.whose)}</td></tr>'
            for one in self.parts.values()
        )
        head, *rest = self._lines()
        told = "".join(f"<div>{escape(line)}</div>" for line in rest)
        table = f"<details{opened}><summary>all parts</summary><table>{rows}</table></details>"
        return f"<div><b>{escape(head)}</b>{told}{table}</div>"


def my_solver(path: str | Path = FILE) -> OwnSolver:
    """What you have written so far, as a solver.

    The notebooks' checks keep in my_solver.py what they call right. What you have changed there by
    hand is checked again; for what is missing, or not right any more, the package stands in.

    Parameters
    ----------
    path : the file; by default the one beside the notebook.
    """
    path = Path(path).absolute()
    try:
        file, told = KeptFile.read(path), ""
    except PuzzleError as error:
        file, told = KeptFile(path), f"Nothing of yours is used: {error}."
    found = load_functions(file)
    parts, stamped = dict[str, OwnPart](), file
    for name, part in PARTS.items():
        block, loaded = file.find(name), found.get(name)
        if block is None or loaded is None:
            parts[name] = OwnPart(part, part.reference)
        elif loaded.function is None:
            parts[name] = OwnPart(part, part.reference, told=f"{FILE}: {loaded.told}")
        else:
            verdict = block.verdict if file.is_untouched(block) else ""
            if not verdict:
                feedback = part.check(loaded.function)
                verdict = feedback.verdict
                if verdict in GOOD:
                    stamped = stamped.put(block.with_stamp(verdict, file.stamp_of(block)))
            if verdict in GOOD:
                parts[name] = OwnPart(part, loaded.function, True, verdict)
            else:
                why = f"yours was changed and is {verdict} now. {feedback.where}"
                parts[name] = OwnPart(part, part.reference, told=why)
    _call_own(parts.values())
    if stamped is not file:
        with suppress(PuzzleError), locked(path):
            if KeptFile.read(path).text == file.text:
                stamped.write()
    return OwnSolver(parts, path, told)


def _call_own(parts: Collection[OwnPart]) -> None:
    """Let the learner's functions call their own, where they call the package's."""
    own = {one.part.reference: one.function for one in parts if one.is_own}
    for function in own.values():
        names = getattr(unwrap(function), "__globals__", {})
        names.update(
            {name: own[one] for name, one in names.items() if isfunction(one) and one in own}
        )


def parse_ours(look: str, select: str, jump: bool) -> dict[str, Any]:
    """The same settings with the package's functions; a rule of one's own has no twin."""
    return {"look": look, "select": "reading" if select == "own" else select, "jump": jump}


# -- the functions that a search takes -------------------------------------------------------------


def make_mac(ac3: Function) -> Function:
    """The look that maintains arc consistency with a learner's AC-3."""

    def my_mac(board: Board, cell: Any) -> bool:
        return bool(ac3(board, [(x, cell) for x in board.unassigned_neighbours(cell)]))

    def begin_with(board: Board) -> bool:
        arcs = [(x, y) for x in board.unassigned for y in board.puzzle.neighbours[x]]
        return bool(ac3(board, arcs))

    my_mac.begin_with = begin_with  # type: ignore[attr-defined]
    return my_mac


def make_jump(jump: Function) -> Function:
    """A search of a learner's that returns a conflict set, as `record` takes one."""

    def searching(board: Board, *how: Any) -> bool:
        return jump(board, *how) is None

    vars(searching)["blames"] = True
    return update_wrapper(searching, jump)


def restore_with(search: Function, restore: Function) -> Function:
    """The same search on a board that a learner's function restores."""

    def searching(board: Board, *how: Any) -> bool:
        return bool(search(OpenBoard.over(board, restore), *how))

    return update_wrapper(searching, search)
