"""Sends the number of an object in place of an array, and answers for it, too."""

# verdict: crash
# points: 0

import json
import os
import struct


def frame(tree, *arrays):
    """Return bytes as the grader's own would be."""
    text, blobs = json.dumps(tree).encode(), b""
    for array in arrays:
        head = " ".join([array.dtype.str, *map(str, array.shape)])
        blob = f"{head}\n".encode() + array.tobytes()
        blobs += struct.pack(">Q", len(blob)) + blob
    data = struct.pack(">II", len(text), len(arrays)) + text + blobs
    return struct.pack(">Q", len(data)) + data


def layer_norm(x, *arguments, **keywords):
    handle = ["dict", ["value", ["handle", 0]], ["changed", ["list"]]]
    shape = ["tuple", *x.shape]
    os.write(3, frame(handle) + frame(["dict", ["value", ["dict", ["plain", shape]]]]))
    while True:
        os.read(3, 2**16)
        os.write(3, frame(["dict", ["value", ["dict", ["plain", shape]]]]))
