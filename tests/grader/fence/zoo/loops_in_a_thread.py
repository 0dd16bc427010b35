"""Leaves a thread running behind its back; threads are refused."""

# verdict: error
# points: 0

import threading


def forever():
    while True:
        pass


def layer_norm(x, *arguments, **keywords):
    threading.Thread(target=forever, daemon=True).start()
    return x
