// What the record says of a state, without a picture.

import { round } from "../_shared/dom.mjs";
import { format } from "../_shared/numbers.mjs";

export const NORMS = {
  none: { name: "no norm", tone: "x" },
  batch: { name: "BatchNorm", tone: "y" },
  layer: { name: "LayerNorm", tone: "x-hat" },
  rms: { name: "RMSNorm", tone: "fifth" },
};
export const LAYERS = [1, 2, 3, 4];
export const LAST = 23; // the index of the last recorded step
export const STEP_0 = 0.5; // where the logarithmic axis of the steps has step 0
const KEYS = { values: "drift", units: "unit_drift" };

/** The run of the state's norm, and that of the other, if there is one to compare with. */
export function runsOf({ runs, steps }, { norm, other, layer, step, measure }) {
  const norms = other === "nothing" || other === norm ? [norm] : [norm, other];
  return norms.map((key) => {
    const run = runs[key];
    const drifts = run[KEYS[measure]];
    return {
      key,
      ...NORMS[key],
      drifts: drifts[step],
      drift: drifts[step][layer - 1],
      // The drift of the layer's values, also where the drift of its units is shown.
      ofValues: run.drift[step][layer - 1],
      std: run.std[step][layer - 1],
      stdAtStart: run.std[0][layer - 1],
      curve: steps.map((at, i) => [Math.max(at, STEP_0), drifts[i][layer - 1]]),
      loss: run.loss[step],
      accuracy: run.accuracy[step],
      layers: LAYERS.map((_, k) => ({
        now: run.histogram[step][k],
        start: run.histogram[0][k],
        mean: run.mean[step][k],
        std: run.std[step][k],
      })),
    };
  });
}

/** The highest column of all layers in these runs over all steps: a scale that stands still. */
export function highest({ runs }, norms) {
  return Math.max(...norms.map((key) => Math.max(...runs[key].histogram.flat(2))));
}

/** The outline of a histogram's columns, as the path of a closed shape on the baseline y(0). */
export function outline(edges, counts, x, y) {
  const columns = counts.map((count, i) => `V${round(y(count))}H${round(x(edges[i + 1]))}`);
  return `M${round(x(edges[0]))} ${round(y(0))}${columns.join("")}V${round(y(0))}Z`;
}

/** A drift to three decimals: what is nearer to 0 is 0. */
export function brief(value) {
  return format(Math.round(1000 * value) / 1000, 3);
}
