// Goes through recorded steps: a slider over them, and buttons for one back, one on, and all of them.

import { button, enable, slider } from "./controls.mjs";
import { add, say } from "./dom.mjs";

const BEAT_MS = 250;

/**
 * Adds the controls of `count` steps. `change` is told of each new step, counted from 0; `update`
 * takes the step that is shown, and the words for it.
 *
 * Play goes to the end, from the start if it stands at the end, and stops when it is pressed again,
 * or when the step is changed by anything else. Where readers ask for less motion it is called "To
 * the end", and jumps there.
 */
export function player(parent, { title, count, change, app: { window, signal } }) {
  const calm = window?.matchMedia?.("(prefers-reduced-motion: reduce)");
  const last = count - 1;
  let timer = null; // of the next step, while it plays
  let shown = 0;
  let asked = 0; // the step that the player itself has asked for last

  const row = add(parent, "div", { class: "nb-buttons nb-player", role: "group" });
  row.setAttribute("aria-label", title);
  const place = slider(row, { change: go, signal });
  const previous = button(row, "Previous", () => go(shown - 1), { signal });
  const play = button(row, "Play", onPlay, { signal });
  const next = button(row, "Next", () => go(shown + 1), { signal });
  signal.addEventListener("abort", stop);

  function go(step) {
    stop();
    change(step);
  }

  function onPlay() {
    if (timer !== null) {
      stop();
    } else if (calm?.matches) {
      change(last);
    } else {
      timer = setInterval(() => ask(shown + 1), BEAT_MS);
      ask(shown === last ? 0 : shown + 1);
    }
    paintButtons();
  }

  function ask(step) {
    asked = step;
    change(step);
    if (step >= last) stop();
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    paintButtons();
  }

  function paintButtons() {
    const rest = calm?.matches ? "To the end" : "Play";
    say(play, timer === null ? rest : "Pause");
    enable(previous, shown > 0);
    enable(next, shown < last);
    enable(play, !calm?.matches || shown < last);
  }

  return {
    update(step, words) {
      if (timer !== null && step !== shown && step !== asked) stop();
      shown = step;
      place.update({ title, words, min: 0, max: last, step: 1, value: step });
      paintButtons();
    },
  };
}
