// What ε does to a LayerNorm: by scale, by dtype, inside or outside the root.

import { choice, listSlider, otherTrials, toggle, trials } from "../_shared/controls.mjs";
import { add, say } from "../_shared/dom.mjs";
import { explorable } from "../_shared/explorable.mjs";
import { more } from "../_shared/more.mjs";
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
  { label: "outside the root", apply: { ...PLAIN, scale: 1e-4, eps: 1e-5, place: "outside" } },
  { label: "ε = 10⁻⁸ in float16", apply: { ...PLAIN, scale: 1e-4, eps: 1e-8, dtype: "float16" } },
  { label: "σ = 300 in float16", apply: { ...PLAIN, scale: 300, eps: 1e-5, dtype: "float16" } },
  { label: "ε above σ²", apply: { ...PLAIN, scale: 1e-4, eps: 1e-5 } },
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
  const beside = add(root, "div", { class: "nb-plots nb-two" });
  const paintCurve = addCurve(beside, {
    choose: (value) => change({ scale: onto(SCALES, value) }),
    signal,
  });
  const side = add(beside, "div");
  const scale = sliderOf("scale", add(side, "div", { class: "nb-sliders nb-lever" }), {
    title: "Standard deviation of x",
    values: SCALES,
    app,
  });
  const dtype = choiceOf("dtype", add(side, "div", { class: "nb-choices" }), {
    title: "dtype",
    names: DTYPES,
    app,
  });
  trials(side, EXPERIMENTS, app);
  const note = add(side, "p", { class: "nb-note" });
  const paintMore = more(root, {
    build: (parent) => addMore(parent, app),
    isAsked: ({ state }) => state.upcast,
    app,
  });

  return (state) => {
    const now = normalize(state);
    const truth = exact(state);
    const words = inWords(now, truth);
    paintCurve(state, now, words);
    scale.update(state.scale);
    dtype.update(state.dtype);
    say(note, lesson(state, now, truth));
    paintMore({ state, now, truth });
    return words;
  };
}

/** More to try, ε, where it stands, and whether the statistics are in float32; each step in numbers. */
function addMore(parent, app) {
  const { change, signal } = app;
  otherTrials(parent, EXPERIMENTS, app);
  const eps = sliderOf("eps", add(parent, "div", { class: "nb-sliders nb-lever" }), {
    title: "ε",
    values: EPSILONS,
    app,
  });
  const paintChoices = addChoices(add(parent, "div", { class: "nb-choices" }), app);
  const beside = add(parent, "div", { class: "nb-plots nb-two" });
  const paintHeatMap = addHeatMap(beside, {
    choose: (scale, value) => change({ scale: onto(SCALES, scale), eps: onto(EPSILONS, value) }),
    signal,
  });
  const side = add(beside, "div");
  const models = add(side, "p", { class: "nb-models" });
  const results = table(side, {
    caption: "What each step gives, exactly and rounded to the dtype",
    head: ["step", "exact", "dtype"],
  });
  const dtype = [...side.querySelectorAll("thead th")].at(-1);
  return ({ state, now, truth }) => {
    eps.update(state.eps);
    paintChoices(state);
    paintHeatMap(state);
    say(models, modelsNear(state.eps));
    say(dtype, dtypeInWords(state));
    results.update(steps(state, now, truth));
  };
}

function onto(values, value) {
  return values[nearest(values, value)];
}

function sliderOf(key, parent, { title, values, app: { change, signal } }) {
  const take = (value) => change({ [key]: value });
  return listSlider(parent, { title, values, words: brief, change: take, signal });
}

function choiceOf(key, parent, { title, names, app: { change, signal } }) {
  const options = names.map((name) => [name, name]);
  return choice(parent, { title, options, change: (value) => change({ [key]: value }), signal });
}

/** Where ε stands, and whether the statistics are in float32. */
function addChoices(parent, app) {
  const { change, signal } = app;
  const place = choiceOf("place", parent, { title: "ε and the root", names: PLACES, app });
  const upcast = toggle(parent, {
    title: "statistics in float32, then cast back",
    change: (value) => change({ upcast: value }),
    signal,
  });
  const input = parent.lastChild.querySelector("input");
  return (state) => {
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
