// Where a block normalizes: two placements side by side, block by block.

import { trials } from "../_shared/controls.mjs";
import { add, say, set } from "../_shared/dom.mjs";
import { explorable } from "../_shared/explorable.mjs";
import { more } from "../_shared/more.mjs";
import { format } from "../_shared/numbers.mjs";
import { table } from "../_shared/table.mjs";
import { choice, flag, parser } from "../_shared/traits.mjs";
import { alphaOf, blocksOf, DEPTHS, STEPS, shown, TRAINED_DEPTHS } from "./arithmetic.mjs";
import { addPlaces, blockChart, depthChart, inWords, lossChart } from "./charts.mjs";
import { addLever, addMeasured, addPlacements } from "./choices.mjs";
import { lesson, source } from "./lesson.mjs";
import { formulaOf, KEYS, nameOf, toneOf } from "./placements.mjs";
import { wiring } from "./wiring.mjs";

const EXPERIMENTS = [
  { label: "pre and post", apply: { placement: "pre", other: "post", phase: "init" } },
  {
    label: "sandwich and OLMo 2",
    apply: { placement: "sandwich", other: "olmo2", phase: "init" },
  },
  {
    label: "post in training",
    apply: {
      placement: "post",
      other: "pre",
      phase: "training",
      depth: 24,
      warmup: false,
      step: 150,
    },
  },
];

const traits = {
  placement: choice({ of: KEYS, start: "pre" }),
  other: choice({ of: [...KEYS, "none"], start: "post" }),
  depth: choice({ of: DEPTHS, start: 12 }),
  phase: choice({ of: ["init", "training"], start: "init" }),
  warmup: flag({ start: true }),
  step: choice({ of: STEPS, start: 0 }),
};

export default explorable({
  slug: "placement",
  title: "Where the norm stands",
  traits,
  parse: parser(traits, ({ phase, depth }) => phase === "init" || TRAINED_DEPTHS.includes(depth)),
  limits: `Training was recorded at depths ${TRAINED_DEPTHS.join(", ")}.`,
  build,
});

function build(root, app) {
  const record = app.record();
  const painters = [addFormulas(root), addBlockCharts(root, record), addLever(root, app)];
  trials(root, EXPERIMENTS, app);
  const note = add(root, "p", { class: "nb-note" });
  painters.push(more(root, { build: (parent) => addMore(parent, app), app }));

  return (state) => {
    for (const paint of painters) paint(state);
    say(note, lesson(record, state));
    return rowsOf(record, state)
      .map(({ words }) => words)
      .join("; ");
  };
}

/** The formula of each placement that is shown. */
function addFormulas(root) {
  const row = add(root, "p", { class: "nb-formulas" });
  const places = [0, 1].map(() => {
    const place = add(row, "span");
    const name = add(place, "span", { class: "nb-wiring-name" });
    return { place, name, formula: add(place, "span", { class: "nb-wiring-formula" }) };
  });
  return (state) => {
    const keys = shown(state);
    for (const [i, { place, name, formula }] of places.entries()) {
      const key = keys[i];
      place.toggleAttribute("hidden", !key);
      if (!key) continue;
      set(place, { class: `nb-tone-${toneOf(key)}` });
      say(name, `${nameOf(key)}: `);
      say(formula, formulaOf(key, format(alphaOf(state.depth))));
    }
  };
}

/** All else that can be compared, how it is wired, and what was measured besides. */
function addMore(parent, app) {
  const record = app.record();
  const painters = [addPlacements(parent, app), addMeasured(parent, app), addDiagrams(parent)];
  const bottom = add(parent, "div", { class: "nb-plots nb-two" });
  const places = addPlaces(bottom);
  const third = {
    init: depthChart(places.init, record),
    training: lossChart(places.training, record),
  };
  const side = add(bottom, "div");
  const results = table(side, {
    caption: "Gradients and variances of what is shown",
    head: ["placement", "gradient of block 1", "of the last block", "variance at the end"],
  });
  const how = add(side, "p", { class: "nb-note" });

  return (state) => {
    for (const paint of painters) paint(state);
    places.show(state.phase);
    third[state.phase](state);
    results.update(rowsOf(record, state));
    say(how, source(record, state));
  };
}

function addDiagrams(root) {
  const row = add(root, "div", { class: "nb-plots nb-two" });
  const diagrams = [wiring(row), wiring(row)];
  return (state) => {
    const keys = shown(state);
    for (const [i, paint] of diagrams.entries()) paint(keys[i]);
  };
}

/** What was measured of each block. */
function addBlockCharts(root, record) {
  const row = add(root, "div", { class: "nb-plots nb-two" });
  const charts = [
    blockChart(row, record, {
      key: "gradient",
      title: "Gradient by block",
      x: "block",
      y: "norm of the gradient",
    }),
    blockChart(row, record, {
      key: "variance",
      title: "Variance of the stream",
      x: "after block (0: before the first)",
      y: "variance",
    }),
  ];
  return (state) => {
    for (const paint of charts) paint(state);
  };
}

function rowsOf(record, state) {
  return shown(state).map((key) => {
    const { gradient, variance } = blocksOf(record, key, state);
    const values = [gradient[0], gradient.at(-1), variance.at(-1)].map(inWords);
    return {
      tone: toneOf(key),
      cells: [nameOf(key), ...values],
      words: `${nameOf(key)}: gradient of block 1 ${values[0]}, of the last ${values[1]}, variance ${values[2]}`,
    };
  });
}
