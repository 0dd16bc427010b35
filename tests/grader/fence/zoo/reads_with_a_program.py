"""Has other programs read the solution."""

# verdict: fail
# points: 0
# ruff: noqa: SIM115

import os
import subprocess

SOLUTION = "solution.py"  # test_zoo.py puts its path here
WAYS = [
    lambda path: subprocess.check_output(["cat", path], stderr=subprocess.DEVNULL),
    lambda path: os.popen(f"cat {path}").read(),
    lambda path: open("copy.py").read() if os.system(f"cp {path} copy.py") == 0 else "",
]


def layer_norm(*arguments, **keywords):
    for way in WAYS:
        try:
            source = way(SOLUTION)
        except (OSError, ImportError, EOFError, ValueError):
            continue
        if source:
            space = {}
            exec(source, space)
            return space["layer_norm"](*arguments, **keywords)
    return None
