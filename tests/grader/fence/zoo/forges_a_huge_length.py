"""Announces a frame of exabytes."""

# verdict: crash
# points: 0

import os
import struct


def layer_norm(*arguments, **keywords):
    os.write(3, struct.pack(">Q", 2**62))
