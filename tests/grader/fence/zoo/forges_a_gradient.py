"""Claims to have kept a tensor, so that the tests' side would load PyTorch."""

# verdict: crash
# points: 0

import io
import json
import os
import struct

import numpy as np


def frame(tree, *arrays):
    """Return bytes as the grader's own would be."""
    text, blobs = json.dumps(tree).encode(), b""
    for array in arrays:
        file = io.BytesIO()
        np.lib.format.write_array(file, array)
        blobs += struct.pack(">Q", len(file.getvalue())) + file.getvalue()
    data = struct.pack(">II", len(text), len(arrays)) + text + blobs
    return struct.pack(">Q", len(data)) + data


def layer_norm(x, *arguments, **keywords):
    os.write(3, frame(["dict", ["value", 1.0], ["changed", ["list"]], ["output", 0]]))
