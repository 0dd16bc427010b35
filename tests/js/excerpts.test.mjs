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

test("of a place in a page that alone is read, whatever its name is made of", () => {
  const { htmlToText } = setUp();
  assert.match(htmlToText(PAGE, "#normbook.norms.layer_norm"), /^layer_norm\(x\)/);
  assert.match(htmlToText(PAGE, "#7-of-9"), /^another/);
  assert.match(htmlToText(PAGE, "#nowhere"), /^ ?Reference/);
  assert.match(htmlToText(PAGE, "#term-mean"), /^mean · The sum, shared\.\s*$/);
});
