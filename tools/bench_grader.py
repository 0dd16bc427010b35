"""Print how long a learner waits: from a saved file to its verdict, and for the import alone.

Usage: python tools/bench_grader.py

It ends with 1, and marks the line, if a time is over its limit.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from normbook.grader import find

REPEATS = 7
TWO_MISTAKES = """\
def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    y = (x - x.mean(-1, keepdims=True)) / (x.std(-1, ddof=1, keepdims=True) + eps)
    y = y if weight is None else weight * y
    return (y if bias is None else y + bias).astype(x.dtype)
"""


def seconds(command: list[str], folder: Path, solved: bool = True) -> float:
    """Return the median time of a command, as a process that keeps what Python compiles."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True)
        assert (done.returncode == 0) == solved, done.stderr
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def measured() -> dict[str, tuple[float, float]]:
    """Return each time and its limit, both in seconds, by what is waited for."""
    bare = [sys.executable, "-c", ""]
    light = [sys.executable, "-c", "import normbook.grader"]
    grade = [sys.executable, "-m", "normbook.grader.cli", "grade", "layer_norm"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "exercises").mkdir()
        shutil.copy(find("layer_norm").solution, folder / "exercises" / "layer_norm.py")
        imported = seconds(light, folder) - seconds(bare, folder)
        verdict = seconds(grade, folder)
        isolated = seconds([*grade, "--isolated"], folder)
        (folder / "exercises" / "layer_norm.py").write_text(TWO_MISTAKES, encoding="utf-8")
        two = seconds(grade, folder, solved=False)
    return {
        "import normbook.grader, beyond Python itself": (imported, 0.1),
        "save to verdict, layer_norm": (verdict, 0.7),
        "save to verdict, layer_norm, --isolated": (isolated, 1.0),
        "save to verdict, layer_norm, two mistakes": (two, 0.7),
    }


def main() -> int:
    """Print the table, and return the exit status."""
    fine = True
    for text, (time_taken, limit) in measured().items():
        within = time_taken <= limit
        over = "" if within else "  over the limit"
        print(f"{text:46} {time_taken:5.2f} s of {limit:.2f}{over}")
        fine &= within
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
