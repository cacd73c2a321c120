// Counts hands by choice: how many are right, and which mistaken idea is the most frequent one. The
// browser keeps them; a table has those of all sheets so far, for the weeks of a course.

const PLACE = "futoshiki-lab hands";
const COLUMNS = ["date", "sheet", "question", "vote", "choice", "misconception", "hands"];
/** @typedef {Record<string, string>} Row @type {Record<string, Row>} by sheet, question, choice */
let kept = {};
/** What any page has kept by now; without a place to keep it, it lasts as long as the page. */
function recall() {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? "{}"),
      rows = Object.entries(found ?? {}).filter(([, row]) => typeof row?.hands === "string");
    kept = { ...kept, ...Object.fromEntries(rows) };
  } catch {
    // as above
  }
}
recall();

/** @param {HTMLInputElement} input @returns {Row} */
const about = ({ dataset }) => {
  const [sheet, question, vote, choice] = (dataset.about ?? "").split("|");
  return { sheet, question, vote, choice, misconception: dataset.why ?? "" };
};

for (const votes of document.querySelectorAll(".votes")) {
  const inputs = [...votes.querySelectorAll("input")];
  const said = /** @type {HTMLOutputElement} */ (votes.querySelector("output"));
  const tell = () => {
    const hands = inputs.map(input => Math.max(0, Math.floor(Number(input.value)) || 0));
    const all = hands.reduce((sum, more) => sum + more, 0);
    const right = hands[inputs.findIndex(input => !input.dataset.why)];
    const most = Math.max(0, ...hands.filter((_, at) => inputs[at].dataset.why));
    const ideas = inputs.filter((input, at) => input.dataset.why && hands[at] === most);
    const share = all ? `${right} of ${all} are right (${Math.round((100 * right) / all)} %).` : "";
    const why = ideas.map(input => input.dataset.why).join("; or: ");
    said.textContent = most ? `${share} The most frequent wrong idea, ${most}: ${why}` : share;
  };
  const write = () => {
    for (const input of inputs) input.value = kept[input.dataset.about ?? ""]?.hands ?? "";
    tell();
  };
  window.addEventListener("storage", () => (recall(), write())); // another page has written
  votes.addEventListener("input", ({ target }) => {
    const input = /** @type {HTMLInputElement} */ (target);
    const date = new Date().toISOString().slice(0, 10);
    recall(); // another page may have counted others
    kept[input.dataset.about ?? ""] = { date, ...about(input), hands: input.value };
    try {
      localStorage.setItem(PLACE, JSON.stringify(kept));
    } catch {
      // as above
    }
    tell();
  });
  write();
}

const link = /** @type {HTMLAnchorElement} */ (document.querySelector("a[download]"));
link.addEventListener("click", () => {
  recall();
  const rows = Object.values(kept).filter(row => row.hands);
  const cell = (/** @type {string} */ text = "") => `"${text.replaceAll('"', '""')}"`;
  const lines = rows.map(row => COLUMNS.map(name => cell(row[name])).join(","));
  const table = [COLUMNS.join(","), ...lines, ""].join("\r\n");
  link.href = URL.createObjectURL(new Blob([table], { type: "text/csv" }));
});
