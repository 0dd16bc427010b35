// The chart on the left: the output's standard deviation over that of the input, at one ε.

import { draw, fill, say, set } from "../_shared/dom.mjs";
import { plot } from "../_shared/plot.mjs";
import { remember } from "../_shared/remember.mjs";
import { bands, curve, exactStd } from "./arithmetic.mjs";
import { onTap } from "./tap.mjs";
import { brief, KINDS, SCALES_SHOWN } from "./words.mjs";

const SCALES = Array.from({ length: 209 }, (_, i) => 10 ** (-8 + i / 16));
const HIGHEST = 1.5;
const BESIDE = 8; // how far from the axes' right end the middle of a band's name stands, at least

/** Adds the chart; `choose` is told the scale that the reader taps. */
export function addCurve(parent, { choose, signal }) {
  const chart = plot(parent, {
    title: "",
    x: { label: "standard deviation of x", log: true },
    y: { label: "standard deviation of x̂" },
    height: 250,
    names: 58,
  });
  const names = draw(chart.front, "g");
  const here = draw(
    chart.front,
    "text",
    { class: "nb-rule-name", y: chart.inside.top + 26 },
    "here",
  );
  const labels = [];
  const of = remember((eps, dtype, place, upcast) => {
    const state = { eps, dtype, place, upcast };
    const points = curve(state, SCALES);
    return {
      points: points.map(({ scale, kind, std }) => [scale, kind === "large" ? null : std]),
      bands: bands(points),
      exact: SCALES.map((scale) => [scale, exactStd({ ...state, scale })]),
    };
  });
  onTap(chart, choose, signal);

  return (state, now, words) => {
    const { eps, dtype, place, upcast, scale } = state;
    const { points, bands: found, exact: truth } = of(eps, dtype, place, upcast);
    const isShown = now.kind === "number" || now.kind === "overflow";
    const knee = place === "inside" ? Math.sqrt(eps) : eps;
    chart.update({
      x: SCALES_SHOWN,
      y: [0, HIGHEST],
      title: `Std of x̂, ε = ${brief(eps)} ${place} the root`,
      label: `Standard deviation of the output over that of the input, on a logarithmic axis from 10⁻⁸ to 10⁵. ${words}`,
      areas: found.map(({ kind, from, to }) => ({
        points: [
          [from, 0, HIGHEST],
          [to, 0, HIGHEST],
        ],
        tone: KINDS[kind].tone,
      })),
      curves: [
        { points: truth, tone: "x", kind: "dashed", name: "exact" },
        { points, tone: "x-hat", name: dtype },
      ],
      rules: [
        ...(isShown ? [] : [{ x: scale }]), // first, so that it does not cross the other one's name
        ...(knee >= SCALES_SHOWN[0]
          ? [{ x: knee, name: `${place === "inside" ? "√ε" : "ε"} = ${brief(knee)}` }]
          : []),
      ],
      dots: isShown ? [{ at: [scale, now.std], tone: "y" }] : [],
    });
    const at = chart.x(scale);
    const isLate = at > (chart.inside.left + chart.inside.right) / 2;
    set(here, {
      x: at + (isLate ? -4 : 4),
      "text-anchor": isLate ? "end" : "start",
      display: isShown ? "none" : "inline",
    });
    fill(labels, found.length, () => draw(names, "text", { class: "nb-rule-name", dy: "0.32em" }));
    for (const [i, { kind, from, to }] of found.entries()) {
      const middle = Math.round(
        Math.min(chart.x(Math.sqrt(from * to)), chart.inside.right - BESIDE),
      );
      set(labels[i], { transform: `translate(${middle} ${chart.inside.bottom - 8}) rotate(-90)` });
      say(labels[i], KINDS[kind].name);
    }
  };
}
