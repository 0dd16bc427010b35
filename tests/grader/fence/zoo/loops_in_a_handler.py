"""Is right, and loops in the handler of an alarm that it sets before the first question."""

# verdict: timeout or error
# points: 0

import signal

import numpy as np


def forever(*_):
    signal.signal(signal.SIGXCPU, signal.SIG_IGN)
    while True:
        pass


signal.signal(signal.SIGALRM, forever)
signal.setitimer(signal.ITIMER_REAL, 1e-6)


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    y = centred / np.sqrt(np.mean(centred**2, axis=-1, keepdims=True) + eps)
    y = y if weight is None else y * weight
    y = y if bias is None else y + bias
    return y.astype(x.dtype)
