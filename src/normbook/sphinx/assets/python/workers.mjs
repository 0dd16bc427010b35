// The workers that a page's Python runs in: one that does what is asked, and a spare.
//
// There is no way to interrupt a loop in a worker that needs no special headers of the site. So a
// loop is ended with its worker, and the spare is why the reader does not wait for another one.

import { fetchFile } from "./files.mjs";
import { CannotLoad, request } from "./request.mjs";

/**
 * One worker, from its start to its end. What it says, as worker.mjs lists it, is heard by one
 * listener at a time: a function for each kind of message that matters to it, and beside these
 *   failed   the browser says that the worker did not start, or broke down
 *   left     another listens from now on, or the worker was ended: no more will be heard
 * A worker that can serve no more ends itself, whoever listens.
 */
class PythonWorker {
  #worker;
  #bringFile;
  #listener = {};
  #end = new AbortController();

  constructor(worker, bringFile) {
    this.#worker = worker;
    this.#bringFile = bringFile;
    worker.onmessage = ({ data }) => this.#hear(...(Object.entries(data ?? {})[0] ?? []));
    worker.onerror = (event) => {
      event.preventDefault?.();
      this.#hear("failed");
    };
  }

  get hasEnded() {
    return this.#end.signal.aborted;
  }

  ask(message) {
    this.#worker.postMessage(message);
  }

  /** Has a listener hear what the worker says from now on, in the place of the one before. */
  listen(listener) {
    const before = this.#listener;
    this.#listener = listener;
    before.left?.();
  }

  end() {
    this.#end.abort();
    this.#worker.terminate();
    this.listen({});
  }

  #hear(kind, content) {
    if (this.hasEnded) return;
    if (kind === "bring") {
      this.bring(content);
      return;
    }
    const listener = this.#listener;
    if (isLast(kind, content)) this.end();
    if (Object.hasOwn(listener, kind)) listener[kind](content);
  }

  /** Fetches a file for the worker, which can fetch nothing. */
  async bring(name) {
    const { signal } = this.#end;
    const tell = (news, transfer) =>
      this.#worker.postMessage({ file: { name, ...news } }, transfer);
    try {
      const content = await this.#bringFile(name, { onBytes: (came) => tell({ came }), signal });
      if (content) tell({ content }, [content]);
    } catch (error) {
      if (!signal.aborted) tell({ why: error.message });
    }
  }
}

/** Whether a worker that says this can serve no more. */
function isLast(kind, content) {
  if (kind === "answer" || kind === "unavailable") return !content.serves;
  return kind === "failed" || kind === "broken";
}

/**
 * The page's workers. Before any of them starts, `readManifest` has to be awaited.
 * `openWorker` opens one, by the address of its script.
 */
export class Workers {
  #options;
  #manifest;
  #atWork = null;
  #spare = null;

  constructor({ base, fetch, openWorker, Worker, WebAssembly }) {
    this.#options = { base, fetch, openWorker, Worker, WebAssembly };
  }

  /** Reads once what there is to load. Throws CannotLoad, also if this browser cannot run it. */
  async readManifest(signal) {
    if (this.#manifest) return;
    const { base, fetch, Worker, WebAssembly } = this.#options;
    requireSupport(base, Worker, WebAssembly);
    const address = new URL("manifest.json", base).href;
    this.#manifest = await (await request(fetch, address, { signal })).json();
  }

  /** Whether what is asked next has a worker already. */
  get hasOne() {
    return isAlive(this.#atWork) || isAlive(this.#spare);
  }

  /** Returns the worker for what is asked next: the one at work, or the spare, or a new one. */
  take(packages, rehearse) {
    if (!isAlive(this.#atWork)) {
      this.#atWork = isAlive(this.#spare) ? this.#spare : this.#start(packages, rehearse);
      this.#spare = null;
    }
    return this.#atWork;
  }

  /** Sees to it that there is a spare. */
  keepSpare(packages, rehearse) {
    if (!isAlive(this.#spare)) this.#spare = this.#start(packages, rehearse);
  }

  /** Starts a worker that loads the packages, and grades one of their exercises for practice. */
  #start(packages, rehearse) {
    const { base, openWorker } = this.#options;
    const opened = openWorker(new URL("worker.mjs", base));
    const worker = new PythonWorker(opened, (...asked) => this.#fetchFile(...asked));
    worker.ask({ load: { base, manifest: this.#manifest, rehearse }, packages });
    for (const { file } of this.#manifest.core) worker.bring(file); // while it starts
    return worker;
  }

  /** Returns the bytes of a file of the manifest; nothing of any other, whatever a worker asks for. */
  async #fetchFile(name, options) {
    const { core, packages } = this.#manifest;
    const entries = [core, ...Object.values(packages)].flat();
    const entry = entries.find(({ file }) => file === name);
    return entry && fetchFile(this.#options.fetch, this.#options.base, entry, options);
  }
}

const isAlive = (worker) => worker !== null && !worker.hasEnded;

function requireSupport(base, Worker, WebAssembly) {
  if (base.startsWith("file:")) {
    const help = "the page's first line says how to serve it";
    throw new CannotLoad(`a page opened as a file may not load it; ${help}`);
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
