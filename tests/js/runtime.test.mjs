// The page's side of Python, with workers that do as a test says: the queue, the clock, stopping,
// what a broken worker leaves, and the spare.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";
import { createPython } from "../../src/normbook/sphinx/assets/python/runtime.mjs";

const BASE = "https://book.example/_static/python/";
const REPORTS = {
  timeout: { status: "timeout", points: 0, worth: 3 },
  crash: { status: "crash", points: 0, worth: 3 },
};

const MANIFEST = { core: [], packages: {} };

/** Lets all that waits for promises alone go on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A page's Python among workers that record what they are sent. */
function setUp(options = {}) {
  const workers = [];
  const timers = new Map();
  const idle = [];
  let time = 0;
  let fetched = 0;

  class Worker {
    constructor(address, options) {
      if (options?.type) return; // the question whether it takes modules
      this.address = String(address);
      this.sent = [];
      workers.push(this);
    }

    postMessage(message, transfer) {
      this.sent.push(structuredClone(message, { transfer }));
    }

    terminate() {
      this.ended = true;
    }

    say(message) {
      this.onmessage({ data: structuredClone(message) });
    }

    answer(result, serves = true) {
      this.say({ started: REPORTS });
      this.say({ answer: { text: JSON.stringify(result), serves } });
    }
  }

  const python = createPython({
    base: BASE,
    Worker,
    openWorker: (address) => new Worker(address),
    navigator: { onLine: true },
    fetch: async () => {
      fetched += 1;
      return { ok: true, json: async () => MANIFEST };
    },
    setTimeout(task, delay) {
      timers.set(++time, { task, delay });
      return time;
    },
    clearTimeout: (number) => timers.delete(number),
    whenIdle: (task) => idle.push(task),
    ...options,
  });
  return {
    python,
    workers,
    fetched: () => fetched,
    rest() {
      for (const task of idle.splice(0)) task();
    },
    /** Lets the timers of a delay ring. */
    ring(delay) {
      for (const [number, timer] of [...timers]) {
        if (timer.delay !== delay) continue;
        timers.delete(number);
        timer.task();
      }
    },
    timers,
  };
}

test("a page that prepares loads once, and a request takes over what it has loaded", async () => {
  const { python, workers, fetched } = setUp();
  const told = [];
  const done = python.prepare("a", { requires: ["numpy"], onProgress: (each) => told.push(each) });
  await settled();
  const [worker] = workers;
  assert.deepEqual(worker.sent[0], {
    load: { base: BASE, manifest: MANIFEST, rehearse: "a" },
    packages: ["numpy", "exercises/a"],
  });
  worker.say({ progress: { loaded: 1, total: 2 } });
  assert.deepEqual(told, [{ loaded: 1, total: 2 }]);
  const checked = python.check("a", "x = 1", { requires: ["numpy"] });
  await settled();
  await done;
  worker.say({ ready: true });
  worker.answer({ status: "pass", points: 3 });
  assert.equal((await checked).points, 3);
  await python.prepare("a");
  assert.deepEqual([workers.length, fetched()], [1, 1]);
});

test("what could not be prepared is left to the request, and so is a reader who saves data", async () => {
  const { python, workers } = setUp();
  const done = python.prepare("a");
  await settled();
  workers[0].say({ unavailable: { what: "Python", why: "no network", serves: false } });
  await done;
  assert.ok(workers[0].ended);
  const thrifty = setUp({ navigator: { onLine: true, connection: { saveData: true } } });
  await thrifty.python.prepare("a");
  assert.equal(thrifty.fetched(), 0);
});

test("nothing is fetched, and no worker started, before the first request", async () => {
  const { workers, fetched } = setUp();
  await settled();
  assert.equal(fetched(), 0);
  assert.equal(workers.length, 0);
});

test("a check is sent with what it requires, and resolves to the report", async () => {
  const { python, workers } = setUp();
  const result = python.check("layer_norm", "x = 1", { requires: ["numpy"] });
  await settled();
  const [{ address, sent }] = workers;
  assert.equal(address, `${BASE}worker.mjs`);
  assert.deepEqual(sent[0], {
    load: { base: BASE, manifest: MANIFEST, rehearse: undefined },
    packages: ["numpy", "exercises/layer_norm"],
  });
  assert.deepEqual(sent[1].check, { slug: "layer_norm", source: "x = 1" });
  assert.match(sent[1].words.timeout, /10 seconds/);
  workers[0].answer({ status: "pass", points: 10 });
  assert.deepEqual(await result, { status: "pass", points: 10 });
});

test("a check without an answer resolves to where it stood last", async () => {
  const { python, workers, ring } = setUp();
  const result = python.check("layer_norm", "x = 1");
  await settled();
  workers[0].say({ started: REPORTS });
  workers[0].say({ standing: { ...REPORTS, timeout: { status: "timeout", points: 4 } } });
  ring(10_000);
  assert.deepEqual(await result, { status: "timeout", points: 4 });
});

test("requests are done one at a time, in order", async () => {
  const { python, workers } = setUp();
  const order = [];
  const first = python.check("a", "").then(() => order.push("a"));
  const second = python.run("b").then(() => order.push("b"));
  await settled();
  assert.equal(workers[0].sent.length, 2);
  workers[0].answer({ status: "pass" });
  await first;
  await settled();
  assert.deepEqual(workers[0].sent[2], { run: { source: "b", before: "" }, packages: [] });
  workers[0].answer({ value: "2", error: "", figures: [] });
  await second;
  assert.deepEqual(order, ["a", "b"]);
});

test("progress and output reach the request under way; no output is lost", async () => {
  const { python, workers, ring } = setUp();
  const seen = [];
  const result = python.run("print(1)", {
    onProgress: (bytes) => seen.push(bytes),
    onOutput: (text) => seen.push(text),
  });
  await settled();
  const [worker] = workers;
  worker.say({ progress: { loaded: 1, total: 9 } });
  worker.say({ started: {} });
  worker.say({ output: "1" });
  worker.say({ output: "\n" });
  ring(50);
  worker.say({ output: "2" });
  worker.answer({ value: "", error: "", figures: [] });
  assert.deepEqual(seen, [{ loaded: 1, total: 9 }, "1\n", "2"]);
  assert.deepEqual(await result, {
    status: "done",
    message: "",
    value: "",
    error: "",
    figures: [],
  });
});

test("it is told when the reader's code begins, which is after the loading", async () => {
  const { python, workers } = setUp();
  const seen = [];
  const result = python.run("1", {
    onProgress: () => seen.push("progress"),
    onStart: () => seen.push("start"),
  });
  await settled();
  workers[0].say({ progress: { loaded: 9, total: 9 } });
  workers[0].answer({ value: "1", error: "", figures: [] });
  await result;
  assert.deepEqual(seen, ["progress", "start"]);
});

test("the clock starts with the reader's code, not with the loading", async () => {
  const { python, workers, timers } = setUp();
  python.check("a", "");
  await settled();
  workers[0].say({ progress: { loaded: 1, total: 9 } });
  assert.equal(timers.size, 0);
  workers[0].say({ started: REPORTS });
  assert.deepEqual(
    [...timers.values()].map(({ delay }) => delay),
    [10_000],
  );
});

test("each check has its own time, and so has the diagnosis", async () => {
  const { python, workers, timers, ring } = setUp();
  const result = python.check("a", "while True: pass");
  await settled();
  workers[0].say({ started: REPORTS });
  const [first] = timers.keys();
  const standing = { ...REPORTS, timeout: { status: "timeout", points: 1, worth: 3 } };
  workers[0].say({ standing });
  assert.deepEqual([timers.size, timers.has(first)], [1, false]);
  ring(10_000);
  assert.deepEqual(await result, standing.timeout);
});

test("a loop is ended with its worker, and the spare takes over at once", async () => {
  const { python, workers, rest, ring, timers } = setUp();
  const first = python.check("a", "", { requires: ["numpy"] });
  await settled();
  workers[0].answer({ status: "pass" });
  await first;
  assert.equal(workers.length, 1, "the spare waits until the page is idle");
  rest();
  assert.deepEqual(workers[1].sent, [
    { load: { base: BASE, manifest: MANIFEST, rehearse: "a" }, packages: ["numpy", "exercises/a"] },
  ]);

  const loop = python.check("a", "while True: pass");
  await settled();
  workers[0].say({ started: REPORTS });
  ring(10_000);
  assert.deepEqual(await loop, REPORTS.timeout);
  assert.ok(workers[0].ended);

  const next = python.check("a", "");
  await settled();
  assert.equal(workers.length, 2, "the next request waits for no new worker");
  workers[1].answer({ status: "pass" });
  assert.deepEqual(await next, { status: "pass" });
  assert.equal(timers.size, 0);
  rest();
  assert.equal(workers.length, 3, "a new spare");
  workers[0].say({ answer: { text: '{"status": "late"}', serves: true } }); // is heard by nobody
});

test("a run that is ended says why, and has no value", async () => {
  const { python, workers, ring } = setUp({ seconds: 2 });
  const result = python.run("while True: pass");
  await settled();
  workers[0].say({ started: {} });
  ring(2000);
  const { status, message, ...nothing } = await result;
  assert.equal(status, "timeout");
  assert.match(message, /2 seconds/);
  assert.deepEqual(nothing, { value: "", error: "", figures: [] });
});

for (const [what, breakDown] of Object.entries({
  "Python says so": (worker) => worker.say({ broken: true }),
  "the browser says so": (worker) => worker.onerror({}),
})) {
  test(`an interpreter that breaks down is a verdict: ${what}`, async () => {
    const { python, workers } = setUp();
    const result = python.check("a", "");
    await settled();
    workers[0].say({ started: REPORTS });
    breakDown(workers[0]);
    assert.deepEqual(await result, REPORTS.crash);
    assert.ok(workers[0].ended);
    python.check("a", "");
    await settled();
    assert.equal(workers.length, 2);
  });
}

test("an interpreter that was tampered with answers once, and is thrown away", async () => {
  const { python, workers } = setUp();
  const result = python.check("a", "");
  await settled();
  workers[0].answer({ status: "error" }, false);
  assert.deepEqual(await result, { status: "error" });
  assert.ok(workers[0].ended);
});

test("stopping ends the worker while it runs, and while it loads", async () => {
  for (const started of [true, false]) {
    const { python, workers } = setUp();
    const control = new AbortController();
    const result = python.check("a", "", { signal: control.signal });
    await settled();
    if (started) workers[0].say({ started: REPORTS });
    control.abort();
    assert.deepEqual(await result, { status: "stopped" });
    assert.ok(workers[0].ended);
  }
});

test("stopping a request that waits leaves the one before it alone", async () => {
  const { python, workers } = setUp();
  const control = new AbortController();
  const first = python.check("a", "");
  const second = python.check("b", "", { signal: control.signal });
  await settled();
  control.abort();
  assert.deepEqual(await second, { status: "stopped" });
  assert.equal(workers[0].ended, undefined);
  workers[0].answer({ status: "pass" });
  assert.deepEqual(await first, { status: "pass" });
  await settled();
  assert.equal(workers[0].sent.length, 2, "it was never sent");
});

test("a signal that has aborted already starts nothing", async () => {
  const { python, workers } = setUp();
  assert.deepEqual(await python.run("1", { signal: AbortSignal.abort() }), { status: "stopped" });
  assert.equal(workers.length, 0);
});

test("a reader who saves data gets no spare", async () => {
  const { python, workers, rest } = setUp({ navigator: { connection: { saveData: true } } });
  const result = python.check("a", "");
  await settled();
  workers[0].answer({ status: "pass" });
  await result;
  rest();
  assert.equal(workers.length, 1);
});

test("a spare that cannot load is dropped, and the next request starts its own", async () => {
  const { python, workers, rest } = setUp();
  const first = python.check("a", "");
  await settled();
  workers[0].answer({ status: "pass" }, false);
  await first;
  rest();
  workers[1].say({ unavailable: { what: "Python", why: "gone", serves: false } });
  assert.ok(workers[1].ended);
  const second = python.check("a", "");
  await settled();
  workers[2].answer({ status: "pass" });
  assert.deepEqual(await second, { status: "pass" });
});

test("a spare that warmed up after the only worker was ended is the one that works", async () => {
  const { python, workers, rest } = setUp();
  const first = python.check("a", "");
  await settled();
  workers[0].answer({ status: "error" }, false);
  await first;
  rest();
  const second = python.check("a", "");
  await settled();
  assert.equal(workers.length, 2);
  workers[1].answer({ status: "pass" });
  assert.deepEqual(await second, { status: "pass" });
});

test("a package that does not come is said, and the interpreter stays", async () => {
  const { python, workers } = setUp();
  const first = python.run("import matplotlib");
  await settled();
  workers[0].say({ unavailable: { what: "matplotlib", why: "it did not come", serves: true } });
  const { status, cause, message } = await first;
  assert.equal(status, "unavailable");
  assert.equal(cause, "matplotlib could not be loaded: it did not come.");
  assert.match(message, /^matplotlib could not be loaded: it did not come\. Your code is safe/);
  assert.equal(workers[0].ended, undefined);
});

const obstacles = {
  "a page that was opened as a file": [{ base: "file:///book/_static/python/" }, /how to serve it/],
  "no WebAssembly": [{ WebAssembly: null }, /WebAssembly/],
  "no workers": [{ Worker: null }, /too old/],
  "workers without modules": [
    {
      Worker: class {
        terminate() {}
      },
    },
    /too old/,
  ],
  "a site without the files": [
    { fetch: async () => ({ ok: false, status: 404 }) },
    /book\.example does not give manifest\.json \(404\)/,
  ],
  "a network that refuses": [
    {
      fetch: async () => {
        throw new TypeError("Failed to fetch");
      },
    },
    /manifest\.json did not come/,
  ],
  "no network": [
    {
      navigator: { onLine: false },
      fetch: async () => {
        throw new TypeError("Failed to fetch");
      },
    },
    /offline/,
  ],
};
for (const [what, [options, words]] of Object.entries(obstacles)) {
  test(`where Python cannot load, a message says why: ${what}`, async () => {
    const { python } = setUp(options);
    const { status, message } = await python.check("a", "");
    assert.equal(status, "unavailable");
    assert.match(message, words);
    assert.match(message, /Your code is safe/);
  });
}

test("a worker that does not start is said, and the next request tries again", async () => {
  const { python, workers } = setUp();
  const first = python.check("a", "");
  await settled();
  workers[0].onerror({ preventDefault() {} });
  assert.match((await first).message, /did not start/);
  const second = python.check("a", "");
  await settled();
  workers[1].answer({ status: "pass" });
  assert.deepEqual(await second, { status: "pass" });
});

test("a worker that dies while a page prepares leaves all to the request that comes then", async () => {
  for (const isSentBefore of [true, false]) {
    const { python, workers } = setUp();
    const done = python.prepare("a");
    await settled();
    const early = isSentBefore && python.check("a", "");
    workers[0].onerror({});
    const checked = early || python.check("a", "");
    await done;
    await settled();
    assert.ok(workers[0].ended);
    workers[1].answer({ status: "pass" });
    assert.deepEqual(await checked, { status: "pass" });
  }
});

test("a stop while Python loads gives up its files, and the next request loads anew", async () => {
  const manifest = { core: [{ file: "core.mjs", sha256: "0".repeat(64) }], packages: {} };
  const signals = [];
  const { python, workers } = setUp({
    fetch: async (address, { signal }) => {
      if (address.endsWith("manifest.json")) return Response.json(manifest);
      signals.push(signal);
      return new Promise(() => {});
    },
  });
  const control = new AbortController();
  const stopped = python.check("a", "", { signal: control.signal });
  await settled();
  control.abort();
  assert.deepEqual(await stopped, { status: "stopped" });
  assert.ok(signals[0].aborted);
  const next = python.check("a", "");
  await settled();
  workers[0].say({ unavailable: { what: "Python", why: "it was ended", serves: false } });
  workers[1].answer({ status: "pass" });
  assert.deepEqual(await next, { status: "pass" });
});

test("a stop before it is known what there is to load leaves the next request alone", async () => {
  const control = new AbortController();
  const { python, workers } = setUp({
    fetch: (_, { signal }) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
        if (!signal) resolve(Response.json(MANIFEST));
      }),
  });
  const stopped = python.check("a", "", { signal: control.signal });
  const next = python.check("b", "");
  await settled();
  control.abort();
  assert.deepEqual(await stopped, { status: "stopped" });
  await settled();
  workers[0].answer({ status: "pass" });
  assert.deepEqual(await next, { status: "pass" });
  assert.equal(workers.length, 1);
});

test("of two requests at once the first is stopped: the second is done by the spare, at once", async () => {
  const { python, workers, rest } = setUp();
  const before = python.check("a", "");
  await settled();
  workers[0].answer({ status: "pass" });
  await before;
  rest();
  const control = new AbortController();
  const first = python.check("a", "", { signal: control.signal });
  const second = python.check("b", "");
  await settled();
  control.abort();
  assert.deepEqual(await first, { status: "stopped" });
  await settled();
  assert.equal(workers[1].sent.at(-1).check.slug, "b");
  workers[0].say({ answer: { text: '{"status": "late"}', serves: true } });
  workers[1].answer({ status: "pass" });
  assert.deepEqual(await second, { status: "pass" });
});

test("what is asked while the spare still loads is told of its progress", async () => {
  const { python, workers, rest, ring } = setUp();
  const loop = python.run("while True: pass");
  await settled();
  workers[0].say({ started: {} });
  ring(10_000);
  await loop;
  rest();
  const seen = [];
  const next = python.run("1", { onProgress: (bytes) => seen.push(bytes) });
  await settled();
  assert.equal(workers.length, 2);
  workers[1].say({ progress: { loaded: 1, total: 9 } });
  workers[1].say({ ready: true });
  workers[1].answer({ value: "1", error: "", figures: [] });
  assert.equal((await next).value, "1");
  assert.deepEqual(seen, [{ loaded: 1, total: 9 }]);
});

test("a page that prepares while there is a spare has its worker already", async () => {
  const { python, workers, rest, ring } = setUp();
  const loop = python.check("a", "");
  await settled();
  workers[0].say({ started: REPORTS });
  ring(10_000);
  await loop;
  rest();
  await python.prepare("b");
  assert.equal(workers.length, 2);
});

test("the spare of a first check that loops has all that the check required", async () => {
  const { python, workers, rest, ring } = setUp();
  const loop = python.check("a", "", { requires: ["numpy"] });
  await settled();
  workers[0].say({ started: REPORTS });
  ring(10_000);
  await loop;
  rest();
  assert.deepEqual(workers[1].sent, [
    { load: { base: BASE, manifest: MANIFEST, rehearse: "a" }, packages: ["numpy", "exercises/a"] },
  ]);
});

test("a worker gets the files of the manifest, and no others", async () => {
  const content = new TextEncoder().encode("print(1)");
  const sha256 = createHash("sha256").update(content).digest("hex");
  const manifest = { core: [], packages: { numpy: [{ file: "numpy.zip", sha256 }] } };
  const asked = [];
  const { python, workers } = setUp({
    fetch: async (address) => {
      asked.push(new URL(address).pathname.split("/").at(-1));
      return asked.length === 1 ? Response.json(manifest) : new Response(content);
    },
  });
  python.run("1");
  await settled();
  workers[0].say({ bring: "../../index.html" });
  workers[0].say({ bring: "numpy.zip" });
  while (!workers[0].sent.at(-1).file?.content) await settled();
  const [came, brought] = workers[0].sent.slice(-2);
  assert.deepEqual(came, { file: { name: "numpy.zip", came: content.length } });
  assert.deepEqual(new Uint8Array(brought.file.content), content);
  assert.deepEqual(asked, ["manifest.json", "numpy.zip"]);
});

test("what every worker needs is fetched while it starts", async () => {
  const core = ["pyodide.mjs", "library.zip"].map((file) => ({ file, sha256: "0".repeat(64) }));
  const asked = [];
  const { python, workers } = setUp({
    fetch: async (address) => {
      asked.push(new URL(address).pathname.split("/").at(-1));
      if (asked.length === 1) return Response.json({ core, packages: {} });
      return new Promise(() => {});
    },
  });
  python.run("1");
  await settled();
  assert.equal(workers[0].sent[0].load.manifest.core.length, 2);
  assert.deepEqual(asked, ["manifest.json", "pyodide.mjs", "library.zip"]);
});

test("what a worker forges breaks nothing", async () => {
  const { python, workers } = setUp();
  const result = python.run("1");
  await settled();
  for (const forged of [null, {}, "words", { constructor: 1 }, { bring: 5 }]) {
    workers[0].say(forged);
  }
  workers[0].answer({ value: "1", error: "", figures: [] });
  assert.equal((await result).value, "1");
});

test("a worker that says out of turn that it began, or broke down, troubles no later request", async () => {
  const { python, workers, ring } = setUp();
  const first = python.check("a", "");
  await settled();
  workers[0].say({ started: REPORTS });
  workers[0].answer({ status: "pass" });
  await first;
  const second = python.check("a", "");
  await settled();
  ring(10_000);
  workers[0].say({ broken: true });
  assert.equal((await second).status, "unavailable");
  const third = python.check("a", "");
  await settled();
  workers[1].answer({ status: "pass" });
  assert.deepEqual(await third, { status: "pass" });
});
