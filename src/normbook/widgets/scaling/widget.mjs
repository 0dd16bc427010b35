// Points that are scaled in two ways, and gradient descent before and after scaling.

import { button, slider, trials } from "../_shared/controls.mjs";
import { add, say } from "../_shared/dom.mjs";
import { explorable } from "../_shared/explorable.mjs";
import { moments } from "../_shared/moments.mjs";
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
  const paintPoints = addPoints(root, app);
  const paintDescent = addDescent(root, app);
  return (state) => `${paintPoints(state)}. ${paintDescent(state)}`;
}

/** The points, their two scalings, and what to try with them. */
function addPoints(root, app) {
  let chosen = -1; // the index of the chosen point; −1 while none is
  let painted = {}; // the state that the points were painted for: a slider of the bowls leaves them
  add(root, "p", { class: "nb-part" }, "Two ways to scale");
  const beside = add(root, "div", { class: "nb-plots nb-two" });
  const repaint = () => {
    painted = {};
    app.repaint();
  };
  const paintLines = numberLines(beside, {
    choose(i) {
      chosen = i;
      repaint();
    },
    drag: (i, value) => app.change(({ points }) => ({ points: points.with(i, value) })),
    release: repaint,
    signal: app.signal,
  });
  const values = table(add(beside, "div"), {
    caption: "Each point and its two scalings",
    head: ["point", "x", "min-max", "z-score"],
  });
  const note = add(root, "p", { class: "nb-note" });
  trials(root, states.experiments, app);
  const sizes = add(root, "div", { class: "nb-buttons", role: "group", "aria-label": "Points" });
  const resizers = [
    { text: "− point", name: "Remove a point", can: states.canRemove, apply: states.removePoint },
    { text: "+ point", name: "Add a point", can: states.canAdd, apply: states.addPoint },
  ].map(({ text, name, can, apply }) => {
    const options = { signal: app.signal, "aria-label": name };
    return { can, made: button(sizes, text, () => app.change(apply), options) };
  });

  return (state) => {
    const { points } = state;
    const key = points.join();
    if (painted.key === key) return painted.words;
    if (chosen >= points.length) chosen = -1;
    const { mean, variance } = moments(points);
    const sigma = Math.sqrt(variance);
    const [minMax, z] = [minMaxScale(points), standardize(points)];
    const words = points.map((x, i) => [x, minMax[i], z[i]].map((value) => format(value)));
    const shown = { points, minMax, z, mean, sigma, words };
    paintLines(shown, chosen);
    values.update(
      words.map((three, i) => ({
        cells: [String(i + 1), ...three],
        state: i === chosen ? "nb-chosen" : "",
      })),
    );
    for (const { can, made } of resizers) made.toggleAttribute("disabled", !can(state));
    say(note, aboutPoints(shown));
    painted = {
      key,
      words: `${points.length} points, mean ${format(mean)}, standard deviation ${format(sigma)}`,
    };
    return painted.words;
  };
}

/** The two bowls, and what makes them. */
function addDescent(root, { change, signal }) {
  add(root, "p", { class: "nb-part" }, "Gradient descent before and after scaling");
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
