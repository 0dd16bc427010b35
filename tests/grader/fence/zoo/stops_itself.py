"""Stops its process, so that it neither answers nor ends; it may not send signals."""

# verdict: error
# points: 0

import os
import signal


def layer_norm(*arguments, **keywords):
    os.kill(os.getpid(), signal.SIGSTOP)
