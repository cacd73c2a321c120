// Plays freely on boards given on standard input, as JSON: {start, moves}, or without moves by
// random ones; says of every move what came of it.

import { readFileSync } from "node:fs";
import { Free } from "../futoshiki_lab/classroom/browser/free_play.js";
import { valuesOf } from "../futoshiki_lab/stepper/browser/puzzle.js";
import { Run } from "../futoshiki_lab/stepper/browser/run.js";
import { unpackRuns } from "../futoshiki_lab/stepper/browser/standalone.js";

let seed = 1;
const random = below => (seed = (seed * 48271) % 2147483647) % below;
const pick = some => some[random(some.length)];

const open = async start => new Free(new Run((await unpackRuns([start]))[0]));

/** Mostly a value, also one that breaks a rule or does not exist; sometimes a way back. */
function someMove({ run, free, cursor, dead, domains }) {
  const path = cursor.path(),
    many = cell => valuesOf(domains[cell]).length;
  const few = free.toSorted((a, b) => many(a) - many(b))[0];
  if (random(dead ? 5 : 25) === 0) return { kind: "back", cell: pick([...path, 0]), value: 0 };
  if (dead && random(4)) return { kind: "restore", cell: -1, value: 0 };
  const cell = pick([few, pick([...free, 0])]);
  return { kind: "value", cell, value: pick([...valuesOf(domains[cell]), 1 + random(run.n + 1)]) };
}

const seen = ({ values, domains, nodes, failed_values, phase, run, step }) => ({
  values: [...values],
  left: [...domains].map(valuesOf),
  nodes,
  failed_values,
  over: phase === "over" && run.header.outcome,
  step: run.length - step,
  words: run.tell(step),
});

async function play({ start, moves = Array(150).fill(null) }) {
  const free = await open(start),
    told = [];
  for (const given of moves) {
    if (free.phase === "over") break;
    const move = given ?? someMove(free);
    free.cell = move.cell;
    const before = JSON.stringify(seen(free)),
      refused = free.make(move);
    if (refused) told.push({ move, refused, changed: JSON.stringify(seen(free)) !== before });
    else told.push({ move, ...seen(free) });
  }
  if (free.phase !== "over" && !moves.some(Boolean)) {
    const move = { kind: "back", cell: -1, value: 0 };
    free.make(move);
    told.push({ move, ...seen(free) });
  }
  const again = new Free((await open(start)).run, free.done);
  return {
    told,
    ended: seen(free).over,
    again: JSON.stringify(seen(again)) === JSON.stringify(seen(free)),
  };
}

const plays = [];
for (const one of JSON.parse(readFileSync(0, "utf8"))) plays.push(await play(one)); // one seed
process.stdout.write(JSON.stringify(plays));
