// Plays moves with game.js and prints the game after each, as JSON.
//
//   node play_games.mjs < {puzzle, moves, stores, ids}.json
//
// A move is the name of a method and its arguments; a store is what somebody left where a game was
// kept, and the answer is whether it was read and what the board is then. An ID is read, and
// written.

import { readFileSync } from "node:fs";
import { Game } from "../futoshiki_lab/classroom/browser/game.js";
import { idOf, puzzleOf } from "../futoshiki_lab/classroom/browser/game_id.js";
import { Puzzle } from "../futoshiki_lab/stepper/browser/puzzle.js";

const { puzzle: sent, moves, stores, ids } = JSON.parse(readFileSync(0, "utf8"));
const puzzle = new Puzzle(sent),
  game = new Game(puzzle);

const state = game => ({
  kept: JSON.parse(JSON.stringify(game.plain(sent.key))),
  values: [...game.values],
  marked: [...game.done],
  noted: [...game.noted.slice(0, puzzle.cells)],
  struck: [...game.struck.slice(0, puzzle.cells)],
  conflicts: game.conflicts(),
  solved: game.solved,
  left: game.left,
});
const states = moves.map(([method, ...args]) => ({ done: game[method](...args), ...state(game) }));
const read = stores.map(store => {
  const fresh = new Game(puzzle);
  return { done: fresh.load(store, sent.key), ...state(fresh) };
});
const known = ids.map(text => {
  try {
    const board = puzzleOf(text);
    return { board, id: idOf(new Puzzle(board)) };
  } catch (error) {
    return { error: error.message };
  }
});
process.stdout.write(JSON.stringify({ states, read, ids: known }));
