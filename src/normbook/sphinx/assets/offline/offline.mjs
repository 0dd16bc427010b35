// What a reader has seen is there again without a network; with one, the site is always as it is now.
//
// Each build of the site has a name, which `normbook.sphinx.offline` writes into this worker and into
// every page. A worker keeps its own build's files, in one cache, and no other's: so what is kept fits
// together. A new build brings a new worker, which fetches anew whatever its predecessor kept before
// it takes over. If that fails, the old one stays, with all it has.
//
// Addresses that end in twelve digits of their content's hash are Python's files: they come from the
// cache first. All else comes from the network first.

import { isHashed, isOurs, keyOf } from "./addresses.mjs";
import { bringAnew, bringer, FRESH, isOutOfOrder } from "./bring.mjs";
import { Kept } from "./kept.mjs";
import { drawNothing } from "./nothing.mjs";

const PATIENCE_MS = 3000; // how long the network may take before a page that is kept is shown
const AS_IT_CAME = { cache: "force-cache" };

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
  const kept = new Kept({ scope, build, caches, digest });
  const site = { scope, kept, fetch };
  // The clients whose page came from the cache: their other files must be of its build, too. A worker
  // that was ended meanwhile has lost them, and gives such a page what the network has.
  const shownFromCache = new Set();
  // Of the other clients, a promise of whether the page is of another build: then what is kept is no
  // part of it, and had better not come.
  const isOfAnother = new Map();

  /** Returns the network's response. A copy is kept meanwhile, or is not: then it needs a network. */
  function fetchAndKeep(event, key, options) {
    const coming = fetch(event.request, options);
    const keeping = coming.then((response) => kept.putIfFit(key, response.clone()));
    event.waitUntil(keeping.catch(() => {}));
    return coming;
  }

  async function fromCache(event, key, options) {
    return (await kept.find(key)) ?? fetchAndKeep(event, key, options);
  }

  /**
   * The network's response; the one that is kept, where there is no network, a slow one, or a host that
   * is out of order.
   */
  async function fromNetwork(event, key, find) {
    const coming = fetchAndKeep(event, key, FRESH);
    const isHere = coming.then(
      (response) => !isOutOfOrder(response),
      () => false,
    );
    const late = new Promise((resolve) => setTimeout(() => resolve(false), PATIENCE_MS));
    const comesAfterAll = isHere.then((isFit) => (isFit ? undefined : new Promise(() => {})));
    const cached = (await Promise.race([isHere, late]))
      ? undefined
      : await Promise.race([find(), comesAfterAll]); // what is found may wait for a page that stalls
    if (!cached) return coming;
    coming.then(({ body }) => body?.cancel()).catch(() => {}); // as nobody reads it: see putIfFit
    return cached;
  }

  async function page(event, key) {
    const client = event.resultingClientId;
    async function find() {
      const cached = await kept.find(key);
      if (cached) shownFromCache.add(client);
      return cached;
    }
    try {
      const response = await fromNetwork(event, key, find);
      if (!shownFromCache.has(client)) isOfAnother.set(client, isPageOfAnother(response.clone()));
      return response;
    } catch {
      const headers = { "Content-Type": "text/html; charset=utf-8" };
      const nothing = drawNothing(scope, await pagesOf(site));
      return new Response(nothing, { status: 503, headers });
    }
  }

  /** Whether a page is of another build; one that breaks off before it says so may be. */
  const isPageOfAnother = (response) =>
    kept.isPage(response).then(
      (isOfThis) => !isOfThis,
      () => true,
    );

  /** A file of a page: what is kept is in its place where the page may be of this build. */
  async function part(event, key) {
    const { clientId } = event;
    if (shownFromCache.has(clientId)) return fromCache(event, key, FRESH);
    const find = async () => ((await isOfAnother.get(clientId)) ? undefined : kept.find(key));
    return fromNetwork(event, key, find);
  }

  function answer(event) {
    const { request } = event;
    if (request.method !== "GET" || request.headers.has("Range")) return null;
    const key = keyOf(request.url);
    if (!isOurs(request.url, scope)) {
      // Of other hosts only Python's wheels are ours: these come with their hash.
      return request.integrity ? fromCache(event, key) : null;
    }
    if (request.mode === "navigate") return page(event, key);
    if (isHashed(request.url, scope)) {
      return request.cache === "reload" ? fetchAndKeep(event, key) : fromCache(event, key);
    }
    return part(event, key);
  }

  /** What does not come, or cannot be kept, is kept when a page has it the next time. */
  function keep(addresses, fresh = []) {
    const came = new Set(fresh);
    const bringOne = bringer(site, (address) => (came.has(address) ? AS_IT_CAME : FRESH));
    return Promise.allSettled(addresses.filter((each) => isOurs(each, scope)).map(bringOne));
  }

  return {
    install: async () => {
      if (!caches) return;
      await kept.begin();
      await bringAnew(site);
    },
    activate: async () => caches && kept.dropOthers(),
    answer,
    keep,
  };
}

/** The pages that are kept, by title. */
async function pagesOf({ scope, kept }) {
  const addresses = await kept.keys().catch(() => []);
  const found = addresses.filter((url) => url.startsWith(`${scope}book/`) && url.endsWith(".html"));
  const titled = found.map(async (url) => {
    const text = await (await kept.find(url))?.text();
    return { url, title: titleOf(text ?? "") ?? url };
  });
  return (await Promise.all(titled)).sort((a, b) => a.title.localeCompare(b.title));
}

/** A page's title, still in HTML, without the book's. */
const titleOf = (text) => text.match(/<title>([^<]*)<\/title>/)?.[1].split(" &#8212; ")[0];
