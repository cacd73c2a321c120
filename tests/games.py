"""Boards to play on for tests: in a page, and asked as a page asks."""

from concurrent.futures import ThreadPoolExecutor

from conftest import PlainPage

GAME = "document.querySelector('.fsl').game"


class Board(PlainPage):
    """A page with one board to play on, and what can be read off it."""

    def open(self, path):
        self.show(path, ".fsl-game")
        return self

    def button(self, label):
        return self.page.get_by_role("button", name=label)

    def go(self, cell):
        """Walk to a cell, by its number, with the arrows."""
        n, chosen = self.page.evaluate(f"[{GAME}.puzzle.n, {GAME}.chosen]")
        down, right = cell // n - chosen // n, cell % n - chosen % n
        self.press(*[("ArrowDown", "ArrowUp")[down < 0]] * abs(down))
        self.press(*[("ArrowRight", "ArrowLeft")[right < 0]] * abs(right))

    def press(self, *keys):
        super().press(*keys)
        self.settle()

    def settle(self):
        """Wait until nothing is being asked."""
        self.wait("() => !document.querySelector('.fsl')?.game?.busy.size")

    def reload(self):
        """Load the page again, with the keyboard on the board."""
        self.page.reload()
        self.page.wait_for_selector(".fsl-game")
        self.page.locator(".fsl-board").focus()

    def middle(self, cell):
        """Where a cell is on the screen."""
        return self.page.evaluate(
            f"""cell => {{
                const boxes = {GAME}.view.board.node.querySelectorAll(".fsl-box");
                const {{left, top, width, height}} = boxes[cell].getBoundingClientRect();
                return [left + width / 2, top + height / 2];
            }}""",
            cell,
        )

    @property
    def values(self):
        """The large numbers as they are drawn, 0 for none."""
        cells = f"{GAME}.view.board.cells"
        return self.page.evaluate(f"{cells}.map(cell => Number(cell.big.textContent))")

    def notes(self, cell):
        """The pencil digits of a cell as they are drawn: open, and struck out."""
        return self.page.evaluate(
            f"""cell => {{
                const {{small}} = {GAME}.view.board.cells[cell];
                const shown = small.filter(text => getComputedStyle(text).display !== "none");
                const struck = text => text.classList.contains("fsl-gone");
                return [shown.filter(text => !struck(text)), shown.filter(struck)]
                    .map(some => some.map(text => Number(text.textContent)));
            }}""",
            cell,
        )

    @property
    def hatched(self):
        return self.page.evaluate(
            f"""{GAME}.view.board.cells.flatMap(({{hatched}}, cell) =>
                hatched.getAttribute("visibility") === "visible" ? [cell] : [])"""
        )

    def shown(self, selector):
        return self.page.locator(f"{selector}[visibility=visible]").count()

    @property
    def said(self):
        return self.page.locator(".fsl-sentence").inner_text()


def asked(board, **question):
    """The answer to a question of the browser's, and the error."""
    replies = []
    board.send = replies.append
    with ThreadPoolExecutor(1) as thread:  # where no event loop runs
        thread.submit(board._handle_custom_msg, {"id": "7", **question}, []).result()
    (reply,) = replies
    assert reply["id"] == "7"
    return reply["answer"], reply["error"]
