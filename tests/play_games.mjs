// Plays moves with game.js and prints the game after each, as JSON.
//
//   node play_games.mjs < {puzzle, moves, stores}.json
//
// A move is the name of a method and its arguments; a store is what somebody left where a game was
// kept, and the answer is whether it was read and what the board is then.

import { readFileSync } from "node:fs";
import { Game } from "../futoshiki_lab/widgets/browser/game.js";
import { Puzzle } from "../futoshiki_lab/widgets/browser/puzzle.js";

const { puzzle: sent, moves, stores } = JSON.parse(readFileSync(0, "utf8"));
const puzzle = new Puzzle(sent), game = new Game(puzzle);

const state = (game) => ({
  kept: JSON.parse(JSON.stringify(game.plain(sent.key))), values: [...game.values], noted: [...game.noted],
  struck: [...game.struck], conflicts: game.conflicts(), solved: game.solved, left: game.left,
});
const states = moves.map(([method, ...args]) => ({ done: game[method](...args), ...state(game) }));
const read = stores.map((store) => {
  const fresh = new Game(puzzle);
  return { done: fresh.load(store, sent.key), ...state(fresh) };
});
process.stdout.write(JSON.stringify({ states, read }));
