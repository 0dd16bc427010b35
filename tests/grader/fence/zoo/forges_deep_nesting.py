"""Sends lists within lists, a hundred thousand deep."""

# verdict: crash
# points: 0

import os
import struct


def layer_norm(x, *arguments, **keywords):
    text = b"[" * 100_000 + b"]" * 100_000
    data = struct.pack(">II", len(text), 0) + text
    os.write(3, struct.pack(">Q", len(data)) + data)
