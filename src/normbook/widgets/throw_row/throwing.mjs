// A thing that is dragged along a line and, let go of in motion, glides on.

import { drag } from "../_shared/drag.mjs";

const SEEN_MS = 80; // the speed of a throw is that of the drag's last so many milliseconds
const LEAST = 0.02; // pixels a millisecond: at a lower speed a glide ends
const HALVED_MS = 220; // the time in which a glide loses half of its speed
const STEPS = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 100,
  PageDown: -100,
  Home: -Infinity,
  End: Infinity,
};

/**
 * Lets `grip` be thrown. `move(pixels)` is told how far it goes, each time from where it was, and
 * `step(by)` of a key: 1 for an arrow, 100 for a page, a tenth with Shift, and without end for Home
 * and End, which would scroll the page away otherwise. A reader who wants less motion has it stop
 * where the hand lets go. Returns what ends a glide.
 */
export function throwing(grip, { move, step, window, signal }) {
  let track = []; // where the hand was at which time
  let glide = 0; // the browser's number for the next frame of a glide

  function catchIt() {
    if (glide) window.cancelAnimationFrame(glide);
    glide = 0;
  }

  function glideOn(speed, since) {
    glide = 0;
    if (Math.abs(speed) < LEAST) return;
    glide = window.requestAnimationFrame((now) => {
      const time = Math.min(Math.max(now - since, 1), 50);
      move(speed * time);
      glideOn(speed * 0.5 ** (time / HALVED_MS), now);
    });
  }

  const isCalm = () => window.matchMedia?.("(prefers-reduced-motion: reduce)").matches;

  drag(grip, {
    start({ clientX, timeStamp }) {
      catchIt();
      track = [[clientX, timeStamp]];
    },
    move({ clientX, timeStamp }) {
      move(clientX - track.at(-1)[0]);
      track = [...track.filter(([, time]) => timeStamp - time < SEEN_MS), [clientX, timeStamp]];
    },
    end({ timeStamp }) {
      if (!isCalm()) glideOn(speedOf(track, timeStamp), timeStamp);
    },
    cancel() {}, // the page took the touch, to scroll
    scrolls: true,
    signal,
  });

  function onKey(event) {
    const by = STEPS[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return; // the browser's, to go back say
    event.preventDefault();
    catchIt();
    step(event.shiftKey ? by / 10 : by);
  }
  grip.addEventListener("keydown", onKey, { signal });
  signal.addEventListener("abort", catchIt, { once: true });
  return catchIt;
}

/** Pixels a millisecond over the last part of a drag; a hand that rested has none. */
function speedOf(track, now) {
  const [[from, start], [to, end]] = [track[0], track.at(-1)];
  return now - end > SEEN_MS || end <= start ? 0 : (to - from) / (end - start);
}
