"""Refers a thousand times to the same three megabytes."""

# verdict: crash
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


ARRAYS = ["list", *(["array", 0, None, True] for _ in range(1000))]


def layer_norm(x, *arguments, **keywords):
    answer = ["dict", ["value", ARRAYS], ["changed", ["list"]]]
    data = memoryview(frame(answer, np.zeros(3 * 2**20, np.uint8)))
    while data:
        data = data[os.write(3, data) :]
