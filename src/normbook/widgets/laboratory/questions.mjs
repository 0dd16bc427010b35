// The presets: three at hand, the rest in a list, and the question of the present one.

import { button, select } from "../_shared/controls.mjs";
import { add, say, set } from "../_shared/dom.mjs";
import { FIRST, PRESETS, presetOf } from "./presets.mjs";
import { TRAITS } from "./state.mjs";

const OWN = { question: "Your own setting.", look: "Say what you expect, and train." };

export function addQuestions(parent, { change, signal }) {
  const row = add(parent, "div", { class: "nb-buttons nb-lab-presets", role: "group" });
  set(row, { "aria-label": "Questions" });
  const starts = Object.entries(TRAITS).map(([name, { start }]) => [name, start]);
  const open = (key) => change({ ...Object.fromEntries(starts), ...PRESETS[key].set });
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
    const key = presetOf(state, TRAITS);
    for (const [each, made] of first) set(made, { "aria-pressed": each === key });
    list.update(rest.includes(key) ? key : "");
    say(question, key ? PRESETS[key].question : OWN.question);
    say(look, key ? PRESETS[key].look : OWN.look);
  };
}
