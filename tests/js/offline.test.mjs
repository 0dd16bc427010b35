// The service worker's part that needs no browser: a site with builds, a network that comes and goes,
// and caches that keep what they are given.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";
import { createOffline } from "../../src/normbook/sphinx/assets/offline/offline.mjs";
import { keepForLater } from "../../src/normbook/sphinx/assets/offline/register.mjs";

const SCOPE = "https://books.example/normbook/";
const PYTHON = `${SCOPE}_static/python/`;
const ELSEWHERE = "https://cdn.example/numpy.whl";
const sha256 = (text) => createHash("sha256").update(text).digest("hex");
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** A browser's caches, shared by the workers of a test. */
class Caches {
  #all = new Map();
  full = false;

  async open(name) {
    if (!this.#all.has(name)) this.#all.set(name, new Map());
    const entries = this.#all.get(name);
    return {
      keys: async () => [...entries.keys()].map((url) => ({ url })),
      put: async (key, response) => {
        if (this.full) throw new Error("QuotaExceededError");
        await response.clone().arrayBuffer(); // which fails where the response breaks off
        entries.set(key, response);
      },
    };
  }

  match = async (key, { cacheName }) => this.#all.get(cacheName)?.get(key)?.clone();
  has = async (name) => this.#all.has(name);
  keys = async () => [...this.#all.keys()];
  delete = async (name) => this.#all.delete(name);
}

const nameOf = (build) => `normbook ${SCOPE} ${build}`;

/** What a host serves: pages that name the build, a module, and Python. */
function siteOf(build, { wheel = `wheel of ${build}`, fallback = false } = {}) {
  const html = (title) =>
    `<title>${title} &#8212; Book</title><meta name="nb-build" content="${build}"> ${build}`;
  const numpy = fallback
    ? { file: "numpy.whl", sha256: sha256("numpy"), fallback: ELSEWHERE }
    : { file: "numpy.whl", sha256: sha256("numpy") };
  const manifest = {
    core: [{ file: "core.wasm", sha256: sha256("core") }],
    packages: {
      grader: [{ file: "../book.whl", sha256: sha256(wheel) }],
      numpy: [numpy],
    },
  };
  return {
    [`${SCOPE}index.html`]: html("Book"),
    [`${SCOPE}book/one.html`]: html("One &amp; all"),
    [`${SCOPE}book/two.html`]: html("Two"),
    [`${SCOPE}_static/site.mjs`]: `module of ${build}`,
    [`${PYTHON}manifest.json`]: JSON.stringify(manifest),
    [`${PYTHON}core.wasm`]: "core",
    [`${SCOPE}_static/book.whl`]: wheel,
    [`${PYTHON}numpy.whl`]: "numpy",
    [ELSEWHERE]: "numpy",
  };
}

/** A body that begins, and does not end. */
const brokenOff = () =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("module of"));
      controller.error(new TypeError("network error"));
    },
  });

/**
 * A network that can be lost or slow, or answer for one address as `instead` says; `asked` are the
 * addresses, with their cache's mode.
 */
function networkOf(site) {
  const network = { site, lost: false, slow: false, instead: {}, asked: [] };
  network.fetch = async (request, { cache } = {}) => {
    const address = request.url ?? request;
    network.asked.push(cache ? `${address} ${cache}` : address);
    if (network.slow) await new Promise(() => {});
    if (network.lost) throw new TypeError("Failed to fetch");
    const file = address.replace(/[?#].*/, "");
    if (network.instead[file]) return network.instead[file]();
    const body = network.site[file];
    const type = address.includes(".html") ? "text/html; charset=utf-8" : "text/plain";
    return new Response(body ?? "", {
      status: body === undefined ? 404 : 200,
      headers: { "Content-Type": type },
    });
  };
  return network;
}

function setUp({ build = "b1", caches = new Caches(), ...options } = {}) {
  const network = networkOf(siteOf(build, options));
  const timers = [];
  if (caches instanceof Caches) caches.open(nameOf(build)); // as its worker's install did
  const workerOf = (name) => {
    const offline = createOffline({
      scope: SCOPE,
      build: name,
      caches,
      fetch: network.fetch,
      setTimeout: (task) => timers.push(task),
    });

    /** Asks as a browser does; resolves to a text, and the status where it is not 200. */
    async function ask(address, { mode = "cors", client = "", ...request } = {}) {
      const waiting = [];
      const event = {
        request: { url: address, method: "GET", mode, headers: new Headers(), ...request },
        clientId: mode === "navigate" ? "" : client,
        resultingClientId: mode === "navigate" ? client : "",
        waitUntil: (promise) => waiting.push(promise),
      };
      const response = await offline.answer(event);
      if (response === null) return null;
      const text = await response.text();
      if (!network.slow) await Promise.all(waiting);
      return response.status === 200 ? text : `${response.status} ${text}`;
    }

    const visit = (path, options) => ask(SCOPE + path, { mode: "navigate", ...options });
    return { ...offline, ask, visit };
  };
  return { ...workerOf(build), workerOf, caches, network, timers };
}

const hashed = (address, content) => `${address}?${sha256(content).slice(0, 12)}`;

/** Does what a page with Python asks for, up to the first verdict. */
async function check({ ask }, wheel, numpy = hashed(`${PYTHON}numpy.whl`, "numpy")) {
  await ask(`${PYTHON}manifest.json`);
  await ask(hashed(`${PYTHON}core.wasm`, "core"));
  await ask(hashed(`${SCOPE}_static/book.whl`, wheel));
  await ask(numpy, numpy === ELSEWHERE ? { integrity: "sha256-x" } : {});
}

const isLost = (promise) => assert.rejects(promise, /Failed to fetch/);

test("what was seen is there again without a network", async () => {
  const { visit, ask, network } = setUp();
  const page = await visit("book/one.html#part");
  await ask(`${SCOPE}_static/site.mjs?v=1`);
  network.lost = true;
  assert.equal(await visit("book/one.html?highlight=x"), page);
  assert.equal(await ask(`${SCOPE}_static/site.mjs?v=2`), "module of b1");
  await isLost(ask(`${SCOPE}_static/other.mjs`));
});

test("with a network a page is always as it is now, whatever the browser's own cache has", async () => {
  const { visit, network } = setUp();
  await visit("book/one.html");
  network.site = siteOf("b2");
  assert.match(await visit("book/one.html"), / b2$/);
  assert.deepEqual(
    network.asked,
    ["book/one.html", "book/one.html"].map((path) => `${SCOPE}${path} no-cache`),
  );
});

test("the site's address is its first page, and a refusal is handed on, not kept", async () => {
  const { visit, network } = setUp();
  network.site[SCOPE] = network.site[`${SCOPE}index.html`];
  const page = await visit("");
  assert.match(await visit("book/none.html"), /^404/);
  network.lost = true;
  assert.equal(await visit(""), page);
  assert.equal(await visit("index.html"), page);
  assert.match(await visit("book/none.html"), /^503/);
});

test("a page that was never seen says so, and lists what is there by title", async () => {
  const { visit, network } = setUp();
  await visit("book/two.html");
  await visit("book/one.html");
  network.lost = true;
  const text = await visit("book/three.html");
  assert.match(text, /^503 [\s\S]*This page is not here yet/);
  assert.deepEqual(
    [...text.matchAll(/<li><a href="([^"]*)">([^<]*)</g)].map(([, url, title]) => [url, title]),
    [
      [`${SCOPE}book/one.html`, "One &amp; all"],
      [`${SCOPE}book/two.html`, "Two"],
    ],
  );
});

test("a slow network is waited for, but not long where the page is kept", async () => {
  const { visit, ask, network, timers } = setUp();
  const page = await visit("book/one.html");
  await ask(`${SCOPE}_static/site.mjs`);
  network.slow = true;
  const coming = visit("book/one.html", { client: "tab" });
  await settled();
  for (const task of timers) task();
  assert.equal(await coming, page);
  // The page is of this build: so must be all that it asks for from now on.
  network.slow = false;
  network.site = siteOf("b2");
  assert.equal(await ask(`${SCOPE}_static/site.mjs`, { client: "tab" }), "module of b1");
  assert.equal(await ask(`${SCOPE}_static/site.mjs`, { client: "another" }), "module of b2");
});

test("a file that comes late is shown when it is here, though its page still comes", async () => {
  const { visit, ask, network, timers } = setUp();
  const address = `${SCOPE}book/one.html`;
  network.instead[address] = () => {
    const body = new ReadableStream({ start: (rest) => rest.enqueue(new Uint8Array(1)) }); // no end
    return new Response(body, { headers: { "Content-Type": "text/html" } });
  };
  visit("book/one.html", { client: "tab" });
  await settled();
  let comes;
  network.instead[`${SCOPE}_static/site.mjs`] = () =>
    new Promise((resolve) => {
      comes = () => resolve(new Response("module of b1"));
    });
  const module = ask(`${SCOPE}_static/site.mjs`, { client: "tab" });
  await settled();
  for (const task of timers) task();
  comes();
  assert.equal(await module, "module of b1");
});

for (const status of [429, 503]) {
  test(`a host that answers ${status} hides nothing that is kept`, async () => {
    const { visit, ask, network } = setUp();
    const page = await visit("book/one.html", { client: "tab" });
    const module = `${SCOPE}_static/site.mjs`;
    await ask(module, { client: "another" });
    for (const address of [`${SCOPE}book/one.html`, `${SCOPE}book/two.html`, module]) {
      network.instead[address] = () => new Response("busy", { status });
    }
    assert.equal(await ask(module, { client: "another" }), "module of b1");
    assert.equal(await visit("book/one.html", { client: "tab" }), page);
    assert.equal(await visit("book/two.html"), `${status} busy`);
  });
}

test("what is not the site's, or nothing to keep, is left to the browser", async () => {
  const { ask } = setUp();
  for (const address of [
    "https://books.example/other/index.html",
    "https://cdn.example/else.js",
    `${SCOPE}offline.js`,
    `${SCOPE}_sources/book/one.ipynb`,
  ]) {
    assert.equal(await ask(address), null, address);
  }
  const one = `${SCOPE}book/one.html`;
  assert.equal(await ask(one, { method: "POST" }), null);
  assert.equal(await ask(one, { headers: new Headers({ Range: "bytes=0-1" }) }), null);
});

test("Python's files come from the cache first, and are kept only with the right content", async () => {
  const { ask, network } = setUp();
  const core = hashed(`${PYTHON}core.wasm`, "core");
  const wrong = hashed(`${PYTHON}core.wasm`, "another core");
  for (const address of [core, core, wrong]) assert.equal(await ask(address), "core");
  assert.deepEqual(network.asked, [core, wrong]);
  await ask(core, { cache: "reload" });
  assert.deepEqual(network.asked, [core, wrong, core]);
  network.lost = true;
  assert.equal(await ask(core), "core");
  await isLost(ask(wrong));
});

test("a wheel from its publisher is kept, too", async () => {
  const { ask, network } = setUp();
  assert.equal(await ask(ELSEWHERE, { integrity: "sha256-x" }), "numpy");
  network.lost = true;
  assert.equal(await ask(ELSEWHERE, { integrity: "sha256-x" }), "numpy");
  assert.equal(await ask(ELSEWHERE), null);
});

test("a page's list is kept, without what is kept already or is not the site's", async () => {
  const { keep, visit, ask, network } = setUp();
  await visit("book/one.html");
  network.asked.length = 0;
  const module = `${SCOPE}_static/site.mjs`;
  const none = `${SCOPE}_static/none.mjs`;
  await keep([`${SCOPE}book/one.html#x`, `${module}?v=1`, "https://cdn.example/x", none]);
  assert.deepEqual(network.asked, [`${module}?v=1 no-cache`, `${none} no-cache`]);
  network.lost = true;
  assert.equal(await ask(module), "module of b1");
  await keep([none]);
});

test("each file of a list is asked for once, and the host not again where it has just answered", async () => {
  const { keep, network } = setUp();
  const [cell, shared] = ["cell", "shared-X"].map((name) => `${SCOPE}_static/code/${name}.mjs`);
  network.site[cell] = 'import{a}from"./shared-X.mjs";a()';
  network.site[shared] = "export const a = 1";
  await keep([shared, cell, cell], [shared]);
  assert.deepEqual(network.asked, [`${shared} force-cache`, `${cell} no-cache`]);
});

test("a module is kept with what it imports", async () => {
  const { keep, ask, network } = setUp();
  network.site[`${SCOPE}_static/code/cell.mjs`] = 'import{a}from"./shared-X.mjs";a()';
  network.site[`${SCOPE}_static/code/shared-X.mjs`] = "export const a = 1";
  await keep([`${SCOPE}_static/code/cell.mjs`]);
  network.lost = true;
  assert.equal(await ask(`${SCOPE}_static/code/shared-X.mjs`), "export const a = 1");
});

test("a newer build is shown, and nothing of it is mixed with what is kept", async () => {
  const { visit, ask, network, workerOf, timers } = setUp();
  const askAs = (client) => ask(`${SCOPE}_static/site.mjs`, { client });
  await visit("book/one.html", { client: "before" });
  await askAs("before");
  network.site = siteOf("b2");
  assert.match(await visit("book/two.html", { client: "after" }), / b2$/);
  assert.equal(await askAs("after"), "module of b2");
  network.lost = true;
  assert.equal(await askAs("before"), "module of b1");
  await isLost(askAs("after"));
  assert.match(await visit("book/two.html"), /^503/);
  // Nor while the line is slow, when a page waits for what is its own.
  Object.assign(network, { lost: false, slow: true });
  let isAnswered = false;
  const answer = () => {
    isAnswered = true;
  };
  askAs("after").then(answer);
  await settled();
  for (const task of timers) task();
  await settled();
  assert.equal(isAnswered, false);
  network.slow = false;
  // The same build anew, after one that was withdrawn: all is kept again, also by a worker afresh.
  network.lost = false;
  network.site = siteOf("b1");
  const again = workerOf("b1");
  const page = await again.visit("book/two.html");
  network.lost = true;
  assert.equal(await again.visit("book/two.html"), page);
});

test("a new worker fetches anew what was seen, and then drops what was kept before", async () => {
  const { visit, ask, network, caches, workerOf } = setUp();
  await caches.open("normbook https://books.example/other/ b1");
  await visit("book/one.html");
  await visit("book/two.html");
  await ask(`${SCOPE}_static/site.mjs?v=1`);
  network.site = siteOf("b2");
  delete network.site[`${SCOPE}book/two.html`];
  const next = workerOf("b2");
  await next.install();
  await next.activate();
  network.lost = true;
  assert.match(await next.visit("book/one.html"), / b2$/);
  assert.equal(await next.ask(`${SCOPE}_static/site.mjs`), "module of b2");
  assert.match(await next.visit("book/two.html"), /^503/);
  assert.deepEqual(await caches.keys(), ["normbook https://books.example/other/ b1", nameOf("b2")]);
});

test("a worker on its way out keeps no more of what its successor dropped, and marks nothing", async () => {
  const { visit, ask, network, caches, workerOf } = setUp();
  network.site = siteOf("b2");
  const next = workerOf("b2");
  await next.install();
  await next.activate();
  await ask(`${SCOPE}_static/site.mjs`); // on its way when the next one came in
  await visit("book/one.html");
  network.lost = true;
  assert.match(await visit("book/one.html"), /^503/);
  assert.deepEqual(await caches.keys(), [nameOf("b2")]);
});

test("a new worker that the network leaves is not installed, and the old one has all it had", async () => {
  const { visit, network, workerOf } = setUp();
  const page = await visit("book/one.html");
  network.lost = true;
  await isLost(workerOf("b2").install());
  assert.equal(await visit("book/one.html"), page);
});

const OBSTACLES = {
  "the disk is full": ({ caches }) => {
    caches.full = true;
  },
  "a module breaks off": ({ network }) => {
    network.instead[`${SCOPE}_static/site.mjs`] = () => new Response(brokenOff());
  },
  "a page breaks off": ({ network }) => {
    const headers = { "Content-Type": "text/html" };
    network.instead[`${SCOPE}book/one.html`] = () => new Response(brokenOff(), { headers });
  },
  "a file of Python breaks off": ({ network }) => {
    network.instead[`${SCOPE}_static/book.whl`] = () => new Response(brokenOff());
  },
  "the host is out of order": ({ network }) => {
    network.instead[`${SCOPE}book/one.html`] = () => new Response("", { status: 503 });
  },
  "the host has enough of it": ({ network }) => {
    network.instead[`${SCOPE}_static/site.mjs`] = () => new Response("", { status: 429 });
  },
};
for (const [what, obstruct] of Object.entries(OBSTACLES)) {
  test(`a new worker is not installed, and the old one has all it had, where ${what}`, async () => {
    const { visit, ask, network, caches, workerOf } = setUp();
    const page = await visit("book/one.html");
    await ask(`${SCOPE}_static/site.mjs`);
    await check({ ask }, "wheel of b1");
    network.site = siteOf("b2");
    obstruct({ caches, network });
    await assert.rejects(workerOf("b2").install());
    network.lost = true;
    assert.equal(await visit("book/one.html"), page);
    assert.equal(await ask(`${SCOPE}_static/site.mjs`), "module of b1");
    await check({ ask }, "wheel of b1");
  });
}

test("a new worker that failed is installed as soon as nothing is in its way", async () => {
  const { visit, ask, network, workerOf } = setUp();
  await visit("book/one.html");
  await ask(`${SCOPE}_static/site.mjs`);
  network.site = siteOf("b2");
  OBSTACLES["a module breaks off"]({ network });
  await assert.rejects(workerOf("b2").install());
  network.instead = {};
  const again = workerOf("b2");
  await again.install();
  await again.activate();
  network.lost = true;
  assert.match(await again.visit("book/one.html"), / b2$/);
  assert.equal(await again.ask(`${SCOPE}_static/site.mjs`), "module of b2");
});

test("a reader has what comes, also where it breaks off or the disk is full, and it is not kept", async () => {
  const { ask, network, caches } = setUp();
  const module = `${SCOPE}_static/site.mjs`;
  network.instead[module] = () => new Response(brokenOff());
  await assert.rejects(ask(module), /network error/);
  network.instead = {};
  caches.full = true;
  assert.equal(await ask(module), "module of b1");
  network.lost = true;
  await isLost(ask(module));
});

test("a new worker that is not the newest any more leaves the place to that one", async () => {
  const { visit, network, workerOf } = setUp();
  await visit("book/one.html");
  network.site = siteOf("b3");
  await assert.rejects(workerOf("b2").install(), /not the newest/);
});

for (const fallback of [false, true]) {
  const where = fallback ? "with NumPy from elsewhere" : "with NumPy from the site";
  test(`a new build brings its wheel, and Python stays complete, ${where}`, async () => {
    const { ask, network, workerOf } = setUp({ fallback });
    const numpy = fallback ? ELSEWHERE : undefined;
    await check({ ask }, "wheel of b1", numpy);
    network.site = siteOf("b2", { fallback });
    network.asked.length = 0;
    const next = workerOf("b2");
    await next.install();
    await next.activate();
    const wheel = hashed(`${SCOPE}_static/book.whl`, "wheel of b2");
    assert.deepEqual(network.asked, [`${PYTHON}manifest.json no-cache`, `${wheel} no-cache`]);
    network.lost = true;
    await check(next, "wheel of b2", numpy);
    await isLost(next.ask(hashed(`${SCOPE}_static/book.whl`, "wheel of b1")));
  });
}

test("of Python only the parts that were used are brought", async () => {
  const { ask, network, workerOf } = setUp();
  await ask(`${PYTHON}manifest.json`);
  await ask(hashed(`${PYTHON}core.wasm`, "core"));
  network.site = siteOf("b2");
  const next = workerOf("b2");
  await next.install();
  network.lost = true;
  assert.equal(await next.ask(hashed(`${PYTHON}core.wasm`, "core")), "core");
  await isLost(next.ask(hashed(`${SCOPE}_static/book.whl`, "wheel of b2")));
});

test("where nothing can be kept all is as without a worker", async () => {
  const full = new Caches();
  full.full = true;
  const refusing = {
    open: () => Promise.reject(new Error("SecurityError")),
    match: () => Promise.reject(new Error("SecurityError")),
    has: () => Promise.reject(new Error("SecurityError")),
    keys: async () => [],
  };
  for (const caches of [full, refusing, null]) {
    const { install, activate, visit, ask, network, keep } = setUp({ caches });
    if (caches !== refusing) await install();
    await activate();
    assert.match(await visit("book/one.html"), / b1$/);
    assert.equal(await ask(hashed(`${PYTHON}core.wasm`, "core")), "core");
    await keep([`${SCOPE}_static/site.mjs`]);
    network.lost = true;
    assert.match(await visit("book/one.html"), /^503 [\s\S]*No page is here yet/);
  }
});

// ---- the page's side

const containerOf = (registration) =>
  Object.assign(new EventTarget(), {
    register: async () => {},
    ready: Promise.resolve(registration),
  });

function windowOf(serviceWorker, { saveData = false, secure = true } = {}) {
  const place = { dataset: { module: "../m.mjs", style: "../s.css", record: "../r.json" } };
  const window = {
    isSecureContext: secure,
    navigator: { serviceWorker, connection: { saveData } },
    PerformanceObserver: class {
      constructor(callback) {
        this.callback = callback;
      }
      observe() {
        window.observed = this.callback;
      }
    },
    performance: {
      getEntriesByType: (kind) =>
        kind === "navigation"
          ? [{ name: `${SCOPE}book/one.html`, transferSize: 900 }]
          : [{ name: `${SCOPE}_static/site.css`, transferSize: 0 }],
    },
    document: {
      readyState: "complete",
      baseURI: `${SCOPE}book/one.html`,
      querySelectorAll: () => [place, { dataset: { module: "../m.mjs" } }],
    },
  };
  return window;
}

test("a page asks for its worker, and tells it what it has and will need", async () => {
  const told = [];
  const active = { postMessage: (message) => told.push(message) };
  const container = containerOf({ active });
  const own = [`${SCOPE}book/one.html`, `${SCOPE}_static/site.css`];
  const later = ["m.mjs", "s.css", "r.json"].map((name) => SCOPE + name);
  const fresh = [own[0]];
  await keepForLater(windowOf(container), `${SCOPE}offline.js`);
  await keepForLater(windowOf(container, { saveData: true }), `${SCOPE}offline.js`);
  assert.deepEqual(told, [
    { keep: [...own, ...later], fresh },
    { keep: own, fresh },
  ]);
});

test("what a page loads before its worker is in is told, too", async () => {
  const told = [];
  const active = Object.assign(new EventTarget(), {
    state: "activating",
    postMessage: ({ keep }) => told.push(...keep),
  });
  const window = windowOf(containerOf({ active }));
  const done = keepForLater(window, `${SCOPE}offline.js`);
  await new Promise(setImmediate);
  assert.deepEqual(told, []);
  const late = { name: `${SCOPE}_static/late.woff2`, transferSize: 9 };
  window.performance.getEntriesByType = () => [late];
  active.dispatchEvent(new Event("statechange"));
  await done;
  assert.ok(told.includes(late.name));
  const [onItsWay, passedOn] = [0, 7].map((workerStart) => ({
    name: `${workerStart}`,
    workerStart,
  }));
  window.observed({ getEntries: () => [onItsWay, passedOn] });
  assert.deepEqual(told.slice(-1), [onItsWay.name]);
});

test("a worker of a newer build is told the same when it takes over, and of nothing that it is fresh", async () => {
  const told = [];
  const workerOf = (name) => ({ postMessage: (message) => told.push([name, message]) });
  const registration = { active: workerOf("old") };
  const container = containerOf(registration);
  const takeOver = async () => {
    container.dispatchEvent(new Event("controllerchange"));
    await settled();
  };
  await keepForLater(windowOf(container), `${SCOPE}offline.js`);
  await takeOver(); // of the first worker, which knows already
  registration.active = workerOf("new");
  await takeOver();
  const [[, { keep }]] = told;
  assert.deepEqual(told.slice(1), [["new", { keep, fresh: [] }]]);
});

test("a browser that has no worker, or refuses it, is no error", async () => {
  const refusing = { register: async () => assert.fail("SecurityError") };
  await keepForLater(windowOf(refusing), "");
  await keepForLater(windowOf(undefined), "");
  await keepForLater(windowOf(refusing, { secure: false }), "");
  const throwing = {
    isSecureContext: true,
    get navigator() {
      throw new Error("SecurityError");
    },
  };
  await keepForLater(throwing, "");
});
