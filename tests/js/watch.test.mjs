// What `make watch` adds to pages: it listens while the page is seen, and misses nothing meanwhile.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { runInNewContext } from "node:vm";

const CLIENT = readFileSync(new URL("../../tools/watch.mjs", import.meta.url), "utf8");

/** Runs the client in a page; returns the page, its streams, and how often it was reloaded. */
function opened(hidden) {
  const streams = [];
  class EventSource {
    constructor(address) {
      Object.assign(this, { address, open: true });
      streams.push(this);
    }
    addEventListener(_, hear) {
      this.tell = (news) => hear({ data: JSON.stringify(news) });
    }
    close() {
      this.open = false;
    }
  }
  const page = { streams, reloads: 0 };
  const document = {
    hidden,
    currentScript: { dataset: { since: "3" } },
    getElementById: () => null,
    addEventListener: (_, follow) => {
      page.see = (seen) => {
        document.hidden = !seen;
        follow();
      };
    },
  };
  const location = {
    pathname: "/book/one.html",
    href: "http://localhost/book/one.html",
    reload: () => page.reloads++,
  };
  const performance = { getEntriesByType: () => [] };
  runInNewContext(CLIENT, { document, location, performance, EventSource, URL });
  return page;
}

test("a page that nobody sees holds no connection, and hears later what it missed", () => {
  const page = opened(true);
  assert.equal(page.streams.length, 0);
  page.see(true);
  const [first] = page.streams;
  assert.equal(first.address, "/-/changes?since=3");
  first.tell({ version: 5, changed: ["/book/two.html"], errors: "" });
  page.see(false);
  assert.equal(first.open, false);
  page.see(true);
  const [, second] = page.streams;
  assert.equal(second.address, "/-/changes?since=5");
  assert.equal(page.reloads, 0);
  second.tell({ version: 6, changed: ["/book/one.html"], errors: "" });
  assert.equal(page.reloads, 1);
});
