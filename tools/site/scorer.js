// What a search finds first: pages that are written for readers. The reference comes after them,
// unless one of its names was asked for.
var Scorer = {
  score: ([page, , , , score]) => score - (page.startsWith("reference/") ? 30 : 0),
  objNameMatch: 60,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
