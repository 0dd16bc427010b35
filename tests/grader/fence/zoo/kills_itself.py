"""Sends itself the signal that none survives; it may not send any."""

# verdict: error
# points: 0

import os
import signal


def layer_norm(*arguments, **keywords):
    os.kill(os.getpid(), signal.SIGKILL)
