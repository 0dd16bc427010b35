// Points that are scaled in two ways, and gradient descent before and after scaling.

import { button, enable, otherTrials, slider, trials } from "../_shared/controls.mjs";
import { add, say } from "../_shared/dom.mjs";
import { explorable } from "../_shared/explorable.mjs";
import { moments } from "../_shared/moments.mjs";
import { more } from "../_shared/more.mjs";
import { format } from "../_shared/numbers.mjs";
import { tidy } from "../_shared/ranges.mjs";
import { table } from "../_shared/table.mjs";
import { bowl, descend, minMaxScale, standardize } from "./arithmetic.mjs";
import { twoBowls } from "./bowls.mjs";
import { aboutBowls, aboutPoints, stepsInWords } from "./lesson.mjs";
import { numberLines } from "./lines.mjs";
import * as states from "./state.mjs";

export default explorable({
  slug: "scaling",
  title: "Scaling features",
  traits: states.traits,
  limits: "Points go from −10,000 to 10,000, and there are 2 to 12 of them.",
  build,
});

function build(root, app) {
  let chosen = -1; // the index of the chosen point; −1 while none is
  const beside = add(root, "div", { class: "nb-plots nb-two" });
  const picture = add(beside, "div");
  add(picture, "p", { class: "nb-hint" }, "Drag a point of x.");
  const paintLines = numberLines(picture, {
    choose(i) {
      chosen = i;
      app.repaint();
    },
    drag: (i, value) => app.change(({ points }) => ({ points: points.with(i, value) })),
    release: app.repaint,
    signal: app.signal,
  });
  const side = add(beside, "div");
  trials(side, states.experiments, app);
  const note = add(side, "p", { class: "nb-note" });
  const paintMore = more(root, {
    build: (parent) => addMore(parent, app),
    isAsked: ({ state }) => isOfDescent(state),
    app,
  });

  return (state) => {
    if (chosen >= state.points.length) chosen = -1;
    const shown = scaledTwice(state);
    paintLines(shown, chosen);
    say(note, aboutPoints(shown));
    const { points, mean, sigma } = shown;
    const ofPoints = `${points.length} points, mean ${format(mean)}, standard deviation ${format(sigma)}`;
    return [ofPoints, paintMore({ state, shown, chosen })].filter(Boolean).join(". ");
  };
}

/** The points of a state, their two scalings, and these in words. */
function scaledTwice({ points }) {
  const { mean, variance } = moments(points);
  const [minMax, z] = [minMaxScale(points), standardize(points)];
  const words = points.map((x, i) => [x, minMax[i], z[i]].map((value) => format(value)));
  return { points, minMax, z, mean, sigma: Math.sqrt(variance), words };
}

/** Whether a state is about descent: what makes its bowls is not as at the start. */
function isOfDescent(state) {
  const names = ["elongation", "correlation", "rate"];
  return names.some((name) => state[name] !== states.traits[name].start);
}

/** The points in numbers, and what scaling does to gradient descent. */
function addMore(parent, app) {
  otherTrials(parent, states.experiments, app);
  const paintValues = addValues(parent, app);
  const paintDescent = addDescent(parent, app);
  return ({ state, shown, chosen }) => {
    paintValues(state, shown, chosen);
    return paintDescent(state);
  };
}

/** The points and their scalings in numbers, and how many there are. */
function addValues(parent, { change, signal }) {
  const sizes = add(parent, "div", { class: "nb-buttons", role: "group", "aria-label": "Points" });
  const resizers = [
    { text: "− point", name: "Remove a point", can: states.canRemove, apply: states.removePoint },
    { text: "+ point", name: "Add a point", can: states.canAdd, apply: states.addPoint },
  ].map(({ text, name, can, apply }) => {
    const options = { signal, "aria-label": name };
    return { can, made: button(sizes, text, () => change(apply), options) };
  });
  const values = table(parent, {
    caption: "Each point and its two scalings",
    head: ["point", "x", "min-max", "z-score"],
  });
  return (state, { words }, chosen) => {
    for (const { can, made } of resizers) enable(made, can(state));
    values.update(
      words.map((three, i) => ({
        cells: [String(i + 1), ...three],
        state: i === chosen ? "nb-chosen" : "",
      })),
    );
  };
}

/** The two bowls, and what makes them. */
function addDescent(root, { change, signal }) {
  add(root, "div", { class: "nb-part" }, "Gradient descent before and after scaling");
  const setting = add(root, "p", { class: "nb-caption" });
  const paintBowls = twoBowls(root);
  const results = table(root, {
    caption: "The two bowls, and how long descent takes",
    head: ["scaling", "condition number", "learning rate", "loss down to a millionth"],
  });
  const note = add(root, "p", { class: "nb-note" });
  const sliders = add(root, "div", { class: "nb-sliders" });
  const [elongation, correlation, rate] = ["elongation", "correlation", "rate"].map((trait) =>
    slider(sliders, { change: (value) => change({ [trait]: tidy(value) }), signal }),
  );
  let painted = {}; // the state that the bowls were painted for: a drag of the points leaves them

  return (state) => {
    const key = [state.elongation, state.correlation, state.rate].join();
    if (painted.key === key) return painted.words;
    const [before, after] = [state.elongation, 1].map((wide) => {
      const shape = bowl(wide, state.correlation);
      return { bowl: shape, descent: descend(shape, state.rate) };
    });
    say(setting, settingOf(state)); // without scripts there are no sliders to read it from
    paintBowls(before, after);
    const row = (name, tone, each) => ({
      tone,
      cells: [
        name,
        format(each.bowl.condition),
        format(each.descent.learningRate, 4),
        stepsInWords(each.descent),
      ],
    });
    results.update([row("before", "y", before), row("after", "x-hat", after)]);
    elongation.update({
      title: "σ of feature 2",
      words: format(state.elongation),
      min: 1,
      max: 50,
      step: 0.5,
      value: state.elongation,
    });
    correlation.update({
      title: "Correlation ρ",
      words: format(state.correlation),
      min: -0.95,
      max: 0.95,
      step: 0.05,
      value: state.correlation,
    });
    rate.update({
      title: "Learning rate",
      words: `${format(state.rate)} / λmax`,
      min: 0.05,
      max: 2.5,
      step: 0.05,
      value: state.rate,
    });
    say(note, aboutBowls(state, before, after));
    painted = {
      key,
      words: `Before scaling: ${stepsInWords(before.descent)}; after: ${stepsInWords(after.descent)}.`,
    };
    return painted.words;
  };
}

function settingOf({ elongation, correlation, rate }) {
  const features = `standard deviations 1 and ${format(elongation)} and correlation ρ = ${format(correlation)}`;
  return `Least squares on two features, of ${features}; both weights start at 0. The ellipses are contours of the loss. Each learning rate is ${format(rate)} / λmax, where λmax is the largest curvature: the largest eigenvalue of the Hessian.`;
}
