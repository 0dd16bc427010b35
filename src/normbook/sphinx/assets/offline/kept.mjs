// What is kept of one build of the site, and what may be.

import { hexOf } from "../python/entry.mjs";
import { isHashed } from "./addresses.mjs";

const BEHIND = "behind ";

/** The files of a build, in one of the browser's caches. `caches` may refuse everything. */
export class Kept {
  #scope;
  #build;
  #caches;
  #digest;

  constructor({ scope, build, caches, digest }) {
    this.#scope = scope;
    this.#build = build;
    this.#caches = caches;
    this.#digest = digest;
  }

  get #prefix() {
    return `normbook ${this.#scope} `; // other sites may share the host, and so its caches
  }

  get #name() {
    return this.#prefix + this.#build;
  }

  /**
   * The name of an empty cache, which is there from when a page of another build was seen until one
   * of this build is. A variable would be lost: the browser ends a worker that is idle.
   */
  get #behind() {
    return this.#prefix + BEHIND + this.#build;
  }

  /**
   * Makes the cache, where there is none; nothing else does. A worker on its way out would bring back
   * what its successor dropped.
   */
  async begin() {
    await this.#caches.open(this.#name);
  }

  /** Returns the response that is kept, or undefined, also where the browser keeps nothing. */
  async find(key) {
    try {
      return await this.#caches.match(key, { cacheName: this.#name, ignoreVary: true });
    } catch {
      return undefined;
    }
  }

  /** Keeps a response. Throws if the disk is full, or the response breaks off. */
  async put(key, response) {
    await (await this.#caches.open(this.#name)).put(key, response);
  }

  /** Keeps a response, as put does, if it is a file of this build; leaves out any other. */
  async putIfFit(key, response) {
    if (await this.#fits(key, response)) await this.put(key, response);
    else await response.body?.cancel(); // what nobody reads holds its connection, and this worker
  }

  #isThere() {
    return this.#caches.has(this.#name);
  }

  async #fits(key, response) {
    if (!response.ok || response.redirected || !(await this.#isThere())) return false;
    if (isHashed(key, this.#scope)) return this.#hasHash(key, response);
    if (!response.headers.get("Content-Type")?.startsWith("text/html")) {
      return !(await this.isBehind());
    }
    const isOfThis = await this.isPage(response.clone());
    await (isOfThis ? this.#caches.delete(this.#behind) : this.#caches.open(this.#behind));
    return isOfThis;
  }

  /** Whether a response is a page of this build: each names its own. */
  async isPage(response) {
    return (await response.text()).includes(`<meta name="nb-build" content="${this.#build}">`);
  }

  /** A host gives its newest file for every address: only what has the hash may have its name. */
  async #hasHash(key, response) {
    const hash = hexOf(await this.#digest(await response.clone().arrayBuffer()));
    return hash.startsWith(new URL(key).search.slice(1));
  }

  /** Whether the site has a newer build, as far as was seen. */
  isBehind() {
    return this.#caches.has(this.#behind);
  }

  /** Returns the addresses of what is kept. */
  async keys() {
    if (!(await this.#isThere())) return [];
    const cache = await this.#caches.open(this.#name);
    return (await cache.keys()).map(({ url }) => url);
  }

  /** Returns what other builds have kept. */
  async others() {
    return (await this.#namesOfOthers())
      .map((name) => name.slice(this.#prefix.length))
      .filter((build) => !build.startsWith(BEHIND))
      .map(
        (build) =>
          new Kept({ scope: this.#scope, build, caches: this.#caches, digest: this.#digest }),
      );
  }

  async dropOthers() {
    const names = await this.#namesOfOthers();
    await Promise.all(names.map((name) => this.#caches.delete(name)));
  }

  async #namesOfOthers() {
    const names = await this.#caches.keys();
    return names.filter((name) => name.startsWith(this.#prefix) && name !== this.#name);
  }
}
