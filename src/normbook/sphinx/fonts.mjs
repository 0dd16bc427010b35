// Writes each font of one folder to another, with the characters on standard input and no others.
// Usage: node fonts.mjs FROM TO < CHARACTERS

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import subsetFont from "subset-font";

const [from, to] = process.argv.slice(2);
const characters = await text(process.stdin);

for (const font of await readdir(from)) {
  const whole = await readFile(join(from, font));
  await writeFile(join(to, font), await subsetFont(whole, characters, { targetFormat: "woff2" }));
}
