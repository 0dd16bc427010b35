// What the search shows first, and where no page has all the words, over an index that the test makes up.

import assert from "node:assert/strict";
import test from "node:test";
import { parseHTML } from "linkedom";
import { countWord, findSpelling, weighWords } from "../../src/normbook/sphinx/assets/words.mjs";

const PAGES = {
  epsilon: ["float16", "nan", "constant", "row", "loss", "stack"],
  rms_norm: ["float16", "row"],
  training: ["loss", "row", "train", "moodle"],
  api: ["row"],
  placement: [
    "pre",
    "ln",
    "pre-ln",
    "warm",
    "up",
    "warm-up",
    "epsilon",
    "checkpoint",
    "run",
    "mean",
    "runs-mean",
  ],
  bugs: [
    "pre",
    "up",
    "batch",
    "size",
    "standardize",
    "layer",
    "norm",
    "2d",
    "layer-norm",
    "run",
    "mean",
  ],
  family: ["ln", "pre", "x", "hat", "x-hat", "linear", "near", "li", "train", "sigma"],
  code: ["sigma-", "a-t", "the-mean", "norma"],
};
const TITLES = { cheat_sheet: "Warm_up" };
const SECTIONS = { training: "Moodle" };

const OBJECTS = {
  "normbook.norms.layer_norm": "Python function",
  "normbook.nn.LayerNorm": "Python class",
  "normbook.norms.float16": "Python function",
  "normbook.widgets.Constant": "Python class",
};

/** The score of one of the words, as Sphinx's: here the page of ε is about the loss. */
function scoreOf(page, words) {
  return page === "epsilon" && words.size === 1 && words.has("loss") ? 100 : 5;
}

/** A search as Sphinx's: pages that have all the words, and none that has an excluded one. */
function setUp() {
  const { document } = parseHTML("<html><body><p></p></body></html>");
  globalThis.document = document;
  globalThis.stopwords = ["the", "of", "at", "a"];
  globalThis.Stemmer = class {
    stemWord = (word) => word.replace(/(?<!s)s$|ing$/, "");
  };
  const search = {
    status: document.querySelector("p"),
    _index: {
      terms: Object.fromEntries(
        Object.values(PAGES)
          .flat()
          .map((word) => [word, 0]),
      ),
      titleterms: {},
      indexentries: { "loss stuck": [], "layer norm": [] },
    },
    _performSearch: (text, words, excluded) => [
      ...Object.entries(PAGES)
        .filter(([, own]) => [...words].every((word) => own.includes(word)))
        .filter(([, own]) => ![...excluded].some((word) => own.includes(word)))
        .map(([page]) => [page, `The ${page}`, "", null, scoreOf(page, words), `${page}.md`]),
      ...Object.entries(TITLES)
        .filter(([, title]) => title.toLowerCase() === text)
        .map(([page, title]) => [page, title, "", null, 15, `${page}.md`]),
      ...Object.entries(SECTIONS)
        .filter(([, title]) => title.toLowerCase() === text)
        .map(([page, title]) => [page, `The ${page} > ${title}`, "#a", null, 15, `${page}.md`]),
      ...Object.entries(OBJECTS)
        .filter(([name]) => name.split(".").at(-1).toLowerCase() === text)
        .map(([name, about]) => [name, name, `#${name}`, `${about}, in Code`, 1, "api.md"]),
    ],
  };
  weighWords(search);
  const find = (query, ...excluded) => {
    const [read, words, , marked, names] = search._parseQuery(query);
    return search
      ._performSearch(read, words, new Set(excluded), marked, names)
      .map(([page]) => page);
  };
  const read = (query) => search._parseQuery(query)[0];
  const marked = (query) => [...search._parseQuery(query)[3]].sort();
  return { find, read, marked, notes: () => document.querySelectorAll("p").length - 1 };
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

test("an object of the code with just the name that was typed comes second, a function first", () => {
  const { find } = setUp();
  for (const spelling of ["layer_norm", "LayerNorm", "layer norm"]) {
    assert.deepEqual(find(spelling).slice(-3), [
      "normbook.nn.LayerNorm",
      "normbook.norms.layer_norm",
      "bugs",
    ]);
  }
  assert.equal(find("float16").at(-2), "normbook.norms.float16");
  assert.equal(find("constant")[0], "normbook.widgets.Constant"); // one word: where its score has it
});

test("a page whose own title has the words comes before one that has them elsewhere", () => {
  const { find } = setUp();
  assert.deepEqual(find("train"), ["family", "training"]);
});

test("a page whose own title has most of the words comes before others that have as many", () => {
  const { find } = setUp();
  assert.deepEqual(find("rms norm row"), ["epsilon", "training", "api", "rms_norm", "bugs"]);
});

test("a page of which a section has the title is led to that, and not listed twice", () => {
  const { find } = setUp();
  assert.deepEqual(find("moodle"), ["training"]);
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

test("of a question what it is about counts, and is marked, unless it is nothing else", () => {
  const { find, marked } = setUp();
  assert.deepEqual(find("Why does my loss become nan?"), find("loss nan"));
  assert.deepEqual(find("loss nan"), ["epsilon"]);
  assert.deepEqual(marked("how do I warm up"), ["warm up", "warm-up", "warm_up", "warmup"]);
  assert.deepEqual(marked("why"), ["why"]);
});

test("what is held against something is sought with it", () => {
  const { read } = setUp();
  assert.equal(read("preln vs. layernorm"), read("preln layernorm"));
});

test("short names of dtypes are read as the long ones", () => {
  const { find } = setUp();
  assert.deepEqual(find("FP16 nan"), ["epsilon"]);
});

const ALIKE = [
  ["pre-LN", "preln", "pre ln", "pre_ln", "PreLN"],
  ["warm-up", "warmup", "warm up", "WarmUp"],
  ["layer-norm 2d", "LayerNorm2d", "layer_norm2d", "layernorm 2d"],
  ["batch size", "batchsize", "batch-size"],
  ["checkpoint", "check point", "check-point"],
  ["standardize", "standardise"],
  ["epsilon", "ε", "eps"],
  ["x-hat", "x̂", "xhat", "x hat", "x_hat"],
];

test("a word is one, however it is typed", () => {
  const { find, read } = setUp();
  for (const [first, ...others] of ALIKE) {
    for (const other of others) assert.deepEqual(find(other), find(first), `${read(other)}`);
  }
  assert.equal(read("pre ln"), "pre-ln");
  assert.equal(read("linear"), "linear", "a word of the book is not taken apart");
});

test("a word that is nowhere is read as one that a slip of the finger makes it, and it is said", () => {
  for (const [typed, meant] of [
    ["layernrom", "layer-norm"], // swapped
    ["layernom", "layer-norm"], // one less
    ["checkpoinnt", "checkpoint"], // one more
    ["constand row", "constant row"], // another
  ]) {
    const { read, notes } = setUp();
    assert.equal(read(typed), meant);
    assert.equal(notes(), 1, typed);
  }
  const { read, notes } = setUp();
  const others = ["bonstant", "stuck", "chekpiont", "mae", "check", "standardizes"];
  for (const kept of others) assert.equal(read(kept), kept);
  assert.equal(notes(), 0);
});

test("a word that is not sought is no compound, and no part of one", () => {
  const { find, read } = setUp();
  assert.equal(read("the norm at a mean"), "the norm at a mean");
  assert.deepEqual(find("the mean"), find("mean"));
});

test("a Greek letter is found by its name, and both are marked", () => {
  const { find, read, marked } = setUp();
  assert.equal(read("σ"), "sigma", "and not the stem of `sigma_s`");
  assert.deepEqual(find("sigma"), ["family"]);
  assert.deepEqual(marked("sigma"), ["sigma", "σ"]);
});

test("pages that have a word come before those that have its parts, and titles have it in any spelling", () => {
  const { find } = setUp();
  assert.deepEqual(find("pre ln"), ["family", "placement"]);
  assert.deepEqual(find("warmup"), ["placement", "cheat_sheet"]);
  assert.deepEqual(find("preln checkpoint"), ["placement"]);
  assert.deepEqual(
    find("runs-mean").sort(),
    ["bugs", "placement"],
    "its first part has its own stem",
  );
});

test("a text has a word in one of its spellings", () => {
  assert.equal(findSpelling("a layer_norm", "layer-norm"), "layer_norm");
  assert.equal(findSpelling("layernorm: a layer_norm", "layer-norm"), "layernorm");
  assert.equal(findSpelling("its ε is", "epsilon"), "ε");
  assert.equal(findSpelling("rows of float16", "float16"), "float16");
  assert.equal(findSpelling("rows of bfloat16", "float16"), undefined);
  assert.equal(findSpelling("a layer, a norm", "layer-norm"), undefined);
  assert.equal(findSpelling("what is dominant", "nan"), undefined);
  assert.equal(countWord("a layer_norm, layernorms, a conditionallayernorm", "layer-norm"), 2);
  assert.equal(countWord("ε and epsilon", "epsilon"), 2);
});
