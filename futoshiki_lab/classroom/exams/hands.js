// Counts hands by choice: how many are right, and which mistaken idea is the most frequent one.

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
  votes.addEventListener("input", tell);
}
