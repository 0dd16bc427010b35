// Sphinx's search finds the pages that have all the words, and orders them by one of these: of a whole
// question there is often none, and of two words often the first in the alphabet. Here each word
// counts, one that few pages have more, and where no page has all, those are shown that have most.

const LONG = { fp16: "float16", bf16: "bfloat16", fp32: "float32", fp64: "float64" };
const AT_MOST = 8;
const NOTE = "No page has all of these words. These have the most of them:";

/** Has Sphinx's search, a global of its script, weigh all the words, and do with some of them. */
export function weighWords(search) {
  const parse = search._parseQuery;
  search._parseQuery = (query) =>
    parse(query.replace(/\w+/g, (word) => LONG[word.toLowerCase()] ?? word));
  const perform = search._performSearch;
  search._performSearch = (query, words, excluded, ...rest) => {
    const all = perform(query, words, excluded, ...rest);
    if (words.size < 2) return all;
    const none = new Set();
    const ofWords = [...words].map((word) => perform(word, new Set([word]), excluded, none, none));
    const pages = weigh(ofWords);
    if (all.length) return all.map((result) => plus(result, pages)).sort(byScore);
    const some = bestOf(pages, ofWords.filter(({ length }) => length).length / 2);
    if (some.length) search.status.after(noteOf());
    return some;
  };
}

/** Returns of each page what its words count, and how many there are. */
function weigh(ofWords) {
  const pages = new Map();
  for (const found of ofWords) {
    const own = new Map(); // of a page that is found twice, the last has the higher score
    for (const result of found) own.set(result[0], result);
    for (const [page, result] of own) {
      const known = pages.get(page) ?? { result, words: 0, score: 0 };
      known.words += 1;
      known.score += Math.log2(1 + result[4]) / own.size;
      pages.set(page, known);
    }
  }
  return pages;
}

function plus([page, title, anchor, about, score, ...rest], pages) {
  return [page, title, anchor, about, score + (pages.get(page)?.score ?? 0), ...rest];
}

/** The best is last, as Sphinx has it. */
function byScore(a, b) {
  return a[4] - b[4];
}

function bestOf(pages, least) {
  return [...pages.values()]
    .filter(({ words }) => words >= least)
    .map(({ result: [page, title, , , , file], score }) => [page, title, "", null, score, file])
    .sort(byScore)
    .slice(-AT_MOST);
}

function noteOf() {
  const note = document.createElement("p");
  note.textContent = NOTE;
  return note;
}
