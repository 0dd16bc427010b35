// Real models by norm, eps, order of casts and placement: find, filter, sort, read on.

import { choice } from "../_shared/controls.mjs";
import { add, draw, say, set } from "../_shared/dom.mjs";
import { explorable } from "../_shared/explorable.mjs";
import { plot } from "../_shared/plot.mjs";
import { remember } from "../_shared/remember.mjs";
import { flag, choice as oneOf, text } from "../_shared/traits.mjs";
import { byEps, COLUMNS, cell, differs, epsText, order, select } from "./arithmetic.mjs";

const NORMS = ["all", "LayerNorm", "RMSNorm"];
const IN_SIGHT = 16; // at least as many rows as the table's frame shows at a time
const QUIET_MS = 200;
const PLACEMENTS = ["all", "pre", "post", "sandwich", "olmo2"];
// Where the book explains what a model does.
const CHAPTERS = {
  LayerNorm: { page: "layer_norm.html", name: "LayerNorm, by hand" },
  RMSNorm: { page: "gallery.html#rmsnorm-beside-layernorm", name: "RMSNorm" },
};
const TOPICS = [
  { page: "gallery.html#epsilon", name: "ε and the order of casts" },
  { page: "gallery.html#placement", name: "placement" },
];

export default explorable({
  slug: "atlas",
  title: "The norms of real models",
  traits: {
    query: text({ most: 60 }),
    norm: oneOf({ of: NORMS, start: "all" }),
    placement: oneOf({ of: PLACEMENTS, start: "all" }),
    sort: oneOf({ of: COLUMNS.map(({ key }) => key), start: "name" }),
    descending: flag({ start: false }),
  },
  limits: "A search has at most 60 characters.",
  build,
});

function build(root, app) {
  const { change, signal, record } = app;
  const { models, source } = record();
  const top = add(root, "div", { class: "nb-plots nb-two" });
  const paintDots = addDots(top, models);
  const side = add(top, "div", { class: "nb-filters" });
  const search = add(side, "label", { class: "nb-search" });
  add(search, "span", {}, "Find");
  const input = add(search, "input", {
    type: "search",
    maxlength: 60,
    placeholder: "Llama, 1e-6, 1 + w …",
  });
  let isTyped = false;
  const type = () => {
    isTyped = true;
    change({ query: input.value.slice(0, 60) });
  };
  input.addEventListener("input", type, { signal });
  const choices = add(side, "div", { class: "nb-choices" });
  const norms = choice(choices, {
    title: "Norm",
    options: NORMS.map((name) => [name, name]),
    change: (norm) => change({ norm }),
    signal,
  });
  const placements = choice(choices, {
    title: "Placement",
    options: PLACEMENTS.map((name) => [name, name === "olmo2" ? "OLMo 2" : name]),
    change: (placement) => change({ placement }),
    signal,
  });
  const count = add(side, "p", { class: "nb-note" });
  if (app.base !== undefined) addTopics(side, app.base);
  const paintTable = addTable(root, app, models);
  add(
    root,
    "p",
    { class: "nb-source" },
    `All but “released” are the defaults of a class, read in the source of ${source}; “released” is the ε of one checkpoint, whose name leads to a file that has it: its owner’s, a copy, or code that runs it. All compute the statistics in float32, “torch kernel” too, and add ε inside the root.`,
  );

  return (state) => {
    const shown = select(models, state);
    paintDots(shown);
    paintTable(shown, state, isTyped);
    isTyped = false;
    norms.update(state.norm);
    placements.update(state.placement);
    set(input, { value: state.query });
    if (input.value !== state.query) input.value = state.query;
    say(count, summary(shown, models));
    return `${shown.length} of ${models.length} models`;
  };
}

/** One dot a model over its checkpoint's eps: round for LayerNorm, square for RMSNorm. */
function addDots(root, models) {
  const chart = plot(root, {
    title: "ε of released checkpoints: ● LayerNorm, ■ RMSNorm",
    x: { label: "ε", log: true },
    y: { label: "models", count: 4 },
    height: 260,
  });
  const groups = byEps(models);
  const most = Math.max(...groups.map((group) => group.models.length));
  chart.update({
    x: [1e-13, 1e-4],
    y: [0, most + 1],
    label: groups
      .map(
        (g) =>
          `${epsText(g.eps)}: ${g.models.length} ${g.models.length === 1 ? "model" : "models"}`,
      )
      .join(", "),
  });
  const dots = new Map();
  for (const { eps, models: group } of groups) {
    const ordered = group.toSorted((a, b) => a.norm.localeCompare(b.norm));
    for (const [i, model] of ordered.entries()) {
      const [x, y] = [chart.x(eps), chart.y(i + 0.75)];
      const isRms = model.norm.startsWith("RMSNorm");
      const dot = isRms
        ? draw(chart.front, "rect", { x: x - 2.75, y: y - 2.75, width: 5.5, height: 5.5 })
        : draw(chart.front, "circle", { cx: x, cy: y, r: 3 });
      set(dot, { class: `nb-model nb-tone-${isRms ? "y" : "x-hat"}` });
      draw(dot, "title", {}, `${model.name}, ${epsText(eps)}`);
      dots.set(model, dot);
    }
  }
  return (shown) => {
    const found = new Set(shown);
    for (const [model, dot] of dots) dot.classList.toggle("nb-out", !found.has(model));
  };
}

function addTopics(root, base) {
  const line = add(root, "p", { class: "nb-topics" }, "Explained in the book: ");
  for (const [i, { page, name }] of TOPICS.entries()) {
    if (i) line.append(", ");
    add(line, "a", { href: `${base}${page}` }, name);
  }
}

function addTable(root, { change, signal, base }, models) {
  const frame = add(root, "div", { class: "nb-table nb-atlas-frame", tabindex: 0, role: "region" });
  set(frame, { "aria-label": "Models and their norms" });
  const table = add(frame, "table");
  const head = add(add(table, "thead"), "tr");
  const heads = COLUMNS.map(({ key, title }) => {
    const th = add(head, "th", { scope: "col" });
    const sorter = add(th, "button", { type: "button", class: "nb-sort" }, title);
    const flip = ({ sort, descending }) => ({ sort: key, descending: sort === key && !descending });
    sorter.addEventListener("click", () => change(flip), { signal });
    return { key, th };
  });
  add(head, "th", { scope: "col" }, "checkpoint");
  if (base !== undefined) add(head, "th", { scope: "col" }, "read");
  const body = add(table, "tbody");
  const rows = new Map(models.map((model) => [model, addRow(body, model, base)]));
  const inOrder = remember((sort, descending) => order(models, { sort, descending }));
  let sorted = models;
  let timer;
  signal.addEventListener("abort", () => clearTimeout(timer));

  function showRows(shown) {
    const found = new Set(shown);
    for (const model of models) rows.get(model).toggleAttribute("hidden", !found.has(model));
  }

  return (shown, state, isTyped) => {
    for (const { key, th } of heads) {
      if (key !== state.sort) th.removeAttribute("aria-sort");
      else set(th, { "aria-sort": state.descending ? "descending" : "ascending" });
    }
    const next = inOrder(state.sort, state.descending);
    if (next.some((model, i) => model !== sorted[i])) {
      body.append(...next.map((model) => rows.get(model)));
      sorted = next;
    }
    clearTimeout(timer);
    if (isTyped) {
      // While a search is typed only the rows in sight are painted; the rest when the hand rests.
      const found = new Set(shown);
      showRows(next.filter((model) => found.has(model)).slice(0, IN_SIGHT));
      timer = setTimeout(() => showRows(shown), QUIET_MS);
    } else showRows(shown);
  };
}

function addRow(body, model, base) {
  const row = add(body, "tr");
  for (const { key } of COLUMNS) {
    const isName = key === "name";
    const entry = add(row, isName ? "th" : "td", isName ? { scope: "row" } : {}, cell(model, key));
    if (key === "checkpoint_eps" && differs(model)) set(entry, { class: "nb-differs" });
  }
  addCheckpoint(add(row, "td"), model);
  if (base !== undefined) {
    const { page, name } = CHAPTERS[model.norm.split(",")[0]];
    add(add(row, "td"), "a", { href: `${base}${page}` }, name);
  }
  return row;
}

/** A checkpoint's name, without its owner's, which leads to where its eps was seen. */
function addCheckpoint(entry, { checkpoint, checkpoint_source: source }) {
  if (checkpoint === null) entry.append("–");
  else add(entry, "a", { href: source }, checkpoint.split("/").at(-1));
}

function summary(shown, models) {
  if (shown.length === 0) return "No model is like that. Clear the search, or choose all.";
  const list = byEps(shown).map((group) => `${group.models.length} with ${epsText(group.eps)}`);
  const lost = shown.filter(({ checkpoint }) => checkpoint === null).length;
  if (lost) list.push(`${lost} not found`);
  const others = shown.filter(differs).length;
  return `${shown.length} of ${models.length} models. Their checkpoints: ${list.join(", ")}. In ${others} it is not the default.`;
}
