// Rebuilds the runs given on standard input with run.js and prints what it finds, as JSON.
//
//   node stepper_states.mjs < runs.json
//
// Every state is built on the way from start to end; then again in an order that jumps about, and
// must come out the same.

import { readFileSync } from "node:fs";
import { Cursor } from "../futoshiki_lab/stepper/browser/recording.js";
import { valuesOf } from "../futoshiki_lab/stepper/browser/puzzle.js";
import { match, Run } from "../futoshiki_lab/stepper/browser/run.js";
import { unpackRuns } from "../futoshiki_lab/stepper/browser/standalone.js";

const sent = await unpackRuns(JSON.parse(readFileSync(0, "utf8"))),
  runs = sent.map(one => new Run(one));

function state(run, cursor, step) {
  const sentence = cursor.tell(step),
    values = {},
    domains = {};
  cursor.values.forEach((value, cell) => value >= 0 && (values[run.name(cell)] = value));
  cursor.domains.forEach((mask, cell) => {
    const values = run.standing(cell, step) ?? valuesOf(mask);
    domains[run.name(cell)] = values.filter(value => valuesOf(mask).includes(value));
  });
  const path = cursor.path().map(cell => run.name(cell));
  return { values, domains, counts: [...cursor.counts], path, node: run.nodeAt(step), sentence };
}

function everyState(run) {
  const cursor = new Cursor(run),
    states = [];
  for (let step = 0; step <= run.length; step++) states.push(state(run, cursor, step));
  const texts = states.map(one => JSON.stringify(one));
  for (let jump = 0, step = 0; jump < 300; jump++) {
    step = (step * 7919 + jump * 104729 + 13) % (run.length + 1);
    for (const at of [step, Math.max(0, step - 1)]) {
      if (JSON.stringify(state(run, cursor, at)) !== texts[at])
        throw new Error(`step ${at} after a jump`);
    }
  }
  return states;
}

const kinds = ["open", "failure", "branch", "solution", "wrong", "skipped"];
const tree = run =>
  Array.from({ length: run.nodes }, (_, node) => ({
    parent: Math.max(0, run.parent[node]),
    label: run.label(node),
    kind: kinds[run.kind[node]],
    first: run.first[node],
    last: run.last[node],
    depth: run.depth[node],
    below: run.below[node],
  }));
const moves = run =>
  Object.fromEntries(Object.entries(run.steps).map(([what, steps]) => [what, [...steps]]));

/** What is said of every move. */
function moved(run) {
  const cursor = new Cursor(run);
  return [...run.steps.move].map(end => cursor.tellMove(run.before(end), end));
}

/** The books of blame: at every step, of every node; null if nobody knows who is to blame. */
function blame(run) {
  const { blame: books } = run,
    names = cells => cells.map(cell => run.name(cell));
  if (!books.known) return null;
  const conflicts = Array.from({ length: run.length + 1 }, (_, step) =>
    Object.fromEntries(
      books.conflicts(step).map(({ cell, culprits }) => [run.name(cell), names(culprits)]),
    ),
  );
  const ofNode = Object.fromEntries(
    [...books.ofNode].map(([node, set]) => [node, names(books.inOrder(set, node))]),
  );
  const jumpTo = Object.fromEntries(
    [...books.visits.keys()].map(node => [
      node,
      names(books.inOrder(books.handed(node) ?? 0n, node).slice(-1)),
    ]),
  );
  return { conflicts, ofNode, jumpTo };
}

const answers = runs.map(run => ({
  states: everyState(run),
  tree: tree(run),
  moves: moves(run),
  moved: moved(run),
  blame: blame(run),
}));
const onlyHere = runs.slice(1).map(run => [[...match(runs[0], run)], [...match(run, runs[0])]]);
process.stdout.write(JSON.stringify({ answers, onlyHere }));
