"""Has Python's own watchdog end its process, which takes a thread; threads are refused."""

# verdict: crash or error
# points: 0

import faulthandler


def layer_norm(*arguments, **keywords):
    faulthandler.dump_traceback_later(0.01, exit=True)
    while True:
        pass
