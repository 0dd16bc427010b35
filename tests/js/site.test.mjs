// What the page's host does beside mounting: what is carried from page to page.

import assert from "node:assert/strict";
import test from "node:test";
import { createModel } from "../../src/normbook/sphinx/assets/model.mjs";
import { carry, giveRecord, unpack } from "../../src/normbook/sphinx/assets/site.mjs";

const settled = () => new Promise((resolve) => setTimeout(resolve));
const START = { x: [1, 2, 3] };

/** A tab: what one page leaves in its storage is there on the next. */
function tabOf(storage, hash = "") {
  return {
    location: { hash },
    get sessionStorage() {
      if (!storage) throw new Error("SecurityError");
      return {
        getItem: (key) => storage.get(key) ?? null,
        setItem: (key, value) => storage.set(key, value),
      };
    },
  };
}

/** The model of an explorable on a new page, where it shows `x` before anything is carried. */
function open(slug, window, { x } = START) {
  const model = createModel({ x, link: slug });
  carry(model, slug, window);
  return model;
}

test("the x of the geometry goes along to the next page, and no other explorable's", () => {
  const tab = tabOf(new Map());
  open("geometry", tab).set("x", [0, 1, 2]);
  open("pipeline", tab).set("x", [9]);
  assert.deepEqual(open("geometry", tab).get("x"), [0, 1, 2]);
  assert.deepEqual(open("pipeline", tab).get("x"), START.x);
});

test("a link to a state is followed, whatever was left", () => {
  const storage = new Map();
  open("geometry", tabOf(storage)).set("x", [0, 1, 2]);
  const xAt = (hash) => open("geometry", tabOf(storage, hash), { x: [4, 5, 6] }).get("x");
  assert.deepEqual(xAt("#geometry=x"), [4, 5, 6]);
  for (const section of ["#geometry", "#geometry-explorable", "#geometry-2=x"]) {
    assert.deepEqual(xAt(section), [0, 1, 2], `${section} is no state of it`);
  }
});

test("without storage each page begins anew", () => {
  const model = open("geometry", tabOf(null));
  model.set("x", [0, 1, 2]);
  assert.deepEqual(model.get("x"), [0, 1, 2]);
});

const LATE = { record: "digits.json", recordFor: '{"data": ["digits", "tokens"]}' };

test("a record that every state is drawn from is there before the model", async () => {
  const model = createModel(START);
  await giveRecord(model, { record: "drift.json" }, async (address) => [address], assert.fail);
  assert.deepEqual(model.get("record"), ["drift.json"]);
});

test("a record that some states are drawn from comes with the first of them, once", async () => {
  const model = createModel({ data: "xor" });
  const asked = [];
  const fetchRecord = async (address) => asked.push(address);
  await giveRecord(model, LATE, fetchRecord, () => {});
  model.set("data", "circles");
  assert.deepEqual(asked, []);
  for (const data of ["tokens", "xor", "digits"]) model.set("data", data);
  await settled();
  assert.deepEqual(asked, ["digits.json"]);
  assert.equal(model.get("record"), 1);
});

test("what could not be loaded is said, and asked for again by the next choice", async () => {
  const model = createModel({ data: "xor" });
  const said = [];
  let isThere = false;
  const fetchRecord = async () => {
    if (!isThere) throw new Error("404");
    return "digits";
  };
  console.error = () => {};
  await giveRecord(model, LATE, fetchRecord, (words) => said.push(words));
  model.set("data", "digits");
  await settled();
  assert.match(said[0], /could not be loaded/);
  isThere = true;
  model.set("data", "tokens");
  await settled();
  assert.deepEqual([model.get("record"), said.at(-1)], ["digits", ""]);
});

test("what came as whole steps is a table again, wherever in the record", () => {
  const packed = '{"a": {"b": {"steps": 4, "differences": [[4, 1, -1], [2, 0, -3]]}}, "c": [0.5]}';
  const table = [
    [1, 0.5],
    [1.25, 0.5],
    [1, -0.25],
  ];
  assert.deepEqual(JSON.parse(packed, unpack), { a: { b: table }, c: [0.5] });
});
