// What a reader answers with: for each kind of question { read, write }. `read` returns the answer,
// or a sentence that asks for one; `write` shows one that was given.

import { createModel } from "../model.mjs";
import { whenNear } from "../near.mjs";
import { shareOf, tidy, valueAt, within } from "./scale.mjs";

const STEPS = 1000; // how many steps a slider has

export const controls = { choice, order, number, sketch };

function choice(place) {
  const inputs = [...place.querySelectorAll("input[name=said]")];
  return {
    read() {
      const said = inputs.filter(({ checked }) => checked).map(({ value }) => Number(value));
      return said.length ? said : "Choose an answer first.";
    },
    write(said) {
      for (const input of inputs) input.checked = said.includes(Number(input.value));
    },
  };
}

function order(place, _spec, tell) {
  const list = place.querySelector(".nb-order");
  const numberOf = (item) => Number(item.dataset.number);
  const wordsOf = (item) => item.querySelector(".nb-words").textContent;
  for (const item of list.children) {
    for (const button of item.querySelectorAll("button")) {
      button.setAttribute("aria-label", `Move ${button.textContent}: ${wordsOf(item)}`);
    }
  }
  list.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-move]");
    if (!button) return;
    const item = button.closest("li");
    if (button.dataset.move === "-1") item.previousElementSibling?.before(item);
    else item.nextElementSibling?.after(item);
    button.focus();
    const at = [...list.children].indexOf(item) + 1;
    tell([`${wordsOf(item)}: ${at} of ${list.children.length}.`]);
  });
  return {
    read: () => [...list.children].map(numberOf),
    write: (said) =>
      list.append(...[...list.children].sort((a, b) => rank(said, a) - rank(said, b))),
  };

  function rank(said, item) {
    return said.indexOf(numberOf(item));
  }
}

function number(place, { scale, is }) {
  const slider = place.querySelector("input[type=range]");
  const field = place.querySelector("input[type=number]");
  const show = (value) => {
    slider.value = Math.round(shareOf(scale, within(scale, value)) * STEPS);
    slider.setAttribute("aria-valuetext", String(value));
  };
  slider.addEventListener("input", () => {
    const value = tidy(scale, valueAt(scale, slider.value / STEPS));
    field.value = value;
    slider.setAttribute("aria-valuetext", String(value));
  });
  field.addEventListener("input", () => {
    if (Number(field.value) > 0 || !scale.log) show(Number(field.value));
  });
  return {
    read() {
      const said = Number(field.value);
      if (field.value === "") return "Give a number first.";
      const fits = said >= scale.low && said <= scale.high;
      return fits ? said : `Give a number from ${scale.low} to ${scale.high}.`;
    },
    write(said) {
      field.value = said;
      show(said);
      for (const [name, value] of [
        ["said", said],
        ["is", is],
      ]) {
        const pin = place.ownerDocument.createElement("span");
        pin.className = `nb-pin nb-pin-${name}`;
        pin.style.setProperty("--nb-at", shareOf(scale, within(scale, value)));
        place.querySelector(".nb-scale").append(pin);
      }
    },
  };
}

function sketch(place, spec) {
  const box = place.querySelector(".nb-sketch");
  const model = createModel({ spec, said: null, shown: false });
  whenNear([box], async () => {
    const { default: widget } = await import(new URL(box.dataset.module, document.baseURI));
    box.replaceChildren();
    widget.render({ model, el: box });
    box.dataset.mounted = "";
  });
  return {
    read: () => model.get("said") ?? "Draw the curve first.",
    write(said) {
      model.set("said", said);
      model.set("shown", true);
    },
    show: () => model.set("shown", true),
  };
}
