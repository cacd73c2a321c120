"""A learner drives a search in a real browser: by mouse, by keyboard, by finger."""

from random import Random

import pytest
from axe import bring_axe, violations
from steppers import Player

from futoshiki_lab import Drive, load, questions, random_puzzle, random_puzzles, record
from futoshiki_lab.problems import queens

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group(__name__)]

PHONE = {"has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def puzzle():
    return next(iter(random_puzzles(4, givens=4, signs=5, count=1, seed=2)))


@pytest.fixture
def drive(new_page, puzzle, tmp_path):
    """Open the page of a drive."""

    def opened(*settings, width=1280, height=720, context=None, **more):
        path = Drive(puzzle, *settings, **more).to_html(tmp_path / "drive.html")
        return new_page(Player, width, height, **(context or {})).open(path)

    return opened


def state(player):
    """The next right move, as [kind, the cell's number, the value], and the phase."""
    return player.page.evaluate(
        """() => {
            const {drive} = document.querySelector('.fsl').stepper.asker;
            const [move] = drive.options();
            return {phase: drive.phase, step: drive.step, moves: drive.moves,
                mistakes: drive.mistakes, move: move && [move.kind, move.cell, move.value]};
        }"""
    )


def place(player, cell, value=0):
    """Where a cell, or the place of a value in it, is on the screen."""
    return player.panel(
        """const [cell, value] = argument;
        const [x, y] = value ? board.slot(cell, value) : board.middle(cell);
        const place = new DOMPoint(x, y).matrixTransform(board.node.getScreenCTM());
        return [place.x, place.y];""",
        [cell, value],
    )


def press_button(player, text):
    player.page.locator(".fsl-quiz").get_by_text(text, exact=True).click()


def move_by_pointer(player, press):
    kind, cell, value = state(player)["move"]
    buttons = {"pass": "go on", "fail": "wipe-out", "restore": "take back"}
    if kind in buttons:
        press_button(player, buttons[kind])
    elif kind == "value":
        press_button(player, str(value))
    else:
        press(*place(player, cell, value))


def move_by_keys(player):
    kind, cell, value = state(player)["move"]
    if cell >= 0:
        player.press("v")
        player.page.evaluate(
            "cell => document.querySelector('.fsl').stepper.asker.choose(cell)", cell
        )
    keys = {"pass": "Enter", "restore": "r", "cell": "Enter", "back": "Enter"}
    keys["fail"] = "w" if cell < 0 else "Enter"  # in backtracking it clashes with a cell
    player.press(keys.get(kind) or str(value))


def take_arcs_by_pointer(player):
    current = state(player)
    kind, cell, value = current["move"]
    buttons = {"into": "arcs into ", "pass": "next arc", "fail": "wipe-out"}
    ends = {"arc": "the rest removes nothing", "return": "that is all"}
    if kind == "arc":
        click = player.page.mouse.click
        click(*place(player, cell))
        if current["phase"] == "arc":
            click(*place(player, value))
    elif kind == "strike":
        player.page.mouse.click(*place(player, cell, value))
    else:
        text = ends.get(current["phase"], buttons[kind])
        player.page.locator(".fsl-quiz").get_by_text(text).click()


def take_arcs_by_keys(player):
    current = state(player)
    kind, cell, value = current["move"]
    if kind == "arc":
        player.press("v")
        for one in (cell, value)[: 1 + (current["phase"] == "arc")]:
            player.page.evaluate(
                "cell => document.querySelector('.fsl').stepper.asker.choose(cell)", one
            )
            player.press("Enter")
    else:
        player.press({"into": "i", "pass": "0", "fail": "w"}.get(kind) or str(value))


def drive_to_end(player, move):
    for _ in range(400):
        if state(player)["phase"] == "over":
            break
        move(player)
    assert state(player)["phase"] == "over"
    assert state(player)["mistakes"] == {}
    assert "You drove the whole run" in player.text(".fsl-quiz-words")
    assert player.errors == []


def test_a_board_is_driven_to_its_end_by_mouse(drive):
    player = drive("fc", select="mrv")
    assert not player.sees(".fsl-outcome")
    drive_to_end(player, lambda one: move_by_pointer(one, one.page.mouse.click))


def test_nogoods_are_written_by_mouse_and_not_told_before(new_page, tmp_path):
    puzzle = random_puzzle(4, givens=3, signs=6, seed=19)
    path = Drive(puzzle, "fc", jump=True, learn=True).to_html(tmp_path / "nogoods.html")
    player, written = new_page(Player, 1280, 720).open(path), 0

    def by_mouse(player):
        nonlocal written
        now = state(player)
        if now["phase"] == "nogood":
            written += 1
            assert not player.sees(".fsl-conflicts ol")
            if now["move"][0] == "pass":
                return press_button(player, "that is all")
        move_by_pointer(player, player.page.mouse.click)

    drive_to_end(player, by_mouse)
    assert written > record(puzzle, "fc", jump=True, learn=True).counts.learned


def test_a_full_board_of_queens_is_mended_by_mouse_until_it_is_solved(new_page, tmp_path):
    path = Drive(queens(6), "min_conflicts", seed=1).to_html(tmp_path / "mend.html")
    player, dice, changes = new_page(Player, 1280, 720).open(path), Random(1), 0
    for _ in range(300):
        moves = player.page.evaluate(
            """() => document.querySelector('.fsl').stepper.asker.drive.options()
                .map(({kind, cell, value}) => [kind, cell, value])"""
        )
        if not moves:
            break
        values = [one for one in moves if one[0] == "value"]
        kind, cell, value = dice.choice(values or moves)
        if kind == "value":
            press_button(player, str(value))
            changes += 1
        else:
            player.page.mouse.click(*place(player, cell))
    assert player.text(".fsl-quiz-words").startswith(f"Solved after {changes} change")
    assert player.page.locator(".fsl-fault:visible").count() == 0
    assert player.errors == []


def test_a_page_of_questions_is_driven_to_its_end(new_page, tmp_path):
    page, _ = questions(4, "drive", seed=7, moves=(5, 40)).save(tmp_path / "drive.html")
    drive_to_end(new_page(Player, 1280, 720).open(page), move_by_keys)


@pytest.mark.parametrize("settings", [{"look": "fc", "select": "mrv"}, {"look": "bt"}], ids=str)
def test_a_board_is_driven_to_its_end_by_keys(drive, settings):
    drive_to_end(drive(**settings), move_by_keys)


def test_a_page_without_a_kernel_says_that_it_makes_no_new_board(drive):
    player = drive("fc", ask="cells")
    drive_to_end(player, move_by_keys)
    press_button(player, "a new board like this")
    assert "takes a running kernel" in player.text(".fsl-quiz-how")


def test_a_board_is_driven_to_its_end_by_finger(drive):
    player = drive("fc", select="mrv", width=390, height=844, context=PHONE)
    drive_to_end(player, lambda one: move_by_pointer(one, one.page.touchscreen.tap))
    assert player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_wrong_move_is_named_and_can_be_made_again(drive, request):
    player = drive("fc")
    _, cell, _ = state(player)["move"]
    player.page.mouse.click(*place(player, cell))
    wrong = 5 - state(player)["move"][2]
    press_button(player, str(wrong))
    assert "✗" in player.text(".fsl-quiz-how")
    assert sum(state(player)["mistakes"].values()) == 1
    assert state(player)["phase"] == "value"
    for _ in range(3):
        press_button(player, "help")
    assert state(player)["phase"] == "look"  # the last help has made the move
    assert player.text(".fsl-quiz-score") == "1 yours, 1 helped, 1 mistake"
    assert player.page.evaluate("document.querySelector('.fsl').stepper.asker.driven.due") == [
        "value"
    ]
    bring_axe(request.config, player)
    assert violations(player) == []


def play_freely(player, press):
    """Try the first value left of the first cell left, as backtracking does; then compare."""
    for _ in range(300):
        now = player.page.evaluate(
            """() => {
                const {drive} = document.querySelector('.fsl').stepper.asker,
                    [cell] = drive.free, clash = drive.next.length > 0;
                return {over: drive.phase === "over", back: clash || !drive.domains[cell],
                    cell, value: 1 + Math.log2(drive.domains[cell] & -drive.domains[cell])};
            }"""
        )
        if now["over"]:
            break
        press(player, now)
    assert "You found a solution" in player.text(".fsl-quiz-words")
    press_button(player, "beside bt, fc, mac")
    player.page.wait_for_selector(".fsl-runs-4")
    own, *others = player.page.locator(".fsl-quiz-reasons li").all_inner_texts()
    assert own.removeprefix("you") == others[0].removeprefix("bt, reading, ascending")
    assert len(others) == 3
    assert player.sees(".fsl-canvas") == 4
    assert player.errors == []


def free_by_mouse(player, now):
    if now["back"]:
        press_button(player, "take back")
    else:  # the first click chooses the cell, the next one the value
        player.page.mouse.click(*place(player, now["cell"], now["value"]))


def free_by_keys(player, now):
    player.press("v")
    player.page.evaluate(
        "cell => document.querySelector('.fsl').stepper.asker.choose(cell)", now["cell"]
    )
    player.press("r" if now["back"] else str(now["value"]))


def test_in_free_play_a_move_is_undone_and_the_end_is_asked_for_twice(drive):
    player = drive()
    values = "[...document.querySelector('.fsl').stepper.asker.drive.values]"
    before = player.page.evaluate(values)
    free_by_keys(player, {"cell": before.index(-1), "value": 1, "back": False})
    assert player.page.evaluate(values) != before
    player.press("u")
    assert player.page.evaluate(values) == before
    player.press("0")
    assert state(player)["phase"] == "free"
    assert "This ends the game" in player.text(".fsl-quiz-how")
    player.press("0")
    assert state(player)["phase"] == "over"


@pytest.mark.parametrize("press", [free_by_mouse, free_by_keys])
def test_free_play_ends_beside_the_algorithms(drive, press, request):
    player = drive(width=390, height=844) if press == free_by_mouse else drive()
    play_freely(player, press)
    assert player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    bring_axe(request.config, player)
    assert violations(player) == []


@pytest.mark.parametrize("take", [take_arcs_by_pointer, take_arcs_by_keys])
def test_ac3_is_driven_to_its_end(new_page, tmp_path, take):
    trace = record(load("unequal/4x4-easy#7"), "mac")
    node = next(node for node in trace.tree if node.label == "r1c3=1")
    path = Drive(trace, "ac3", step=node.first).to_html(tmp_path / "ac3.html")
    player = new_page(Player, 1280, 720).open(path)
    drive_to_end(player, take)
    assert player.text(".fsl-quiz-words").startswith("Arc consistent.")


def test_a_wrong_arc_is_named_and_the_queue_stays(new_page, tmp_path):
    path = Drive(record(queens(5), "mac"), "ac3").to_html(tmp_path / "ac3.html")
    player = new_page(Player, 390, 844, **PHONE).open(path)
    waiting = player.text(".fsl-queue")
    _, cell, other = state(player)["move"]
    for one in (other, cell):
        player.page.touchscreen.tap(*place(player, one))
    assert "the variable to be revised comes first" in player.text(".fsl-quiz-how")
    assert state(player)["mistakes"] == {"takes an arc the wrong way round": 1}
    assert player.text(".fsl-queue") == waiting
    player.page.locator(".fsl-queue button").first.tap()
    assert state(player)["phase"] == "revise"
    assert player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_class_votes_and_one_key_tells_the_right_letter_then_asks_again(new_page, tmp_path):
    goes_back = random_puzzle(3, givens=2, signs=2, seed=41)
    path = Drive(goes_back, "fc", ask="vote").to_html(tmp_path / "vote.html")
    player = new_page(Player, 1280, 720).open(path)
    offered = player.page.locator(".fsl-quiz-option:visible").all_inner_texts
    while state(player)["phase"] != "over":
        choices, moves = offered(), state(player)["moves"]
        assert [one[:2] for one in choices] == ["A:", "B:", "C:", "D:"][: len(choices)]
        assert len(choices) > 1
        if moves == 4:  # who looks back comes again without a move
            player.press("ArrowLeft", "Enter")
            assert offered() == choices
        player.press("ArrowRight")
        over = state(player)["phase"] == "over"
        assert over or player.text(".fsl-quiz-words").removeprefix("✓ ") in choices
        assert state(player)["moves"] == moves + 1
        player.press("ArrowRight")
        assert state(player)["moves"] == moves + 1
    assert state(player)["mistakes"] == {}
    assert "You drove the whole run" in player.text(".fsl-quiz-words")
    assert player.errors == []
