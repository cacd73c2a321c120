// What all views of a page use: elements, words about numbers, the keys that are the notebook's
// own.
//
// Texts from a puzzle or a student's code reach the page as text nodes and attributes only.

export const number = new Intl.NumberFormat("en").format;

/** @param {number} many @param {string} what in the singular */
export const count = (many, what) => `${number(many)} ${what}${many === 1 ? "" : "s"}`;

/** A sentence begins with a capital letter, unless it begins with the name of a cell. */
export const sentence = (/** @type {string} */ text) =>
  /^r\d+c\d/.test(text) ? text : text && text[0].toUpperCase() + text.slice(1);

/** Items in a sentence: "a, b and c". @param {(string | number)[]} items */
export const list = items =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;

/** Keys that keep their meaning for the notebook around a board: run this cell, save, ... */
export const forNotebook = (/** @type {KeyboardEvent} */ event) =>
  event.ctrlKey || event.metaKey || event.altKey || (event.key === "Enter" && event.shiftKey);

/** What has the keyboard: the whole page of a node, or the part of it that marimo shuts off, as its
 * own. @param {Node} node */
export const heldBy = node =>
  /** @type {Document | ShadowRoot} */ (node.getRootNode()).activeElement;

/** @template {Element} T @param {T} node @param {Record<string, any>} props
 * @param {(Node | string)[]} children */
function filled(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value !== undefined && value !== false) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

/** Make an element; strings become text nodes, functions listeners, all else attributes.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, any>} [props] @param {(Node | string)[]} children */
export function h(tag, props = {}, ...children) {
  return filled(document.createElement(tag), props, children);
}

/** Make an SVG element in the same way.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Record<string, any>} [props] @param {(Node | string)[]} children */
export function svg(tag, props = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), props, children);
}

/** Text with what stands in `backticks` as code. @param {string} text
 * @returns {(Node | string)[]} */
export const marked = text =>
  text
    .split("`")
    .map((part, at) => (at % 2 ? h("code", {}, part) : part))
    .filter(part => part !== "");

/** @param {string} text @param {string} label @param {() => void} click @param {string} [name] more
 * classes */
export function button(text, label, click, name = "") {
  const props = {
    type: "button",
    class: `fsl-button ${name}`,
    "aria-label": label,
    title: label,
    click,
  };
  return h("button", props, text);
}

/** A choice between values, each with its text.
 * @param {string} label @param {[value: string | number, text: string][]} options @param {() =>
 * void} [change] */
export function choice(label, options, change) {
  const made = options.map(([value, text]) => h("option", { value }, text));
  return h("select", { class: "fsl-choice", "aria-label": label, change }, ...made);
}

/** Write text only where it changes: most frames change little. @param {Node} node
 * @param {string} text */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Set an attribute only where it changes; null removes it. @param {Element} node
 * @param {string} name @param {any} value */
export function put(node, name, value) {
  if (value === null) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

/** The element that an event is about. */
export const targetOf = (/** @type {Event} */ event) => /** @type {Element} */ (event.target);
