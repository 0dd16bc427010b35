// The four charts: x, x − μ, x̂ and y, a column a feature.

import { format } from "../_shared/numbers.mjs";
import { fit } from "../_shared/ranges.mjs";
import { subscript, vectorChart, vectorRow } from "../_shared/vector.mjs";
import { rowsOf } from "./arithmetic.mjs";

const STEPS = [
  { tone: "x", title: "drag a bar", formula: "x" },
  { tone: "centred", title: "subtract the mean", formula: "x − μ" },
  { tone: "x-hat", title: "divide by the spread", formula: "x̂ = (x − μ) / √(σ² + ε)" },
  { tone: "y", title: "scale and shift", formula: "y = γ x̂ + β" },
];

/** Adds the charts; `choose(i)` and `drag(i, value)` are told what the reader does. */
export function addCharts(root, app, { choose, drag }) {
  const row = vectorRow(root);
  const [first, ...others] = STEPS.map((step, k) =>
    vectorChart(row, {
      ...step,
      choose,
      drag: k === 0 ? drag : undefined,
      app,
      signal: app.signal,
    }),
  );

  return (state, slices, chosen) => {
    const x = state.x.flat();
    const all = (step) => slices.flatMap((slice) => slice[step]);
    const [xHat, y] = [all("xHat"), all("y")];
    const inRow = rowsOf(state.x)[0].length;
    const views = look(state, slices, ranges(slices, first.range(x)));
    const name = (i) =>
      x.length > inRow
        ? `Row ${Math.floor(i / inRow) + 1}, feature ${(i % inRow) + 1}: x`
        : `Feature ${i + 1}: x`;
    const words = (i) => `x ${format(x[i])}, x̂ ${format(xHat[i])}, y ${format(y[i])}`;
    first.update({ ...views[0](chosen), inRow, chosen, name, words });
    for (const [k, chart] of others.entries()) {
      chart.update({ ...views[k + 1](chosen), inRow, chosen });
    }
  };
}

/** The four ranges; that of x is given. */
export function ranges(slices, ofX) {
  const all = (step) => slices.flatMap((slice) => slice[step]);
  const y = all("y");
  const size = y.length / slices.length;
  const most = Math.max(2, Math.ceil(Math.sqrt(size - 1))); // |x̂| ≤ √(d − 1)
  const ofXHat = [-most, most];
  const mean = slices[0].mean;
  return {
    x: ofX,
    // With one slice, x − μ has the range of x, measured from the mean.
    centred: slices.length === 1 ? ofX.map((edge) => edge - mean) : fit(all("centred")),
    xHat: ofXHat,
    y: y.every((value) => Math.abs(value) <= most) ? ofXHat : fit(y),
  };
}

/** What each chart shows: the band is ±σ around the mean, and what becomes of it. */
function look({ x, weight, bias }, slices, range) {
  const rows = rowsOf(x);
  const inRow = rows[0].length;
  const size = x.flat().length / slices.length;
  const sliceOf = (i) => Math.floor(i / size);
  const flat = { weight: weight.flat(), bias: bias.flat() };
  const each = (make) => x.flat().map((_, i) => make(slices[sliceOf(i)], i % size));
  const sigma = ({ variance }) => Math.sqrt(variance);
  const unit = (slice) => sigma(slice) * slice.rstd; // 1 if ε is 0, else less
  const all = (step) => slices.flatMap((slice) => slice[step]);
  const which = (i) => (slices.length > 1 ? subscript(sliceOf(i)) : "");
  return [
    (i) => ({
      values: x.flat(),
      domain: range.x,
      bands: each((slice) => [slice.mean - sigma(slice), slice.mean + sigma(slice)]),
      lines: slices.map(({ mean }, k) => ({
        value: mean,
        from: k * size,
        to: (k + 1) * size - 1,
        label: k === slices.length - 1 ? "μ" : "",
      })),
      number: `μ${which(i)} = ${format(slices[sliceOf(i)].mean, 3)}`,
    }),
    (i) => ({
      values: all("centred"),
      domain: range.centred,
      bands: each((slice) => [-sigma(slice), sigma(slice)]),
      number: `σ${which(i)}² = ${format(slices[sliceOf(i)].variance, 3)}`,
    }),
    (i) => {
      const { rstd } = slices[sliceOf(i)];
      return {
        values: all("xHat"),
        domain: range.xHat,
        bands: each((slice) => [-unit(slice), unit(slice)]),
        number: `1/√(σ${which(i)}² + ε) = ${rstd === 0 ? "1/0" : format(rstd, 3)}`,
      };
    },
    (i) => ({
      values: all("y"),
      domain: range.y,
      bands: each((slice, j) => {
        const reach = flat.weight[j] * unit(slice);
        return [flat.bias[j] - reach, flat.bias[j] + reach];
      }),
      number: `${rows.length > 1 ? `row ${Math.floor(i / inRow) + 1}: ` : ""}y${subscript(i % inRow)} = ${format(all("y")[i], 3)}`,
    }),
  ];
}
