// The curves: both losses by step, and block by block gradients, variances and γ.

import { add } from "../_shared/dom.mjs";
import { format } from "../_shared/numbers.mjs";
import { plot } from "../_shared/plot.mjs";
import { bandOf, lastLoss, pointsOf } from "./losses.mjs";
import { SIDES } from "./networks.mjs";
import { classesOf } from "./state.mjs";
import { measured } from "./words.mjs";

const LOSSES = [0.001, 10];
const AT_THE_ENDS = { 0.001: "≤ 10⁻³", 10: "≥ 10" }; // a curve beyond stays on the edge

/** Adds the plot of the losses; `update` takes what training.mjs has. */
export function addLosses(parent) {
  const chart = plot(parent, {
    title: "Training loss",
    x: { label: "step" },
    y: { label: "", log: true, words: (loss) => AT_THE_ENDS[loss] },
    height: 176,
    names: 20,
  });
  let bands = { of: null, areas: [] };

  /** The band of each network: it changes when another run is there, and not with each frame. */
  function areasOf(seeds) {
    const count = seeds?.losses[0].length ?? 0;
    if (bands.of !== seeds || bands.count !== count) {
      const areas = seeds?.losses.map((runs, i) => ({ points: bandOf(runs), tone: SIDES[i].tone }));
      bands = { of: seeds, count, areas: areas ?? [] };
    }
    return bands.areas;
  }

  return ({ runs, seeds, goal }) => {
    const { data } = runs[0].spec;
    const classes = classesOf(data);
    const curves = runs.map(({ losses }, i) => ({ ...SIDES[i], points: pointsOf(losses) }));
    const ends = runs.map(({ ended }, i) => ended && curves[i].points.at(-1));
    chart.update({
      x: [0, Math.max(goal, ...runs.map(({ step }) => step))],
      y: LOSSES,
      label: `Training loss by step, on a logarithmic axis. ${runs.map(lossInWords).join(" ")}`,
      areas: areasOf(seeds),
      curves: curves.map((curve) => ({ ...curve, name: curve.points.length ? curve.name : "" })),
      dots: ends.flatMap((at, i) => (at ? [{ at, tone: SIDES[i].tone }] : [])),
      rules: [{ y: Math.log(classes), name: `ln ${classes}: a guess` }],
    });
  };
}

function lossInWords({ step, losses }, i) {
  const { name } = SIDES[i];
  return step ? `${name}: ${format(lastLoss(losses), 3)} at step ${step}.` : `${name}: none yet.`;
}

const OF_BLOCKS = [
  { title: "Gradient, by block", log: true, start: [1e-4, 10], of: ({ gradient }) => gradient },
  {
    title: "Variance of the stream",
    log: true,
    start: [0.1, 100],
    of: ({ variance }) => variance,
  },
  { title: "γ: median, lowest, highest", start: [0, 2], of: ({ gamma }) => gamma?.median ?? null },
];

/** Adds the plots of what is measured of each block. */
export function addBlocks(parent) {
  const row = add(parent, "div", { class: "nb-plots nb-two nb-lab-blocks" });
  const painters = OF_BLOCKS.map((of) => addBlockChart(row, of));
  return (runs) => {
    for (const paint of painters) paint(runs);
  };
}

function addBlockChart(row, { title, log = false, start, of }) {
  const y = { label: "", log };
  const chart = plot(row, {
    title,
    x: { label: "block", words: whole },
    y,
    height: 180,
    names: 20,
  });
  let shown = { runs: [], range: start };

  /** Wide enough for all that these runs have had, so that the axis seldom moves. */
  function rangeOf(runs, values) {
    const isNew = runs.some((run, i) => run !== shown.runs[i]);
    const before = isNew ? [] : shown.range;
    const range = values.length ? (log ? decades : linear)([...values, ...before]) : start;
    shown = { runs, range };
    return range;
  }

  return (runs) => {
    const curves = runs.map(({ frame }, i) => {
      const values = frame?.blocks.map(of) ?? [];
      const points = values.map((value, k) => (value === null ? null : [k + 1, value]));
      return { ...SIDES[i], points, name: points.some(Boolean) ? SIDES[i].name : "" };
    });
    const values = curves.flatMap(({ points }) => points.flatMap((point) => point?.[1] ?? []));
    chart.update({
      x: [1, Math.max(2, ...runs.map(({ spec }) => spec.blocks))],
      y: rangeOf(runs, values.filter(Number.isFinite)),
      label: `${title}. ${curves.map(blocksInWords).join(" ")}`,
      curves,
      areas: title.startsWith("γ") ? runs.map(areaOfGamma) : [],
    });
  };
}

/** The words for a place on the axis of blocks: only whole numbers have any. */
function whole(value) {
  return Number.isInteger(value) ? String(value) : "";
}

function areaOfGamma({ frame }, i) {
  const gammas = frame?.blocks.map(({ gamma }) => gamma) ?? [];
  const points = gammas.flatMap((gamma, k) => (gamma ? [[k + 1, gamma.min, gamma.max]] : []));
  return { points, tone: SIDES[i].tone };
}

function blocksInWords({ points }, i) {
  const { name } = SIDES[i];
  if (!points.some(Boolean)) return `${name}: nothing yet.`;
  const ends = [points[0], points.at(-1)].map(([, value]) => measured(value));
  return `${name}: ${ends.join(" in the first, ")} in the last.`;
}

/** The powers of ten around all values above 0. */
function decades(values) {
  const powers = values.filter((value) => value > 0).map(Math.log10);
  if (!powers.length) return [0.1, 1];
  const low = Math.floor(Math.min(...powers) + 1e-9);
  return [low, Math.max(low + 1, Math.ceil(Math.max(...powers) - 1e-9))].map((power) =>
    Number(`1e${power}`),
  );
}

/** From 0, or the least value, to the next half above all values. */
function linear(values) {
  const most = Math.max(...values);
  const least = Math.min(0, ...values);
  return [Math.floor(2 * least) / 2, Math.max(1, Math.ceil(2 * most) / 2)];
}
