// The laboratory at work: its own networks, trained on the page, and each of its frames as it is shown.

import assert from "node:assert/strict";
import test from "node:test";
import { start } from "../../src/normbook/widgets/laboratory/client.mjs";
import { parse, specsOf } from "../../src/normbook/widgets/laboratory/state.mjs";
import { STRETCH, training } from "../../src/normbook/widgets/laboratory/training.mjs";
import widget from "../../src/normbook/widgets/laboratory/widget.mjs";
import { makeTrainer } from "../../tools/laboratory.mjs";
import { checkSense, mount, press } from "./page.mjs";

const SOURCE = "src/normbook/widgets/laboratory";
const SMALL = { blocks: 2, batch_size: 8 };
const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

/** An IntersectionObserver of a page that is in view. */
class InView {
  constructor(told) {
    this.told = told;
  }

  observe() {
    this.told([{ isIntersecting: true }]);
  }

  disconnect() {}
}
globalThis.IntersectionObserver = InView;

/** Presses Train, and looks at each frame until something is true of the page. */
async function train(t, state, isOver) {
  const { el, unmount } = mount(widget, parse(state));
  t.after(unmount);
  await press(el, "Train");
  while (!isOver(el)) {
    await turn();
    checkSense(el, SOURCE, JSON.stringify(state));
  }
  return el;
}

const DIVERGING = { ...SMALL, norm: "none", other_norm: "none", optimizer: "sgd", rate: 0.3 };

for (const [what, state] of [
  ["without a norm", DIVERGING],
  ["with γ and β", { ...DIVERGING, norm: "layer", other_norm: "batch", rate: 10 }],
]) {
  test(`networks that diverge say so, and stop: ${what}`, { timeout: 60_000 }, async (t) => {
    const reports = t.mock.method(console, "error");
    const readings = (el) => el.querySelector(".nb-lab-readings").textContent;
    const el = await train(
      t,
      state,
      (page) => readings(page).match(/Diverged at step \d+/g)?.length === 4, // shown, and spoken
    );
    await turn();
    assert.equal(el.querySelector(".nb-lab-train").textContent, "Train");
    assert.deepEqual(reports.mock.calls, []);
  });
}

test("a block without a finite variance is said to have none", { timeout: 60_000 }, async (t) => {
  const labels = (el) =>
    [...el.querySelectorAll(".nb-lab-columns")].map((box) => box.getAttribute("aria-label"));
  await train(t, { ...DIVERGING, blocks: 6 }, (el) =>
    labels(el).every((words) => /in the first, not finite in the last\.$/.test(words)),
  );
});

test("a page that is slow to paint trains no step too many, and the same ones", {
  timeout: 60_000,
}, async (t) => {
  const slow = () => new Promise((resolve) => setTimeout(resolve, 100));
  const desk = training({
    start: (spec, listener) => start(spec, listener, null),
    changed: slow,
  });
  t.after(desk.close);
  desk.fit(specsOf(parse({ ...SMALL, blocks: 1 })));
  desk.see(true);
  desk.train();
  while (!desk.runs.every(({ step }) => step)) await turn();
  desk.pause();
  desk.train();
  while (desk.mode === "train") await turn();
  await slow();
  await slow();
  for (const { spec, step, losses } of desk.runs) {
    const trainer = makeTrainer(spec);
    assert.equal(step, STRETCH);
    assert.deepEqual(
      losses,
      Array.from({ length: STRETCH }, () => trainer.step()),
    );
  }
});
