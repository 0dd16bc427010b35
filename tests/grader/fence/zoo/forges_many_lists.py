"""Sends four megabytes of empty lists, which take long to read."""

# verdict: crash
# points: 0

import os
import struct


def layer_norm(x, *arguments, **keywords):
    text = b'["list"' + b',["list"]' * 430_000 + b"]"
    data = struct.pack(">II", len(text), 0) + text
    data = memoryview(struct.pack(">Q", len(data)) + data)
    while data:
        data = data[os.write(3, data) :]
