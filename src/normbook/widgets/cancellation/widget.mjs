// Three ways to a variance, at a mean that a slider takes from 0 to 1e8.

import { button, listSlider, trials } from "../_shared/controls.mjs";
import { add, say } from "../_shared/dom.mjs";
import { explorable } from "../_shared/explorable.mjs";
import { more } from "../_shared/more.mjs";
import { format } from "../_shared/numbers.mjs";
import { plot } from "../_shared/plot.mjs";
import { deviates } from "../_shared/random.mjs";
import { oneTwoFive } from "../_shared/ranges.mjs";
import { remember } from "../_shared/remember.mjs";
import { table } from "../_shared/table.mjs";
import { number, whole } from "../_shared/traits.mjs";
import { compare, stored } from "./arithmetic.mjs";
import { addDigits } from "./digits.mjs";

const METHODS = [
  { key: "onePass", name: "one-pass", tone: "y" },
  { key: "twoPass", name: "two-pass", tone: "x-hat" },
  { key: "welford", name: "Welford", tone: "centred" },
];
const MEANS = Array.from({ length: 41 }, (_, i) => 10 ** (i / 5)); // where the curves have points
const EXPERIMENTS = [10, 1000, 1e6].map((mean) => ({
  label: `mean ${format(mean)}`,
  apply: { mean },
}));
const MOST = 512; // how many numbers there may be
const FLOOR = 1e-9; // where an error of 0 is drawn on the logarithmic axis

export default explorable({
  slug: "cancellation",
  title: "Three ways to a variance, in float32",
  traits: {
    mean: number({ low: 0, high: 1e8, start: 1e4 }),
    features: whole({ low: 2, high: MOST, start: MOST }),
    seed: whole({ low: 0, high: 999, start: 0 }),
  },
  limits: "The mean goes from 0 to 1e8, and there are 2 to 512 features.",
  build,
});

function build(root, app) {
  const { change, tools, signal } = app;
  const beside = add(root, "div", { class: "nb-plots nb-two" });
  const side = add(beside, "div");
  const paintDigits = addDigits(side);
  const mean = listSlider(add(side, "div", { class: "nb-sliders nb-lever" }), {
    title: "Mean of x",
    values: [0, ...oneTwoFive(1, 1e8)],
    change: (value) => change({ mean: value }),
    signal,
  });
  trials(side, EXPERIMENTS, app);
  const note = add(side, "p", { class: "nb-note" });
  const paintErrors = addErrors(beside);
  const paintMore = more(root, {
    build: (parent) => addMore(parent, app),
    isAsked: ({ state }) => state.features !== MOST,
    app,
  });
  button(tools, "Other numbers", () => change(({ seed }) => ({ seed: (seed + 1) % 1000 })), {
    signal,
  });
  const curvesOf = remember((count, seed) => {
    const values = deviates(count, seed);
    return { values, all: MEANS.map((at) => compare(values, at)) };
  });

  return (state) => {
    const { values, all } = curvesOf(state.features, state.seed);
    const now = compare(values, state.mean);
    paintDigits(stored(values, state.mean));
    mean.update(state.mean);
    say(note, lesson(state, now));
    paintErrors(state, now, all);
    paintMore({ state, now });
    return words(now);
  };
}

/** The chart of the three errors over the mean. */
function addErrors(parent) {
  const chart = plot(parent, {
    title: "Error of the variance",
    x: { label: "mean of x (its standard deviation is 1)", log: true },
    y: { label: "absolute error", log: true },
    height: 240,
    names: 70,
  });
  return ({ mean }, now, all) => {
    const curve = (of) => all.map((each, i) => [MEANS[i], Math.max(of(each), FLOOR)]);
    chart.update({
      x: [1, 1e8],
      y: [FLOOR, 1e12],
      label: `Error of the variance over the mean, on logarithmic axes. At a mean of ${format(mean)}: ${words(now)}.`,
      curves: [
        ...METHODS.map(({ key, name, tone }) => ({
          points: curve(({ errors }) => errors[key]),
          name,
          tone,
        })),
        { points: curve(({ storage }) => storage), name: "rounding x", tone: "x", kind: "dashed" },
      ],
      dots: METHODS.map(({ key, tone }) => ({
        at: [Math.max(mean, 1), Math.max(now.errors[key], FLOOR)],
        tone,
      })),
      rules: [{ x: Math.max(mean, 1) }],
    });
  };
}

/** How many numbers there are, and what each method finds. */
function addMore(parent, { change, signal }) {
  const features = listSlider(add(parent, "div", { class: "nb-sliders" }), {
    title: "Features",
    values: [2, 4, 8, 16, 32, 64, 128, 256, MOST],
    change: (value) => change({ features: value }),
    signal,
  });
  const results = table(parent, {
    caption: "What each method finds, and the exact variance of x as stored and before",
    head: ["method", "variance", "error"],
  });
  return ({ state, now }) => {
    features.update(state.features);
    results.update([
      ...METHODS.map(({ key, name, tone }) => ({
        tone,
        cells: [name, format(now.found[key], 4), format(now.errors[key])],
      })),
      { cells: ["x, stored", format(now.truth, 4), ""] },
      { cells: ["x, before", format(now.before, 4), ""] },
    ]);
  };
}

function words({ found }) {
  return METHODS.map(({ key, name }) => `${name} ${format(found[key], 3)}`).join(", ");
}

function lesson({ mean, features }, { found, errors, storage, truth, before }) {
  if (truth === 0) {
    return `Float32 numbers near ${format(mean)} stand ${format(spacing(mean))} apart, so all of x is stored as one and the same number. Its variance is 0; before storing it was ${format(before, 3)}.`;
  }
  const gaps = storage > 0.05 ? ` Float32 numbers there stand ${format(spacing(mean))} apart.` : "";
  if (errors.twoPass > 0.5) {
    return `Two-pass fails as well: a float32 sum of ${features} numbers near ${format(mean)} is off, and so is the mean that it subtracts. Welford never forms that sum.${gaps}`;
  }
  if (found.onePass < 0) {
    return `The one-pass variance is ${format(found.onePass)}: its square root is not a number, and so is the whole normalized row.`;
  }
  if (found.onePass === 0 && truth > 0) {
    return "The one-pass variance is 0: the mean of x² and μ² round to the same number, and nothing is left of their difference.";
  }
  if (gaps) return `${gaps.trim()} No method can find what rounding x has already lost.`;
  if (Math.max(...Object.values(errors)) < 1e-4 * truth) {
    return "At so small a mean all three formulas are right to four digits. Move the mean up.";
  }
  return "One-pass subtracts two large numbers that are nearly equal: what is left has their rounding errors in it, which grow with the square of the mean.";
}

/** The distance between neighbouring float32 numbers. */
function spacing(value) {
  return 2 ** (Math.floor(Math.log2(value)) - 23);
}
