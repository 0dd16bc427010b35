// The plots: gradients and variances by block, the last block's gradient by depth, the loss by step.

import { add } from "../_shared/dom.mjs";
import { format } from "../_shared/numbers.mjs";
import { plot } from "../_shared/plot.mjs";
import {
  blocksOf,
  DEPTHS,
  decades,
  divergedAt,
  lastGradients,
  pointsOf,
  rangeOf,
  runOf,
  shown,
} from "./arithmetic.mjs";
import { nameOf, toneOf } from "./placements.mjs";

const NAMES = 72; // the room for the longest name, in units of the chart
const HEIGHT = 180; // two stand with their slider and their note on the screen of a phone

/** Curves of the placements that a state shows; the second one is dashed. */
function curvesOf(state, pointsOfKey) {
  return shown(state).map((key, i) => {
    const points = pointsOfKey(key);
    const name = points.some(Boolean) ? nameOf(key) : ""; // no curve, no name
    return { points, name, tone: toneOf(key), kind: i ? "dashed" : "" };
  });
}

/** A value in words; what a diverged run has is none. */
export function inWords(value) {
  return value === null ? "not a number" : format(value, 3);
}

function fromTo(values) {
  return `from ${inWords(values[0])} to ${inWords(values.at(-1))}`;
}

const when = ({ phase, step }) => (phase === "init" ? "at initialization" : `at step ${step}`);

/** Adds the plot of what was measured of each block: "gradient" or "variance". */
export function blockChart(parent, record, { key, title, x, y }) {
  const first = key === "gradient" ? 1 : 0; // the stream has a variance before the first block, too
  const chart = plot(parent, {
    title,
    x: { label: x },
    y: { label: y, log: true },
    height: HEIGHT,
    names: NAMES,
  });
  return (state) => {
    const values = (placement) => blocksOf(record, placement, state)[key];
    const xs = Array.from({ length: state.depth + 1 - first }, (_, i) => i + first);
    const all = shown(state).map((each) => `${nameOf(each)} ${fromTo(values(each))}`);
    chart.update({
      x: [first, state.depth],
      y: rangeOf(record, key, state),
      title: `${title}, ${when(state)}`,
      label: `${title}, ${when(state)}, on a logarithmic axis, from first to last: ${all.join("; ")}.`,
      curves: curvesOf(state, (each) => pointsOf(values(each), xs)),
    });
  };
}

/** Adds the plot of the last block's gradient by depth, which doubles from one to the next. */
export function depthChart(parent, record) {
  const title = "Gradient of the last block, by depth";
  const chart = plot(parent, {
    title,
    x: { label: "depth", count: 3, words: (i) => String(DEPTHS[i] ?? "") },
    y: { label: "norm of the gradient", log: true },
    names: NAMES,
  });
  const places = DEPTHS.map((_, i) => i);
  return (state) => {
    const keys = shown(state);
    const found = Object.fromEntries(keys.map((key) => [key, lastGradients(record, key)]));
    const [shallowest] = found[state.placement];
    const fall = DEPTHS.map((depth) => shallowest * Math.sqrt(DEPTHS[0] / depth));
    const at = DEPTHS.indexOf(state.depth);
    const words = (key) => `${nameOf(key)} ${found[key].map(inWords).join(", ")}`;
    chart.update({
      x: [0, DEPTHS.length - 1],
      y: decades([...fall, ...Object.values(found).flat()]),
      label: `${title}, at ${DEPTHS.join(", ")}: ${keys.map(words).join("; ")}.`,
      curves: [
        { points: pointsOf(fall, places), name: "1/√depth", tone: "aside", kind: "faint" },
        ...curvesOf(state, (key) => pointsOf(found[key], places)),
      ],
      dots: keys.map((key) => ({ at: [at, found[key][at]], tone: toneOf(key) })),
    });
  };
}

/** Adds the plot of the training loss. */
export function lossChart(parent, record) {
  const title = "Training loss";
  const chart = plot(parent, {
    title,
    x: { label: "step" },
    y: { label: "cross-entropy" },
    names: NAMES,
  });
  return (state) => {
    const keys = shown(state);
    const words = keys.map((key) => {
      const run = runOf(record, key, state);
      const gap = divergedAt(run, record.steps);
      return `${nameOf(key)} ${fromTo(run.loss)}${gap === undefined ? "" : `, diverged at step ${gap}`}`;
    });
    chart.update({
      x: [0, record.steps.at(-1)],
      y: [0, 3],
      title: `${title}, ${state.warmup ? "with" : "without"} warm-up`,
      label: `${title} by step: ${words.join("; ")}.`,
      curves: curvesOf(state, (key) => {
        const { loss, loss_steps: steps } = runOf(record, key, state);
        return pointsOf(loss, steps);
      }),
      rules: [{ x: state.step, name: `step ${state.step}` }],
    });
  };
}

/** Adds a place for two plots of which one is there at a time. */
export function addPlaces(parent) {
  const places = { init: add(parent, "div"), training: add(parent, "div") };
  const show = (phase) => {
    for (const [name, place] of Object.entries(places)) {
      place.toggleAttribute("hidden", name !== phase);
    }
  };
  return { ...places, show };
}
