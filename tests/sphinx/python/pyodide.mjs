// Does in Node what the page's worker does: loads the packages that a manifest names, and answers
// requests. Usage: node pyodide.mjs FOLDER PACKAGES < REQUESTS, a JSON list of [function, ...texts]
// of normbook.grader.page; prints the list of answers.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";

const [folder, ...packages] = process.argv.slice(2);
const manifest = JSON.parse(readFileSync(join(folder, "manifest.json")));
const pyodide = await loadPyodide({
  jsglobals: {},
  lockFileContents: JSON.stringify({ info: manifest.info, packages: {} }),
});
const extractDir = "/lib/python3.13/site-packages";
for (const { file } of packages.flatMap((name) => manifest.packages[name])) {
  const content = readFileSync(join(folder, file));
  const archive = file.endsWith(".zip-gz") ? gunzipSync(content) : content;
  pyodide.unpackArchive(new Uint8Array(archive), "zip", { extractDir });
}
const page = pyodide.pyimport("normbook.grader.page");
const requests = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(requests.map(([name, ...texts]) => page[name](...texts))));
