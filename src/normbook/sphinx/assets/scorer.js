// How the search orders what it finds: chapters first, then the glossary and pages about the book, then
// what the reference of the code says.
const LESS = {
  "book/api": 100,
  "book/lecturers": 4,
  "book/about": 4,
  "book/gallery": 4,
  "book/glossary": 2,
};
// biome-ignore lint/correctness/noUnusedVariables: Sphinx's searchtools.js, which this is put into, reads it
var Scorer = {
  score: ([docname, , , , score]) => score / (LESS[docname] ?? 1),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
