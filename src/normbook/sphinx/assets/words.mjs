// Sphinx's search finds the pages that have all the words, and orders them by one of these: of a whole
// question there is often none, and of two words often the first in the alphabet. Here each word
// counts, one that few pages have more, and where no page has all, those are shown that have most.
//
// And a word is one however it is typed. `search.py` has the index know a compound, a word of two parts,
// by one spelling, `pre-ln`; what was typed, "pre ln", "preln" or "pre_ln", is read as that. A word that
// is nowhere is read as one that a slip of the finger makes it, "rmsnrom" as `rms-norm`.
//
// Of Sphinx 7.4's searchtools.js it replaces `Search._parseQuery`, wraps `Search._performSearch`, and
// reads `Search._index`, `Search.status` and a result's fields; of its language_data.js it takes
// `Stemmer` and `stopwords`. In another Sphinx look at these first.

const LONG = {
  fp16: "float16",
  bf16: "bfloat16",
  fp32: "float32",
  fp64: "float64",
  eps: "epsilon",
  lambda: "lamda", // as Unicode has it, and so the index
};
const OTHERWISE = [
  // what the book says in another word, and readers in these
  [
    /\b(?:test|testing|inference)[ -]time\b|\b(?<=(?:at|during) )testing\b|\binference\b/g,
    "evaluation",
  ],
  [/\b(train(?:ing)?) (and|vs|versus|or) test(?:ing)?\b/g, "$1 $2 evaluation"],
];
const GREEK =
  "alpha beta gamma delta epsilon zeta eta theta iota kappa lamda mu nu xi omicron pi rho sigma sigma tau upsilon phi chi psi omega".split(
    " ",
  );
const ALPHA = "α".charCodeAt();
const ASKING = new Set(
  // what a question has beside what it is about
  "why how what when where which who do does did can could should would has have had i me my mine our we you your get gets become becomes happen happens go goes going give gives giving return returns behave behaves during".split(
    " ",
  ),
);
const AGAINST = new Set(["vs", "versus"]); // parts two words that are sought together
const BRITISH = /is(?=(e[ds]?|ing|ations?)$)/;
const JOINTS = [" ", "-", "_", ""]; // what stands between the parts of a compound, in titles and entries
const APART = 0.2; // what a page counts that has the parts of a compound, each somewhere
const TITLED = 50; // what a page counts more whose own title and name have all the words
const NAMED = 1; // what it counts more where they have most of them
const AT_MOST = 8;
const NOTE = "No page has all of these words. These have the most of them:";
const MISTYPED = 4; // letters that a word has, at least, for another to be meant by it
const NOTHING_OF_SPHINX =
  "Your search did not match any documents. Please make sure that all words are spelled correctly and that you've selected enough categories.";
const NOTHING = "No page has any of these words. Look at their spelling, or try others.";
const COUNT = "$\u007bresultCount}"; // no template: Sphinx replaces it itself
const FOUND_OF_SPHINX = `Search finished, found ${COUNT} page(s) matching the search query.`;
const FOUND = `Pages found: ${COUNT}`;

/** Has Sphinx's search say plainly what it found, and of nothing what is so here: there are no categories. */
export function speakPlainly({ TRANSLATIONS }) {
  Object.assign(TRANSLATIONS, { [NOTHING_OF_SPHINX]: NOTHING, [FOUND_OF_SPHINX]: FOUND });
}

// The fields of a result, by their places in Sphinx's list: `about` is of objects of the code.
const [PAGE, TITLE, ANCHOR, ABOUT, SCORE, FILE] = Array(6).keys();
const resultOf = (page, title, score, file) => [page, title, "", null, score, file];

/** Has Sphinx's search, a global of its script, weigh all the words, and do with some of them. */
export function weighWords(search) {
  search._parseQuery = (query) => {
    const mistyped = [];
    const read = readQuery(query, vocabularyOf(search._index), mistyped);
    if (mistyped.length) search.status.after(noteOf(saysMeant(mistyped)));
    return parse(read);
  };
  const perform = search._performSearch;
  search._performSearch = (query, words, ...rest) => {
    const found = searchAll(query, words, ...rest);
    const weightOfTitle = weighTitles(words, vocabularyOf(search._index));
    const weighed = found.map((result) =>
      result.with(SCORE, result[SCORE] + weightOfTitle(result)),
    );
    return secondIfNamed(leadOnce(weighed.sort(byScore)), query);
  };

  function searchAll(query, words, excluded, ...rest) {
    const found = searchAnySpelling(perform, query, words, excluded, ...rest);
    if (words.size < 2) return found;
    const none = new Set();
    const ofWords = [...words].map((word) =>
      searchAnySpelling(perform, word, new Set([word]), excluded, none, none),
    );
    const pages = weigh(ofWords);
    const known = new Set(found.map((result) => result[PAGE]));
    const others = pagesWith(pages, words.size).filter((result) => !known.has(result[PAGE]));
    const all = [...found.map((result) => addWeight(result, pages)), ...others];
    if (all.length) return all.sort(byScore);
    const wordsFound = ofWords.filter(({ length }) => length).length;
    const some = pagesWith(pages, wordsFound / 2).slice(-AT_MOST);
    if (some.length) search.status.after(noteOf(NOTE));
    return some;
  }
}

/**
 * Returns what Sphinx makes of a query: { itself, stems, stems to be without, what to mark, names of
 * objects }, as a list. Sphinx's own notes the words in the browser's storage, for a script that no
 * page has here, and finds nothing where storage is full.
 */
function parse(query) {
  const typed = query.split(" ").filter(Boolean);
  const told = typed.filter((word) => !ASKING.has(word));
  const meant = told.length ? told : typed;
  const ignored = new Set(stopwords);
  const words = meant.filter((word) => !ignored.has(word) && !/^\d+$/.test(word));
  const marked = new Set(words.flatMap(writtenAs));
  return [query, new Set(words.map(stem)), new Set(), marked, new Set(meant)];
}

// ---- a query in the words of the index

/**
 * What an index knows: its words, of each compound, written as one, where its second part begins, and
 * all entries as one text. The part of `sigma-s` is gone: its stem, which is what an index has, is `sigma-`.
 */
function vocabularyOf({ terms, titleterms, indexentries }) {
  const words = new Set([...Object.keys(terms), ...Object.keys(titleterms)]);
  const secondParts = new Map();
  for (const word of words) {
    if (/-./.test(word)) secondParts.set(word.replace("-", ""), word.indexOf("-"));
  }
  return { words, secondParts, entries: Object.keys(indexentries).join("\n") };
}

const stem = (word) => new Stemmer().stemWord(word);

/** Returns a query in the words of the index; adds to a list those that were read as another. */
function readQuery(query, vocabulary, mistyped = []) {
  const said = OTHERWISE.reduce(
    (text, [theirs, ours]) => text.replace(theirs, ours),
    query.toLowerCase(),
  );
  const parts = said
    .replaceAll("\u0302", "-hat") // of x̂
    .replace(/[α-ω]/g, (letter) => ` ${GREEK[letter.charCodeAt() - ALPHA]} `)
    .replace(/(?<=[a-z]{3})(?=\d[a-z])/g, " ")
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((word) => word && !AGAINST.has(word))
    .map((word) => inSpellingOfBook(LONG[word] ?? word, vocabulary))
    .map((word) => {
      const meant = isNowhere(word, vocabulary) ? findMeant(stem(word), vocabulary) : null;
      if (meant) mistyped.push(word);
      return meant ?? word;
    })
    .flatMap((word) => splitCompound(word, vocabulary));
  const read = [];
  for (const part of parts) {
    const before = read.at(-1) ?? "-";
    const compound = before.includes("-") ? null : joinCompound(before, part, vocabulary);
    if (compound) read.splice(-1, 1, compound);
    else read.push(part);
  }
  return read.join(" ");
}

/** A word in American spelling, if that is in the book, and the British is not. */
function inSpellingOfBook(word, { words }) {
  const american = word.replace(BRITISH, "iz");
  return !words.has(stem(word)) && words.has(stem(american)) ? american : word;
}

/** Whether no word and no entry of the book has a word in it, however that ends. */
function isNowhere(word, { words, secondParts, entries }) {
  const stemmed = stem(word);
  return (
    !stopwords.includes(word) &&
    !secondParts.has(stemmed) &&
    !entries.includes(stemmed) &&
    ![...words].some((known) => known.includes(stemmed))
  );
}

/** The word of the book, a compound without its joint, that was mistyped as this; or null. */
function findMeant(stemmed, { words, secondParts }) {
  if (stemmed.length < MISTYPED) return null;
  return [...words, ...secondParts.keys()].find((known) => isSlip(known, stemmed)) ?? null;
}

/** Whether a word becomes another, of the same first letter, by one letter more, less, other, or swapped. */
function isSlip(one, other) {
  const shorter = Math.min(one.length, other.length);
  let before = 0;
  while (before < shorter && one[before] === other[before]) before += 1;
  let behind = 0;
  while (behind < shorter - before && one.at(-1 - behind) === other.at(-1 - behind)) behind += 1;
  const [a, b] = [one, other].map((word) => word.slice(before, word.length - behind));
  return before > 0 && ((a.length < 2 && b.length < 2) || (a.length === 2 && a === b[1] + b[0]));
}

/**
 * The parts of a compound that was written as one; of a word that is nowhere, two that are in the book.
 * A word that is not sought is no compound, and no part of one: "at" is no `a_t`, "the mean" no `the_mean`.
 */
function splitCompound(word, vocabulary) {
  const { words, secondParts } = vocabulary;
  const stemmed = stem(word);
  const cut = (at) => [word.slice(0, at), word.slice(at)];
  if (!stopwords.includes(word) && secondParts.has(stemmed)) return cut(secondParts.get(stemmed));
  if (!isNowhere(word, vocabulary)) return [word];
  const at = Array.from(word, (_, i) => i).find(
    (i) => i > 1 && i < word.length - 1 && cut(i).every((part) => words.has(stem(part))),
  );
  return at ? cut(at) : [word];
}

/** Two parts as the compound that the book has of them, or null. */
function joinCompound(first, second, { words }) {
  if (stopwords.includes(first) || stopwords.includes(second)) return null;
  const written = [`${first}-${second}`, `${first}${second}`];
  return written.find((word) => words.has(stem(word))) ?? null;
}

// ---- the spellings of a word

/** The ways in which a compound is written. */
function spellingsOf(word) {
  return JOINTS.map((joint) => word.replaceAll("-", joint));
}

/**
 * Returns the spelling in which a text in small letters first has a word, if it has it: a chapter names
 * what its code then calls. It begins a word there: bfloat16 is not float16, and what is dominant is no
 * NaN.
 */
export function findSpelling(text, word) {
  const places = writtenAs(word).map((spelling) => ({
    spelling,
    at: text.search(beginning(spelling)),
  }));
  return places.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at)[0]?.spelling;
}

/** How often a text in small letters has a word, in any spelling. */
export function countWord(text, word) {
  return writtenAs(word).reduce((sum, each) => sum + text.split(beginning(each)).length - 1, 0);
}

/** The spellings of a word in small letters, and of a Greek letter's name the letter. */
function writtenAs(word) {
  const letter = GREEK.lastIndexOf(word); // of the two sigmas the one that formulas have
  const spellings = [...new Set(spellingsOf(word.toLowerCase()))];
  return letter < 0 ? spellings : [...spellings, String.fromCharCode(ALPHA + letter)];
}

const beginning = (spelling) => new RegExp(`(?<![\\p{Letter}\\p{Number}])${spelling}`, "u");

/** What is found of a query in any spelling, the best of each; behind it, pages that have the parts. */
function searchAnySpelling(perform, query, words, excluded, marked, objects) {
  const none = new Set();
  const found = spellingsOf(query).map((text) =>
    perform(text, words, excluded, marked, objects.size ? new Set(text.split(" ")) : none),
  );
  const parts = new Set([...words].flatMap((word) => word.split("-").map(stem)));
  if (parts.size > words.size) {
    const apart = perform("", parts, excluded, none, none);
    found.push(apart.map((result) => result.with(SCORE, APART * result[SCORE])));
  }
  return bestOfEach(found.flat()).sort(byScore);
}

/** Of results that Sphinx would show as the same, the best. */
function bestOfEach(results) {
  const best = new Map();
  for (const result of results) {
    const shown = [PAGE, TITLE, ANCHOR, ABOUT].map((field) => result[field]).join("\n");
    if (!(best.get(shown)?.[SCORE] >= result[SCORE])) best.set(shown, result);
  }
  return [...best.values()];
}

// ---- what several words count

/** Returns of each page what its words count, and how many there are. */
function weigh(ofWords) {
  const pages = new Map();
  for (const found of ofWords) {
    const ofPage = new Map(); // of a page that is found twice, the last has the higher score
    for (const result of found) ofPage.set(result[PAGE], result);
    for (const [page, result] of ofPage) {
      const known = pages.get(page) ?? { result, words: 0, score: 0 };
      known.words += 1;
      known.score += Math.log2(1 + result[SCORE]) / ofPage.size;
      pages.set(page, known);
    }
  }
  return pages;
}

/** Adds to a result what all the words count on its page. */
function addWeight(result, pages) {
  return result.with(SCORE, result[SCORE] + (pages.get(result[PAGE])?.score ?? 0));
}

/** The best is last, as Sphinx has it. */
function byScore(a, b) {
  return a[SCORE] - b[SCORE];
}

/**
 * Returns what tells how much more a result counts because it is a page whose own title and name, as
 * `backward`, have the words. To Sphinx a section's title is as good.
 */
function weighTitles(words, vocabulary) {
  return (result) => {
    if (!isWhole(result)) return 0;
    const titled = `${result[TITLE]}, ${result[PAGE].split("/").at(-1)}`;
    const own = readQuery(titled, vocabulary)
      .split(" ")
      .flatMap((word) => [word, ...word.split("-")]);
    const stems = new Set(own.map(stem));
    const hasParts = (word) => word.split("-").every((part) => stems.has(stem(part)));
    const had = [...words].filter((word) => stems.has(word) || hasParts(word)).length;
    if (had === words.size) return TITLED;
    return 2 * had > words.size ? NAMED : 0;
  };
}

const isWhole = (result) => !result[ANCHOR] && !result[ABOUT];

/**
 * Leaves out a page of which a section is found that counts as much or more: its title has what was
 * typed, and so the page's own link would be led to it, too.
 */
function leadOnce(found) {
  const sections = found.filter((result) => result[ANCHOR] && !result[ABOUT]);
  const isLed = (page) =>
    sections.some((result) => result[PAGE] === page[PAGE] && result[SCORE] >= page[SCORE]);
  return found.filter((result) => !isWhole(result) || !isLed(result));
}

/**
 * What has just the name that was typed stands second, behind its chapter, and a function before a
 * class. Of one word it is a function alone: an explorable's class has the name of its chapter.
 */
function secondIfNamed(found, query) {
  const letters = (name) => name.toLowerCase().replace(/[ _-]/g, "");
  const isFunction = (result) => result[ABOUT].startsWith("Python function");
  const isNamed = (result) =>
    result[ABOUT] &&
    letters(result[TITLE].split(".").at(-1)) === letters(query) &&
    (/[ -]/.test(query) || isFunction(result));
  const named = found.filter(isNamed).sort((a, b) => isFunction(a) - isFunction(b));
  const others = found.filter((result) => !isNamed(result));
  return [...others.slice(0, -1), ...named, ...others.slice(-1)];
}

/** Pages that have so many of the words. */
function pagesWith(pages, least) {
  return [...pages.values()]
    .filter(({ words }) => words >= least)
    .map(({ result, score }) => resultOf(result[PAGE], result[TITLE], score, result[FILE]))
    .sort(byScore);
}

function noteOf(text) {
  const note = document.createElement("p");
  note.textContent = text;
  return note;
}

function saysMeant(mistyped) {
  const words = mistyped.map((word) => `“${word}”`).join(" or ");
  return `No page has ${words}. A word that is spelt almost so is searched for instead.`;
}
