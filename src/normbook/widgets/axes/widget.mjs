// Which values of a tensor share a mean and a variance, norm by norm.

import { trials } from "../_shared/controls.mjs";
import { add, say } from "../_shared/dom.mjs";
import { explorable } from "../_shared/explorable.mjs";
import { more } from "../_shared/more.mjs";
import { format, scientific } from "../_shared/numbers.mjs";
import { table } from "../_shared/table.mjs";
import { EPS, LAYOUTS, normalize, numberOf, valueAt, xHatAt } from "./arithmetic.mjs";
import { addLayout, addNorms, addSliders } from "./choices.mjs";
import { call, facts, lesson, NAMES, tuple } from "./facts.mjs";
import { addSamples } from "./samples.mjs";
import { experiments, parse, traits } from "./state.mjs";

const MOST_PIECES = 3; // into which a call is divided, so that its line may break

export default explorable({
  slug: "axes",
  title: "Which cells share their statistics",
  traits,
  parse,
  limits: "There are 1 to 4 samples and 1, 2, 3 or 6 groups.",
  build,
});

function build(root, app) {
  let pointed = null; // the place under the mouse, shown until it leaves
  const change = (next) => {
    pointed = null;
    app.change(next);
  };
  const hand = { ...app, change };
  const paintNorms = addNorms(add(root, "div", { class: "nb-choices" }), hand);
  trials(root, experiments, hand); // above the picture, whose height they change
  const heading = add(root, "p", { class: "nb-tensor" });
  add(root, "p", { class: "nb-hint" }, "Point at a cell, or tap it.");
  const paintSamples = addSamples(add(root, "div", { class: "nb-tone-x-hat" }), {
    point(place) {
      pointed = place;
      app.repaint();
    },
    choose: (place) => change(({ tensor }) => ({ cell: LAYOUTS[tensor].index(place) })),
    signal: app.signal,
  });
  const statistics = add(root, "div", { class: "nb-statistics" });
  const [which, moments, formula] = ["nb-which", "nb-moments", "nb-formula"].map((name) =>
    add(statistics, "p", { class: name }),
  );
  const note = add(root, "p", { class: "nb-note" });
  const paintMore = more(root, {
    build: (parent) => addMore(parent, hand),
    isAsked: ({ state }) => state.groups !== traits.groups.start,
    app,
  });

  return (state) => {
    const { tensor, norm, batch } = state;
    const { axes, sizes, place, index } = LAYOUTS[tensor];
    if (pointed?.n >= batch) pointed = null;
    const at = pointed ?? place(state.cell);
    const normalized = normalize(state);
    const set = normalized.setOf[numberOf(at)];
    const now = { at, set, name: `x[${index(at).join(", ")}]`, xHat: xHatAt(normalized, at) };

    paintNorms(state);
    const name = NAMES[norm];
    const shape = `${tuple(axes.map((axis) => axis.toUpperCase()))} = ${tuple(sizes(batch))}`;
    say(heading, `${name[0].toUpperCase()}${name.slice(1)} of x, shape ${shape}`);
    paintSamples(state, new Set(set.numbers), at);
    say(which, shared(now));
    say(moments, known(now));
    say(formula, step(now));
    say(note, lesson(state));
    paintMore({ state, cell: index(at), sets: normalized.sets });
    const count = normalized.sets.length;
    return `${name}, ${count} sets of ${set.x.length} values. ${shared(now)} ${known(now)}, ${step(now)}`;
  };
}

/** What x is, a slider for each index of the cell, and what is to be known of the norm. */
function addMore(parent, app) {
  const paintLayout = addLayout(add(parent, "div", { class: "nb-choices" }), app);
  const paintSliders = addSliders(add(parent, "div", { class: "nb-sliders" }), app);
  const answers = table(parent, { caption: "Facts of this norm", head: ["fact", "here"] });
  const paintCall = addCall(parent);
  return ({ state, cell, sets }) => {
    paintLayout(state);
    paintSliders({ ...state, cell });
    answers.update(facts(state, sets).map((cells) => ({ cells })));
    paintCall(call(state));
  };
}

/** Which cells are filled, and why. */
function shared({ name, at, set }) {
  const what = set.mean === null ? "its mean square" : "μ and σ²";
  return `${name} = ${valueAt(at)} is outlined. It shares ${what} with the ${set.x.length - 1} other filled cells.`;
}

/** The statistics of a set. */
function known({ set: { mean, square } }) {
  const eps = `ε = ${scientific(EPS)}`;
  if (mean === null) return `mean square = ${format(square)}, ${eps}`;
  return `μ = ${format(mean)}, σ² = ${format(square)}, ${eps}`;
}

/** What the statistics make of the outlined cell. */
function step({ at, set: { mean, square }, xHat }) {
  const x = format(valueAt(at));
  const above = mean === null ? x : `(${x} − ${format(mean)})`;
  return `x̂ = ${above} / √(${format(square)} + ε) = ${format(xHat)}`;
}

/** The call in PyTorch; a line may break between its pieces, and what is copied has no break. */
function addCall(root) {
  const line = add(root, "p", { class: "nb-torch" });
  add(line, "span", { class: "nb-torch-name" }, "in PyTorch ");
  const code = add(line, "code");
  const pieces = Array.from({ length: MOST_PIECES }, () => {
    const piece = add(code, "span");
    add(code, "wbr");
    return piece;
  });
  return (words) => {
    for (const [i, piece] of pieces.entries()) say(piece, words[i] ?? "");
  };
}
