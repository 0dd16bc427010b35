// Python in a worker: loads Pyodide and the packages that a request needs, then does what it asks.
//
// It reaches nothing (confined.mjs): the page fetches its files. Its first message has the port to
// the page. From there come first { load: { base, manifest, rehearse }, packages }, with the exercise
// that a spare grades once while it has the time, and which is among the packages, then any number of
// { check: { slug, source }, words, packages } and { run: { source, before }, packages }; and, for
// each file of the manifest's core, unasked, and each that is asked for, { file: { name, came } }, the
// number of bytes, while it comes, then { file: { name, content } } or { file: { name, why } }. To the
// page go, each alone in its message:
//   bring        the name of a file of the manifest
//   progress     { loaded, total } of the bytes that are being fetched, at most ten times a second
//   ready        true: Python is loaded, and waits
//   started      a reader's code starts now; of a check, the reports on one that keeps its
//                interpreter for too long, or ends it, by status
//   standing     those reports again, by what was checked meanwhile
//   output       a piece of what it prints
//   answer       { text, serves }: what came of it, in JSON; whether the interpreter serves again
//   broken       the interpreter broke down
//   unavailable  { what, why, serves }: what could not be loaded

import { ZSTDDecoder } from "zstddec";

const LARGEST = 16384; // the memory that an attempt may fill, in pages of 64 KiB: 1 GiB
const BETWEEN_MS = 100;
const IMPORTS = /^[ \t]*(?:import|from)\b.*$/gm;
const FOR_IMPORT = {
  numpy: ["numpy"],
  normbook: ["numpy", "normbook"],
  matplotlib: ["numpy", "matplotlib"],
};
const MODULES = { grader: "normbook.grader.page", matplotlib: "matplotlib.pyplot" };

/** Why Python cannot be loaded; the message says it, without a full stop. */
class CannotLoad extends Error {}

const refuse = ({ message }) => {
  throw new CannotLoad(`this browser refuses it: ${message}`);
};

const decoder = new ZSTDDecoder();
let port; // the MessagePort to the page
let base;
let manifest;
let pyodide;
let page; // Python's module normbook.grader.page
let broken = false;
const imported = new Set();

const post = (message) => port.postMessage(message);

// ---- files, counted as they come

const coming = new Map(); // from a file's name to the function that takes the news of it
const progress = { loaded: 0, total: 0, told: 0 };

function count(bytes) {
  progress.loaded += bytes;
  const now = performance.now();
  if (progress.loaded < progress.total && now - progress.told < BETWEEN_MS) return;
  progress.told = now;
  const { loaded, total } = progress;
  post({ progress: { loaded, total: Math.max(loaded, total) } });
}

/** Returns the bytes of a file, which the page fetches. */
function awaited({ file }) {
  return new Promise((resolve, reject) => {
    coming.set(file, ({ came, content, why }) => {
      if (came) count(came);
      if (content) resolve(content);
      if (why) reject(new CannotLoad(why));
    });
  });
}

/** Asks for a file, and returns it; it is compressed no more. */
function bring(entry) {
  const bytes = awaited(entry);
  post({ bring: entry.file });
  return entry.file.endsWith("-zst") ? decompressed(bytes) : bytes;
}

async function decompressed(bytes) {
  const [content] = await Promise.all([bytes, decoder.init().catch(refuse)]);
  return decoder.decode(new Uint8Array(content));
}

async function importBytes(bytes) {
  const source = new Blob([await bytes], { type: "text/javascript" });
  return import(URL.createObjectURL(source));
}

// ---- Pyodide

/** Returns promises of what Pyodide starts from. */
function awaitCore() {
  const core = Object.fromEntries(manifest.core.map((entry) => [entry.file, awaited(entry)]));
  return {
    loader: importBytes(core["pyodide.mjs"]),
    script: importBytes(core["pyodide.asm.js"]),
    wasm: decompressed(core["pyodide.asm.wasm-zst"]),
    library: decompressed(core["python_stdlib.zip-zst"]),
  };
}

/** Returns the interpreter. What it fetches for itself is there already, fetched and counted. */
async function startPyodide(core) {
  const [{ loadPyodide }, wasm, library] = await Promise.all([
    core.loader,
    core.wasm,
    core.library,
    core.script,
  ]);
  self.fetch = async (address) =>
    String(address).endsWith(".wasm")
      ? new Response(wasm, { headers: { "Content-Type": "application/wasm" } })
      : new Response(library);
  limitMemory();
  return Promise.race([
    refusal(),
    loadPyodide({
      indexURL: base,
      jsglobals: {}, // an attempt has no business with the browser
      env: { HOME: "/home/pyodide", MPLBACKEND: "agg" },
      lockFileContents: JSON.stringify({ info: manifest.info, packages: {} }),
    }),
  ]);
}

function limitMemory() {
  const { Memory } = WebAssembly;
  WebAssembly.Memory = class extends Memory {
    constructor(descriptor) {
      super({ ...descriptor, maximum: Math.min(descriptor.maximum, LARGEST) });
    }
  };
}

/** Rejects where the browser does not take the module; Pyodide itself would wait for ever. */
function refusal() {
  const instantiate = WebAssembly.instantiateStreaming;
  return new Promise((_, reject) => {
    WebAssembly.instantiateStreaming = (...given) => {
      const instance = instantiate(...given);
      instance.catch(refuse).catch(reject);
      return instance;
    };
  });
}

/** Loads what is not here yet. */
async function load(packages) {
  const missing = packages.filter((name) => !imported.has(name));
  const unknown = missing.find((name) => !manifest.packages[name]);
  if (unknown) throw new CannotLoad(`${unknown} does not run in a browser`);
  const files = missing.flatMap((name) => manifest.packages[name]);
  Object.assign(progress, { loaded: 0, total: 0 });
  for (const { size } of pyodide ? files : [...manifest.core, ...files])
    progress.total += size ?? 0;
  // All that comes at once shares a slow line. So packages wait for the core, which starts while they
  // come; and each is imported while the next one does.
  const core = pyodide ? {} : awaitCore();
  const coreCame = Promise.all(Object.values(core));
  const arriving = missing.map(async (name) => {
    await coreCame;
    return Promise.all(manifest.packages[name].map(bring));
  });
  for (const each of arriving) each.catch(() => {}); // it is told when its turn comes
  pyodide ??= await startPyodide(core);
  for (const [i, name] of missing.entries()) take(name, await arriving[i]);
  page.look_again();
}

/** Unpacks the archives of a package, and imports it. */
function take(name, archives) {
  const [major, minor] = manifest.info.python.split(".");
  const extractDir = `/lib/python${major}.${minor}/site-packages`;
  for (const archive of archives) pyodide.unpackArchive(archive, "zip", { extractDir });
  if (!name.startsWith("exercises/")) {
    const module = pyodide.pyimport(MODULES[name] ?? name);
    if (name === "grader") page = module;
  }
  imported.add(name);
}

/** The packages that a request needs, and those that its source imports. */
function packagesOf({ packages, check, run }) {
  const source = [check?.source, run?.before, run?.source].join("\n");
  const lines = (source.match(IMPORTS) ?? []).join("\n");
  const found = Object.keys(FOR_IMPORT).filter((name) => new RegExp(`\\b${name}\\b`).test(lines));
  return [...new Set(["grader", ...packages, ...found.flatMap((name) => FOR_IMPORT[name])])];
}

/** Settles where what Python writes goes. */
function connectStreams() {
  const decoder = new TextDecoder();
  pyodide.setStdin({ stdin: () => null }); // what reads it finds its end
  pyodide.setStderr({
    write(bytes) {
      tellStanding(new TextDecoder().decode(bytes));
      return bytes.length;
    },
  });
  pyodide.setStdout({
    write(bytes) {
      if (!broken) post({ output: decoder.decode(bytes, { stream: true }) });
      return bytes.length;
    },
  });
  // Only Pyodide writes here, as it breaks down; then it dumps its stack on the standard output.
  console.error = () => {
    broken = true;
  };
}

/**
 * Passes on the reports that the grader writes between checks. They come by this way since a function
 * of the worker's, handed to Python, would be a way from an attempt to the browser.
 */
function tellStanding(text) {
  try {
    const reports = JSON.parse(text);
    if (reports?.timeout) post({ standing: reports });
  } catch {
    // The attempt itself has written to this stream.
  }
}

// ---- requests

/** The reports on a check that gets no answer, by status. */
const reportsOf = ({ check, words }) =>
  check ? JSON.parse(page.unanswered(check.slug, JSON.stringify(words))) : {};

function perform({ check, words, run }) {
  try {
    const text = check
      ? page.check(check.slug, check.source, JSON.stringify(words))
      : page.run(run.source, run.before);
    post({ answer: { text, serves: !page.tampered() } });
  } catch {
    post({ broken: true });
  }
}

async function handle(asked) {
  if (asked.load) ({ base, manifest } = asked.load);
  const serves = Boolean(page);
  const packages = packagesOf(asked);
  try {
    await load(packages);
    if (asked.load) {
      connectStreams();
      if (asked.load.rehearse) page.rehearse(asked.load.rehearse);
      post({ ready: true });
    } else post({ started: reportsOf(asked) });
  } catch (error) {
    const what = serves ? packages.filter((name) => !imported.has(name)).join(", ") : "Python";
    const why = error instanceof CannotLoad ? error.message : `the browser says: ${error.message}`;
    post({ unavailable: { what, why, serves } });
    return;
  }
  if (!asked.load) perform(asked);
}

let last = Promise.resolve();
self.onmessage = ({ ports }) => {
  [port] = ports;
  port.onmessage = ({ data }) => {
    if (data.file) coming.get(data.file.name)?.(data.file);
    else last = last.then(() => handle(data));
  };
};
