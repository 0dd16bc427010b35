// The norms and the gradient are those of normbook.norms, and the picture keeps what its text says.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { cloud, gradient, length, norms } from "../../src/normbook/widgets/geometry/arithmetic.mjs";
import { drawn, LONGEST } from "../../src/normbook/widgets/geometry/gradient.mjs";
import { place } from "../../src/normbook/widgets/geometry/labels.mjs";
import { lesson } from "../../src/normbook/widgets/geometry/lesson.mjs";
import {
  AXES,
  camera,
  dot,
  ellipse,
  moved,
  nearness,
  ONES,
  project,
  RADIUS,
  reachOf,
  rim,
  turned,
} from "../../src/normbook/widgets/geometry/view.mjs";
import geometry from "../../src/normbook/widgets/geometry/widget.mjs";
import { mount } from "./page.mjs";

const vectors = JSON.parse(readFileSync(new URL("vectors/geometry.json", import.meta.url)));
const X = [1.9, 0.2, 1.2];
const START = { x: X, eps: 1e-5, show: "both", dy: [0.4, -0.3, 1.2] };
const VIEWS = [-180, -105, -30, 0, 45, 120, 170].flatMap((turn) =>
  [-90, -35, 0, 22, 90].map((tilt) => ({ turn, tilt })),
);

function assertNear(actual, expected, tolerance = 1e-10) {
  for (const [i, value] of [actual].flat().entries()) {
    const wanted = [expected].flat()[i];
    assert.ok(
      Math.abs(value - wanted) <= tolerance * Math.max(1, Math.abs(wanted)),
      `${actual}, expected ${expected}`,
    );
  }
}

for (const { name, state, mean, xHat, byRms, rrms, rstd, dx } of vectors) {
  test(`both norms and the gradient are NumPy's: ${name}`, () => {
    const found = norms(state);
    assertNear(found.mean, mean);
    assertNear(found.xHat, xHat);
    assertNear(found.byRms, byRms);
    assertNear(found.rms * rrms, found.rms === 0 ? 0 : 1);
    assertNear(found.deviation * rstd, found.deviation === 0 ? 0 : 1);
    // Of numbers far larger than what is left of them, the last digits are lost.
    assertNear(gradient(state, found).dx, dx, 1e-10 * Math.max(1, rstd));
  });
}

test("of dy nothing is left along 1, nor without ε along x̂, and half of x gets twice the rest", () => {
  const state = { x: X, eps: 0, dy: [0.4, -0.3, 1.2] };
  const found = norms(state);
  const { across, along, dx } = gradient(state, found);
  assertNear([dot(across, ONES), dot(along, ONES), dot(along, found.xHat)], [0, 0, 0]);
  assertNear(length(dx) * found.deviation, length(along));
  const half = { ...state, x: X.map((value) => value / 2) };
  assertNear(
    gradient(half, norms(half)).dx,
    dx.map((value) => 2 * value),
  );
  for (const lost of [ONES, found.xHat]) {
    assertNear(gradient({ ...state, dy: lost }, found).dx, [0, 0, 0]);
  }
});

test("a dx that is too long to be drawn keeps its direction", () => {
  assert.deepEqual(drawn([1, -1, 0]), [1, -1, 0]);
  assertNear(drawn([300, -400, 0]), [0.6 * LONGEST, -0.8 * LONGEST, 0]);
  assert.deepEqual(drawn([0, 0, 0]), [0, 0, 0]);
});

test("a cloud begins around x, and falls to the plane, then to the circle, and to the sphere", () => {
  const at = (fallen) => cloud({ x: X, eps: 0, fallen });
  const { rows, layer, rms } = at(0);
  assert.deepEqual([layer, rms], [rows, rows]);
  const center = [0, 1, 2].map((i) => rows.reduce((sum, row) => sum + row[i] / rows.length, 0));
  assertNear(center, X, 0.2);
  const centred = rows.map((x) => norms({ x, eps: 0 }).centred);
  assertNear(at(0.5).layer.flat(), centred.flat());
  for (const point of at(1).layer) assertNear([length(point), dot(point, ONES)], [RADIUS, 0]);
  for (const point of at(1).rms) assertNear(length(point), RADIUS);
});

test("a cloud that moves along 1 leaves its circle as it is, and gathers on the sphere", () => {
  const spread = (points) => {
    const lengths = [0, 1, 2].map((i) => points.reduce((sum, p) => sum + p[i] / points.length, 0));
    return RADIUS - length(lengths);
  };
  const near = cloud({ x: X, eps: 0, fallen: 1 });
  const far = cloud({ x: X.map((value) => value + 2), eps: 0, fallen: 1 });
  for (const [i, point] of far.layer.entries()) assertNear(point, near.layer[i]);
  assert.ok(spread(far.rms) < spread(near.rms) / 2);
});

test("without ε both lengths are √3, x̂ is in the plane, and LN(x) is RMS(x − μ·1)", () => {
  for (const x of [X, [4, 4, -4], [1e-9, 0, 0], [-3, 2, 0.5]]) {
    const { xHat, byRms, centred } = norms({ x, eps: 0 });
    assertNear([length(xHat), length(byRms)], [RADIUS, RADIUS]);
    assertNear(dot(xHat, ONES), 0);
    assertNear(norms({ x: centred, eps: 0 }).byRms, xHat);
  }
});

test("ε pulls x̂ inside the circle and x / rms inside the sphere, x̂ more", () => {
  const { xHat, byRms } = norms({ x: X, eps: 2 });
  assert.ok(length(xHat) < length(byRms) && length(byRms) < RADIUS);
});

test("adding to each feature leaves x − μ·1 and x̂, and moves x / rms from 57.6° to 71.6°", () => {
  const before = norms(START);
  const after = norms({ ...START, x: X.map((value) => value + 1) });
  assertNear(after.centred, before.centred);
  assertNear(after.xHat, before.xHat);
  assertNear([before.angle, after.angle], [57.6, 71.6], 1e-3);
});

test("the angle is that between the two vectors, and none where one of them is 0", () => {
  const { xHat, byRms, angle } = norms(START);
  const cosine = dot(xHat, byRms) / length(xHat) / length(byRms);
  assertNear(angle, (Math.acos(cosine) * 180) / Math.PI);
  assert.equal(norms({ x: [2, -0.5, -1.5], eps: 0 }).angle, 0);
  assert.equal(norms({ x: [2, 2, 2], eps: 1e-5 }).angle, null);
  assert.equal(norms({ x: [0, 0, 0], eps: 0 }).angle, null);
});

test("one line tells what is special about a state", () => {
  const say = (changed) => {
    const state = { ...START, ...changed };
    const found = norms(state);
    return lesson(state, found, gradient(state, found));
  };
  const along = [2, 2, 2];
  const states = [
    {},
    { show: "layer" },
    { show: "rms" },
    { show: "rms", eps: 2 },
    { x: along },
    { x: along, eps: 0 },
    { x: along, show: "layer" },
    { x: [0, 0, 0] },
    { x: [0, 0, 0], eps: 0 },
    { x: [2, -0.5, -1.5] },
    { eps: 2 },
    { show: "gradient" },
    { show: "gradient", dy: [0, 0, 0] },
    { show: "gradient", dy: [1, 1, 1] },
    { show: "gradient", dy: norms(START).xHat },
    { show: "gradient", x: along },
    { show: "gradient", x: along, eps: 0 },
    { show: "gradient", x: [0.2, 0, 0.1] },
  ];
  assert.equal(new Set(states.map(say)).size, states.length);
  assert.match(say({ x: along, eps: 0 }), /0\/0/);
});

test("a view has three axes of length 1 at right angles, and 1 is never below the origin", () => {
  for (const state of VIEWS) {
    const view = camera(state);
    const { right, up, viewer } = view;
    for (const axis of [right, up, viewer]) assertNear(length(axis), 1);
    assertNear([dot(right, up), dot(up, viewer), dot(viewer, right)], [0, 0, 0]);
    assertNear(project(view, ONES)[0], 0);
    assert.ok(project(view, ONES)[1] < 1e-9);
  }
});

test("from above the circle is a circle, and from the side it is a line at right angles to 1", () => {
  assertNear(ellipse(camera({ turn: 30, tilt: 90 }), ONES, 2).radii, [2, 2]);
  assertNear(ellipse(camera({ turn: 30, tilt: 0 }), ONES, 2).radii, [2, 0]);
});

test("the half of a circle that is drawn as near is the near one", () => {
  for (const state of VIEWS) {
    const view = camera(state);
    for (const normal of [ONES, ...AXES]) {
      const { from, sweep, radii, apart } = ellipse(view, normal, 2);
      for (const point of rim(view, normal, 2)) {
        assertNear([length(point), dot(point, normal)], [2, 0]);
        const [x, y] = project(view, point);
        const clockwise = from[0] * y - from[1] * x; // SVG's y points down
        if (!apart || radii[1] < 1e-6 || Math.abs(clockwise) < 1e-6) continue;
        assert.equal(clockwise > 0 === (sweep === 1), nearness(view, point) > 0);
      }
    }
  }
});

test("a drag moves x with the pointer, within the limits", () => {
  for (const state of VIEWS) {
    const view = camera(state);
    const after = moved(view, X, [0.6, -0.4], 4);
    const [before, now] = [X, after].map((point) => project(view, point));
    assertNear(now, [before[0] + 0.6, before[1] - 0.4], 0.02);
    for (const value of moved(view, X, [30, 50], 2)) assert.ok(Math.abs(value) <= 2);
  }
});

test("straight up and down, a drag moves x along 1, which x̂ does not feel", () => {
  for (const state of VIEWS.filter(({ tilt }) => Math.abs(tilt) <= 70)) {
    const after = moved(camera(state), X, [0, -0.4], 4);
    const shifts = after.map((value, i) => value - X[i]);
    for (const shift of shifts) assertNear(shift, shifts[0], 1e-9);
    assert.ok(shifts[0] > 0);
  }
});

test("seen from above, it moves x across the screen, no nearer or farther", () => {
  const view = camera({ turn: 10, tilt: 85 });
  const after = moved(view, X, [0.3, -0.4], 4);
  assertNear(nearness(view, after), nearness(view, X), 0.02);
});

test("a turn goes on past the back, and a tilt stops upright", () => {
  assert.deepEqual(turned({ turn: -170, tilt: 80 }, [40, 60]), { turn: 170, tilt: 90 });
  assert.deepEqual(turned({ turn: 170, tilt: 0 }, [-40, -10]), { turn: -170, tilt: -5 });
});

test("every x is inside the picture's reach", () => {
  for (const show of ["both", "gradient"]) {
    assert.ok(reachOf({ x: [4, 4, 4], show }) > length([4, 4, 4]));
  }
  assert.equal(reachOf(START), reachOf({ ...START, x: X.map((value) => value + 1) }));
  assert.equal(reachOf(START), reachOf({ ...START, x: X.map((value) => 2 * value) }));
});

test("where points lie on each other, as seen along 1, no two names read as one", () => {
  const point = [[40, 14]];
  const names = ["x", "x̂ = LN(x)", "x / rms", "x − μ·1"].map((text) => ({ text, anchors: point }));
  const places = place(names, { dots: point, lines: [], frame: [170, 170] });
  for (const [i, [x, y]] of places.entries()) {
    for (const [k, [left, top]] of places.slice(0, i).entries()) {
      const across = Math.abs(x - left) - 3.5 * (names[i].text.length + names[k].text.length);
      const down = Math.abs(y - top) - 15;
      assert.ok(across >= 6 || down >= 3, `${names[i].text} and ${names[k].text}`);
    }
  }
});

test("names keep apart, and an optional one gives way", () => {
  const frame = [100, 100];
  const anchors = [[0, 0]];
  const one = { text: "name", anchors };
  const [a, b] = place([one, one], { dots: [[0, 0]], lines: [], frame });
  assert.ok(Math.abs(a[1] - b[1]) >= 14 || Math.abs(a[0] - b[0]) >= 25);
  const dots = Array.from({ length: 900 }, (_, i) => [(i % 30) * 7 - 100, i / 4.4 - 100]);
  assert.deepEqual(place([{ ...one, optional: true }], { dots, lines: [], frame }), [null]);
});

test("the tip of dy has a knob where it is dragged", () => {
  const { document } = mount(geometry, { show: "gradient" });
  const [tip, grip] = [".nb-space-tip", ".nb-space-grip:last-of-type"].map((part) =>
    document.querySelector(part),
  );
  for (const place of ["cx", "cy"]) assert.equal(tip.getAttribute(place), grip.getAttribute(place));
});

test("angles and the cloud's fall are read in whole numbers", () => {
  const { el } = mount(geometry, { cloud: true, fallen: 0.004, tilt: 0.3, turn: -0.3 });
  assert.match(el.textContent, /the cloud has fallen0 %/);
  assert.match(el.textContent, /Turn the view0°Tilt the view0°/);
});
