// FILL IN: what is shown, and what a reader moves, in one line.

import { listSlider } from "../_shared/controls.mjs";
import { add } from "../_shared/dom.mjs";
import { explorable } from "../_shared/explorable.mjs";
import { format } from "../_shared/numbers.mjs";
import { oneTwoFive } from "../_shared/ranges.mjs";
import { table } from "../_shared/table.mjs";
import { number } from "../_shared/traits.mjs";
import { normalize } from "./arithmetic.mjs";

const ROW = [1, 2, 6];

export default explorable({
  slug: "new_name",
  title: "New name", // FILL IN: the title, as in text.md
  traits: { eps: number({ low: 0, high: 10, start: 1e-5 }) },
  limits: "ε goes from 0 to 10.",
  build,
});

/** Adds the picture: an svg or a table. Returns what paints a state and says it in words. */
function build(root, { change, signal }) {
  const rows = table(root, { caption: "A row before and after LayerNorm", head: ["x", "y"] });
  const sliders = add(root, "div", { class: "nb-sliders nb-lever" });
  const eps = listSlider(sliders, {
    title: "ε",
    values: [0, ...oneTwoFive(1e-5, 10)],
    change: (value) => change({ eps: value }),
    signal,
  });

  return (state) => {
    const y = normalize(ROW, state.eps);
    eps.update(state.eps);
    rows.update(ROW.map((x, i) => ({ cells: [format(x), format(y[i])] })));
    return `y is ${y.map((value) => format(value)).join(", ")}`;
  };
}
