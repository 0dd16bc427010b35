"""Print how long each playground takes to draw: its start, and both ends of every control.

Usage: python tools/bench_playgrounds.py
"""

import statistics
import sys
import time
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import ipywidgets
import matplotlib as mpl
import matplotlib.pyplot as plt

from normbook.figures import STYLE
from normbook.playgrounds import find_playground, slugs

LIMIT = 0.3
"""Seconds from a slider's step to the figure."""


def states(source: ModuleType) -> Iterator[dict[str, Any]]:
    """Yield the values of a playground's controls at the start, then with each at its ends."""
    controls = source.controls()
    start = {name: control.value for name, control in controls.items()}
    yield start
    for name, control in controls.items():
        for value in extremes(control):
            yield {**start, name: value}


def extremes(control: Any) -> list[Any]:
    """Return the values at the ends of a control, or every choice that it offers."""
    if hasattr(control, "_options_values"):
        return list(control._options_values)
    if isinstance(control, ipywidgets.FloatLogSlider):
        return [control.base**control.min, control.base**control.max]
    if hasattr(control, "min"):
        ends = [control.min, control.max]
        return [tuple(ends)] if isinstance(control.value, tuple) else ends
    return [True, False] if isinstance(control.value, bool) else [control.value]


def seconds_of(source: ModuleType, values: dict[str, Any]) -> float:
    """Return how long a figure takes: the median of three."""
    times = []
    for _ in range(3):
        begin = time.perf_counter()
        figure = source.draw(**values)
        times.append(time.perf_counter() - begin)
        plt.close(figure)
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
