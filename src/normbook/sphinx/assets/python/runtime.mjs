// Python for a page: one worker at work, and a spare that takes over when the first must be ended.
//
// There is no way to interrupt a loop in a worker that needs no special headers of the site. So a
// loop is ended with its worker, by the page's clock, and the spare is why the reader does not wait.

import { Confined } from "./confined.mjs";
import { fetchFile } from "./files.mjs";
import { CannotLoad, request } from "./request.mjs";

export { Confined };

const OUTPUT_MS = 50;
const STOPPED = { status: "stopped" };

/**
 * Returns { check, run, prepare, close }. Nothing is fetched before the first request, or before a
 * page prepares for one; requests are done one at a time, in order. Each resolves to plain data,
 * whatever happens.
 *
 *   check(slug, source, options)  the report of normbook.grader.page.check. Its status is "pass",
 *                                 "fail", "error", "timeout", "crash" or "not run".
 *   run(source, options)          { status, value, error, figures, message }: status "done",
 *                                 "timeout" or "crash"; value and error are text, or ""; each figure
 *                                 is a PNG in base64; message says why it is not "done", or "".
 *
 * Either resolves to { status: "stopped" } when its signal aborts or the page's Python is closed, and
 * to { status: "unavailable", cause, message } where Python cannot be loaded; the next request tries
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
  const words = {
    timeout: `No answer after ${seconds} seconds. Is there a loop without end?`,
    crash:
      "Your code ended the Python that it ran in. Too deep a recursion does that, and os._exit. " +
      "The next run begins afresh.",
  };
  const needed = new Set(); // the names of the packages that were asked for and have come
  let checked; // the slug of the exercise that was checked last
  let manifest;
  let current = null;
  let spare = null;
  let closed = false;
  let queue = Promise.resolve();
  let stopCurrent = () => {};
  let whenTaken = () => {}; // called when a request takes the worker that was prepared

  // ---- workers

  /** Starts a worker. `one.on` says who takes its messages, by kind. */
  function open(packages, rehearse) {
    const one = { worker: openWorker(new URL("worker.mjs", base)), end: new AbortController() };
    one.worker.onmessage = ({ data }) => {
      const [kind, content] = Object.entries(data ?? {})[0] ?? [];
      if (kind === "bring") bring(one, content);
      else if (Object.hasOwn(one.on, kind)) one.on[kind](content);
    };
    one.worker.onerror = (event) => {
      event.preventDefault?.();
      one.on.failed();
    };
    watch(one);
    one.worker.postMessage({ load: { base, manifest, rehearse }, packages });
    return one;
  }

  /** Fetches a file for a worker: one of the manifest, whatever it asks for. */
  async function bring({ worker, end: { signal } }, name) {
    const entries = [manifest.core, ...Object.values(manifest.packages)].flat();
    const entry = entries.find(({ file }) => file === name);
    if (!entry) return;
    const onBytes = (came) => worker.postMessage({ file: { name, came } });
    try {
      const content = await fetchFile(fetch, base, entry, { onBytes, signal });
      worker.postMessage({ file: { name, content } }, [content]);
    } catch (error) {
      if (!signal.aborted) worker.postMessage({ file: { name, why: error.message } });
    }
  }

  function terminate(one) {
    one?.end.abort();
    one?.worker.terminate();
  }

  /** Drops a worker that fails while it has nothing to do. */
  function watch(one) {
    const drop = () => {
      terminate(one);
      if (spare === one) spare = null;
      if (current === one) current = null;
    };
    one.on = { failed: drop, unavailable: drop };
  }

  function warmSpare() {
    if (spare || closed || navigator?.connection?.saveData) return;
    spare = open(packagesOf(checked, [...needed]), checked);
  }

  function discard() {
    terminate(current);
    current = null;
  }

  /** The spare takes the place of a worker that was ended. */
  function promote() {
    if (current) return;
    current = spare;
    spare = null;
  }

  // ---- requests

  /** Waits for the requests before, and resolves early if this one is not to be done any more. */
  function enqueue(asked, options) {
    const { signal } = options;
    if (signal?.aborted || closed) return Promise.resolve(STOPPED);
    return new Promise((resolve) => {
      signal?.addEventListener("abort", () => resolve(STOPPED), { once: true });
      queue = queue.then(async () => {
        resolve(signal?.aborted || closed ? STOPPED : await attempt(asked, options));
      });
    });
  }

  /** Reads once what there is to load. */
  async function readManifest(signal) {
    if (manifest) return;
    requireSupport({ base, Worker, WebAssembly });
    const address = new URL("manifest.json", base).href;
    manifest = await (await request(fetch, address, { signal })).json();
  }

  async function prepare(slug, { requires = [], onProgress } = {}) {
    const isNeedless = () => current || closed || navigator?.connection?.saveData;
    try {
      if (!isNeedless()) await readManifest();
      if (isNeedless()) return;
      current = open(packagesOf(slug, requires), slug);
    } catch {
      return; // the request will say why
    }
    await new Promise((resolve) => {
      whenTaken = resolve;
      const dropped = current.on;
      current.on = {
        progress: onProgress,
        ready: resolve,
        failed: () => resolve(dropped.failed()),
        unavailable: () => resolve(dropped.unavailable()),
      };
    });
  }

  async function attempt(asked, options) {
    const { requires = [], signal } = options;
    try {
      await readManifest(signal);
      if (signal?.aborted || closed) return STOPPED;
      promote();
      current ??= open(packagesOf(asked.check?.slug, requires));
    } catch (error) {
      return signal?.aborted ? STOPPED : unavailable({ what: "Python", why: error.message });
    }
    return converse(current, asked, options);
  }

  function unavailable({ what, why }) {
    const safe = "Your code is safe; try again, or run it in a notebook or on the command line.";
    const reason = navigator?.onLine === false ? "this browser is offline" : why;
    const cause = `${what} could not be loaded: ${reason}.`;
    return { status: "unavailable", cause, message: `${cause} ${safe}` };
  }

  /** Has a worker do one thing. */
  function converse(one, asked, { requires = [], signal, onProgress, onStart, onOutput }) {
    return new Promise((resolve) => {
      const output = gather(onOutput);
      let clock;
      let reports; // on a check without an answer, by status; there once the reader's code runs

      const settle = (result, keep) => {
        clearTimeout(clock);
        signal?.removeEventListener("abort", stopCurrent);
        stopCurrent = () => {};
        watch(one);
        output.flush();
        resolve(result);
        if (!keep) discard();
      };
      const end = (status) => {
        const nothing = { status, message: words[status], value: "", error: "", figures: [] };
        settle(asked.check ? reports[status] : nothing, false);
        whenIdle(warmSpare);
      };

      whenTaken();
      one.on = {
        progress: (bytes) => onProgress?.(bytes),
        output: output.add,
        started(each) {
          reports = each;
          onStart?.();
          clock = setTimeout(() => end("timeout"), seconds * 1000);
        },
        standing(each) {
          reports = each;
        },
        answer({ text, serves }) {
          const result = JSON.parse(text);
          settle(asked.check ? result : { status: "done", message: "", ...result }, serves);
          for (const name of requires) needed.add(name);
          checked = asked.check?.slug ?? checked;
          whenIdle(warmSpare);
        },
        broken: () => end("crash"),
        unavailable: ({ what, why, serves }) => settle(unavailable({ what, why }), serves),
        failed() {
          if (reports) end("crash");
          else settle(unavailable({ what: "Python", why: "its worker did not start" }), false);
        },
      };
      stopCurrent = () => settle(STOPPED, false);
      signal?.addEventListener("abort", stopCurrent);
      one.worker.postMessage({ ...asked, packages: packagesOf(asked.check?.slug, requires) });
    });
  }

  /** Hands on pieces of text a few times a second, and loses none. */
  function gather(take) {
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

  return {
    check: (slug, source, options = {}) => enqueue({ check: { slug, source }, words }, options),
    run: (source, options = {}) =>
      enqueue({ run: { source, before: options.before ?? "" } }, options),
    prepare,
    close() {
      closed = true;
      stopCurrent();
      discard();
      promote();
      discard();
    },
  };
}

/** What a check loads beside the grader, or a run where no exercise is given. */
function packagesOf(slug, requires) {
  return slug ? [...requires, `exercises/${slug}`] : requires;
}

function requireSupport({ base, Worker, WebAssembly }) {
  if (base.startsWith("file:")) {
    throw new CannotLoad("a page opened as a file may not load it; `make book` serves the book");
  }
  if (!WebAssembly) throw new CannotLoad("this browser has no WebAssembly, or has it switched off");
  if (!Worker || !takesModules(Worker)) {
    throw new CannotLoad("this browser is too old: its workers take no modules");
  }
}

/** Whether a worker may import a module: it may where it may be one, and then the option is read. */
function takesModules(Worker) {
  let read = false;
  const options = {
    get type() {
      read = true;
      return "module";
    },
  };
  try {
    new Worker("data:text/javascript,", options).terminate();
  } catch {
    // Refused for its address; the option was read or not.
  }
  return read;
}
