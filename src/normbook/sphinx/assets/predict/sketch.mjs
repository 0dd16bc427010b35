// A curve to be drawn on empty axes: a stroke sets the handles that it passes, a click the nearest,
// the keyboard each one, and so do fields. While it is drawn, what is said has a height for each handle
// that was set, and null for the others. Then the curve that was found is drawn beside it.
// It is a module as those of explorables are, so that the build can draw its start.

import { add, draw, say, set } from "../../../widgets/_shared/dom.mjs";
import { drag, placeOf } from "../../../widgets/_shared/drag.mjs";
import { handle } from "../../../widgets/_shared/handle.mjs";
import { format, parse } from "../../../widgets/_shared/numbers.mjs";
import { plot } from "../../../widgets/_shared/plot.mjs";
import { truthAt } from "./judge.mjs";
import { isOn, keyboardFor, tidy, unitOf, valueAt, wanted, within } from "./scale.mjs";

const STEP = 0.02; // by which a key moves a handle on a logarithmic axis, in powers of ten
const RADIUS = 7;
const BESIDE = 0.045; // by which share the axis goes on beyond its ends, for the outer handles' circles
const AROUND = 14; // how far from the axes a stroke may begin, in units of the chart

function render({ model, el }) {
  const { x, y, at, given, is } = model.get("spec");
  const stop = new AbortController();
  const { signal } = stop;
  const start = tidy(y, valueAt(y, 0.5));
  const root = add(el, "div", { class: "nb-explorable nb-drawing" });
  const chart = plot(root, {
    title: model.get("still") ? "" : "Draw it: drag across the axes.",
    x: { label: x.label, log: x.log, ticks: ticksOf(x, at) },
    y: { label: y.label, log: y.log },
    height: 260,
    names: 36,
  });
  const { left, right, top, bottom } = chart.inside;
  const paper = {
    x: left - AROUND,
    y: top - AROUND,
    width: right - left + 2 * AROUND,
    height: bottom - top + 2 * AROUND,
  };
  chart.update(picture()); // the handles need its scales
  if (model.get("still")) return () => root.remove();
  const surface = draw(chart.svg, "rect", { class: "nb-surface", ...paper });
  const handles = at.map((place, i) => addHandle(place, i));
  const count = add(root, "p", { class: "nb-drawn-count", role: "status" });
  const fields = addFields();

  let last = null; // the point that the stroke has reached, or null
  const strokeTo = (event) => {
    const next = placeOf(event, chart.svg);
    stroke(last ?? next, next);
    last = next;
  };
  drag(surface, {
    start: (event) => {
      if (model.get("shown")) return false; // a finger scrolls the page
      last = null;
      return strokeTo(event);
    },
    move: strokeTo,
    signal,
  });

  const drawn = () => model.get("said") ?? at.map(() => null);

  /** Sets the handles that a stroke has passed, each where it did; at least the nearest. */
  function stroke([ax, ay], [bx, by]) {
    const passed = at.map((place) => {
      const px = chart.x(place);
      const share = ax === bx ? Number.NaN : (px - ax) / (bx - ax);
      return share >= 0 && share <= 1 ? ay + (by - ay) * share : null;
    });
    const gaps = at.map((place) => Math.abs(chart.x(place) - bx));
    passed[gaps.indexOf(Math.min(...gaps))] ??= by;
    change(drawn().map((value, i) => (passed[i] === null ? value : chart.y.invert(passed[i]))));
  }

  function change(next) {
    if (model.get("shown")) return;
    const said = next.map((value) => (value === null ? null : tidy(y, within(y, value))));
    model.set("said", said.some((value) => value !== null) ? said : null);
    model.save_changes();
  }

  function addHandle(place, i) {
    const group = draw(chart.svg, "g", { class: "nb-handle" });
    const dot = draw(group, "circle", { r: RADIUS, cx: chart.x(place) });
    const update = handle(group, {
      scale: y.log ? inPowers(chart.y) : chart.y,
      along: "y",
      change(value) {
        const from = drawn()[i] ?? start;
        change(drawn().with(i, y.log ? onward(y, from, value) : value));
      },
      signal,
    });
    return (said) => {
      const value = said ?? start;
      set(dot, { cy: chart.y(value) });
      group.toggleAttribute("data-drawn", said !== null);
      if (model.get("shown")) group.removeAttribute("tabindex");
      else set(group, { tabindex: 0 });
      update({
        label: `${x.label} ${format(place, 4)}`,
        value: y.log ? Math.log10(value) : value,
        words: said === null ? "not drawn yet" : `${format(value, 3)} ${y.label}`,
        step: y.log ? STEP : unitOf(y),
      });
    };
  }

  function addFields() {
    const box = add(root, "details", { class: "nb-as-numbers" });
    add(box, "summary", {}, "As numbers");
    const row = add(box, "div");
    return at.map((place, i) => {
      const label = add(row, "label", {}, `${x.label} ${format(place, 4)}`);
      const field = add(label, "input", { type: "text", inputmode: keyboardFor(y) });
      const read = () => {
        const said = parse(field.value, y);
        if (isOn(y, said)) return change(drawn().with(i, said));
        if (field.value.trim() === "") return change(drawn().with(i, null));
        paint(); // the point stays where it was
        return say(count, wanted(y, said));
      };
      field.addEventListener("change", read, { signal });
      // The question keeps Enter for itself, and with it the change.
      field.addEventListener("keydown", ({ key }) => key === "Enter" && read(), { signal });
      return field;
    });
  }

  function picture() {
    const said = model.get("said");
    const shown = model.get("shown");
    const first = given ? [given] : [];
    const curves = [];
    if (said) {
      const points = [...first, ...said.map((value, i) => [at[i], value ?? Number.NaN])];
      points.sort(([a], [b]) => a - b); // where nothing was drawn, the curve has a gap
      curves.push({ points, tone: "x-hat", kind: "dashed", name: shown ? "you" : "" });
    }
    if (shown) curves.push({ points: is, tone: "y", name: "it is" });
    return {
      x: [valueAt(x, -BESIDE), valueAt(x, 1 + BESIDE)],
      y: [y.low, y.high],
      label: `${y.label} over ${x.label}: ${shown ? inWords(said) : `${at.length} handles, to be drawn`}`,
      curves,
      dots: first.map((point) => ({ at: point, tone: "x" })),
    };
  }

  /** Both curves where the handles are, for those who do not see them. */
  function inWords(said) {
    const words = at.map((place, i) => {
      const drew = said?.[i] == null ? "" : `you drew ${format(said[i], 3)}, and `;
      return `at ${format(place, 4)} ${drew}it is ${format(truthAt({ is, x, y }, place), 3)}`;
    });
    return words.join("; ");
  }

  function paint() {
    const said = drawn();
    const shown = model.get("shown");
    root.toggleAttribute("data-shown", shown);
    set(chart.svg, { role: shown ? "img" : "group" }); // in an image there are no sliders
    chart.update(picture());
    for (const [i, value] of said.entries()) {
      handles[i](value);
      fields[i].value = value ?? "";
      fields[i].disabled = shown;
    }
    say(count, shown ? "" : countOf(said));
  }

  model.on("change", paint);
  paint();

  return () => {
    stop.abort();
    model.off("change", paint);
    root.remove();
  };
}

/**
 * What is marked on an axis that counts a few things, layers say: each of them; on a logarithmic one too
 * short for three powers of ten: its ends, and the handles' places.
 */
function ticksOf({ low, high, log }, at) {
  if (!log && high - low <= 5 && [low, high, ...at].every(Number.isInteger))
    return Array.from({ length: high - low + 1 }, (_, i) => [low + i, `${low + i}`]);
  const powers = Math.floor(Math.log10(high)) - Math.ceil(Math.log10(low)) + 1;
  if (!log || powers > 2) return undefined;
  return [...new Set([low, ...at, high])].map((place) => [place, format(place, 4)]);
}

/** How much is drawn. */
function countOf(said) {
  const set = said.filter((value) => value !== null).length;
  if (set === said.length) return `All ${set} points are drawn.`;
  return `${set || "None"} of ${said.length} points ${set > 1 ? "are" : "is"} drawn.`;
}

/** Where a key that leads from a value to a power of ten ends: further on, if that is tidy the same. */
function onward(axis, from, power) {
  const step = Math.sign(power - Math.log10(from)) * STEP;
  let end = power;
  while (step && tidy(axis, 10 ** end) === from) end += step;
  return 10 ** end;
}

/** A logarithmic scale as one of the powers: along it steps are even. */
function inPowers(scale) {
  return Object.assign((power) => scale(10 ** power), {
    invert: (position) => Math.log10(scale.invert(position)),
    domain: () => scale.domain().map(Math.log10),
    copy: () => inPowers(scale.copy()),
  });
}

export default { render };
