// Files that no page asks for now, fetched to be kept: those of a page's list, and for a new build
// those that the last one had kept. All of it throws where a file does not come or cannot be kept.

import { addressOf, integrityOf } from "../python/entry.mjs";
import { isHashed, isOurs, keyOf } from "./addresses.mjs";

// The browser's own cache knows nothing of builds: the host is asked whether a file is as it was.
export const FRESH = { cache: "no-cache" };
const IMPORT = /\bfrom\s*"(\.{1,2}\/[^"]+)"/g;
const MANIFEST = "_static/python/manifest.json";
const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR = 500; // and above

/** Whether a host answers that it cannot just now: what it would have is not told by that. */
export const isOutOfOrder = ({ status }) => status === TOO_MANY_REQUESTS || status >= SERVER_ERROR;

/** Fetches a file that is not kept yet. What is not there any more, or of another build, is left out. */
async function bring({ kept, fetch }, address, options = FRESH) {
  const key = keyOf(address);
  if (await kept.find(key)) return;
  const response = await fetch(address, options);
  if (isOutOfOrder(response)) {
    await response.body?.cancel();
    throw new Error(`${key} does not come now (${response.status})`);
  }
  await kept.putIfFit(key, response);
}

/** Returns what brings a file, and of a module what it imports, too: each once. */
export function bringer(site, optionsOf = () => FRESH) {
  const brought = new Set();
  return async function bringWithImports(address) {
    const key = keyOf(address);
    if (brought.has(key)) return;
    brought.add(key);
    await bring(site, address, optionsOf(address));
    if (!key.endsWith(".mjs")) return;
    const source = (await (await site.kept.find(key))?.text()) ?? "";
    const names = [...source.matchAll(IMPORT)].map(([, name]) => new URL(name, key).href);
    await Promise.all(names.map(bringWithImports));
  };
}

/** Brings what other builds have kept. Throws, too, if this build is not the newest any more. */
export async function bringAnew(site) {
  const { kept, scope } = site;
  for (const last of await kept.others()) {
    const addresses = (await last.keys()).filter(
      (address) => isOurs(address, scope) && !isHashed(address, scope),
    );
    await Promise.all(addresses.map(bringer(site)));
    await bringPython(site, last);
  }
  // The newer build's own worker does better.
  if (await kept.isBehind()) throw new Error("this is not the newest build");
}

/** Brings Python's files: those of each part that the last build has in full. */
async function bringPython(site, last) {
  const { kept, scope } = site;
  const key = scope + MANIFEST;
  const [before, now] = [await last.find(key), await kept.find(key)];
  if (!before || !now) return;
  const [old, fresh] = [partsOf(await before.json(), key), partsOf(await now.json(), key)];
  for (const [part, entries] of Object.entries(fresh)) {
    const there = await Promise.all((old[part] ?? []).map(({ address }) => last.find(address)));
    if (there.length === 0 || !there.every(Boolean)) continue;
    await Promise.all(
      entries.map(async ({ address, options }) => {
        const same = await last.find(address);
        return same ? kept.put(address, same) : bring(site, address, options);
      }),
    );
  }
}

/** The addresses of Python's files, by part, as a page asks for them. */
function partsOf({ core, packages }, manifest) {
  const place = (entry) => ({
    address: addressOf(entry, manifest),
    options: entry.fallback && { integrity: integrityOf(entry) },
  });
  return Object.fromEntries(
    Object.entries({ core, ...packages }).map(([part, all]) => [part, all.map(place)]),
  );
}
