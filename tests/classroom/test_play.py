"""Play's Python side, and the game itself under Node: the kept game is the one on the board."""

import asyncio
import json
import random
import re
import zlib
from base64 import b64decode
from concurrent.futures import ThreadPoolExecutor

import pytest
from games import asked
from npm import run_node
from puzzles import random_puzzle

from futoshiki_lab import Puzzle, bundled, dumps, load, load_all
from futoshiki_lab.classroom.pages.saved import unpack_puzzle
from futoshiki_lab.classroom.play import Play, game as player
from futoshiki_lab.classroom.play.saved_game import read_game
from futoshiki_lab.reasons.answers import facts
from futoshiki_lab.stepper.packing import key_of, pack_puzzle

UNIQUE = load("unequal/5x5-tricky#1")
SEVERAL = Puzzle(((0, 0), (0, 0)))
NONE = Puzzle(((1, 1), (0, 0)))


def game(puzzle, *moves, at=None):
    """What a browser keeps of these moves, each a list of [cell, value, noted, struck]."""
    made = len(moves) if at is None else at
    return {"version": 1, "key": key_of(puzzle), "moves": list(moves), "at": made, "seconds": 5}


# -- what it takes, and what can be read of it ---------------------------------------------------


STORES = [
    {},
    {"version": 1},
    game(UNIQUE, [[0, 1, 0, 0]]),
    {**game(SEVERAL, [[0, 1, 0, 0]]), "version": 2},
    game(SEVERAL, [[-1, 1, 0, 0]]),
    game(SEVERAL, [[0, 3, 0, 0]]),
    game(SEVERAL, [[0, 1, 4, 0]]),
    game(SEVERAL, [[0, 1, 0]]),
    game(SEVERAL, [["0", "<b>", 0, 0]]),
    game(SEVERAL, [[0.5, 1, 0, 0]]),
    game(SEVERAL, [[4, 1, 0, 0]]),  # the first sign, and it has none
    game(SEVERAL, [None]),
    game(SEVERAL, None),
    {**game(SEVERAL), "moves": "<img src=x onerror=alert(1)>"},
    {**game(SEVERAL, [[0, 1, 0, 0]]), "at": "1"},
    {**game(SEVERAL, [[0, 1, 0, 0]]), "at": None},
]


@pytest.mark.parametrize("store", STORES)
def test_a_game_that_cannot_be_read_is_none(store):
    assert read_game(SEVERAL, store) == (SEVERAL.grid, {})


# -- what it answers -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("puzzle", "solutions", "level"),
    [(UNIQUE, 1, "Tricky"), (SEVERAL, 2, "ambiguous"), (NONE, 0, "impossible")],
)
def test_what_is_known_of_the_solutions(puzzle, solutions, level):
    known, error = asked(Play(puzzle), ask="facts")
    assert error == ""
    assert (known["solutions"], known["level"]) == (solutions, level)
    if solutions:
        n, line = puzzle.size, known["solution"]
        assert puzzle.is_solution([line[at : at + n] for at in range(0, n * n, n)])
    else:
        assert known["solution"] is None


def test_a_hint_is_about_what_is_on_the_board():
    board = Play(UNIQUE)
    solution = facts(UNIQUE)["solution"]
    hint, error = asked(board, ask="hint", values=[0] * 25, marks=[])
    assert error == ""
    assert all(hint[strength] for strength in ("where", "rule", "why"))
    assert hint["places"] or hint["removes"]
    assert all(solution[cell] == value for cell, value in hint["places"])
    assert all(solution[cell] not in gone for cell, gone in hint["removes"])
    wrong = [0] * 25
    wrong[7] = solution[7] % 5 + 1
    assert asked(board, ask="hint", values=wrong, marks=[])[0]["wrong"] == 7
    notes = [[7, [value for value in range(1, 6) if value != solution[7]]]]
    assert asked(board, ask="hint", values=[0] * 25, marks=notes)[0]["wrong"] == 7
    solved, _ = asked(board, ask="hint", values=solution, marks=[])
    assert (solved["places"], solved["removes"], solved["wrong"]) == ([], [], None)


def test_a_new_puzzle_takes_the_place_of_the_old(monkeypatch):
    monkeypatch.setattr(player, "new_puzzle", lambda n, level: load(f"unequal/{n}x{n}-{level}#1"))
    board = Play(SEVERAL)
    board.game = game(SEVERAL, [[0, 1, 0, 0]])
    assert asked(board, ask="puzzle", n=4, level="easy") == (True, "")
    assert board.puzzle == load("unequal/4x4-easy#1")
    assert unpack_puzzle(board.board) == board.puzzle
    assert board.values == board.puzzle.grid


def test_a_puzzle_is_entered_by_its_id():
    board = Play(SEVERAL)
    assert asked(board, ask="id", text=dumps(UNIQUE, "id")) == (True, "")
    assert board.puzzle == UNIQUE
    answer, error = asked(board, ask="id", text="5:0,")
    assert answer is None
    assert "expected 25 cells" in error
    assert board.puzzle == UNIQUE


def test_a_sign_can_be_marked_as_done():
    board = Play(UNIQUE)
    last = 25 + len(UNIQUE.signs) - 1
    board.game = game(UNIQUE, [[last, 1, 0, 0]], [[0, 3, 0, 0]])
    assert board.values[0][0] == 3
    for wrong in ([last + 1, 1, 0, 0], [last, 2, 0, 0], [last, 1, 1, 0]):
        board.game = game(UNIQUE, [wrong], [[0, 3, 0, 0]])
        assert board.values[0][0] == 0


@pytest.mark.parametrize(
    "question",
    [
        *({"ask": "everything"}, {}, {"ask": ["hint"]}, {"ask": "hint"}),
        *({"ask": "puzzle", "n": n, "level": "Easy"} for n in (3, 20, 10**400, 5.0, True, "5")),
        {"ask": "puzzle", "n": 5, "level": "Impossible"},
        {"ask": "hint", "values": [10**400] * 16, "marks": []},
        {"ask": "why", "cell": -1, "value": 10**400, "values": "x"},
        {"ask": "id", "text": None},
    ],
)
def test_what_cannot_be_answered_is_said_in_words(question):
    board = Play(SEVERAL)
    answer, error = asked(board, **question)
    assert answer is None
    assert error
    assert board.puzzle == SEVERAL


def test_an_answer_leaves_the_notebook_at_hand(monkeypatch):
    board, replies, order = Play(SEVERAL), [], []
    board.send = replies.append
    monkeypatch.setattr(player, "facts", lambda puzzle: order.append("known") or {})

    async def ask():
        board._handle_custom_msg({"id": 1, "ask": "facts"}, [])
        order.append("asked")
        while not replies:
            await asyncio.sleep(0.001)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, ask()).result()
    assert order == ["asked", "known"]


# -- without the browser -------------------------------------------------------------------------


def test_a_page_carries_all_that_a_kernel_would_be_asked(tmp_path):
    board = Play(UNIQUE, scale=1.5)
    board.game = game(UNIQUE, [[0, 1, 0, 0]])
    page = board.to_html(tmp_path / "play.html").read_text(encoding="utf-8")
    state = json.loads(re.search(r'<script type="application/json">(.*?)</script>', page)[1])
    assert (state["role"], state["game"], state["scale"]) == ("play", board.game, 1.5)
    held = json.loads(zlib.decompress(b64decode(state["carried"])))
    assert held["facts"] == facts(UNIQUE)
    assert not re.search(r'(?:src|href)="(?!data:)', page)


# -- the game, under Node ------------------------------------------------------------------------


def played(puzzle, moves, stores=(), ids=()):
    """What game.js makes of moves and of stores, and puzzle.js of IDs."""
    question = {"puzzle": pack_puzzle(puzzle), "moves": moves, "stores": stores, "ids": ids}
    answer = run_node("play_games.mjs", question)
    return answer["states"], answer["read"], answer["ids"]


def some_moves(chance, puzzle, many):
    cells, n, signs = puzzle.size**2, puzzle.size, len(puzzle.signs)
    for _ in range(many):
        cell, value = chance.randrange(cells), chance.randint(1, n)
        kinds = [["enter", cell, value], ["note", cell, value], ["clear", cell], ["noteAll"]]
        kinds += [["undo"]] * 2 + [["redo"]] * 2 + [["restart"], ["markSign", cell % (signs or 1)]]
        yield chance.choices(kinds, [8, 8, 2, 1, 3, 3, 2, 2, 0.2, 3 if signs else 0])[0]


@pytest.mark.parametrize("seed", range(6))
def test_every_move_can_be_undone_and_redone(seed):
    chance = random.Random(seed)
    puzzle = random_puzzle(seed, chance.choice([1, 3, 5, 12, 32]), consistent=False)
    moves = list(some_moves(chance, puzzle, 120))
    states, *_ = played(puzzle, moves)
    givens = [value for row in puzzle.grid for value in row]
    none = [0] * len(givens)
    past, future = [(givens, none, none, [0] * len(puzzle.signs))], []
    for move, state in zip(moves, states, strict=True):
        now = state["values"], state["noted"], state["struck"], state["marked"]
        if move[0] == "undo":
            assert state["done"] == (len(past) > 1)
            if state["done"]:
                future.append(past.pop())
        elif move[0] == "redo":
            assert state["done"] == bool(future)
            if state["done"]:
                past.append(future.pop())
        elif state["done"]:
            past.append(now)
            future.clear()
        assert now == past[-1], move
        assert all(given in (0, value) for given, value in zip(givens, now[0], strict=True))


@pytest.mark.parametrize("seed", range(4))
def test_only_notes_that_a_value_makes_impossible_go(seed):
    puzzle = random_puzzle(seed, 6, consistent=False)
    empty = [at for at, cell in enumerate(puzzle.cells) if not puzzle[cell]]
    chance = random.Random(seed)
    cell, value = chance.choice(empty), chance.randint(1, 6)
    noting = [["note", at, one] for at in empty for one in puzzle.values]
    *_, before, after = played(puzzle, [*noting, ["enter", cell, value]])[0]
    rules = puzzle.constraints[puzzle.cells[cell]]
    for at in empty:
        noted, left = (
            {one for one in puzzle.values if state["noted"][at] >> (one - 1) & 1}
            for state in (before, after)
        )
        rule = rules.get(puzzle.cells[at])
        assert left == {one for one in noted if not rule or rule.holds(value, one)}


def test_an_id_means_the_same_in_the_browser():
    puzzles = [load(name) for name in bundled() if len(load_all(name)) == 1]
    puzzles += load_all("unequal/5x5-tricky")
    puzzles += [random_puzzle(seed, 9, consistent=True) for seed in range(5)]
    ids = [dumps(puzzle, "id").strip() for puzzle in puzzles]
    written = played(UNIQUE, [], ids=ids)[2]
    assert [one["id"] for one in written] == ids
    for puzzle, one in zip(puzzles, written, strict=True):
        expected = json.loads(json.dumps(pack_puzzle(puzzle)))
        assert {**one["board"], "name": "", "key": ""} == {**expected, "name": "", "key": ""}


def test_a_wrong_id_says_what_was_expected_and_where():
    wrong = {
        "</script><img src=x": "an ID begins with the size and a colon, as in 5:",
        "5a:" + "0," * 25: "IDs like 5a: are another puzzle, Adjacent",
        "33:": "the size is 1 to 32, not 33",
        "2:0,0,0,": "expected 4 cells, found 3",
        "2:0,0,0,0,0": "expected 4 cells, found more",
        "2:0,3,0,0": "the numbers are 0 to 2, but there is 3 at character 5",
        "2:0,0,!,0": "expected a cell at character 7, found “!,0”",
        "2:0R,0L,0,0": "r1c1 and r1c2 are each greater than the other",
        "2:0U,0,0,0": "U at r1c1 points off the board",
        "2:0,0 0,0": "expected a comma at character 6, found “ 0,0”",
    }
    assert [one["error"] for one in played(UNIQUE, [], ids=[*wrong])[2]] == [*wrong.values()]


@pytest.mark.parametrize("seed", range(4))
def test_python_reads_what_the_board_shows_and_so_does_the_next_page(seed):
    chance = random.Random(seed)
    puzzle = random_puzzle(seed, chance.choice([3, 6, 32]), consistent=True)
    states, *_ = played(puzzle, list(some_moves(chance, puzzle, 60)))
    _, read, _ = played(puzzle, [], [state["kept"] for state in states])
    for state, again in zip(states, read, strict=True):
        assert again.pop("done")
        assert again == {name: state[name] for name in again}
        values, marks = read_game(puzzle, state["kept"])
        assert [value for row in values for value in row] == state["values"]
        for at, cell in enumerate(puzzle.cells):
            left = (state["noted"][at] or 2**puzzle.size - 1) & ~state["struck"][at]
            noted = (state["noted"][at] or state["struck"][at]) and not state["values"][at]
            expected = {v for v in puzzle.values if left >> (v - 1) & 1} if noted else None
            assert (set(marks[cell]) if cell in marks else None) == expected


def test_a_strangers_store_is_ignored():
    _, read, _ = played(SEVERAL, [], [*STORES, None, [], "x", 3, True])
    assert not any(state["done"] or any(state["values"]) for state in read)


@pytest.mark.parametrize("seed", range(6))
def test_conflicts_are_the_constraints_that_fail(seed):
    chance = random.Random(seed)
    puzzle = random_puzzle(seed, 5, consistent=False)
    moves = [["enter", cell, chance.randint(1, 5)] for cell in range(25) if chance.random() < 0.7]
    states, *_ = played(puzzle, moves or [["undo"]])
    values = dict(zip(puzzle.cells, states[-1]["values"], strict=True))
    fails = [
        [puzzle.cells.index(pair.cell), puzzle.cells.index(pair.other)]
        for pair in puzzle.pairs
        if values[pair.cell] and values[pair.other]
        if not pair.holds(values[pair.cell], values[pair.other])
    ]
    assert states[-1]["conflicts"] == fails
    assert states[-1]["solved"] == (not fails and all(values.values()))
