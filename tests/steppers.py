"""Steppers for tests: recorded runs, and what can be read off a page that steps one."""

import functools
from base64 import b64encode
from collections import Counter

from conftest import PlainPage

from futoshiki_lab import load, random_puzzles, record
from futoshiki_lab.stepper.packing import pack_trace


class Player(PlainPage):
    """A page with one stepper, and what can be read off it."""

    def open(self, path):
        self.show(path, ".fsl-board")
        self.page.evaluate("document.querySelector('.fsl').focus()")
        return self

    @property
    def steps(self):
        return self.page.evaluate("[...document.querySelector('.fsl').stepper.steps]")

    def panel(self, script, argument=None):
        """What a script makes of the first panel and its views."""
        names = """const [panel] = document.querySelector('.fsl').stepper.panels;
            const {board, cursor, run, timeline, tree} = panel;"""
        return self.page.evaluate(f"argument => {{ {names} {script} }}", argument)

    def resize(self, width, height):
        self.page.set_viewport_size({"width": width, "height": height})
        self.placed()

    def box(self, part):
        return self.page.locator(part).first.bounding_box()

    def places(self, parts):
        """Of each element that a selector finds: left, top, right, bottom on the screen."""
        return self.page.evaluate(
            """parts => [...document.querySelectorAll(parts)].map(part => {
                const {left, top, right, bottom} = part.getBoundingClientRect();
                return [left, top, right, bottom];
            })""",
            parts,
        )

    def sees(self, part):
        return self.page.locator(f"{part}:visible").count()

    @property
    def step(self):
        return self.steps[0]

    def text(self, selector):
        self.drawn()
        return self.page.locator(selector).first.inner_text()

    def at(self, step):
        """Be at a step."""
        self.page.evaluate("step => document.querySelector('.fsl').stepper.goTo(step)", step)
        self.placed()

    def set(self, name, value):
        """Set a trait of the widget, as Python does."""
        script = "pair => document.querySelector('.fsl').stepper.model.set(...pair)"
        self.page.evaluate(script, [name, value])
        self.placed()

    def press_and_wait(self, *keys):
        """Press keys, and wait until what they show has its place."""
        self.press(*keys)
        self.placed()

    def go(self, step):
        """Type a step."""
        self.press("g")
        self.page.keyboard.type(str(step))
        self.press_and_wait("Enter", "Escape")

    def values(self):
        """Of each cell: its name, its large number, and the values that are not struck out."""
        return self.panel(
            """return board.cells.map((cell, at) => [
                run.name(at), cell.big.textContent,
                cell.small.flatMap((text, i) => text.classList.contains("fsl-gone") ? [] : [i + 1]),
            ]);"""
        )

    def node(self, number):
        """Where a node of the tree is on the screen."""
        self.placed()
        x, y = self.panel(
            """const box = tree.canvas.getBoundingClientRect();
            const {x, y} = tree.items.find(item => item.node === argument);
            return [box.left + x, box.top + y];""",
            number,
        )
        return x, y


@functools.cache
def recorded(name, *search, **options):
    """A run, which is recorded once."""
    return record(load(name), *search, **options)


@functools.cache
def large(n):
    """The run of a large board; it is recorded once."""
    (puzzle,) = random_puzzles(n, n, n, 1, seed=1)
    return record(puzzle, "fc", event_limit=9000)


def sent(trace):
    """What a page gets of a run, as JSON; and every state of it is replayed only once."""
    trace.state = functools.cache(trace.state)
    return {
        name: part if name == "header" else b64encode(part).decode("ascii")
        for name, part in pack_trace(trace).items()
    }


def failed(trace):
    """The nodes that came to nothing."""
    tree = trace.tree
    return [
        node for node in tree if node.number and node.last and not tree.holds_solution[node.number]
    ]


def told_to_believers(drives):
    """For each misconception what drives say to who has it: how often each name, and the guesses.

    `drives` are what drive_runs.mjs found, each beside what was driven.
    """
    told, guessed = {}, {}
    for _, found in drives:
        for belief, learner in found["beliefs"].items():
            told.setdefault(belief, Counter()).update(learner["mistakes"])
            guessed.setdefault(belief, set()).add(learner["guess"])
    return told, guessed
