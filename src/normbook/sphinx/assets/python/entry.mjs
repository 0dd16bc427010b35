// What an entry of the manifest says of its file: where it is, and what its hash is.

/** The address: of another content it is another, so that what a cache holds is right. */
export const addressOf = ({ file, sha256, fallback }, base) =>
  fallback ?? new URL(`${file}?${sha256.slice(0, 12)}`, base).href;

/** What the browser compares the file with, if it is asked to. */
export function integrityOf({ sha256 }) {
  const digest = sha256.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));
  return `sha256-${btoa(digest)}`;
}

/** A digest as the manifest has it. */
export const hexOf = (digest) =>
  Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
