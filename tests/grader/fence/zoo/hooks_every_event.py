"""Adds an audit hook that refuses all that happens in its process from then on."""

# verdict: crash
# points: 0

import sys


def refuse(event, arguments):
    raise RuntimeError(event)


def layer_norm(x, *arguments, **keywords):
    sys.addaudithook(refuse)
    with open("/dev/null"):
        return x
