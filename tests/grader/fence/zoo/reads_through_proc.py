"""Goes to the solution by the doors that /proc leaves open."""

# verdict: fail
# points: 0
# needs: Linux
# ruff: noqa: SIM115

import os
from pathlib import Path

SOLUTION = "solution.py"  # test_zoo.py puts its path here
WAYS = [
    lambda path: open("/proc/self/root" + path).read(),
    lambda path: open(f"/proc/{os.getppid()}/root{path}").read(),
    lambda path: open("/proc/self/cwd/../../../../../../.." + path).read(),
    lambda path: open(f"/proc/self/fd/{os.open(path, os.O_PATH)}").read(),
    lambda path: os.chroot("/proc/self/root") or open(path).read(),
    lambda path: Path(f"/proc/{os.getppid()}/cwd/solution.py").read_text(),
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
