// What a reader answers with: for each kind of question { read, write, clear }. `read` returns the
// answer, or a sentence that asks for one; `write` shows one that was given, and what is; `clear` takes
// both away, so that the question can be asked anew.

import { format, readings } from "../../../widgets/_shared/numbers.mjs";
import { createModel } from "../model.mjs";
import { whenNear } from "../near.mjs";
import { DIGITS, isOn, keyboardFor, shareOf, tidy, valueAt, wanted, within } from "./scale.mjs";

const STEPS = 1000; // how many steps a slider has
const MISSING = "The axes could not be loaded. Reload the page to try again.";

export const controls = { choice, order, number, sketch };

function choice(place, { is }) {
  const inputs = [...place.querySelectorAll("input[name=said]")];
  const choices = [...place.querySelectorAll(".nb-offered")];
  const objections = [...place.querySelectorAll(".nb-objection")];
  const numberOf = (part) => Number(part.dataset.number);
  return {
    read() {
      const said = inputs.filter(({ checked }) => checked).map(({ value }) => Number(value));
      return said.length ? said : "Choose an answer first.";
    },
    write(said) {
      for (const input of inputs) input.checked = said.includes(Number(input.value));
      for (const each of choices) {
        each.toggleAttribute("data-is", is.includes(numberOf(each)));
        each.toggleAttribute("data-said", said.includes(numberOf(each)));
      }
      for (const each of objections) each.hidden = !said.includes(numberOf(each));
    },
    clear() {
      for (const input of inputs) input.checked = false;
      for (const each of choices) {
        for (const mark of ["data-is", "data-said"]) each.removeAttribute(mark);
      }
      for (const each of objections) each.hidden = false;
    },
  };
}

function order(place, { is }, tell) {
  const list = place.querySelector(".nb-order");
  const asked = [...list.children];
  const numberOf = (item) => Number(item.dataset.number);
  const wordsOf = (item) => item.querySelector(".nb-words").textContent;
  const buttons = [...list.querySelectorAll("[data-move]")];
  let isMeant = false; // whether the reader has moved something, or was asked whether nothing moves
  for (const button of buttons) {
    const words = wordsOf(button.closest("li"));
    button.setAttribute("aria-label", `Move ${button.textContent}: ${words}`);
  }
  markEnds();
  list.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-move]:not([aria-disabled])");
    if (!button) return;
    const item = button.closest("li");
    const beside = besideOf(button);
    if (button.dataset.move === "-1") beside.before(item);
    else beside.after(item);
    isMeant = true;
    markEnds();
    button.focus();
    const at = [...list.children].indexOf(item) + 1;
    tell([`${wordsOf(item)}: ${at} of ${list.children.length}.`]);
  });
  return {
    read() {
      if (isMeant) return [...list.children].map(numberOf);
      isMeant = true;
      return "You have moved nothing. If you mean this order, answer again.";
    },
    write(said) {
      arrange(asked.toSorted((a, b) => rank(said, a) - rank(said, b)));
      for (const item of asked) {
        item.dataset.place = rank(is, item) + 1;
        item.toggleAttribute("data-is", rank(is, item) === rank(said, item));
      }
    },
    clear() {
      isMeant = false;
      arrange(asked);
      for (const item of asked) {
        for (const mark of ["data-place", "data-is"]) item.removeAttribute(mark);
      }
    },
  };

  function rank(said, item) {
    return said.indexOf(numberOf(item));
  }

  function arrange(items) {
    list.append(...items);
    markEnds();
  }

  /** The item that a button would move its own past, if it is not at that end. */
  function besideOf({ dataset: { move }, parentElement }) {
    const item = parentElement.closest("li");
    return move === "-1" ? item.previousElementSibling : item.nextElementSibling;
  }

  /** They are not disabled: the focus stays where it is. */
  function markEnds() {
    for (const button of buttons) {
      if (besideOf(button)) button.removeAttribute("aria-disabled");
      else button.setAttribute("aria-disabled", "true");
    }
  }
}

function number(place, { scale, is, unit }, tell) {
  const slider = place.querySelector("input[type=range]");
  const field = place.querySelector("input[type=text]");
  field.inputMode = keyboardFor(scale);
  const start = slider.getAttribute("value"); // where the slider is before it says anything
  const unset = slider.getAttribute("aria-valuetext");
  let pins = [];
  const written = () => readings(field.value, { ...scale, unit });
  const show = (value) => {
    const shown = within(scale, value);
    slider.value = Math.round(shareOf(scale, shown) * STEPS);
    slider.setAttribute("aria-valuetext", format(shown, DIGITS));
  };
  slider.addEventListener("input", () => {
    const value = tidy(scale, valueAt(scale, slider.value / STEPS));
    field.value = value;
    slider.setAttribute("aria-valuetext", format(value, DIGITS));
  });
  // Of the whole place: what was told before is gone by then.
  place.addEventListener("input", ({ target }) => {
    if (target !== field) return;
    const [said, otherwise] = written();
    if (said > 0 || (said <= 0 && !scale.log)) show(said);
    if (isOn(scale, otherwise)) tell([readAs(said, otherwise)]);
  });
  return {
    read() {
      const [said] = written();
      if (field.value.trim() === "") return "Give a number first.";
      return isOn(scale, said) ? said : wanted(scale, said);
    },
    write(said) {
      field.value = said;
      show(said);
      pins = [pinAt("said", said), pinAt("is", is)];
      place.querySelector(".nb-scale").append(...pins);
    },
    clear() {
      field.value = "";
      slider.value = start;
      slider.setAttribute("aria-valuetext", unset);
      for (const pin of pins) pin.remove();
    },
  };

  function pinAt(name, value) {
    const pin = place.ownerDocument.createElement("span");
    pin.className = `nb-pin nb-pin-${name}`;
    pin.style.setProperty("--nb-at", shareOf(scale, within(scale, value)));
    return pin;
  }
}

/** How a number is read whose comma or point may part thousands as well. */
function readAs(said, otherwise) {
  if (Math.abs(said) > Math.abs(otherwise)) {
    return `Read as ${format(said, DIGITS)}. If the comma is a decimal sign, write a point.`;
  }
  return `Read as ${format(said, 1)}, rounded. If the point parts thousands, leave it out.`;
}

function sketch(place, spec, tell) {
  const box = place.querySelector(".nb-sketch");
  let isMissing = false;
  const model = createModel({ spec, said: null, shown: false });
  model.on("change:said", () => tell([])); // what was asked for is being given
  whenNear([box], async () => {
    try {
      const { default: widget } = await import(
        new URL(box.dataset.module, place.ownerDocument.baseURI)
      );
      box.replaceChildren();
      widget.render({ model, el: box });
      box.dataset.mounted = "";
    } catch (error) {
      isMissing = true;
      if (!model.get("shown")) tell([MISSING]);
      console.error(error);
    }
  });
  return {
    read() {
      if (isMissing) return MISSING;
      const said = model.get("said");
      if (!said) return "Draw the curve first.";
      return said.includes(null) ? "Draw the rest of the curve first." : said;
    },
    write(said) {
      model.set("said", said);
      model.set("shown", true);
    },
    show: () => model.set("shown", true),
    clear() {
      model.set("said", null);
      model.set("shown", false);
    },
  };
}
