// What ε does to a LayerNorm: by scale, by dtype, inside or outside the root.

import { choice, listSlider, toggle, trials } from "../_shared/controls.mjs";
import { add, say } from "../_shared/dom.mjs";
import { explorable } from "../_shared/explorable.mjs";
import { nearest, oneTwoFive } from "../_shared/ranges.mjs";
import { table } from "../_shared/table.mjs";
import { flag, number, choice as oneOf } from "../_shared/traits.mjs";
import { exact, normalize } from "./arithmetic.mjs";
import { addCurve } from "./curve.mjs";
import { addHeatMap } from "./heat.mjs";
import { lesson } from "./lesson.mjs";
import { steps } from "./steps.mjs";
import { brief, KINDS, modelsNear } from "./words.mjs";

const SCALES = oneTwoFive(1e-8, 1e5);
const EPSILONS = [0, ...oneTwoFive(1e-12, 1)];
const DTYPES = ["float32", "float16", "bfloat16"];
const PLACES = ["inside", "outside"];
const PLAIN = { dtype: "float32", place: "inside", upcast: false };
const EXPERIMENTS = [
  { label: "ε above σ²", apply: { ...PLAIN, scale: 1e-4, eps: 1e-5 } },
  { label: "outside the root", apply: { ...PLAIN, scale: 1e-4, eps: 1e-5, place: "outside" } },
  { label: "ε = 10⁻⁸ in float16", apply: { ...PLAIN, scale: 1e-4, eps: 1e-8, dtype: "float16" } },
  { label: "σ = 300 in float16", apply: { ...PLAIN, scale: 300, eps: 1e-5, dtype: "float16" } },
];

export default explorable({
  slug: "epsilon",
  title: "Epsilon by scale and dtype",
  traits: {
    scale: number({ low: 1e-8, high: 1e5, start: 1e-3 }),
    eps: number({ low: 0, high: 1, start: 1e-5 }),
    dtype: oneOf({ of: DTYPES, start: "float32" }),
    place: oneOf({ of: PLACES, start: "inside" }),
    upcast: flag({ start: false }),
  },
  limits: "The standard deviation of x goes from 10⁻⁸ to 100,000, and ε from 0 to 1.",
  build,
});

function build(root, app) {
  const { change, signal } = app;
  const onto = (values, value) => values[nearest(values, value)];
  const setScale = (value) => change({ scale: onto(SCALES, value) });
  const charts = add(root, "div", { class: "nb-plots nb-two" });
  const paintCurve = addCurve(charts, { choose: setScale, signal });
  const paintHeatMap = addHeatMap(charts, {
    choose: (scale, eps) => change({ scale: onto(SCALES, scale), eps: onto(EPSILONS, eps) }),
    signal,
  });
  const paintSliders = addSliders(add(root, "div", { class: "nb-sliders" }), app);
  const below = add(root, "div", { class: "nb-plots nb-two" });
  const side = add(below, "div");
  const models = add(side, "p", { class: "nb-models" });
  const note = add(side, "p", { class: "nb-note" });
  const paintChoices = addChoices(add(side, "div", { class: "nb-choices" }), app);
  trials(side, EXPERIMENTS, app);
  const results = table(below, {
    caption: "What each step gives, exactly and rounded to the dtype",
    head: ["step", "exact", "dtype"],
  });
  const dtype = [...below.querySelectorAll("thead th")].at(-1);

  return (state) => {
    const now = normalize(state);
    const truth = exact(state);
    const words = inWords(now, truth);
    paintCurve(state, now, words);
    paintHeatMap(state);
    say(dtype, dtypeInWords(state));
    results.update(steps(state, now, truth));
    say(note, lesson(state, now, truth));
    say(models, modelsNear(state.eps));
    paintSliders(state);
    paintChoices(state);
    return words;
  };
}

/** The input's standard deviation, and ε. */
function addSliders(parent, { change, signal }) {
  const ofTrait = (key, title, values) =>
    listSlider(parent, {
      title,
      values,
      words: brief,
      change: (value) => change({ [key]: value }),
      signal,
    });
  const scale = ofTrait("scale", "Standard deviation of x", SCALES);
  const eps = ofTrait("eps", "ε", EPSILONS);
  return (state) => {
    scale.update(state.scale);
    eps.update(state.eps);
  };
}

/** The dtype, where ε stands, and whether the statistics are in float32. */
function addChoices(parent, { change, signal }) {
  const ofTrait = (key, title, names) =>
    choice(parent, {
      title,
      options: names.map((name) => [name, name]),
      change: (value) => change({ [key]: value }),
      signal,
    });
  const dtype = ofTrait("dtype", "dtype", DTYPES);
  const place = ofTrait("place", "ε and the root", PLACES);
  const upcast = toggle(parent, {
    title: "statistics in float32, then cast back",
    change: (value) => change({ upcast: value }),
    signal,
  });
  const input = parent.lastChild.querySelector("input");
  return (state) => {
    dtype.update(state.dtype);
    place.update(state.place);
    upcast.update(state.upcast);
    input.toggleAttribute("disabled", state.dtype === "float32"); // there it would change nothing
  };
}

function dtypeInWords({ dtype, upcast }) {
  return upcast && dtype !== "float32" ? `${dtype} via float32` : dtype;
}

function inWords({ kind, std }, truth) {
  const exactly = `exactly ${brief(truth.std)}`;
  return kind === "number" || kind === "large"
    ? `Output's standard deviation ${brief(std)}, ${exactly}`
    : `Output: ${KINDS[kind].name}; ${exactly}`;
}
