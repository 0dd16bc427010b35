"""Reads the solution from another copy of the package: an environment's, a wheel, an archive."""

# verdict: fail
# points: 0

import importlib
import sys
import zipfile
from pathlib import Path

COPIES = "copies"  # test_zoo.py puts the path of a folder with some here
INSIDE = "normbook/exercises/layer_norm/solution.py"


def by_import():
    return importlib.import_module("normbook.exercises.layer_norm.solution").layer_norm


def by_path():
    return run((Path(COPIES) / INSIDE).read_text())


def by_archive():
    for folder in {COPIES, *sys.path}:
        for path in [Path(folder), *Path(folder).glob("*.whl")]:
            if path.is_file():
                return run(zipfile.ZipFile(path).read(INSIDE))
    return None


def run(source):
    space = {}
    exec(source, space)
    return space["layer_norm"]


def layer_norm(*arguments, **keywords):
    for way in (by_import, by_path, by_archive):
        try:
            function = way()
        except (OSError, ImportError, KeyError):
            continue
        if function is not None:
            return function(*arguments, **keywords)
    return None
