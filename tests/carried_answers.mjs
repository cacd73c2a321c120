// Answers questions with standalone.js, as a page without a kernel does, and prints the answers as
// JSON.
//
//   node carried_answers.mjs < {puzzle, carried, questions}.json

import { readFileSync } from "node:fs";
import { Carried } from "../futoshiki_lab/classroom/browser/shelf.js";
import { Puzzle } from "../futoshiki_lab/stepper/browser/puzzle.js";

const { puzzle, carried, questions } = JSON.parse(readFileSync(0, "utf8"));
const answers = new Carried(new Puzzle(puzzle), carried);
process.stdout.write(JSON.stringify(questions.map(question => answers.answer(question) ?? null)));
