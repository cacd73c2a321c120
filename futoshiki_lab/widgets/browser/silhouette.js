// The whole search tree as a silhouette: every node has the same width, so that of two trees on one
// scale the one with ten times as many nodes is ten times as wide.

import { number } from "./page.js";
import { KIND } from "./recording.js";
import { atMost } from "./run.js";

/** What trees side by side share: how many nodes and levels their panes hold.
 * @typedef {{nodes: number, levels: number}} Scale */

/** A node stands over the middle of its subtree, which takes as many places as it has nodes, in the
 * order in which they are tried. Edges that fall on the same pixels are drawn once. */
export class Silhouette {
  seen = ""; // what the two layers are drawn for
  upTo = 0; // how many nodes the layer of the past holds
  /** @type {number[][]} */ edges = []; // each: a node, its place and its parent's

  constructor(/** @type {import("./run.js").Run} */ run) {
    this.run = run;
    this.deepest = run.depth.reduce((most, depth) => Math.max(most, depth), 1);
    this.solved = Array.from(run.steps.solution.subarray(0, 200), step => run.nodeAt(step));
    this.past = document.createElement("canvas");
    this.ahead = document.createElement("canvas");
  }

  /** @param {import("./tree_canvas.js").TreeCanvas} view @param {Scale} scale
   * @param {boolean} hidden whether what comes is: then a node stands where its subtree begins */
  paint({ brush, canvas, width, height, theme, only, run, step, letters }, scale, hidden) {
    const tried = atMost(run.first, step) - 1,
      across = width / (scale.nodes + 1),
      down = (height - 2.6 * letters) / scale.levels,
      ratio = canvas.width / width;
    /** @type {(node: number) => [x: number, y: number]} */
    const place = node => [
      (node + 0.5 + (hidden ? 0 : run.below[node] / 2)) * across,
      0.8 * letters + run.depth[node] * down,
    ];
    const seen = [canvas.width, canvas.height, across, down, hidden, theme.ink].join(" "),
      again = seen !== this.seen;
    if (again) this.collect(place, only);
    this.seen = seen;
    if (again) Object.assign(this.ahead, { width: canvas.width, height: canvas.height });
    if (again && !hidden) this.draw(this.ahead, ratio, 0, run.nodes, () => theme.line);
    if (again || this.upTo > tried) {
      Object.assign(this.past, { width: canvas.width, height: canvas.height });
      this.upTo = 0;
    }
    const failed = (/** @type {number} */ node) => run.kind[node] === KIND.FAILURE;
    const colour = (/** @type {number} */ node) =>
      theme[only ? (only[node] ? "only" : "blue") : failed(node) ? "red" : "blue"];
    this.draw(this.past, ratio, this.upTo, tried, colour);
    this.upTo = tried;
    brush.clearRect(0, 0, width, height);
    for (const layer of [this.ahead, this.past]) brush.drawImage(layer, 0, 0, width, height);
    const way = run.pathTo(run.nodeAt(step)).map(place);
    brush.setLineDash([]);
    Object.assign(brush, { strokeStyle: theme.orange, fillStyle: theme.orange, lineWidth: 2.5 });
    brush.stroke(new Path2D(`M${way.join("L")}`));
    const [x, y] = way[way.length - 1];
    brush.fill(new Path2D(`M${x - 5} ${y - 5}h10v10h-10z`));
    brush.fillStyle = theme.green;
    for (const node of this.solved) {
      if (node > tried) break;
      const [left, top] = place(node);
      brush.fill(new Path2D(`M${left} ${top - 6}l6 6l-6 6l-6 -6z`));
    }
    brush.font = `${letters}px sans-serif`;
    brush.fillStyle = theme.ink;
    brush.textAlign = "left";
    const of = hidden ? "" : ` of ${number(run.nodes - 1)}`;
    brush.fillText(`${number(tried)}${of} nodes`, 4, height - 0.4 * letters);
  }

  /** Find the edges that are seen apart. @param {(node: number) => number[]} place
   * @param {ArrayLike<number> | undefined} only */
  collect(place, only) {
    const { run } = this,
      had = new Set();
    this.edges = [];
    for (let node = 1; node < run.nodes; node++) {
      const [x, y] = place(node),
        [above, top] = place(run.parent[node]);
      const row = 2 * run.depth[node] + (only?.[node] ?? 0),
        key = (Math.round(x * 2) * 8192 + Math.round(above * 2)) * 2048 + row;
      if (had.has(key)) continue;
      had.add(key);
      this.edges.push([node, x, y, above, top]);
    }
  }

  /** Draw the edges to some of the nodes, colour by colour. @param {HTMLCanvasElement} layer
   * @param {number} ratio @param {number} from @param {number} to
   * @param {(node: number) => string} colour */
  draw(layer, ratio, from, to, colour) {
    const brush = /** @type {CanvasRenderingContext2D} */ (layer.getContext("2d"));
    const paths = new Map([[colour(0), new Path2D()]]); // what is like the root lies below the rest
    for (const [node, x, y, above, top] of this.edges) {
      if (node <= from) continue;
      if (node > to) break;
      const name = colour(node),
        path = paths.get(name) ?? new Path2D();
      paths.set(name, path);
      path.moveTo(above, top);
      path.lineTo(x, y);
    }
    brush.setTransform(ratio, 0, 0, ratio, 0, 0);
    for (const [name, path] of paths) {
      brush.strokeStyle = name;
      brush.stroke(path);
    }
  }
}
