"""Returns an object whose unpickling would run code."""

# verdict: error
# points: 0

import os

OUTSIDE = "outside"  # test_zoo.py puts a folder's path here


class Payload:
    def __reduce__(self):
        return os.mkdir, (os.path.join(OUTSIDE, "unpickled"),)


def layer_norm(*arguments, **keywords):
    return [Payload()]
