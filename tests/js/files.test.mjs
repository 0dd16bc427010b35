// Python's files: each is what the book was built with, or it is refused, wherever it came from.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";
import { fetchFile } from "../../src/normbook/sphinx/assets/python/files.mjs";

const BASE = "https://book.example/_static/python/";
const RIGHT = "print(1)";
const ENTRY = { file: "a.whl", sha256: createHash("sha256").update(RIGHT).digest("hex") };
const ADDRESS = `${BASE}a.whl?${ENTRY.sha256.slice(0, 12)}`;

/** Fetches an entry where each way to it gives what a test says. */
async function bring(given, entry = ENTRY) {
  const asked = [];
  let bytes = 0;
  const fetch = async (address, { cache, integrity }) => {
    asked.push([address, cache ?? integrity]);
    const body = given[cache ?? "elsewhere"];
    if (body === undefined) throw new TypeError("Failed to fetch");
    return typeof body === "string" ? new Response(body) : body;
  };
  const onBytes = (came) => {
    bytes += came;
  };
  const { signal } = new AbortController();
  const content = await fetchFile(fetch, BASE, entry, { onBytes, signal });
  return { text: new TextDecoder().decode(content), asked, bytes };
}

test("a file is asked for by its hash, and its bytes are counted", async () => {
  const { text, asked, bytes } = await bring({ "force-cache": RIGHT });
  assert.equal(text, RIGHT);
  assert.deepEqual(asked, [[ADDRESS, "force-cache"]]);
  assert.equal(bytes, RIGHT.length);
});

for (const [what, kept] of Object.entries({
  "was changed": "print(2)",
  "is a refusal": new Response("", { status: 404 }),
  "is not to be had": undefined,
})) {
  test(`where what is kept ${what}, the site is asked`, async () => {
    const { text, asked } = await bring({ "force-cache": kept, reload: RIGHT });
    assert.equal(text, RIGHT);
    assert.deepEqual(
      asked.map(([, cache]) => cache),
      ["force-cache", "reload"],
    );
  });
}

test("a file that the site has changed is refused, by its name", async () => {
  await assert.rejects(bring({ "force-cache": "print(2)", reload: "print(2)" }), {
    message: "a.whl is not the file that this book was built with",
  });
});

test("a publisher's file is held to its hash by the browser and by the page", async () => {
  const entry = { ...ENTRY, fallback: "https://publisher.example/a.whl" };
  const { asked } = await bring({ elsewhere: RIGHT }, entry);
  const integrity = `sha256-${createHash("sha256").update(RIGHT).digest("base64")}`;
  assert.deepEqual(asked, [[entry.fallback, integrity]]);
  await assert.rejects(bring({ elsewhere: "print(2)" }, entry), /is not the file/);
});

test("a network that is lost halfway is said", async () => {
  const broken = () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          controller.error(new TypeError("network error"));
        },
      }),
    );
  await assert.rejects(bring({ "force-cache": broken(), reload: broken() }), {
    message: "the network was lost while a.whl came",
  });
});
