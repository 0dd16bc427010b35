// Joins the theme's styles and ours into the one file that pages load, site.css, and leaves out the
// rules that no page of the built site can use.
// Usage: node styles.mjs FOLDER

import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PurgeCSS } from "purgecss";

const site = process.argv[2];
const path = (style) => join(site, "_static", style);

// In the order in which the theme loads them; ours come last, and win.
const themes = [
  "basic.css",
  "styles/pydata-sphinx-theme.css",
  "pygments.css",
  "styles/sphinx-book-theme.css",
  "copybutton.css",
];
const ours = await readFile(path("site.css"), "utf8");

const purged = await new PurgeCSS().purge({
  content: [`${site}/**/*.html`, `${site}/_static/**/*.{js,mjs}`],
  css: themes.map(path),
  fontFace: true,
  keyframes: true,
  variables: false, // the theme sets variables that only its scripts and our styles read
  safelist: { greedy: [/data-theme/, /data-bs-/, /dialog/, /backdrop/] },
  blocklist: [/^fa-\w/, /^fa[bsr]$/],
});
const inOrder = themes.map((style) => purged.find(({ file }) => file === path(style)).css);
await writeFile(path("site.css"), [...inOrder, ours].join("\n"));
await Promise.all([...themes, "styles/theme.css"].map((style) => rm(path(style))));
