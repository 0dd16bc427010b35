// Python's files, as the manifest names them: fetched by the page, and held to their hash each time.

import { addressOf, hexOf, integrityOf } from "./entry.mjs";
import { CannotLoad, request } from "./request.mjs";

/**
 * Returns the bytes of an entry of the manifest.
 *   onBytes   takes the number of bytes, as they come
 *   signal    an AbortSignal
 */
export async function fetchFile(fetch, base, entry, { onBytes, signal }) {
  const read = async (address, options) => {
    const response = await request(fetch, address, { ...options, signal });
    return verified(await contentOf(response, entry, onBytes, signal), entry);
  };
  const address = addressOf(entry, base);
  // A service worker keeps of a publisher's files those alone that the browser holds to their hash.
  if (entry.fallback) return read(address, { integrity: integrityOf(entry) });
  try {
    return await read(address, { cache: "force-cache" });
  } catch (error) {
    if (signal.aborted) throw error;
    return read(address, { cache: "reload" }); // what is kept may be a refusal, or changed
  }
}

async function contentOf(response, { file }, onBytes, signal) {
  const parts = [];
  try {
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      onBytes(part.value.byteLength);
    }
  } catch (error) {
    if (signal.aborted) throw error;
    throw new CannotLoad(`the network was lost while ${file} came`);
  }
  return new Blob(parts).arrayBuffer();
}

/** Without a secure context a browser has no hashes, and nothing that keeps files for a page. */
async function verified(content, { file, sha256 }) {
  const digest = await globalThis.crypto.subtle?.digest("SHA-256", content);
  if (digest && hexOf(digest) !== sha256) {
    throw new CannotLoad(`${file} is not the file that this book was built with`);
  }
  return content;
}
