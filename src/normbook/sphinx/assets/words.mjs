// Sphinx's search finds the pages that have all the words, and orders them by one of these: of a whole
// question there is often none, and of two words often the first in the alphabet. Here each word
// counts, one that few pages have more, and where no page has all, those are shown that have most.
//
// And a word is one however it is typed. `search.py` has the index know a word of two parts by one
// spelling, `pre-ln`; what was typed, "pre ln", "preln" or "pre_ln", is read as that.

const LONG = {
  fp16: "float16",
  bf16: "bfloat16",
  fp32: "float32",
  fp64: "float64",
  eps: "epsilon",
  lambda: "lamda", // as Unicode has it, and so the index
};
const GREEK =
  "alpha beta gamma delta epsilon zeta eta theta iota kappa lamda mu nu xi omicron pi rho sigma sigma tau upsilon phi chi psi omega".split(
    " ",
  );
const ALPHA = "α".charCodeAt();
const BRITISH = /is(?=(e[ds]?|ing|ations?)$)/;
const BETWEEN = [" ", "-", "_", ""]; // the parts of a word, in titles and entries
const APART = 0.2; // what a page counts that has the parts of a word, each somewhere
const AT_MOST = 8;
const NOTE = "No page has all of these words. These have the most of them:";
const NOTHING_OF_SPHINX =
  "Your search did not match any documents. Please make sure that all words are spelled correctly and that you've selected enough categories.";
const NOTHING = "No page has any of these words. Look at their spelling, or try others.";

/** Has Sphinx's search say what is so of this book where it found nothing: there are no categories. */
export function speakPlainly({ TRANSLATIONS }) {
  TRANSLATIONS[NOTHING_OF_SPHINX] = NOTHING;
}

/** Has Sphinx's search, a global of its script, weigh all the words, and do with some of them. */
export function weighWords(search) {
  const parse = search._parseQuery;
  search._parseQuery = (query) => {
    const [read, words, excluded, marked, ...rest] = parse(
      readWords(query, knownOf(search._index)),
    );
    return [read, words, excluded, new Set([...marked].flatMap(spellings)), ...rest];
  };
  const perform = search._performSearch;
  search._performSearch = (query, words, excluded, ...rest) => {
    const found = spelled(perform, query, words, excluded, ...rest);
    if (words.size < 2) return found;
    const none = new Set();
    const ofWords = [...words].map((word) =>
      spelled(perform, word, new Set([word]), excluded, none, none),
    );
    const pages = weigh(ofWords);
    const known = new Set(found.map(([page]) => page));
    const others = pagesOf(pages, words.size).filter(([page]) => !known.has(page));
    const all = [...found.map((result) => plus(result, pages)), ...others];
    if (all.length) return all.sort(byScore);
    const some = pagesOf(pages, ofWords.filter(({ length }) => length).length / 2).slice(-AT_MOST);
    if (some.length) search.status.after(noteOf());
    return some;
  };
}

/** What an index knows: its words, and of those of two parts, written together, where the second begins. */
function knownOf({ terms, titleterms }) {
  const words = new Set([...Object.keys(terms), ...Object.keys(titleterms)]);
  const together = new Map();
  for (const word of words) {
    if (word.includes("-")) together.set(word.replace("-", ""), word.indexOf("-"));
  }
  return { words, together };
}

const stem = (word) => new Stemmer().stemWord(word);

/** Returns a query in the words of the index. */
export function readWords(query, known) {
  const parted = query
    .toLowerCase()
    .replaceAll("\u0302", "-hat") // of x̂
    .replace(/[α-ω]/g, (letter) => ` ${GREEK[letter.charCodeAt() - ALPHA]} `)
    .replace(/(?<=[a-z]{3})(?=\d[a-z])/g, " ")
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((word) => word)
    .flatMap((word) => partsOf(usual(LONG[word] ?? word, known), known));
  const read = [];
  for (const word of parted) {
    const before = read.at(-1) ?? "-";
    const one = before.includes("-") ? null : asOne(before, word, known);
    if (one) read.splice(-1, 1, one);
    else read.push(word);
  }
  return read.join(" ");
}

/** A word in American spelling, if that is in the book. */
function usual(word, { words }) {
  const american = word.replace(BRITISH, "iz");
  return !words.has(stem(word)) && words.has(stem(american)) ? american : word;
}

/** The parts of a word that was written together: of one that is nowhere, two that are in the book. */
function partsOf(word, { words, together }) {
  const stemmed = stem(word);
  const cut = (at) => [word.slice(0, at), word.slice(at)];
  if (together.has(stemmed)) return cut(together.get(stemmed));
  if ([...words].some((known) => known.includes(stemmed))) return [word];
  const at = Array.from(word, (_, i) => i).find(
    (i) => i > 1 && i < word.length - 1 && cut(i).every((part) => words.has(stem(part))),
  );
  return at ? cut(at) : [word];
}

/** Two words as the book has them in one, or null. */
function asOne(first, second, { words }) {
  const one = [`${first}-${second}`, `${first}${second}`];
  return one.find((word) => words.has(stem(word))) ?? null;
}

/** The ways in which a word of two parts is written. */
function spellings(word) {
  return BETWEEN.map((between) => word.replaceAll("-", between));
}

/**
 * Whether a text in small letters has a word, in any spelling: the spelling, or nothing. What has a
 * number in it is no part of another word: bfloat16 is not float16.
 */
export function spellingIn(text, word) {
  const letter = GREEK.indexOf(word);
  const all = spellings(word.toLowerCase());
  if (letter >= 0) all.push(String.fromCharCode(ALPHA + letter));
  const whole = /\p{Number}/u.test(word);
  const has = (spelling) =>
    whole
      ? new RegExp(`(?<![\\p{Letter}\\p{Number}])${spelling}`, "u").test(text)
      : text.includes(spelling);
  return all.find(has);
}

/** What is found of a query in any spelling, the best of each; behind it, pages that have the parts. */
function spelled(perform, query, words, excluded, marked, objects) {
  const none = new Set();
  const found = spellings(query).map((text) =>
    perform(text, words, excluded, marked, objects.size ? new Set(text.split(" ")) : none),
  );
  const parts = new Set([...words].flatMap((word) => word.split("-").map(stem)));
  if (parts.size > words.size) {
    const apart = perform("", parts, excluded, none, none);
    found.push(apart.map((result) => result.with(4, APART * result[4])));
  }
  return merge(found).sort(byScore);
}

/** Joins lists of results; of what is in several, the best counts. */
function merge(lists) {
  const best = new Map();
  for (const result of lists.flat()) {
    const key = result.slice(0, 4).join("\n");
    if (!(best.get(key)?.[4] >= result[4])) best.set(key, result);
  }
  return [...best.values()];
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

/** Pages that have so many of the words. */
function pagesOf(pages, least) {
  return [...pages.values()]
    .filter(({ words }) => words >= least)
    .map(({ result: [page, title, , , , file], score }) => [page, title, "", null, score, file])
    .sort(byScore);
}

function noteOf() {
  const note = document.createElement("p");
  note.textContent = NOTE;
  return note;
}
