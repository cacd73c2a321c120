// The questions that quiz.js asks about the runs given on standard input, of every kind, as JSON.
//
//   node stepper_quiz.mjs < runs.json
//
// Each is also answered: right, with nothing right in it, and with a part; and a move to the end
// stops at every one of them, as long as it has no answer.

import { readFileSync } from "node:fs";
import { Quiz, QUIZ_KINDS, unspot } from "../futoshiki_lab/classroom/browser/quiz.js";
import { Run } from "../futoshiki_lab/stepper/browser/run.js";
import { unpackRuns } from "../futoshiki_lab/stepper/browser/standalone.js";

const sent = await unpackRuns(JSON.parse(readFileSync(0, "utf8"))),
  runs = sent.map(one => new Run(one));

/** An answer as a test writes it. */
function told(quiz, one) {
  const { run, kind } = quiz,
    [cell, value] = unspot(one);
  if (kind === "prune") return `${run.name(cell)}=${value}`;
  return kind === "value" ? one : quiz.answerWords({ kind }, one);
}

const brief = ({ right, words, reasons }) => ({ right, words, reasons });

function question(quiz, step) {
  const asked = quiz.at(step),
    { right, end, text } = asked;
  // of no cell, value or verb
  const wrong = quiz.kind === "prune" ? [right[0] + 1024 * 64] : [right[0] + 1000];
  return {
    step,
    end,
    text,
    right: right.map(one => told(quiz, one)),
    refused: right.map(one => quiz.refuse(asked, one)).join(""),
    all: brief(quiz.judge(asked, { given: right, shown: false })),
    none: quiz.kind === "prune" ? null : brief(quiz.judge(asked, { given: wrong, shown: false })),
    part: brief(quiz.judge(asked, { given: right.slice(1), shown: false })),
    shown: brief(quiz.judge(asked, { given: [], shown: true })),
  };
}

/** The steps at which a move to the end stops, each answered then; every second one right. */
function stops(run, kind) {
  const quiz = new Quiz(run, kind),
    found = [];
  for (let step = quiz.halt(0, run.length); step < run.length; step = quiz.halt(step, run.length)) {
    if (quiz.halt(0, run.length) !== step)
      throw new Error(`${step} is not the first without an answer`);
    const asked = quiz.at(step);
    found.push(step);
    quiz.answer(asked, { given: found.length % 2 ? asked.right : [], shown: false });
  }
  return { stops: found, score: quiz.score };
}

const answers = runs.map(run =>
  Object.fromEntries(
    QUIZ_KINDS.map(kind => {
      const quiz = new Quiz(run, kind),
        questions = [...quiz.steps].map(step => question(quiz, step));
      return [kind, { questions, verbs: quiz.verbs.map(([, name]) => name), ...stops(run, kind) }];
    }),
  ),
);
process.stdout.write(JSON.stringify(answers));
