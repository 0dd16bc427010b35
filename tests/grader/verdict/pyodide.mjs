// Runs a script, read from the standard input, in Pyodide's Python, a newer one than that of the tests
// may be; the folder named first is "/book" there. Prints what the script prints.

import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [folder] = process.argv.slice(2);
const pyodide = await loadPyodide();
pyodide.mountNodeFS("/book", folder);
pyodide.runPython(readFileSync(0, "utf8"));
