// How the search orders what it finds: chapters first, then what the reference of the code says.
// biome-ignore lint/correctness/noUnusedVariables: Sphinx's searchtools.js, which this is put into, reads it
var Scorer = {
  score: ([docname, , , , score]) => (docname === "book/api" ? score / 100 : score),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
