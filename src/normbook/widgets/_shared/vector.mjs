// Charts of vectors in a row, a bar a feature; the bars of some can be dragged.

import { barChart } from "./bars.mjs";
import { add, draw, say, set } from "./dom.mjs";
import { handle } from "./handle.mjs";
import { format } from "./numbers.mjs";
import { fit, step, tidy, widened } from "./ranges.mjs";

const REACH = 20; // how far from a bar's end a finger still drags it, in units of the chart

/** Adds the row that vector charts stand in, `across` of them side by side where there is room. */
export function vectorRow(parent, across = 4) {
  return add(parent, "div", { class: `nb-steps nb-across-${across}` });
}

/**
 * Adds the chart of one vector.
 *   tone, title, formula   its colour and its two headings
 *   choose(i)              is told which column the reader touches
 *   drag(i, value)         is told of a bar's new value; without it the chart is a picture
 *
 * `range(values)` is the range that `fit` gives; while a bar is dragged it stands still, or follows
 * the bar outwards. `update`
 * takes what barChart takes, `number`, which stands below, and for a chart that can be dragged
 * `name(i)` and `words(i)` of each column.
 */
export function vectorChart(row, { tone, title, formula, choose, drag, signal, app }) {
  let frozen = null; // while a bar is dragged, its scale stands still
  const handles = [];
  const box = add(row, "div", { class: `nb-step nb-tone-${tone}` });
  add(box, "p", { class: "nb-step-title" }, title);
  const heading = add(box, "div", { class: "nb-step-formula" }, formula);
  const chart = barChart(box, {
    role: drag ? "group" : "img",
    onColumn: drag ? addSlider : addTap,
  });
  const foot = add(box, "p", { class: "nb-step-number" });

  function addSlider({ group, hit }, i) {
    const grip = draw(group, "rect", { class: "nb-grip", "data-drag": "y", height: 4, rx: 2 });
    const update = handle(group, {
      scale: chart.y,
      along: "y",
      beyond: true,
      grab: ({ type }) => {
        if (type === "pointerdown") frozen = chart.y.domain();
        choose(i);
      },
      change: (value) => drag(i, tidy(value)),
      release: () => {
        frozen = null;
        app.repaint();
      },
      signal,
    });
    handles[i] = (now) => {
      update(now);
      const [end, base] = [chart.y(now.value), chart.baseline()];
      const top = Math.min(end - REACH, base); // the whole bar can be dragged, and around its end
      set(hit, { y: top, height: Math.max(end + REACH, base) - top });
      set(grip, { ...chart.placeOf(i), y: end - 2 });
    };
  }

  function addTap({ group }, i) {
    group.addEventListener("click", () => choose(i), { signal });
  }

  function update({ number, name, words, formula: changed, ...picture }) {
    const { values, domain } = picture;
    chart.update(picture);
    say(foot, number);
    if (changed) say(heading, changed);
    const list = values.map((value) => format(value)).join(", ");
    set(chart.svg, { "aria-label": `${heading.textContent}: ${list}` });
    if (!drag) return;
    for (const [i, value] of values.entries()) {
      handles[i]({ label: name(i), value, words: words(i), step: step(domain) });
    }
  }

  function range(values) {
    if (!frozen) return fit(values);
    frozen = widened(frozen, values);
    return frozen;
  }

  return { range, update };
}

/** Feature i, counted from 1, as a subscript. */
export function subscript(i) {
  return [...String(i + 1)].map((digit) => "₀₁₂₃₄₅₆₇₈₉"[digit]).join("");
}
