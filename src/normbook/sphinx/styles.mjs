// Joins the styles of the theme, of KaTeX and our own into the one file that pages load, site.css.
// Of those that are not ours it leaves out the rules that no page of the built site can use, and the
// variables that nothing reads. What stays is found anew where these styles, the packages that find
// it, or the words of the site that their rules could mean, are not those of a build before.
// Usage: node styles.mjs SITE KEPT, where KEPT is a folder of this script's own

import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [site, kept] = process.argv.slice(2);
const path = (style) => join(site, "_static", style);

// In the order in which the theme loads them, then KaTeX's; ours come last, and win.
const foreign = [
  "basic.css",
  "styles/pydata-sphinx-theme.css",
  "pygments.css",
  "styles/sphinx-book-theme.css",
  "copybutton.css",
  "katex.css",
];
const SCRIPTS = new Set([".js", ".mjs"]);
const WORD = /[A-Za-z0-9_-]+/g; // as PurgeCSS reads it
const NOT_SERVED = /@font-face\s*\{[^}]*fontawesome[^}]*\}/g; // the theme's font of icons
const PART = /\[[\w-]+[*^$]=["']?([^\]"']+)/g; // [class*=highlight-]: any word with that in it

const here = fileURLToPath(import.meta.url);
const pinned = join(dirname(here), "../../../package-lock.json");
const makers = await Promise.all([here, pinned].map((file) => readFile(file, "utf8")));
const styles = await Promise.all(foreign.map(async (style) => readFile(path(style), "utf8")));
const ours = await readFile(path("site.css"), "utf8");
const contents = [...(await readContents()), ...namesOf(ours)];
const words = new Set(contents.flatMap((text) => text.match(WORD) ?? []));
const rules = await readKept(fingerprint());
await writeFile(path("site.css"), [rules, ours].join("\n"));
await Promise.all([...foreign, "styles/theme.css"].map((style) => rm(path(style))));

/** Returns the tags of the site's pages, and the scripts that make more of them. */
async function readContents() {
  const files = await readdir(site, { recursive: true });
  const wanted = files.filter(
    (file) =>
      !dirname(file).endsWith("slides") && // which have what chapters have, and a style of their own
      (extname(file) === ".html" || (file.startsWith("_static") && SCRIPTS.has(extname(file)))),
  );
  const read = async (file) => {
    const text = await readFile(join(site, file), "utf8");
    return extname(file) === ".html" ? tagsOf(text) : text;
  };
  return Promise.all(wanted.sort().map(read));
}

/** What a rule can mean of a page: not its words, nor those of addresses and descriptions. */
function tagsOf(html) {
  const tags = html.match(/<[a-z][^>]*>/g) ?? [];
  return tags.join(" ").replaceAll(/ (?:href|src|content|alt|title|aria-label|d)="[^"]*"/g, "");
}

/** Returns the hash of all that decides which rules stay. */
function fingerprint() {
  const all = styles.join("\n");
  const named = new Set(all.match(WORD));
  const parts = [...new Set([...all.matchAll(PART)].map(([, part]) => part))];
  const decisive = [...words].filter(
    (word) => named.has(word) || parts.some((part) => word.includes(part)),
  );
  const whole = createHash("sha256");
  for (const each of [...makers, ...styles, ...decisive.sort()]) whole.update(`${each}\0`);
  return whole.digest("hex").slice(0, 12);
}

/** Returns the rules that stay, from a build before if they are the same. */
async function readKept(name) {
  const file = join(kept, `${name}.css`);
  try {
    return await readFile(file, "utf8");
  } catch {
    const found = await purge();
    await rm(kept, { recursive: true, force: true });
    await mkdir(kept, { recursive: true });
    await writeFile(`${file}.part`, found);
    await rename(`${file}.part`, file); // so that the file is whole, or not there
    return found;
  }
}

async function purge() {
  const { PurgeCSS } = await import("purgecss");
  const purged = await new PurgeCSS().purge({
    content: [{ raw: [...words].join(" "), extension: "html" }],
    css: [{ raw: styles.join("\n") }], // one: a variable of the first is read by the last
    fontFace: true,
    keyframes: true,
    variables: true,
    safelist: {
      greedy: [/data-theme/, /dialog/, /backdrop/],
      variables: [...words].filter((word) => word.startsWith("--")), // scripts and ours read these
    },
    blocklist: [/^fa-\w/, /^fa[bsr]$/],
  });
  const { transform } = await import("esbuild");
  const css = purged[0].css.replaceAll(NOT_SERVED, "");
  return (await transform(css, { loader: "css", minify: true })).code;
}

/** The variables that a style reads. */
function namesOf(style) {
  return [...style.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name);
}
