// Rebuilds the runs given on standard input with run.js and prints what it finds, as JSON.
//
//   node stepper_states.mjs puzzle.js run.js < runs.json
//
// Every state is built on the way from start to end; then again in an order that jumps about, and
// must come out the same.

import { readFileSync } from "node:fs";

const source = process.argv.slice(2).map((path) => readFileSync(path, "utf8")).join("\n");
const { Run, Cursor, COUNTERS, match } = await import(
  `data:text/javascript;base64,${Buffer.from(source).toString("base64")}`
);

const columns = ["verbs", "values", "others", "places", "sites"];
const runs = JSON.parse(readFileSync(0, "utf8")).map((sent) => {
  for (const name of columns) sent[name] = Buffer.from(sent[name], "base64");
  return new Run(sent);
});

function state(cursor, step) {
  const sentence = cursor.tell(step);
  return { ...cursor.plain(), sentence };
}

function everyState(run) {
  const cursor = new Cursor(run), states = [];
  for (let step = 0; step <= run.length; step++) states.push(state(cursor, step));
  const texts = states.map((one) => JSON.stringify(one));
  for (let jump = 0, step = 0; jump < 300; jump++) {
    step = (step * 7919 + jump * 104729 + 13) % (run.length + 1);
    for (const at of [step, Math.max(0, step - 1)]) {
      if (JSON.stringify(state(cursor, at)) !== texts[at]) throw new Error(`step ${at} after a jump`);
    }
  }
  return states;
}

const kinds = ["open", "failure", "branch", "solution"];
const tree = (run) => Array.from({ length: run.nodes }, (_, node) => ({
  parent: Math.max(0, run.parent[node]), label: run.label(node), kind: kinds[run.kind[node]],
  first: run.first[node], last: run.last[node], depth: run.depth[node], below: run.below[node],
}));
const moves = (run) => Object.fromEntries(
  Object.entries(run.steps).map(([what, steps]) => [what, [...steps]]));

const answers = runs.map((run) => ({ states: everyState(run), tree: tree(run), moves: moves(run) }));
const onlyHere = runs.slice(1).map((run) => [[...match(runs[0], run)], [...match(run, runs[0])]]);
process.stdout.write(JSON.stringify({ answers, onlyHere, COUNTERS }));
