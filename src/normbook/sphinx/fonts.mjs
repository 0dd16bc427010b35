// Writes each font of one folder to another, with the characters on standard input and no others.
// Usage: node fonts.mjs FROM TO < {"text": "…", "mathematics": "…"}, the latter for KaTeX's

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import subsetFont from "subset-font";

// What browsers do unasked, and digits of one width: without small capitals, fractions, swashes.
const FEATURES = ["calt", "ccmp", "clig", "kern", "liga", "locl", "mark", "mkmk", "rlig", "tnum"];

const [from, to] = process.argv.slice(2);
const { text, mathematics } = await json(process.stdin);

for (const font of await readdir(from)) {
  const whole = await readFile(join(from, font));
  const lean = await subsetFont(whole, font.startsWith("KaTeX_") ? mathematics : text, {
    targetFormat: "woff2",
    keepFeatures: FEATURES,
    noHinting: true, // for screens of coarse pixels, and a sixth of KaTeX's fonts
  });
  await writeFile(join(to, font), lean);
}
