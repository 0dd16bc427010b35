"""The files of Pyodide's core, from its npm package."""

from pathlib import Path

PYODIDE = Path(__file__).parents[4] / "node_modules" / "pyodide"
LIBRARY = "python_stdlib.zip"
MODULE = "pyodide.asm.wasm"
CORE = ("pyodide.mjs", "pyodide.asm.js", MODULE, LIBRARY)


def find_core() -> list[Path]:
    """Return the files of Pyodide's core."""
    paths = [PYODIDE / name for name in CORE]
    for path in paths:
        if not path.is_file():
            raise RuntimeError(f"{path} is missing: run `npm ci --ignore-scripts`.")
    return paths
