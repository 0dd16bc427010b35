"""Install a wheel with no extra and with each, and use it: python tools/try_extras.py WHEEL.

Each time in an environment of its own that has nothing else, of the Python that runs this. There
all is imported, the command says its version, and what the extra is for is done: exercises are
graded, explorables are shown.
"""

import subprocess
import sys
import tempfile
import venv
from collections.abc import Sequence
from pathlib import Path

from install import CPU_TORCH_INDEX, python_of

ROOT = Path(__file__).parents[1]
EXERCISES = ROOT / "src" / "normbook" / "exercises"
GRADED = {"pytest": ("standardize", "layer_norm"), "torch": ("rms_norm_module",)}
"""Exercises that are graded where a module is there, the second beside the first."""
RELEASED = "grader,nn"
"""The extras that a release asks for, where an exercise needs PyTorch."""
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
SHOW = """
from normbook.widgets import Laboratory, Pipeline, Placement
for widget in (Pipeline(x=[1, 2, 6]), Placement(), Laboratory()):
    shown, _ = widget._repr_mimebundle_()
    view = shown["application/vnd.jupyter.widget-view+json"]
    sent = widget.get_state()
    name = type(widget).__name__
    if view["model_id"] != widget.model_id or "export" not in sent["_esm"] or not sent["_css"]:
        print(name, "has no bundle to show")
    else:
        print("done", name)
"""
"""Shows explorables as a notebook does, and names those of which it gets no view or bundle."""


def fails(python: str, code: str) -> list[str]:
    """Return what a program says, but for what it has done; of an error, the last line."""
    done = subprocess.run([python, "-I", "-c", code], capture_output=True, text=True)
    lines = [line for line in done.stdout.splitlines() if not line.startswith("done ")]
    return lines + done.stderr.splitlines()[-1:] * (done.returncode != 0)


def starts(command: Sequence[str], version: str) -> list[str]:
    """Return what is wrong with the version that the command says."""
    done = subprocess.run([*command, "--version"], capture_output=True, text=True)
    said = (done.stdout + done.stderr).strip()
    return [] if said == f"normbook {version}" else [f"--version says {said!r}"]


def grades(command: Sequence[str], slugs: Sequence[str]) -> list[str]:
    """Return which exercises are graded wrongly: a stub that passes, a solution that does not."""
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        attempts = Path(folder, "exercises")
        attempts.mkdir()
        for slug in slugs:
            for name, expected in (("stub", 1), ("solution", 0)):
                source = EXERCISES.joinpath(slug, f"{name}.py").read_text(encoding="utf-8")
                (attempts / f"{slug}.py").write_text(source, encoding="utf-8")
                done = subprocess.run(
                    [*command, "grade", slug], cwd=folder, capture_output=True, text=True
                )
                if done.returncode != expected:
                    said = (done.stdout + done.stderr).strip().splitlines()[-1:]
                    failed.append(f"the {name} of {slug} is graded as {done.returncode}: {said}")
    return failed


def graded_with(modules: Sequence[str]) -> list[str]:
    """Return the exercises that can be graded where these modules are there."""
    if "pytest" not in modules:
        return []
    return [slug for module, slugs in GRADED.items() if module in modules for slug in slugs]


def try_extra(wheel: Path, extra: str, modules: Sequence[str], environment: Path) -> list[str]:
    """Return what fails in an environment with the wheel and an extra, which brings modules."""
    venv.create(environment, with_pip=True)
    python = Path(python_of(environment))
    index = ["--extra-index-url", CPU_TORCH_INDEX] if "torch" in modules else []
    wanted = f"{wheel}[{extra}]" if extra else str(wheel)
    subprocess.run([python, "-m", "pip", "install", "--quiet", *index, wanted], check=True)
    command = [str(python.with_name("normbook"))]
    return [
        *fails(str(python), IMPORT_ALL),
        *starts(command, wheel.name.split("-")[1]),
        *grades(command, graded_with(modules)),
        *(fails(str(python), SHOW) if "anywidget" in modules else []),
    ]


def main(wheel: Path) -> int:
    """Try all; return 1 if something fails."""
    sys.path.insert(0, str(ROOT / "src"))
    from normbook.extras import EXTRAS

    failing = 0
    for extra in ("", *EXTRAS, RELEASED):
        modules = [name for each in extra.split(",") for name in EXTRAS.get(each, ())]
        with tempfile.TemporaryDirectory() as folder:
            failed = try_extra(wheel.resolve(), extra, modules, Path(folder, "environment"))
        print(f"{extra or 'no extra'}: {'; '.join(failed) or 'all holds'}", flush=True)
        failing += bool(failed)
    return int(failing > 0)


if __name__ == "__main__":
    if len(sys.argv) != 2 or not sys.argv[1].endswith(".whl"):
        sys.exit("Say which wheel: python tools/try_extras.py _build/dist/normbook-….whl")
    sys.exit(main(Path(sys.argv[1])))
