// The presets: three at hand, the rest in a list, and the question of the present one.

import { button, select } from "../_shared/controls.mjs";
import { add, say, set } from "../_shared/dom.mjs";
import { FIRST, PRESETS, presetOf } from "./presets.mjs";
import { TRAITS } from "./state.mjs";

const OWN = { question: "Your own setting.", look: "Say what you expect, and train." };

/** The same app, whose `isByHand` tells a control's change from one by a link, Reset or Python. */
export function watchHand(app) {
  let isByHand = false;
  function change(next) {
    isByHand = true;
    app.change(next);
    queueMicrotask(() => {
      isByHand = false; // it is painted by now
    });
  }
  return { ...app, change, isByHand: () => isByHand };
}

export function addQuestions(parent, { change, signal, isByHand }) {
  const row = add(parent, "div", { class: "nb-buttons nb-lab-presets", role: "group" });
  set(row, { "aria-label": "Questions" });
  const starts = Object.entries(TRAITS).map(([name, { start }]) => [name, start]);
  let present; // the preset whose question is asked
  const open = (key) => {
    present = key;
    change({ ...Object.fromEntries(starts), ...PRESETS[key].set });
  };
  const first = FIRST.map((key) => [
    key,
    button(row, PRESETS[key].name, () => open(key), { signal }),
  ]);
  const rest = Object.keys(PRESETS).filter((key) => !FIRST.includes(key));
  const list = select(row, {
    title: "More questions",
    options: [["", "more …"], ...rest.map((key) => [key, PRESETS[key].name])],
    change: (key) => key && open(key),
    signal,
  });
  const words = add(parent, "p", { class: "nb-lab-question" });
  const question = add(words, "strong");
  const look = add(words, "span");

  return (state) => {
    const key = presetOf(state, TRAITS, isByHand() ? present : undefined);
    present = key;
    for (const [each, made] of first) set(made, { "aria-pressed": each === key });
    list.update(rest.includes(key) ? key : "");
    say(question, key ? PRESETS[key].question : OWN.question);
    say(look, key ? PRESETS[key].look : OWN.look);
  };
}
