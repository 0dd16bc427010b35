"""Make an environment with the oldest, or the newest, NumPy and PyTorch that the book promises.

Usage: python tools/versions.py oldest

The promise is in ``pyproject.toml``. The environment, ``_build/versions/oldest``, has these two and
what they need; all else it takes from the environment that runs this.
"""

import argparse
import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
from pathlib import Path
from typing import Any

from install import CPU_TORCH_INDEX, python_of

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "_build" / "versions"
PACKAGES = ("numpy", "torch")


def promised(project: dict[str, Any], which: str) -> list[str]:
    """Return what pip is to install: ``numpy==1.26`` for "oldest", ``numpy>=1.26`` for "newest".

    ``project`` is the table of this name in a ``pyproject.toml``.
    """
    extras = project["optional-dependencies"].values()
    lists = [project["dependencies"], *extras]
    named = {re.split(r"[<>=]", each)[0]: each for requirements in lists for each in requirements}
    relation = {"oldest": "==", "newest": ">="}[which]
    return [named[package].replace(">=", relation) for package in PACKAGES]


def install(environment: Path, requirements: list[str]) -> None:
    """Install into an environment, PyTorch as its build for CPUs, which a ``+cpu`` ranks first."""
    pip = [sys.executable, "-m", "pip", "--python", python_of(environment), "install"]
    options = ["--quiet", "--upgrade", "--no-compile", "--extra-index-url", CPU_TORCH_INDEX]
    subprocess.run([*pip, *options, *requirements], check=True)


def lay_over(environment: Path) -> None:
    """Let an environment find packages that it lacks in the environment that runs this."""
    folder = sysconfig.get_path("purelib", vars={"base": str(environment)})
    below = sysconfig.get_path("purelib")
    Path(folder, "below.pth").write_text(f"import site; site.addsitedir({below!r})\n")


def main(which: str) -> None:
    """Make the environment anew, and print what it has."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    environment = FOLDER / which
    venv.create(environment, clear=True)
    install(environment, promised(project, which))
    lay_over(environment)
    code = "import numpy, torch; print('NumPy', numpy.__version__, 'PyTorch', torch.__version__)"
    subprocess.run([python_of(environment), "-c", code], check=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Make an environment of other versions.")
    parser.add_argument("which", choices=["oldest", "newest"])
    main(parser.parse_args().which)
