"""A question knows its kind from its answer, keeps the answer to itself, and is kept itself."""

import base64
import json
import re
import subprocess
import zlib
from itertools import combinations, permutations

import nbformat
import pytest
from conftest import REPO
from npm import NODE

from futoshiki_lab import (
    Board,
    Cell,
    Stepper,
    australia,
    draw_board,
    load,
    predict,
    questions,
    record,
)
from futoshiki_lab.classroom.ask.prediction import NOTEBOOK, STATES

PUZZLE = load("nyu/Input1")
TRACE = record(PUZZLE, "fc")
OPTIONS = ("more", "fewer", "the same")


def secret(question):
    """What the browser is sent and shows in the end only."""
    return json.loads(zlib.decompress(base64.b64decode(question.secret)))


@pytest.mark.parametrize(
    ("answer", "more", "kind", "plain"),
    [
        (48, {}, "number", 48),
        (48, {"board": PUZZLE}, "number", 48),
        (2.5, {"within": 0.5}, "number", 2.5),
        ("fewer", {"options": OPTIONS}, "choice", [1]),
        ({"more", "fewer"}, {"options": OPTIONS}, "choice", [1, 0]),
        (False, {}, "choice", [1]),
        ({"a": "more", "b": "the same"}, {"options": OPTIONS}, "rows", [0, 2]),
        ({"a claim": True, "another": False}, {}, "rows", [0, 1]),
        (Cell(0, 2), {"board": PUZZLE}, "cells", [2]),
        ({Cell(1, 0), Cell(0, 1)}, {"board": (TRACE, 5)}, "cells", [1, 5]),
        ({Cell(0, 1): (1, 3), Cell(0, 2): ()}, {"board": Board(PUZZLE)}, "values", [[1, 0b101]]),
    ],
)
def test_the_answer_says_what_is_asked_for(answer, more, kind, plain):
    question = predict("What?", answer, **more)
    assert question.kind == kind
    assert secret(question)["answer"] == plain
    assert ("shown" in question.offer) == ("board" in more and kind == "number")


@pytest.mark.parametrize("given", [10**400, -(10**400), True, "48", None, [48], {}, float("nan")])
def test_an_answer_that_is_no_number_is_not_right(given):
    for answer in (48, 2.5, 1):
        question = predict("How many?", answer, within=0.5)
        question.set_state({"given": [given]})
        assert question.right is False


@pytest.mark.parametrize("given", [False, 0.5, None, "0", [1], 10**400])
def test_an_answer_that_is_no_option_is_not_right(given):
    for question in (
        predict("Is it?", "more", options=OPTIONS),
        predict("Are they?", {"a": "more", "b": "more"}, options=OPTIONS),
        predict("Where?", Cell(0, 0), board=PUZZLE),
    ):
        question.set_state({"given": [given]})
        assert question.right is False
        assert "answered wrong" in repr(question)
        question.set_state({"given": [[given, given]]})
        assert question.right is False


def test_answers_that_are_no_list_are_not_taken():
    question = predict("How many?", 48)
    for given in (48, None, {}):
        question.set_state({"given": given})
        assert question.right is None


def test_an_order_is_shown_mixed_and_never_as_it_is_right():
    for items in (["b", "a"], ["a", "b"], list("abcdef"), list("fedcba")):
        question = predict("In which order?", items)
        shown = question.offer["items"]
        assert sorted(shown) == sorted(items)
        assert shown != items
        assert [shown[place] for place in secret(question)["answer"]] == items


@pytest.mark.skipif(NODE is None, reason="Node is not installed: no JavaScript was run")
def test_of_an_order_as_few_lines_as_can_be_are_wrong_and_none_that_is_at_its_place():
    orders = list(permutations(range(5)))  # the first one is right
    text = (REPO / "futoshiki_lab/classroom/browser/answering.js").read_text("utf-8")
    (own,) = re.findall(r"^export (function inPlace\(.*?^}$)", text, re.M | re.S)
    calls = f"{json.dumps(orders)}.map((own, _, orders) => inPlace(own, orders[0]))"
    command = [NODE, "-e", f"{own}\nconsole.log(JSON.stringify({calls}));"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for order, kept in zip(orders, json.loads(done.stdout), strict=True):
        placed = {item for item, place in enumerate(order) if item == place}
        rising = [some for size in range(6) for some in combinations(order, size)]
        rising = [some for some in rising if sorted(some) == [*some]]
        follow = max(rising, key=lambda some: (len(some), len(placed.intersection(some))))
        assert placed <= set(kept)
        assert len(kept) == len(placed.union(follow))


@pytest.mark.parametrize(
    ("answer", "more", "said"),
    [
        ("less", {"options": OPTIONS}, "'less' is not one of the options: more, fewer, the same"),
        (Cell(0, 0), {}, "give board="),
        (["a"], {}, "at least two items"),
        (["a", "a"], {}, "each of them once"),
        ({Cell(0, 0): (9,)}, {"board": PUZZLE}, r"r1c1 has no \[9\] to strike out"),
        (set(), {"options": OPTIONS}, "no option is right"),
        (["a"], {"options": [["a"]], "code": "____ + ____"}, "2 blanks need as many answers"),
    ],
)
def test_a_question_that_cannot_be_asked_says_why(answer, more, said):
    with pytest.raises(ValueError, match=said):
        predict("What?", answer, **more)


def test_a_bet_has_one_try_and_is_not_marked():
    question = predict("Which?", "more", options=OPTIONS, hint="none", because="so", bet=True)
    assert (secret(question)["tries"], secret(question)["why"]) == (1, "")
    question.given = [0]
    assert question.right is None
    assert "a bet was made" in repr(question)


def test_an_answer_of_no_known_kind_is_a_type_error():
    with pytest.raises(TypeError, match="NoneType"):
        predict("What?", None)


def test_a_hint_gives_more_tries_as_far_as_they_make_sense():
    assert secret(predict("?", 3))["tries"] == 1
    assert secret(predict("?", 3, hint="count"))["tries"] == 3
    assert secret(predict("?", True, hint="think"))["tries"] == 1
    assert secret(predict("?", "more", options=OPTIONS, hint="think"))["tries"] == 2


WORDS = {"because": "the reason is Xyzzy", "hint": "look at Plugh", "reveal": "the table Fnord"}


def test_nothing_that_a_notebook_stores_can_be_read_before_the_answer(tmp_path):
    question = predict("Which?", 907_331, **WORDS)
    data, _ = question._repr_mimebundle_()
    page = question.to_html(tmp_path / "q.html").read_text(encoding="utf-8")
    for text in (json.dumps(data), repr(question), json.dumps(question.get_state()), page):
        assert not any(word in text for word in ("Xyzzy", "Plugh", "Fnord", "907331", "907,331"))


def test_one_switch_reveals_all_to_an_instructor(monkeypatch):
    monkeypatch.setenv("FUTOSHIKI_LAB_REVEAL", "1")
    question = predict("Which?", 907_331, **WORDS)
    assert question.revealed
    assert "907,331" in repr(question)
    assert "Xyzzy" in question._repr_mimebundle_()[0]["text/html"]
    monkeypatch.setenv("FUTOSHIKI_LAB_REVEAL", "0")
    assert not predict("Which?", 907_331).revealed


@pytest.mark.parametrize("kind", ["removals", "mrv", "lcv", "domain"])
def test_a_wrong_answer_is_run_beside_the_right_one_from_where_they_differ(kind):
    question = questions(4, kind, seed=2)[0]
    asked = question.ask()
    assert asked.can_run == (kind != "domain")
    if not asked.can_run:
        with pytest.raises(ValueError, match="nothing is known"):
            asked._answer({"ask": "run", "given": 0})
        return
    right = asked._kind.answer
    free = next(
        at
        for at, one in enumerate(question.shown.puzzle.cells)
        if one in question.shown.free and [at] != right
    )
    wrong = {"removals": [], "mrv": [free], "lcv": right[::-1]}[kind]
    (part,) = asked._answer({"ask": "run", "given": wrong})
    headers = [json.loads(run["header"]) for run in part["stepper"]["runs"]]
    assert [header["role"] for header in headers] == ["package", "your answer"]
    ended = question.trace.next(question.at[1], "node") - (kind == "removals")
    assert part["stepper"]["steps"][0] == part["stepper"]["step"] == ended


def test_an_answer_that_the_run_does_not_give_cannot_be_run():
    step = TRACE.tree[1].first
    for answer in (
        PUZZLE.cells[0],
        {PUZZLE.cells[0], PUZZLE.cells[1]},
        {PUZZLE.cells[3]: ()},
        ["b", "a"],
    ):
        assert not predict("Which?", answer, board=(TRACE, step)).can_run
    jumping = record(load("nyu/Input1"), "bt", jump=True, learn=True)
    cut = jumping.event(jumping.next(0, "prune"))
    assigned = next(iter(jumping.state(cut.step).path))
    for answer in (assigned, {cut.cell: [cut.value]}):
        assert not predict("Which?", answer, board=(jumping, cut.step - 1)).can_run


def test_what_a_learner_has_given_can_be_asked_for():
    question = predict("Which?", "fewer", options=OPTIONS)
    assert question.right is None
    assert "not answered yet" in repr(question)
    question.given = [0]
    assert question.right is False
    question.given = [0, 1]
    assert question.right is True
    assert "answered right" in repr(question)


def test_a_question_shows_all_that_a_notebook_can_show():
    import pandas

    things = ["one\ntwo", draw_board(PUZZLE), pandas.DataFrame({"n": [1]}), PUZZLE, Stepper(TRACE)]
    text, figure, table, puzzle, stepper = secret(predict("?", 1, reveal=[*things]))["reveal"]
    assert text == {"text": "one\ntwo"}
    assert "<img" in figure["html"] or "<svg" in figure["html"]
    assert "<table" in table["html"]
    assert "<svg" in puzzle["html"]
    assert stepper["stepper"]["role"] == "stepper"


def test_a_table_has_rounded_numbers_with_one_number_of_decimals_in_a_column():
    import pandas

    columns = {"share": [1.0, 2 / 3], "median": [38.5, 22150.25], "most": [9, float("inf")]}
    table = pandas.DataFrame(columns, index=pandas.Index([3, 6], name="signs"))
    (part,) = secret(predict("?", 1, reveal=table))["reveal"]
    assert re.findall(r"<t[hd]>(.*?)</t[hd]>", part["html"]) == [
        *("signs", "share", "median", "most"),
        *("3", "1.00", "38", "9"),
        *("6", "0.67", "22,150", "∞"),
    ]


def test_texts_of_a_question_are_escaped_where_they_become_html():
    question = predict(
        "<b>`a<b`?</b>\n\nA hint", "`x`<i>", options=["`x`<i>", "&"], words={"w": "`y`"}
    )
    question.revealed = True
    still = "<p>&lt;b&gt;<code>a&lt;b</code>?&lt;/b&gt;</p><p>A hint</p>"
    still += "<ul><li><code>x</code>&lt;i&gt;</li><li>&amp;</li></ul>"
    still += "<p><i>Answer: <code>x</code>&lt;i&gt;</i></p><p>w: <code>y</code></p>"
    assert question.still() == still


# -- answers that a notebook was saved with --------------------------------------------------------


def saved(path, *questions):
    """A notebook as Jupyter saves it, with the states of its widgets."""
    states = {
        str(at): {"model_name": "AnyModel", "state": question.get_state()}
        for at, question in enumerate(questions)
    }
    plain = json.loads(json.dumps(states, default=lambda thing: None))
    notebook = nbformat.v4.new_notebook(metadata={"widgets": {STATES: {"state": plain}}})
    nbformat.write(notebook, path)


def test_answers_come_back_when_the_saved_notebook_runs_again(monkeypatch, tmp_path):
    path = tmp_path / "lesson.ipynb"
    first, second = predict("One?", 1, hint="no"), predict("Two?", 2)
    first.given, first.why, first.at = [3, 1], "since", 8
    ran_before = predict("One?", 1, hint="no")  # its cell has run again since
    ran_before.given, ran_before.at = [3], 7
    saved(path, first, second, ran_before)
    monkeypatch.setenv(NOTEBOOK, str(path))
    assert predict("One?", 1, hint="no").given == [3, 1]
    assert predict("One?", 1, hint="no").why == "since"
    assert predict("Two?", 2).given == []
    assert predict("One, in other words?", 1).given == []


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"metadata": {"widgets": 3}}', "\x00"])
def test_a_file_that_is_no_notebook_keeps_no_answers(monkeypatch, tmp_path, content):
    path = tmp_path / "lesson.ipynb"
    path.write_text(content)
    monkeypatch.setenv(NOTEBOOK, str(path))
    asked = predict("One?", 1)
    assert (asked.given, asked.at) == ([], 0)


def test_a_question_can_be_asked_on_the_board_of_a_problem():
    question = predict(
        "Which neighbours lose red?", {"WA": {"red"}, "NT": {"red"}}, board=australia()
    )
    assert question._right_answer() == "Answer: WA: red; NT: red"
    assert "<svg" in question.still()
