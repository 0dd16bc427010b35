// Does in Node what the page's worker does: loads the library and the packages that a manifest
// names, and answers requests. Usage: node pyodide.mjs FOLDER PACKAGES < REQUESTS, a JSON list of
// [function, ...texts] of normbook.grader.page; prints the list of answers.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadPyodide } from "pyodide";
import { ZSTDDecoder } from "zstddec";

const [folder, ...packages] = process.argv.slice(2);
const manifest = JSON.parse(readFileSync(join(folder, "manifest.json")));
const decoder = new ZSTDDecoder();
await decoder.init();
const read = (file) => {
  const content = new Uint8Array(readFileSync(join(folder, file)));
  return file.endsWith("-zst") ? decoder.decode(content) : content;
};
const unpacked = mkdtempSync(join(tmpdir(), "library-"));
const library = join(unpacked, "python_stdlib.zip");
writeFileSync(library, read("python_stdlib.zip-zst"));
const pyodide = await loadPyodide({
  jsglobals: {},
  stdLibURL: library,
  lockFileContents: JSON.stringify({ info: manifest.info, packages: {} }),
});
rmSync(unpacked, { recursive: true });
const extractDir = "/lib/python3.13/site-packages";
for (const { file } of packages.flatMap((name) => manifest.packages[name])) {
  pyodide.unpackArchive(read(file), "zip", { extractDir });
}
const page = pyodide.pyimport("normbook.grader.page");
const requests = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(requests.map(([name, ...texts]) => page[name](...texts))));
