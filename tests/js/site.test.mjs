// What the page's host does beside mounting: what is carried from page to page.

import assert from "node:assert/strict";
import test from "node:test";
import { createModel } from "../../src/normbook/sphinx/assets/model.mjs";
import { carry } from "../../src/normbook/sphinx/assets/site.mjs";

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

/** The model of an explorable on a new page. */
function open(slug, window) {
  const model = createModel(START);
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
  assert.deepEqual(open("geometry", tabOf(storage, "#geometry=x")).get("x"), START.x);
});

test("without storage each page begins anew", () => {
  const model = open("geometry", tabOf(null));
  model.set("x", [0, 1, 2]);
  assert.deepEqual(model.get("x"), [0, 1, 2]);
});
