"""Sends half a million arrays of no bytes."""

# verdict: crash
# points: 0

import os
import struct


def layer_norm(x, *arguments, **keywords):
    count = 500_000
    data = struct.pack(">II", 4, count) + b"null" + bytes(8 * count)
    data = memoryview(struct.pack(">Q", len(data)) + data)
    while data:
        data = data[os.write(3, data) :]
