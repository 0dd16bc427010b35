// Two bowls seen from above, before and after scaling, and the way down each.

import { add, draw, say, set } from "../_shared/dom.mjs";
import { format } from "../_shared/numbers.mjs";
import { plot } from "../_shared/plot.mjs";
import { clip, contours, untilOutside, windowOf, within } from "./geometry.mjs";
import { stepsInWords } from "./lesson.mjs";

const HEIGHT = 268;

/** Adds the two charts; `update` takes { bowl, descent } before and after. */
export function twoBowls(parent) {
  const row = add(parent, "div", { class: "nb-plots nb-two" });
  const paintBefore = addBowl(row, { title: "Before scaling", tone: "y" });
  const paintAfter = addBowl(row, { title: "After scaling", tone: "x-hat" });
  return (before, after) => {
    paintBefore(before, Math.sqrt(before.bowl.elongation));
    paintAfter(after, 1);
  };
}

function addBowl(row, { title, tone }) {
  const box = add(row, "div");
  const chart = plot(box, {
    title,
    x: { label: "weight 1" },
    y: { label: "weight 2" },
    height: HEIGHT,
  });
  const start = draw(chart.front, "text", { class: "nb-bowl-name", dy: "0.32em" });
  const best = draw(chart.front, "text", { class: "nb-bowl-name", dy: "0.32em" });
  const caption = add(box, "p", { class: "nb-caption" });
  const { left, right, top, bottom } = chart.inside;
  const ratio = (bottom - top) / (right - left);

  function paint({ bowl, descent }, enlarged) {
    const axes = windowOf(bowl, enlarged, ratio);
    const path = untilOutside(descent.path, axes);
    const inside = clip(path, axes);
    chart.update({
      ...axes,
      title: `${title}: ${stepsInWords(descent)}`,
      label: words(title, { bowl, descent, axes }),
      curves: [
        {
          points: contours(bowl).flatMap((points) => clip(points, axes)),
          tone: "x",
          kind: "faint",
        },
        { points: inside, tone, kind: "way" },
        // Points of no length: their round ends are drawn, one dot for each step.
        {
          points: path.flatMap((at) => (within(at, axes) ? [at, at, null] : [])),
          tone,
          kind: "steps",
        },
      ],
      dots: [
        { at: bowl.best, tone: "x" },
        { at: path[0], tone },
      ],
    });
    place(start, "start", chart, [0, 0], [8, 8]);
    place(best, "best", chart, bowl.best, [9, 0]);
    const leaves = !within(path.at(-1), axes);
    say(caption, captionOf(descent, enlarged, { drawn: path.length, leaves }));
  }

  let painted = ""; // the scaled bowl does not change with the elongation
  return (subject, enlarged) => {
    const { elongation, correlation } = subject.bowl;
    const key = [elongation, correlation, subject.descent.learningRate].join();
    if (key !== painted) paint(subject, enlarged);
    painted = key;
  };
}

function place(text, name, { x, y }, [a, b], [right, down]) {
  say(text, name);
  set(text, { x: (x(a) + right).toFixed(2), y: (y(b) + down).toFixed(2) });
}

function captionOf({ outcome, steps }, enlarged, { drawn, leaves }) {
  const drawing =
    enlarged === 1
      ? "Both weights are drawn to one scale."
      : `Weight 2 is drawn ${format(enlarged, 1)} times as large as weight 1.`;
  if (leaves) return `${drawing} The path is drawn until it leaves the chart.`;
  if (outcome === "settles" && steps < drawn) return `${drawing} A dot is a step.`;
  return `${drawing} A dot is a step; the first ${drawn - 1} are drawn.`;
}

function words(title, { bowl, descent, axes: { x, y } }) {
  const range = ([low, high]) => `from ${format(low)} to ${format(high)}`;
  const at = bowl.best.map((weight) => format(weight)).join(", ");
  return (
    `${title}, the loss from above: weight 1 ${range(x)}, weight 2 ${range(y)}. ` +
    `Condition number ${format(bowl.condition)}. ` +
    `Descent from 0, 0 towards the best weights, ${at}: ${stepsInWords(descent)}.`
  );
}
