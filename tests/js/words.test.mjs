// What the search shows first, and where no page has all the words, over an index that the test makes up.

import assert from "node:assert/strict";
import test from "node:test";
import { parseHTML } from "linkedom";
import { weighWords } from "../../src/normbook/sphinx/assets/words.mjs";

const PAGES = {
  epsilon: ["float16", "nan", "constant", "row", "loss"],
  rms_norm: ["float16", "row"],
  training: ["loss", "row"],
  api: ["row"],
};

/** The score of one of the words, as Sphinx's: here the page of ε is about the loss. */
function scoreOf(page, words) {
  return page === "epsilon" && words.size === 1 && words.has("loss") ? 100 : 5;
}

/** A search as Sphinx's: pages that have all the words, and none that has an excluded one. */
function setUp() {
  const { document } = parseHTML("<html><body><p></p></body></html>");
  globalThis.document = document;
  const search = {
    status: document.querySelector("p"),
    _parseQuery: (query) => query.split(" "),
    _performSearch: (_, words, excluded) =>
      Object.entries(PAGES)
        .filter(([, own]) => [...words].every((word) => own.includes(word)))
        .filter(([, own]) => ![...excluded].some((word) => own.includes(word)))
        .map(([page]) => [page, `The ${page}`, "#here", null, scoreOf(page, words), `${page}.md`]),
  };
  weighWords(search);
  const find = (query, ...excluded) =>
    search
      ._performSearch(query, new Set(search._parseQuery(query)), new Set(excluded))
      .map(([page]) => page);
  return { find, notes: () => document.querySelectorAll("p").length - 1 };
}

test("the pages that have all the words are shown, the best last", () => {
  const { find, notes } = setUp();
  assert.deepEqual(find("float16 row").sort(), ["epsilon", "rms_norm"]);
  assert.deepEqual(find("loss row"), ["training", "epsilon"]);
  assert.equal(notes(), 0);
});

test("where none has all, those that have half are shown, the best last, and it is said", () => {
  const { find, notes } = setUp();
  assert.deepEqual(find("float16 nan layernorm row"), ["rms_norm", "epsilon"]);
  assert.equal(notes(), 1);
});

test("a word that is nowhere alone finds nothing, and nothing is said", () => {
  const { find, notes } = setUp();
  assert.deepEqual(find("nowhere"), []);
  assert.deepEqual(find("nowhere neither"), []);
  assert.equal(notes(), 0);
});

test("what is excluded stays out", () => {
  const { find } = setUp();
  assert.deepEqual(find("row nan unheard", "loss").sort(), ["api", "rms_norm"]);
});

test("short names of dtypes are read as the long ones", () => {
  const { find } = setUp();
  assert.deepEqual(find("FP16 nan"), ["epsilon"]);
});
