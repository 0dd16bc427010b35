// Does in Node what the page's worker does: loads the library and the packages that a manifest
// names, and answers requests. Usage: node pyodide.mjs FOLDER PACKAGES < REQUESTS, a JSON list of
// [function, ...texts] of normbook.grader.page; prints the list of answers.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";

const [folder, ...packages] = process.argv.slice(2);
const manifest = JSON.parse(readFileSync(join(folder, "manifest.json")));
const read = (file) => {
  const content = readFileSync(join(folder, file));
  return file.endsWith("-gz") ? gunzipSync(content) : content;
};
const unpacked = mkdtempSync(join(tmpdir(), "library-"));
const library = join(unpacked, "python_stdlib.zip");
writeFileSync(library, read("python_stdlib.zip-gz"));
const pyodide = await loadPyodide({
  jsglobals: {},
  stdLibURL: library,
  lockFileContents: JSON.stringify({ info: manifest.info, packages: {} }),
});
rmSync(unpacked, { recursive: true });
const extractDir = "/lib/python3.13/site-packages";
for (const { file } of packages.flatMap((name) => manifest.packages[name])) {
  pyodide.unpackArchive(new Uint8Array(read(file)), "zip", { extractDir });
}
const page = pyodide.pyimport("normbook.grader.page");
const requests = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(requests.map(([name, ...texts]) => page[name](...texts))));
