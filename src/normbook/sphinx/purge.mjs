// Keeps, of the theme's styles, the rules that some page of the built site can use.
// Usage: node purge.mjs FOLDER

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PurgeCSS } from "purgecss";

const site = process.argv[2];
const styles = [
  "styles/pydata-sphinx-theme.css",
  "styles/sphinx-book-theme.css",
  "basic.css",
  "pygments.css",
];

for (const style of styles) {
  const file = join(site, "_static", style);
  const [{ css }] = await new PurgeCSS().purge({
    content: [`${site}/**/*.html`, `${site}/_static/**/*.{js,mjs}`],
    css: [{ raw: await readFile(file, "utf8") }],
    fontFace: true,
    keyframes: true,
    variables: false, // the theme sets variables that only its scripts and our styles read
    safelist: { greedy: [/data-theme/, /data-bs-/, /dialog/, /backdrop/] },
    blocklist: [/^fa-\w/, /^fa[bsr]$/],
  });
  await writeFile(file, css);
}
