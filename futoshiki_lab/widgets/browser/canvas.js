// A canvas and its colours: what timeline.js and tree.js draw on.

import { h } from "./page.js";

/** @typedef {{unit: number, least: number, [colour: string]: any}} Theme the size of the letters,
 * the least size
 * at which anything is written, and CSS colours by name */

/** A canvas as large as its box and as sharp as the screen, with the theme's colours. */
export class Canvas {
  /** @type {Theme} */ theme = { unit: 14, least: 9 };
  width = 0;
  height = 0;

  constructor(/** @type {Record<string, any>} */ props = {}) {
    this.canvas = h("canvas", props);
    this.brush = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
  }

  /** Fit to the box; false where there is nothing to draw on. @param {Theme} theme */
  measure(theme) {
    const ratio = globalThis.devicePixelRatio || 1;
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    this.theme = theme;
    const [width, height] = [Math.round(this.width * ratio), Math.round(this.height * ratio)];
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    this.brush.setTransform(ratio, 0, 0, ratio, 0, 0);
    return width > 0 && height > 0;
  }

  /** Begin a closed shape through points given as x, y, x, y, ... @param {number} x
   * @param {number} y @param {number[]} more */
  shape(x, y, ...more) {
    this.brush.beginPath();
    this.brush.moveTo(x, y);
    for (let at = 0; at < more.length; at += 2) this.brush.lineTo(more[at], more[at + 1]);
    this.brush.closePath();
  }

  /** Two strokes: what is wrong. @param {number} x @param {number} y @param {number} r
   * @param {string} colour @param {number} width */
  cross(x, y, r, colour, width) {
    const { brush } = this;
    ((brush.strokeStyle = colour), (brush.lineWidth = width));
    brush.setLineDash([]);
    for (const way of [r, -r]) {
      this.shape(x - r, y - way, x + r, y + way);
      brush.stroke();
    }
  }

  /** Where a pointer is on it. @param {MouseEvent} event @returns {[x: number, y: number]} */
  at(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }
}

export function readTheme(/** @type {Element} */ root) {
  const style = getComputedStyle(root);
  /** @type {Theme} */ const theme = {
    unit: parseFloat(style.fontSize),
    least: parseFloat(style.getPropertyValue("--fsl-least")) || 9,
  };
  for (const name of [
    "ink",
    "soft",
    "line",
    "paper",
    "blue",
    "red",
    "green",
    "orange",
    "sky",
    "grey",
    "only",
  ]) {
    theme[name] = style.getPropertyValue(`--fsl-${name}`).trim();
  }
  return theme;
}
