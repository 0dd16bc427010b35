// What the search reads of a page that it has found.

import assert from "node:assert/strict";
import test from "node:test";
import { DOMParser } from "linkedom";
import { readArticles } from "../../src/normbook/sphinx/assets/excerpts.mjs";

const PAGE = `<!doctype html><html><body><main><article><h1>Reference</h1>
  <dl><dt id="normbook.norms.layer_norm">layer_norm(x)</dt><dt id="7-of-9">another</dt></dl>
  <dl><dt id="term-mean">mean</dt><dd>The sum, shared.</dd></dl>
  <p>What is in it<button>copy</button></p></article></main></body></html>`;

function setUp() {
  globalThis.DOMParser = DOMParser;
  const search = { htmlToText: () => assert.fail("an article is there"), makeSearchSummary() {} };
  readArticles(search);
  return search;
}

test("of a page its article is read, without buttons", () => {
  assert.equal(
    setUp().htmlToText(PAGE, "").trim(),
    "Reference · layer_norm(x) · another · mean · The sum, shared. What is in it ·",
  );
});

test("of a formula a line is read where it is one, and no badge and no import is", () => {
  const read = (html) => setUp().htmlToText(`<article><p>${html}</p></article>`, "").trim();
  assert.equal(read("At <math><msup><mn>10</mn><mn>5</mn></msup></math>."), "At 10^5.");
  assert.equal(read("At <math><mover><mi>x</mi><mo>^</mo></mover></math>."), "At x\u0302.");
  assert.equal(read("It is <math><mfrac><mn>1</mn><mn>5</mn></mfrac></math>."), "It is ….");
  const badge = '<span class="nb-evidence">measured</span>';
  const imports = '<details class="nb-folded"><pre>import numpy</pre></details>';
  assert.equal(read(`So it is.${badge}${imports}`), "So it is.");
});

test("of a place in a page that alone is read, whatever its name is made of", () => {
  const { htmlToText } = setUp();
  assert.match(htmlToText(PAGE, "#normbook.norms.layer_norm"), /^layer_norm\(x\)/);
  assert.match(htmlToText(PAGE, "#7-of-9"), /^another/);
  assert.match(htmlToText(PAGE, "#nowhere"), /^ ?Reference/);
  assert.match(htmlToText(PAGE, "#term-mean"), /^mean · The sum, shared\.\s*$/);
});

const CHAPTER = `<!doctype html><html><body><main><article><h1>Bugs</h1>
  ${section("first", "Dominant numbers", "A dominant row, and one NaN.")}
  ${section("own", "A NaN of your own", "Where from?")}
  ${section("rare", "Elsewhere", "Infinity, infinity. A root.")}
  ${section("most", "And more", "A root, a root, a root. Infinity.")}
  ${section("five", "Five", "")} ${section("six", "Six", "")} ${section("seven", "Seven", "")}
  ${section("pitfalls", "Pitfalls", "A root, infinity, infinity; overflow. A root.")}
  ${section("exercises", "Exercises", "overflow, overflow")}
  ${section("references", "References", "Mixed precision. Underflow.")}
  </article></main></body></html>`;

function section(id, title, text) {
  return `<section id="${id}"><h2>${title}</h2><p>${text}</p></section>`;
}

/** Returns the place that a result is led to by these words. */
async function ledTo(...words) {
  const { document } = new DOMParser().parseFromString("<li><a></a></li>", "text/html").defaultView;
  globalThis.document = document;
  const result = document.querySelector("li");
  const search = {
    htmlToText() {},
    makeSearchSummary: () => result.appendChild(document.createElement("p")),
  };
  readArticles(search);
  search.makeSearchSummary(CHAPTER, new Set(words), "");
  await Promise.resolve(); // once it is placed
  return result.querySelector("a").hash; // a plain property here
}

test("a result leads to the section whose title has the words, and not to one that only has letters", async () => {
  assert.equal(await ledTo("nan"), "own");
});

test("of sections that have the words it is the one with most of the rarest, before a chapter's end", async () => {
  assert.equal(await ledTo("infinity"), "rare");
  assert.equal(await ledTo("root"), "most");
  assert.equal(await ledTo("root", "infinity"), "rare");
  assert.equal(await ledTo("overflow"), "exercises");
});

test("no result leads to a chapter's references that does not ask for these", async () => {
  assert.equal(await ledTo("underflow"), undefined);
  assert.equal(await ledTo("references"), "references");
});

test("a result leads to the page's top if all of it is about the words", async () => {
  assert.equal(await ledTo("bug"), undefined);
});

test("an excerpt begins with a sentence, or else with a word, and ends with a word", () => {
  const excerptOf = (cut) => {
    const search = { htmlToText() {}, makeSearchSummary: () => ({ textContent: cut }) };
    readArticles(search);
    return search.makeSearchSummary(PAGE, new Set(["sought"]), "#anchor").textContent;
  };
  const long = "and so on ".repeat(12);
  assert.equal(
    excerptOf("...rds of it. What is sought is this, and mo..."),
    "What is sought is this, and …",
  );
  assert.equal(excerptOf(`...rds of it, ${long}is sought. Mo...`), `… of it, ${long}is sought. …`);
  assert.equal(excerptOf("The sought."), "The sought.");
});

/** Returns what a result says of a page, where Sphinx has cut that out of it, and has placed and marked it. */
async function placed(html, cut) {
  const { document } = new DOMParser().parseFromString("<li><p></p></li>", "text/html").defaultView;
  globalThis.document = document;
  const summary = document.querySelector("p");
  const search = { htmlToText() {}, makeSearchSummary: () => summary };
  summary.textContent = cut;
  readArticles(search);
  search.makeSearchSummary(html, new Set(), "");
  summary.innerHTML = summary.textContent
    .replaceAll("[", '<span class="highlighted">')
    .replaceAll("]", "</span>");
  await Promise.resolve();
  return summary.innerHTML.replace(/<span[^>]*>/g, "[").replaceAll("</span>", "]");
}

test("an excerpt does not repeat the title that it stands below", async () => {
  assert.equal(await placed(PAGE, "Reference · What is in it"), "What is in it");
});

test("what is marked begins a word, or a part of one that has a capital", async () => {
  assert.equal(await placed(PAGE, "a float [at] fl[at] noon"), "a float [at] flat noon");
  assert.equal(await placed(PAGE, "Layer[Norm], layer_[norm]"), "Layer[Norm], layer_[norm]");
});

test("of a question its scale is not read", () => {
  const scale =
    '<div class="nb-number"><span>1</span><span>10</span><label>Your answer</label></div>';
  const read = setUp().htmlToText(`<article><p>How many?</p>${scale}</article>`, "");
  assert.equal(read.trim(), "How many?");
});

test("of a picture its words are read, and not the numbers of its axes", () => {
  const picture = "<svg><text>step</text><text>−100</text><text>μ = 6</text></svg>";
  const read = setUp().htmlToText(`<article>${picture}</article>`, "");
  assert.equal(read.trim(), "step · μ = 6 ·");
});
