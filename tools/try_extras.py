"""Install a wheel with no extra and with each, and import all: python tools/try_extras.py WHEEL.

Each time in an environment of its own that has nothing else, of the Python that runs this.
"""

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from install import CPU_TORCH_INDEX
from versions import python_of

ROOT = Path(__file__).parents[1]
IMPORT_ALL = """
import importlib, pkgutil, sys
sys.modules.update(dict.fromkeys(sys.argv[1:]))
import normbook
PRIVATE = ("normbook.sphinx", "normbook.exercises")
names = [m.name for m in pkgutil.walk_packages(normbook.__path__, "normbook.", lambda name: None)]
for name in names:
    if "._" in name or name.startswith(PRIVATE):
        continue
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        if 'Install: pip install "normbook[' not in str(error):
            print(name, error)
    else:
        print("done", name)
"""
"""Imports every public module, and names those that fail and name no extra; hides its arguments."""


def try_extra(wheel: Path, extra: str, index: list[str], environment: Path) -> list[str]:
    """Return what fails to import, and does not name the extra that it lacks.

    ``index`` are pip's options that say where else to look.
    """
    venv.create(environment, with_pip=True)
    python = str(python_of(environment))
    wanted = f"{wheel}[{extra}]" if extra else str(wheel)
    subprocess.run([python, "-m", "pip", "install", "--quiet", *index, wanted], check=True)
    done = subprocess.run(
        [python, "-I", "-c", IMPORT_ALL], check=True, capture_output=True, text=True
    )
    lines = done.stdout.splitlines()
    return [line for line in lines if not line.startswith("done ")]


def main(wheel: Path) -> int:
    """Try all; return 1 if something fails."""
    sys.path.insert(0, str(ROOT / "src"))
    from normbook.extras import EXTRAS

    failing = 0
    for extra in ("", *EXTRAS):
        with_torch = "torch" in EXTRAS.get(extra, ())
        index = ["--extra-index-url", CPU_TORCH_INDEX] if with_torch else []
        with tempfile.TemporaryDirectory() as folder:
            failed = try_extra(wheel.resolve(), extra, index, Path(folder, "environment"))
        print(f"{extra or 'no extra'}: {'; '.join(failed) or 'all imports hold'}", flush=True)
        failing += bool(failed)
    return int(failing > 0)


if __name__ == "__main__":
    if len(sys.argv) != 2 or not sys.argv[1].endswith(".whl"):
        sys.exit("Say which wheel: python tools/try_extras.py _build/dist/normbook-….whl")
    sys.exit(main(Path(sys.argv[1])))
