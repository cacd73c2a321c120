"""Practice over days, played by a learner who knows some things and learns others.

The schedule is worked out again here from the sentence of its rule.
"""

import csv
import json
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from random import Random

import pytest
from conftest import EXHAUSTIVE, REPO, rows_of

from futoshiki_lab import practice, recall
from futoshiki_lab.classroom.exams.kinds import KINDS, read_texts
from futoshiki_lab.classroom.exams.practice import RULE, TOPICS
from futoshiki_lab.classroom.ideas import ALL, NAMES

FIRST = date(2026, 9, 1)
DAYS = 40 if EXHAUSTIVE else 24
DEEP = "lists in lists"
WAITS = [1, 2, 4, 8, 16, 32]
GROUP = {kind: number for number, kinds in TOPICS.items() for kind in kinds.split()}


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The rounds of forty days: what was due by the rule, what was asked, what was right."""
    file, chance, days = tmp_path_factory.mktemp("days") / "practice.json", Random(7), []
    known, state = dict.fromkeys(GROUP, 0.2), {}
    for number in range(DAYS):
        upto, today = min(3 + number // 2, 8), FIRST + timedelta(days=number)
        made = practice(upto, file, today=today)
        open_ = [kind for kind, group in GROUP.items() if group <= upto]
        due = [kind for kind in open_ if state.get(kind, (0, FIRST))[1] <= today]
        asked = []
        for question in made.round():
            kind = question.kind
            right = chance.random() < known[kind]
            known[kind] = min(1, known[kind] + 0.08)
            wrong = [one.text for _, one in question.wrong]
            made.answer(question, question.right if right else chance.choice(wrong))
            asked.append(kind)
            row, when = state.get(kind, (0, FIRST))
            if not right:
                state[kind] = 0, today + timedelta(days=1)
            elif when <= today:
                state[kind] = row + 1, today + timedelta(days=WAITS[min(row, 5)])
        assert made.due == []
        days.append((due, asked))
    return file, days


def test_a_round_has_five_to_eight_questions_of_what_is_due_in_turn(played):
    _, days = played
    for due, asked in days:
        assert len(asked) == (min(max(len(due), 5), 8) if due else 0)
        assert len({*asked}) == len(asked)
        assert {*asked} <= {*due} or {*due} <= {*asked}
        most = max(sum(GROUP[one] == group for one in asked) for group in TOPICS)
        if 2 * most <= len(asked):
            assert all(GROUP[one] != GROUP[two] for one, two in pairwise(asked))
    assert any(len(due) > 8 for due, _ in days)
    assert any(len(due) < 5 for due, _ in days)


def test_the_rule_is_shown_and_what_is_due_follows_from_the_file_alone(played):
    file, days = played
    page = repr(practice(file=file, today=FIRST + timedelta(days=DAYS - 1)))
    assert RULE in page
    assert "2, 4, 8, 16 and 32 days" in page
    asked = [kind for _, asked in days for kind in asked]
    kept = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert [one["kind"] for one in kept if "kind" in one] == asked
    assert [one["upto"] for one in kept if "upto" in one] == [3, 4, 5, 6, 7, 8]


def test_an_idea_is_mastered_when_it_was_not_chosen_three_times_on_two_days(played):
    file, _ = played
    made = practice(file=file, today=FIRST + timedelta(days=DAYS))
    log, found = made.results(), made.ideas()
    for idea, (offered, chosen, mastered) in found.items():
        met = [one for one in log if idea in one["offered"]]
        last = met[-3:]
        assert (offered, chosen) == (len(met), sum(one["idea"] == idea for one in met))
        apart = len(met) >= 3 and len({one["day"] for one in last}) >= 2
        assert mastered == (apart and all(one["idea"] != idea for one in last))
    chosen = [mastered for _, chosen, mastered in found.values() if chosen]
    assert {*chosen} == {True, False}


def test_the_results_are_data_and_a_table(played, tmp_path):
    made = practice(file=played[0])
    made.save(tmp_path / "results.csv")
    rows = [*csv.DictReader((tmp_path / "results.csv").read_text("utf-8").splitlines())]
    assert [row["said"] for row in rows] == [one["said"] for one in made.results()]
    assert {row["right"] for row in rows} == {"True", "False"}


@pytest.mark.parametrize("text", ["{", "[]", "\x00", "[" * 9999, '"upto"'])
def test_a_file_that_is_none_is_put_aside_and_said(tmp_path, text):
    file = tmp_path / "practice.json"
    for name in ("practice-damaged-1.json", "practice-damaged-2.json"):
        file.write_text(text, "utf-8")
        made = practice(3, file, today=FIRST)
        assert name in repr(made)
        assert "ideas mastered" not in repr(made)  # none was offered
        assert (tmp_path / name).read_text("utf-8") == text
    assert practice(file=file).upto == 3
    question = next(made.round())
    made.answer(question, question.right)
    again = practice(file=file, today=FIRST)
    assert again.log[0].right
    assert "| tomorrow | 1 of 1 |" in repr(again)


def answer_of(**changes):
    """An answer, as the file of version 1 has it."""
    about = {"day": "2026-08-31", "kind": "checks", "question": 1, "right": False, "said": "7"}
    return about | {"idea": "forgets the signs", "offered": ["forgets the signs"]} | changes


@pytest.mark.parametrize(
    ("bad", "known"),
    [
        ({"day": "2026-02-31"}, 2),
        ({"day": 20260831}, 2),
        ({"right": "x"}, 2),
        ({"offered": [1]}, 2),
        ({"kind": "a kind of next year"}, 3),
        ({"idea": "said better next year", "offered": ["said better next year"]}, 3),
        ({"seconds": 12}, 3),
        ({"said": "deep", "more": DEEP}, 2),
    ],
)
@pytest.mark.parametrize("indent", [None, 1])
def test_what_this_version_does_not_know_is_kept_and_skipped(tmp_path, bad, known, indent):
    file, kept = tmp_path / "practice.json", [answer_of(), answer_of(**bad), answer_of(said="8")]
    text = json.dumps({"upto": 3, "answers": kept}, indent=indent).replace(f'"{DEEP}"', "[" * 9999)
    file.write_text(f"\ufeff{text}", "utf-8")
    made = practice(file=file, today=FIRST)
    assert (len(made.log), made.upto, "cannot be read" in made.note) == (known, 3, known < 3)
    assert made.ideas()["forgets-the-signs"][:2] == (2 + ("seconds" in bad),) * 2
    assert "| forgets the signs | " in repr(made)
    question = next(made.round())
    made.answer(question, question.right)
    assert file.read_text("utf-8").startswith(f"\ufeff{text}\n{{")  # not a byte of it is changed
    assert len(practice(file=file, today=FIRST).log) == known + 1


def test_an_id_never_changes_and_an_idea_may_be_said_better():
    """The file of a learner names them: one that is gone would be forgotten."""
    assert rows_of("ids.txt") == sorted({*KINDS, *(idea.id for idea in ALL if idea.about)})
    assert NAMES.keys() >= {idea.id for idea in ALL}


@pytest.mark.parametrize("day", ["2031-01-01", "9999-12-31"])
def test_an_answer_of_a_day_to_come_counts_when_it_has_come(tmp_path, day):
    file = tmp_path / "practice.json"
    file.write_text(json.dumps({"upto": 3, "answers": [answer_of(day=day, right=True)]}), "utf-8")
    made = practice(file=file, today=FIRST)
    assert "checks" in made.due
    for question in made.round():
        made.answer(question, question.right)
    assert "come tomorrow" in repr(made)
    assert "checks" not in practice(file=file, today=date.fromisoformat(day)).due


def test_two_notebooks_add_to_one_file_and_an_answer_after_a_full_disk_is_not_lost(
    tmp_path, monkeypatch
):
    file = tmp_path / "practice.json"
    made = [practice(3, file, today=FIRST) for _ in range(2)]
    question = next(made[0].round())

    def answer_half(at):
        own = next(made[at].round())  # as in a kernel of its own: a trace is not for two threads
        for number in range(at, DAYS, 2):
            made[at].answer(replace(own, now=f"This is question {number}."), "7")

    with ThreadPoolExecutor(2) as both:
        assert [*both.map(answer_half, range(2))] == [None, None]
    assert len(practice(file=file).log) == DAYS
    write = os.write
    monkeypatch.setattr("os.write", lambda file, data: write(file, data[:9]))
    made[0].answer(replace(question, now="While the disk is full."), "7")
    assert "No space left" in made[0].note
    monkeypatch.undo()
    made[0].answer(replace(question, now="Now it is not."), "7")
    assert len(practice(file=file).log) == DAYS + 2


def test_an_answer_in_a_notebook_is_kept_and_a_page_that_tells_it_again_adds_none(
    tmp_path, monkeypatch
):
    shown = []
    monkeypatch.setattr("IPython.display.display", lambda one, **_: shown.append(one) or Head())
    assert recall(3, tmp_path / "practice.json") is None
    made = practice(3, tmp_path / "practice.json", today=FIRST)
    made._ipython_display_()
    *asked, conclusion = shown[1:]
    assert len(asked) == 8
    assert conclusion.question == made.conclusion().question
    for one in [*asked, asked[0]]:  # as the browser says it
        given = one._kind.answer[0] if one.kind == "choice" else one._kind.answer
        one.set_state({"given": []})
        one.set_state({"given": [given]})
        assert one.right
    asked[1].set_state({"given": ["nonsense"]})
    assert [one.right for one in practice(file=made.file).log] == [True] * 8
    assert len(recall(3, made.file).due) == 3


class Head:
    """What `display` returns, to change what it shows."""

    def update(self, one):
        assert one.data.startswith("**")


def test_without_a_notebook_it_says_what_to_write(tmp_path):
    file = tmp_path / "practice.json"
    with pytest.raises(ValueError, match=r"such as practice\(3\)"):
        practice(file=file)
    practice(6, file)
    assert practice(file=file).upto == 6  # also if nothing was answered


@pytest.mark.parametrize(
    ("upto", "later"), [(2, "forward checking"), (4, "arc consistency"), (5, "mrv")]
)
def test_no_question_is_about_a_search_that_a_later_notebook_shows(tmp_path, upto, later):
    asked = practice(upto, tmp_path / "practice.json", today=date(2026, 1, 1)).round()
    texts = [question.whole.lower() for question in asked]
    assert len(texts) >= 4
    assert not any(later in text for text in texts)


def test_each_conclusion_that_is_asked_for_is_one_of_a_notebook_with_a_fact(tmp_path):
    """In turn, day by day; the right choice is the longest one no more often than by chance."""
    found, longest = read_texts("conclusions.txt"), 0
    for cell, told in found.items():
        number, name = cell.split()
        (facts,) = (REPO / "tests" / "facts").glob(f"{number}-*.py")
        assert f"# %% after {name}:" in facts.read_text("utf-8")
        assert len(told) >= 5
        wrong = [text.split(" | ")[0] for key, text in told.items() if key.startswith("wrong")]
        longest += len(told["right"]) > max(map(len, wrong))
    assert 0 < longest <= len(found) / 2
    days = [FIRST + timedelta(days=at) for at in range(len(found))]
    made = [practice(13, tmp_path / "p.json", today=day).conclusion() for day in days]
    assert {one.question for one in made} == {told["ask"] for told in found.values()}
    early = [practice(2, tmp_path / "e.json", today=day).conclusion() for day in days]
    assert {one.question for one in early} == {found["02 ask-all-orders"]["ask"]}
