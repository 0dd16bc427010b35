// Recorded trainings: LayerNorm against BatchNorm by batch size, and what γ and β become.

import { choice, listSlider, trials } from "../_shared/controls.mjs";
import { add, say } from "../_shared/dom.mjs";
import { explorable } from "../_shared/explorable.mjs";
import { more } from "../_shared/more.mjs";
import { format } from "../_shared/numbers.mjs";
import { player } from "../_shared/player.mjs";
import { table } from "../_shared/table.mjs";
import { BATCH_SIZES, brief, LAYERS, parse, runsOf, TEST_IMAGES, TRAITS } from "./arithmetic.mjs";
import { addLearning, addParameters } from "./charts.mjs";
import { lesson, ofParameter } from "./lesson.mjs";

const [TRANSFORMER, CNN] = ["transformer", "cnn"].map((model) => ({
  model,
  layer: LAYERS[model].at(-1).key,
}));
const EXPERIMENTS = [
  {
    label: "batches of 32",
    apply: { ...TRANSFORMER, batch_size: 32, measure: "loss" },
  },
  { label: "CNN, batches of 128", apply: { ...CNN, batch_size: 128, measure: "loss" } },
  {
    label: "wrong test images",
    apply: { ...TRANSFORMER, batch_size: 2, measure: "accuracy" },
  },
];

export default explorable({
  slug: "training",
  title: "LayerNorm against BatchNorm, by batch size",
  traits: TRAITS,
  parse,
  limits: "Recorded are the batch sizes 2, 8, 32 and 128, at 16 points each.",
  build,
});

function build(root, app) {
  const { change, signal } = app;
  const record = app.record();
  const paintLearning = addLearning(root);
  const size = listSlider(add(root, "div", { class: "nb-sliders nb-lever" }), {
    title: "Batch size",
    values: BATCH_SIZES,
    change: (value) => change({ batch_size: value }),
    signal,
  });
  trials(root, EXPERIMENTS, app);
  const note = add(root, "p", { class: "nb-note" });
  const paintMore = more(root, {
    build: (parent) => addMore(parent, app),
    isAsked: ({ state }) => !isAtStart(state),
    app,
  });

  return (state) => {
    const runs = runsOf(record, state);
    const symbol = state.parameter === "weight" ? "γ" : "β";
    const seen = record.examples[state.step];
    const at = { seen, symbol, last: record.examples.at(-1) };
    paintLearning(runs, state, at);
    size.update(state.batch_size);
    say(note, lesson(runs, state));
    paintMore({ runs, state, at });
    return `After ${format(seen)} images. ${runs.map(wordsOf(symbol)).join("; ")}.`;
  };
}

/** Whether the γ or β of a state are those that are shown first. */
function isAtStart({ model, layer, parameter }) {
  return parameter === "weight" && layer === LAYERS[model].at(-1).key;
}

/** What the runs are of, the point of training, and what γ and β became. */
function addMore(parent, app) {
  const { change } = app;
  const record = app.record();
  const paintChoices = addChoices(parent, app);
  const time = player(parent, {
    title: "Training images seen",
    count: record.examples.length,
    change: (step) => change({ step }),
    app,
  });
  const paintParameters = addParameters(parent);
  const note = add(parent, "p");
  const numbers = table(parent, {
    caption: "Both norms at this point of training",
    head: ["norm", "training loss", "test images wrong", "median (lowest to highest)"],
  });

  return ({ runs, state, at }) => {
    const { seen, symbol, last } = at;
    paintChoices(state);
    time.update(state.step, `${format(seen)} of ${format(last)}`);
    paintParameters(runs, state, at);
    say(note, ofParameter(runs, state));
    numbers.update(
      runs.map(({ name, tone, accuracy, wrong, loss, now }) => ({
        tone,
        cells: [
          name,
          format(loss, 3),
          `${wrong} of ${TEST_IMAGES} (${format(100 * accuracy, 1)}% right)`,
          `${symbol} ${brief(now.median)} (${brief(now.low)} to ${brief(now.high)})`,
        ],
      })),
    );
  };
}

function addChoices(root, { change, signal }) {
  const row = add(root, "div", { class: "nb-choices" });
  const one = (title, options, name) =>
    choice(row, { title, options, change: (value) => change({ [name]: value }), signal });
  const model = choice(row, {
    title: "Model",
    options: [
      ["transformer", "Transformer"],
      ["cnn", "CNN"],
    ],
    change: (value) => change({ model: value, layer: LAYERS[value].at(-1).key }),
    signal,
  });
  const measure = one(
    "Measure",
    [
      ["loss", "training loss"],
      ["accuracy", "test images wrong"],
    ],
    "measure",
  );
  const parameter = one(
    "Parameter",
    [
      ["weight", "γ"],
      ["bias", "β"],
    ],
    "parameter",
  );
  const layers = Object.entries(LAYERS).map(([key, each]) => {
    const box = add(row, "div");
    const options = each.map(({ key: name, name: text }) => [name, text]);
    const title = key === "cnn" ? "Norm after" : "Norm before";
    const control = choice(box, { title, options, change: (layer) => change({ layer }), signal });
    return { key, box, control };
  });

  return (state) => {
    model.update(state.model);
    measure.update(state.measure);
    parameter.update(state.parameter);
    for (const { key, box, control } of layers) {
      box.toggleAttribute("hidden", key !== state.model);
      control.update(state.layer);
    }
  };
}

function wordsOf(symbol) {
  return ({ name, wrong, loss, now }) =>
    `${name}: loss ${format(loss, 3)}, ${wrong} test images wrong, median ${symbol} ${brief(now.median)}`;
}
