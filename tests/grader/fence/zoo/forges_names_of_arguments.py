"""Says that it changed arguments whose names are commands; they are shown with the check."""

# verdict: fail
# points: 0

import json
import os
import struct

import numpy as np

NAMES = ["\x1b[2J\r10 of 10", "\u202e01", "x\n::error::10 of 10", "##[error]", "</pre><b>"]


def frame(tree, *arrays):
    """Return bytes as the grader's own would be."""
    text, blobs = json.dumps(tree).encode(), b""
    for array in arrays:
        head = " ".join([array.dtype.str, *map(str, array.shape)])
        blob = f"{head}\n".encode() + array.tobytes()
        blobs += struct.pack(">Q", len(blob)) + blob
    data = struct.pack(">II", len(text), len(arrays)) + text + blobs
    return struct.pack(">Q", len(data)) + data


def read(size):
    data = b""
    while len(data) < size:
        data += os.read(3, size - len(data))
    return data


def layer_norm(x, *arguments, **keywords):
    answer = ["dict", ["value", ["array", 0, None, True]], ["changed", ["list", *NAMES]]]
    while True:
        os.write(3, frame(answer, np.zeros_like(x)))
        read(*struct.unpack(">Q", read(8)))
