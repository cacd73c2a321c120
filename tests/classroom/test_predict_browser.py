"""Questions in a browser: a learner with the mouse, and one with the keyboard alone."""

import pytest
from conftest import SCRIPTS, PlainPage, few

from futoshiki_lab import Cell, Stepper, load, predict, questions, record
from futoshiki_lab.classroom.exams import KINDS

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group(__name__)]

PUZZLE = load("nyu/Input1")
TRACE = record(PUZZLE, "fc")
WHY = {"because": "This is why.", "why": "", "hint": "Here is a hint."}
ITEMS = ["first `a`", "second", "third"]
OPTIONS = ("more", "fewer", "the same")
OFFERED = {"options": OPTIONS}
FREE = load("conjure/4x4")


@pytest.fixture
def ask(new_page, tmp_path):
    """A page with one question; `ask(...)` takes what `predict` takes."""
    shown = new_page(PlainPage, 900, 700)

    def ask(*question, **more):
        path = predict("What then?", *question, **more).to_html(tmp_path / "q.html")
        shown.show(path, ".fsl-question[data-state]")
        return shown

    yield ask
    assert shown.errors == []


def test_the_board_of_a_question_tells_what_is_on_it_to_who_hears(ask):
    step = TRACE.steps("wipe-out")[0]
    state, marked = TRACE.state(step), TRACE.event(step).cell
    board = ask(3, board=(TRACE, step), mark=marked).page.locator(".fsl-board")
    told = board.get_attribute("aria-description")
    for cell in PUZZLE.cells:
        left = " ".join(map(str, state.domains[cell])) or "has no value left"
        value = state.values.get(cell)
        assert (f"{cell} = {value}" if value else f"{cell} {left}") in told
    assert all(f"{small} < {large}" in told for small, large in PUZZLE.signs)
    assert told.endswith(f"framed: {marked}.")


def state(shown):
    return shown.page.locator(".fsl-question").get_attribute("data-state")


def said(shown):
    return " ".join(shown.page.locator(".fsl-said").inner_text().split())


def commit(shown):
    shown.page.get_by_role("button", name="Check my answer").click()


@pytest.fixture
def answer(ask):
    """Ask for a number; a function that types one and presses Enter."""
    shown = ask(48, reveal="the end", **WHY)

    def answer(typed):
        shown.page.get_by_label("your number").fill(typed)
        shown.press("Enter")
        return said(shown), state(shown)

    answer.shown = shown
    return answer


@pytest.mark.parametrize("typed", ["48", " 48 ", "[48]", "(48,)", "4_8", "48."])
def test_a_number_is_understood_in_every_dress(answer, typed):
    assert answer(typed) == ("✓ Right. This is why.", "right")


def test_what_is_no_number_costs_no_try(answer):
    for typed in ("", "many", "4 or 5", "1.2.3", "-"):
        assert answer(typed) == ("Write a number, such as 12.", "open")


def test_a_first_miss_gives_a_hint_a_second_says_where_a_third_the_answer(answer):
    for typed, words, now in (
        ("12", "✗ Not yet. Here is a hint.", "again"),
        ("96", "✗ Not yet. Here is a hint. It is less.", "again"),
        ("40", "✗ Wrong. The answer: 48. This is why.", "wrong"),
    ):
        assert "the end" not in answer.shown.page.locator("body").inner_text()
        assert answer(typed) == (words, now)
    assert answer.shown.page.locator(".fsl-part").inner_text() == "the end"
    assert not answer.shown.page.get_by_role("button", name="Check my answer").is_visible()


def test_the_same_answer_again_or_a_double_click_is_no_second_try(answer):
    button = answer.shown.page.get_by_role("button", name="Check my answer")
    answer.shown.page.get_by_label("your number").fill("12")
    button.dblclick()
    assert said(answer.shown) == "✗ Not yet. Here is a hint."
    assert answer("12")[0].endswith("You have tried this answer already.")
    assert answer("96")[0].endswith("It is less.")  # the second try


def test_after_every_action_the_keyboard_is_in_the_question(ask):
    """What was pressed is gone then: the button, the field of the learner's own reason."""
    shown = ask("fewer", options=OPTIONS, because="So it is.")

    def held():
        return shown.page.evaluate("document.activeElement.closest('.fsl-question') !== null")

    for label in ("more", "fewer"):
        shown.page.get_by_label(label).check()
        commit(shown)
        assert held()
        shown.page.get_by_role("button", name="show the reason").click()
        assert held()
        shown.page.get_by_role("button", name="try again").click()
        assert (state(shown), said(shown), held()) == ("open", "", True)
        assert not shown.page.get_by_label(label).is_checked()
        assert shown.page.locator("[data-right]").count() == 0
    shown.page.reload()  # it is forgotten for good
    shown.page.wait_for_selector(".fsl-question[data-state='open']")


def test_the_answer_can_be_asked_for_only_after_a_try(answer):
    give = answer.shown.page.get_by_role("button", name="show the answer")
    assert not give.is_visible()
    answer("1")
    give.click()
    assert said(answer.shown) == "✗ Wrong. The answer: 48. This is why."


def test_without_a_hint_the_first_answer_counts(ask):
    shown = ask("fewer", options=OPTIONS, because="So it is.", why="")
    commit(shown)
    assert said(shown) == "Choose one."
    shown.page.get_by_label("more").check()
    commit(shown)
    assert (state(shown), said(shown)) == ("wrong", "✗ Wrong. The answer: fewer. So it is.")
    assert shown.page.get_by_label("fewer").is_disabled()


MISTAKEN = [  # the last one stands in a wrong order at first
    (3, {"4": "One too many."}, {}, lambda page: page.get_by_label("your number").fill("4")),
    ("fewer", {"more": "One too many."}, OFFERED, lambda page: page.get_by_label("more").check()),
    (["a", "b"], {"b, a": "One too many."}, {}, lambda page: None),
]


@pytest.mark.parametrize(("right", "mistakes", "more", "give"), MISTAKEN)
def test_a_wrong_answer_is_told_what_is_wrong_with_it(ask, right, mistakes, more, give):
    shown = ask(right, mistakes=mistakes, **more)
    give(shown.page)
    commit(shown)
    assert said(shown).startswith("✗ Wrong. One too many. The answer: ")


def test_a_wrong_answer_on_the_board_is_told_what_is_wrong_with_it(ask):
    mistakes = {"r1c2: 1 2; r2c3: 3": "Both are allowed."}
    shown = ask({Cell(0, 1): (1,)}, board=FREE, mistakes=mistakes)
    shown.press(
        "Tab", "ArrowRight", "ArrowRight", "1", "2", "ArrowRight", "ArrowDown", "3", "Enter"
    )
    marked = "found r1c2: 1 wrong r1c2: 2; r2c3: 3"
    assert said(shown) == f"✗ Not quite: 2 too many. Both are allowed. {marked}"


def test_a_choice_by_the_keyboard_alone(ask):
    shown = ask("fewer", options=OPTIONS)
    shown.press("Tab", "ArrowDown", "Enter")
    assert state(shown) == "right"


def test_a_choice_in_every_row(ask):
    shown = ask({"one": "more", "two": "fewer"}, options=OPTIONS, **WHY)
    shown.page.get_by_label("one: more").check()
    commit(shown)
    assert said(shown) == "Choose one in every row."
    for text in ("more", "the same"):
        shown.page.get_by_label(f"two: {text}").check()
        commit(shown)
    assert said(shown) == "✗ Not yet. Here is a hint. 1 of 2 are right; look again at two."
    shown.page.get_by_label("two: fewer").check()
    commit(shown)
    assert said(shown) == "✓ Right. This is why."


def lines(shown):
    """The lines of an order as they stand."""
    return [text.split("\n")[0] for text in shown.locator("li").all_inner_texts()]


def arrange(shown, items):
    """Put the lines in an order, by keys."""
    for place, item in enumerate(items):
        shown.page.locator("li", has_text=item).focus()
        shown.press(*["ArrowUp"] * (lines(shown.page).index(item) - place))


def test_an_order_is_made_with_keys_with_buttons_and_by_dragging(ask):
    shown = ask(ITEMS)
    arrange(shown, [item.replace("`", "") for item in ITEMS])
    shown.press("Enter")
    assert state(shown) == "right"
    shown = ask(ITEMS[:2])  # shown the other way round
    shown.page.get_by_label("second: later").click()
    commit(shown)
    assert state(shown) == "right"
    shown = ask(ITEMS[1:])
    boxes = [row.bounding_box() for row in shown.page.locator("li").all()]
    shown.page.mouse.move(boxes[0]["x"] + 20, boxes[0]["y"] + 8)
    shown.page.mouse.down()
    shown.page.mouse.move(boxes[1]["x"] + 20, boxes[1]["y"] + boxes[1]["height"] - 3, steps=8)
    shown.page.mouse.up()
    commit(shown)
    assert state(shown) == "right"


def test_a_revealed_order_marks_nothing_as_wrong(ask, monkeypatch):
    monkeypatch.setenv("FUTOSHIKI_LAB_REVEAL", "1")
    shown = ask(ITEMS)
    assert state(shown) == "revealed"
    assert lines(shown.page) == [item.replace("`", "") for item in ITEMS]
    assert shown.page.locator("[data-right=false]").count() == 0


def test_a_wrong_order_stays_beside_the_right_one(ask):
    items = ["first", "second", "third", "fourth"]
    shown = ask(items)
    own = [*items[1:], items[0]]  # one of them has to move
    arrange(shown, own)
    commit(shown)
    lists = [lines(one) for one in shown.page.locator("ol").all()]
    assert lists == [own, items]
    marks = shown.page.locator("li[data-right]")
    assert [mark.get_attribute("data-right") for mark in marks.all()] == ["true"] * 3 + ["false"]
    assert said(shown) == "✗ Wrong. The answer: the right order, shown with yours."
    yours, right = (one.bounding_box() for one in shown.page.locator("ol").all())
    assert yours["x"] + yours["width"] <= right["x"]
    shown.page.set_viewport_size({"width": 390, "height": 700})
    assert shown.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_lines_that_do_not_belong_are_left_out_and_a_tutor_says_why(ask):
    shown = ask(["first", "second"], told={"third": "The third is wrong.", "4th": "So is this."})
    arrange(shown, ["first", "second", "third", "4th"])
    shown.page.get_by_label("third: leave out").click()
    commit(shown)
    assert said(shown) == "✗ Not yet. One line does not belong."
    shown.page.get_by_label("first: later").click()
    commit(shown)
    assert said(shown) == "✗ Not yet. One line does not belong. So is this."
    shown.page.locator("li", has_text="4th").focus()
    shown.press("Delete")
    arrange(shown, ["first", "second"])
    shown.press("Enter")
    assert state(shown) == "right"


def test_holes_in_a_piece_of_code_are_filled(ask):
    options = [["a", "b"], ["c", "d"]]
    shown = ask(["a", "d"], code="x = ____\nif ____:\n", options=options, told={"c": "Not c."})
    shown.page.get_by_label("blank 1").select_option("b")
    commit(shown)
    assert said(shown) == "Choose one in every blank."
    shown.page.get_by_label("blank 2").select_option("c")
    commit(shown)
    shown.page.get_by_label("blank 1").select_option("a")
    commit(shown)
    assert said(shown) == "✗ Not yet. 1 of 2 are right; look again at blank 2. c: Not c."
    shown.page.get_by_label("blank 2").select_option("d")
    commit(shown)
    assert said(shown) == "✓ Right."


@pytest.mark.parametrize(("typed", "kept"), [("It must.", ["Your reason: It must."]), ("", [])])
def test_a_reason_of_ones_own_comes_before_the_reason_and_stays_with_the_page(ask, typed, kept):
    shown = ask("fewer", options=OPTIONS, because="So it is.", reveal="the end")
    shown.page.get_by_label("fewer").check()
    commit(shown)
    assert (said(shown), shown.page.locator(".fsl-part").count()) == ("✓ Right.", 0)
    shown.page.keyboard.type(typed)
    shown.press("Enter")
    assert said(shown).endswith("So it is.")
    shown.page.reload()
    shown.page.wait_for_selector(".fsl-part")
    assert shown.page.locator(".fsl-own").all_inner_texts() == kept


def test_a_bet_is_neither_right_nor_wrong(ask):
    shown = ask("fewer", options=OPTIONS, because="So it was.", bet=True)
    assert "A bet:" in shown.page.locator(".fsl-about").inner_text()
    shown.page.get_by_label("more").check()
    shown.page.get_by_role("button", name="Place my bet").click()
    assert (state(shown), said(shown)) == ("bet", "It is: fewer. So it was.")
    shown = ask({"nodes": "fewer"}, options=OPTIONS, because="So it was.", bet=True)
    shown.page.get_by_label("fewer").check()
    shown.page.get_by_role("button", name="Place my bet").click()
    assert said(shown) == "So it was."  # the ticks say the rest


def slot(shown, cell, value):
    """Where a value of a cell stands on the screen."""
    return shown.page.evaluate(
        """([cell, value]) => {
            const svg = document.querySelector(".fsl-board"), [text] =
                [...svg.querySelectorAll(".fsl-pencil")][cell].querySelectorAll("text")
                    .values().drop(value - 1);
            const {x, y, width, height} = text.getBoundingClientRect();
            return [x + width / 2, y + height / 2];
        }""",
        [cell, value],
    )


@pytest.mark.parametrize(("width", "least"), [(900, 300), (390, 260)])
def test_a_board_to_answer_on_is_wide_with_its_text_beside_or_below(ask, width, least):
    page = ask({Cell(0, 1): (1, 2)}, board=FREE).page
    page.set_viewport_size({"width": width, "height": 800})
    board, text = (page.locator(f".fsl-sheet > {part}").bounding_box() for part in ("svg", "div"))
    assert board["width"] >= least
    beside = text["x"] >= board["x"] + board["width"]
    assert beside or text["y"] >= board["y"] + board["height"]


# Some answer of whatever kind; most are wrong.
FILL = """() => {
    const answer = document.querySelector(".fsl-answer");
    for (const one of answer.querySelectorAll("select")) one.selectedIndex = 1;
    for (const one of answer.querySelectorAll("input"))
        one.type === "text" ? (one.value = "1") : one.click();
    const board = document.querySelector(".fsl-sheet > svg[role=application]");
    for (const key of ["ArrowRight", " ", "1", "2", "3", "4", "5"])
        board?.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
}"""
SHEET = """() => {
    const sheet = document.querySelector(".fsl-question"), rules = ".fsl-terms > details";
    const names = ".fsl-about, .fsl-asked, .fsl-how, .fsl-answer > p, .fsl-acts, .fsl-terms";
    const seen = [...sheet.querySelectorAll(names)].map(one => one.innerText).join(" ");
    return {
        first: sheet.querySelector(".fsl-asked").innerText.split("\\n")[0],
        bold: getComputedStyle(sheet.querySelector(".fsl-asked > p")).fontWeight,
        rest: getComputedStyle(sheet.querySelector(".fsl-beside")).fontWeight,
        words: seen.trim().split(/\\s+/).length,
        high: sheet.getBoundingClientRect().height,
        wide: document.documentElement.scrollWidth,
        boards: sheet.querySelectorAll(".fsl-sheet > svg").length,
        open: sheet.querySelectorAll("details[open]").length,
        folded: sheet.querySelectorAll(rules).length,
    };
}"""


@pytest.mark.parametrize("kind", few([kind for kind in KINDS if kind != "drive"], 9))
def test_a_question_of_every_kind_begins_with_it_and_is_one_screen_of_a_phone(
    new_page, tmp_path, kind
):
    shown = new_page(PlainPage, 390, 844)
    for _, question in questions(5, kind, seed=1)[0].numbered:
        path = question.ask().to_html(tmp_path / "q.html")
        shown.show(path, ".fsl-question[data-state]")
        sheet = shown.page.evaluate(SHEET)
        assert sheet["first"].endswith(question.asks.split(". ")[-1].replace("`", ""))
        assert (sheet["bold"], sheet["rest"], sheet["boards"]) == ("700", "400", 1)
        folded = len(question.rules) + 4  # the board in words, and three hints
        assert (sheet["open"], sheet["folded"]) == (0, folded)
        assert sheet["words"] <= 60
        assert sheet["high"] <= (844 if kind != "trace_table" else 1000)  # a row for each value
        assert sheet["wide"] <= 390
        for width in (1280, 390):
            shown.page.set_viewport_size({"width": width, "height": 844})
            assert shown.page.evaluate(SCRIPTS["UNSEEN"]) == []
        shown.page.evaluate(FILL)
        for button in ("Check my answer", "show the answer", "Show the reason", "try again"):
            if not (found := shown.page.get_by_role("button", name=button)).is_visible():
                continue
            found.click()
            shown.wait("() => document.activeElement.closest('.fsl-question')")
            assert shown.page.evaluate(SCRIPTS["UNSEEN"]) == []


def test_after_a_wrong_choice_the_definition_that_matters_is_open(ask, tmp_path, new_page):
    (question,) = questions(4, "rule", seed=3)
    shown = new_page(PlainPage, 900, 700)
    shown.show(question.ask().to_html(tmp_path / "q.html"), ".fsl-question[data-state='open']")
    letter, wrong = question.wrong[0]
    shown.page.locator(".fsl-question").focus()
    shown.press(letter.lower(), "Enter")
    assert said(shown).startswith("✗ Wrong. Your answer ")
    assert said(shown).endswith(f" The answer: {question.right}.")
    opened = shown.page.locator(".fsl-terms details[open] > summary").all_inner_texts()
    assert opened == [wrong.text.capitalize()]


def test_values_are_struck_out_with_the_mouse(ask):
    where = "03-forward-checking#Domains that shrink"
    shown = ask({Cell(0, 1): (1, 2), Cell(1, 2): (3,)}, board=FREE, taught=where, **WHY)
    shown.page.mouse.click(*slot(shown, 1, 1))
    commit(shown)
    shown.page.mouse.click(*slot(shown, 6, 4))
    commit(shown)
    told = "It is taught in notebook 03, “Domains that shrink”."
    assert said(shown) == f"✗ Not yet. Here is a hint. Look again at r1c2. {told}"
    link = shown.page.locator(".fsl-question a").first
    assert link.get_attribute("href") == "03-forward-checking.ipynb#Domains-that-shrink"
    shown.page.mouse.click(*slot(shown, 1, 2))
    shown.page.mouse.click(*slot(shown, 6, 3))
    shown.page.mouse.click(*slot(shown, 6, 4))  # taken back
    commit(shown)
    assert said(shown) == "✓ Right. This is why."


def test_values_are_struck_out_with_the_keyboard_alone(ask):
    shown = ask({Cell(0, 1): (1, 2), Cell(1, 2): (3,)}, board=FREE, **WHY)
    shown.press("Tab", "ArrowRight", "ArrowRight", "1", "2", "ArrowRight", "ArrowDown", "3")
    assert shown.page.locator(".fsl-told").inner_text() == "r2c3: 3 struck out."
    shown.press("Enter")
    assert state(shown) == "right"
    lit = shown.page.locator(".fsl-signs .fsl-lit")
    assert lit.count() == 0  # no sign has to do with it
    # r4c2 < r3c2
    ask({Cell(3, 1): (4,), Cell(2, 1): (1,)}, board=FREE, because="The sign decides.")
    commit(shown)
    assert (state(shown), lit.count()) == ("wrong", 1)


def test_cells_are_chosen_with_the_mouse_and_with_the_keyboard(ask):
    right = {Cell(0, 0), Cell(0, 1)}
    shown = ask(right, board=FREE, **WHY)
    commit(shown)
    assert said(shown) == "Click a cell."
    shown.press("Tab")
    shown.page.locator(".fsl-board").focus()
    shown.press("ArrowRight", " ", "Enter", "ArrowDown", " ", "Enter")
    assert said(shown) == "✗ Not yet. Here is a hint. r2c1 is not one of them."
    shown.press(" ")
    shown.page.mouse.click(*slot(shown, 1, 2))
    commit(shown)
    assert said(shown) == "✓ Right. This is why."


def test_a_stepper_comes_to_life_in_the_end(ask):
    shown = ask(True, reveal=Stepper(TRACE))
    assert shown.page.locator(".fsl-run").count() == 0
    shown.page.get_by_label("true").check()
    commit(shown)
    shown.page.wait_for_selector(".fsl-run")
    shown.page.locator(".fsl-title").click()
    shown.press("ArrowRight", "ArrowRight")
    second = TRACE.steps("node")[1]
    assert f"step {second} of" in shown.page.locator(".fsl-where").inner_text()


def test_a_page_keeps_its_answers_and_another_does_not_have_them(answer, tmp_path):
    shown, field = answer.shown, answer.shown.page.get_by_label("your number")
    answer("40")
    shown.page.reload()
    shown.page.wait_for_selector(".fsl-question[data-state='again']")
    assert field.input_value() == "40"
    assert said(shown) == "✗ Not yet. Here is a hint."
    other = predict("What then?", 48, **WHY).to_html(tmp_path / "another.html")
    shown.show(other, ".fsl-question[data-state='open']")
    assert field.input_value() == ""


def test_of_a_files_answer_and_the_browsers_the_last_one_counts(ask, tmp_path):
    shown, field = ask(48, **WHY), "your number"
    shown.page.get_by_label(field).fill("40")
    shown.press("Enter")
    path = tmp_path / "q.html"
    html = path.read_text(encoding="utf-8")
    for at, answer in ((1, "40"), (8e12, "41")):
        saved = html.replace('"given": []', '"given": [41]').replace('"at": 0.0', f'"at": {at}')
        path.write_text(saved, encoding="utf-8")
        shown.show(path, ".fsl-question[data-state='again']")
        assert shown.page.get_by_label(field).input_value() == answer


def test_after_a_wrong_answer_on_a_board_the_learners_and_the_right_one_are_seen(ask):
    shown = ask({Cell(0, 1): (1, 2)}, board=FREE)
    for cell, value in ((1, 2), (6, 3)):
        shown.page.mouse.click(*slot(shown, cell, value))
    commit(shown)
    kinds = ("found", "missing", "extra")
    marks = [shown.page.locator(f".fsl-quiz-marks .fsl-quiz-{kind}").count() for kind in kinds]
    assert (state(shown), marks) == ("wrong", [1, 1, 1])
    assert (
        shown.page.locator(".fsl-cut[visibility=visible]").count() == 2
    )  # what the learner struck out
    marked = "found r1c2: 2 missed r1c2: 1 wrong r2c3: 3"
    assert said(shown) == f"✗ Not quite: 1 of 2 found. {marked}"
