"""Loops, in a process where time stands still."""

# verdict: timeout
# points: 0

import select
import time

time.monotonic = time.time = time.perf_counter = lambda: 0.0
select.select = lambda readable, writable, *rest: (readable, writable, [])


def layer_norm(*arguments, **keywords):
    while True:
        pass
