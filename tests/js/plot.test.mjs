// Charts with two axes: what is drawn of points that have no place.

import assert from "node:assert/strict";
import test from "node:test";
import { parseHTML } from "linkedom";
import { plot } from "../../src/normbook/widgets/_shared/plot.mjs";

/** A chart from 0 to 4 and from 1 to 10, drawn from 54 to 323.2 and from 168 to 10. */
function mountPlot({ log = false } = {}) {
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const chart = plot(document.body, { title: "", x: { label: "x" }, y: { label: "y", log } });
  const update = (picture) => chart.update({ x: [0, 4], y: [1, 10], label: "a chart", ...picture });
  const outline = (name) => document.querySelector(`.nb-${name}`).getAttribute("d");
  return { update, outline, document };
}

const BAD = [null, [1, Number.NaN, 2], [1, 2, Number.NaN], [Number.NaN, 1, 2], [1, 2, Infinity]];

test("a curve and an area have a gap where a point has no place", () => {
  for (const bad of BAD) {
    const { update, outline } = mountPlot();
    const of = (points) => points.map((point) => point?.slice(0, 2) ?? null);
    const good = [0, 1, 2].map((across) => [across, 2, 3]);
    const points = [...good.slice(0, 2), bad, ...good.slice(1)];
    update({ areas: [{ points, tone: "x" }], curves: [{ points: of(points), tone: "y" }] });
    assert.doesNotMatch(outline("area"), /NaN|Infinity/);
    assert.equal(outline("area").match(/M/g).length, 2, `${bad}`);
    assert.equal(outline("area").match(/Z/g).length, 2, `${bad}`);
    assert.doesNotMatch(outline("curve"), /NaN|Infinity/);
  }
});

test("what has no place on a logarithmic axis is a gap, and what is beyond an axis is at its edge", () => {
  const { update, outline } = mountPlot({ log: true });
  const points = [
    [0, 2, 3],
    [1, -1, 3],
    [2, 2, Number.MAX_VALUE],
    [3, 2, 3],
  ];
  update({ areas: [{ points, tone: "x" }] });
  assert.equal(outline("area").match(/M/g).length, 2);
  assert.match(outline("area"), /M188.6 10L/);
});

test("of points without a place nothing is drawn", () => {
  const { update, outline } = mountPlot();
  update({ areas: [{ points: BAD, tone: "x" }], curves: [{ points: [null], tone: "y" }] });
  assert.deepEqual([outline("area"), outline("curve")], ["", ""]);
});

test("a curve of the very same points is drawn anew on other axes, and not on the same", () => {
  const { update, outline, document } = mountPlot();
  const curves = [
    {
      points: [
        [0, 1],
        [1, 2],
      ],
      tone: "x",
    },
  ];
  update({ curves });
  const before = outline("curve");
  document.querySelector(".nb-curve").setAttribute("d", "");
  update({ curves });
  assert.equal(outline("curve"), "");
  update({ curves, x: [0, 2] });
  assert.notEqual(outline("curve"), "");
  update({ curves: [{ ...curves[0], points: [...curves[0].points] }] });
  assert.equal(outline("curve"), before);
});
