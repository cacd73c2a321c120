"""Every counter is what docs/COUNTING.md says it is; tests/explorer has the compiled engine's."""

from dataclasses import fields

import pytest
from conftest import EXHAUSTIVE, examples
from counted import PAGE, TABLES, assert_comes_out, assert_counted, reference, rows_of_the_page
from hypothesis import given, strategies as st
from puzzles import puzzles
from reference_counter import SELECTIONS

from futoshiki_lab import Counts, Puzzle, load

LONG = 10**9 if EXHAUSTIVE else 300_000  # checks: a second or so
REFUSED = ("mrv", "mrv_degree", "dom_wdeg")  # by bt, which never changes the size of a domain


def test_the_page_has_all_its_figures():
    assert [len(rows_of_the_page(columns)) for columns in TABLES] == [37, 12, 24, 24, 24]


@pytest.mark.parametrize(
    ("title", "column", "figures"),
    [
        row
        for columns in TABLES
        for row in rows_of_the_page(columns)
        if int(row[2].split(" / ")[1]) < LONG
    ],
)
def test_the_figures_of_the_page_come_out(title, column, figures):
    assert_comes_out(title, column, figures, "readable")


# -- against a second program --------------------------------------------------------------------


def test_the_counters_have_the_names_of_the_page():
    page = PAGE.read_text("utf-8")
    assert all(f"`{field.name}`" in page for field in fields(Counts))
    assert {field.name for field in fields(Counts)} == set(reference(Puzzle([[0]]), "bt").counts)


WAYS = st.tuples(
    st.sampled_from(["bt", "fc", "mac"]),
    st.sampled_from(SELECTIONS),
    st.sampled_from(["ascending", "descending", "lcv"]),
).map(lambda way: ("bt", "reading", way[2]) if way[0] == "bt" and way[1] in REFUSED else way)


@examples(300)
@given(
    puzzles(1, 6),
    WAYS,
    st.sampled_from(["none", "ac"]),
    st.sampled_from([1, 2, 5, None]),
    st.integers(0, 2000),
    st.booleans(),
    st.sampled_from([False, False, True, 1, 3]),
    st.sampled_from([None, 1, 4]),
)
def test_all_counters_of_random_puzzles_equal_the_second_programs(
    puzzle, way, root, solutions, node_limit, jump, learn, remember
):
    """Satisfiable or not, with one solution or many, under every ordering and limit."""
    more = {"root": root, "node_limit": node_limit, "jump": jump and way[0] != "mac"}
    if more["jump"] and learn:
        more |= {"learn": learn, "remember": remember}
    expected = reference(puzzle, *way, solutions=solutions, **more)
    more |= {"solutions": solutions or "all", "engine": "readable"}
    assert_counted(expected, puzzle, *way, **more)


@pytest.mark.parametrize("remember", [1, 2, 3])
def test_just_as_many_nogoods_are_kept_as_asked_for(remember):
    puzzle, more = load("nyu/SampleInput"), {"jump": True, "learn": True, "remember": remember}
    expected = reference(puzzle, "bt", solutions=1, **more)
    assert_counted(expected, puzzle, "bt", solutions=1, engine="readable", **more)
