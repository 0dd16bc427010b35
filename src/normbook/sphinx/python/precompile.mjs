// Runs precompile.py in Pyodide, on the archives of a folder.
// Usage: node precompile.mjs FOLDER

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadPyodide } from "pyodide";

const folder = process.argv[2];
const pyodide = await loadPyodide();
const extractDir = pyodide.runPython("import site; site.getsitepackages()[0]");
for (const name of ["packages.zip", "package.whl"]) {
  const archive = new Uint8Array(readFileSync(join(folder, name)));
  pyodide.unpackArchive(archive, "zip", { extractDir });
}
pyodide.mountNodeFS("/host", folder);
pyodide.runPython(readFileSync(new URL("precompile.py", import.meta.url), "utf8"));
