"""Run make targets one after another, all of them, and sum up: run_all.py TARGET [TARGET].

A part that fails hides no other; the exit status is 1 if any failed.
"""

import subprocess
import sys
import time


def main(targets: list[str]) -> int:
    """Run the targets; print a table of what passed."""
    results = []
    for target in targets:
        print(f"\n==== {target} ====", flush=True)
        start = time.monotonic()
        status = subprocess.call(["make", "--no-print-directory", target])
        results.append((target, status, time.monotonic() - start))
    print("\n==== summary ====")
    for target, status, seconds in results:
        verdict = "passed" if status == 0 else f"FAILED   (alone: make {target})"
        print(f"{target:<15} {seconds:5.0f} s   {verdict}")
    failed = sum(status != 0 for _, status, _ in results)
    print(f"{len(results) - failed} passed, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
