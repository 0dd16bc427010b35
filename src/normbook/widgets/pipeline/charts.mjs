// The four charts: x, x − μ, x̂ and y, a column a feature.

import { barChart } from "../_shared/bars.mjs";
import { add, say, set } from "../_shared/dom.mjs";
import { addHandle } from "../_shared/handle.mjs";
import { format } from "../_shared/numbers.mjs";
import { domains, step } from "./domains.mjs";

const STEPS = [
  { name: "x", title: "one sample: drag it", formula: "x" },
  { name: "centred", title: "subtract the mean", formula: "x − μ" },
  { name: "x-hat", title: "divide by the spread", formula: "x̂ = (x − μ) / √(σ² + ε)" },
  { name: "y", title: "scale and shift", formula: "y = γ x̂ + β" },
];

/** Adds the charts; `choose(i)` and `drag(i, value)` are told what the reader does. */
export function addCharts(root, { choose, drag, signal }) {
  let frozen = null; // while a bar is dragged, its scale stands still
  let repaint = () => {};
  const place = add(root, "div", { class: "nb-steps" });
  const handles = [];
  const steps = STEPS.map(({ name, title, formula }, k) => {
    const box = add(place, "div", { class: `nb-step nb-data-${name}` });
    add(box, "p", { class: "nb-step-title" }, title);
    add(box, "p", { class: "nb-step-formula" }, formula);
    const chart = barChart(box, {
      name,
      role: k === 0 ? "group" : "img",
      onColumn: (column, i) => (k === 0 ? addSlider(column, i) : addTap(column, i)),
    });
    return { chart, number: add(box, "p", { class: "nb-step-number" }) };
  });

  function addSlider(column, i) {
    handles[i] = addHandle(steps[0].chart, column, {
      grab: ({ type }) => {
        if (type === "start") frozen = steps[0].chart.y.domain();
        choose(i);
      },
      change: (value) => drag(i, value),
      release: () => {
        frozen = null;
        repaint();
      },
      signal,
    });
  }

  function addTap({ group }, i) {
    group.addEventListener("click", () => choose(i), { signal });
  }

  function update(state, result, chosen) {
    repaint = () => update(state, result, chosen);
    const views = look(state, result, domains(state, result, frozen));
    for (const [k, { chart, number }] of steps.entries()) {
      chart.update({ ...views[k], chosen });
      say(number, views[k].number(chosen));
      set(chart.svg, { "aria-label": describe(STEPS[k].formula, views[k].values) });
    }
    for (const i of state.x.keys()) {
      handles[i]({
        label: `Feature ${i + 1}: x`,
        value: state.x[i],
        words: `x ${format(state.x[i])}, x̂ ${format(result.xHat[i])}, y ${format(result.y[i])}`,
        step: step(views[0].domain),
      });
    }
  }

  return update;
}

/** What each chart shows: the band is ±σ around the mean, and what becomes of it. */
function look({ x, weight, bias }, { mean, centred, variance, rstd, xHat, y }, domain) {
  const sigma = Math.sqrt(variance);
  const unit = sigma * rstd; // 1, but for ε
  const around = (middle, reach) => x.map(() => [middle - reach, middle + reach]);
  return [
    {
      values: x,
      domain: domain.x,
      bands: around(mean, sigma),
      line: { value: mean, label: "μ" },
      number: () => `μ = ${format(mean, 3)}`,
    },
    {
      values: centred,
      domain: domain.centred,
      bands: around(0, sigma),
      number: () => `σ² = ${format(variance, 3)}`,
    },
    {
      values: xHat,
      domain: domain.xHat,
      bands: around(0, unit),
      number: () => `1 / √(σ² + ε) = ${rstd === 0 ? "1/0" : format(rstd, 3)}`,
    },
    {
      values: y,
      domain: domain.y,
      bands: x.map((_, i) => [bias[i] - weight[i] * unit, bias[i] + weight[i] * unit]),
      number: (i) => `y${subscript(i)} = ${format(y[i], 3)}`,
    },
  ];
}

function describe(formula, values) {
  return `${formula}: ${values.map((value) => format(value)).join(", ")}`;
}

/** Feature i, counted from 1, as a subscript. */
export function subscript(i) {
  return [...String(i + 1)].map((digit) => "₀₁₂₃₄₅₆₇₈₉"[digit]).join("");
}
