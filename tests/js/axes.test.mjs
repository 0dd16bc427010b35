// Which values share their statistics, what follows from it, and what is said of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  LAYOUTS,
  normalize,
  numberOf,
  places,
  valueAt,
  xHatAt,
} from "../../src/normbook/widgets/axes/arithmetic.mjs";
import { call, facts, lesson, parameterShape } from "../../src/normbook/widgets/axes/facts.mjs";
import { experiments, GROUPS, NORMS, parse } from "../../src/normbook/widgets/axes/state.mjs";
import widget from "../../src/normbook/widgets/axes/widget.mjs";
import { fire, mount, readJson } from "./page.mjs";

const TENSORS = Object.keys(LAYOUTS);
const EVERY = TENSORS.flatMap((tensor) =>
  NORMS.flatMap((norm) =>
    [1, 2, 3, 4].flatMap((batch) =>
      (norm === "group" ? GROUPS : [2]).map((groups) => parse({ tensor, norm, batch, groups })),
    ),
  ),
);
const nameOf = ({ tensor, norm, batch, groups }) =>
  `${norm}${norm === "group" ? ` of ${groups}` : ""}, ${tensor}, batch of ${batch}`;

/** Every place, in the order in which the layout of a state stores its values. */
function inOrder({ tensor, batch }) {
  const { index, sizes } = LAYOUTS[tensor];
  const rank = (place) => index(place).reduce((sum, i, axis) => sum * sizes(batch)[axis] + i, 0);
  return places(batch).toSorted((a, b) => rank(a) - rank(b));
}

/** The x̂ of the first samples, in the order of (N, T, D). */
function xHats(state, samples = state.batch) {
  const normalized = normalize(state);
  return places(samples).map((place) => xHatAt(normalized, place));
}

const setsOf = (state) => normalize(state).sets.map(({ numbers }) => numbers);
const fact = (state, name) =>
  facts(state, normalize(state).sets).find(([each]) => each === name)[1];

for (const { state, x, xHat, sets } of readJson("vectors/axes.json")) {
  test(`x and x̂ are NumPy's: ${nameOf(state)}`, () => {
    const normalized = normalize(state);
    const order = inOrder(state);
    assert.deepEqual(order.map(valueAt), x);
    assert.equal(normalized.sets.length, sets);
    for (const [i, place] of order.entries()) {
      assert.ok(Math.abs(xHatAt(normalized, place) - xHat[i]) < 1e-9, `value ${i}`);
    }
  });
}

for (const state of EVERY) {
  test(`each value is in one set, all sets are of one size, and none is constant: ${nameOf(state)}`, () => {
    const { sets } = normalize(state);
    const numbers = sets.flatMap((set) => set.numbers);
    assert.deepEqual(
      numbers.toSorted((a, b) => a - b),
      places(state.batch).map(numberOf),
    );
    assert.equal(new Set(sets.map(({ x }) => x.length)).size, 1);
    assert.ok(sets.every(({ square }) => square > 1));
    assert.equal(fact(state, "values in each set").split(",")[0], String(sets[0].x.length));
  });
}

test("only batch norm depends on the other samples", () => {
  for (const state of EVERY.filter(({ batch }) => batch > 1)) {
    const alone = xHats({ ...state, batch: 1 });
    const same = JSON.stringify(xHats(state, 1)) === JSON.stringify(alone);
    assert.equal(same, state.norm !== "batch", nameOf(state));
    assert.equal(same, fact(state, "depends on the other samples") === "no", nameOf(state));
  }
});

test("batch norm of one sample, and group norm of six groups, are instance norm", () => {
  for (const tensor of TENSORS) {
    const instance = (batch) => xHats(parse({ tensor, batch, norm: "instance" }));
    assert.deepEqual(xHats(parse({ tensor, batch: 1, norm: "batch" })), instance(1));
    assert.deepEqual(xHats(parse({ tensor, norm: "group", groups: 6 })), instance(3));
  }
});

test("channel norm is layer norm of tokens; one group is layer norm of an image, and no other way", () => {
  const same = (tensor, one, other) =>
    JSON.stringify(xHats(parse({ tensor, ...one }))) ===
    JSON.stringify(xHats(parse({ tensor, ...other })));
  const [layer, channel, oneGroup] = [
    { norm: "layer" },
    { norm: "channel" },
    { norm: "group", groups: 1 },
  ];
  assert.deepEqual(
    TENSORS.map((tensor) => [same(tensor, layer, channel), same(tensor, layer, oneGroup)]),
    [
      [true, false],
      [false, true],
    ],
  );
});

test("the layouts hold the same numbers, and only layer and RMS norm see a difference", () => {
  for (const norm of NORMS) {
    const [tokens, image] = TENSORS.map((tensor) => setsOf(parse({ tensor, norm })));
    const differs = norm === "layer" || norm === "rms";
    assert.equal(JSON.stringify(tokens) !== JSON.stringify(image), differs, norm);
  }
});

test("RMS norm has the sets of layer norm, no mean, and keeps the sign of x", () => {
  for (const tensor of TENSORS) {
    const rms = parse({ tensor, norm: "rms" });
    assert.deepEqual(setsOf(rms), setsOf({ ...rms, norm: "layer" }));
    assert.ok(normalize(rms).sets.every(({ mean }) => mean === null));
    assert.ok(xHats(rms).every((value) => value >= 0));
    assert.equal(fact(rms, "means"), "none");
  }
});

test("the numbers of the text are so", () => {
  const count = (raw) => setsOf(parse(raw)).length;
  assert.deepEqual(
    ["layer", "rms", "instance", "group", "batch"].map((norm) => count({ norm })),
    [12, 12, 18, 6, 6],
  );
  assert.deepEqual(parameterShape(parse({ tensor: "NCHW" })), [6, 2, 2]);
  assert.match(fact(parse({ tensor: "NCHW" }), "γ and β"), /48 numbers/);
  assert.match(fact(parse({ tensor: "NCHW", norm: "group" }), "γ and β"), /12 numbers/);
});

test("a cell keeps its value when the layout changes, and its place where there is one", () => {
  for (const place of places(3)) {
    const cell = LAYOUTS.NTD.index(place);
    const image = parse({ tensor: "NCHW", cell });
    assert.equal(valueAt(LAYOUTS.NCHW.place(image.cell)), valueAt(place));
    assert.deepEqual(parse({ ...image, tensor: "NTD" }).cell, cell);
  }
  assert.deepEqual(parse({ batch: 1, cell: [2, 5, 5] }).cell, [0, 3, 5]);
  assert.deepEqual(parse({ tensor: "NCHW", cell: [5, 5, 5, 5] }).cell, [2, 5, 1, 1]);
});

test("each layout and norm has its own call, but for layer and channel norm of tokens", () => {
  const calls = TENSORS.flatMap((tensor) =>
    NORMS.map((norm) => call(parse({ tensor, norm })).join("")),
  );
  assert.equal(new Set(calls).size, calls.length - 1);
});

test("every note is about its state", () => {
  assert.match(lesson(parse({ norm: "batch", batch: 1 })), /instance norm/);
  assert.match(lesson(parse({ norm: "batch" })), /which others/);
  const notes = new Set(EVERY.filter(({ batch }) => batch === 3).map(lesson));
  assert.ok(notes.size >= 14, `${notes.size}`);
});

test("a tap chooses a cell; a mouse over one only shows it, until it leaves", async () => {
  const { el, model } = mount(widget, parse({}));
  const cells = el.querySelectorAll(".nb-cell");
  const which = () => el.querySelector(".nb-which").textContent;
  await fire(cells[0], "pointerover", { pointerType: "mouse" });
  assert.match(which(), /^x\[0, 0, 0\] = 0 /);
  assert.deepEqual(model.get("cell"), [1, 2, 3]);
  await fire(el.querySelector(".nb-samples"), "pointerleave");
  assert.match(which(), /^x\[1, 2, 3\] = 9 /);
  await fire(cells[30].firstChild, "click");
  assert.deepEqual(model.get("cell"), [1, 1, 0]);
  assert.equal(el.querySelectorAll(".nb-filled").length, 6);
  model.set("norm", "batch");
  await Promise.resolve();
  assert.equal(el.querySelectorAll(".nb-filled").length, 12);
});

test("each experiment leads to a state with a note of its own", () => {
  const states = experiments.map(({ apply }) => parse(apply));
  assert.equal(new Set(states.map(lesson)).size, experiments.length);
});
