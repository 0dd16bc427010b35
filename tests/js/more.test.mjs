// What is folded away behind More: which states open it, and what else there is to try.

import assert from "node:assert/strict";
import test from "node:test";
import { experiments } from "../../src/normbook/widgets/pipeline/state.mjs";
import { mount, readJson, unfold } from "./page.mjs";

const open = async (slug) =>
  (await import(`../../src/normbook/widgets/${slug}/widget.mjs`)).default;
const record = readJson("../../src/normbook/data/experiments/drift.json");

for (const [slug, state] of [
  ["axes", { norm: "group", groups: 6 }],
  ["backward", { eps: 1 }],
  ["drift", { norm: "rms", record }],
  ["epsilon", { dtype: "float16", upcast: true }],
  ["geometry", { cloud: true, fallen: 0 }],
  [
    "pipeline",
    {
      x: [
        [4, 1],
        [8, 2],
      ],
    },
  ],
  ["pipeline", { weight: [2] }],
  ["rms_vs_layer", { eps: 1 }],
  ["scaling", { elongation: 50 }],
]) {
  const { record: _, ...shown } = state;
  test(`${slug}: a state that is about what is folded away opens it: ${JSON.stringify(shown)}`, async () => {
    const widget = await open(slug);
    const { el } = mount(widget, { ...widget.parse({}), ...state });
    assert.ok(el.querySelector(".nb-more[open] > :not(summary)"));
  });
}

test("the first three things to try stand in sight, the others behind More, in one order", async () => {
  const widget = await open("pipeline");
  const { el } = mount(widget, widget.parse({}));
  await unfold(el);
  const labels = (name) =>
    [...el.querySelectorAll(`[aria-label="${name}"] button`)].map((each) => each.textContent);
  assert.equal(labels("Try").length, 3);
  const all = experiments.map(({ label }) => label);
  assert.deepEqual([...labels("Try"), ...labels("Try, too")], all);
  assert.ok(el.querySelector('.nb-more [aria-label="Try, too"]'));
});
