// What all views of a page use: elements, words about numbers, the keys that are the notebook's
// own.
//
// Texts from a puzzle or a student's code reach the page as text nodes and attributes only.

export const number = new Intl.NumberFormat("en").format;

/** @param {string} what in the singular */
export const count = (many, what) => `${number(many)} ${what}${many === 1 ? "" : "s"}`;

/** A sentence begins with a capital letter, unless it begins with the name of a cell. */
export const sentence = text =>
  /^r\d+c\d/.test(text) ? text : text && text[0].toUpperCase() + text.slice(1);

/** Items in a sentence: "a, b and c". @param {(string | number)[]} items */
export const list = items =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;

/** Keys that keep their meaning for the notebook around a board: run this cell, save, ... */
export const forNotebook = event =>
  event.ctrlKey || event.metaKey || event.altKey || (event.key === "Enter" && event.shiftKey);

/** What has the keyboard: the whole page of a node, or the part of it that marimo shuts off, as its
 * own. @param {Node} node */
export const heldBy = node =>
  /** @type {Document | ShadowRoot} */ (node.getRootNode()).activeElement;

/** @template {Element} T @param {T} node @param {Record<string, any>} props
 * @param {(Node | string | false)[]} children */
function fill(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value !== undefined && value !== false) node.setAttribute(name, value);
  }
  node.append(...children.filter(child => child !== false));
  return node;
}

/** Make an element; strings become text nodes, functions listeners, all else attributes.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, any>} [props]
 * @param {(Node | string | false)[]} children */
export const h = (tag, props = {}, ...children) =>
  fill(document.createElement(tag), props, children);

/** Make an SVG element in the same way. @template {keyof SVGElementTagNameMap} K @param {K} tag
 * @param {Record<string, any>} [props] @param {(Node | string)[]} children */
export const svg = (tag, props = {}, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), props, children);

/** Make an element from markup of our own, whose line breaks are for the reader.
 * @param {string} markup */
export function dom(markup) {
  const made = document
    .createRange()
    .createContextualFragment(markup.replace(/(?<=>)\s*\n\s*|\s*\n\s*(?=<)|^\s+/g, ""));
  return /** @type {HTMLElement} */ (made.firstElementChild);
}

/** What stands in markup, by its class. @param {Element} node @returns {any} */
export const partOf = (node, name) => node.querySelector(`.fsl-${name}`);

/** Make an SVG element from markup of our own. @returns {SVGElement} */
export const shape = markup =>
  /** @type {SVGElement} */ (dom(`<svg>${markup}</svg>`).firstElementChild);

/** Text with what stands in `backticks` as code. @returns {(Node | string)[]} */
export const marked = text =>
  text
    .split("`")
    .map((part, at) => (at % 2 ? h("code", {}, part) : part))
    .filter(part => part !== "");

/** @param {() => void} click @param {string} [name] more classes */
export function button(text, label, click, name = "") {
  const props = { type: "button", class: `fsl-button ${name}`, "aria-label": label };
  return h("button", { ...props, title: label, click }, text);
}

/** What markup asks of an object: a method's name, after parts of the object and before an argument
 * where it has some, as in `stage.go(1)`. @param {any} target @param {string} words */
export function callOf(target, words) {
  const [, path = "", text] = /^([\w.]+)(?:\((.*)\))?$/.exec(words) ?? [],
    [name, ...parts] = path.split(".").reverse(),
    known = text === undefined || isNaN(Number(text)) ? text : Number(text);
  return (argument = known) => parts.reduceRight((one, part) => one[part], target)[name](argument);
}

/** Let buttons call an object's methods (`data-do`), and fields with their value (`data-change`).
 * @param {HTMLElement} node @param {any} target */
export function wire(node, target) {
  for (const one of node.querySelectorAll("button")) {
    Object.assign(one, { type: "button", ariaLabel: one.title || null });
    one.classList.add("fsl-button");
    const call = callOf(target, one.dataset.do ?? "");
    one.addEventListener("click", () => call());
  }
  for (const one of node.querySelectorAll(/** @type {"input"} */ ("[data-change]"))) {
    const call = callOf(target, one.dataset.change ?? "");
    one.addEventListener("change", () => call(one.value));
  }
}

/** A choice between values, each with its text. @param {string} label
 * @param {any[][]} options @param {() => void} [change] */
export function choice(label, options, change) {
  const made = options.map(([value, text]) => h("option", { value }, text));
  return h("select", { class: "fsl-choice", "aria-label": label, change }, ...made);
}

/** Write text only where it changes: most frames change little. @param {Node} node */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Set an attribute only where it changes; null removes it. */
export function put(node, name, value) {
  if (value === null) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

const touches = globalThis.matchMedia?.("(pointer: coarse), (hover: none)")?.matches;

/** Write a long text smaller, so that its place stays as it is. @param {HTMLElement} node
 * @param {number[]} sizes */
export function fit(node, sizes) {
  for (const size of sizes) {
    put(node, "style", size < 1 ? `--fsl-fits:${size}` : null);
    if (node.scrollHeight <= node.clientHeight + 1) break;
  }
}

/** What is said of clicks and keys, as it is said to a finger. @param {string} text */
export const byHand = text =>
  touches
    ? text
        .replace(/[,;] or: [^.]*| \((Enter|r)\)/g, "")
        .replaceAll("Click", "Tap")
        .replaceAll("click", "tap")
    : text;

export const targetOf = (/** @type {Event} */ event) => /** @type {Element} */ (event.target);

/** @typedef {{unit: number, least: number, [colour: string]: any}} Theme the size of the letters,
 * the least size of what is written, CSS colours by name */

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
    const { canvas } = this,
      { clientWidth: width, clientHeight: height } = canvas,
      ratio = globalThis.devicePixelRatio || 1,
      [wide, high] = [width, height].map(side => Math.round(side * ratio));
    Object.assign(this, { width, height, theme });
    if (canvas.width !== wide) canvas.width = wide;
    if (canvas.height !== high) canvas.height = high;
    this.brush.setTransform(ratio, 0, 0, ratio, 0, 0);
    return wide > 0 && high > 0;
  }

  /** Fill a shape of points, given as x, y, x, y, ... around 0, 0 for the size 1. @param {number[]}
   * points @param {string} colour */
  fill(points, x, y, size, colour) {
    const { brush } = this;
    brush.fillStyle = colour;
    brush.beginPath();
    for (let at = 0; at < points.length; at += 2)
      brush.lineTo(x + points[at] * size, y + points[at + 1] * size);
    brush.fill();
  }

  cross(x, y, r, colour, width) {
    const { brush } = this;
    Object.assign(brush, { strokeStyle: colour, lineWidth: width });
    brush.setLineDash([]);
    for (const way of [r, -r]) brush.stroke(new Path2D(`M${x - r} ${y - way}L${x + r} ${y + way}`));
  }

  /** Where a pointer is on it. @returns {[x: number, y: number]} */
  at(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }
}

const COLOURS = "ink soft line hair paper blue red green orange hem gone only red-text".split(" ");

export function readTheme(/** @type {HTMLElement | SVGElement} */ root) {
  const style = getComputedStyle(root),
    { color } = root.style;
  root.style.forcedColorAdjust = "none"; // else each is the colour of a text
  /** @type {Theme} */ const theme = {
    unit: parseFloat(style.fontSize),
    least: parseFloat(style.getPropertyValue("--fsl-least")) || 9,
  };
  // a token may be two colours, of which the browser knows the one that is seen
  for (const name of COLOURS) {
    root.style.color = `var(--fsl-${name})`;
    theme[name] = style.color;
  }
  root.style.color = color;
  root.style.forcedColorAdjust = "";
  theme.font = style.fontFamily;
  return theme;
}
