"""Print how long each playground takes to draw: its start, and all the ends of its controls.

Usage: python tools/bench_playgrounds.py
"""

import statistics
import sys
import time
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt

from normbook.figures import STYLE
from normbook.playgrounds import find_playground, slugs
from normbook.playgrounds.panel.control import Control
from normbook.playgrounds.panel.figure import to_figure

LIMIT = 0.3
"""Seconds from a slider's step to the figure."""


def states(source: ModuleType) -> Iterator[dict[str, Any]]:
    """Yield the values of a playground's controls at the start, then with each at its ends."""
    controls: dict[str, Control] = source.controls()
    start = {name: control.values[control.start] for name, control in controls.items()}
    yield start
    for name, control in controls.items():
        for value in control.values[:: len(control.values) - 1 if control.slides else 1]:
            yield {**start, name: value}


def seconds_of(source: ModuleType, values: dict[str, Any]) -> float:
    """Return how long a figure takes: the median of three."""
    times = []
    for _ in range(3):
        begin = time.perf_counter()
        to_figure(source.draw(**values)).canvas.draw()
        times.append(time.perf_counter() - begin)
        plt.close()
    return statistics.median(times)


def main() -> int:
    """Print the slowest state of each; return 1 if one is over the limit."""
    slow = False
    for slug in slugs():
        source = find_playground(slug)
        with mpl.rc_context(STYLE):
            seconds, worst = max(
                ((seconds_of(source, values), values) for values in states(source)),
                key=lambda pair: pair[0],
            )
        slow |= seconds > LIMIT
        print(f"{slug:<21} {seconds:5.2f} s of {LIMIT}   at {worst}", flush=True)
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
