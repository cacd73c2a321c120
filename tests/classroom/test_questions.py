"""Questions with keys: the keys agree with a second program, and wrong choices are wrong."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from html import escape
from html.parser import HTMLParser

import nbformat
import pytest
from conftest import few, is_one_line
from npm import run_node
from reference_questions import answer, domains_after, true_sentences
from steppers import sent

from futoshiki_lab import Cell, Puzzle, fc_check, load, questions, record
from futoshiki_lab.classroom.exams import KINDS, Question, Sheet
from futoshiki_lab.classroom.exams.marking import read_table
from futoshiki_lab.classroom.exams.question import Difficulty
from futoshiki_lab.classroom.exams.secret import read_secret
from futoshiki_lab.command_line.program import main

SEEDS = {4: range(20), 5: range(3)}  # of every kind, by size: fewer say too little of chances
EVIL = '<b onclick="x()">&amp;</b> *a* [b](c) `d` $e$ ]]> \x00\u202e\n# top'
SOLVED = Puzzle([[1, 2, 3, 4], [2, 1, 4, 3], [3, 4, 1, 2], [4, 3, 2, 1]])
NO_CHOICES = ("trace_table", "drive")
of_every_kind = pytest.mark.parametrize("kind", KINDS)
LOGIC = ("valid", "rule")  # their questions are about no search


def along_the_row(board, cell):
    """A look of one's own: forward checking in the row alone."""
    for x in board.unassigned_neighbours(cell):
        if x.row == cell.row and not fc_check(board, cell, x):
            return False
    return True


SETTINGS = [
    ({"look": along_the_row}, ["domain", "checks", "arcs", "lcv", "next_node", "trace_table"]),
    ({"look": "gac"}, ["domain", "removals", "mrv", "next_node", "arcs"]),
    ({"select": "legal_mrv_degree"}, ["next_cell", "checks", "next_node", "dead_end"]),
    ({"order": "descending", "jump": True}, ["value_order", "next_node", "jump", "tree"]),
    ({"look": "fc", "select": "mrv", "root": "ac"}, ["mrv", "state", "removals", "domain"]),
]


@cache
def asked(kind: str) -> list[Question]:
    return [questions(n, kind, seed, 1)[0] for n, seeds in SEEDS.items() for seed in seeds]


def parts(found: Iterable[Question]) -> list[Question]:
    return [part for question in found for _, part in question.numbered]


@cache
def all_kinds(size: int = 4) -> Sheet:
    return questions(size, seed=5)


# -- the keys --------------------------------------------------------------------------------------


def agree(found: Iterable[Question]) -> None:
    """The second program reaches the state that is shown, and gives the same answer."""
    for question in parts(found):
        assert question.answer == answer(question), question
        if question.choices:
            assert true_sentences(question) == [question.right]
            assert question.options["ABCDE".index(question.letter)] == question.right


@pytest.mark.xdist_group("questions")
@of_every_kind
def test_the_second_program_has_the_same_key_and_all_other_choices_are_wrong(kind):
    agree(asked(kind))


@pytest.mark.parametrize(("settings", "kinds"), SETTINGS)
def test_searches_of_your_own_are_asked_about_and_stated(settings, kinds):
    sheet = questions(4, kinds, seed=3, **settings)
    assert [question.kind for question in sheet] == kinds
    agree(sheet)
    if settings.get("look") is along_the_row:
        assert "if x.row == cell.row and not fc_check" in "".join(sheet[0].rules)
    if "jump" in settings:
        assert all("that jumps back" in one.text for one in sheet)


def test_a_recorded_run_is_asked_about_in_its_own_states():
    trace = record(load("nyu/Input3"), "fc", "mrv", jump=True)
    with pytest.warns(UserWarning, match="left out"):
        sheet = questions(trace, ["mrv", "removals", "next_node", "lcv"], count=6)
    assert {question.kind for question in sheet} == {"mrv", "removals", "next_node"}
    agree(sheet)
    with pytest.raises(ValueError, match="has its settings"):
        questions(trace, look="bt")


@pytest.mark.xdist_group("questions")
@of_every_kind
def test_every_wrong_choice_has_a_misconception_and_stands_once(kind):
    found = parts(asked(kind))
    for question in found:
        wrong = [choice for choice in question.choices if choice.text != question.right]
        ideas = [choice.misconception for choice in wrong]
        assert all(ideas)
        assert kind in LOGIC or len({*ideas}) == len(ideas)
        assert len(question.choices) == len(set(question.options)) != 1
    if kind != "state":  # where one part is answered by yes or no
        some = 2 if kind == "value_order" else 3  # few mistakes fit an order by size
        assert sum(len(question.choices) in (2, 3) for question in found) <= len(found) // some


@pytest.mark.xdist_group("questions")
@of_every_kind
def test_a_question_says_what_its_answer_needs(kind):
    for question in parts(asked(kind)):
        for cell, value in question.shown.values.items():
            assert f"{cell} = {value}" in question.text
        assert question.asks.endswith("?")
        assert question.solution
        assert all(isinstance(step, str) and step for step in question.solution)
        assert question.difficulty.moves > 0
        assert question.difficulty.values > 0
        if kind not in (*LOGIC, "min_conflicts"):
            settings = [question.asked[name] for name in ("look", "select", "order")]
            assert f"(`{'`, `'.join(settings)}`)" in question.text


def guesses(question: Question, keys: list[Question]) -> dict[str, list[str]]:
    """What is picked by whoever knows other keys only: one of these texts."""
    texts, others = question.options, [one for one in keys if one is not question]
    letters, rights = Counter(one.letter for one in others), Counter(one.right for one in others)

    def most(measure: list[int]) -> list[str]:
        return [text for text, much in zip(texts, measure, strict=True) if much == max(measure)]

    made = {}
    if len({*map(len, texts)}) > 1 and not all(map(str.isdecimal, texts)):
        made["the longest"] = most([*map(len, texts)])
        made["the shortest"] = most([-len(text) for text in texts])
    made["the letter"] = most([letters[letter] for letter, _ in question.lettered])
    if question.kind == "rule":  # elsewhere the texts are about the board
        made["the rule"] = most([rights[text] for text in texts])
    alone = len({text.count(",") for text in texts}) == 1  # lists are told by their lengths
    if alone and all(re.fullmatch("[-(), =0-9rc]+", text) for text in texts):  # they have an order
        ordered = sorted(texts, key=int if all(map(str.isdecimal, texts)) else str)
        made["the middle"] = ordered[(len(texts) - 1) // 2 : len(texts) // 2 + 1]
    return made


@pytest.mark.xdist_group("questions")
@pytest.mark.parametrize("kind", [*(kind for kind in KINDS if kind not in NO_CHOICES), "any"])
def test_no_look_at_the_choices_alone_tells_which_one_is_right(kind):
    """The middle and the most frequent one: within three standard errors of chance. The longest and
    the shortest are right now and then, and at most 1.6 times as often as by chance; where few were
    asked, within two standard errors."""
    kinds = [kind] if kind != "any" else [one for one in KINDS if one not in NO_CHOICES]
    groups: dict[object, list[Question]] = {}
    for part in (part for one in kinds for part in parts(asked(one)) if part.choices):
        groups.setdefault((part.kind, part.asked.get("part")), []).append(part)
    every = [(part, guesses(part, some)) for some in groups.values() for part in some]
    for guess in ("the longest", "the shortest", "the letter", "the rule", "the middle"):
        if guess == "the letter" and kind != "any":
            continue  # one shuffle mixes the choices of all kinds
        picked = [(part, made[guess]) for part, made in every if guess in made]
        chances = [1 / len(part.choices) for part, _ in picked]
        error = sum(one * (1 - one) for one in chances) ** 0.5
        hits = sum((part.right in texts) / len(texts) for part, texts in picked)
        most = sum(chances) + 3 * error
        if guess in ("the longest", "the shortest"):
            most = max(1.6 * sum(chances), sum(chances) + 2 * error)
            assert hits or len(picked) < 10, guess
        assert hits <= most, (guess, hits, sum(chances))


def test_ac3_by_hand_is_short_and_other_lengths_are_chosen_and_told_in_words():
    for question in asked("ac3"):
        assert question.difficulty.moves <= 40
    for question in questions(4, ["checks", "removals"], moves=(11, 25), count=4):
        assert re.match(r"medium: (1[1-9]|2[0-5]) moves, ", str(question.difficulty))
    told = [str(Difficulty(moves, 1)).partition(":")[0] for moves in (10, 11, 25, 26, 60, 61)]
    assert told == ["short", "medium", "medium", "long", "long", "very long"]


def test_a_rule_is_not_told_with_the_conclusion_and_deductions_to_choose_from_have_one_form():
    for question in asked("rule"):
        told = question.text.split("The next deduction: ")[1].split("\n")[0]
        assert ":" not in told
    for question in asked("valid"):
        reasons = (choice.text.split(": ")[1] for choice in question.choices)
        assert len({re.sub(r"r\dc\d|row|column|\d|[ ,]", "", reason) for reason in reasons}) == 1


def test_what_a_wrong_wipe_out_is_taken_for_is_on_the_board():
    for question in (question.parts[1] for question in asked("state")):
        before, after = question.shown.domains, domains_after(question)
        for _, choice in question.wrong:
            cell = next((cell for cell in after if str(Cell(*cell)) == choice.text), None)
            assert (cell is None) == (choice.misconception == "misses the wipe-out")
            if choice.misconception == "takes one value left for a wipe-out":
                assert len(after[cell]) == 1
            elif choice.misconception == "takes any loss for a wipe-out":
                assert 1 < len(after[cell]) < len(before[cell])


def test_a_jump_names_every_cell_to_blame_and_why():
    for question in asked("jump"):
        *_, last = question.solution
        blamed = re.findall(r"r\dc\d", last.split(";")[0])
        assert all(any(cell in step for step in question.solution[:-1]) for cell in blamed)
        assert question.asked["jump"] is True


# -- sheets ----------------------------------------------------------------------------------------


def test_twelve_seeds_are_twelve_sheets_and_the_same_seed_the_same_sheet():
    sheets = questions(4, ["mrv", "rule"]).versions(12).sheets
    assert len({sheet.markdown() for sheet in sheets}) == 12
    assert questions(4, ["mrv", "rule"], 7) == sheets[7]


def test_a_sheet_has_one_question_of_each_kind_and_kinds_take_turns():
    assert [question.kind for question in all_kinds()] == [
        kind for kind in KINDS if kind != "drive"
    ]
    turns = questions(4, ["valid", "mrv"], count=5)
    assert [question.kind for question in turns] == ["valid", "mrv", "valid", "mrv", "valid"]


def test_a_drive_is_as_long_as_asked_for_with_each_move_counted_that_its_board_asks_for():
    sheets = [questions(n, "drive", seed, moves=(5, 40)) for n in (4, 9) for seed in few(range(4))]
    sheets += [questions(5, "drive", look="fc", jump=True), questions(4, "drive", look="bt")]
    sheets += [questions(4, "drive", look="mac", select="mrv"), questions(4, "drive", look="gac")]
    sheets.append(questions(load("nyu/Input1"), "drive", look="bt", jump=True, moves=(5, 3000)))
    found = [sheet[0] for sheet in sheets]
    driven = run_node("drive_runs.mjs", [sent(one.run) for one in found])
    for question, moves in zip(found, driven, strict=True):
        drive = question.ask()
        assert str(drive.trace.run.settings) == str(question.run.run.settings)
        assert drive.drive["cells"] == (question.asked["select"] != "reading")
        chosen = 0 if drive.drive["cells"] else moves["truth"]["cells"]
        assert question.difficulty.moves == moves["truth"]["moves"] - chosen


def test_ctrl_c_in_a_search_ends_the_questions():
    def interrupt(board, cell):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        questions(4, ["checks"], look=interrupt, seed=1)


@pytest.mark.parametrize("size", [4, 7, 9])
def test_a_tree_is_small_and_drawn_for_the_key(size):
    for seed in range(3):
        (question,) = questions(size, "tree", seed)
        lines = question.figure.splitlines()
        assert question.answer == len(lines) - 1 <= 14
        assert lines[-1].endswith(": the solution")


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"puzzle": 3}, "4"),
        ({"puzzle": Puzzle([[0]])}, "size 4 to 9"),
        ({"kind": "mrw"}, "mrv"),
        ({"kind": []}, "no kind"),
        ({"count": 0}, "count"),
        ({"seed": 1.5}, "seed"),
        ({"puzzle": SOLVED, "kind": "mrv"}, "no question"),
        ({"kind": "singletons", "jump": True}, "no question"),
        ({"look": "fx"}, "fc"),
        ({"depth": 3}, "jump"),
        ({"moves": (9, 2)}, "smaller"),
    ],
)
def test_what_cannot_be_asked_is_an_error_that_says_why(settings, told):
    with pytest.raises(ValueError, match=told):
        questions(**{"puzzle": 4, **settings})


def test_a_sheet_fills_the_minutes_that_it_is_made_for():
    sheet = questions(4, ["mrv", "removals", "ac3"], seed=5, minutes=40)
    shortest = min(question.minutes for question in sheet)
    assert 40 - shortest < sum(question.minutes for question in sheet) <= 40
    assert "40 minutes" in sheet.label or "39 minutes" in sheet.label
    assert len(sheet) > 6
    told = sheet.markdown(key=True)
    assert "24 moves of the recorded search decide the answer" in told
    assert f"## 1. {sheet[0].heading} ({sheet[0].minutes} min)" in told


def test_a_kind_that_does_not_fit_the_puzzle_is_left_out_and_named():
    puzzle = load("nyu/Input1")
    for count, kinds in ((None, ["mrv", "checks"]), (5, ["mrv", "checks", "mrv", "checks", "mrv"])):
        with pytest.warns(UserWarning, match=r"left out: .* about .*Input1.*: tree \(0\)"):
            sheet = questions(puzzle, ["mrv", "tree", "checks"], count=count)
        assert [question.kind for question in sheet] == kinds
    with pytest.raises(ValueError, match=r"no question can be asked about .*: tree \(0\)"):
        questions(puzzle, "tree")
    with pytest.warns(UserWarning, match="left out: there is no other question") as warned:
        sheet = questions(puzzle, "jump", count=20)
    assert f"jump ({len(sheet)})" in str(warned[0].message)


def test_any_puzzle_gives_a_sheet_and_one_without_a_solution_is_said_to_be_so():
    puzzles = [
        load(name) for name in few(["nyu/Input2", "conjure/4x4", "unequal/9x9-trivial#1"], 2)
    ]
    for puzzle in puzzles:
        with pytest.warns(UserWarning, match="left out"):
            sheet = questions(puzzle)
        assert len(sheet) > 6
        assert {question.shown.puzzle for question in sheet} == {puzzle}
    agree(sheet)
    circle = [((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (1, 0)), ((1, 0), (0, 0))]
    with pytest.warns(UserWarning, match="has no solution"):
        sheet = questions(Puzzle([[0] * 4] * 4, circle), ["removals", "checks"])
    assert "has no solution" in sheet.markdown(key=True)
    assert "has no solution" not in sheet.markdown()


def test_a_sheet_and_a_question_show_themselves():
    sheet = questions(4, ["mrv", "checks"], seed=3)
    assert repr(sheet).splitlines()[1].startswith("1. <Question mrv (")
    assert repr(sheet[1]).endswith(f"answer: {sheet[1].right}>")
    assert sheet._repr_markdown_() == sheet.markdown()
    assert sheet[0].text in sheet[0]._repr_markdown_()
    assert sheet[0].shown._repr_html_().startswith("<svg")


# -- paper -----------------------------------------------------------------------------------------


class Reader(HTMLParser):
    """The tags of a page, and the text in them."""

    def __init__(self, page: str):
        super().__init__()
        self.tags, self.open, self.text = Counter(), [], ""
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags[tag] += 1
        assert not [name for name, _ in attrs if name.startswith("on") or name in ("src", "href")]
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


@pytest.mark.parametrize("end", ["html", "md"])
def test_a_sheet_has_every_question_and_definition_once_and_its_key_every_answer(tmp_path, end):
    sheet = all_kinds()
    paths = sheet.save(tmp_path / f"sheet.{end}")
    assert [path.name for path in paths] == [f"sheet.{end}", f"sheet-key.{end}"]
    text, key = (path.read_text("utf-8").replace("\\", "") for path in paths)
    if end == "html":
        pages = page, _ = Reader(text), Reader(key)
        assert all(reader.tags["svg"] == len(sheet) for reader in pages)
        assert not page.tags.keys() & {"script", "img", "link", "iframe"}
        assert page.tags["table"] == 1  # of a question; no page is left blank
        text, key = (reader.text for reader in pages)
    assert sheet.rules == sorted(sheet.rules, key=str.casefold)
    assert ("<b>AC-3:</b>" if end == "html" else "**AC-3:**") in paths[0].read_text("utf-8")
    text = text.replace("**", "")
    for rule in sheet.rules:
        assert text.count(f"{rule if end == 'md' else rule.replace('`', '')}\n") == 1
    for question in parts(sheet):
        assert question.asks in text
        assert question.asks in key
        assert not question.letter or f"Answer: {question.letter}) {question.right}" in key
        assert f"({question.difficulty})" in key
        assert question.figure in key
        ideas = [one.misconception for one in question.choices if one.misconception]
        assert all(idea in key for idea in ideas)
        assert not any(idea in text for idea in ideas)
    assert "Answer" not in text


def named(text: str) -> Puzzle:
    puzzle = load("nyu/Input1")
    return Puzzle(puzzle.grid, puzzle.signs, text)


def test_the_name_of_a_puzzle_is_a_text_on_paper(tmp_path):
    sheet = questions(named(EVIL), "mrv", count=1)
    for end in ("html", "md"):
        for path in sheet.save(tmp_path / f"sheet.{end}"):
            assert b"\x00\xe2\x80\xae" not in path.read_bytes()
            if end == "html":
                Reader(path.read_text("utf-8"))
    top = sheet.markdown().splitlines()[0]
    assert top.startswith("# Constraint search on Futoshiki 5x5: ")
    assert not re.search(r"(?<!\\)[<`*_\[$]", top)


LETTERS = "all => all.map(t => t.getScreenCTM().a * parseFloat(getComputedStyle(t).fontSize))"


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b(?!s)", pdf))


@pytest.mark.browser
@pytest.mark.xdist_group(__name__)
def test_the_pdf_is_the_page_as_a_browser_prints_it(tmp_path, browser):
    """As many pages, whatever fonts are there, and no question is split between two of them."""
    sheet = questions(5, ["mrv", "tree", "ac3", "trace_table"], seed=5)
    printed = [*sheet.save(tmp_path / "sheet.pdf")]
    page = browser.new_page(viewport={"width": 690, "height": 1000})  # A4 without its margins
    for path, shown in zip(printed, sheet.save(tmp_path / "sheet.html"), strict=True):
        content = path.read_bytes()
        assert content.startswith(b"%PDF")
        assert b"/Subtype /Image" not in content
        page.goto(shown.as_uri())
        page.emulate_media(media="print")
        assert pages_of(content) == pages_of(page.pdf(prefer_css_page_size=True))
        asked = page.locator("section:not(.rules)")
        breaks = asked.evaluate_all("all => all.map(one => getComputedStyle(one).breakInside)")
        assert breaks == ["avoid"] * len(sheet)
        assert all(box["height"] <= 1000 for box in (one.bounding_box() for one in asked.all()))
        assert 0.75 * min(asked.locator("svg text").evaluate_all(LETTERS)) >= 8  # points
        assert page.evaluate("document.documentElement.scrollWidth") <= 690  # paper shrinks no page
    page.close()


def test_without_a_browser_a_pdf_is_refused_in_one_sentence(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    with pytest.raises(ValueError, match="a PDF needs a browser"):
        all_kinds().save(tmp_path / "sheet.pdf")
    assert [*tmp_path.iterdir()] == []


# -- slides ----------------------------------------------------------------------------------------


def test_a_deck_has_one_question_a_slide_and_the_answer_on_the_next(tmp_path):
    sheet = all_kinds()
    (path,) = sheet.save(tmp_path / "class.slides.html")
    slides = path.read_text("utf-8").split('<section class="slide"')[1:]
    for question, ask, told in zip(parts(sheet), slides[::2], slides[1::2], strict=True):
        ideas = [escape(one.misconception) for _, one in question.wrong]
        assert escape(question.asks) in ask
        assert 'class="right"' not in ask
        assert not any(idea in ask for idea in ideas)
        assert all(idea in told for idea in ideas)
        right = f'<li class="right"><b>{question.letter})</b> {escape(question.right)}</li>'
        assert told.count('class="right"') == told.count(right) == bool(question.choices)


def test_a_peer_deck_goes_round_by_round_and_the_instructor_has_a_page_that_counts(tmp_path):
    sheet = questions(4, ["mrv", "rule"], seed=3)
    deck, counting = (path.read_text("utf-8") for path in sheet.save(tmp_path / "a.peer.html"))
    phases = re.findall(r'<p class="phase">.*?<b>(.*?)</b>', deck)
    assert phases == 2 * ["ask", "vote", "discuss", "vote again", "another", "reason"]
    other = questions(4, ["mrv", "rule"], seed=4)
    for one, twin in zip(sheet, other, strict=True):
        assert deck.count(escape(one.text.split("\n\n")[-1])) == 4
        assert escape(twin.text.split("\n\n")[-1]) in deck
        for question in (one, twin):
            ideas = [escape(choice.misconception) for choice in question.choices]
            assert all(f'data-why="{idea}"' in counting for idea in ideas)
    with pytest.raises(ValueError, match="to vote for"):
        questions(4, "trace_table").save(tmp_path / "a.peer.html")


@pytest.mark.browser
@pytest.mark.xdist_group(__name__)
def test_hands_are_counted_and_the_most_frequent_misconception_is_named(tmp_path, browser):
    sheet = questions(4, "mrv", seed=3)
    _, path = sheet.save(tmp_path / "a.peer.html")
    page = browser.new_context().new_page()
    page.goto(path.as_uri())
    page.evaluate("localStorage['futoshiki-lab hands'] = null")
    page.reload()
    vote = page.locator(".votes").first
    for letter, choice in sheet[0].lettered:
        hands = "12" if not choice.misconception else "5" if choice == sheet[0].wrong[0][1] else "1"
        vote.get_by_label(f"hands for {letter}").fill(hands)
    said = vote.locator("output").inner_text()
    all_hands = 12 + 5 + len(sheet[0].wrong) - 1
    assert f"12 of {all_hands} are right" in said
    assert said.endswith(f"5: {sheet[0].wrong[0][1].misconception}")
    twin = page.context.new_page()  # two tabs count hands of another vote
    twin.goto(path.as_uri())
    for one, letter, hands in ((twin, "A", "3"), (page, "B", "4"), (twin, "C", "5")):
        one.get_by_label(f"vote again: hands for {letter}").first.fill(hands)
    twin.close()
    page.reload()  # and a week later there is another sheet
    assert page.locator(".votes output").first.inner_text() == said
    _, later = questions(4, "lcv", seed=4).save(tmp_path / "b.peer.html")
    page.goto(later.as_uri())
    page.get_by_label("vote again: hands for A").fill("7")
    with page.expect_download() as download:
        page.get_by_text("as a table").click()
    rows = read_table(download.value.path())
    assert {row["sheet"] for row in rows} == {"3", "4"}
    assert sum(int(row["hands"]) for row in rows) == all_hands + 7 + 3 + 4 + 5
    for row in rows[:-1]:
        assert row["misconception"] == dict(sheet[0].lettered)[row["choice"]].misconception
    page.context.close()


SEEN = """() => {
    const slide = document.querySelector(".slide.shown"),
        shown = one => one.checkVisibility() && one.getClientRects().length,
        own = one => [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()),
        texts = [...slide.querySelectorAll("*")].filter(one => shown(one) && own(one)),
        size = one => parseFloat(getComputedStyle(one).fontSize),
        drawn = one => one.ownerSVGElement.clientWidth / one.ownerSVGElement.viewBox.baseVal.width,
        sizes = texts.map(one => size(one) * (one.ownerSVGElement ? drawn(one) : 1)),
        parts = [...slide.querySelectorAll(".atom, .board")].filter(shown);
    return {
        id: slide.id,
        least: Math.min(...sizes),
        bottom: Math.max(...parts.map(one => one.getBoundingClientRect().bottom)),
        over: slide.scrollHeight - innerHeight,
        open: Boolean(slide.querySelector("details.next[open]")),
    };
}"""


CUTS = """{
    let cut = CSSStyleDeclaration.prototype.removeProperty;  // once for each slide that is cut
    window.cuts = 0;
    CSSStyleDeclaration.prototype.removeProperty = function (name) {
        cuts += name === "font-size";
        return cut.call(this, name);
    };
}"""


@pytest.mark.browser
@pytest.mark.xdist_group(__name__)
@pytest.mark.parametrize(("width", "height"), few([(1280, 720), (1920, 1080)]))
def test_one_key_turns_a_deck_that_fills_its_slides_and_opens_solutions(
    tmp_path, browser, width, height
):
    sheet = questions(4, ["mrv", "trace_table", "ac3"], seed=3)
    paths = [sheet.save(tmp_path / f"class.{end}.html")[0] for end in ("slides", "peer")]
    for path, slides in zip(paths, (6, 2 * 6), strict=True):
        page = browser.new_page(viewport={"width": width, "height": height})
        page.add_init_script(CUTS)
        page.goto(path.as_uri())
        page.wait_for_selector("body.turning")
        seen = [page.evaluate(SEEN)]
        while len(seen) < 2 or seen[-1] != seen[-2]:  # the last one stays
            page.keyboard.press("PageDown")
            seen.append(page.evaluate(SEEN))
        assert len({one["id"] for one in seen}) == slides
        for one in seen:
            assert round(one["least"], 1) >= 20
            assert 0.75 * height < one["bottom"] <= height or one["open"]
            assert one["over"] <= 0
        answered = {one["id"] for one in seen if one["open"]}
        assert len(answered) == (3 if slides == 6 else 2)  # of a table there is no vote
        first = [one["open"] for one in seen if one["id"] in answered]
        assert first.count(False) == len(answered)  # first the answer, its solution at a key
        assert slides <= page.evaluate("cuts") <= 2 * (slides + len(answered))  # not all at each
        page.keyboard.press("PageUp")
        assert page.evaluate(SEEN)["id"] != seen[0]["id"]
        page.close()


# -- notebooks -------------------------------------------------------------------------------------


def cells_of(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    return [cell.source for cell in notebook.cells if cell.cell_type == "code"]


@pytest.mark.parametrize("puzzle", [4, named(EVIL)], ids=["a size", "a puzzle"])
def test_a_notebook_asks_the_sheet_and_holds_no_answer(tmp_path, puzzle):
    sheet = all_kinds() if puzzle == 4 else questions(puzzle, ["arcs", "mrv"], seed=5)
    (path,) = sheet.save(tmp_path / "sheet.ipynb")
    first, *others = cells_of(path)
    names: dict[str, object] = {}
    exec(first, names)
    assert names["sheet"] == sheet
    predictions = [eval(cell, names) for cell in others if cell.endswith(".ask()")]
    for question, prediction in zip(parts(sheet), predictions, strict=True):
        assert question.asks.split(". ")[-1] in prediction.question
        assert prediction.right is None
        right, one_of = prediction._kind.answer, prediction._kind.name == "choice"
        prediction.given = [right[0] if one_of else right]
        assert prediction.right, question


def test_all_kinds_of_answers_are_asked_for():
    kinds = {question.ask()._kind.name for question in parts(all_kinds())}
    assert kinds == {"number", "choice", "rows", "order", "cells", "values"}


def test_a_notebook_with_a_drive_ends_with_what_the_student_has_done(tmp_path):
    (path,) = questions(4, ["mrv", "drive"], seed=5).save(tmp_path / "sheet.ipynb")
    *_, ask, done = cells_of(path)
    assert ask == "drive_2 = sheet[1].ask()\ndrive_2"
    assert done.endswith("\ndrive_2.result")


# -- the command -----------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_command_writes_the_same_as_python(run, folder):
    sheet = questions(4, ["mrv", "lcv"], 6, 3)
    text, key = sheet.markdown(), sheet.markdown(key=True)
    words = "questions 4 --kind mrv,lcv --seed 6 --count 3 --no-secret"
    for more, out in (("", text), ("--key", key), ("-o a.md", "")):
        assert run(f"{words} {more}") == (0, out, "")
    assert [(folder / f"a{end}.md").read_text("utf-8") for end in ("", "-key")] == [text, key]


def test_versions_have_a_file_each_and_one_table_of_answers(run, folder):
    words = "questions 4 --kind state,mrv --seed 6 --course AI --points 2 --no-secret"
    assert run(f"{words} --versions 3 -o exam.md") == (0, "", "")
    sheets = [questions(4, ["state", "mrv"], seed, course="AI", points=2) for seed in (6, 7, 8)]
    for at, sheet in enumerate(sheets):
        assert (folder / f"exam-0{at}.md").read_text("utf-8") == sheet.markdown()
        assert "(sheet " in sheet.markdown()
        assert ", 10 points)" in sheet.markdown()
    rows = [line.split(",") for line in (folder / "exam-answers.csv").read_text().splitlines()]
    assert rows[0] == ["sheet", "1.1", "1.2", "1.3", "1.4", "2"]
    for row, sheet in zip(rows[1:], sheets, strict=True):
        assert row == [str(sheet.seed), *(part.letter for part in parts(sheet))]


def test_from_a_sheet_nobody_gets_the_key_without_the_secret(run, folder, monkeypatch):
    """Whoever has the package can try all seeds, and can read what a sheet and a bank show."""
    words, secret = "questions 4 --kind mrv,lcv,removals --seed 6", folder / "own" / "futoshiki_lab"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "own"))
    monkeypatch.setenv("APPDATA", str(folder / "own"))
    made = [run(words)[1], run(words)[1]]
    assert made[0] == made[1]
    (sheet,) = re.findall(r"\(sheet (\w{4}-\w{4}), \d+ minutes\)", made[0])
    if os.name == "posix":
        assert (secret / "secret").stat().st_mode & 0o777 == 0o600
    asked = made[0].split("## 1.")[1]
    open_to_all = [questions(4, ["mrv", "lcv", "removals"], seed).markdown() for seed in range(20)]
    assert not any(text.split("## 1.")[1] == asked or sheet in text for text in open_to_all)
    kept = read_secret()
    assert questions(4, ["mrv", "lcv", "removals"], 6, secret=kept).markdown() == made[0]
    (secret / "other").write_text("another secret, as long")
    assert sheet not in run(f"{words} --secret {secret / 'other'}")[1]
    for end in ("moodle.xml", "ipynb", "html"):
        run(f"{words} -o bank.{end}")
        text = (folder / f"bank.{end}").read_text("utf-8")
        assert sheet in text
        assert not re.search(r"sheet 6\b|seed=6\b", text)
    told = "Made without a secret: anyone who has futoshiki_lab can make this key"
    assert told not in run(f"{words} --key")[1]
    assert told in run(f"{words} --key --no-secret")[1].replace("\\", "")
    (secret / "other").write_text("short")
    assert run(f"{words} --secret {secret / 'other'}")[0] == 2


def test_a_class_has_a_sheet_for_each_name_and_is_marked_from_a_table(run, folder):
    (folder / "names.csv").write_text("id,Name\n1,Ada Lovelace\n2,Émile Borel\n", "utf-8")
    assert run("questions 4 --kind mrv,trace_table,lcv --roster names.csv -o exam.md")[0] == 0
    assert "Name: Émile Borel (sheet " in (folder / "exam-01.md").read_text("utf-8")
    ada, emile = read_table(folder / "exam-answers.csv")
    assert list(ada) == ["name", "sheet", "1", "2", "3"]
    assert (ada["name"], emile["name"]) == ("Ada Lovelace", "Émile Borel")
    assert ada["sheet"] != emile["sheet"]
    other = "B" if emile["3"] == "A" else "A"
    given = f"name,sheet,1,2,3\nAda Lovelace,,{ada['1'].lower()},x,{ada['3']})\n"
    (folder / "given.csv").write_text(f"{given},{emile['sheet']},{emile['1']},,{other}\n", "utf-8")
    marks = f"Ada Lovelace,{ada['sheet']},2,2,,2\nÉmile Borel,{emile['sheet']},1,2,3,2\n"
    head = "name,sheet,right,of,wrong,by hand\n"
    assert run("mark exam-answers.csv given.csv") == (0, head + marks, "")
    # Excel's semicolons; whoever can be marked is marked, the rest is named
    (folder / "given.csv").write_text(f"name;1\nNobody;A\nAda Lovelace;{ada['1']}\n", "utf-8")
    code, out, err = run("mark exam-answers.csv given.csv")
    assert (code, is_one_line(err), "Nobody" in err) == (2, True, True)
    assert out == f"{head}Ada Lovelace,{ada['sheet']},1,2,3,2\n"
    (folder / "twice.csv").write_text("name\nAda\nBob\nAda\n")
    code, _, err = run("questions 4 --kind mrv --roster twice.csv -o twice.html")
    assert (code, "same name" in err, [*folder.glob("twice-*")]) == (2, True, [])


def test_what_pages_have_saved_is_collected_from_a_folder(run, folder):
    asked = {"role": "question", "question": "How many nodes?", "given": ["4", "3"]}
    saved = {"name": "=A1", "page": "02", "score": 0.5, "state": {"players": [asked]}}
    (folder / "results").mkdir()
    for name in ("a.json", "c.json"):
        (folder / "results" / name).write_text(json.dumps(saved))
    (folder / "results" / "b.json").write_text("[]")
    code, out, err = run("mark results")
    head, *rows = out.splitlines()
    assert head == "name,page,score,file,How many nodes?"
    assert rows == ["'=A1,02,0.5,a.json,3", "'=A1,02,0.5,c.json,3"]  # no formula of a spreadsheet
    assert (code, "b.json: no result" in err, "=A1: 2 results" in err) == (2, True, True)


def test_on_a_terminal_the_text_is_plain(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert main(["questions", "4", "--kind", "mrv,rule", "--key"]) == 0
    out = capsys.readouterr().out
    assert not set(out) & set("*`#\\")
    assert max(map(len, out.splitlines())) <= 79


def test_without_choices_there_is_room_for_an_answer(tmp_path):
    sheet = questions(4, ["mrv", "trace_table"], seed=3, choices=False)
    page, key = (path.read_text("utf-8") for path in sheet.save(tmp_path / "free.html"))
    assert "<b>A)</b>" not in page
    assert len(sheet[0].right) <= 5
    assert re.findall('class="line.*?"', page) == ['class="line short"']  # as long as its answer
    longer = questions(4, "reasons", seed=3, choices=False)
    lines = longer.save(tmp_path / "longer.html")[0].read_text("utf-8").count('class="line"')
    assert lines == 1 + len(longer[0].right) // 45 > 1
    assert sheet.answers() == {"1": sheet[0].right, "2": "a table: see the key"}
    assert "<td>1</td><td></td>" in page
    assert all(
        f"<td>{cell}</td>" in key for cell in sheet[1].right.split(": ", 1)[1].split(" | ")[:2]
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("4 --seed x", "seed"),
        ("4 -o sheet.doc", ".moodle.xml"),
        ("4 -o a.xml", "did you mean a.moodle.xml?"),
        ("4 --moves 9", "5-40"),
        ("4 --kind drive -o a.pdf", "save it as .html or .ipynb"),
        ("4 --kind drive,mrv -o a.html", "no other kinds"),
        ("4 --kind mrv -o none/sheet.md", "none"),
    ],
)
def test_what_the_command_cannot_do_is_told_in_one_line(run, words, told):
    code, out, err = run(f"questions {words}")
    assert (code, out) == (2, "")
    assert is_one_line(err)
    assert told in err


# -- several puzzles -------------------------------------------------------------------------------


def test_questions_about_several_puzzles_take_turns_and_sheets_are_added(tmp_path):
    boards = [load("nyu/Input1"), load("hcmus/puzzle_01_4x4_easy")]
    sheet = questions(boards, ["mrv", "removals"], seed=3, count=4)
    assert [one.shown.puzzle for one in sheet][:3] == [*boards, boards[0]]
    assert all(board.name in sheet.title for board in boards)
    with pytest.warns(UserWarning, match="no question is about .*easy"):
        fewer = questions(boards, "mrv", seed=3)
    assert boards[1].name not in fewer.title
    both = sheet + questions(4, "checks", seed=4)
    assert [one.kind for one in both] == ["mrv", "removals", "mrv", "removals", "checks"]
    assert both.identifier == "3+4"
    with pytest.raises(ValueError, match="same secret"):
        both + questions(4, "checks", seed=4, secret=b"sixteen characters")
    full = [Puzzle([[1, 2, 3, 4], [2, 1, 4, 3], [3, 4, 1, 2], [4, 3, 2, 1]], name=n) for n in "ab"]
    with pytest.raises(ValueError, match=r"mrv \(0\); their runs have no state that it asks about"):
        questions(full, "mrv")
    [made] = both.save(tmp_path / "both.ipynb")
    [begin] = [c["source"] for c in json.loads(made.read_text())["cells"] if c["id"] == "sheet"]
    names = {}
    exec("".join(begin), names)
    assert names["sheet"] == both


def test_a_board_on_paper_is_named_by_what_it_shows():
    [question] = questions(4, "mrv", seed=1)
    said = re.search('aria-label="(.*?)"', question.shown.svg())[1]
    for cell in question.shown.puzzle.cells:
        value = question.shown.values.get(cell)
        left = ", ".join(map(str, question.shown.domains[cell]))
        assert (f"{cell} = {value}" if value else f"{cell} has {{{left}}}") in said
    assert question.shown.puzzle.signs
    assert said.count("&lt;") == len(question.shown.puzzle.signs)
