import assert from "node:assert/strict";
import { test } from "node:test";
import {
  asWork,
  keyOf,
  openStore,
  parseWork,
  storageOf,
  withBest,
} from "../../src/normbook/sphinx/assets/exercise/store.mjs";
import { Storage } from "./page.mjs";

const work = { source: "x = 1\n", points: null, worth: 10, hints: 0, time: 5 };

test("what is written is read again", () => {
  const storage = new Storage();
  assert.equal(openStore(storage, "a").write(work), "kept");
  assert.deepEqual(openStore(storage, "a").read(), work);
  assert.equal(openStore(storage, "b").read(), null);
});

test("what is no record is as good as nothing", () => {
  const wrong = [
    "",
    "{",
    "null",
    "[]",
    JSON.stringify({ ...work, source: 3 }),
    JSON.stringify({ ...work, source: "x".repeat(100_001) }),
    JSON.stringify({ ...work, points: -1 }),
    JSON.stringify({ ...work, points: "10" }),
    JSON.stringify({ ...work, hints: 0.5 }),
    JSON.stringify({ ...work, time: null }),
  ];
  for (const text of wrong) assert.equal(parseWork(text), null, text);
});

test("of a record only what belongs to it is taken", () => {
  assert.deepEqual(asWork({ ...work, html: "<b>" }), work);
});

test("newer work of another page is not overwritten before it was read", () => {
  const storage = new Storage();
  const [here, there] = [openStore(storage, "a"), openStore(storage, "a")];
  here.write(work);
  there.read();
  there.write({ ...work, source: "theirs\n", time: 6 });
  assert.equal(here.write({ ...work, source: "mine\n", time: 7 }), "newer");
  assert.equal(parseWork(storage.getItem(keyOf("a"))).source, "theirs\n");
  here.read();
  assert.equal(here.write({ ...work, source: "mine\n", time: 8 }), "kept");
  assert.equal(parseWork(storage.getItem(keyOf("a"))).source, "mine\n");
});

test("two pages with the same source do not stand in each other's way", () => {
  const storage = new Storage();
  const [here, there] = [openStore(storage, "a"), openStore(storage, "a")];
  here.write(work);
  assert.equal(there.write({ ...work, points: 10, time: 6 }), "kept");
  assert.equal(here.write({ ...work, time: 7 }), "kept");
  assert.equal(here.read().points, 10);
});

test("points and hints never become fewer", () => {
  assert.equal(withBest({ ...work, points: 3 }, { ...work, points: 10 }).points, 10);
  assert.equal(withBest({ ...work, points: 3 }, work).points, 3);
  assert.equal(withBest(work, { ...work, points: 0 }).points, 0);
  assert.equal(withBest(work, work).points, null);
  assert.equal(withBest({ ...work, hints: 2 }, work).hints, 2);
  assert.deepEqual(withBest(work, null), work);
});

test("a storage that is full or denied keeps nothing, and nothing breaks", () => {
  const full = new Storage();
  full.setItem = () => {
    throw new Error("QuotaExceededError");
  };
  assert.equal(openStore(full, "a").write(work), "denied");
  assert.equal(openStore(null, "a").write(work), "denied");
  assert.equal(openStore(null, "a").read(), null);
});

test("what could not be read again is not written", () => {
  const storage = new Storage();
  const store = openStore(storage, "a");
  store.write(work);
  assert.equal(store.write({ ...work, source: "x".repeat(100_001), time: 6 }), "long");
  assert.deepEqual(store.read(), work);
});

test("a stand-in for a denied storage is not taken for one", () => {
  const storage = new Storage();
  assert.equal(storageOf({ localStorage: storage, Storage }), storage);
  assert.equal(storageOf({ localStorage: { getItem() {} }, Storage }), null);
  const denied = {
    Storage,
    get localStorage() {
      throw new Error("SecurityError");
    },
  };
  assert.equal(storageOf(denied), null);
});
