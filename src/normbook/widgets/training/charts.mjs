// Four charts: how both models learn, and what becomes of one parameter of each.

import { add } from "../_shared/dom.mjs";
import { format } from "../_shared/numbers.mjs";
import { plot } from "../_shared/plot.mjs";
import { brief, layerOf, NORMS } from "./arithmetic.mjs";

const SEEN = { label: "training images seen" };
const NAMES = 72;
const HEIGHT = 180; // two stand with their slider and their note on the screen of a phone
const WORDS = { loss: "Training loss", accuracy: "Test images wrong" };
// The same for all runs, so that two pictures can be compared; above the curves is room for names.
const RANGES = { loss: [0.005, 8], accuracy: [1, 800] };
const BY_TENS = { label: "", log: true, words: (value) => format(value) };

/** Adds the two charts of learning. */
export function addLearning(root) {
  const box = add(root, "div", { class: "nb-plots nb-two" });
  const byExamples = plot(box, { title: "", x: SEEN, y: BY_TENS, height: HEIGHT, names: NAMES });
  const bySize = plot(box, {
    title: "",
    x: { label: "batch size", count: 7, words: (power) => String(2 ** power) },
    y: BY_TENS,
    height: HEIGHT,
    names: NAMES,
  });

  return (runs, { measure, batch_size: size }, { seen, last }) => {
    const lines = (points) => runs.map((run) => ({ ...run, points: points(run) }));
    const y = RANGES[measure];
    byExamples.update({
      title: `${WORDS[measure]}, batches of ${size}`,
      x: [0, last],
      y,
      label: `${WORDS[measure]} by images seen, in batches of ${size}. ${sayAt(runs, measure, seen)}`,
      curves: lines(({ curve }) => curve),
      dots: runs.map(({ curve, tone }) => ({ tone, at: curve.find(([at]) => at === seen) })),
      rules: [{ x: seen, name: format(seen) }],
    });
    bySize.update({
      title: `${WORDS[measure]} after ${format(seen)} images, by batch size`,
      x: [0.7, 7.3],
      y,
      label: `${WORDS[measure]} after ${format(seen)} images by batch size. ${runs.map(sayAll).join("; ")}.`,
      curves: lines(({ bySize: points }) => points),
      dots: runs.flatMap(({ bySize: points, tone }) => points.map((at) => ({ at, tone }))),
      rules: [{ x: Math.log2(size), name: `batches of ${size}` }],
    });
  };
}

function sayAt(runs, measure, seen) {
  const each = runs.map(
    (run) => `${run.name} ${format(run[measure === "loss" ? "loss" : "wrong"], 3)}`,
  );
  return `After ${format(seen)}: ${each.join(", ")}.`;
}

function sayAll({ name, bySize }) {
  return `${name} ${bySize.map(([power, value]) => `${format(value, 3)} at ${2 ** power}`).join(", ")}`;
}

/** Adds the two charts of γ or β, one for each norm, on the same scale. */
export function addParameters(root) {
  const box = add(root, "div", { class: "nb-plots nb-two" });
  const charts = NORMS.map(() =>
    plot(box, { title: "", x: SEEN, y: { label: "" }, height: 190, names: 52 }),
  );

  return (runs, state, { symbol, seen, last }) => {
    const layer = layerOf(state);
    const low = Math.min(...runs.flatMap(({ all }) => all.map(([, least]) => least)));
    const high = Math.max(...runs.flatMap(({ all }) => all.map(([, , most]) => most)));
    const room = 0.06 * (high - low);
    for (const [i, { key, name, tone, now, all, half, ...levels }] of runs.entries()) {
      charts[i].update({
        title: `${name} ${layer.place}: ${format(layer.count[key])} ${symbol}`,
        x: [0, last],
        y: [low - room, high + room],
        label: `${symbol} of ${name} ${layer.place}. After ${format(seen)} images: lowest ${brief(now.low)}, median ${brief(now.median)}, highest ${brief(now.high)}.`,
        areas: [
          { points: all, tone },
          { points: half, tone },
        ],
        curves: [
          { points: levels.highest, tone, name: "highest", kind: "faint" },
          { points: levels.median, tone, name: "median" },
          { points: levels.lowest, tone, name: "lowest", kind: "faint" },
        ],
        rules: [{ x: seen }],
      });
    }
  };
}
