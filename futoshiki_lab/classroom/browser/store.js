// The store of the browser: games, each under its puzzle's key, and answers.

const STORE = "futoshiki_lab:";

export function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(STORE + key) ?? "null");
  } catch {
    return null; // nothing that can be read, or no store at all
  }
}

export function store(key, /** @type {object} */ game) {
  try {
    localStorage.setItem(STORE + key, JSON.stringify(game));
  } catch {
    // no store, or a full one: the notebook has it
  }
}
