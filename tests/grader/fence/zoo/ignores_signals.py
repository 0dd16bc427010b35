"""Loops, deaf to every signal that a process may ignore."""

# verdict: timeout
# points: 0

import contextlib
import signal

for number in signal.valid_signals():
    with contextlib.suppress(OSError, ValueError):
        signal.signal(number, signal.SIG_IGN)


def layer_norm(*arguments, **keywords):
    while True:
        pass
