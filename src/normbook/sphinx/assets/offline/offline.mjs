// What a reader has seen is there again without a network; with one, the site is always as it is now.
//
// Each build of the site has a name, which `normbook.sphinx.offline` writes into this worker and into
// every page. A worker keeps its own build's files, in one cache, and no other's: so what is kept fits
// together. A new build brings a new worker, which fetches anew whatever its predecessor kept before
// it takes over. If that fails, the old one stays, with all it has.
//
// Addresses that end in twelve digits of their content's hash are Python's files: they come from the
// cache first. All else comes from the network first.

import { addressOf, hexOf, integrityOf } from "../python/entry.mjs";
import { drawNothing } from "./nothing.mjs";

const PATIENCE_MS = 3000; // how long the network may take before a page that is kept is shown
const HASHED = /^\?[0-9a-f]{12}$/;
const PRIVATE = ["offline.js", "_sources/"]; // parts of the site that are never kept
// The browser's own cache knows nothing of builds: the host is asked whether a file is as it was.
const FRESH = { cache: "no-cache" };
const AS_IT_CAME = { cache: "force-cache" };
const IMPORT = /\bfrom\s*"(\.{1,2}\/[^"]+)"/g;
const MANIFEST = "_static/python/manifest.json";

/**
 * Returns { install, activate, answer, keep }.
 *   install()         resolves once this build's cache has all that the last one's had
 *   activate()        drops what other builds left
 *   answer(event)     the promise of a response to a fetch event, or null: no business of ours
 *   keep(addresses, fresh)   takes what a page has loaded before there was a worker, or will load;
 *                     of the fresh ones the host was asked a moment ago, and need not be again
 *
 * `scope` is the site's address, `build` the name of this build. All else is for tests.
 */
export function createOffline({
  scope,
  build,
  caches = globalThis.caches,
  fetch = globalThis.fetch.bind(globalThis),
  digest = (content) => globalThis.crypto.subtle.digest("SHA-256", content),
  setTimeout = globalThis.setTimeout.bind(globalThis),
}) {
  const prefix = `normbook ${scope} `; // other sites may share the host, and so its caches
  const own = prefix + build;
  const behind = `${prefix}behind ${build}`; // a cache of nothing: a newer build was seen
  const rested = new Set(); // the clients whose page was kept; their files must be of its build

  // ---- addresses

  function isOurs(address) {
    const path = address.startsWith(scope) ? address.slice(scope.length) : null;
    return path !== null && !PRIVATE.some((name) => path.startsWith(name));
  }

  const isHashed = (address) => isOurs(address) && HASHED.test(new URL(address).search);

  /** What an address is kept under: a search, a retry or Sphinx's own mark makes no other file. */
  function keyOf(address) {
    const url = new URL(address);
    url.hash = "";
    if (!HASHED.test(url.search)) url.search = "";
    if (url.pathname.endsWith("/")) url.pathname += "index.html";
    return url.href;
  }

  // ---- what is kept

  /** The response that is kept, or undefined, also where the browser keeps nothing. */
  async function find(key, name = own) {
    try {
      // Not by opening it: a worker on its way out would bring back what its successor dropped.
      return await caches.match(key, { cacheName: name, ignoreVary: true });
    } catch {
      return undefined;
    }
  }

  async function put(key, response) {
    try {
      await (await caches.open(own)).put(key, response);
    } catch {
      // The disk is full, or the browser keeps nothing: then this file needs a network.
    }
  }

  const keysOf = async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url);

  /** Keeps a response, if it is what it should be. */
  async function take(key, response) {
    if (await belongs(key, response)) await put(key, response);
    else await response.body?.cancel(); // what nobody reads holds its connection, and this worker
  }

  async function belongs(key, response) {
    if (!response.ok || response.redirected) return false;
    if (isHashed(key)) return hasHash(key, response);
    if (!response.headers.get("Content-Type")?.startsWith("text/html")) {
      return !(await caches.has(behind));
    }
    const fits = isOfBuild(await response.clone().text(), build);
    await (fits ? caches.delete(behind) : caches.open(behind));
    return fits;
  }

  /** A host gives its newest file for every address: only what has the hash may have its name. */
  async function hasHash(key, response) {
    const hash = hexOf(await digest(await response.clone().arrayBuffer()));
    return hash.startsWith(new URL(key).search.slice(1));
  }

  // ---- answers

  /** Returns the network's response, and takes a copy of it meanwhile. */
  function fetchAndTake(event, key, options) {
    const coming = fetch(event.request, options);
    event.waitUntil(coming.then((response) => take(key, response.clone())).catch(() => {}));
    return coming;
  }

  async function fromCache(event, key, options) {
    return (await find(key)) ?? fetchAndTake(event, key, options);
  }

  /** The network's response; the one that is kept, where there is no network, or a slow one. */
  async function fromNetwork(event, key, onKept = () => {}) {
    const coming = fetchAndTake(event, key, FRESH);
    const orNull = coming.catch(() => null);
    const kept = await find(key);
    if (!kept) return coming;
    const late = new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
    const response = await Promise.race([orNull, late]);
    if (response) return response;
    onKept();
    return kept;
  }

  async function page(event, key) {
    try {
      return await fromNetwork(event, key, () => rested.add(event.resultingClientId));
    } catch {
      const headers = { "Content-Type": "text/html; charset=utf-8" };
      return new Response(drawNothing(scope, await pages()), { status: 503, headers });
    }
  }

  /** The pages that are kept, by title. */
  async function pages() {
    const names = await keysOf(own).catch(() => []);
    const found = names.filter((url) => url.startsWith(`${scope}book/`) && url.endsWith(".html"));
    const titled = found.map(async (url) => {
      const text = await (await find(url))?.text();
      return { url, title: titleOf(text ?? "") ?? url };
    });
    return (await Promise.all(titled)).sort((a, b) => a.title.localeCompare(b.title));
  }

  function answer(event) {
    const { request, clientId } = event;
    if (request.method !== "GET" || request.headers.has("Range")) return null;
    const key = keyOf(request.url);
    if (!isOurs(request.url)) {
      // Of other hosts only Python's wheels are ours: these come with their hash.
      return request.integrity ? fromCache(event, key) : null;
    }
    if (request.mode === "navigate") return page(event, key);
    if (isHashed(request.url)) {
      return request.cache === "reload" ? fetchAndTake(event, key) : fromCache(event, key);
    }
    return rested.has(clientId) ? fromCache(event, key, FRESH) : fromNetwork(event, key);
  }

  // ---- a page's list, and a new build

  /** Fetches a file and keeps it. What is not there any more, or of another build, is left out. */
  async function bring(address, options = FRESH) {
    const key = keyOf(address);
    if (!(await find(key))) await take(key, await fetch(address, options));
  }

  /** Returns what brings a file, and of a module what it imports, too: each once. */
  function bringer(optionsOf = () => FRESH) {
    const brought = new Set();
    return async function bringWithImports(address) {
      const key = keyOf(address);
      if (brought.has(key)) return;
      brought.add(key);
      await bring(address, optionsOf(address));
      if (!key.endsWith(".mjs")) return;
      const source = (await (await find(key))?.text()) ?? "";
      const names = [...source.matchAll(IMPORT)].map(([, name]) => new URL(name, key).href);
      await Promise.all(names.map(bringWithImports));
    };
  }

  function keep(addresses, fresh = []) {
    const came = new Set(fresh);
    const bringOne = bringer((address) => (came.has(address) ? AS_IT_CAME : FRESH));
    return Promise.allSettled(addresses.filter(isOurs).map(bringOne));
  }

  /** Brings Python's files: those of each part that the last build's cache has in full. */
  async function bringPython(last) {
    const key = scope + MANIFEST;
    const [before, now] = [await find(key, last), await find(key)];
    if (!before || !now) return;
    const [old, fresh] = [partsOf(await before.json()), partsOf(await now.json())];
    for (const [part, entries] of Object.entries(fresh)) {
      const there = (old[part] ?? []).map(({ address }) => find(address, last));
      const kept = await Promise.all(there);
      if (kept.length === 0 || !kept.every(Boolean)) continue;
      await Promise.all(
        entries.map(async ({ address, options }) => {
          const same = await find(address, last);
          return same ? put(address, same) : bring(address, options);
        }),
      );
    }
  }

  /** The addresses of Python's files, by part, as a page asks for them. */
  function partsOf({ core, packages }) {
    const place = (entry) => ({
      address: addressOf(entry, scope + MANIFEST),
      options: entry.fallback && { integrity: integrityOf(entry) },
    });
    return Object.fromEntries(
      Object.entries({ core, ...packages }).map(([part, all]) => [part, all.map(place)]),
    );
  }

  async function others() {
    const names = await caches.keys();
    return names.filter((name) => name.startsWith(prefix) && name !== own);
  }

  async function install() {
    if (!caches) return;
    for (const last of await others()) {
      const kept = (await keysOf(last)).filter((url) => isOurs(url) && !isHashed(url));
      await Promise.all(kept.map(bringer()));
      await bringPython(last);
    }
    // A still newer build came meanwhile: its own worker does better.
    if (await caches.has(behind)) throw new Error(`${build} is not the newest build`);
  }

  async function activate() {
    if (caches) await Promise.all((await others()).map((name) => caches.delete(name)));
  }

  return { install, activate, answer, keep };
}

const isOfBuild = (text, build) => text.includes(`<meta name="nb-build" content="${build}">`);

/** A page's title, still in HTML, without the book's. */
const titleOf = (text) => text.match(/<title>([^<]*)<\/title>/)?.[1].split(" &#8212; ")[0];
