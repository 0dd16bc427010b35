// The site's addresses, and what a file is kept under.

const HASHED = /^\?[0-9a-f]{12}$/;
const PRIVATE = ["offline.js", "_sources/"]; // parts of the site that are never kept

/** Whether an address is one of the site's, of which a file may be kept. */
export function isOurs(address, scope) {
  const path = address.startsWith(scope) ? address.slice(scope.length) : null;
  return path !== null && !PRIVATE.some((name) => path.startsWith(name));
}

/** Whether an address of the site ends in its content's hash. */
export const isHashed = (address, scope) =>
  isOurs(address, scope) && HASHED.test(new URL(address).search);

/** What an address is kept under: a search, a retry or Sphinx's own mark makes no other file. */
export function keyOf(address) {
  const url = new URL(address);
  url.hash = "";
  if (!HASHED.test(url.search)) url.search = "";
  if (url.pathname.endsWith("/")) url.pathname += "index.html";
  return url.href;
}
