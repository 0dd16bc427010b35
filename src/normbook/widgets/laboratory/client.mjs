// The page's side of a network that trains elsewhere: in a worker, or between the page's own tasks.

import { buffersOf, frameOf } from "./engine/arrays.mjs";
import { examplesOf } from "./engine/data.mjs";
import { complete } from "./engine/spec.mjs";
import serve from "./worker.mjs";

const SLICE_ON_PAGE = 6; // ms that it trains on the page before the page may paint
// While a hand presses, a worker works in shorter slices and rests after each. Otherwise the workers
// of both networks would keep the two cores of a small machine, and the page would answer late.
const FREELY = { slice: Number.POSITIVE_INFINITY, rest: 0 };
const GENTLY = { slice: 2, rest: 10 };

/**
 * Makes a network; nothing is trained before run(), goTo() or step(). Throws a RangeError if the spec is
 * not allowed.
 * @param {Partial<import("./engine/types.mjs").Spec>} given
 * @param {import("./engine/types.mjs").Listener} listener
 * @returns {import("./engine/types.mjs").Session}
 */
export function start(given, { onFrame, onEnd, digits, press }, Worker = globalThis.Worker) {
  const spec = complete(given);
  const asked = new Map(); // from the number of a question to what resolves its promise
  let [round, questions] = [0, 0];
  let shown = Promise.resolve();
  const { post, close } = connect(Worker, hear);

  function hear({ frame, arrays, round: sent, end, id, evaluation }) {
    if (frame) shown = show(frame, arrays, sent);
    if (end) shown.finally(() => (sent ?? round) === round && onEnd(end));
    if (evaluation) {
      asked.get(id)(evaluation);
      asked.delete(id);
    }
  }

  /** Shows a frame, unless it was sent before a reset, and hands its arrays back. */
  async function show(frame, arrays, sent) {
    try {
      if (sent === round) await onFrame(frameOf(frame, arrays));
    } finally {
      post({ shown: arrays }, buffersOf(arrays));
    }
  }

  post({ make: spec, examples: examplesOf(spec, digits) });
  const forget = press?.heed((isPressed) => post({ pace: isPressed ? GENTLY : FREELY }));
  return {
    run: () => post({ goal: Number.POSITIVE_INFINITY }),
    goTo: (step) => post({ goal: step }),
    pause: () => post({ goal: 0 }),
    step: (count) => post({ more: count }),
    evaluate() {
      questions += 1;
      post({ evaluate: questions });
      return new Promise((answer) => asked.set(questions, answer));
    },
    reset(seed = spec.seed) {
      round += 1;
      post({ reset: seed, examples: examplesOf({ ...spec, seed }, digits), round });
    },
    close() {
      round = -1; // what is still under way is not shown
      forget?.();
      close();
    },
  };
}

/** Opens a port to `serve` in a worker or, where that fails before its first word, on the page. */
function connect(Worker, hear) {
  let kept = []; // what was posted before the worker's first message, after which it is null
  let closed = false;
  let port = openWorker(Worker);
  if (port) port.onerror = onError;
  else port = openHere();
  listen();

  function listen() {
    port.onmessage = ({ data }) => {
      kept = null;
      hear(data);
    };
  }

  function onError(event) {
    event.preventDefault();
    if (closed) return;
    if (kept === null) {
      hear({ end: { why: "failed", step: 0, block: 0, pass: "forward", message: event.message } });
      return;
    }
    port.onerror = null;
    port = openHere();
    listen();
    for (const message of kept) port.postMessage(message);
  }

  return {
    post(message, transfer = []) {
      kept?.push(message);
      port.postMessage(message, transfer);
    },
    close() {
      closed = true;
      port.postMessage({ close: true });
    },
  };
}

/** A worker of the source of `serve`, since a notebook has no address for a second file. */
function openWorker(Worker) {
  try {
    const source = new Blob([`(${serve})(self)`], { type: "text/javascript" });
    const address = URL.createObjectURL(source);
    const worker = new Worker(address);
    worker.addEventListener("message", () => URL.revokeObjectURL(address), { once: true });
    return worker;
  } catch {
    return null; // there are no workers, or the page may not start one from a blob
  }
}

function openHere() {
  const { port1, port2 } = new MessageChannel();
  serve(port2);
  port1.postMessage({ slice: SLICE_ON_PAGE });
  return port1;
}
