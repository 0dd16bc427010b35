// The names in the picture.

import { draw, fill, say, set } from "../_shared/dom.mjs";
import { drawn } from "./gradient.mjs";
import { place } from "./labels.mjs";
import { AXIS, DISC, LINE } from "./parts.mjs";
import { AXES, ONES, RADIUS, rim, scaled, sum } from "./view.mjs";

/** Adds the names' layer, and returns its painter. */
export function addNames(svg, frame) {
  const group = draw(svg, "g", { class: "nb-space-names", "aria-hidden": "true" });
  const texts = [];

  return ({ view, reach, at }, { x, dy }, { centred, xHat, byRms }, back, shown) => {
    const { layer, rms } = shown;
    const isShown = ({ when = true }) => when;
    const vectors = [
      { text: "x", tone: "x", point: x },
      { text: "x̂ = LN(x)", tone: "x-hat", point: xHat, when: layer },
      { text: "x / rms", tone: "y", point: byRms, when: rms },
      { text: "x − μ·1", tone: "centred", point: centred, when: shown.centred },
    ].filter(isShown);
    if (back) {
      vectors.push({ text: "dy", tone: "centred", point: sum(xHat, dy) });
      vectors.push({ text: "dx", tone: "y", point: sum(x, drawn(back.dx)) });
    }
    const axes = AXES.map((axis) => scaled(axis, AXIS * reach));
    const ones = scaled(ONES, (LINE * reach) / RADIUS);
    const names = [
      ...vectors.map(({ text, tone, point }) => ({ text, tone, anchors: [at(point)] })),
      ...axes.map((end, i) => ({ text: `x${"₁₂₃"[i]}`, anchors: [at(end)] })),
      { text: "line of 1", anchors: [at(ones), at(scaled(ones, -1))], optional: true },
      {
        text: "plane ⟂ 1",
        tone: "centred",
        anchors: rim(view, ONES, DISC * reach).map(at),
        optional: true,
        when: layer,
      },
    ].filter(isShown);
    const circle = layer ? rim(view, ONES, RADIUS, 24).map(at) : [];
    const lines = [
      ...circle.map((point, i) => [point, circle.at(i - 1)]),
      ...[...vectors.map(({ point }) => point), ...axes].map((end) => [[0, 0], at(end)]),
      [at(scaled(ones, -1)), at(ones)],
      [at(x), at(shown.centred ? centred : x)],
    ];
    const places = place(names, { dots: vectors.map(({ point }) => at(point)), lines, frame });
    fill(texts, names.length, () => draw(group, "text", { dy: "0.35em" }));
    for (const [i, { text, tone }] of names.entries()) {
      const [left, top] = places[i] ?? [0, 0];
      set(texts[i], {
        class: tone ? `nb-tone-${tone}` : "",
        x: Math.round(left),
        y: Math.round(top),
      });
      say(texts[i], places[i] ? text : "");
    }
  };
}
