// Python for a page: requests, which are done one at a time, each by the worker that is there for it.

import { Confined } from "./confined.mjs";
import { CannotLoad } from "./request.mjs";
import { Workers } from "./workers.mjs";

export { Confined };

const OUTPUT_MS = 50;
const STOPPED = { status: "stopped" };

/**
 * Returns { check, run, prepare }. Nothing is fetched before the first request, or before a page
 * prepares for one; requests are done one at a time, in order. Each resolves to plain data, whatever
 * happens.
 *
 *   check(slug, source, options)  the report of normbook.grader.page.check. Its status is "pass",
 *                                 "fail", "error", "timeout", "crash" or "not run".
 *   run(source, options)          { status, value, error, figures, message }: status "done",
 *                                 "timeout" or "crash"; value and error are text, or ""; each figure
 *                                 is a PNG in base64; message says why it is not "done", or "".
 *
 * Either resolves to { status: "stopped" } when its signal aborts, and to
 * { status: "unavailable", cause, message } where Python cannot be loaded; the next request tries
 * again. The message has the cause, and that the reader's code is safe.
 *   prepare(slug, options)        loads what a check of that exercise will need, while nobody waits,
 *                                 and resolves as soon as it is no business of its own any more:
 *                                 it is done or given up, or a request has come and waits for it.
 *
 * Options:
 *   requires    names of packages, as of exercise.toml, or "exercises/<slug>", for its files: []
 *   before      of run: a source that it builds on, whose output is not shown: ""
 *   signal      an AbortSignal: ends it at once
 *   onProgress  takes { loaded, total } in bytes, while anything loads
 *   onStart     is told when all is there and the reader's code begins
 *   onOutput    of run: takes text, in pieces
 *
 * `base` is the address of the folder with manifest.json. All else is for tests.
 */
export function createPython({
  base,
  seconds = 10,
  Worker = globalThis.Worker,
  openWorker = (address) => new Confined(address),
  WebAssembly = globalThis.WebAssembly,
  navigator = globalThis.navigator,
  fetch = globalThis.fetch.bind(globalThis),
  setTimeout = globalThis.setTimeout.bind(globalThis),
  clearTimeout = globalThis.clearTimeout.bind(globalThis),
  whenIdle = (task) => (globalThis.requestIdleCallback ?? setTimeout)(task),
}) {
  const workers = new Workers({ base, fetch, openWorker, Worker, WebAssembly });
  const clocks = { seconds, setTimeout, clearTimeout };
  const words = wordsOf(seconds);
  const came = new Set(); // the names of the packages that were required and have come
  let checked; // the slug of the exercise that was checked last
  let queue = Promise.resolve();

  const savesData = () => navigator?.connection?.saveData;

  /** Waits for the requests before, and resolves early if this one is not to be done any more. */
  function enqueue(asked, options) {
    const { signal } = options;
    if (signal?.aborted) return Promise.resolve(STOPPED);
    return new Promise((resolve) => {
      signal?.addEventListener("abort", () => resolve(STOPPED), { once: true });
      queue = queue.then(async () => {
        if (!signal?.aborted) resolve(await attempt(asked, options));
      });
    });
  }

  async function attempt(asked, { requires = [], ...options }) {
    const { signal } = options;
    const packages = packagesOf(asked.slug, requires);
    const onStart = () => {
      for (const name of requires) came.add(name);
      checked = asked.slug ?? checked;
      options.onStart?.();
    };
    try {
      await workers.readManifest(signal);
      if (signal?.aborted) return STOPPED;
      const worker = workers.take(packages);
      const result = await converse(worker, asked, packages, { ...options, onStart }, clocks);
      if (result !== STOPPED) whenIdle(keepSpare);
      return result;
    } catch (error) {
      return signal?.aborted ? STOPPED : unavailable(error, navigator);
    }
  }

  function keepSpare() {
    if (!savesData()) workers.keepSpare(packagesOf(checked, [...came]), checked);
  }

  async function prepare(slug, { requires = [], onProgress } = {}) {
    const isNeedless = () => workers.hasOne || savesData();
    let worker;
    try {
      if (!isNeedless()) await workers.readManifest();
      if (isNeedless()) return; // a request may have come meanwhile
      worker = workers.take(packagesOf(slug, requires), slug);
    } catch {
      return; // the request will say why
    }
    await new Promise((resolve) => {
      worker.listen({
        progress: (bytes) => onProgress?.(bytes),
        ready: resolve,
        left: resolve,
      });
    });
  }

  return {
    check: (slug, source, options = {}) => enqueue(checkOf(slug, source, words), options),
    run: (source, options = {}) => enqueue(runOf(source, options.before, words), options),
    prepare,
  };
}

const wordsOf = (seconds) => ({
  timeout: `No answer after ${seconds} seconds. Is there a loop without end?`,
  crash:
    "Your code ended the Python that it ran in. Too deep a recursion does that, and os._exit. " +
    "The next run begins afresh.",
});

/** What is asked of a worker by a check, and the result of its answer; of no answer, by the reports. */
const checkOf = (slug, source, words) => ({
  slug,
  message: { check: { slug, source }, words },
  answered: (report) => report,
  unanswered: (status, reports) => reports[status],
});

/** The same of a run, for which there are no reports. */
const runOf = (source, before = "", words) => ({
  message: { run: { source, before } },
  answered: (result) => ({ status: "done", message: "", ...result }),
  unanswered: (status) => ({ status, message: words[status], value: "", error: "", figures: [] }),
});

/** What a check loads beside the grader, or a run where no exercise is given. */
function packagesOf(slug, requires) {
  return slug ? [...requires, `exercises/${slug}`] : requires;
}

/**
 * Has a worker do what is asked, and returns what came of it; throws CannotLoad where the reader's
 * code did not begin. Of the worker's messages (worker.mjs) "started" comes first, with the reports
 * that "timeout" and "crash" are told by; what fails before it has failed to load.
 */
function converse(worker, { message, answered, unanswered }, packages, options, clocks) {
  const { signal, onProgress, onStart, onOutput } = options;
  return new Promise((resolve, reject) => {
    const output = gather(onOutput, clocks);
    let clock;
    let reports = null;

    /** Gives what comes next its time: each check, on a machine that other work slows down, too. */
    const wind = () => {
      clocks.clearTimeout(clock);
      clock = clocks.setTimeout(timeOut, clocks.seconds * 1000);
    };
    const leave = () => {
      clocks.clearTimeout(clock);
      signal?.removeEventListener("abort", stop);
      worker.listen({});
      output.flush();
    };
    const settle = (result) => {
      leave();
      resolve(result);
    };
    const refuse = (...why) => {
      leave();
      reject(new CannotLoad(...why));
    };
    const stop = () => {
      worker.end();
      settle(STOPPED);
    };
    const timeOut = () => {
      worker.end();
      settle(unanswered("timeout", reports));
    };
    const breakDown = () => {
      if (reports) settle(unanswered("crash", reports));
      else refuse("its worker did not start");
    };

    signal?.addEventListener("abort", stop);
    worker.listen({
      progress: (bytes) => onProgress?.(bytes),
      output: output.add,
      started(each) {
        reports = each;
        onStart();
        wind();
      },
      standing(each) {
        reports = each;
        wind();
      },
      answer: ({ text }) => settle(answered(JSON.parse(text))),
      unavailable: ({ what, why }) => refuse(why, what),
      broken: breakDown,
      failed: breakDown,
    });
    worker.ask({ ...message, packages });
  });
}

/** Hands on pieces of text a few times a second, and loses none. */
function gather(take, { setTimeout, clearTimeout }) {
  let pieces = [];
  let timer;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (pieces.length) take?.(pieces.join(""));
    pieces = [];
  };
  const add = (piece) => {
    pieces.push(piece);
    timer ??= setTimeout(flush, OUTPUT_MS);
  };
  return { add, flush };
}

/** The result where Python, or a package, cannot be loaded. */
function unavailable({ message: why, what = "Python" }, navigator) {
  const safe = "Your code is safe; try again, or run it in a notebook or on the command line.";
  const reason = navigator?.onLine === false ? "this browser is offline" : why;
  const cause = `${what} could not be loaded: ${reason}.`;
  return { status: "unavailable", cause, message: `${cause} ${safe}` };
}
